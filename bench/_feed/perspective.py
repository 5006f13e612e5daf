# SPDX-License-Identifier: BSD-3-Clause
"""The feed benchmark with a websocket dashboard instead: Perspective, in its own interpreter."""

from __future__ import annotations

import json
import subprocess
import threading
import time
from pathlib import Path
from typing import Any

from bench._feed.processes import cpu_seconds

_ROLE = Path(__file__).resolve().parents[1] / "_peers" / "perspective_role.py"
MISSING = (
    "perspective: not here; install perspective-python and tornado into an environment outside of the "
    "repository, and name its interpreter with --python"
)


class _Process:
    """The process of one role; `last` is its last output."""

    def __init__(self, python: str, *words: str) -> None:
        self._process = subprocess.Popen(
            [python, str(_ROLE), *words], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )
        self.id = self._process.pid
        self.last: dict[str, Any] = {}
        self._first = threading.Event()
        threading.Thread(target=self._read, daemon=True).start()

    def begun(self) -> dict[str, Any]:
        if not self._first.wait(60) or not self.last:
            raise RuntimeError("a process of the peer has ended")
        return self.last

    def end(self) -> None:
        self._process.kill()
        self._process.wait()

    def _read(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            self.last = json.loads(line)
            self._first.set()
        self._first.set()


def is_installed(python: str) -> bool:
    """Whether the interpreter has the required packages."""
    words = [python, "-c", "import perspective, tornado"]
    try:
        return subprocess.run(words, capture_output=True, check=False).returncode == 0
    except OSError:
        return False


def measure(python: str, viewers: int, keys: int, rate: float, seconds: float) -> dict[str, Any]:
    """Measure the server's CPU per batch, with 1 viewer and with many, at the rate of the feed."""
    server = _Process(python, "serve", str(keys), str(rate))
    looking: list[_Process] = []
    try:
        port = str(server.begun()["port"])
        found = {}
        for name, count in (("one", 1), ("many", viewers)):
            fresh = [_Process(python, "look", port) for _ in range(count - len(looking))]
            looking += fresh
            for each in fresh:
                each.begun()
            time.sleep(3)
            found[name] = _phase(server, looking, seconds)
        return found
    finally:
        for each in [*looking, server]:
            each.end()


def _phase(server: _Process, looking: list[_Process], seconds: float) -> dict[str, Any]:
    spent, first, received = (cpu_seconds(server.id), server.last["batch"], [each.last["batch"] for each in looking])
    time.sleep(seconds)
    batches = max(1, server.last["batch"] - first)
    spent = 1000 * (cpu_seconds(server.id) - spent) / batches
    least = min(each.last["batch"] - before for each, before in zip(looking, received, strict=True))
    behind = max(0, batches - least)
    return {"viewers": len(looking), "server": spent, "batches": batches / seconds, "behind": behind}
