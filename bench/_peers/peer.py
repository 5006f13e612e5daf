"""What every peer offers to the harness."""

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
    """A system to measure: how its receivers and its sender run, each in a process of its own."""

    path = "tcp"
    """How messages travel: udp, tcp, shm or ipc."""
    modules: tuple[str, ...] = ()
    programs: tuple[str, ...] = ()
    reliable = True
    system_python = False
    """Run by the system's Python, whose libraries have what the packages on PyPI were built without."""
    networked = True
    """Also between hosts."""
    own_flow_control = False
    """Needs no oracle to keep its sender from running away."""

    def missing(self) -> str | None:
        """What is not installed, or None."""
        if self.system_python:
            if not Path(SYSTEM_PYTHON).exists():
                return "the system's Python"
            code = ";".join(f"import {module}" for module in self.modules)
            found = (
                subprocess.run([SYSTEM_PYTHON, "-c", code], capture_output=True, check=False).returncode == 0
            )
            return None if found else f"Python module {', '.join(self.modules)} for {SYSTEM_PYTHON}"
        for module in self.modules:
            if importlib.util.find_spec(module) is None:
                return f"Python module {module}"
        for program in self.programs:
            if shutil.which(program) is None:
                return f"program {program}"
        return None

    def broker(self, run: Run, scratch: Path) -> list[str] | None:
        """The command of a process in the middle, if there is one."""
        return None

    def brokers(self, run: Run, scratch: Path) -> dict[int, list[str]]:
        """Such processes by host, where one is not enough."""
        command = self.broker(run, scratch)
        return {0: command} if command is not None else {}

    def broker_seconds(self, run: Run) -> float:
        """How long they need to find each other."""
        return 1.0

    def command(self, run: Run, role: str, index: int, address: str) -> list[str] | None:
        """The command of a role that is no Python program; None: `receive` and `send` below are run."""
        return None

    def prepare(self) -> None:
        """What is done once, before any process starts, such as compiling."""

    def environment(self, run: Run, address: str) -> dict[str, str]:
        return {}

    def receive(
        self, run: Run, index: int, sink: Sink, ready: Callable[[], None], stopped: Callable[[], bool]
    ) -> None:
        raise NotImplementedError

    def send(self, run: Run, control: Control) -> None:
        raise NotImplementedError


def group_name(index: int) -> str:
    return f"t{index:05d}"


def load(module: str) -> Any:
    """A peer's own library, which need not be installed and has no types here."""
    return importlib.import_module(module)
