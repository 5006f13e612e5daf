"""Python's garbage is collected in the thread of the windows, and nowhere else.

Python collects cycles in whatever thread happens to allocate. A window or an item of a scene that is part of
a cycle would then be deleted beside the thread that draws it, and the program would die some time later.
"""

from __future__ import annotations

import contextlib
import gc
from collections.abc import Iterator

from PySide6.QtCore import QObject, QTimer

_EVERY = 1_000
"""Milliseconds between two looks; with nothing to do, a look takes microseconds."""


@contextlib.contextmanager
def collect_garbage_here(parent: QObject) -> Iterator[None]:
    """Collect garbage in this thread only, for as long as the windows are there."""
    was_enabled = gc.isenabled()
    gc.disable()
    timer = QTimer(parent, interval=_EVERY)
    timer.timeout.connect(_collect_here)
    timer.start()
    try:
        yield
    finally:
        timer.stop()
        if was_enabled:
            gc.enable()


def _collect_here() -> None:
    gc.disable()  # a thread that paused the collector before the windows came has put it on again
    collect_garbage()


def collect_garbage() -> None:
    """Do what Python would have done by itself: the younger generations often, all of it rarely."""
    young, middle, old = gc.get_threshold()
    counts = gc.get_count()
    if counts[0] <= young:
        return
    if counts[2] > old:
        gc.collect()
    else:
        gc.collect(1 if counts[1] > middle else 0)
