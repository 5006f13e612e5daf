# SPDX-License-Identifier: BSD-3-Clause
"""The messages between the nodes of an ordered channel, as bytes."""

from __future__ import annotations

import struct
from dataclasses import dataclass
from enum import IntEnum
from typing import Any
from uuid import UUID


class FrameError(Exception):
    """The bytes are not a frame; any holder of the scope's key may send anything."""


class ReplicaStatus(IntEnum):
    """The status of a node's replica."""

    ABSENT = 0
    """A member without an application."""
    EMPTY = 1
    """Needs the state and never had it."""
    FORMER = 2
    """Had the state and was away since."""
    PENDING = 3
    """Receives the state."""
    READY = 4
    """Has the state."""


@dataclass(frozen=True, slots=True)
class Message:
    """A message for the application, numbered by its origin."""

    origin: int
    number: int
    body: bytes
    asks: bool = False
    """Whether its sender wants acknowledgements."""


@dataclass(frozen=True, slots=True)
class Status:
    """The sender's status in a round, with the generation of its state."""

    round: int
    standing: ReplicaStatus
    generation: int
    count: int
    load: int
    """How many transfers it serves."""


@dataclass(frozen=True, slots=True)
class Ask:
    """Starts a round in which all members report their status."""

    round: int


@dataclass(frozen=True, slots=True)
class Want:
    """Requests the state as of this position in the order."""

    request: UUID
    donor: int
    """The member that is asked."""


@dataclass(frozen=True, slots=True)
class Give:
    """The requested state if it is small; otherwise (`large`) it follows through the pair's group."""

    request: UUID
    newcomer: int
    """The member that has asked."""
    large: bool
    data: bytes


@dataclass(frozen=True, slots=True)
class Refuse:
    """The donor cannot give the requested state."""

    request: UUID
    newcomer: int


@dataclass(frozen=True, slots=True)
class _Count:
    count: int


class Kept(_Count):
    """The sender has this many messages on disk."""

    __slots__ = ()


class Delivered(_Count):
    """The sender has delivered this many messages; 0 requests acknowledgements."""

    __slots__ = ()


class SpecialFrame:
    """The base of frames that only one kind of group has, which packs them itself."""

    __slots__ = ()


Frame = Message | Status | Ask | Want | Give | Refuse | Kept | Delivered | SpecialFrame

_MESSAGE = struct.Struct("<BQQ")
_STATUS = struct.Struct("<BQBQQI")
_ASK = struct.Struct("<BQ")
_WANT = struct.Struct("<B16sI")
_GIVE = struct.Struct("<B16sIB")
_KINDS = {1: _MESSAGE, 2: _STATUS, 3: _ASK, 4: _WANT, 5: _GIVE, 6: _WANT, 7: _ASK, 8: _MESSAGE, 9: _ASK}


def pack(frame: Frame) -> bytes:
    """The bytes of a frame."""
    match frame:
        case Message():
            return _MESSAGE.pack(8 if frame.asks else 1, frame.origin, frame.number) + frame.body
        case Status():
            return _STATUS.pack(2, frame.round, frame.standing, frame.generation, frame.count, frame.load)
        case Ask():
            return _ASK.pack(3, frame.round)
        case Want():
            return _WANT.pack(4, frame.request.bytes, frame.donor)
        case Give():
            return _GIVE.pack(5, frame.request.bytes, frame.newcomer, frame.large) + frame.data
        case Refuse():
            return _WANT.pack(6, frame.request.bytes, frame.newcomer)
        case Kept():
            return _ASK.pack(7, frame.count)
        case Delivered():
            return _ASK.pack(9, frame.count)
        case SpecialFrame():
            raise FrameError(f"{type(frame).__name__} is of another kind of group")


def unpack(data: bytes) -> Frame:
    """The frame in some bytes."""
    try:
        layout = _KINDS[data[0]]
        fields, rest = layout.unpack_from(data), data[layout.size :]
        return _read(fields, rest)
    except (KeyError, IndexError, struct.error, ValueError):
        raise FrameError(f"{len(data)} bytes are no frame") from None


def _read(fields: tuple[Any, ...], rest: bytes) -> Frame:
    kind, *values = fields
    if kind in (1, 8):
        return Message(values[0], values[1], rest, kind == 8)
    if rest and kind != 5:
        raise ValueError
    if kind == 2:
        return Status(values[0], ReplicaStatus(values[1]), values[2], values[3], values[4])
    if kind == 3:
        return Ask(values[0])
    if kind in (7, 9):
        return Kept(values[0]) if kind == 7 else Delivered(values[0])
    request = UUID(bytes=values[0])
    if kind == 5:
        return Give(request, values[1], bool(values[2]), rest)
    return Want(request, values[1]) if kind == 4 else Refuse(request, values[1])


@dataclass(frozen=True, slots=True)
class History:
    """What a state includes: the last number of each origin, the total, and the generation."""

    seen: dict[int, int]
    generation: int
    count: int


_HISTORY = struct.Struct("<QQI")
_SEEN = struct.Struct("<QQ")


def pack_history(history: History) -> bytes:
    """Encode a history; origins in the order of their last message."""
    head = _HISTORY.pack(history.generation, history.count, len(history.seen))
    return head + b"".join(_SEEN.pack(*item) for item in history.seen.items())


def unpack_history(data: bytes) -> tuple[History, bytes]:
    """Decode a history, and return the rest."""
    try:
        generation, count, origins = _HISTORY.unpack_from(data)
        end = _HISTORY.size + origins * _SEEN.size
        if end > len(data):
            raise FrameError("a history is cut off")
        return History(dict(_SEEN.iter_unpack(data[_HISTORY.size : end])), generation, count), data[end:]
    except struct.error:
        raise FrameError("a history is cut off") from None
