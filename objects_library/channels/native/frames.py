"""What the nodes of an ordered channel say to each other, as bytes."""

from __future__ import annotations

import struct
from dataclasses import dataclass
from enum import IntEnum
from typing import Any
from uuid import UUID


class FrameError(Exception):
    """The bytes are no frame; whoever has the key of a scope may send anything."""


class Standing(IntEnum):
    """How a node stands to the state of a channel."""

    ABSENT = 0
    """Takes part, but nobody here uses the channel."""
    EMPTY = 1
    """Needs the state, and has never had it."""
    FORMER = 2
    """Had the state, and was away since."""
    PENDING = 3
    """Is being given the state."""
    READY = 4
    """Has the state."""


@dataclass(frozen=True, slots=True)
class Message:
    """Something for the application: the number counts what its origin has said."""

    origin: int
    number: int
    body: bytes


@dataclass(frozen=True, slots=True)
class Status:
    """How the sender stands, in answer to a round: with how old a state, and how busy it is giving it."""

    round: int
    standing: Standing
    view: int
    count: int
    load: int


@dataclass(frozen=True, slots=True)
class Ask:
    """Starts a round in which everybody says how they stand."""

    round: int


@dataclass(frozen=True, slots=True)
class Want:
    """The sender wants the state as it is at this very place in the order, from the donor."""

    request: UUID
    donor: int


@dataclass(frozen=True, slots=True)
class Give:
    """The state that was wanted, if it is small; else (`large`) it follows between the two alone."""

    request: UUID
    newcomer: int
    large: bool
    data: bytes


@dataclass(frozen=True, slots=True)
class Refuse:
    """The state that was wanted cannot be had here."""

    request: UUID
    newcomer: int


Frame = Message | Status | Ask | Want | Give | Refuse

_MESSAGE = struct.Struct("<BQQ")
_STATUS = struct.Struct("<BQBQQI")
_ASK = struct.Struct("<BQ")
_WANT = struct.Struct("<B16sI")
_GIVE = struct.Struct("<B16sIB")
_KINDS = {1: _MESSAGE, 2: _STATUS, 3: _ASK, 4: _WANT, 5: _GIVE, 6: _WANT}


def pack(frame: Frame) -> bytes:
    """The bytes of a frame."""
    match frame:
        case Message():
            return _MESSAGE.pack(1, frame.origin, frame.number) + frame.body
        case Status():
            return _STATUS.pack(2, frame.round, frame.standing, frame.view, frame.count, frame.load)
        case Ask():
            return _ASK.pack(3, frame.round)
        case Want():
            return _WANT.pack(4, frame.request.bytes, frame.donor)
        case Give():
            return _GIVE.pack(5, frame.request.bytes, frame.newcomer, frame.large) + frame.data
        case Refuse():
            return _WANT.pack(6, frame.request.bytes, frame.newcomer)


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
    if kind == 1:
        return Message(values[0], values[1], rest)
    if rest and kind != 5:
        raise ValueError
    if kind == 2:
        return Status(values[0], Standing(values[1]), values[2], values[3], values[4])
    if kind == 3:
        return Ask(values[0])
    request = UUID(bytes=values[0])
    if kind == 5:
        return Give(request, values[1], bool(values[2]), rest)
    return Want(request, values[1]) if kind == 4 else Refuse(request, values[1])


_COUNT = struct.Struct("<I")
_SEEN = struct.Struct("<QQ")


def pack_seen(seen: dict[int, int]) -> bytes:
    """What has been heard of each origin, oldest first."""
    return _COUNT.pack(len(seen)) + b"".join(_SEEN.pack(*item) for item in seen.items())


def unpack_seen(data: bytes) -> tuple[dict[int, int], bytes]:
    """The same, and what follows it."""
    try:
        (count,) = _COUNT.unpack_from(data)
        end = _COUNT.size + count * _SEEN.size
        if end > len(data):
            raise FrameError("a table is cut off")
        return dict(_SEEN.iter_unpack(data[_COUNT.size : end])), data[end:]
    except struct.error:
        raise FrameError("a table is cut off") from None
