# SPDX-License-Identifier: BSD-3-Clause
"""LibreOffice on this computer: where it is, and the process that joins one of its documents."""

from __future__ import annotations

import asyncio
import json
import queue
import shutil
import subprocess
import threading
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from objects_library.replication.external_bridge import OutOfReachError

_SCRIPT = Path(__file__).with_name("uno_bridge.py")
_PLACES = ("/usr/lib/libreoffice/program", "/usr/lib64/libreoffice/program", "/opt/libreoffice*/program")
_LONGEST_LINE = 8 * 1024 * 1024
_MOST_NEWS = 10_000
_END = 30.0
"""Seconds in which LibreOffice may save and close."""


@dataclass(frozen=True)
class Installation:
    """The program, and a Python that knows it."""

    program: str
    python: str


@lru_cache(maxsize=1)
def find_office() -> Installation | None:
    """LibreOffice and its Python, if both are here."""
    folders = [folder for place in _PLACES for folder in Path("/").glob(place.lstrip("/"))]
    programs = [folder / "soffice.bin" for folder in folders if (folder / "soffice.bin").is_file()]
    pythons = [*(str(program.with_name("python")) for program in programs), "/usr/bin/python3"]
    for python in pythons:
        if shutil.which(python) and programs and _knows_uno(python):
            return Installation(str(programs[0]), python)
    return None


def _knows_uno(python: str) -> bool:
    try:
        tried = subprocess.run([python, "-c", "import uno"], capture_output=True, check=False, timeout=30)
    except (OSError, subprocess.TimeoutExpired):
        return False
    return tried.returncode == 0


def office_here() -> Installation:
    """LibreOffice, or what to do to have it."""
    found = find_office()
    if found is None:
        find_office.cache_clear()  # it may be installed meanwhile
        raise OutOfReachError(
            "LibreOffice is not on this computer; install the packages libreoffice-calc and python3-uno"
        )
    return found


class OfficeProcess:
    """The process that joins a document; what it says is in `news`, of which `wake` tells."""

    def __init__(self, python: str, wanted: dict[str, Any], wake: Callable[[], object]) -> None:
        self.news: deque[dict[str, Any]] = deque()
        self.ended = False
        self._wake = wake
        self._loop = asyncio.get_running_loop()
        self._out: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._process: subprocess.Popen[bytes] | None = None
        self._thread = threading.Thread(target=self._run, args=([python, str(_SCRIPT)],), name="office", daemon=True)
        self.send(wanted)
        self._thread.start()

    def send(self, message: dict[str, Any]) -> None:
        """Tell it something."""
        self._out.put(json.dumps(message).encode() + b"\n")

    def close(self) -> None:
        """Let it save, close and end; when it does not, it is killed."""
        self._out.put(None)
        if self._process is not None and self._process.poll() is None:
            killer = threading.Timer(_END, self._kill)
            killer.daemon = True
            killer.start()

    def _kill(self) -> None:
        if self._process is not None and self._process.poll() is None:
            self._process.kill()

    def _run(self, command: list[str]) -> None:
        try:
            with subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
            ) as process:
                self._process = process
                threading.Thread(target=self._write, args=(process,), daemon=True).start()
                assert process.stdout is not None
                while line := process.stdout.readline(_LONGEST_LINE):
                    self._call_in_loop(self._receive, line)
        except OSError as error:
            self._call_in_loop(
                self._receive, json.dumps({"kind": "trouble", "text": str(error), "again": True}).encode()
            )
        finally:
            self._out.put(None)
            self._call_in_loop(self._end)

    def _write(self, process: subprocess.Popen[bytes]) -> None:
        assert process.stdin is not None
        with suppress(OSError), process.stdin as pipe:
            while (line := self._out.get()) is not None:
                pipe.write(line)
                pipe.flush()

    def _receive(self, line: bytes) -> None:
        with suppress(ValueError):
            message = json.loads(line)
            if isinstance(message, dict) and len(self.news) < _MOST_NEWS:
                self.news.append(message)
        self._wake()

    def _end(self) -> None:
        self.ended = True
        self._wake()

    def _call_in_loop(self, call: Callable[..., object], *arguments: object) -> None:
        with suppress(RuntimeError):  # the loop is closed
            self._loop.call_soon_threadsafe(call, *arguments)
