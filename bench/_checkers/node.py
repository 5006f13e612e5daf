# SPDX-License-Identifier: BSD-3-Clause
"""The state of one node in one channel while its trace is read; all checks use it."""

from __future__ import annotations

from array import array
from collections.abc import Iterator

from bench._checkers.violation import TraceLine

SENDER_SHIFT = 40
NUMBER_MASK = (1 << SENDER_SHIFT) - 1


class NumberSet:
    """A set of message numbers of one sender, one bit each."""

    __slots__ = ("_bits", "through")

    def __init__(self, through: int = 0) -> None:
        self._bits = bytearray()
        self.through = through
        """All numbers up to this one are contained."""

    def add(self, number: int) -> bool:
        """Add a number; return whether it is new."""
        if number <= self.through:
            return False
        place, bit = number >> 3, 1 << (number & 7)
        bits = self._bits
        if place >= len(bits):
            bits.extend(bytes(place - len(bits) + 64))
        if bits[place] & bit:
            return False
        bits[place] |= bit
        return True

    def without(self, other: NumberSet) -> Iterator[int]:
        """The explicitly stored numbers that the other set lacks."""
        mine = int.from_bytes(self._bits, "little")
        theirs = int.from_bytes(other._bits, "little") | ((1 << (other.through + 1)) - 1)
        rest = mine & ~theirs
        while rest:
            lowest = rest & -rest
            yield lowest.bit_length() - 1
            rest ^= lowest


class NodeNames:
    """Assigns numbers to node names."""

    def __init__(self) -> None:
        self.all: list[str] = []
        self._numbers: dict[str, int] = {}

    def number(self, name: str) -> int:
        """The number of a name."""
        number = self._numbers.setdefault(name, len(self.all))
        if number == len(self.all):
            self.all.append(name)
        return number

    def message(self, code: int) -> str:
        """The readable name of a message."""
        return f"{self.all[code >> SENDER_SHIFT]}#{code & NUMBER_MASK}"


class Node:
    """One node in one channel."""

    __slots__ = (
        "before",
        "channel",
        "complete",
        "file",
        "last",
        "line",
        "name",
        "seen",
        "segment",
        "segment_lines",
        "view",
    )

    def __init__(self, name: str, channel: str, file: str) -> None:
        self.name = name
        self.channel = channel
        self.file = file
        self.line = 0
        self.view = -1
        self.complete = False
        """Whether `last` covers everything, because the node reported its initial state."""
        self.last: dict[int, int] = {}
        """The last delivered number of each sender, including the initial state."""
        self.seen: dict[int, NumberSet] = {}
        self.before = 0
        """The last message before the segment, if the node delivered it and was not initialized since."""
        self.segment = array("Q")
        """The messages since the last view change, sender and number combined."""
        self.segment_lines = array("I")

    @property
    def trace_line(self) -> TraceLine:
        """The line that is being read."""
        return TraceLine(self.file, self.line)

    def begin(self, through: dict[int, int]) -> None:
        """Begin with a state that includes these messages."""
        self.complete = True
        self.last = dict(through)
        self.seen = {sender: NumberSet(number) for sender, number in through.items()}

    def new_segment(self) -> None:
        """Begin a segment after a view change."""
        self.segment = array("Q")
        self.segment_lines = array("I")
