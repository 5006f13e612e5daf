# SPDX-License-Identifier: BSD-3-Clause
"""The thread of the store of documents: what waits is written in one transaction (group commit)."""

from __future__ import annotations

import sqlite3
import threading
import time
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from app.errors import LiveObjectsError
from app.runtime.storage.documents import limits
from app.runtime.storage.documents.schema import connect
from app.runtime.storage.errors import LogDamagedError, LogFailingError, StorageError
from app.runtime.storage.log_state import Condition, LogState

_FULL = (sqlite3.SQLITE_FULL,)
_DAMAGED = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
_AT_ONCE = 1_000
"""Operations in one transaction."""

Work = Callable[[sqlite3.Connection], Any]


@dataclass(slots=True)
class Operation:
    """Work for the thread; `done` gets its result or the exception, in the thread."""

    work: Work
    done: Callable[[Any, BaseException | None], object]
    waits: bool = True
    """Whether it waits until the disk takes it; otherwise it fails."""


class StoreWorker:
    """Runs operations in their order; begins with the first one and ends when idle."""

    def __init__(self, path: Path, changed: Callable[[LogState], object]) -> None:
        self.path = path
        self.state = LogState(Condition.OK)
        self.set_aside: Path | None = None
        """Where a database that could not be read was moved."""
        self.users = 0
        self._changed = changed
        self._lock = threading.Lock()
        self._news = threading.Condition(self._lock)
        self._waiting: deque[Operation] = deque()
        self._thread: threading.Thread | None = None
        self._connection: sqlite3.Connection | None = None

    def post(self, operation: Operation) -> None:
        """Queue an operation."""
        with self._lock:
            self._waiting.append(operation)
            self._news.notify()
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="documents", daemon=True)
                self._thread.start()

    def finish(self, seconds: float) -> None:
        """Wait until everything is written, at most so long."""
        thread = self._thread
        end = time.monotonic() + seconds
        with self._lock:
            while self._waiting and self._thread is not None and self.state.writable and time.monotonic() < end:
                self._news.wait(0.05)
        if thread is not None and not self.users:
            self._poke()
            thread.join(max(0.0, end - time.monotonic()))

    def _poke(self) -> None:
        with self._lock:
            self._news.notify_all()

    def _run(self) -> None:
        while True:
            with self._lock:
                if not self._waiting:
                    self._news.wait(limits.IDLE_SECONDS)
                if self._waiting and all(operation.waits for operation in self._waiting):
                    # Nobody waits for an answer: what comes meanwhile shares the transaction.
                    self._news.wait_for(lambda: any(not each.waits for each in self._waiting), limits.GROUP_SECONDS)
                batch = [self._waiting[each] for each in range(min(_AT_ONCE, len(self._waiting)))]
                if not batch and not self.users:
                    self._thread = None
                    self._disconnect()
                    return
            if batch and not self._attempt(batch):
                with self._lock:
                    self._news.wait(limits.RETRY_SECONDS)

    def _attempt(self, batch: list[Operation]) -> bool:
        """Run operations in one transaction; False if they have to be tried again."""
        results: list[tuple[Operation, Any, BaseException | None]] = []
        try:
            connection = self._connect()
            connection.execute("BEGIN IMMEDIATE")
            results.extend((operation, *_one(connection, operation)) for operation in batch)
            connection.execute("COMMIT")
        except (sqlite3.Error, OSError, LiveObjectsError) as error:
            self._roll_back()
            return self._refused(batch, error)
        with self._lock:
            for _ in batch:
                self._waiting.popleft()
            self._news.notify_all()
        self._set(LogState(Condition.OK))
        for operation, result, failure in results:
            operation.done(result, failure)
        return True

    def _refused(self, batch: list[Operation], error: Exception) -> bool:
        self._set(_condition(error))
        self._disconnect()
        if getattr(error, "sqlite_errorcode", 0) & 0xFF in _DAMAGED:
            self._put_aside()
        reason = LogFailingError(f"documents cannot be stored: {self.state.reason}", "make room, or mend the disk")
        impatient = [operation for operation in batch if not operation.waits]
        if impatient:
            with self._lock:
                for operation in impatient:
                    self._waiting.remove(operation)
            for operation in impatient:
                operation.done(None, reason)
        return False

    def _connect(self) -> sqlite3.Connection:
        if self._connection is None:
            self._connection = connect(self.path)
        return self._connection

    def _roll_back(self) -> None:
        if self._connection is not None:
            with suppress(sqlite3.Error):
                self._connection.execute("ROLLBACK")

    def _disconnect(self) -> None:
        if self._connection is not None:
            with suppress(sqlite3.Error):
                self._connection.execute("PRAGMA incremental_vacuum(1000)")
            with suppress(sqlite3.Error):
                self._connection.close()
            self._connection = None

    def _put_aside(self) -> None:
        """Move an unreadable database away; what is in memory goes to a new one."""
        aside = self.path.with_name(f"{self.path.name}.damaged-{int(time.time())}")
        with suppress(OSError):
            self.path.rename(aside)
            self.set_aside = aside
            for ending in ("-wal", "-shm"):
                with suppress(OSError):
                    self.path.with_name(self.path.name + ending).rename(aside.with_name(aside.name + ending))

    def _set(self, state: LogState) -> None:
        if state != self.state:
            self.state = state
            self._changed(state)


def _one(connection: sqlite3.Connection, operation: Operation) -> tuple[Any, BaseException | None]:
    """Run one operation; what is wrong with it alone does not concern the others."""
    connection.execute("SAVEPOINT operation")
    try:
        result = operation.work(connection)
    except (sqlite3.OperationalError, sqlite3.DatabaseError, OSError):
        raise
    except Exception as error:  # noqa: BLE001 - whoever waits gets it
        connection.execute("ROLLBACK TO operation")
        connection.execute("RELEASE operation")
        return None, error
    connection.execute("RELEASE operation")
    return result, None


def _condition(error: Exception) -> LogState:
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    if code in _FULL or (isinstance(error, OSError) and error.errno in (28, 122)):
        return LogState(Condition.FULL, "the disk is full")
    if isinstance(error, LogDamagedError):
        return LogState(Condition.FAILING, error.what)
    if isinstance(error, StorageError | LiveObjectsError):
        return LogState(Condition.FAILING, error.what)
    if isinstance(error, OSError):
        return LogState(Condition.FAILING, error.strerror or str(error))
    return LogState(Condition.FAILING, str(error))
