# SPDX-License-Identifier: BSD-3-Clause
"""The log of a durable channel on this computer: a state, and the messages after it in total order."""

from __future__ import annotations

import asyncio
import contextlib
import struct
from collections import deque
from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import dataclass
from itertools import chain
from typing import Any

from app.runtime.library import ValueRefusedError
from app.runtime.storage import ChannelLog, LogInUseError, LogState, StorageError
from app.runtime.types import ValueType
from objects_library.channels.native.messages import (
    FrameError,
    History,
    Message,
    pack,
    pack_history,
    unpack,
    unpack_history,
)
from objects_library.channels.native.state_stream import StateReader, StateStream

_GENERATION = struct.Struct("<Q")
_LENGTH = struct.Struct("<I")
_RETRY = 1.0
_AT_ONCE = 64 << 10
"""Bytes per write: stored together or not at all, so a nearly full disk takes what fits."""

IN_USE = "another program on this computer keeps this channel on disk"


@dataclass
class Stored:
    """The stored content of a log."""

    history: History
    state: Any
    messages: list[Message]


@dataclass
class _Base:
    """A state that starts or compacts the log."""

    history: History
    state: Any
    anew: bool


class DurableLog:
    """Appends in call order and reports what is on disk."""

    def __init__(
        self, name: str, value_type: ValueType, kept: Callable[[int], None], trouble: Callable[[str | None], None]
    ) -> None:
        self._name = name
        self._type = value_type
        self._kept = kept
        self._trouble = trouble
        self._log: ChannelLog | None = None
        self._waiting: deque[tuple[int, bytes] | _Base] = deque()
        self._news = asyncio.Event()
        self._idle = asyncio.Event()
        self._idle.set()
        self._worker: asyncio.Task[None] | None = None
        self._shortening = False

    @property
    def is_open(self) -> bool:
        """Whether the log is open."""
        return self._log is not None

    @property
    def last(self) -> int:
        """The number of the last message on disk."""
        return self._log.last if self._log is not None else 0

    @property
    def wants_checkpoint(self) -> bool:
        """Whether a checkpoint would make the log much shorter."""
        return self._log is not None and not self._shortening and self._log.wants_checkpoint

    async def load(self) -> Stored | None:
        """Read everything stored, after pending writes; None if the log is empty."""
        if self._log is None:
            await self._open()
        await self._idle.wait()
        log = self._log
        if log is None or not (log.last or log.has_checkpoint):
            return None
        history, state = await self._load_state(log)
        seen, generation, messages = dict(history.seen), history.generation, []
        async for record in log.read():
            (generation,) = _GENERATION.unpack_from(record.content)
            message = unpack(record.content[_GENERATION.size :])
            if not isinstance(message, Message):
                raise FrameError("a record is no message")
            messages.append(message)
            seen.pop(message.origin, None)
            seen[message.origin] = message.number
        return Stored(History(seen, generation, log.last), state, messages)

    async def _open(self) -> None:
        try:
            self._log = await ChannelLog.of_channel(self._name)
        except LogInUseError:
            return
        self._log.watch(self._notify)
        self._notify(self._log.state)
        self._worker = asyncio.get_running_loop().create_task(self._work())

    async def _load_state(self, log: ChannelLog) -> tuple[History, Any]:
        if not log.has_checkpoint and not log.base:
            return History({}, 0, 0), None
        reader, head, history, empty = StateReader(self._type), bytearray(), None, True
        async for chunk in log.read_checkpoint():
            if history is not None:
                reader.feed(chunk)
                empty = False
                continue
            head += chunk
            if len(head) >= _LENGTH.size and len(head) >= _LENGTH.size + _LENGTH.unpack_from(head)[0]:
                end = _LENGTH.size + _LENGTH.unpack_from(head)[0]
                history = unpack_history(bytes(head[_LENGTH.size : end]))[0]
                reader.feed(bytes(head[end:]))
                empty = end == len(head)
        if history is None:
            raise ValueRefusedError("the stored state is cut off", "take another replica's")
        return history, None if empty else reader.value()

    def _notify(self, state: LogState) -> None:
        self._trouble(None if state.writable else f"what is said cannot be stored: {state}")

    # ---- writing

    def append(self, count: int, generation: int, message: Message) -> None:
        """Append a message; `kept` is called when it is on disk."""
        self._put((count, _GENERATION.pack(generation) + pack(message)))

    def begin_anew(self, history: History, state: Any) -> None:
        """Replace the log by a state from another node."""
        self._put(_Base(history, state, anew=True))

    def shorten(self, history: History, state: Any) -> None:
        """Compact the log: replace messages by the state that includes them."""
        self._shortening = True
        self._put(_Base(history, state, anew=False))

    def _put(self, entry: tuple[int, bytes] | _Base) -> None:
        if self._log is not None:
            self._waiting.append(entry)
            self._idle.clear()
            self._news.set()

    async def _work(self) -> None:
        assert self._log is not None
        while True:
            if not self._waiting:
                self._idle.set()
                self._news.clear()
                await self._news.wait()
                continue
            try:
                await self._write(self._log)
            except StorageError as error:
                self._trouble(f"what is said cannot be stored: {error}")
                await asyncio.sleep(_RETRY)
                self._notify(self._log.state)

    async def _write(self, log: ChannelLog) -> None:
        first = self._waiting[0]
        if isinstance(first, _Base):
            write = log.replace if first.anew else log.checkpoint
            await write(first.history.count, self._chunks(first))
            self._shortening = False
            self._waiting.popleft()
            self._kept(first.history.count)
            return
        records = list(self._together())
        await log.append([data for _, data in records])
        for _ in records:
            self._waiting.popleft()
        self._kept(records[-1][0])

    def _together(self) -> Iterator[tuple[int, bytes]]:
        size = 0
        for entry in self._waiting:
            if isinstance(entry, _Base) or size > _AT_ONCE:
                return
            size += len(entry[1])
            yield entry

    async def _chunks(self, base: _Base) -> AsyncIterator[bytes]:
        head = pack_history(base.history)
        # A backup may have started without a state and has only the messages since.
        state = () if base.state is None else StateStream(self._type, base.state)
        for part in chain([_LENGTH.pack(len(head)) + head], state):
            yield part

    async def close(self) -> None:
        """Finish pending writes, unless they fail, and release the log."""
        if self._log is None:
            return
        while self._log.state.writable and not self._idle.is_set():
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._idle.wait(), 0.1)
        if self._worker is not None:
            self._worker.cancel()
        with contextlib.suppress(StorageError):
            await self._log.close()
