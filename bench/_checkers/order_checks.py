# SPDX-License-Identifier: BSD-3-Clause
"""Guarantees about sequences: one total order, and the same messages between the same views."""

from __future__ import annotations

import hashlib
from array import array

from bench._checkers.node import NUMBER_MASK, SENDER_SHIFT, Node, NodeNames
from bench._checkers.violation import Check, TraceLine

_Range = tuple[int, int, int]


class _Successors:
    """The successor of each message of a channel, and where it was first seen: 16 bytes each."""

    def __init__(self) -> None:
        self._next: dict[int, array[int]] = {}
        self._place: dict[int, array[int]] = {}

    def known(self, code: int, after: int, position: int) -> tuple[int, int]:
        """The successor of a message, and its line; stores the given one if there was none."""
        sender, number = code >> SENDER_SHIFT, code & NUMBER_MASK
        following = self._next.get(sender)
        if following is None:
            following = self._next[sender] = array("Q")
            self._place[sender] = array("Q")
        if number >= len(following):
            missing = array("Q", bytes(8 * (number - len(following) + 1024)))
            following.extend(missing)
            self._place[sender].extend(missing)
        if not following[number]:
            following[number] = after
            self._place[sender][number] = position
            return after, position
        return following[number], self._place[sender][number]


class TotalOrder(Check):
    """All nodes deliver messages in one order.

    The messages of a node in its last view before it died or was partitioned are not compared: the others may
    never have received them. All others are: each message has the same successor everywhere.
    """

    name = "total order"

    def __init__(self, names: NodeNames) -> None:
        super().__init__()
        self._names = names
        self._files = NodeNames()
        self._successors: dict[str, _Successors] = {}

    def segment(self, node: Node) -> None:
        """Check the messages of a node between two view changes, or after the last one if it survived."""
        known = self._successors.setdefault(node.channel, _Successors()).known
        file = self._files.number(node.file) << 32
        before = node.before
        for code, line in zip(node.segment, node.segment_lines, strict=True):
            if before:
                after, place = known(before, code, file | line)
                if after != code:
                    self._differs(node, before, code, line, after, place)
            before = code
        node.before = before

    def _differs(self, node: Node, before: int, code: int, line: int, after: int, position: int) -> None:
        word = self._names.message
        self.add_violation(
            f"after {word(before)} came {word(after)}, but at {node.name} {word(code)}",
            TraceLine(self._files.all[position >> 32], position & 0xFFFFFFFF),
            TraceLine(node.file, line),
        )


class VirtualSynchrony(Check):
    """Nodes that move from one view to the next together delivered the same messages in between."""

    name = "virtual synchrony"

    def __init__(self, names: NodeNames) -> None:
        super().__init__()
        self._names = names
        self._segments: dict[tuple[str, int, int], tuple[bytes, dict[int, _Range], TraceLine]] = {}
        self._views: dict[tuple[str, int], array[int]] = {}

    def segment(self, node: Node, view: int) -> None:
        """Check the messages of a node that moves on to a view."""
        digest = hashlib.blake2b(array("Q", sorted(node.segment)).tobytes(), digest_size=16).digest()
        key = (node.channel, node.view, view)
        known = self._segments.get(key)
        if known is None:
            self._segments[key] = (digest, _ranges(node.segment), node.trace_line)
        elif known[0] != digest:
            self._differs(node, view, known)

    def in_view(self, node: Node, sender: int, number: int, view: int) -> None:
        """Check the view in which a message was sent or delivered; it is the same everywhere."""
        views = self._views.get((node.channel, sender))
        if views is None:
            views = self._views[node.channel, sender] = array("q")
        if number >= len(views):
            views.extend([-1] * (number - len(views) + 64))
        if views[number] == -1:
            views[number] = view
        elif views[number] != view:
            message = f"{self._names.all[sender]}#{number}"
            self.add_violation(f"{message} belongs to view {views[number]} and to view {view}", node.trace_line)

    def out_of_view(self, node: Node, sender: int, number: int, view: int) -> None:
        """Record a message of one view that was delivered in another."""
        message = f"{self._names.all[sender]}#{number}"
        self.add_violation(f"{node.name} got {message} of view {view} in view {node.view}", node.trace_line)

    def _differs(self, node: Node, view: int, known: tuple[bytes, dict[int, _Range], TraceLine]) -> None:
        mine = _ranges(node.segment)
        senders = [sender for sender in mine.keys() | known[1].keys() if mine.get(sender) != known[1].get(sender)]
        details = ", ".join(
            f"{self._names.all[sender]}: {_words(known[1].get(sender))} and {_words(mine.get(sender))}"
            for sender in senders[:3]
        )
        what = f"between views {node.view} and {view} {node.name} got other messages"
        self.add_violation(f"{what}: {details}" if details else what, known[2], node.trace_line)


def _ranges(segment: array[int]) -> dict[int, _Range]:
    """The number of messages per sender, with the first and last number."""
    ranges: dict[int, _Range] = {}
    for code in segment:
        sender, number = code >> SENDER_SHIFT, code & NUMBER_MASK
        count, first, last = ranges.get(sender, (0, number, number))
        ranges[sender] = (count + 1, min(first, number), max(last, number))
    return ranges


def _words(numbers: _Range | None) -> str:
    return "none" if numbers is None else f"{numbers[0]} from #{numbers[1]} to #{numbers[2]}"
