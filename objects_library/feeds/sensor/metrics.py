# SPDX-License-Identifier: BSD-3-Clause
"""What a computer tells of itself: processor, memory, disk and network, from /proc where there is one."""

from __future__ import annotations

import os
import shutil
from dataclasses import dataclass
from pathlib import Path
from time import monotonic

_PROC = Path("/proc")


@dataclass(frozen=True)
class Metrics:
    """Shares in percent, rates in kilobytes per second; -1 is what this computer does not tell."""

    processor: float
    memory: float
    disk: float
    received: float
    sent: float


class Machine:
    """Reads the counters of this computer; rates are since the last reading."""

    def __init__(self, proc: Path = _PROC) -> None:
        self._proc = proc
        self._busy: tuple[int, int] | None = None
        self._traffic: tuple[int, int, float] | None = None

    def read(self) -> Metrics:
        """How it is now; a few small files, well under a millisecond."""
        received, sent = self._rates()
        return Metrics(self._processor(), self._memory(), self._disk(), received, sent)

    def _processor(self) -> float:
        fields = self._lines("stat")[:1]
        if not fields:
            return _load()
        times = [int(each) for each in fields[0].split()[1:9]]
        idle, total = times[3] + times[4], sum(times)
        before, self._busy = self._busy, (idle, total)
        if before is None or total <= before[1]:
            return _load()
        return _percent(1 - (idle - before[0]) / (total - before[1]))

    def _memory(self) -> float:
        found = dict(line.split(":", 1) for line in self._lines("meminfo") if ":" in line)
        try:
            total, free = (int(found[name].split()[0]) for name in ("MemTotal", "MemAvailable"))
        except (KeyError, ValueError):
            return -1.0
        return _percent(1 - free / total) if total else -1.0

    def _disk(self) -> float:
        try:
            usage = shutil.disk_usage(Path.home())
        except OSError:
            return -1.0
        return _percent(usage.used / usage.total) if usage.total else -1.0

    def _rates(self) -> tuple[float, float]:
        lines = [line.split(":", 1) for line in self._lines("net/dev") if ":" in line]
        counters = [fields.split() for name, fields in lines if name.strip() != "lo"]
        if not lines:
            return -1.0, -1.0
        now = (sum(int(each[0]) for each in counters), sum(int(each[8]) for each in counters), monotonic())
        before, self._traffic = self._traffic, now
        if before is None or now[2] <= before[2]:
            return 0.0, 0.0
        seconds = (now[2] - before[2]) * 1000
        return max(0.0, (now[0] - before[0]) / seconds), max(0.0, (now[1] - before[1]) / seconds)

    def _lines(self, name: str) -> list[str]:
        try:
            return (self._proc / name).read_text(encoding="ascii", errors="replace").splitlines()
        except OSError:
            return []


def _load() -> float:
    """The load of the last minute for each processor, where there are no counters to compare."""
    try:
        return _percent(os.getloadavg()[0] / (os.cpu_count() or 1))
    except (OSError, AttributeError):
        return -1.0


def _percent(share: float) -> float:
    return round(min(max(share, 0.0), 1.0) * 100, 1)
