# SPDX-License-Identifier: BSD-3-Clause
"""The store of documents of one user: their states and changes on disk."""

from __future__ import annotations

import asyncio
import atexit
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

from app.runtime.storage.documents import limits, operations
from app.runtime.storage.documents.change import Change
from app.runtime.storage.documents.history import DocumentHistory
from app.runtime.storage.documents.operations import OpenRow
from app.runtime.storage.documents.ownership import OwnershipLocks
from app.runtime.storage.documents.records import DocumentInfo, Stored, StoredState, Summary, Version
from app.runtime.storage.documents.schema import store_path
from app.runtime.storage.documents.worker import Operation, StoreWorker
from app.runtime.storage.errors import LogInUseError
from app.runtime.storage.log_state import LogState

T = TypeVar("T")
Summaries = list[Summary]
Versions = list[Version]
Changes = list[Change]

_FAREWELL = 5.0
_stores: dict[Path, DocumentStore] = {}
_stores_lock = threading.Lock()


def now_ms() -> int:
    """The time in milliseconds since 1970."""
    return time.time_ns() // 1_000_000


class DocumentStore:
    """One database; all methods are for any event loop, and none blocks it. Created by `of_user`."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._watchers: list[Callable[[LogState], object]] = []
        self._worker = StoreWorker(path, self._changed)
        self._locks: OwnershipLocks | None = None
        self._locks_lock = threading.Lock()

    @classmethod
    def of_user(cls) -> DocumentStore:
        """The store of this user."""
        return cls.at(store_path())

    @classmethod
    def at(cls, path: Path) -> DocumentStore:
        """The store in a file; the same one for all in this process."""
        with _stores_lock:
            if path not in _stores:
                _stores[path] = cls(path)
            return _stores[path]

    # ---- condition

    @property
    def state(self) -> LogState:
        """Whether the disk takes what is written, and why not."""
        return self._worker.state

    @property
    def set_aside(self) -> Path | None:
        """Where a database that could not be read was moved, if that has happened."""
        return self._worker.set_aside

    def watch(self, watcher: Callable[[LogState], object]) -> Callable[[], None]:
        """Call a function in the thread of the store at every change of the condition; returns how to stop that."""
        self._watchers.append(watcher)
        return lambda: self._watchers.remove(watcher)

    def _changed(self, state: LogState) -> None:
        for watcher in tuple(self._watchers):
            watcher(state)

    # ---- documents of this process

    async def open(self, document: bytes, info: DocumentInfo) -> OpenDocument:
        """Become the writer of a document; raises `LogInUseError` if another program is."""
        if not self._own(document):
            raise LogInUseError("another program on this computer keeps this document", "close it there")
        self._worker.users += 1
        try:
            row, stored = await self._run(lambda connection: _open(connection, document, info), waits=False)
        except BaseException:
            self._give_up(document)
            raise
        return OpenDocument(self, row, stored)

    def _give_up(self, document: bytes) -> None:
        self._worker.users -= 1
        self._disown(document)

    def _own(self, document: bytes) -> bool:
        with self._locks_lock:
            if self._locks is None:
                self._locks = OwnershipLocks(self.path.with_name("documents.lock"))
            return self._locks.acquire(document)

    def _disown(self, document: bytes) -> None:
        with self._locks_lock:
            if self._locks is not None:
                self._locks.release(document)

    # ---- for lists, history and settings

    async def read(self, document: bytes, position: int | None = None) -> Stored | None:
        """The content of a document, now or at an earlier position; None if it is not stored here."""
        return await self._run(lambda connection: operations.read(connection, document, position), waits=False)

    async def list(self) -> Summaries:
        """All stored documents, the last opened first."""
        return await self._run(operations.list_documents, waits=False)

    async def versions(self, document: bytes) -> Versions:
        """The stored states of a document, the newest first."""
        return await self._run(lambda connection: operations.versions(connection, document), waits=False)

    async def state_at(self, document: bytes, serial: int) -> StoredState | None:
        """One version of a document."""
        return await self._run(lambda connection: operations.state(connection, document, serial), waits=False)

    async def changes(self, document: bytes, most: int = 1_000) -> Changes:
        """The latest changes of a document in their order, with author and time."""
        return await self._run(lambda connection: operations.changes_of(connection, document, most), waits=False)

    async def name_version(self, document: bytes, serial: int, name: str) -> None:
        """Give a version a name, so that it stays; an empty name takes it away."""
        await self._run(lambda connection: operations.name_version(connection, document, serial, name), waits=False)

    async def rename(self, document: bytes, title: str) -> None:
        """Give a document another title in lists."""
        await self._run(lambda connection: operations.rename(connection, document, title), waits=False)

    async def forget(self, document: bytes) -> bool:
        """Remove a document from this computer; raises `LogInUseError` while a program has it open."""
        return await self._run(lambda connection: self._forget(connection, document), waits=False)

    def _forget(self, connection: Any, document: bytes) -> bool:
        if not self._own(document):
            raise LogInUseError("the document is open", "close it first")
        try:
            return operations.forget(connection, document)
        finally:
            self._disown(document)

    async def size(self) -> int:
        """The bytes on disk."""
        return await asyncio.to_thread(self._size)

    def _size(self) -> int:
        paths = [self.path.with_name(self.path.name + ending) for ending in ("", "-wal")]
        return sum(path.stat().st_size for path in paths if path.exists())

    async def over_limit(self) -> Summaries:
        """The oldest unused documents, if all take more than `limits.TOTAL_BYTES`; a person decides."""
        found, excess = await self.list(), await self.size() - limits.TOTAL_BYTES
        named: Summaries = []
        for summary in reversed(found):
            if excess <= 0:
                break
            named.append(summary)
            excess -= summary.bytes
        return named

    def finish(self, seconds: float = _FAREWELL) -> None:
        """Wait until everything is written, from any thread."""
        self._worker.finish(seconds)

    # ---- work

    async def _run(self, work: Callable[[Any], T], *, waits: bool) -> T:
        loop = asyncio.get_running_loop()
        future: asyncio.Future[T] = loop.create_future()
        self.post(work, lambda result, error: _settle(future, result, error), loop, waits=waits)
        return await future

    def post(
        self,
        work: Callable[[Any], T],
        done: Callable[[T, BaseException | None], object],
        loop: asyncio.AbstractEventLoop,
        *,
        waits: bool = True,
    ) -> None:
        """Run work in the thread, in order; `done` is called in the loop."""

        def back(result: T, error: BaseException | None) -> None:
            if not loop.is_closed():
                loop.call_soon_threadsafe(done, result, error)

        self._worker.post(Operation(work, back, waits))


class OpenDocument:
    """A document that this process writes. Created by `DocumentStore.open`."""

    def __init__(self, store: DocumentStore, row: OpenRow, stored: Stored | None) -> None:
        self.store = store
        self.stored = stored
        """What was there; None for a new document."""
        self.row = row
        """The origin of this installation and its next number at the opening."""
        self._loop = asyncio.get_running_loop()
        self._open = True

    def append(self, first: int, changes: Sequence[Change], done: Callable[[], object]) -> None:
        """Store changes at positions from `first` on, or as pending if that is 0; `done` when they are kept."""
        row, given, now = self.row, tuple(changes), now_ms()
        self.store.post(
            lambda connection: operations.append(connection, row, first, given, now), lambda *_: done(), self._loop
        )

    def snapshot(
        self,
        history: DocumentHistory,
        state: bytes,
        author: bytes,
        name: str = "",
        done: Callable[[dict[int, int]], object] | None = None,
    ) -> None:
        """Store the state at a position of the present line; `done` gets the floor after that."""
        row, stored, now = self.row, StoredState(history, state, now_ms(), author, name), now_ms()
        self.store.post(
            lambda connection: operations.snapshot(connection, row, stored, now),
            lambda floor, _: None if done is None else done(floor),
            self._loop,
        )

    def keep_apart(self, history: DocumentHistory, state: bytes, author: bytes, name: str) -> None:
        """Store a state that could not be merged, under a name."""
        row, stored, now = self.row, StoredState(history, state, now_ms(), author, name), now_ms()
        self.store.post(lambda connection: operations.keep_apart(connection, row, stored, now), _ignore, self._loop)

    async def restart(
        self, history: DocumentHistory, state: bytes, author: bytes
    ) -> tuple[list[Change], dict[int, int]]:
        """Continue from a state of others; returns the changes that it lacks, pending now, and the floor."""
        row, stored, now = self.row, StoredState(history, state, now_ms(), author), now_ms()
        return await self.store._run(  # noqa: SLF001 - part of the same concept
            lambda connection: operations.restart(connection, row, stored, now), waits=True
        )

    async def close(self, origin: int, next_number: int, *, clean: bool = True) -> None:
        """Write what waits, unless the disk refuses it, and give the document up."""
        if not self._open:
            return
        self._open = False
        row = self.row
        row.origin, row.next_number = origin, next_number
        try:
            await self.store._run(  # noqa: SLF001 - part of the same concept
                lambda connection: operations.close_row(connection, row, clean), waits=False
            )
        finally:
            self.store._give_up(row.id)  # noqa: SLF001


def _open(connection: Any, document: bytes, info: DocumentInfo) -> tuple[OpenRow, Stored | None]:
    stored = operations.read(connection, document)
    return operations.open_row(connection, document, info, now_ms()), stored


def _settle(future: asyncio.Future[Any], result: Any, error: BaseException | None) -> None:
    if future.done():
        return
    if error is not None:
        future.set_exception(error)
    else:
        future.set_result(result)


def _ignore(*_: object) -> None:
    """Nobody waits for it."""


@atexit.register
def _finish_all() -> None:
    for store in tuple(_stores.values()):
        store.finish()
