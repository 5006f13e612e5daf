# SPDX-License-Identifier: BSD-3-Clause
"""The transfer of a large state to another node in pieces, with flow control, spooled to a file.

The receiver spools the pieces to an unnamed file. When a donor fails, the next one gets the digests of what
is there and sends only the missing pieces.
"""

from __future__ import annotations

import asyncio
import hashlib
import struct
import tempfile
from collections.abc import Callable, Iterable, Iterator
from typing import IO, Any
from uuid import UUID

from app.runtime.library import ValueRefusedError
from app.runtime.types import ValueType
from objects_library.channels.native.pair_group import PairGroup
from objects_library.channels.native.state_stream import StateReader, StateStream

_HAVE, _CHUNK, _SAME, _END, _RECEIVED, _FAILED = 1, 2, 3, 4, 5, 6
_HEAD = 17
_PIECE = 60_000
_WINDOW = 8
_DIGEST = 16
_LARGEST = 1 << 30
_SILENCE = 5.0
"""Seconds of silence before the other side counts as failed."""
_STEP = 0.004
"""Seconds of work before the event loop gets a turn."""
_NUMBER = struct.Struct("<IH")


def pieces(parts: Iterable[bytes]) -> Iterator[bytes]:
    """The same bytes in pieces of one size."""
    rest = bytearray()
    for part in parts:
        rest += part
        while len(rest) >= _PIECE:
            yield bytes(rest[:_PIECE])
            del rest[:_PIECE]
    if rest:
        yield bytes(rest)


def _digest(data: bytes) -> bytes:
    return hashlib.blake2b(data, digest_size=_DIGEST).digest()


class StateSender:
    """Sends a state to one newcomer; `bytes_sent` counts the bytes on the wire."""

    def __init__(self, pair: PairGroup, transfer: UUID, stream: StateStream, parts: Iterator[bytes]) -> None:
        self._pair = pair
        self._transfer = transfer
        self._stream = stream
        self._parts = parts
        self._received = 0
        self._known: set[bytes] | None = None
        self._news = asyncio.Event()
        self.bytes_sent = 0

    async def run(self) -> None:
        """Run until the newcomer has everything, or is silent for too long."""
        await self._pair.meet()
        self._pair.handle(self._transfer, self._handle_frame)
        await self._until(lambda: self._known is not None)
        assert self._known is not None
        number = 0
        for piece in pieces(self._parts):
            digest = _digest(piece)
            where = _NUMBER.pack(number, round(self._stream.done * 1000))
            if digest in self._known:
                await self._pair.send(_SAME, self._transfer, where + digest)
            else:
                await self._pair.send(_CHUNK, self._transfer, where + piece)
                self.bytes_sent += len(piece)
            number += 1
            await asyncio.sleep(0)
            await self._until(lambda sent=number: sent - self._received < _WINDOW)  # type: ignore[misc]
        await self._pair.send(_END, self._transfer, _NUMBER.pack(number, 1000))
        await self._until(lambda: self._received >= number)

    async def fail(self) -> None:
        """Tell the newcomer to ask another donor."""
        await self._pair.send(_FAILED, self._transfer)

    async def _until(self, enough: Callable[[], bool]) -> None:
        while not enough():
            self._news.clear()
            async with asyncio.timeout(_SILENCE):
                await self._news.wait()

    def _handle_frame(self, frame: bytes) -> None:
        rest = frame[_HEAD:]
        if frame[0] == _HAVE:
            self._known = {rest[at : at + _DIGEST] for at in range(0, len(rest), _DIGEST)}
        elif frame[0] == _RECEIVED and len(rest) == _NUMBER.size:
            self._received = max(self._received, _NUMBER.unpack(rest)[0])
        self._news.set()


class Spool:
    """The pieces received so far, by digest, in an unnamed file."""

    def __init__(self) -> None:
        self._file: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115  # lives as long as the spool
        self._end = 0
        self._places: dict[bytes, tuple[int, int]] = {}

    @property
    def digests(self) -> bytes:
        return b"".join(self._places)

    def keep(self, data: bytes) -> bytes:
        """Store a piece; return its digest."""
        digest = _digest(data)
        if digest not in self._places:
            if self._end > _LARGEST:
                raise ValueRefusedError("a state is larger than 1 GiB", "ask somebody else for it")
            self._file.seek(self._end)
            self._file.write(data)
            self._places[digest] = (self._end, len(data))
            self._end += len(data)
        return digest

    def read(self, digest: bytes) -> bytes | None:
        place = self._places.get(digest)
        if place is None:
            return None
        self._file.seek(place[0])
        return self._file.read(place[1])

    def close(self) -> None:
        self._file.close()


class StateReceiver:
    """Receives a state from one donor."""

    def __init__(self, pair: PairGroup, transfer: UUID, spool: Spool, progress: Callable[[float], None]) -> None:
        self._pair = pair
        self._transfer = transfer
        self._spool = spool
        self._progress = progress
        self._order: list[bytes] = []
        self._end: int | None = None
        self._failed: ValueRefusedError | None = None
        self._news = asyncio.Event()

    async def run(self, value_type: ValueType) -> Any:
        """Receive the state; raises `TimeoutError` or `ValueRefusedError` if another donor must be asked."""
        await self._pair.meet()
        self._pair.handle(self._transfer, self._handle_frame)
        await self._pair.send(_HAVE, self._transfer, self._spool.digests)
        acknowledged = 0
        while self._end is None or len(self._order) < self._end:
            self._news.clear()
            async with asyncio.timeout(_SILENCE):
                await self._news.wait()
            if self._failed is not None:
                raise self._failed
            if len(self._order) > acknowledged:
                acknowledged = len(self._order)
                await self._pair.send(_RECEIVED, self._transfer, _NUMBER.pack(acknowledged, 0))
        return await self._read(value_type)

    async def _read(self, value_type: ValueType) -> Any:
        reader = StateReader(value_type)
        loop = asyncio.get_running_loop()
        pause = loop.time() + _STEP
        for digest in self._order:
            piece = self._spool.read(digest)
            if piece is None:
                raise ValueRefusedError("a piece of the state is missing", "ask somebody else for it")
            reader.feed(piece)
            if loop.time() > pause:
                await asyncio.sleep(0)
                pause = loop.time() + _STEP
        return reader.value()

    def _handle_frame(self, frame: bytes) -> None:
        kind, rest = frame[0], frame[_HEAD:]
        if kind == _FAILED:
            self._failed = ValueRefusedError("the state cannot be had there", "ask somebody else for it")
        elif len(rest) >= _NUMBER.size:
            number, thousandths = _NUMBER.unpack_from(rest)
            if kind == _END:
                self._end = number
            elif number == len(self._order) and kind in (_CHUNK, _SAME):
                data = rest[_NUMBER.size :]
                try:
                    self._order.append(self._spool.keep(data) if kind == _CHUNK else data)
                except ValueRefusedError as error:
                    self._failed = error
                self._progress(min(1.0, thousandths / 1000))
        self._news.set()
