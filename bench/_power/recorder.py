# SPDX-License-Identifier: BSD-3-Clause
"""Runs a program with the recorder preloaded, and reads its recording."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

_SOURCE = Path(__file__).parent / "recorder.c"


class Step(NamedTuple):
    """One file operation: its kind as in recorder.c, two numbers, and bytes."""

    kind: str
    first: int
    second: int
    data: bytes


def build_recorder(directory: Path) -> Path:
    """Compile the preloaded library."""
    library = directory / "recorder.so"
    flags = ["-std=gnu11", "-O2", "-shared", "-fPIC", "-pthread", "-Wall", "-Wextra", "-Werror"]
    compiler = os.environ.get("CC", "cc")
    subprocess.run([compiler, *flags, str(_SOURCE), "-ldl", "-o", str(library)], check=True)
    return library


def start_recorded(
    recorder: Path, command: Sequence[str], below: Path, recording: Path, lies: str = ""
) -> subprocess.Popen[bytes]:
    """Start a command; its file operations below the directory are recorded."""
    environment = {
        **os.environ,
        "LD_PRELOAD": str(recorder),
        "LO_RECORD_BELOW": str(below),
        "LO_RECORD_TO": str(recording),
        "LO_RECORD_LIES": lies,
    }
    return subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE)


def read_recording(path: Path) -> Iterator[Step]:
    """Read all recorded operations; an incomplete last one is skipped."""
    with path.open("rb") as file:
        while line := file.readline():
            words = line.split()
            if not line.endswith(b"\n") or len(words) != 4:
                return
            kind, first, second, length = words
            data = file.read(int(length))
            if len(data) < int(length):
                return
            yield Step(kind.decode("ascii"), int(first), int(second), data)
