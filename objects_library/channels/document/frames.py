# SPDX-License-Identifier: BSD-3-Clause
"""The messages between the copies of a document, as bytes: signed runs of changes, and reports of what a copy has."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from dataclasses import dataclass, field

from app.runtime.storage.documents.change import (
    AUTHOR_BYTES,
    CHAIN_BYTES,
    LARGEST_BODY,
    LARGEST_NUMBER,
    SIGNATURE_BYTES,
    Change,
    ChangeKind,
    next_chain,
)
from app.runtime.storage.documents.history import MOST_ORIGINS
from objects_library.channels.native.messages import (
    Frame,
    FrameError,
    Message,
    ReplicaStatus,
    SpecialFrame,
    Status,
    pack,
    unpack,
)

MOST_IN_RUN = 4096
LARGEST_RUN = 1 << 20
"""Bytes of a run that has more than one change."""

_RUN_KIND, _REPORT_KIND, _PRESENCE_KIND = 10, 11, 12
_RUN = struct.Struct(f"<BQQI{CHAIN_BYTES}s{AUTHOR_BYTES}s{SIGNATURE_BYTES}s")
_ENTRY = struct.Struct("<BQI")
_REPORT = struct.Struct(f"<BQBQI{CHAIN_BYTES}sQI")
_REACH = struct.Struct("<QQQQ")
_PRESENCE = struct.Struct(f"<B?{AUTHOR_BYTES}s")


@dataclass(frozen=True, slots=True)
class DocumentMessage(Message):
    """A change as the object receives it, with who made it, when, and the key if it is an effect."""

    author: bytes = b""
    time: int = 0
    effect: bytes = b""

    @staticmethod
    def of(change: Change) -> DocumentMessage:
        """The message of a change."""
        return DocumentMessage(
            change.origin, change.number, change.content, False, change.author, change.time, change.effect
        )


@dataclass(frozen=True, slots=True)
class Run(Message):
    """Consecutive changes of one origin under one signature, from number `number` on; `body` is the packed run."""

    changes: tuple[Change, ...] = ()
    before: bytes = b""
    """The chain digest that the first change continues."""


@dataclass(frozen=True, slots=True)
class Reach:
    """What a copy has of an origin."""

    number: int
    """The last change that its state includes."""
    floor: int
    """Single changes after this number are stored there."""
    owed: int
    """The last change that it has beside its state, to be merged; or 0."""

    @property
    def last(self) -> int:
        """The last change that it has anywhere."""
        return max(self.number, self.owed)


@dataclass(frozen=True, slots=True)
class Report(Status):
    """The status of a copy in a round, with the order of its changes and how far each origin reaches."""

    order: bytes = b""
    origin: int = 0
    """The origin of the sender's own changes."""
    reach: dict[int, Reach] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Presence(SpecialFrame):
    """Whose copy the sender is; or that it is being closed, so that nobody waits for it."""

    author: bytes
    here: bool = True


def pack_run(changes: Sequence[Change], before: bytes) -> bytes:
    """Encode consecutive changes of one origin; the last one is signed."""
    first, last = changes[0], changes[-1]
    head = _RUN.pack(
        _RUN_KIND, first.origin, first.number, len(changes), before, first.author, last.signature.ljust(64, b"\0")
    )
    entries = (part for each in changes for part in (_ENTRY.pack(each.kind, each.time, len(each.body)), each.body))
    return b"".join((head, *entries))


def run_of(changes: Sequence[Change], before: bytes) -> Run:
    """A run with its bytes."""
    return Run(changes[0].origin, changes[0].number, pack_run(changes, before), False, tuple(changes), before)


def runs(changes: Sequence[Change], before: bytes) -> list[Run]:
    """Consecutive changes of one origin as runs that end with signed changes; what follows the last one is left out."""
    found: list[Run] = []
    start = size = 0
    end = -1
    for index, change in enumerate(changes):
        size += len(change.body) + _ENTRY.size
        if change.signature:
            end = index
        full = size > LARGEST_RUN or index + 1 - start >= MOST_IN_RUN
        if end >= start and (full or index + 1 == len(changes)):
            found.append(run_of(changes[start : end + 1], before))
            before, start = changes[end].chain, end + 1
            size = sum(len(each.body) + _ENTRY.size for each in changes[start : index + 1])
    return found


def pack_frame(frame: Frame) -> bytes:
    """The bytes of a frame of a document."""
    if isinstance(frame, Run):
        return frame.body
    if isinstance(frame, Report):
        head = _REPORT.pack(
            _REPORT_KIND, frame.round, frame.standing, frame.count, frame.load, frame.order, frame.origin,
            len(frame.reach),
        )  # fmt: skip
        rest = (_REACH.pack(origin, each.number, each.floor, each.owed) for origin, each in frame.reach.items())
        return head + b"".join(rest)
    if isinstance(frame, Presence):
        return _PRESENCE.pack(_PRESENCE_KIND, frame.here, frame.author)
    return pack(frame)


def unpack_frame(data: bytes) -> Frame:
    """The frame of a document in some bytes."""
    try:
        if data[:1] == bytes([_RUN_KIND]):
            return _unpack_run(data)
        if data[:1] == bytes([_REPORT_KIND]):
            return _unpack_report(data)
        if data[:1] == bytes([_PRESENCE_KIND]):
            _, here, author = _PRESENCE.unpack(data)
            return Presence(author, here)
    except (struct.error, ValueError):
        raise FrameError(f"{len(data)} bytes are no frame of a document") from None
    frame = unpack(data)
    if isinstance(frame, Message | Status):
        raise FrameError("a document has only signed changes")
    return frame


def _unpack_run(data: bytes) -> Run:
    _, origin, first, count, before, author, signature = _RUN.unpack_from(data)
    if not 0 < count <= MOST_IN_RUN or not 0 < first <= LARGEST_NUMBER - count:
        raise ValueError
    changes: list[Change] = []
    chain, at = before, _RUN.size
    for number in range(first, first + count):
        kind, time, size = _ENTRY.unpack_from(data, at)
        at += _ENTRY.size
        if size > LARGEST_BODY or at + size > len(data) or time > LARGEST_NUMBER:
            raise ValueError
        body = data[at : at + size]
        at += size
        chain = next_chain(chain, ChangeKind(kind), time, body)
        signed = signature if number == first + count - 1 else b""
        changes.append(Change(origin, number, author, time, ChangeKind(kind), body, chain, signed))
    if at != len(data):
        raise ValueError
    return Run(origin, first, data, False, tuple(changes), before)


def _unpack_report(data: bytes) -> Report:
    _, round_, standing, count, load, order, origin, origins = _REPORT.unpack_from(data)
    if origins > 2 * MOST_ORIGINS or len(data) != _REPORT.size + origins * _REACH.size:
        raise ValueError
    reach = {each: Reach(*rest) for each, *rest in _REACH.iter_unpack(data[_REPORT.size :])}
    if any(each.number > LARGEST_NUMBER or each.owed > LARGEST_NUMBER for each in reach.values()):
        raise ValueError
    return Report(round_, ReplicaStatus(standing), 0, count, load, order, origin, reach)
