# SPDX-License-Identifier: BSD-3-Clause
"""The journal on disk of a note's content that no other copy has."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from time import monotonic
from typing import NamedTuple

from app.runtime.directories import DirectoryError
from app.runtime.library import Context
from app.runtime.storage import ChannelLog, LogInUseError, StorageError, channel_directory
from objects_library.channels.native import scope_registry

_SLOTS = 16
"""How many programs of one user can keep the same note at the same time."""
_RETRY = 5.0
_ANEW = 60.0
"""Seconds after which the whole note is written again, with its present versions."""


class JournalEntry(NamedTuple):
    """An entry on disk: the whole note, or an update since."""

    data: bytes
    whole: bool


class OfflineJournal:
    """The note and the updates since, on disk; empty while another copy has everything."""

    def __init__(
        self, name: str, context: Context, state: Callable[[], bytes], trouble: Callable[[str], object]
    ) -> None:
        self._name = name
        self._context = context
        self._state = state
        self._trouble = trouble
        self._logs: list[ChannelLog] = []
        self._records: list[bytes] = []
        self._whole = False
        self._emptied = False
        self._written_at = monotonic()
        self._news = asyncio.Event()
        self._turn = asyncio.Lock()
        self.active = False

    async def read(self) -> list[JournalEntry]:
        """The entries of earlier runs; they stay until `clear`."""
        found: list[JournalEntry] = []
        try:
            for slot in range(_SLOTS):
                directory = channel_directory(self._place(slot))
                if await asyncio.to_thread(directory.exists):
                    found += await self._adopt(slot)
        except (StorageError, DirectoryError, OSError) as error:
            self._trouble(str(error))
        self._context.at_end(lambda: scope_registry.finish(self._finish()))
        self._context.spawn(self._work())
        return found

    def keep(self) -> None:
        """Start to store updates on disk."""
        self.active, self._whole, self._emptied = True, True, False
        self._news.set()

    def wrote(self, update: bytes) -> None:
        """Store an update."""
        if self.active:
            self._records.append(update)
            self._whole = self._whole or monotonic() - self._written_at > _ANEW
            self._news.set()

    def clear(self) -> None:
        """Delete everything, because another copy has it."""
        self.active, self._whole, self._emptied = False, False, True
        self._records.clear()
        self._news.set()

    def _place(self, slot: int) -> str:
        return f"note {self._name} {slot}"

    async def _adopt(self, slot: int) -> list[JournalEntry]:
        try:
            log = await ChannelLog.of_channel(self._place(slot))
        except LogInUseError:  # another program has the note open
            return []
        found: list[JournalEntry] = []
        try:
            if log.has_checkpoint:
                found.append(JournalEntry(b"".join([chunk async for chunk in log.read_checkpoint()]), whole=True))
            found += [JournalEntry(record.content, whole=False) async for record in log.read(skip_lost=True)]
        finally:
            if any(each.data for each in found):
                self._logs.append(log)
                self.active = True
            else:
                await log.close()
        return [each for each in found if each.data]

    async def _own_log(self) -> ChannelLog:
        for slot in range(_SLOTS) if not self._logs else ():
            try:
                self._logs.append(await ChannelLog.of_channel(self._place(slot)))
                break
            except LogInUseError:
                continue
        if not self._logs:
            raise LogInUseError(f"{_SLOTS} programs have this note open already", "close it in one of them")
        return self._logs[0]

    async def _work(self) -> None:
        while True:
            await self._news.wait()
            self._news.clear()
            try:
                await self._write()
            except (StorageError, DirectoryError, OSError) as error:
                self._context.post(self._trouble, str(error))
                await asyncio.sleep(_RETRY)
                self._news.set()

    async def _write(self) -> None:
        async with self._turn:
            if self._emptied:
                self._emptied = False
                await self._empty()
            elif self._whole:
                log = await self._own_log()
                self._whole, self._written_at = False, monotonic()
                self._records.clear()
                await log.replace(log.last, [self._state()])
                for other in self._logs[1:]:  # the first file has everything now
                    await other.replace(other.last, [b""])
                    await other.close()
                del self._logs[1:]
            elif self._records:
                log = await self._own_log()
                records = list(self._records)
                await log.append(records)
                del self._records[: len(records)]
                self._whole = self.active and log.wants_checkpoint

    async def _empty(self) -> None:
        while self._logs:
            log = self._logs[-1]
            await log.replace(log.last, [b""])
            await log.close()
            self._logs.pop()

    async def _finish(self) -> None:
        try:
            await self._write()
            for log in self._logs:
                await log.close()
        except (StorageError, DirectoryError, OSError) as error:
            self._context.log(f"what was written is not on disk: {error}")
