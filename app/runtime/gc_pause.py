# SPDX-License-Identifier: BSD-3-Clause
"""Pauses the garbage collector while many lasting objects are created."""

from __future__ import annotations

import contextlib
import gc
from collections.abc import Iterator


@contextlib.contextmanager
def gc_paused() -> Iterator[None]:
    """Disable garbage collection: neither modules nor parts of a page are garbage."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()
