# SPDX-License-Identifier: BSD-3-Clause
"""Waits until a file changes: by inotify on Linux, otherwise by polling."""

from __future__ import annotations

import ctypes
import os
import select
import struct
from collections.abc import Sequence
from pathlib import Path

_EVENT = struct.Struct("iIII")
_WRITTEN = 0x2 | 0x8 | 0x80 | 0x100 | 0x200 | 0x40  # modified, closed, moved to, created, deleted, moved away
_NOT_BLOCKING = os.O_NONBLOCK | os.O_CLOEXEC
_NOW_AND_THEN = 30.0
"""Seconds after which the file is checked anyway: network file systems send no events."""


class FileWatch:
    """Watches a file and those beside it whose names begin alike."""

    def __init__(self, path: Path, endings: Sequence[str], seconds: float) -> None:
        self._names = {os.fsencode(path.name + ending) for ending in endings}
        self._descriptor = _watched(path.parent)
        self.notified = self._descriptor is not None
        """Whether the system reports changes."""
        self._seconds = _NOW_AND_THEN if self.notified else seconds

    def wait(self, wake: int) -> bool:
        """True when the file may have changed, false when the descriptor can be read."""
        while True:
            watched = [wake] if self._descriptor is None else [wake, self._descriptor]
            readable, _, _ = select.select(watched, [], [], self._seconds)
            if wake in readable:
                return False
            if not readable or self._concerns():
                return True

    def close(self) -> None:
        """Watch no more."""
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None

    def _concerns(self) -> bool:
        """Whether one of the events is about a file of ours; the system also says when it lost some."""
        assert self._descriptor is not None
        data = os.read(self._descriptor, 65536)
        place, found = 0, False
        while place + _EVENT.size <= len(data):
            watch, _, _, length = _EVENT.unpack_from(data, place)
            name = data[place + _EVENT.size : place + _EVENT.size + length].rstrip(b"\0")
            found = found or watch < 0 or name in self._names
            place += _EVENT.size + length
        return found


def _watched(folder: Path) -> int | None:
    try:
        library = ctypes.CDLL(None, use_errno=True)
        descriptor: int = library.inotify_init1(_NOT_BLOCKING)
    except (OSError, AttributeError):
        return None
    if descriptor < 0:
        return None
    if library.inotify_add_watch(descriptor, os.fsencode(folder), _WRITTEN) < 0:
        os.close(descriptor)
        return None
    return descriptor
