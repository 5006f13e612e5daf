"""A test that hangs where no signal is heard ends its lane, and the places of all threads are told.

The time-out of a test is a signal, which Python hears between two of its own steps. A test that waits
inside of C or of Qt's loop, or whose end waits for a process, would wait for ever, and the whole run with it.
"""

import faulthandler
from pathlib import Path
from typing import Protocol

import pytest

_PATIENCE = 60
"""Seconds after the time-out in which a test may end by itself, and after a test until the next one."""


class _Settings(Protocol):
    """What pytest-timeout says of a test."""

    timeout: float


class HangingTests:
    """Minds the tests of one lane; what it leaves behind in `folder` is told by `./test`."""

    def __init__(self, folder: Path, lane: str) -> None:
        folder.mkdir(exist_ok=True)
        self._told = folder / f"hanging-{lane}.txt"
        self._file = self._told.open("w", encoding="utf-8")

    @pytest.hookimpl(tryfirst=True)
    def pytest_timeout_set_timer(self, item: pytest.Item, settings: _Settings) -> None:
        self._mind(item.nodeid, settings.timeout + _PATIENCE)

    @pytest.hookimpl(tryfirst=True)
    def pytest_timeout_cancel_timer(self, item: pytest.Item) -> None:
        self._mind(f"what comes after {item.nodeid}", _PATIENCE)

    def _mind(self, what: str, seconds: float) -> None:
        self._file.truncate(0)
        self._file.seek(0)
        self._file.write(f"{what} has ended its lane\n")
        self._file.flush()
        faulthandler.dump_traceback_later(seconds, exit=True, file=self._file)

    def pytest_unconfigure(self) -> None:
        faulthandler.cancel_dump_traceback_later()
        self._file.close()
        self._told.unlink(missing_ok=True)
