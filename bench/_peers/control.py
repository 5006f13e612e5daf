# SPDX-License-Identifier: BSD-3-Clause
"""The shared-memory control block of a measurement, and the receivers' message handler."""

from __future__ import annotations

import mmap
import struct
import time
from array import array
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

WARM_UP = 1 << 62
"""Sequence numbers from here on only test whether a receiver is connected."""
_BYTES = 1 << 16
_HEADER = struct.Struct("<QQ")
_SENDER_WORDS = 64
_RECEIVER_WORDS = 16
Sink = Callable[..., object]


@dataclass(frozen=True)
class Run:
    """The parameters of a run, equal for all its processes."""

    peer: str
    receivers: int
    size: int
    seconds: float
    rate: float
    groups: int
    window: int
    port: int
    network: str  # "loopback" or "bridge"
    control: str
    key: str = ""
    loss: float = 0.0
    burst_every: float = 0.0
    burst_length: float = 0.0
    memory_budget: int = 0
    keep_away: float = 0.0
    batch: int = 64

    @property
    def sender_address(self) -> str:
        return "127.0.0.1" if self.network == "loopback" else "10.88.0.1"

    def receiver_address(self, index: int) -> str:
        return "127.0.0.1" if self.network == "loopback" else f"10.88.0.{index + 2}"

    @property
    def interface(self) -> str:
        return "lo" if self.network == "loopback" else "e0"

    @property
    def scratch(self) -> Path:
        return Path(self.control).parent


class Control:
    """Words in shared memory: the first few are the sender's, then each receiver has its own."""

    STOP, GO, SENT, STARTED, ENDED, SENDER_CPU, SENDER_MEMORY, DONE, STALLS = range(9)
    READY, WARM, COUNT, NEXT, GAPS, DISORDER, FIRST, LAST, CPU, MEMORY = range(10)

    def __init__(self, path: str | Path, *, create: bool = False) -> None:
        self.path = Path(path)
        if create:
            self.path.write_bytes(bytes(_BYTES))
        with self.path.open("r+b") as file:
            self._map = mmap.mmap(file.fileno(), _BYTES)
        self.words = memoryview(self._map).cast("Q")

    @staticmethod
    def at(receiver: int, word: int) -> int:
        return _SENDER_WORDS + receiver * _RECEIVER_WORDS + word

    def of(self, receiver: int, word: int) -> int:
        return self.words[self.at(receiver, word)]

    @property
    def stopped(self) -> bool:
        return self.words[self.STOP] != 0

    def all(self, receivers: int, word: int) -> bool:
        return all(self.of(index, word) for index in range(receivers))

    def latency_file(self, receiver: int) -> Path:
        return self.path.with_suffix(f".latency.{receiver}")

    def counters_file(self, role: str, index: int) -> Path:
        """The JSON file with the counters of a role, if it has any."""
        return self.path.with_suffix(f".counters.{role}.{index}")

    @property
    def gauges_file(self) -> Path:
        """The JSON file with the sender's own measurements: more columns of the row."""
        return self.path.with_suffix(".gauges")


def memory_kilobytes() -> int:
    """Resident memory of this process."""
    for line in Path("/proc/self/status").read_text().splitlines():
        if line.startswith("VmRSS"):
            return int(line.split()[1])
    return 0


def message(sequence: int, size: int, stamp: int = 0) -> bytes:
    return _HEADER.pack(sequence, stamp) + bytes(size - _HEADER.size)


def make_sink(control: Control, receiver: int, *, keep_latency: bool) -> tuple[Sink, Callable[[], None]]:
    """Create the handler of every message, `sink(buffer, offset)`, and a function that reports at the end.

    Each message is unpacked, its sequence number is checked, and time and count are published.
    """
    words = control.words
    unpack, clock = _HEADER.unpack_from, time.monotonic_ns
    warm, count_at, next_at, first_at, last_at = (
        control.at(receiver, word) for word in (Control.WARM, Control.COUNT, Control.NEXT, Control.FIRST, Control.LAST)
    )
    latencies = array("Q")
    count = expected = gaps = disorder = cpu = 0

    def sink(buffer: object, offset: int = 0) -> None:
        nonlocal count, expected, gaps, disorder, cpu
        sequence, stamp = unpack(buffer, offset)  # type: ignore[arg-type]  # any buffer
        if sequence >= WARM_UP:
            words[warm] = 1
            return
        now = clock()
        if count == 0:
            words[first_at] = now
            cpu = time.process_time_ns()
        count += 1
        if sequence != expected:
            if sequence > expected:
                gaps += sequence - expected
            else:
                disorder += 1
        expected = sequence + 1
        words[count_at] = count
        words[next_at] = expected
        words[last_at] = now
        if keep_latency:
            latencies.append(now - stamp)

    def report() -> None:
        words[control.at(receiver, Control.CPU)] = (time.process_time_ns() - cpu) // 1000
        words[control.at(receiver, Control.MEMORY)] = memory_kilobytes()
        words[control.at(receiver, Control.GAPS)] = gaps
        words[control.at(receiver, Control.DISORDER)] = disorder
        if keep_latency:
            with control.latency_file(receiver).open("wb") as file:
                latencies.tofile(file)

    return sink, report
