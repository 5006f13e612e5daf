# SPDX-License-Identifier: BSD-3-Clause
"""A complete session on a real display: an empty sheet, a shared text, a crash, and undo."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.end_to_end.composer_driver import ComposerDriver
from tests.end_to_end.virtual_display import VirtualDisplay

PANE = "named('Shared text', 'QPlainTextEdit')"


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_from_an_empty_sheet_to_a_crash_and_back(
    display: VirtualDisplay, theme: str, tmp_path: Path, artifacts: Path
) -> None:
    frames = artifacts / "story" / theme
    shutil.rmtree(frames, ignore_errors=True)
    options = (f"--theme={theme}", "--language=en")
    with display.program(*options) as program:
        person = ComposerDriver(display, program, frames)
        compose(person)
        person.run()
        person.frame("running")
        person.delete("Persistence")  # a file on the disk is of one process at a time
        share(person)
        person.save_as(tmp_path / "kitchen.liveobject")
        person.drag_on("counter", "Shared counter", 0.6, 0.1)
        before = program.ask("blocks()")
        program.kill()
    with display.program(*options) as program:
        person = ComposerDriver(display, program, frames, first=20)
        program.wait("says('had changes that were not saved')")
        person.frame("after-the-crash")
        person.press("Recover", "QPushButton")
        program.wait(f"blocks() == {before!r}")
        person.frame("recovered")
        assert person.undo_all() == [
            "Add Shared counter",
            "Remove Persistence",
            "Set group",
            "Insert Ordering",
            "Add Persistence",
            "Add Reliable channel",
            "Add Shared text",
        ]
        person.frame("empty-again")


def compose(person: ComposerDriver) -> None:
    """Find, drag on, wire, be refused, take the offer, fill in."""
    program = person.program
    person.frame("welcome")
    person.new_sheet()
    person.drag_on("many people type", "Shared text", 0.06, 0.1)
    person.drag_on("reliable", "Reliable channel", 0.06, 0.5)
    person.drag_on("persist", "Persistence", 0.6, 0.5)
    person.frame("three-blocks")
    person.wire(("Shared text", "text"), ("Persistence", "inner"), reason="Persistence", frame="refused")
    assert program.ask("wires()") == []
    person.display.key("Escape")
    person.wire(
        ("Reliable channel", "channel"), ("Persistence", "inner"), reason="total order", frame="refused-with-an-offer"
    )
    assert program.ask("wires()") == []
    person.frame("offer")
    person.press("Insert Ordering")
    program.wait("len(wires()) == 2")
    person.select("Reliable channel")
    person.fill_in("Group", "kitchen")
    program.wait("says('Everything fits')")
    person.frame("filled-in")


def share(person: ComposerDriver) -> None:
    """A second process on the sheet: what is typed in one is read in the other, both ways."""
    display, program = person.display, person.program
    viewer = person.open_second_viewer()
    person.press("Present", "QToolButton")
    program.wait(f"not {PANE}.isReadOnly()")
    display.place_window(display.find_window(viewer.pid), 760, 20, 676, 850)
    display.place_window(person.window, 0, 20, 740, 850)
    display.click(program.wait_until_still(f"at({PANE})"))
    display.type("Written in the sheet, ")
    viewer.wait(f"{PANE}.text == 'Written in the sheet, '")
    display.click(viewer.wait_until_still(f"at({PANE})"))
    display.key("ctrl+End")
    display.type("read in the viewer.")
    program.wait(f"{PANE}.text == 'Written in the sheet, read in the viewer.'")
    person.frame("two-processes")
    viewer.kill()
    display.activate(person.window)
    display.click(program.wait_until_still(f"at({PANE})"))
    display.key("Escape")  # somebody types: it leads nowhere
    assert program.ask("of_kind('Canvas') == []")
    person.leave_presentation()
    display.place_window(person.window, 0, 20, 1436, 860)
    program.wait_until_still("box(canvas())")
