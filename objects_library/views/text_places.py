"""Places in a text, as people count (characters) and as Qt counts (units of 16 bits)."""

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
    """A text that can be spliced, and that translates places between the two ways to count."""

    def __init__(self) -> None:
        self.text = ""
        self._wide = 0

    def splice(self, at: int, delete: int, insert: str) -> str:
        """Take away some characters and put in others; returns what went."""
        gone = self.text[at : at + delete]
        self.text = self.text[:at] + insert + self.text[at + delete :]
        self._wide += _wide_in(insert) - _wide_in(gone)
        return gone

    def units(self, place: int) -> int:
        """Where a character is for Qt."""
        if not self._wide:
            return place
        return place + _wide_in(self.text[:place])

    def place(self, units: int) -> int:
        """Which character is there; within a character of two units, the one itself."""
        if not self._wide:
            return units
        return len(self.text.encode("utf-16-le")[: 2 * units].decode("utf-16-le", "ignore"))


def shown(text: str) -> str:
    """The text as Qt may have it, unit for unit."""
    return text.translate(_SHOWN)


def typed(text: str) -> str:
    """A piece of Qt's document as text."""
    return text.translate(_TYPED)


def common(one: str, other: str) -> int:
    """How many characters at the beginning are the same."""
    pairs = zip(one, other, strict=False)
    return next((number for number, (a, b) in enumerate(pairs) if a != b), min(len(one), len(other)))


def _wide_in(text: str) -> int:
    if text.isascii():
        return 0
    return sum(1 for character in text if ord(character) > 0xFFFF)
