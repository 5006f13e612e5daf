# SPDX-License-Identifier: BSD-3-Clause
"""A strict parser of CRDT updates: text, deletions, looks, and dependencies.

Everything else that the format allows (embedded things, other roots) is no edit of a text and is refused. So
is what an honest copy never writes; the library is then only given what it can merge at once.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field

ROOT = "text"
LARGEST_NUMBER = 2**53
_LONGEST_LOOK = 20_000
_GONE, _DELETED, _STRING, _FORMAT = 0, 1, 4, 6
_HAS_ORIGIN, _HAS_RIGHT_ORIGIN, _HAS_KEY = 0x80, 0x40, 0x20


IsLook = Callable[[str, str], bool]
"""Whether a look is allowed; an empty value ends the attribute."""


class NotATextUpdateError(Exception):
    """The bytes are not an update of a text."""


def _plain(_name: str, _value: str) -> bool:
    return False


@dataclass
class TextUpdate:
    """The runs that an update inserts, by client, and those that it refers to."""

    brings: dict[int, tuple[int, int]] = field(default_factory=dict)
    mentioned: dict[int, int] = field(default_factory=dict)
    """How many runs of each client it depends on."""

    def is_early(self, here: dict[int, int]) -> bool:
        """Whether it depends on something that is missing here."""
        if any(start > here.get(client, 0) for client, (start, _) in self.brings.items()):
            return True
        return any(count > self._after(here, client) for client, count in self.mentioned.items())

    def leaves(self, here: dict[int, int]) -> dict[int, int]:
        """The state vector after merging it."""
        return {**here, **{client: self._after(here, client) for client in self.brings}}

    def _after(self, here: dict[int, int], client: int) -> int:
        return max(here.get(client, 0), self.brings.get(client, (0, 0))[1])


def read_update(data: bytes, is_look: IsLook = _plain) -> TextUpdate:
    """Parse an update from an untrusted sender; without looks it must be plain text."""
    reader = _Reader(data)
    found = TextUpdate()
    for _ in range(reader.number()):
        _read_pieces(reader, found, is_look)
    for _ in range(reader.number()):
        client = reader.number()
        for _ in range(reader.number()):
            start, length = reader.number(), reader.number()
            _mention(found, client, start + length)
    if reader.place != len(data):
        raise NotATextUpdateError("there is something behind it")
    return found


def _read_pieces(reader: _Reader, found: TextUpdate, is_look: IsLook) -> None:
    count, client, start = reader.number(), reader.number(), reader.number()
    if client in found.brings or not count:
        raise NotATextUpdateError("pieces of one copy are not together")
    clock = start
    for _ in range(count):
        length = _read_piece(reader, found, is_look)
        if not length:
            raise NotATextUpdateError("a piece is empty")
        clock += length
    if clock > LARGEST_NUMBER:
        raise NotATextUpdateError("a number is too large")
    found.brings[client] = (start, clock)


def _read_piece(reader: _Reader, found: TextUpdate, is_look: IsLook) -> int:
    """Read one run; returns its length in UTF-16 units, as the CRDT counts."""
    info = reader.byte()
    kind = info & 0x1F
    if kind == _GONE:
        return reader.number()
    if info & _HAS_KEY or kind not in (_DELETED, _STRING, _FORMAT):
        raise NotATextUpdateError("there is more than plain text in it")
    for side in (_HAS_ORIGIN, _HAS_RIGHT_ORIGIN):
        if info & side:
            client, clock = reader.number(), reader.number()
            _mention(found, client, clock + 1)
    if not info & (_HAS_ORIGIN | _HAS_RIGHT_ORIGIN) and (reader.number() != 1 or reader.text() != ROOT):
        raise NotATextUpdateError("it is about something else than the text")
    if kind == _FORMAT:
        _read_look(reader, is_look)
        return 1
    return reader.number() if kind == _DELETED else len(reader.text().encode("utf-16-le")) // 2


def _read_look(reader: _Reader, is_look: IsLook) -> None:
    """Read a change of a look from a position on."""
    name, text = reader.text(), reader.text()
    try:
        value = json.loads(text) if len(text) <= _LONGEST_LOOK else 0
    except ValueError:
        value = 0
    value = "" if value is None else value
    if not isinstance(value, str) or not is_look(name, value):
        raise NotATextUpdateError("there is more than text with the looks of a note in it")


def _mention(found: TextUpdate, client: int, count: int) -> None:
    found.mentioned[client] = max(count, found.mentioned.get(client, 0))


class _Reader:
    def __init__(self, data: bytes) -> None:
        self._data = data
        self.place = 0

    def byte(self) -> int:
        if self.place >= len(self._data):
            raise NotATextUpdateError("it is cut off")
        self.place += 1
        return self._data[self.place - 1]

    def number(self) -> int:
        """A variable-length integer: seven bits per byte, the lowest first."""
        number = shift = 0
        while True:
            byte = self.byte()
            number |= (byte & 0x7F) << shift
            if number > LARGEST_NUMBER or shift > 56:
                raise NotATextUpdateError("a number is too large")
            if byte < 0x80:
                return number
            shift += 7

    def text(self) -> str:
        length = self.number()
        piece = self._data[self.place : self.place + length]
        self.place += length
        try:
            if len(piece) == length:
                return piece.decode()
        except UnicodeDecodeError:
            pass
        raise NotATextUpdateError("a text in it is damaged or cut off")
