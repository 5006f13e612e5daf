# SPDX-License-Identifier: BSD-3-Clause
"""Ends a worker whose test hangs where no signal reaches it, and records the stacks of all its threads.

pytest-timeout interrupts a test by a signal, which Python handles between two bytecodes. A test that blocks
inside C code or Qt's event loop, or whose teardown waits for a process, would block the whole run.
"""

import faulthandler
from pathlib import Path
from typing import Protocol

import pytest

_GRACE = 60
"""Seconds after the time-out in which a test may end by itself, and between two tests."""


class _Settings(Protocol):
    """The settings of pytest-timeout for a test."""

    timeout: float


class Watchdog:
    """Watches the tests of one worker; the report in `folder` is removed when the worker exits regularly."""

    def __init__(self, folder: Path, worker: str) -> None:
        folder.mkdir(exist_ok=True)
        self._report = folder / f"watchdog-{worker}.txt"
        self._file = self._report.open("w", encoding="utf-8")

    @pytest.hookimpl(tryfirst=True)
    def pytest_timeout_set_timer(self, item: pytest.Item, settings: _Settings) -> None:
        self._start(item.nodeid, settings.timeout + _GRACE)

    @pytest.hookimpl(tryfirst=True)
    def pytest_timeout_cancel_timer(self, item: pytest.Item) -> None:
        self._start(f"{item.nodeid} (after its teardown)", _GRACE)

    def _start(self, test: str, seconds: float) -> None:
        self._file.truncate(0)
        self._file.seek(0)
        self._file.write(f"{test}\nended its worker\n")
        self._file.flush()
        faulthandler.dump_traceback_later(seconds, exit=True, file=self._file)

    def pytest_unconfigure(self) -> None:
        faulthandler.cancel_dump_traceback_later()
        self._file.close()
        self._report.unlink(missing_ok=True)
