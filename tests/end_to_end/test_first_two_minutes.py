# SPDX-License-Identifier: BSD-3-Clause
"""The first two minutes: from the first start to a shared note that is open twice, as the tour leads there.

Its frames are the pictures of docs/first-two-minutes.md. To make them anew:
LIVEOBJECTS_RECORD_PICTURES=1 pytest tests/end_to_end/test_first_two_minutes.py
"""

from __future__ import annotations

import os
import shutil
import time
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QImage

from tests.conftest import ROOT
from tests.end_to_end.composer_driver import ComposerDriver
from tests.end_to_end.image_comparison import RECORDING, difference
from tests.end_to_end.virtual_display import VirtualDisplay

PAGE = ROOT / "docs" / "first-two-minutes.md"
PICTURES = ROOT / "docs" / "pictures" / "first-two-minutes"
PANE = "named('Shared text', 'QPlainTextEdit')"
GALLERY = "named('Gallery of live objects')"
_MOST_DIFFERENT = 0.06

TITLE = "# The first two minutes"
INTRODUCTION = """\
From the first start to a note that is open twice. Nothing has to be known beforehand, and one computer is
enough. The pictures were taken by a test that does all of this with mouse and keyboard, in {seconds} seconds.
"""
CAPTIONS = {
    "welcome": "The gallery has things to open, and *Take the tour* leads to one of your own.",
    "tour": "The tour is a small card in the corner. It waits for you, or does the next step for you.",
    "sheet": "*Make a page*. On the left is what can be put on it, in the middle the page itself.",
    "found": "Write what you look for. One line says what each object does.",
    "dragged": "Drag *Shared text* onto the page. It brings everything it needs, so it can go live at once.",
    "running": "*Go live*. The block becomes live: from now on, whoever has this page shares the text.",
    "presented": "*Show it*. This is what people see: the note itself. Type something.",
    "twice": "*Open a second viewer*: another program, as on another computer. It shows the same.",
    "both": "Write in the second one and read it in the first. Each sees the cursor and name of the other.",
    "saved": "Back on the page, save it. A friend who gets the file has the text, and on this network writes with you.",
}


def test_from_the_first_start_to_a_shared_note(display: VirtualDisplay, tmp_path: Path, artifacts: Path) -> None:
    folder = artifacts / "first-two-minutes"
    shutil.rmtree(folder, ignore_errors=True)
    began = time.monotonic()
    with display.program("--theme=light", "--language=en") as program:
        person = ComposerDriver(display, program, folder)
        walk(person, tmp_path / "note.liveobject")
    seconds = round(time.monotonic() - began)
    assert seconds < 120
    frames = sorted(folder.glob("*.png"))
    assert [frame.stem[3:] for frame in frames] == list(CAPTIONS)
    if os.environ.get(RECORDING):
        record(frames, seconds)
    text = PAGE.read_text()
    assert "xml" not in text.lower()
    for frame in frames:
        assert CAPTIONS[frame.stem[3:]] in text
        assert f"pictures/first-two-minutes/{frame.name}" in text
        share = difference(QImage(str(PICTURES / frame.name)), QImage(str(frame)))
        assert share <= _MOST_DIFFERENT, f"{share:.1%} of {frame} is not as in the documentation"


def walk(person: ComposerDriver, file: Path) -> None:
    """What a newcomer does."""
    display, program = person.display, person.program
    program.wait(f"all(each.state.name != 'UNREAD' for each in {GALLERY}.model().entries)")
    person.frame("welcome")
    person.press("Take the tour")
    program.wait("says('Everything begins with an empty page')")
    person.frame("tour")
    person.press("Make a page")
    program.wait("canvas() is not None and says('or let me do it')")
    person.frame("sheet")
    entry = person.find("many people type", "Shared text")
    person.frame("found")
    display.drag(entry, program.ask("at(canvas().viewport(), 0.35, 0.3)"))
    program.wait("len(blocks()) == 1 and says('Now it becomes alive')")
    person.frame("dragged")
    person.press("Go live")
    program.wait("states()['Shared text'].startswith('live') and says('This is what people see')")
    person.frame("running")
    person.press("Show it")
    display.click(program.wait_until_still(f"not {PANE}.isReadOnly() and at({PANE}, 0.3, 0.3)"))
    display.type("Dear all, dinner is at seven.")
    program.wait(f"{PANE}.text == 'Dear all, dinner is at seven.'")
    person.frame("presented")
    open_twice(person)
    person.leave_presentation()
    display.place_window(person.window, 0, 20, 1436, 860)
    program.wait_until_still("box(canvas())")
    person.press("Finish")
    display.key("ctrl+shift+s")
    program.wait("'Save the page' in windows()")
    display.key("ctrl+a")
    display.type(str(file))
    display.key("Return")
    program.wait("not canvas().editor.modified")
    person.frame("saved")


def open_twice(person: ComposerDriver) -> None:
    """The note in another process: what is written in one is read in the other."""
    display, program = person.display, person.program
    viewer = person.open_second_viewer()
    program.wait("says('That is all')")
    viewer.wait(f"{PANE}.text == 'Dear all, dinner is at seven.'")
    display.place_window(person.window, 0, 20, 740, 850)
    display.place_window(display.find_window(viewer.pid), 760, 20, 676, 850)
    viewer.wait(f"len({PANE}._cursors) == 1")
    person.frame("twice")
    display.click(viewer.wait_until_still(f"at({PANE}, 0.3, 0.5)"))
    display.key("ctrl+End", "Return")
    display.type("We bring the soup!")
    program.wait(f"{PANE}.text.endswith('We bring the soup!')")
    program.wait(f"[each.end for each in {PANE}._cursors] == [len({PANE}.text)]")
    person.frame("both")
    display.activate(person.window)
    display.click(program.wait_until_still(f"at({PANE}, 0.3, 0.5)"))


def record(frames: list[Path], seconds: int) -> None:
    """Write the page and its pictures."""
    shutil.rmtree(PICTURES, ignore_errors=True)
    PICTURES.mkdir(parents=True)
    parts = [TITLE, "", INTRODUCTION.format(seconds=seconds)]
    for number, frame in enumerate(frames, start=1):
        caption = CAPTIONS[frame.stem[3:]]
        small = QImage(str(frame)).scaledToWidth(960, Qt.TransformationMode.SmoothTransformation)
        assert small.save(str(PICTURES / frame.name))
        parts += [f"{number}. {caption}", "", f"   ![{frame.stem[3:]}](pictures/first-two-minutes/{frame.name})", ""]
    PAGE.write_text("\n".join(parts))
