# SPDX-License-Identifier: BSD-3-Clause
"""Runs blocking work outside the event loop, in order for each log."""

import asyncio
import threading
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")

_THREADS = 8
_pool = ThreadPoolExecutor(_THREADS, thread_name_prefix="storage")


class SerialExecutor:
    """Runs one call after the other, in a thread pool shared by all logs."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._waiting: deque[Callable[[], None]] = deque()
        self._busy = False

    async def run(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Run a call in order, even if the caller is cancelled."""
        future: Future[T] = Future()
        future.set_running_or_notify_cancel()

        def step() -> None:
            try:
                result = work(*args, **kwargs)
            except BaseException as error:  # noqa: BLE001 - whoever waits gets it, whatever it is
                future.set_exception(error)
            else:
                future.set_result(result)

        self.post(step)
        return await asyncio.wrap_future(future)

    def post(self, step: Callable[[], None]) -> None:
        """Run a call in order; it must not raise."""
        with self._lock:
            self._waiting.append(step)
            if self._busy:
                return
            self._busy = True
        _pool.submit(self._work)

    def _work(self) -> None:
        while True:
            with self._lock:
                if not self._waiting:
                    self._busy = False
                    return
                step = self._waiting.popleft()
            step()
