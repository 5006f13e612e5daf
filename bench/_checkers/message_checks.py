"""Promises about single messages: sent by somebody, in order, at most once, never lost once accepted."""

from __future__ import annotations

from itertools import islice

from bench._checkers.node import Node, NodeNames, NumberSet
from bench._checkers.violation import Check, TraceLine


class Fifo(Check):
    """What one node sent arrives everywhere in the order in which it was sent, without gaps."""

    name = "fifo"

    def irregular(self, node: Node, sender: str, number: int, last: int) -> None:
        """A message that is not the one after the last of its sender."""
        if number > last:
            what = f"{node.name} got {sender}#{number} and not {sender}#{last + 1} before it"
        else:
            what = f"{node.name} got {sender}#{number} after {sender}#{last}"
        self.add_violation(what, node.trace_line)


class AtMostOnce(Check):
    """Nobody gets a message twice, nor one that is in the state it began with."""

    name = "at most once"

    def repeated(self, node: Node, sender: str, number: int) -> None:
        """A message came again."""
        self.add_violation(f"{node.name} got {sender}#{number} again", node.trace_line)


class Integrity(Check):
    """Only what was sent is delivered."""

    name = "integrity"

    def __init__(self) -> None:
        super().__init__()
        self._sent: dict[tuple[str, int], NumberSet] = {}

    def sent(self, channel: str, sender: int, number: int) -> None:
        """A node says that it sends."""
        numbers = self._sent.get((channel, sender))
        if numbers is None:
            numbers = self._sent[channel, sender] = NumberSet()
        numbers.add(number)

    def finish(self, nodes: list[Node], names: NodeNames) -> None:
        """Compare what arrived with what was sent."""
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
    """What was accepted is at every node that is there at the end."""

    name = "durability"

    def __init__(self) -> None:
        super().__init__()
        self._accepted: dict[tuple[str, int], tuple[NumberSet, TraceLine]] = {}

    def accepted(self, node: Node, sender: int, number: int) -> None:
        """Somebody was promised that the message stays."""
        entry = self._accepted.get((node.channel, sender))
        if entry is None:
            entry = self._accepted[node.channel, sender] = (NumberSet(), node.trace_line)
        entry[0].add(number)

    def finish(self, survivors: list[Node], names: NodeNames) -> None:
        """Look for what was accepted at all who survived."""
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
