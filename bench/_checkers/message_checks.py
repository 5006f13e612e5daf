# SPDX-License-Identifier: BSD-3-Clause
"""Guarantees about single messages: integrity, FIFO order, at-most-once delivery, durability."""

from __future__ import annotations

from itertools import islice

from bench._checkers.node import Node, NodeNames, NumberSet
from bench._checkers.violation import Check, TraceLine


class Fifo(Check):
    """Messages of one sender are delivered everywhere in the order in which they were sent, without gaps."""

    name = "fifo"

    def irregular(self, node: Node, sender: str, number: int, last: int) -> None:
        """Record a message that does not follow the sender's last one."""
        if number > last:
            what = f"{node.name} got {sender}#{number} and not {sender}#{last + 1} before it"
        else:
            what = f"{node.name} got {sender}#{number} after {sender}#{last}"
        self.add_violation(what, node.trace_line)


class AtMostOnce(Check):
    """No message is delivered twice, or again after the state that includes it."""

    name = "at most once"

    def repeated(self, node: Node, sender: str, number: int) -> None:
        """Record a repeated message."""
        self.add_violation(f"{node.name} got {sender}#{number} again", node.trace_line)


class Integrity(Check):
    """Only messages that were sent are delivered."""

    name = "integrity"

    def __init__(self) -> None:
        super().__init__()
        self._sent: dict[tuple[str, int], NumberSet] = {}

    def sent(self, channel: str, sender: int, number: int) -> None:
        """Record a sent message."""
        numbers = self._sent.get((channel, sender))
        if numbers is None:
            numbers = self._sent[channel, sender] = NumberSet()
        numbers.add(number)

    def finish(self, nodes: list[Node], names: NodeNames) -> None:
        """Compare delivered with sent messages."""
        nothing = NumberSet()
        for node in nodes:
            for sender, seen in node.seen.items():
                sent = self._sent.get((node.channel, sender), nothing)
                for number in islice(seen.without(sent), 3):
                    message = f"{names.all[sender]}#{number}"
                    self.add_violation(
                        f"{node.name} got {message}, which was not sent", TraceLine(node.file, node.line)
                    )


class Durability(Check):
    """Accepted messages are at every node that survives."""

    name = "durability"

    def __init__(self) -> None:
        super().__init__()
        self._accepted: dict[tuple[str, int], tuple[NumberSet, TraceLine]] = {}

    def accepted(self, node: Node, sender: int, number: int) -> None:
        """Record an accepted message."""
        entry = self._accepted.get((node.channel, sender))
        if entry is None:
            entry = self._accepted[node.channel, sender] = (NumberSet(), node.trace_line)
        entry[0].add(number)

    def finish(self, survivors: list[Node], names: NodeNames) -> None:
        """Look for accepted messages at all survivors."""
        for node in survivors:
            for (channel, sender), (accepted, place) in self._accepted.items():
                if channel != node.channel:
                    continue
                held = node.seen.get(sender, NumberSet())
                for number in islice(accepted.without(held), 3):
                    message = f"{names.all[sender]}#{number}"
                    self.add_violation(
                        f"{message} was accepted, and {node.name} has not got it",
                        place,
                        TraceLine(node.file, node.line),
                    )
