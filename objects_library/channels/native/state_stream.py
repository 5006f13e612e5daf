# SPDX-License-Identifier: BSD-3-Clause
"""A large value as a stream of small parts, and back: neither side holds all its bytes at once.

A part is a mark, a length and bytes. Lists and maps travel as groups of items, texts and bytes as slices,
records field by field; everything else as one value. What arrives is checked against its type.
"""

from __future__ import annotations

import io
import struct
from collections.abc import Iterator
from itertools import islice
from typing import Any

from app.runtime.library import ValueRefusedError, decode, encode
from app.runtime.types import BYTES, TEXT, ListOf, MapOf, Record, Union, ValueType

_PART = struct.Struct("<cI")
_SLICE = 32 << 10
_MOST_ITEMS = 4096
_DEEPEST = 16
_LARGEST_PART = 64 << 20
"""One item of a list or map may be as large as a message."""

_VALUE, _LIST, _MAP, _RECORD, _BYTES, _TEXT = b"V", b"L", b"M", b"R", b"B", b"T"
_ITEMS, _ENTRIES, _FIELD, _PIECE, _END = b"I", b"J", b"F", b"P", b"E"


class StateStream:
    """Yields the parts of a value, with the progress."""

    def __init__(self, value_type: ValueType, value: object) -> None:
        self._type = value_type
        self._value = value
        self.done = 0.0
        """Between 0 and 1; an estimate by the number of items of the largest container seen so far."""

    def __iter__(self) -> Iterator[bytes]:
        yield from self._parts(self._type, self._value, 0, (0.0, 1.0))
        self.done = 1.0

    def _parts(self, kind: ValueType, value: Any, depth: int, share: tuple[float, float]) -> Iterator[bytes]:
        kind = _chosen(kind, value)
        if depth < _DEEPEST and isinstance(value, list) and isinstance(kind, ListOf):
            yield _part(_LIST)
            yield from self._groups(_ITEMS, kind, value, len(value), share)
        elif depth < _DEEPEST and isinstance(value, dict) and isinstance(kind, MapOf):
            yield _part(_MAP)
            yield from self._groups(_ENTRIES, kind, value.items(), len(value), share)
        elif depth < _DEEPEST and isinstance(value, dict) and isinstance(kind, Record) and _exact(kind, value):
            yield from self._fields(kind, value, depth, share)
        elif isinstance(value, bytes) and kind == BYTES:
            yield _part(_BYTES)
            yield from self._slices(value, share)
        elif isinstance(value, str) and kind == TEXT and len(value) > _SLICE:
            yield _part(_TEXT)
            yield from self._slices(value, share)
        else:
            yield _part(_VALUE, encode(kind, value))

    def _fields(self, kind: Record, value: dict[str, Any], depth: int, share: tuple[float, float]) -> Iterator[bytes]:
        types = {field.name: field.type for field in kind.fields}
        start, width = share
        yield _part(_RECORD)
        for number, (name, item) in enumerate(value.items()):
            yield _part(_FIELD, name.encode())
            yield from self._parts(
                types[name], item, depth + 1, (start + width * number / len(value), width / len(value))
            )
        yield _part(_END)

    def _groups(
        self, mark: bytes, kind: ValueType, items: Any, total: int, share: tuple[float, float]
    ) -> Iterator[bytes]:
        """Yield groups of about one slice, whatever the size of the items."""
        rest, given, size = iter(items), 0, 16
        while group := list(islice(rest, size)):
            data = encode(kind, dict(group) if mark == _ENTRIES else group)
            given += len(group)
            self.done = share[0] + share[1] * given / total
            yield _part(mark, data)
            per_item = max(1, len(data) // len(group))
            size = max(1, min(_MOST_ITEMS, _SLICE // per_item, size * 4))
        yield _part(_END)

    def _slices(self, value: bytes | str, share: tuple[float, float]) -> Iterator[bytes]:
        try:
            for start in range(0, len(value), _SLICE):
                piece = value[start : start + _SLICE]
                self.done = share[0] + share[1] * min(1.0, (start + _SLICE) / len(value))
                yield _part(_PIECE, piece if isinstance(piece, bytes) else piece.encode())
        except UnicodeEncodeError:
            raise ValueRefusedError("a text holds half a character", "remove its lone surrogates") from None
        yield _part(_END)


class StateReader:
    """Rebuilds the value; `feed` takes any slices of the stream."""

    def __init__(self, value_type: ValueType) -> None:
        self._builders: list[_Builder] = []
        self._type = value_type
        self._rest = bytearray()
        self._value: list[Any] = []

    def feed(self, data: bytes) -> None:
        """Process more of the stream; raises `ValueRefusedError` if it is no value of the type."""
        rest = self._rest
        rest += data
        at = 0
        while len(rest) - at >= _PART.size:
            mark, size = _PART.unpack_from(rest, at)
            if size > _LARGEST_PART:
                raise _disorder()
            if len(rest) - at < _PART.size + size:
                break
            self._take(mark, bytes(rest[at + _PART.size : at + _PART.size + size]))
            at += _PART.size + size
        del rest[:at]

    def value(self) -> Any:
        """The value, after the end of the stream."""
        if not self._value or self._rest:
            raise ValueRefusedError("a state ends in the middle", "ask for it again")
        return self._value[0]

    def _take(self, mark: bytes, data: bytes) -> None:
        if self._value:
            raise _disorder()
        if mark in (_VALUE, _LIST, _MAP, _RECORD, _BYTES, _TEXT):
            kind = self._builders[-1].inner() if self._builders else self._type
            if mark == _VALUE:
                self._finished(decode(kind, data))
            elif len(self._builders) > _DEEPEST:
                raise _disorder()
            else:
                self._builders.append(_Builder(mark, kind))
        elif not self._builders:
            raise _disorder()
        elif mark == _END:
            self._finished(self._builders.pop().finish())
        else:
            self._builders[-1].add(mark, data)

    def _finished(self, value: object) -> None:
        if self._builders:
            self._builders[-1].put(value)
        else:
            self._value.append(value)


class _Builder:
    """A container under construction."""

    def __init__(self, mark: bytes, kind: ValueType) -> None:
        self._mark = mark
        self._kind = _of_shape(kind, mark)
        self._list: list[Any] = []
        self._dict: dict[Any, Any] = {}
        self._bytes = io.BytesIO()
        self._field: str | None = None

    def add(self, mark: bytes, data: bytes) -> None:
        if mark == _ITEMS and self._mark == _LIST:
            self._list += decode(self._kind, data)
        elif mark == _ENTRIES and self._mark == _MAP:
            self._dict.update(decode(self._kind, data))
        elif mark == _PIECE and self._mark in (_BYTES, _TEXT):
            self._bytes.write(data)
        elif mark == _FIELD and self._mark == _RECORD and self._field is None:
            self._field = data.decode(errors="replace")
        else:
            raise _disorder()

    def inner(self) -> ValueType:
        """The type of the next element."""
        assert isinstance(self._kind, ValueType)
        if isinstance(self._kind, Record):
            for field in self._kind.fields:
                if field.name == self._field and isinstance(field.type, ValueType):
                    return field.type
        raise _disorder()

    def put(self, value: object) -> None:
        if self._field is None:
            raise _disorder()
        self._dict[self._field] = value
        self._field = None

    def finish(self) -> Any:
        if self._mark == _LIST:
            return self._list
        if self._mark == _BYTES:
            return self._bytes.getvalue()
        if self._mark == _TEXT:
            try:
                return self._bytes.getvalue().decode()
            except UnicodeDecodeError:
                raise _disorder() from None
        if isinstance(self._kind, Record):
            missing = [f.name for f in self._kind.fields if not f.optional and f.name not in self._dict]
            if missing or self._field is not None:
                raise _disorder()
        return self._dict


def _part(mark: bytes, data: bytes = b"") -> bytes:
    return _PART.pack(mark, len(data)) + data


def _exact(kind: Record, value: dict[Any, Any]) -> bool:
    """Whether all fields are known; a record with additional ones is sent as a whole."""
    known = {field.name for field in kind.fields}
    required = {field.name for field in kind.fields if not field.optional}
    return required <= value.keys() <= known


def _chosen(kind: ValueType, value: object) -> ValueType:
    """The only option of a union that fits a container; the union itself if it is ambiguous."""
    if not isinstance(kind, Union):
        return kind
    fitting: list[ValueType] = []
    if isinstance(value, list):
        fitting = [option for option in kind.options if isinstance(option, ListOf)]
    elif isinstance(value, dict):
        fitting = [option for option in kind.options if isinstance(option, MapOf | Record)]
    elif isinstance(value, bytes | str):
        fitting = [option for option in kind.options if option == (BYTES if isinstance(value, bytes) else TEXT)]
    return fitting[0] if len(fitting) == 1 else kind


def _of_shape(kind: ValueType, mark: bytes) -> ValueType:
    """The container type for a mark; refused if the type has none."""
    options = kind.options if isinstance(kind, Union) else (kind,)
    shape = {_LIST: ListOf, _MAP: MapOf, _RECORD: Record}.get(mark)
    for option in options:
        if shape is not None and isinstance(option, shape):
            return option
        if (mark, option) in ((_BYTES, BYTES), (_TEXT, TEXT)) and isinstance(option, ValueType):
            return option
    raise _disorder()


def _disorder() -> ValueRefusedError:
    return ValueRefusedError("a state does not have its type", "ask somebody else for it")
