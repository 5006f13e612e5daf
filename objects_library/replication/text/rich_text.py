# SPDX-License-Identifier: BSD-3-Clause
"""Rich text: the allowed looks (formats), and a text with a look for each character.

The look of a paragraph is that of the line end behind it. A look is a few words by name, such as `bold` or
`block`: no fonts, no sizes, no colours of one's own, so that every theme can show it and nobody can hide
things.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from typing import NamedTuple
from urllib.parse import urlsplit

Look = dict[str, str]

YES = "1"
MARKS = ("bold", "italic", "underline", "strike", "code")
HIGHLIGHTS = ("yellow", "green", "blue", "pink", "orange", "purple")
BLOCKS = ("h1", "h2", "h3", "bullet", "number", "check", "done", "quote", "code")
LISTS = ("bullet", "number", "check", "done")
DEEPEST = 6
"""The deepest indentation of a paragraph."""
LONGEST_LINK = 2_000
_SCHEMES = ("http", "https", "mailto")
_OF_PARAGRAPHS = ("block", "indent")
_NAMES = (*MARKS, "highlight", "link", *_OF_PARAGRAPHS)


def is_look(name: str, value: str) -> bool:
    """Whether a look is known; all others are refused."""
    if name in MARKS:
        return value == YES
    if name == "highlight":
        return value in HIGHLIGHTS
    if name == "block":
        return value in BLOCKS
    if name == "indent":
        return value in tuple(map(str, range(1, DEEPEST + 1)))
    return name == "link" and is_link(value)


def is_look_or_end(name: str, value: str) -> bool:
    """Whether it is a known look, or the removal of one: an empty value."""
    return is_look(name, value) if value else name in _NAMES


def is_link(address: str) -> bool:
    """Whether an address is safe: a browser or mail program opens it, and nothing runs here."""
    if not 0 < len(address) <= LONGEST_LINK or not address.isprintable() or any(map(str.isspace, address)):
        return False
    try:
        parts = urlsplit(address)
    except ValueError:
        return False
    return parts.scheme in _SCHEMES and bool(parts.netloc or (parts.scheme == "mailto" and parts.path))


def look_of_paragraph(look: Mapping[str, str]) -> Look:
    """The part of a look that formats the paragraph."""
    return {name: look[name] for name in _OF_PARAGRAPHS if name in look}


def look_of_characters(look: Mapping[str, str]) -> Look:
    """The part of a look that formats characters."""
    return {name: value for name, value in look.items() if name not in _OF_PARAGRAPHS}


class TextRun(NamedTuple):
    """Consecutive characters with the same look."""

    text: str
    look: Look


class RichText:
    """A text with an array of look numbers, one per character, so that splicing is cheap."""

    def __init__(self, pieces: Iterable[TextRun] = ()) -> None:
        self.text = ""
        self._looks: list[Look] = [{}]
        self._numbers: dict[tuple[tuple[str, str], ...], int] = {(): 0}
        self._styles = array("I")
        texts = []
        for piece in pieces:
            texts.append(piece.text)
            self._styles.extend(array("I", [self._number(piece.look)]) * len(piece.text))
        self.text = "".join(texts)

    def __len__(self) -> int:
        return len(self.text)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, RichText) and list(self.pieces()) == list(other.pieces())

    __hash__ = None  # type: ignore[assignment]  # it changes

    def copy(self) -> RichText:
        """A copy."""
        made = RichText()
        made.text, made._styles = self.text, self._styles[:]
        made._looks, made._numbers = list(self._looks), dict(self._numbers)
        return made

    def splice(self, at: int, delete: int, insert: str, look: Mapping[str, str]) -> None:
        """Remove characters and insert others."""
        self.text = self.text[:at] + insert + self.text[at + delete :]
        self._styles[at : at + delete] = array("I", [self._number(look)]) * len(insert)

    def restyle(self, at: int, length: int, changes: Mapping[str, str]) -> None:
        """Change the look of characters; an empty value removes an attribute."""
        end = min(at + length, len(self.text))
        while at < end:
            run = self._run(at, end)
            look = changed_look(self.look(at), changes)
            self._styles[at : at + run] = array("I", [self._number(look)]) * run
            at += run

    def look(self, at: int) -> Look:
        """The look of a character."""
        return self._looks[self._styles[at]]

    def paragraph(self, at: int) -> Look:
        """The look of a paragraph."""
        end = self.text.find("\n", at)
        return look_of_paragraph(self.look(end)) if end >= 0 else {}

    def pieces(self, start: int = 0, end: int | None = None) -> Iterator[TextRun]:
        """The runs between two positions."""
        at = start
        for style, run in groupby(self._styles[start:end]):
            length = sum(1 for _ in run)
            yield TextRun(self.text[at : at + length], self._looks[style])
            at += length

    def _run(self, at: int, end: int) -> int:
        """How many characters from a position have the same look."""
        style, stop = self._styles[at], at + 1
        while stop < end and self._styles[stop] == style:
            stop += 1
        return stop - at

    def _number(self, look: Mapping[str, str]) -> int:
        key = tuple(sorted(look.items()))
        number = self._numbers.get(key)
        if number is None:
            number = self._numbers[key] = len(self._looks)
            self._looks.append(dict(key))
        return number


def changed_look(look: Mapping[str, str], changes: Mapping[str, str]) -> Look:
    """A look with some attributes changed; an empty value removes one."""
    return {name: value for name, value in {**look, **changes}.items() if value}
