"""What parallel workers of pytest-xdist need: a display for each, and the longest files first."""

import os
import tomllib
from pathlib import Path

import pytest

_DURATIONS = Path(__file__).with_name("durations.toml")
_FIRST = "test_theme.py"
"""Restyles all windows many times; windows that earlier tests left open make that slow."""


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
