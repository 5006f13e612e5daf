# SPDX-License-Identifier: BSD-3-Clause
"""Measures elapsed time without the time in which other programs had the processors."""

from __future__ import annotations

import os
import select
import time
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path


class Stopwatch:
    """Runs from now; knows how long threads of some processes were runnable without a processor."""

    def __init__(self, processes: Iterable[int]) -> None:
        self._processes = {os.getpid(), *processes}
        self._waits, self._disk = self._waited(), _disk_stalls()
        self.began = time.monotonic()

    def allowance(self) -> float:
        """Seconds lost to other programs so far."""
        now = self._waited()
        waits = sum(now[each] - self._waits.get(each, 0) for each in now)
        return waits / 1e9 + (_disk_stalls() - self._disk) / 1e6

    def _waited(self) -> dict[int, int]:
        found = {}
        for process in self._processes:
            with suppress(OSError):
                for place in Path(f"/proc/{process}/task").iterdir():
                    with suppress(OSError):
                        found[int(place.name)] = int((place / "schedstat").read_text().split()[1])
        return found


def kill(process: int, *others: int) -> Stopwatch:
    """Kill a process; the stopwatch starts when it is dead."""
    descriptor = os.pidfd_open(process)
    try:
        os.kill(process, 9)
        assert select.select([descriptor], [], [], 30)[0]
        return Stopwatch(others)
    finally:
        os.close(descriptor)


def _disk_stalls() -> int:
    """Microseconds in which some task waited for a disk."""
    try:
        some = Path("/proc/pressure/io").read_text().splitlines()[0]
    except OSError:
        return 0
    return int(some.rpartition("total=")[2])
