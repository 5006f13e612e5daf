"""Runs the checks and the tests, on displays of their own."""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
from typing import Iterator, Sequence

from installer.console import ROOT, print_status
from installer.environment import PYTHON

# Rooms whose every branch is tested; a run of everything fails when one is not.
_FULLY_COVERED = ["app.runtime.types", "app.runtime.references"]
_MOST_LANES = 4
_FAILED = 1
"""What pytest says when all tests ran and some failed."""
_NOTED = ROOT / ".pytest_cache" / "v" / "cache" / "lastfailed"
"""Where pytest notes which."""
_MOST_SECOND_LOOKS = 20
"""More failures than this are no accident."""
_ARTIFACTS = ROOT / "artifacts"
_ENDED_LANES = "hanging-*.txt"
"""What a lane leaves there that a test has ended (`tests/watchdog.py`)."""


def run(arguments: Sequence[str]) -> int:
    """Run pytest with the checks in front of it; its exit code is the answer."""
    _ARTIFACTS.mkdir(exist_ok=True)
    if arguments:
        with _display_at_hand() as display:
            return _pytest(display, ["--junitxml=artifacts/tests.xml", *arguments])
    return _run_everything()


def _run_everything() -> int:
    """All tests in lanes beside each other; what failed there is looked at once more, alone.

    Tests of windows and processes wait for other programs, and a machine that is busy with a neighbour may
    not give these a turn in time. What fails again, fails; what does not is named, to be made steadier.
    A test that ends its lane (it crashes, or hangs for good) ends the run, which is begun anew once: a lane
    in the place of another one may wait for ever, and what the other one had covered is lost.
    """
    lanes = min(os.cpu_count() or 1, _MOST_LANES)
    coverage = [f"--cov={name}" for name in _FULLY_COVERED]
    coverage += ["--cov-branch", "--cov-fail-under=100", "--cov-report=term-missing:skip-covered"]
    with contextlib.ExitStack() as stack:
        displays = [stack.enter_context(_virtual_display()) for _ in range(lanes)]
        in_lanes = [f"--numprocesses={lanes}", "--dist=loadfile", "--no-loadscope-reorder"]
        in_lanes += ["--max-worker-restart=0", "--junitxml=artifacts/tests.xml"]
        environment = {"DISPLAY": displays[0], "LIVEOBJECTS_LANES": " ".join(displays)}
        for first in (True, False):
            _NOTED.unlink(missing_ok=True)
            code = _pytest(environment, [*in_lanes, *coverage])
            if code > _FAILED or not any(_ARTIFACTS.glob(_ENDED_LANES)):
                break  # interrupted, or nothing has happened
            if not first:
                return code or _FAILED
            print_status("./test: a lane has ended before its tests had; everything is run once more")
        failed = _failed_tests()
        if code != _FAILED or not 0 < len(failed) <= _MOST_SECOND_LOOKS:
            return code
        print_status("./test: what failed is looked at once more, one after the other")
        again = ["--junitxml=artifacts/second-look.xml", "--cov-append", *coverage, "-rap", *failed]
        return _pytest({"DISPLAY": displays[0]}, again)


def _failed_tests() -> list[str]:
    """What pytest has noted; the checks run with every run anyway."""
    failed = json.loads(_NOTED.read_text()) if _NOTED.exists() else {}
    return [name for name in failed if not name.startswith("checks::")]


def _pytest(environment: dict[str, str], arguments: Sequence[str]) -> int:
    """Ctrl-C reaches the tests too; let them end and print what they have."""
    for old in _ARTIFACTS.glob(_ENDED_LANES):
        old.unlink()
    process = subprocess.Popen(
        [str(PYTHON), "-m", "pytest", "--checks", *arguments], cwd=ROOT, env={**os.environ, **environment}
    )
    while True:
        try:
            code = process.wait()
            break
        except KeyboardInterrupt:
            continue
    for told in _ARTIFACTS.glob(_ENDED_LANES):
        print_status(told.read_text(encoding="utf-8", errors="replace"))
    return code


@contextlib.contextmanager
def _display_at_hand() -> Iterator[dict[str, str]]:
    """The display of whoever runs this, so that windows can be watched, or a virtual one."""
    if os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"):
        yield {}
        return
    with _virtual_display() as name:
        yield {"DISPLAY": name} if name else {}


@contextlib.contextmanager
def _virtual_display() -> Iterator[str]:
    """The name of a display that lives as long as the tests."""
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
            print_status("./test: Xvfb does not start; tests that need a display will fail")
        yield f":{number}" if number else ""
    finally:
        server.terminate()
        server.wait()
