# SPDX-License-Identifier: BSD-3-Clause
"""Runs the static checks and the tests, on virtual displays."""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import time
from typing import Iterator, Sequence

from installer.console import ROOT, print_status
from installer.environment import PYTHON

# Packages with full branch coverage; a whole run fails when a branch is not covered.
_FULLY_COVERED = ["app.runtime.types", "app.runtime.references"]
_MAX_WORKERS = 4
_TESTS_FAILED = 1
"""The exit code of pytest when all tests ran and some failed."""
_MAX_RERUNS = 20
"""With more failures than this, nothing is rerun: the cause is not chance."""
_MAX_FLAKY = 2
_LAST_FAILED = ROOT / ".pytest_cache" / "v" / "cache" / "lastfailed"
"""Where pytest stores the names of the failed tests."""
_ARTIFACTS = ROOT / "artifacts"
_FLAKY = _ARTIFACTS / "flaky.json"
_WORKER_CRASHES = "watchdog-*.txt"
"""What a worker that did not exit in the regular way leaves in `artifacts` (`tests/watchdog.py`)."""


def run(arguments: Sequence[str]) -> int:
    """Run the checks and the tests, and return the exit code: all of them, the quick ones, or some."""
    _ARTIFACTS.mkdir(exist_ok=True)
    started = time.monotonic()
    if not arguments:
        code = _run_all()
    elif "--quick" in arguments:
        code = _run_quick(arguments)
    else:
        with _any_display() as display:
            return _pytest(display, ["--checks", "--junitxml=artifacts/tests.xml", *arguments])
    minutes, seconds = divmod(round(time.monotonic() - started), 60)
    print_status(f"./test: {'failed' if code else 'passed'} after {minutes}:{seconds:02} min")
    return code


def _run_quick(arguments: Sequence[str]) -> int:
    """Run the tests that need no window, no Spark and little time, for use while editing."""
    options = ["--checks", *_in_workers(os.cpu_count() or 1), "--junitxml=artifacts/quick.xml"]
    return _pytest({"DISPLAY": "", "QT_QPA_PLATFORM": "offscreen"}, [*options, *arguments])


def _run_all() -> int:
    """Run all tests in parallel workers, then the failed ones again, one after the other.

    Tests of windows and processes wait for other programs, which a busy machine may not schedule in time.
    A test that passes alone is reported as flaky, and so is one that ended its worker (by a crash, or a hang
    that no signal interrupts). After that everything is run again, once: a replacement worker may wait for
    ever, and the coverage data of the old one is lost.
    """
    workers = _worker_count()
    coverage = [f"--cov={name}" for name in _FULLY_COVERED]
    coverage += ["--cov-branch", "--cov-fail-under=100", "--cov-report=term-missing:skip-covered"]
    options = ["--checks", *_in_workers(workers), "--junitxml=artifacts/tests.xml", *coverage]
    flaky: dict[str, str] = {}
    _FLAKY.unlink(missing_ok=True)
    with contextlib.ExitStack() as stack:
        displays = [stack.enter_context(_virtual_display()) for _ in range(workers)]
        environment = {"DISPLAY": displays[0], "LIVEOBJECTS_TEST_DISPLAYS": " ".join(displays)}
        _LAST_FAILED.unlink(missing_ok=True)
        code = _pytest(environment, options)
        crashed = _crashed_tests()
        if code <= _TESTS_FAILED and crashed:
            flaky.update(dict.fromkeys(crashed, "ended its worker"))
            print_status("./test: a worker ended before its tests; everything is run once more")
            _LAST_FAILED.unlink(missing_ok=True)
            code = _pytest(environment, options)
            if _crashed_tests():
                return _report_flaky(flaky) or code or _TESTS_FAILED
        failed, checks = _failed_tests()
        if code == _TESTS_FAILED and not checks and 0 < len(failed) <= _MAX_RERUNS:
            print_status("./test: the failed tests are run again, one after the other")
            again = ["--junitxml=artifacts/rerun.xml", "--cov-append", *coverage, "-ra", *failed]
            code = _pytest({"DISPLAY": displays[0]}, again)
            failed_again, _ = _failed_tests()
            if code <= _TESTS_FAILED:
                flaky.update({name: "passed alone" for name in failed if name not in failed_again})
    return _report_flaky(flaky) or code


def _report_flaky(flaky: dict[str, str]) -> int:
    """Write and print the flaky tests; too many of them are a failure."""
    _FLAKY.write_text(json.dumps(flaky, indent=1) + "\n", encoding="utf-8")
    if flaky:
        print_status(f"./test: {len(flaky)} flaky, {_MAX_FLAKY} are allowed; see artifacts/flaky.json")
    for name, reason in flaky.items():
        print_status(f"FLAKY {name} - {reason}")
    return _TESTS_FAILED if len(flaky) > _MAX_FLAKY else 0


def _failed_tests() -> tuple[list[str], list[str]]:
    """The tests and the static checks that failed in the last run."""
    failed = list(json.loads(_LAST_FAILED.read_text())) if _LAST_FAILED.exists() else []
    checks = [name for name in failed if name.startswith("checks/")]
    return [name for name in failed if name not in checks], checks


def _crashed_tests() -> list[str]:
    """The tests that ended a worker of the last run."""
    reports = sorted(_ARTIFACTS.glob(_WORKER_CRASHES))
    return [path.read_text(encoding="utf-8", errors="replace").partition("\n")[0] for path in reports]


def _worker_count() -> int:
    """One for each core: with more, tests of windows and processes miss their time-outs."""
    return min(os.cpu_count() or 1, _MAX_WORKERS)


def _in_workers(count: int) -> list[str]:
    return [f"--numprocesses={count}", "--dist=loadfile", "--no-loadscope-reorder", "--max-worker-restart=0"]


def _pytest(environment: dict[str, str], arguments: Sequence[str]) -> int:
    """Run pytest; Ctrl-C reaches it too, and it ends by itself after printing its results."""
    for old in _ARTIFACTS.glob(_WORKER_CRASHES):
        old.unlink()
    command = [str(PYTHON), "-m", "pytest", *arguments]
    process = subprocess.Popen(command, cwd=ROOT, env={**os.environ, **environment})
    while True:
        try:
            code = process.wait()
            break
        except KeyboardInterrupt:
            continue
    for report in _ARTIFACTS.glob(_WORKER_CRASHES):
        print_status(report.read_text(encoding="utf-8", errors="replace"))
    return code


@contextlib.contextmanager
def _any_display() -> Iterator[dict[str, str]]:
    """The display of the user, so that windows can be watched, or a virtual one."""
    if os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"):
        yield {}
        return
    with _virtual_display() as name:
        yield {"DISPLAY": name} if name else {}


@contextlib.contextmanager
def _virtual_display() -> Iterator[str]:
    """The name of a display that exists as long as the tests run."""
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
