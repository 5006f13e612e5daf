# SPDX-License-Identifier: BSD-3-Clause
"""What parallel workers of pytest-xdist need: a display for each, and the longest files first."""

import os
import tomllib
from collections import defaultdict
from pathlib import Path

import pytest
from xdist.scheduler import LoadScopeScheduling

_DURATIONS = Path(__file__).with_name("durations.toml")
_FIRST = "test_theme.py"
"""Restyles all windows many times; windows that earlier tests left open make that slow."""
_LONG = 2.0
"""Seconds from which on the duration of a file is recorded."""
SHARED_SPARK = ("tests/spark/test_client.py", "tests/spark/test_live_queries.py")
"""Files whose tests share one Spark; they run in one worker, because a start of Spark takes long."""


def worker_id(config: pytest.Config) -> str | None:
    """The name of this worker, or None in the controller and without workers."""
    name: str | None = getattr(config, "workerinput", {}).get("workerid")
    return name


def use_own_display(config: pytest.Config) -> None:
    """Select the display of this worker: windows that share one take the keyboard focus from each other."""
    worker = worker_id(config)
    displays = os.environ.get("LIVEOBJECTS_TEST_DISPLAYS", "").split()
    if worker is not None and displays:
        os.environ["DISPLAY"] = displays[int(worker.removeprefix("gw")) % len(displays)]
        os.environ.pop("WAYLAND_DISPLAY", None)


def recorded_durations() -> dict[str, float]:
    """Seconds by file, of the files that take long."""
    durations: dict[str, float] = tomllib.loads(_DURATIONS.read_text(encoding="utf-8"))
    return durations


def sort_by_duration(items: list[pytest.Item], root: Path) -> None:
    """Put the longest files first, so that all workers end at about the same time."""
    durations = recorded_durations()

    def rank(item: pytest.Item) -> float:
        if item.path.name == _FIRST or not item.path.is_relative_to(root / "tests"):  # a static check
            return float("-inf")
        return -durations.get(item.path.relative_to(root).as_posix(), 0)

    items.sort(key=rank)


def _scope(nodeid: str) -> str:
    """The unit that goes to one worker: a file, or the files that share an expensive fixture."""
    file = nodeid.partition("::")[0]
    return SHARED_SPARK[0] if file in SHARED_SPARK else file


class Durations:
    """Schedules the files in the controller, and writes how long each took: a new `tests/durations.toml`."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._seconds: defaultdict[str, float] = defaultdict(float)

    def pytest_xdist_make_scheduler(self, config: pytest.Config, log: object) -> object:
        scheduling = LoadScopeScheduling(config, log)
        scheduling._split_scope = _scope
        return scheduling

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self._seconds[report.nodeid.partition("::")[0]] += report.duration

    def pytest_sessionfinish(self) -> None:
        ordered = sorted(self._seconds.items(), key=lambda each: -each[1])
        long = [(name, round(seconds)) for name, seconds in ordered if seconds >= _LONG]
        self._file.parent.mkdir(exist_ok=True)
        self._file.write_text("".join(f'"{name}" = {seconds}\n' for name, seconds in long if ".py" in name))
