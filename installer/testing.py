"""Runs the checks and the tests, on a display of their own where the machine has none."""

from __future__ import annotations

import contextlib
import os
import subprocess
from typing import Iterator, Sequence

from installer.console import ROOT, say
from installer.environment import PYTHON

# Rooms whose every branch is tested; a run of everything fails when one is not.
_FULLY_COVERED = ["app.runtime.types", "app.runtime.references"]


def run(arguments: Sequence[str]) -> int:
    """Run pytest with the checks in front of it; its exit code is the answer."""
    command = [str(PYTHON), "-m", "pytest", "--checks", "--junitxml=artifacts/tests.xml", *arguments]
    if not arguments:
        command += [f"--cov={name}" for name in _FULLY_COVERED]
        command += ["--cov-branch", "--cov-fail-under=100", "--cov-report=term-missing:skip-covered"]
    (ROOT / "artifacts").mkdir(exist_ok=True)
    with _display() as display:
        return _wait(subprocess.Popen(command, cwd=ROOT, env={**os.environ, **display}))


def _wait(process: subprocess.Popen[bytes]) -> int:
    """Ctrl-C reaches the tests too; let them end and print what they have."""
    while True:
        try:
            return process.wait()
        except KeyboardInterrupt:
            continue


@contextlib.contextmanager
def _display() -> Iterator[dict[str, str]]:
    """The display at hand, or a virtual one that lives as long as the tests."""
    if os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"):
        yield {}
        return
    read_end, write_end = os.pipe()
    screen = ["-screen", "0", "1280x800x24", "+extension", "GLX", "-nolisten", "tcp", "-noreset"]
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(write_end), *screen],
        pass_fds=[write_end],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,  # Ctrl-C ends the tests first, and they need the display until then
    )
    os.close(write_end)
    try:
        with os.fdopen(read_end) as announced:
            number = announced.readline().strip()
        if not number:
            say("./test: Xvfb does not start; tests that need a display will fail")
        yield {"DISPLAY": f":{number}"} if number else {}
    finally:
        server.terminate()
        server.wait()
