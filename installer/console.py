# SPDX-License-Identifier: BSD-3-Clause
"""Status messages of the set-up, and running its child processes with a log."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Mapping, NoReturn, Sequence, final

ROOT = Path(__file__).resolve().parent.parent
LOG = ROOT / "artifacts" / "setup.log"


class SetupError(Exception):
    """The set-up cannot continue; the text is one line that ends with a remedy."""


def print_status(message: str) -> None:
    """Print one status line to stderr; stdout is for the output of commands."""
    print(message, file=sys.stderr, flush=True)


def exit_with_error(program: str, error: SetupError) -> NoReturn:
    """Print the error as one line and exit with code 1."""
    print_status(f"./{program}: {' '.join(str(error).split())}")
    raise SystemExit(1)


def run_logged(what: str, command: Sequence[str], environment: Mapping[str, str] | None = None) -> str | None:
    """Run a command and show its progress; log its output, and return it if the command failed."""
    LOG.parent.mkdir(exist_ok=True)
    started = time.monotonic()
    lines: list[str] = []
    with LOG.open("a", encoding="utf-8", errors="replace") as log:
        log.write(f"\n$ {' '.join(command)}\n")
        with _ProgressLine(what) as status, subprocess.Popen(
            list(command),
            cwd=ROOT,
            env=dict(os.environ if environment is None else environment),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            errors="replace",
        ) as process:
            assert process.stdout is not None
            for line in process.stdout:
                log.write(line)
                log.flush()
                lines.append(line)
                status.show(line.strip())
        log.write(f"ended with {process.returncode} after {time.monotonic() - started:.1f} s\n")
    return None if process.returncode == 0 else "".join(lines)


@final
class _ProgressLine:
    """A status line: the task and, on a terminal, the last line of output."""

    def __init__(self, what: str) -> None:
        self._what = what
        self._live = sys.stderr.isatty()

    def __enter__(self) -> _ProgressLine:
        print(f"{self._what} …", end="" if self._live else "\n", file=sys.stderr, flush=True)
        return self

    def show(self, line: str) -> None:
        if self._live:
            room = max(0, os.get_terminal_size(2).columns - len(self._what) - 4)
            print(f"\r\033[K{self._what} … \033[2m{line[:room]}\033[0m", end="", file=sys.stderr, flush=True)

    def __exit__(self, *_: object) -> None:
        if self._live:
            print(f"\r\033[K{self._what} …", file=sys.stderr, flush=True)
