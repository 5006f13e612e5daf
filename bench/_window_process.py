"""The processes of people who do things in windows; commands and answers are JSON lines."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

_REPOSITORY = Path(__file__).resolve().parent.parent


class PersonProcess:
    """The process of one person, who runs a module with a file and a name."""

    def __init__(self, module: str, file: Path, name: str, folder: Path) -> None:
        environment = {**os.environ, "LIVEOBJECTS_HOME": str(folder / "home"), "QT_QPA_PLATFORM": "offscreen"}
        self._process = subprocess.Popen(
            [sys.executable, "-m", module, str(file), name],
            cwd=_REPOSITORY,
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )

    def hear(self) -> Any:
        """The next answer."""
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            raise RuntimeError("the process of a person has ended")
        return json.loads(line)

    def ask(self, *command: Any) -> Any:
        """Let the person do something, and wait for the answer."""
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(command) + "\n")
        self._process.stdin.flush()
        return self.hear()

    def end(self) -> None:
        """The person goes."""
        self._process.kill()
        self._process.wait()
