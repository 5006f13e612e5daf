# SPDX-License-Identifier: BSD-3-Clause
"""The interface of a system to the harness."""

from __future__ import annotations

import importlib
import importlib.util
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

from bench._peers.control import Control, Run, Sink

SYSTEM_PYTHON = "/usr/bin/python3"


class Peer:
    """A system to measure: its receivers and its sender each run in their own process."""

    path = "tcp"
    """How messages travel: udp, tcp, shm or ipc."""
    modules: tuple[str, ...] = ()
    programs: tuple[str, ...] = ()
    reliable = True
    system_python = False
    """Run with the system's Python, because the packages on PyPI lack required features."""
    networked = True
    """Works between hosts, too."""
    own_flow_control = False
    """Needs no oracle to limit its sender."""

    def missing(self) -> str | None:
        """What is not installed, or None."""
        if self.system_python:
            if not Path(SYSTEM_PYTHON).exists():
                return "the system's Python"
            code = ";".join(f"import {module}" for module in self.modules)
            found = subprocess.run([SYSTEM_PYTHON, "-c", code], capture_output=True, check=False).returncode == 0
            return None if found else f"Python module {', '.join(self.modules)} for {SYSTEM_PYTHON}"
        for module in self.modules:
            if importlib.util.find_spec(module) is None:
                return f"Python module {module}"
        for program in self.programs:
            if shutil.which(program) is None:
                return f"program {program}"
        return None

    def broker(self, run: Run, scratch: Path) -> list[str] | None:
        """The command of a broker, if there is one."""
        return None

    def brokers(self, run: Run, scratch: Path) -> dict[int, list[str]]:
        """The commands of brokers by host, if there are several."""
        command = self.broker(run, scratch)
        return {0: command} if command is not None else {}

    def broker_seconds(self, run: Run) -> float:
        """Seconds until brokers are connected."""
        return 1.0

    def command(self, run: Run, role: str, index: int, address: str) -> list[str] | None:
        """The command of a role that is not in Python; None: run `receive` and `send`."""
        return None

    def prepare(self) -> None:
        """Prepare once before any process starts, such as by compiling."""

    def environment(self, run: Run, address: str) -> dict[str, str]:
        return {}

    def receive(self, run: Run, index: int, sink: Sink, ready: Callable[[], None], stopped: Callable[[], bool]) -> None:
        raise NotImplementedError

    def send(self, run: Run, control: Control) -> None:
        raise NotImplementedError


def group_name(index: int) -> str:
    return f"t{index:05d}"


def load(module: str) -> Any:
    """Import a peer's library, which is optional and untyped."""
    return importlib.import_module(module)
