# SPDX-License-Identifier: BSD-3-Clause
"""Feeds and viewers as child processes."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

REPOSITORY = Path(__file__).resolve().parents[2]


def feed_environment(folder: Path) -> dict[str, str]:
    """The environment of a child process: a separate home, and no visible windows."""
    return {**os.environ, "LIVEOBJECTS_HOME": str(folder / "home"), "QT_QPA_PLATFORM": "offscreen"}


def command(folder: Path, *words: str) -> Any:
    """Run `liveobjects … --json` and return its output."""
    done = subprocess.run(
        [sys.executable, "-m", "app", *words, "--json"],
        cwd=REPOSITORY,
        env=feed_environment(folder),
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise RuntimeError(done.stderr.strip().splitlines()[-1] if done.stderr else "the command failed")
    return json.loads(done.stdout)


@contextmanager
def feed(folder: Path, source: Path, sql: str, *more: str) -> Iterator[dict[str, Any]]:
    """Start a feed, and stop it at the end."""
    channel = str(folder / "out.liveobject")
    words = ["--source", str(source), "--sql", sql, "--channel", channel, *more]
    try:
        yield command(folder, "feed", "start", *words)
    finally:
        command(folder, "feed", "stop", "--all")


class FeedViewerProcess:
    """A process that prints a JSON object per line."""

    def __init__(self, folder: Path, module: str, *arguments: str) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", module, *arguments],
            cwd=REPOSITORY,
            env=feed_environment(folder),
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            stdin=subprocess.PIPE,
            text=True,
        )

    @property
    def id(self) -> int:
        return self._process.pid

    def receive(self) -> Any:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            raise RuntimeError("a process that looks at the feed has ended")
        return json.loads(line)

    def request(self, line: str) -> Any:
        """Send a line, and wait for the answer."""
        assert self._process.stdin is not None
        self._process.stdin.write(line + "\n")
        self._process.stdin.flush()
        return self.receive()

    def all(self) -> list[Any]:
        """End the process, and return its remaining output."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.close()
        found = [json.loads(line) for line in self._process.stdout]
        self._process.wait()
        return found

    def end(self) -> None:
        self._process.kill()
        self._process.wait()


def cpu_seconds(process: int) -> float:
    """The CPU time of a process."""
    fields = Path(f"/proc/{process}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def with_children(processes: set[int]) -> set[int]:
    """Processes with all their descendants."""
    parents = {}
    for place in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            parents[int(place.parent.name)] = int(
                place.read_text(encoding="ascii", errors="replace").rpartition(")")[2].split()[1]
            )
    found = set(processes)
    while more := {each for each, parent in parents.items() if parent in found} - found:
        found |= more
    return found


class BackgroundLoad:
    """The CPU share of programs that are not part of a measurement."""

    def __init__(self, ours: set[int]) -> None:
        self._ours = ours
        self._before = self._now()

    def share(self) -> float:
        """The share since creation: 0 for none, 1 for all processors."""
        now = self._now()
        passed, theirs = (after - before for after, before in zip(now, self._before, strict=True))
        return max(0.0, theirs / passed) if passed > 0 else 0.0

    def _now(self) -> tuple[float, float]:
        fields = [int(each) for each in Path("/proc/stat").read_text(encoding="ascii").split(maxsplit=9)[1:9]]
        ticks = os.sysconf("SC_CLK_TCK")
        idle = fields[3] + fields[4]
        ours = 0.0
        for process in self._ours:
            with suppress(OSError):
                ours += cpu_seconds(process)
        return sum(fields) / ticks, (sum(fields) - idle) / ticks - ours
