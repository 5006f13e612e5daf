# SPDX-License-Identifier: BSD-3-Clause
"""A database connection in a thread of its own: it waits there for changes, and executes commands."""

from __future__ import annotations

import asyncio
import os
import select
import threading
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Protocol, TypeVar

from objects_library.outside.database_table.values import Layout, Snapshot
from objects_library.replication.external_bridge import OutsideError

R = TypeVar("R")


class Source(Protocol):
    """A table somewhere; all methods run in the thread of the source and raise OutsideError."""

    def open(self) -> Layout:
        """Connect, and see what the table is like."""

    def prepare(self, *, install: bool) -> str:
        """Begin to hear of changes; says how. With `install`, what tells of them may be put there."""

    def read(self) -> Snapshot:
        """All rows, as they are now."""

    def write(self, edit: dict[str, Any]) -> str:
        """Do an edit; says why not, or nothing."""

    def wait(self, wake: int) -> bool:
        """Rest until rows may have changed (true), or the descriptor can be read (false)."""

    def close(self) -> None:
        """Let go of it."""


class SourceThread:
    """Runs a source; `news` is called in the event loop when rows may have changed or the source is lost."""

    def __init__(self, source: Source, news: Callable[[], object]) -> None:
        self.source = source
        self.changed = False
        self.lost: OutsideError | None = None
        self._news = news
        self._loop = asyncio.get_running_loop()
        self._calls: deque[tuple[Callable[[], Any], asyncio.Future[Any]]] = deque()
        self._listening = self._closed = self._ended = False
        self._pipe = threading.Lock()
        self._wake_read, self._wake_write = os.pipe2(os.O_NONBLOCK | os.O_CLOEXEC)
        self._thread = threading.Thread(target=self._run, name="database", daemon=True)
        self._thread.start()

    async def call(self, work: Callable[[], R]) -> R:
        """Let the thread do something."""
        if self.lost is not None or self._ended:
            raise self.lost or OutsideError("the connection was closed")
        future: asyncio.Future[R] = self._loop.create_future()
        self._calls.append((work, future))
        self._wake()
        return await future

    def listen(self) -> None:
        """From now on wait for changes."""
        self._listening = True
        self._wake()

    def close(self) -> None:
        """End soon; whatever is under way is finished first."""
        self._closed = True
        self._wake()

    def _wake(self) -> None:
        with self._pipe, suppress(BlockingIOError):
            if not self._ended:
                os.write(self._wake_write, b"!")

    def _run(self) -> None:
        try:
            while not self._closed:
                self._do_calls()
                if self._listening:
                    if self.source.wait(self._wake_read):
                        self._call_in_loop(self._note_change)
                else:
                    select.select([self._wake_read], [], [])
                with suppress(BlockingIOError):
                    os.read(self._wake_read, 4096)
        except OutsideError as error:
            self._call_in_loop(self._note_loss, error)
        finally:
            with suppress(OutsideError):
                self.source.close()
            with self._pipe:
                self._ended = True
                os.close(self._wake_read)
                os.close(self._wake_write)
            self._call_in_loop(self._abandon)

    def _do_calls(self) -> None:
        while self._calls:
            work, future = self._calls.popleft()
            try:
                result = work()
            except OutsideError as error:
                self._call_in_loop(_fail, future, error)
                raise
            except Exception as error:  # noqa: BLE001  # whatever a driver raises is for whoever called
                self._call_in_loop(_fail, future, error)
            else:
                self._call_in_loop(_finish, future, result)

    def _call_in_loop(self, call: Callable[..., object], *arguments: object) -> None:
        with suppress(RuntimeError):  # the loop is closed
            self._loop.call_soon_threadsafe(call, *arguments)

    def _note_change(self) -> None:
        self.changed = True
        self._news()

    def _note_loss(self, error: OutsideError) -> None:
        self.lost = error
        self._news()

    def _abandon(self) -> None:
        while self._calls:
            _, future = self._calls.popleft()
            _fail(future, self.lost or OutsideError("the connection was closed"))


def _finish(future: asyncio.Future[Any], result: Any) -> None:
    if not future.done():
        future.set_result(result)


def _fail(future: asyncio.Future[Any], error: Exception) -> None:
    if not future.done():
        future.set_exception(error)
