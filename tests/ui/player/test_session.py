# SPDX-License-Identifier: BSD-3-Clause
"""`liveobjects open` as a process of its own, where there is no display."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtGui import QColor, QImage

from app.ui.theme import DARK, LIGHT, Colors
from app.ui.welcome.gallery import FOLDER
from tests.ui.started_program import started_program

_PROGRAM = [sys.executable, "-P", "-m", "app", "open"]
_NOTE = str(FOLDER / "shared_note.liveobject")


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    hidden = {"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"}
    kept = {name: value for name, value in os.environ.items() if name not in hidden}
    return {**kept, "LIVEOBJECTS_HOME": str(tmp_path / "home")}


@pytest.mark.parametrize(("theme", "colors"), [("light", LIGHT), ("dark", DARK)])
def test_a_picture_of_a_player(theme: str, colors: Colors, environment: dict[str, str], artifacts: Path) -> None:
    file = artifacts / f"player-{theme}.png"
    file.unlink(missing_ok=True)
    command = [*_PROGRAM, _NOTE, "--theme", theme, "--size", "700x500", "--screenshot", str(file)]
    finished = subprocess.run(command, env=environment, capture_output=True, text=True, check=False, timeout=60)
    assert (finished.returncode, finished.stdout, finished.stderr) == (0, "", "")
    picture = QImage(str(file))
    assert (picture.width(), picture.height()) == (700, 500)
    seen = {picture.pixelColor(x, y).name() for x in range(0, 700, 3) for y in range(0, 500, 3)}
    assert QColor(colors.window).name() in seen
    assert QColor(colors.surface).name() in seen  # the paper of the note


def test_the_window_comes_first_then_what_is_in_it(environment: dict[str, str]) -> None:
    offscreen = {**environment, "QT_QPA_PLATFORM": "offscreen"}
    with started_program([*_PROGRAM, _NOTE], offscreen) as (process, lines):
        assert lines.readline() == "filled\n"
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=30) == 130
        assert process.stderr is not None
        assert process.stderr.read() == ""


def test_a_file_that_cannot_be_read(environment: dict[str, str], tmp_path: Path) -> None:
    torn = tmp_path / "torn.liveobject"
    torn.write_bytes(b"<liveobject")
    finished = subprocess.run(
        [*_PROGRAM, str(torn)], env=environment, capture_output=True, text=True, check=False, timeout=60
    )
    assert finished.returncode == 1
    [line] = finished.stderr.splitlines()
    assert "torn.liveobject" in line
