# SPDX-License-Identifier: BSD-3-Clause
"""The log of a channel for asynchronous code; it never blocks the event loop."""

import asyncio
from collections.abc import AsyncIterable, AsyncIterator, Callable, Iterable, Sequence
from pathlib import Path
from typing import Self

from app.runtime.storage import limits
from app.runtime.storage.disk_log import DiskLog
from app.runtime.storage.errors import (
    LogClosedError,
    LogDamagedError,
    LogFailingError,
    LogFullError,
    NotInLogError,
    TooLargeError,
)
from app.runtime.storage.file_names import channel_directory
from app.runtime.storage.group_commit import GroupCommit, trouble
from app.runtime.storage.log_reader import LogReader, Record
from app.runtime.storage.log_state import Condition, Damage, LogState
from app.runtime.storage.serial_executor import SerialExecutor
from app.runtime.storage.state_files import read_state

Chunks = Iterable[bytes] | AsyncIterable[bytes]


class ChannelLog:
    """The stored checkpoint of a channel, and the records after it. `ChannelLog.open` opens it.

    Positions count records from 1. The checkpoint, if there is one, is a state that includes all records up
    to `base`; the log has the records from `base` + 1 to `last`. One program at a time can have a log open.
    """

    def __init__(self, disk: DiskLog, serial: SerialExecutor) -> None:
        """For `open`."""
        self._disk = disk
        self._serial = serial
        self._trouble: LogState | None = None
        self._closed = False
        self._listeners: list[Callable[[LogState], None]] = []
        self._commits = GroupCommit(disk, serial, self._note)
        self._notified_state = self.state
        self._checkpointing = asyncio.Lock()

    @classmethod
    async def open(cls, directory: Path) -> Self:
        """Open the log in a directory, created if missing; LogInUseError if it is open elsewhere."""
        serial = SerialExecutor()
        return cls(await serial.run(DiskLog, directory), serial)

    @classmethod
    async def of_channel(cls, name: str) -> Self:
        """Open the log of the channel of this name, in the user's data directory."""
        return await cls.open(channel_directory(name))

    @property
    def base(self) -> int:
        """The last record in the checkpoint; 0 without one."""
        return self._disk.base

    @property
    def last(self) -> int:
        """The last record on disk; the next one gets the position after it."""
        return self._disk.last

    @property
    def state(self) -> LogState:
        """Whether it is writable, and whether data was lost: `ok`, `full: …`, `damaged: …` …"""
        if self._closed:
            return LogState(Condition.CLOSED)
        if self._trouble is not None:
            return self._trouble
        if self._disk.damage:
            return LogState(Condition.DAMAGED, ", ".join(map(str, self._disk.damage)))
        return LogState(Condition.OK)

    @property
    def damage(self) -> tuple[Damage, ...]:
        """Stored data that is unreadable now; a checkpoint or `replace` that covers it clears it."""
        return tuple(self._disk.damage)

    @property
    def has_checkpoint(self) -> bool:
        """Whether there is a checkpoint to read."""
        return self._disk.state is not None

    @property
    def wants_checkpoint(self) -> bool:
        """Whether a checkpoint would make the log much shorter."""
        return self._disk.wants_checkpoint

    def watch(self, listener: Callable[[LogState], None]) -> Callable[[], None]:
        """Call the listener at every change of state, in the event loop; returns what stops this."""
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener) if listener in self._listeners else None

    async def append(self, records: Sequence[bytes]) -> int:
        """Append records; returns the position of the last when all are on disk.

        Concurrent appends share one sync, and keep their order. While the disk is full this waits. If it is
        cancelled, the records may or may not be stored.
        """
        self._check_open()
        for record in records:
            if len(record) > limits.MAX_RECORD_BYTES:
                raise TooLargeError(
                    f"a record of {len(record)} bytes is larger than {limits.MAX_RECORD_BYTES >> 20} MiB",
                    "send less at a time",
                )
        return await self._commits.append([bytes(record) for record in records])

    async def sync(self) -> None:
        """Wait until everything appended before is on disk."""
        await self.append([])

    async def read(self, position: int | None = None, *, skip_lost: bool = False) -> AsyncIterator[Record]:
        """Yield the records from a position, by default the first after the checkpoint, to the last on disk.

        At a lost record this raises LogDamagedError, or with `skip_lost` continues with the next readable
        one.
        """
        self._check_open()
        reader = LogReader(self._disk, self.base + 1 if position is None else position, skip_lost=skip_lost)
        try:
            while records := await self._serial.run(reader.next_records):
                for record in records:
                    yield record
        finally:
            self._serial.post(reader.close)
            self._notify()

    async def read_checkpoint(self) -> AsyncIterator[bytes]:
        """Yield the state in the checkpoint, in chunks; it is valid only if no error comes up to the end."""
        self._check_open()
        name = self._disk.state
        if name is None:
            if self.base:
                raise LogDamagedError(f"the state up to record {self.base} is lost", "take another replica's")
            raise NotInLogError("there is no checkpoint", "begin with nothing, and read all records")
        chunks = read_state(self._disk.path_of(name), name.key)
        serial = SerialExecutor()
        try:
            while (chunk := await serial.run(next, chunks, None)) is not None:
                yield chunk
        except FileNotFoundError:
            raise NotInLogError("the checkpoint was followed by another one", "read it again") from None
        finally:
            serial.post(chunks.close)

    async def checkpoint(self, position: int, chunks: Chunks) -> None:
        """Store the state that includes all records up to `position`, then remove these.

        The state comes in chunks of any size and is never in memory as a whole. If this is cancelled or
        raises, the previous checkpoint stays. Appends continue meanwhile.
        """
        await self._store(position, chunks, replaces=False)

    async def replace(self, position: int, chunks: Chunks) -> None:
        """Restart from a state from elsewhere: the next record gets the position after `position`.

        Everything stored before is removed atomically: after a power cut either the old or the new is there.
        """
        await self._store(position, chunks, replaces=True)

    async def close(self) -> None:
        """Finish writing, fail waiting appends, and release the log."""
        if self._closed:
            return
        self._closed = True
        self._commits.close()
        try:
            await self._serial.run(self._disk.close)
        finally:
            self._notify()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def _store(self, position: int, chunks: Chunks, *, replaces: bool) -> None:
        self._check_open()
        async with self._checkpointing:
            try:
                await self._write_state(position, chunks, replaces=replaces)
            except OSError as error:
                state = trouble(error)
                kind = LogFullError if state.condition is Condition.FULL else LogFailingError
                raise kind(
                    f"no checkpoint was made: {error.strerror}", "the one before it counts; try again later"
                ) from None
            self._notify()
            self._commits.resume()

    async def _write_state(self, position: int, chunks: Chunks, *, replaces: bool) -> None:
        aside = SerialExecutor()  # a large state must not delay appends
        state = await self._serial.run(self._disk.new_state, position, replaces=replaces)
        try:
            async for piece in _gathered(chunks):
                await aside.run(state.add, piece)
            await aside.run(state.sync)
        except BaseException:
            aside.post(state.abandon)
            raise
        self._check_open()
        await self._serial.run(self._disk.adopt, state)

    def _check_open(self) -> None:
        if self._closed:
            raise LogClosedError("the log was closed", "open it again")

    def _note(self, trouble: LogState | None) -> None:
        self._trouble = trouble
        self._notify()

    def _notify(self) -> None:
        if self.state != self._notified_state:
            self._notified_state = self.state
            for listener in list(self._listeners):
                listener(self._notified_state)


async def _gathered(chunks: Chunks) -> AsyncIterator[bytes]:
    """Regroup the bytes into chunks that are worth a call of the thread each."""
    waiting: list[bytes] = []
    size = 0
    async for chunk in _each(chunks):
        waiting.append(chunk)
        size += len(chunk)
        if size >= limits.CHUNK_BYTES:
            yield b"".join(waiting)
            waiting = []
            size = 0
    if waiting:
        yield b"".join(waiting)


async def _each(chunks: Chunks) -> AsyncIterator[bytes]:
    if isinstance(chunks, AsyncIterable):
        async for chunk in chunks:
            yield chunk
    else:
        for chunk in chunks:
            yield chunk
