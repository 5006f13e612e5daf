# SPDX-License-Identifier: BSD-3-Clause
"""Runs a program that may be missing, fail or hang, within a time limit."""

import os
import shutil
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from app.runtime.program import own_command

_TIMEOUT_SECONDS = 40.0


@dataclass(frozen=True)
class ProgramResult:
    """The output of a program, and why it failed; `failure` is empty on success."""

    output: str
    failure: str


def is_installed(program: str) -> bool:
    """Whether the program is on the PATH."""
    return shutil.which(program) is not None


def run_program(command: Sequence[str], environment: Mapping[str, str] | None = None) -> ProgramResult:
    """Run a program with a time limit."""
    try:
        finished = subprocess.run(
            list(command),
            capture_output=True,
            timeout=_TIMEOUT_SECONDS,
            stdin=subprocess.DEVNULL,
            env={**os.environ, **(environment or {})},
            check=False,
        )
    except subprocess.TimeoutExpired:
        return ProgramResult("", f"no answer within {_TIMEOUT_SECONDS:.0f} s")
    except OSError as error:
        return ProgramResult("", error.strerror or str(error))
    output = finished.stdout.decode(errors="replace").strip()
    if finished.returncode == 0:
        return ProgramResult(output, "")
    complaint = finished.stderr.decode(errors="replace").strip() or output
    return ProgramResult(output, (complaint.splitlines() or [_ended(finished.returncode)])[-1])


def run_probe(what: str, environment: Mapping[str, str] | None = None) -> ProgramResult:
    """Run a probe in a process of its own, which may crash."""
    answer = run_program(own_command("doctor", "--probe", what), environment)
    return ProgramResult(answer.output, answer.failure.removeprefix("liveobjects: "))


def _ended(code: int) -> str:
    return f"killed by signal {-code}" if code < 0 else f"exit code {code}"
