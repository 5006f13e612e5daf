"""Work that may take a while is done beside the window, and its result comes back to it."""

from __future__ import annotations

import concurrent.futures
import contextlib
from collections.abc import Callable
from typing import Any, TypeVar

from PySide6.QtCore import QObject, Signal

T = TypeVar("T")


class WorkerThread(QObject):
    """One thread that reads and parses for the canvas."""

    _done = Signal(object, object)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._pool: concurrent.futures.ThreadPoolExecutor | None = None
        self._done.connect(self._deliver)

    def run(self, work: Callable[[], T], then: Callable[[T], None]) -> None:
        """Do the work elsewhere; `then` gets the result in the thread of the window."""
        if self._pool is None:
            self._pool = concurrent.futures.ThreadPoolExecutor(1, "canvas")

        def deliver(future: concurrent.futures.Future[T]) -> None:
            with contextlib.suppress(RuntimeError):  # the window is gone: nobody waits any more
                self._done.emit(then, future)

        self._pool.submit(work).add_done_callback(deliver)

    def _deliver(self, then: Callable[[Any], None], future: concurrent.futures.Future[Any]) -> None:
        then(future.result())
