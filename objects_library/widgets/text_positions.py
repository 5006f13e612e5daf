# SPDX-License-Identifier: BSD-3-Clause
"""Positions in a text, in characters and in UTF-16 units as Qt counts."""

# Qt gives these a meaning of its own; they are shown as something of the same length instead.
_SHOWN = {
    0x00: "\u2400",
    0x0D: "\u240d",
    0x2028: "\u23ce",
    0x2029: "\u23ce",
    0xFDD0: "\ufffd",
    0xFDD1: "\ufffd",
    0xFFFC: "\ufffd",
}
_TYPED = {0x2029: "\n", 0x2028: "\n", 0xFDD0: "\n", 0xFDD1: "\n"}


class PlacedText:
    """A text that can be spliced, and that translates places between the two ways to count.

    It counts on from the place that was asked for last: people and programs rarely jump.
    """

    def __init__(self) -> None:
        self.text = ""
        self._wide = 0
        self._known = (0, 0)

    def splice(self, at: int, delete: int, insert: str) -> str:
        """Take away some characters and put in others; returns what went."""
        if self._wide and at < self._known[0]:
            self.units(at)
        gone = self.text[at : at + delete]
        self.text = self.text[:at] + insert + self.text[at + delete :]
        self._wide += _wide_in(insert) - _wide_in(gone)
        if not self._wide:
            self._known = (0, 0)
        return gone

    def units(self, position: int) -> int:
        """Where a character is for Qt."""
        if not self._wide:
            return position
        known, units = self._known
        if position >= known:
            units += _units(self.text[known:position])
        elif known - position < position:
            units -= _units(self.text[position:known])
        else:
            units = _units(self.text[:position])
        self._known = min(position, len(self.text)), units
        return units

    def place(self, units: int) -> int:
        """The character at a position; within a surrogate pair, its character."""
        if not self._wide:
            return units
        known, before = self._known
        if units < before - units:
            known, before = 0, 0
        if units >= before:
            found = known + _characters(self.text[known : known + units - before], units - before)
        else:
            start = max(0, known - (before - units))
            first = before - _units(self.text[start:known])
            found = start + _characters(self.text[start:known], units - first)
        self._known = found, self.units(found)
        return found


def shown(text: str) -> str:
    """The text as Qt can hold it, unit for unit."""
    return text.translate(_SHOWN)


def typed(text: str) -> str:
    """Text of Qt's document as plain text."""
    return text.translate(_TYPED)


def common(one: str, other: str) -> int:
    """The length of the common prefix."""
    pairs = zip(one, other, strict=False)
    return next((number for number, (a, b) in enumerate(pairs) if a != b), min(len(one), len(other)))


def difference(before: str, inserted: str) -> tuple[int, str, str]:
    """The start and the parts of a replacement that really differ; Qt may report more than was changed."""
    start = common(shown(before), inserted)
    before, inserted = before[start:], inserted[start:]
    same = common(shown(before)[::-1], inserted[::-1])
    return start, before[: len(before) - same], inserted[: len(inserted) - same]


def _units(text: str) -> int:
    return len(text) if text.isascii() else len(text.encode("utf-16-le", "surrogatepass")) // 2


def _wide_in(text: str) -> int:
    return _units(text) - len(text)


def _characters(text: str, units: int) -> int:
    """How many whole characters are in the first units of a text."""
    return len(text.encode("utf-16-le", "surrogatepass")[: 2 * units].decode("utf-16-le", "ignore"))
