"""The log of a channel for code that runs in an event loop; nothing here ever blocks it."""

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
    """What a channel has stored: a checkpoint, and the records after it. `ChannelLog.open` opens it.

    Positions count records from 1. The checkpoint, if there is one, is a state that includes all records up
    to `base`; the log has the records from `base` + 1 to `last`. One program at a time can have a log open.
    """

    def __init__(self, disk: DiskLog, serial: SerialExecutor) -> None:
        """For `open`, which see."""
        self._disk = disk
        self._serial = serial
        self._trouble: LogState | None = None
        self._closed = False
        self._listeners: list[Callable[[LogState], None]] = []
        self._commits = GroupCommit(disk, serial, self._note)
        self._told = self.state
        self._checkpointing = asyncio.Lock()

    @classmethod
    async def open(cls, directory: Path) -> Self:
        """Open the log in a directory, made if there is none; LogInUseError if somebody else has it open."""
        serial = SerialExecutor()
        return cls(await serial.run(DiskLog, directory), serial)

    @classmethod
    async def of_channel(cls, name: str) -> Self:
        """Open the log of the channel of this name, among this user's data."""
        return await cls.open(channel_directory(name))

    @property
    def base(self) -> int:
        """The last record that is in the checkpoint; 0 without one."""
        return self._disk.base

    @property
    def last(self) -> int:
        """The last record on disk; the next one gets the position after it."""
        return self._disk.last

    @property
    def state(self) -> LogState:
        """Whether it can be written, and whether something was lost: `ok`, `full: …`, `damaged: …` …"""
        if self._closed:
            return LogState(Condition.CLOSED)
        if self._trouble is not None:
            return self._trouble
        if self._disk.damage:
            return LogState(Condition.DAMAGED, ", ".join(map(str, self._disk.damage)))
        return LogState(Condition.OK)

    @property
    def damage(self) -> tuple[Damage, ...]:
        """What was stored and cannot be read any more; a checkpoint or `replace` that covers it ends it."""
        return tuple(self._disk.damage)

    @property
    def has_checkpoint(self) -> bool:
        """Whether `read_checkpoint` has something to give."""
        return self._disk.state is not None

    @property
    def wants_checkpoint(self) -> bool:
        """Whether a checkpoint would make the log much shorter."""
        return self._disk.wants_checkpoint

    def watch(self, listener: Callable[[LogState], None]) -> Callable[[], None]:
        """Have the listener told of every other state, in the event loop; the result ends that."""
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener) if listener in self._listeners else None

    async def append(self, records: Sequence[bytes]) -> int:
        """Add records; when this returns they are on disk. Gives the position of the last.

        Appends that come together share one sync, and keep their order. While the disk is full this waits. If
        it is cancelled, the records may or may not be stored.
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
        """Wait until everything that was appended before is on disk."""
        await self.append([])

    async def read(self, position: int | None = None, *, skip_lost: bool = False) -> AsyncIterator[Record]:
        """The records from a position on, by default the first after the checkpoint, up to the last on disk.

        At a lost record this raises LogDamagedError, or with `skip_lost` goes on with the next that is there.
        """
        self._check_open()
        reader = LogReader(self._disk, self.base + 1 if position is None else position, skip_lost=skip_lost)
        try:
            while records := await self._serial.run(reader.next_records):
                for record in records:
                    yield record
        finally:
            self._serial.post(reader.close)
            self._tell()

    async def read_checkpoint(self) -> AsyncIterator[bytes]:
        """The state in the checkpoint, in pieces; raises at damage, so none of it counts before the end."""
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

        The state comes in pieces of any size and is never in memory as a whole. If this is cancelled or
        raises, the checkpoint before it still counts. Appends go on meanwhile.
        """
        await self._store(position, chunks, replaces=False)

    async def replace(self, position: int, chunks: Chunks) -> None:
        """Begin anew with a state from elsewhere: the next record gets the position after `position`.

        What was stored before is removed, in one step: after a power cut there is the old or the new.
        """
        await self._store(position, chunks, replaces=True)

    async def close(self) -> None:
        """Finish what is being written, refuse what waits for room, and let others open the log."""
        if self._closed:
            return
        self._closed = True
        self._commits.close()
        try:
            await self._serial.run(self._disk.close)
        finally:
            self._tell()

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
            self._tell()
            self._commits.resume()

    async def _write_state(self, position: int, chunks: Chunks, *, replaces: bool) -> None:
        aside = SerialExecutor()  # a large state does not keep appends waiting
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
        self._tell()

    def _tell(self) -> None:
        if self.state != self._told:
            self._told = self.state
            for listener in list(self._listeners):
                listener(self._told)


async def _gathered(chunks: Chunks) -> AsyncIterator[bytes]:
    """The same bytes in pieces that are worth a turn of the thread each."""
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
