# SPDX-License-Identifier: BSD-3-Clause
"""Runs slow work in a thread and delivers results in the GUI thread."""

from __future__ import annotations

import concurrent.futures
import contextlib
from collections.abc import Callable
from typing import Any, TypeVar

from PySide6.QtCore import QObject, Signal

T = TypeVar("T")


class WorkerThread(QObject):
    """One worker thread for reading and parsing."""

    _done = Signal(object, object)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._pool: concurrent.futures.ThreadPoolExecutor | None = None
        self._done.connect(self._deliver)

    def run(self, work: Callable[[], T], then: Callable[[T], None]) -> None:
        """Run work in the thread; `then` receives the result in the GUI thread."""
        if self._pool is None:
            self._pool = concurrent.futures.ThreadPoolExecutor(1, "canvas")

        def deliver(future: concurrent.futures.Future[T]) -> None:
            with contextlib.suppress(RuntimeError):  # the canvas was deleted meanwhile
                self._done.emit(then, future)

        self._pool.submit(work).add_done_callback(deliver)

    def _deliver(self, then: Callable[[Any], None], future: concurrent.futures.Future[Any]) -> None:
        then(future.result())
