# SPDX-License-Identifier: BSD-3-Clause
"""Group commit: concurrent appends share one write and one sync."""

import asyncio
import contextlib
import errno
import threading
from collections import deque
from collections.abc import Callable, Sequence
from typing import NamedTuple

from app.runtime.storage import limits
from app.runtime.storage.disk_log import DiskLog
from app.runtime.storage.errors import LogClosedError, LogFullError
from app.runtime.storage.log_state import Condition, LogState
from app.runtime.storage.serial_executor import SerialExecutor

_NO_ROOM = frozenset((errno.ENOSPC, errno.EDQUOT, errno.EFBIG))


def trouble(error: OSError | LogFullError) -> LogState:
    """Return the log state for an error of the disk."""
    if isinstance(error, LogFullError):
        return LogState(Condition.FULL, str(error))
    reason = (error.strerror or str(error)).lower()
    if error.errno in _NO_ROOM:
        return LogState(Condition.FULL, f"{reason}; writing goes on by itself when there is room")
    return LogState(Condition.FAILING, f"{reason}; writing goes on by itself when the disk does")


class _Waiting(NamedTuple):
    records: Sequence[bytes]
    size: int
    done: asyncio.Future[int]


class GroupCommit:
    """The appends that are not on disk yet; `notify` is called with errors, and with None when they end."""

    def __init__(self, disk: DiskLog, serial: SerialExecutor, notify: Callable[[LogState | None], None]) -> None:
        self._disk = disk
        self._serial = serial
        self._notify = notify
        self._loop = asyncio.get_running_loop()
        self._lock = threading.Lock()
        self._queue: deque[_Waiting] = deque()
        self._bytes = 0
        self._scheduled = False
        self._careful = False  # after a failure one append is tried at a time
        self._closed = False
        self._retry: asyncio.TimerHandle | None = None
        self._turn = asyncio.Lock()
        self._room = asyncio.Event()

    async def append(self, records: Sequence[bytes]) -> int:
        """Wait until the records are on disk; returns the position of the last."""
        size = sum(map(len, records))
        async with self._turn:  # appends that wait for room keep their order
            while self._bytes and self._bytes + size > limits.MAX_WAITING_BYTES and not self._closed:
                self._room.clear()
                await self._room.wait()
            if self._closed:
                raise _closed()
            done: asyncio.Future[int] = self._loop.create_future()
            with self._lock:
                self._queue.append(_Waiting(records, size, done))
                self._bytes += size
            if self._retry is None:
                self.resume()
        return await done

    def resume(self) -> None:
        """Write waiting appends now."""
        if self._retry is not None:
            self._retry.cancel()
            self._retry = None
        with self._lock:
            if self._scheduled or not self._queue:
                return
            self._scheduled = True
        self._serial.post(self._commit_all)

    def close(self) -> None:
        """Fail waiting and later appends; the write under way is finished."""
        self._closed = True
        if self._retry is not None:
            self._retry.cancel()
        with self._lock:
            waiting = list(self._queue)
            self._queue.clear()
        for each in waiting:
            if not each.done.done():
                each.done.set_exception(_closed())
        self._room.set()

    def _commit_all(self) -> None:
        while batch := self._take():
            try:
                self._disk.append([record for each in batch for record in each.records])
            except (OSError, LogFullError) as error:
                with self._lock:
                    self._queue.extendleft(reversed(batch))
                    self._careful = True
                    if len(batch) > 1:
                        continue  # there may still be room for the first of them
                    self._scheduled = False
                self._call(self._failed, trouble(error))
                return
            self._careful = False
            self._call(self._done, batch, self._disk.last)
        self._disk.mark()

    def _take(self) -> list[_Waiting]:
        """Return the next batch to write; None when there is none."""
        batch: list[_Waiting] = []
        size = 0
        with self._lock:
            while self._queue and size < (0 if batch and self._careful else limits.COMMIT_BYTES):
                batch.append(self._queue.popleft())
                size += batch[-1].size
            self._scheduled = bool(batch)
        return batch

    def _done(self, batch: list[_Waiting], last: int) -> None:
        position = last - sum(len(each.records) for each in batch)
        for each in batch:
            position += len(each.records)
            if not each.done.done():
                each.done.set_result(position)
        self._bytes -= sum(each.size for each in batch)
        self._room.set()
        self._notify(None)

    def _failed(self, state: LogState) -> None:
        if self._closed:
            self.close()
            return
        self._notify(state)
        self._retry = self._loop.call_later(limits.RETRY_SECONDS, self.resume)

    def _call(self, function: Callable[..., None], *args: object) -> None:
        with contextlib.suppress(RuntimeError):  # the loop has ended, and with it all callers
            self._loop.call_soon_threadsafe(function, *args)


def _closed() -> LogClosedError:
    return LogClosedError("the log was closed", "open it again")
