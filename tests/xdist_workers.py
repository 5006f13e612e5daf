"""Lanes of tests beside each other (`./test` without arguments): a display for each, long ones first."""

import os
from pathlib import Path

import pytest

_FIRST = "test_theme.py"
"""Paints all windows again and again; those that earlier tests have left make that slow."""
_LONG = ("end_to_end", "spark")
"""Rooms whose files take a minute each: begun last, one lane would end long after the others."""


def take_display(config: pytest.Config) -> None:
    """In a lane, use its own display: windows that share one take the keyboard from each other."""
    lane = getattr(config, "workerinput", {}).get("workerid")
    displays = os.environ.get("LIVEOBJECTS_LANES", "").split()
    if lane is not None and displays:
        os.environ["DISPLAY"] = displays[int(lane.removeprefix("gw")) % len(displays)]
        os.environ.pop("WAYLAND_DISPLAY", None)


def long_ones_first(items: list[pytest.Item], tests: Path) -> None:
    """Order the files; those that take long by their own names, so that the rooms alternate."""

    def place(item: pytest.Item) -> tuple[bool, str]:
        if not item.path.is_relative_to(tests) or item.path.name == _FIRST:
            return False, ""  # and the checks
        long = item.path.relative_to(tests).parts[0] in _LONG
        return not long, item.path.name if long else ""

    items.sort(key=place)
