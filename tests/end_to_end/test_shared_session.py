# SPDX-License-Identifier: BSD-3-Clause
"""Two people in two programs on one sheet: each sees what the other does, and where their pointer is."""

from __future__ import annotations

from pathlib import Path

from tests.end_to_end.composer_driver import ComposerDriver
from tests.end_to_end.virtual_display import VirtualDisplay, wait_until


def test_two_programs_edit_one_sheet(display: VirtualDisplay, tmp_path: Path, artifacts: Path) -> None:
    file = tmp_path / "plan.liveobject"
    frames = artifacts / "together"
    with display.program("--theme=light", "--language=en") as first:
        ann = ComposerDriver(display, first, frames)
        ann.new_sheet()
        ann.drag_on("counter", "Shared counter", 0.1, 0.1)
        display.key("ctrl+shift+t")
        first.wait("'Where others will find the shared page' in windows()")
        display.key("ctrl+a")
        display.type(str(file))
        display.key("Return")
        wait_until(file.exists)
        first.wait("'Shared counter' in blocks()")
        with display.program(str(file), "--theme=dark", "--language=en") as second:
            bob = ComposerDriver(display, second, frames, first=10)
            second.wait("'Shared counter' in blocks()")
            for person, top in ((bob, 470), (ann, 20)):
                display.place_window(person.window, 0, top, 1436, 400)
                display.key("F8")  # room for the sheets
            display.activate(bob.window)
            bob.drag_on("lock", "Shared lock", 0.5, 0.1)
            first.wait("'Shared lock' in blocks()")
            first.wait("[each.selected for each in canvas().cursors.others] == [('Shared lock',)]")
            display.activate(ann.window)
            ann.drag_on("set", "Shared set", 0.75, 0.1)
            second.wait("'Shared set' in blocks()")
            second.wait("len(canvas().cursors.others) == 1")
            bob.frame("two-people")
            display.activate(bob.window)
            display.click(second.wait_until_still("at(canvas().viewport(), 0.3, 0.8)"))
            display.key("ctrl+z")  # everyone undoes their own
            for program in (first, second):
                program.wait("sorted(blocks()) == ['Shared counter', 'Shared set']")
            display.press_until("ctrl+q", lambda: second.exit_code() is not None)
            first.wait("canvas().cursors.others == ()")
