"""What is known of one node in one channel while its trace is read; every check looks at it."""

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
        """All numbers up to this one are in it."""

    def add(self, number: int) -> bool:
        """Add a number; whether it is new."""
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
        """The numbers in it, as far as they are known one by one, that the other has not."""
        mine = int.from_bytes(self._bits, "little")
        theirs = int.from_bytes(other._bits, "little") | ((1 << (other.through + 1)) - 1)
        rest = mine & ~theirs
        while rest:
            lowest = rest & -rest
            yield lowest.bit_length() - 1
            rest ^= lowest


class NodeNames:
    """Short numbers for the names of nodes."""

    def __init__(self) -> None:
        self.all: list[str] = []
        self._numbers: dict[str, int] = {}

    def number(self, name: str) -> int:
        """The number of a name, always the same."""
        number = self._numbers.setdefault(name, len(self.all))
        if number == len(self.all):
            self.all.append(name)
        return number

    def message(self, code: int) -> str:
        """A message as people write it."""
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
        """Whether `last` tells of everything, because the node said what it began with."""
        self.last: dict[int, int] = {}
        """The last number of each sender that was delivered, or is in the state that the node began with."""
        self.seen: dict[int, NumberSet] = {}
        self.before = 0
        """The last message before the segment, if the node got it, and was not begun anew since."""
        self.segment = array("Q")
        """The messages since the last cut, sender and number in one."""
        self.segment_lines = array("I")

    @property
    def trace_line(self) -> TraceLine:
        """The line that is being read."""
        return TraceLine(self.file, self.line)

    def message_line(self, index: int) -> TraceLine:
        """The line of a message of the segment."""
        return TraceLine(self.file, self.segment_lines[index])

    def begin(self, through: dict[int, int]) -> None:
        """Begin with a state that includes these."""
        self.complete = True
        self.last = dict(through)
        self.seen = {sender: NumberSet(number) for sender, number in through.items()}

    def new_segment(self) -> None:
        """Go on after a cut."""
        self.segment = array("Q")
        self.segment_lines = array("I")
