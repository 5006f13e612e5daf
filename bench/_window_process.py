# SPDX-License-Identifier: BSD-3-Clause
"""Starts the process of a scripted user, and exchanges commands and answers with it as JSON lines."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

_REPOSITORY = Path(__file__).resolve().parent.parent


class WindowProcess:
    """A process that runs a module with a file and a name; without an environment, it has no display."""

    def __init__(
        self, module: str, file: Path, name: str, home: Path, environment: Mapping[str, str] | None = None
    ) -> None:
        if environment is None:
            environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
        self._process = subprocess.Popen(
            [sys.executable, "-m", module, str(file), name],
            cwd=_REPOSITORY,
            env={**environment, "LIVEOBJECTS_HOME": str(home)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )

    def receive(self) -> Any:
        """Wait for the next answer."""
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            raise RuntimeError("the process of a user has ended")
        return json.loads(line)

    def request(self, *command: Any) -> Any:
        """Send a command, and wait for the answer."""
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(command) + "\n")
        self._process.stdin.flush()
        return self.receive()

    def stop(self) -> None:
        """Kill the process."""
        self._process.kill()
        self._process.wait()
