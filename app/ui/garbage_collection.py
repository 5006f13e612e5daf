# SPDX-License-Identifier: BSD-3-Clause
"""Runs Python's cyclic garbage collector in the GUI thread only.

Python collects cycles in any thread that allocates. A widget or scene item in a cycle would be deleted
outside the GUI thread, and the program would crash some time later.
"""

from __future__ import annotations

import contextlib
import gc
from collections.abc import Iterator

from PySide6.QtCore import QObject, QTimer

_INTERVAL = 1_000
"""Milliseconds between two collections."""


@contextlib.contextmanager
def collect_garbage_here(parent: QObject) -> Iterator[None]:
    """Collect garbage in this thread only, while the context is active."""
    was_enabled = gc.isenabled()
    gc.disable()
    timer = QTimer(parent, interval=_INTERVAL)
    timer.timeout.connect(_collect_here)
    timer.start()
    try:
        yield
    finally:
        timer.stop()
        if was_enabled:
            gc.enable()


def _collect_here() -> None:
    gc.disable()  # a thread that had paused the collector may have enabled it again
    collect_garbage()


def collect_garbage() -> None:
    """Collect as Python would: young generations often, the oldest rarely."""
    young, middle, old = gc.get_threshold()
    counts = gc.get_count()
    if counts[0] <= young:
        return
    if counts[2] > old:
        gc.collect()
    else:
        gc.collect(1 if counts[1] > middle else 0)
