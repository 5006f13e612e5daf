"""What the set-up says to the person who waits for it, and how it runs the programs it needs."""

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
    """The set-up cannot go on; the text is one line that ends with what to do."""


def say(message: str) -> None:
    """One line of progress, on stderr so that the output of commands stays clean."""
    print(message, file=sys.stderr, flush=True)


def fail(program: str, error: SetupError) -> NoReturn:
    """End with the one line that explains it."""
    say(f"./{program}: {' '.join(str(error).split())}")
    raise SystemExit(1)


def run_logged(what: str, command: Sequence[str], environment: Mapping[str, str] | None = None) -> str | None:
    """Run a long program, showing that it goes on; its output is logged, and returned if it failed."""
    LOG.parent.mkdir(exist_ok=True)
    started = time.monotonic()
    lines: list[str] = []
    with LOG.open("a", encoding="utf-8", errors="replace") as log:
        log.write(f"\n$ {' '.join(command)}\n")
        with _Status(what) as status, subprocess.Popen(
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
class _Status:
    """A headline and, on a terminal, the last line of output beside it."""

    def __init__(self, what: str) -> None:
        self._what = what
        self._live = sys.stderr.isatty()

    def __enter__(self) -> _Status:
        print(f"{self._what} …", end="" if self._live else "\n", file=sys.stderr, flush=True)
        return self

    def show(self, line: str) -> None:
        if self._live:
            room = max(0, os.get_terminal_size(2).columns - len(self._what) - 4)
            print(f"\r\033[K{self._what} … \033[2m{line[:room]}\033[0m", end="", file=sys.stderr, flush=True)

    def __exit__(self, *_: object) -> None:
        if self._live:
            print(f"\r\033[K{self._what} …", file=sys.stderr, flush=True)
