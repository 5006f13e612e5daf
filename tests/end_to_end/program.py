# SPDX-License-Identifier: BSD-3-Clause
"""A running program under test: queries about its widgets, and waiting."""

import contextlib
import json
import os
import signal
import socket
import subprocess
import time
from pathlib import Path
from typing import Any

_TIMEOUT_SECONDS = 30.0


class Program:
    """A process of the program; `observing/queries.py` defines the queries."""

    def __init__(self, pid: int, folder: Path, process: "subprocess.Popen[bytes] | None" = None) -> None:
        self.pid = pid
        self._folder = folder
        self._process = process

    def ask(self, question: str) -> Any:
        """The value of an expression in the program."""
        answer = self._answer(question)
        if "error" in answer:
            raise AssertionError(f"{question}: {answer['error']}")
        return answer["found"]

    def wait(self, question: str, seconds: float = _TIMEOUT_SECONDS) -> Any:
        """Repeat a query until its result is truthy; returns it."""
        deadline, answer = time.monotonic() + seconds, {}
        while time.monotonic() < deadline:
            try:
                answer = self._answer(question)
            except OSError as error:
                answer = {"error": f"the program does not answer: {error}"}
            if answer.get("found"):
                return answer["found"]
            time.sleep(0.03)
        raise AssertionError(f"it did not become true within {seconds} s: {question}: {answer}")

    def wait_until_still(self, question: str) -> Any:
        """Repeat a query until two results in a row are equal, for something that may still move."""
        before = self.wait(question)
        for _ in range(100):
            time.sleep(0.1)
            now = self.wait(question)
            if now == before:
                return now
            before = now
        raise AssertionError(f"it does not come to rest: {question}")

    def picture(self, path: Path) -> None:
        """Draw the whole screen to a file."""
        time.sleep(0.15)  # let the last change be painted
        assert self.ask(f"picture({str(path)!r})")

    def kill(self) -> None:
        """Kill the process with SIGKILL."""
        with contextlib.suppress(ProcessLookupError):
            os.kill(self.pid, signal.SIGKILL)
        if self._process is not None:
            self._process.wait()

    def exit_code(self) -> int | None:
        """The exit code, or `None`; only for processes that the test started."""
        assert self._process is not None
        return self._process.poll()

    def processor_seconds(self) -> float:
        """How much CPU time the process has used."""
        fields = Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def _answer(self, question: str) -> dict[str, Any]:
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as connection:
            connection.settimeout(_TIMEOUT_SECONDS)
            connection.connect(str(self._folder / f"{self.pid}.sock"))
            with connection.makefile("rw") as line:
                line.write(json.dumps(question) + "\n")
                line.flush()
                answer: dict[str, Any] = json.loads(line.readline() or '{"error": "it ended"}')
                return answer
