# SPDX-License-Identifier: BSD-3-Clause
"""Reads traces once, and runs all checks over them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from bench._checkers.message_checks import AtMostOnce, Durability, Fifo, Integrity
from bench._checkers.node import SENDER_SHIFT, Node, NodeNames, NumberSet
from bench._checkers.order_checks import TotalOrder, VirtualSynchrony
from bench._checkers.trace import Event, TraceError, read_trace
from bench._checkers.view_checks import ExactStateTransfer, ViewAgreement
from bench._checkers.violation import Check, Violation

CHECKS = tuple(
    check.name
    for check in (
        Fifo,
        AtMostOnce,
        Integrity,
        TotalOrder,
        ViewAgreement,
        VirtualSynchrony,
        ExactStateTransfer,
        Durability,
    )
)


@dataclass(frozen=True)
class Report:
    """The result of checking traces."""

    events: int
    violations: tuple[Violation, ...]
    counts: dict[str, int]
    """The number of violations per check, including those not listed."""

    @property
    def holds(self) -> bool:
        """Whether there are no violations."""
        return not self.violations


def check_traces(paths: Iterable[Path], checks: Iterable[str] = CHECKS) -> Report:
    """Read complete traces of one or more nodes each, and run the named checks."""
    wanted = set(checks)
    if unknown := wanted - set(CHECKS):
        raise ValueError(f"unknown checks: {', '.join(sorted(unknown))}; there are: {', '.join(CHECKS)}")
    walk = _TraceReader()
    for path in paths:
        walk.read(path)
    walk.finish()
    chosen = [check for check in walk.checks if check.name in wanted]
    violations = tuple(violation for check in chosen for violation in check.violations)
    return Report(walk.events, violations, {check.name: check.count for check in chosen})


class _TraceReader:
    """Reads all traces, and feeds the checks."""

    def __init__(self) -> None:
        self.events = 0
        self._names = NodeNames()
        self._nodes: dict[tuple[str, int, str], Node] = {}
        self._survivors: set[str] = set()
        self._fifo = Fifo()
        self._once = AtMostOnce()
        self._integrity = Integrity()
        self._order = TotalOrder(self._names)
        self._views = ViewAgreement()
        self._synchrony = VirtualSynchrony(self._names)
        self._cut = ExactStateTransfer(self._names)
        self._durability = Durability()
        self.checks: list[Check] = [
            self._fifo, self._once, self._integrity, self._order,
            self._views, self._synchrony, self._cut, self._durability,
        ]  # fmt: skip
        self._handlers = {
            "delivered": self._delivered,
            "sent": self._sent,
            "cut": self._new_view,
            "initialized": self._initialized,
            "state": self._state,
            "accepted": self._accepted,
            "survived": self._survived,
        }

    def read(self, path: Path) -> None:
        """Read a file."""
        handlers = self._handlers
        nodes = self._nodes
        line = 0
        for line, event in enumerate(read_trace(path), 1):
            key = (event.process, event.incarnation, event.channel)
            node = nodes.get(key)
            if node is None:
                node = nodes[key] = Node(event.node, event.channel, path.name)
            node.line = line
            handler = handlers.get(event.event)
            if handler is None:
                raise TraceError(f"{path.name}:{line}: unknown event {event.event!r}")
            handler(node, event)
        self.events += line

    def finish(self) -> None:
        """Finish after the last file."""
        nodes = list(self._nodes.values())
        survivors = [node for node in nodes if node.name in self._survivors]
        for node in survivors:
            self._order.segment(node)
        self._integrity.finish(nodes, self._names)
        # The harness records survivors in its own file, which has no messages.
        self._durability.finish([node for node in survivors if node.seen or node.complete], self._names)

    def _sent(self, node: Node, event: Event) -> None:
        sender = self._names.number(node.name)
        self._integrity.sent(node.channel, sender, event.number)
        if event.view >= 0:
            self._synchrony.in_view(node, sender, event.number, event.view)

    def _delivered(self, node: Node, event: Event) -> None:
        number = event.number
        sender = self._names.number(event.sender)
        seen = node.seen.get(sender)
        if seen is None:
            # A node that did not report its initial state may begin anywhere.
            seen = node.seen[sender] = NumberSet(0 if node.complete else number - 1)
            node.last[sender] = seen.through
        if not seen.add(number):
            self._once.repeated(node, event.sender, number)
            return
        last = node.last[sender]
        if number != last + 1:
            self._fifo.irregular(node, event.sender, number, last)
        if number > last:
            node.last[sender] = number
        node.segment.append(sender << SENDER_SHIFT | number)
        node.segment_lines.append(node.line)
        if event.view >= 0:
            self._synchrony.in_view(node, sender, number, event.view)
            if 0 <= node.view != event.view:
                self._synchrony.out_of_view(node, sender, number, event.view)

    def _new_view(self, node: Node, event: Event) -> None:
        newcomer = node.name in event.joined
        goes_on = node.view >= 0 and not newcomer and event.writable
        if event.writable:
            self._views.view_change(node, event, goes_on=goes_on)
        if goes_on:
            self._synchrony.segment(node, event.view)
            self._order.segment(node)
            if event.joined and node.complete:
                self._cut.through(node, event.view, node.last)
        else:
            node.before = 0
        node.new_segment()
        node.view = event.view if event.writable else -1

    def _initialized(self, node: Node, event: Event) -> None:
        if event.through is not None:
            through = {self._names.number(name): number for name, number in event.through.items()}
            node.begin(through)
            if event.view >= 0:
                self._cut.through(node, event.view, through)
        node.before = 0
        if event.state:
            self._cut.state(node, f"view {event.view}", event.state)

    def _state(self, node: Node, event: Event) -> None:
        self._cut.state(node, event.label, event.state)

    def _accepted(self, node: Node, event: Event) -> None:
        self._durability.accepted(node, self._names.number(event.sender), event.number)

    def _survived(self, node: Node, event: Event) -> None:
        self._survivors.add(event.sender or node.name)
