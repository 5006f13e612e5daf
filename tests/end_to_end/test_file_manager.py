# SPDX-License-Identifier: BSD-3-Clause
"""Drags between the program and a real file manager: a block becomes a file, and a file becomes a block."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path

from app.runtime.references import Parameterized, read
from tests.end_to_end.composer_driver import ComposerDriver
from tests.end_to_end.file_manager import open_file_manager
from tests.end_to_end.virtual_display import VirtualDisplay, wait_until


def _file_manager(display: VirtualDisplay, folder: Path, tmp_path: Path) -> contextlib.AbstractContextManager[str]:
    """Its window on a folder, with settings of its own."""
    runtime = tmp_path / "runtime"
    runtime.mkdir(mode=0o700)
    private = {"XDG_CONFIG_HOME": str(tmp_path / "config"), "XDG_RUNTIME_DIR": str(runtime)}
    return open_file_manager(display, folder, (720, 20, 710, 500), Path(os.devnull), **private)


def test_a_block_becomes_a_file_and_the_file_a_block(display: VirtualDisplay, tmp_path: Path, artifacts: Path) -> None:
    folder = tmp_path / "folder-of-a-person"
    folder.mkdir()
    with (
        display.program("--theme=light", "--language=en") as program,
        _file_manager(display, folder, tmp_path) as manager,
    ):
        person = ComposerDriver(display, program, artifacts / "file-manager")
        person.new_sheet()
        person.drag_on("counter", "Shared counter", 0.1, 0.1)
        display.place_window(person.window, 0, 20, 710, 860)
        display.key("F8")  # room for the sheet
        display.activate(manager)
        display.drag(program.wait_until_still("handle('Shared counter')"), [1200, 420])
        wait_until(lambda: [file for file in folder.glob("*.liveobject") if file.stat().st_size])
        (file,) = folder.glob("*.liveobject")
        assert "Shared counter" in file.stem
        assert isinstance(read(file).reference, Parameterized)
        person.frame("a-file")
        display.activate(manager)
        display.drag(_icon(display, manager), program.wait_until_still("at(canvas().viewport(), 0.5, 0.8)"))
        program.wait("len(blocks()) == 2")
        person.frame("a-block")


def _icon(display: VirtualDisplay, manager: str) -> list[int]:
    """Where the only file of the folder is: its picture is in the first place of the right pane."""
    geometry = dict(line.split("=", 1) for line in display.do("getwindowgeometry", "--shell", manager).splitlines())
    return [int(geometry["X"]) + 220, int(geometry["Y"]) + 110]
