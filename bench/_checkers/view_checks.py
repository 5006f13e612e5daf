# SPDX-License-Identifier: BSD-3-Clause
"""Guarantees about views: agreement on their members, and exact state transfer."""

from __future__ import annotations

from bench._checkers.node import Node, NodeNames
from bench._checkers.trace import Event
from bench._checkers.violation import Check, TraceLine


class ViewAgreement(Check):
    """A view has the same members and predecessor at all nodes, and numbers grow."""

    name = "view agreement"

    def __init__(self) -> None:
        super().__init__()
        self._members: dict[tuple[str, int], tuple[tuple[str, ...], TraceLine]] = {}
        self._next: dict[tuple[str, int], tuple[int, TraceLine]] = {}

    def view_change(self, node: Node, event: Event, *, goes_on: bool) -> None:
        """Check a view change; `goes_on` if the node was in the previous view, too."""
        if event.view <= node.view:
            self.add_violation(f"{node.name} goes from view {node.view} to view {event.view}", node.trace_line)
        if node.name not in event.members:
            self.add_violation(f"{node.name} is not in its own view {event.view}", node.trace_line)
        members = tuple(sorted(event.members))
        known, place = self._members.setdefault((node.channel, event.view), (members, node.trace_line))
        if known != members:
            other = ", ".join(sorted(set(known) ^ set(members)))
            self.add_violation(f"view {event.view} is not the same for all: {other}", place, node.trace_line)
        if goes_on:
            next_view, place = self._next.setdefault((node.channel, node.view), (event.view, node.trace_line))
            if next_view != event.view:
                what = f"after view {node.view} came {next_view}, but at {node.name} {event.view}"
                self.add_violation(what, place, node.trace_line)


class ExactStateTransfer(Check):
    """At a view change all nodes have the same messages, and a newcomer's state includes exactly these."""

    name = "exact cut"

    def __init__(self, names: NodeNames) -> None:
        super().__init__()
        self._names = names
        self._through: dict[tuple[str, int], tuple[dict[int, int], TraceLine]] = {}
        self._states: dict[tuple[str, str], tuple[str, TraceLine]] = {}

    def through(self, node: Node, view: int, through: dict[int, int]) -> None:
        """Check the messages of a node at the view change that begins a view."""
        through = {sender: number for sender, number in through.items() if number}
        known, place = self._through.setdefault((node.channel, view), (through, node.trace_line))
        if known != through:
            differing = [s for s in known.keys() | through.keys() if known.get(s) != through.get(s)]
            details = ", ".join(
                f"{self._names.all[s]}#{known.get(s, 0)} and #{through.get(s, 0)}" for s in sorted(differing)[:3]
            )
            self.add_violation(
                f"at the cut to view {view} {node.name} has other messages: {details}", place, node.trace_line
            )

    def state(self, node: Node, label: str, state: str) -> None:
        """Check the digest of a state."""
        known, place = self._states.setdefault((node.channel, label), (state, node.trace_line))
        if known != state:
            self.add_violation(f"the state of {node.name} at {label} is another one", place, node.trace_line)
