# SPDX-License-Identifier: BSD-3-Clause
"""Keeps a document: in the store if this program owns it there, else in memory until it can."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Sequence

from app.runtime.storage import LogInUseError, LogState, StorageError
from app.runtime.storage.documents import Change, DocumentHistory, DocumentInfo, DocumentStore, OpenDocument, Stored
from app.runtime.storage.documents import limits as document_limits
from app.runtime.storage.documents.change import AUTHOR_BYTES
from app.runtime.storage.documents.operations import OpenRow

OTHER_PROGRAM = "another program on this computer keeps it"
_RETRY = 1.0
"""Seconds between attempts to become the writer of the document."""
_MEMORY = 64 << 20
_PACE = 0.02
"""Seconds between two writes of changes: the first one is written at once, those of a burst share commits."""


class DocumentKeeper:
    """Stores changes in call order and reports what is on disk; `owned` is called when that becomes possible later."""

    def __init__(
        self,
        document: bytes,
        info: DocumentInfo,
        author: bytes,
        kept: Callable[[int], None],
        owned: Callable[[], None],
        changed: Callable[[], None],
        floor: Callable[[dict[int, int]], None],
    ) -> None:
        self.document, self.info = document, info
        self.trouble: str | None = None
        """Why nothing is stored, or None."""
        self.by_others = False
        """Whether another program on this computer stores the document."""
        self.count = 0
        """The position up to which everything is on disk."""
        self.since, self.bytes_since = 0, 0
        """Changes since the last stored state, and their bytes."""
        self._author = author.ljust(AUTHOR_BYTES, b"\0")
        self._report_kept, self._report_owned, self._report_changed = kept, owned, changed
        self._report_floor = floor
        self._store = DocumentStore.of_user()
        self._loop = asyncio.get_running_loop()
        self._open: OpenDocument | None = None
        self._buffer: list[Change] = []
        self._first = 0
        self._pace: asyncio.TimerHandle | None = None
        self._memory: dict[int, list[Change]] = {}
        self._memory_bytes = 0
        self._retry: asyncio.TimerHandle | None = None
        self._trying: asyncio.Task[None] | None = None
        self._closed = False
        self._unwatch = self._store.watch(self._state_changed)

    @property
    def is_owner(self) -> bool:
        """Whether this program writes the document."""
        return self._open is not None

    @property
    def row(self) -> OpenRow | None:
        """What is stored of the origin of this installation, if this program writes the document."""
        return self._open.row if self._open is not None else None

    async def load(self) -> Stored | None:
        """Read what is stored; None for a new document."""
        if self._open is not None:
            self._flush()
            return await self._store.read(self.document)
        try:
            self._open = await self._store.open(self.document, self.info)
        except LogInUseError:
            self.by_others = True
            self._try_later()
            return await self._read()
        except StorageError as error:
            self.trouble = error.what
            self._try_later()
            return await self._read()
        return self._open.stored

    async def _read(self) -> Stored | None:
        try:
            return await self._store.read(self.document)
        except StorageError as error:
            self.trouble = error.what
            return None

    async def abandon(self, reason: str) -> None:
        """Write nothing, since what is stored cannot be read and must not be replaced."""
        self.trouble, opened, self._open = reason, self._open, None
        if opened is not None:
            with contextlib.suppress(StorageError):
                await opened.close(opened.row.origin, opened.row.next_number, clean=False)

    # ---- becoming the writer later

    def _try_later(self) -> None:
        if not self._closed:
            self._retry = self._loop.call_later(_RETRY, self._try)

    def _try(self) -> None:
        self._trying = self._loop.create_task(self._take_over())

    async def _take_over(self) -> None:
        try:
            opened = await self._store.open(self.document, self.info)
        except StorageError:
            self._try_later()
            return
        if self._closed:
            await opened.close(opened.row.origin, opened.row.next_number)
            return
        self._open, self.by_others, self.trouble = opened, False, None
        self._report_owned()

    # ---- writing

    def append(self, position: int, change: Change) -> None:
        """Store a delivered change; those of one iteration of the event loop, or of a burst, together."""
        if self._open is None:
            self._remember(change)
            return
        if not self._buffer:
            self._first = position
            if self._pace is None:
                self._pace = self._loop.call_later(_PACE, self._keep_pace)
                self._loop.call_soon(self._flush)
        self._buffer.append(change)
        self.since += 1
        self.bytes_since += len(change.body)

    def _keep_pace(self) -> None:
        self._pace = None
        if self._buffer:
            self._pace = self._loop.call_later(_PACE, self._keep_pace)
            self._flush()

    def _flush(self) -> None:
        if self._buffer and self._open is not None:
            changes, self._buffer = self._buffer, []
            last = self._first + len(changes) - 1
            self._open.append(self._first, changes, lambda: self._kept(last))

    def _kept(self, count: int) -> None:
        self.count = count
        self._report_kept(count)

    def wants_snapshot(self) -> bool:
        """Whether a state would make opening much faster."""
        limits = document_limits
        many = self.since >= limits.CHANGES_PER_SNAPSHOT or self.bytes_since >= limits.BYTES_PER_SNAPSHOT
        return self._open is not None and many

    def snapshot(
        self, history: DocumentHistory, state: bytes, name: str = "", done: Callable[[], object] | None = None
    ) -> None:
        """Store a state of the present order; `done` is called when it is kept."""
        if self._open is not None:
            self._flush()

            def kept(floor: dict[int, int] | None) -> None:
                if floor is not None:
                    self._report_floor(floor)
                if done is not None:
                    done()

            self._open.snapshot(history, state, self._author, name, kept)

    def add_single(self, position: int, changes: Sequence[Change]) -> None:
        """Store changes at the end of the order that the next `restart` ends."""
        if self._open is not None and changes:
            self._flush()
            self._open.append(position, changes, lambda: None)

    def pend(self, changes: Sequence[Change]) -> None:
        """Store changes that are to be merged."""
        if self._open is not None and changes:
            self._flush()
            self._open.append(0, changes, lambda: None)

    def keep_apart(self, history: DocumentHistory, state: bytes, name: str) -> None:
        """Store a state that cannot be merged."""
        if self._open is not None:
            self._flush()
            self._open.keep_apart(history, state, self._author, name)

    async def restart(self, history: DocumentHistory, state: bytes) -> tuple[list[Change], dict[int, int] | None]:
        """Continue from a state of others: returns what it lacks, and the floor, which memory does not know."""
        lacking = [
            change for each in self._memory.values() for change in each if change.number > history.last(change.origin)
        ]
        self.since = self.bytes_since = 0
        if self._open is None:
            return lacking, None
        self._flush()
        if lacking:
            self._open.append(0, lacking, lambda: None)
        self._memory, self._memory_bytes = {}, 0
        found = await self._open.restart(history, state, self._author)
        self._kept(history.count)
        return found

    def _remember(self, change: Change) -> None:
        """Keep a change in memory while this program is not the writer, to merge it after a partition."""
        if self._memory_bytes < _MEMORY:
            self._memory.setdefault(change.origin, []).append(change)
            self._memory_bytes += len(change.body) + 200

    # ---- condition

    @property
    def reason(self) -> str | None:
        """Why the document is not kept by this program, or None."""
        if self._open is None:
            return self.trouble or (OTHER_PROGRAM if self.by_others else None)
        state = self._store.state
        return None if state.writable else state.reason

    def _state_changed(self, state: LogState) -> None:  # noqa: ARG002 - in the thread of the store
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._tell)

    def _tell(self) -> None:
        if not self._closed:
            self._report_changed()

    async def close(self, origin: int, next_number: int, unsettled: list[Change]) -> None:
        """Write what waits, unless the disk refuses it, and give the document up."""
        self._closed = True
        self._unwatch()
        if self._pace is not None:
            self._pace.cancel()
        if self._retry is not None:
            self._retry.cancel()
        if self._trying is not None:
            await asyncio.gather(self._trying, return_exceptions=True)
        if self._open is None:
            return
        self._flush()
        if unsettled:
            self._open.append(0, unsettled, lambda: None)
        with contextlib.suppress(StorageError):  # the next opening then finds it not closed, and uses another origin
            await self._open.close(origin, next_number)
