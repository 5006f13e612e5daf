"""Text with looks: what characters and paragraphs can look like, and a text of which each character has one.

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
"""How far a paragraph can be indented."""
LONGEST_LINK = 2_000
_SCHEMES = ("http", "https", "mailto")
_OF_PARAGRAPHS = ("block", "indent")
_NAMES = (*MARKS, "highlight", "link", *_OF_PARAGRAPHS)


def is_look(name: str, value: str) -> bool:
    """Whether there is such a look; everything else is refused, whoever says it."""
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
    """Whether it is a look, or the end of one: an empty word."""
    return is_look(name, value) if value else name in _NAMES


def is_link(address: str) -> bool:
    """Only what a browser or a mail program opens, and nothing that runs here."""
    if not 0 < len(address) <= LONGEST_LINK or not address.isprintable() or any(map(str.isspace, address)):
        return False
    try:
        parts = urlsplit(address)
    except ValueError:
        return False
    return parts.scheme in _SCHEMES and bool(parts.netloc or (parts.scheme == "mailto" and parts.path))


def look_of_paragraph(look: Mapping[str, str]) -> Look:
    """What of a look is about the whole paragraph."""
    return {name: look[name] for name in _OF_PARAGRAPHS if name in look}


def look_of_characters(look: Mapping[str, str]) -> Look:
    """What of a look is about characters."""
    return {name: value for name, value in look.items() if name not in _OF_PARAGRAPHS}


class TextRun(NamedTuple):
    """Characters that look alike."""

    text: str
    look: Look


class RichText:
    """A text and a number for the look of each character: cutting and joining costs next to nothing."""

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
        """Another text that is the same now."""
        made = RichText()
        made.text, made._styles = self.text, self._styles[:]
        made._looks, made._numbers = list(self._looks), dict(self._numbers)
        return made

    def splice(self, at: int, delete: int, insert: str, look: Mapping[str, str]) -> None:
        """Some characters go and others come."""
        self.text = self.text[:at] + insert + self.text[at + delete :]
        self._styles[at : at + delete] = array("I", [self._number(look)]) * len(insert)

    def restyle(self, at: int, length: int, changes: Mapping[str, str]) -> None:
        """Give characters another look; an empty word takes one away."""
        end = min(at + length, len(self.text))
        while at < end:
            run = self._run(at, end)
            look = changed_look(self.look(at), changes)
            self._styles[at : at + run] = array("I", [self._number(look)]) * run
            at += run

    def look(self, at: int) -> Look:
        """How the character there looks."""
        return self._looks[self._styles[at]]

    def paragraph(self, at: int) -> Look:
        """How the paragraph there looks."""
        end = self.text.find("\n", at)
        return look_of_paragraph(self.look(end)) if end >= 0 else {}

    def pieces(self, start: int = 0, end: int | None = None) -> Iterator[TextRun]:
        """What is between two places."""
        at = start
        for style, run in groupby(self._styles[start:end]):
            length = sum(1 for _ in run)
            yield TextRun(self.text[at : at + length], self._looks[style])
            at += length

    def _run(self, at: int, end: int) -> int:
        """How many characters from there on look the same."""
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
    """A look with some words changed; an empty one takes it away."""
    return {name: value for name, value in {**look, **changes}.items() if value}
