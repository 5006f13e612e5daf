# SPDX-License-Identifier: BSD-3-Clause
"""Drags with a real mouse between real programs, on a display of their own."""

import contextlib
import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from app.runtime.references import read
from app.ui.welcome.gallery import FOLDER
from tests.end_to_end.virtual_display import VirtualDisplay, open_display, wait_until


@pytest.fixture(scope="module")
def display() -> Iterator[VirtualDisplay]:
    for program in ("Xvfb", "openbox", "xdotool"):
        if shutil.which(program) is None:
            pytest.skip(f"{program} is not installed; ./test installs it")
    with open_display() as opened:
        yield opened


class Window:
    """A window in a process of its own, which reports what it shows."""

    def __init__(self, report: Path) -> None:
        self._report = report

    def __getitem__(self, key: str) -> Any:
        return json.loads(self._report.read_text())[key]

    def says(self, happened: Callable[["Window"], bool]) -> None:
        """Wait until a condition holds."""
        wait_until(lambda: self._report.exists() and happened(self))


def _is_shown(window: Window) -> bool:
    return bool(window["middle"])


def _wait_until_it_stands(window: Window) -> None:
    """The window manager may still move it."""
    places: list[Any] = []

    def stands() -> bool:
        places.append(window["middle"])
        return len(places) > 5 and all(place == places[-1] for place in places[-5:])

    wait_until(stands)


@contextlib.contextmanager
def _window(display: VirtualDisplay, folder: Path, kind: str, x: int, *rest: str) -> Iterator[Window]:
    report = folder / f"{kind}-{x}.json"
    environment = {**display.environment, "LIVEOBJECTS_HOME": str(folder / f"home-{x}")}
    command = [sys.executable, "-m", "tests.ui.composer.canvas.drag_window", kind, str(report), str(x), *rest]
    process = subprocess.Popen(command, env=environment, cwd=Path(__file__).parents[4])
    try:
        window = Window(report)
        window.says(_is_shown)
        _wait_until_it_stands(window)
        yield window
    finally:
        process.terminate()
        process.wait()


def _drag(
    display: VirtualDisplay, start: list[int], end: list[int], before_release: Callable[[], None] | None = None
) -> None:
    """Drag with the mouse: press, jitter, move in steps, pause, release."""

    def move(x: float, y: float, pause: float) -> None:
        display.move(round(x), round(y))
        time.sleep(pause)  # the pace of a hand; programs that take drags look at it

    move(start[0], start[1], 0.1)
    display.do("mousedown", "1")
    time.sleep(0.1)
    move(start[0] + 4, start[1] + 4, 0.03)
    move(start[0] + 10, start[1] + 6, 0.1)
    for step in range(1, 13):
        part = step / 12
        move(start[0] + (end[0] - start[0]) * part, start[1] + (end[1] - start[1]) * part, 0.03)
    move(end[0] + 1, end[1] + 1, 0.15)
    if before_release is not None:
        before_release()
    display.do("mouseup", "1")


def test_from_one_program_to_another(display: VirtualDisplay, tmp_path: Path) -> None:
    with (
        _window(display, tmp_path, "canvas", 20, "Shared label", "Membership") as left,
        _window(display, tmp_path, "canvas", 640) as right,
    ):
        _drag(display, left["handles"]["Shared label"], right["middle"])
        right.says(lambda seen: "Shared label" in seen["handles"])
        assert set(left["handles"]) == {"Shared label", "Membership"}  # a copy went over


def test_into_a_folder_a_file_appears(display: VirtualDisplay, tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    with (
        _window(display, tmp_path, "canvas", 20, "Shared label") as sheet,
        _window(display, tmp_path, "folder", 640, str(folder)) as manager,
    ):
        _drag(display, sheet["handles"]["Shared label"], manager["middle"])
        wait_until(lambda: any(file.stat().st_size for file in folder.iterdir()))
    assert read(folder / "Shared label.liveobject").title == "Shared label"


def test_from_a_folder_onto_the_sheet(display: VirtualDisplay, tmp_path: Path) -> None:
    file = FOLDER / "shared_label.liveobject"
    with (
        _window(display, tmp_path, "canvas", 20) as sheet,
        _window(display, tmp_path, "files", 640, os.fspath(file)) as manager,
    ):
        _drag(
            display, manager["middle"], sheet["middle"], lambda: sheet.says(lambda seen: "shared_label" in seen["said"])
        )
        sheet.says(lambda seen: "Shared label" in seen["handles"])


def test_a_wire_is_refused_and_mended_by_a_real_mouse(display: VirtualDisplay, tmp_path: Path) -> None:
    with _window(display, tmp_path, "canvas", 20, "Reliable channel", "Persistence") as sheet:
        ports = sheet["ports"]
        _drag(
            display,
            ports["Reliable channel.channel"],
            ports["Persistence.inner"],
            lambda: sheet.says(lambda seen: "total order" in seen["said"]),
        )
        sheet.says(lambda seen: "Insert Ordering" in seen["buttons"])
        x, y = sheet["buttons"]["Insert Ordering"]
        display.move(x, y)
        display.do("click", "1")
        sheet.says(lambda seen: len(seen["wires"]) == 2)
        assert ["Reliable channel.channel", "Ordering.unordered"] in sheet["wires"]
