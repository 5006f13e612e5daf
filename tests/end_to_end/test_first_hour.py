# SPDX-License-Identifier: BSD-3-Clause
"""A person's first hour: what is made is kept, opens as itself, and reaches another computer in a file."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from bench._network import Bridge, can_make_namespaces
from tests.end_to_end.composer_driver import ComposerDriver
from tests.end_to_end.virtual_display import VirtualDisplay, open_display

pytestmark = pytest.mark.namespaces
NOTE = "named('Note')"


@pytest.fixture
def computers(tmp_path: Path) -> Iterator[tuple[VirtualDisplay, VirtualDisplay]]:
    """Ann's computer, which has never run the program, and Bob's; each has a display, a home and a host."""
    if not can_make_namespaces():
        pytest.skip("only root can make network namespaces")
    with ExitStack() as stack:
        bridge = stack.enter_context(Bridge(2))
        found = []
        for number, (name, user) in enumerate((("ann", ""), ("bob", "Bob"))):
            home = tmp_path / name
            display = stack.enter_context(open_display(home / "liveobjects", user, bridge.enter(number)))
            for folder in [each for each in os.environ if each.startswith("XDG_")]:
                display.environment.pop(folder, None)
            display.environment["HOME"] = str(home)
            found.append(display)
        yield found[0], found[1]


def test_first_hour(computers: tuple[VirtualDisplay, VirtualDisplay], tmp_path: Path, artifacts: Path) -> None:
    ann, bob = computers
    frames = artifacts / "first-hour"
    shutil.rmtree(frames, ignore_errors=True)
    options = ("--theme=light", "--language=en")
    mailed = tmp_path / "mailed.liveobject"
    with ann.program(*options) as program:
        person = ComposerDriver(ann, program, frames)
        introduce(person)
        use_class_room(person)
        make_page(person)
        ann.press_until("ctrl+q", lambda: program.exit_code() is not None)
        assert program.exit_code() == 0
    with ann.program(*options) as program:
        person = ComposerDriver(ann, program, frames, 20)
        open_recent(person, "Page 1")
        program.wait(f"{NOTE}.text == 'Bring chairs'")
        person.frame("started-again")
        program.kill()
    with ann.program(*options) as program:
        person = ComposerDriver(ann, program, frames, 30)
        open_recent(person, "Page 1")
        program.wait(f"{NOTE}.text == 'Bring chairs'")
        person.frame("after-kill")
        share_with_anyone(person, mailed)
        ann.click(program.wait_until_still(f"at({NOTE})"))
        ann.key("ctrl+End")
        ann.type(" and tables")
        program.wait(f"{NOTE}.text == 'Bring chairs and tables'")
        person.frame("shared")
        program.kill()
    with bob.program(str(mailed), *options, command="open") as other:
        friend = ComposerDriver(bob, other, frames, 40)
        other.wait("is_shown('Allow', 'QPushButton')")
        friend.frame("mailed")
        friend.press("Allow", "QPushButton")
        other.wait("says('live') and of_kind('Desktop2DView')[0].settled")
        other.wait(f"{NOTE}.text == 'Bring chairs'")
        friend.frame("opened-by-bob")
        bob.click(other.wait_until_still(f"at({NOTE})"))
        bob.key("ctrl+Home")
        bob.type("Bob: ")
        other.wait(f"{NOTE}.text == 'Bob: Bring chairs'")
        friend.frame("changed-by-bob")
        with ann.program(*options) as program:
            person = ComposerDriver(ann, program, frames, 50)
            open_recent(person, "Page 1")
            for each in (program, other):
                each.wait(f"{NOTE}.text == 'Bob: Bring chairs and tables'")
            person.frame("together-ann")
            friend.frame("together-bob")


def introduce(person: ComposerDriver) -> None:
    """Enter a name at the first start."""
    display, program = person.display, person.program
    program.wait("named('Your name', 'QLineEdit').hasFocus()")
    person.frame("first-start")
    display.type("Ann Example")
    person.press("Start", "QPushButton")
    program.wait("is_shown('Gallery of live objects')")
    person.frame("gallery")


def use_class_room(person: ComposerDriver) -> None:
    """Open the class room by one click, and use it."""
    display, program = person.display, person.program
    display.click(program.wait_until_still("row(named('Gallery of live objects'), 'Class room')"))
    program.wait("says('live') and of_kind('Desktop2DView')[0].settled")
    person.frame("class-room")


def make_page(person: ComposerDriver) -> None:
    """Make a page with a desktop."""
    display, program = person.display, person.program
    display.key("ctrl+n")
    program.wait("canvas() is not None")
    person.drag_on("desktop", "2D desktop", 0.3, 0.3)
    person.frame("page")
    person.press("Use it")
    program.wait("says('live') and named('Find something to add').isEnabled()")
    add(person, "note", "Note")
    display.type("Bring chairs")
    program.wait(f"{NOTE}.text == 'Bring chairs'")
    person.frame("note")


def add(person: ComposerDriver, words: str, title: str) -> None:
    """Add something with the bar of the desktop; the keyboard is in it then."""
    display, program = person.display, person.program
    number = program.ask("len(named('Desktop').pieces)")
    display.click(program.wait_until_still("at(named('Find something to add'))"))
    display.type(words)
    program.wait(f"named('What can be added').currentItem().text() == {title!r}")
    display.key("Return")
    program.wait(f"len(named('Desktop').pieces) == {number + 1} and named('Desktop').page.focusItem() is not None")


def open_recent(person: ComposerDriver, title: str) -> None:
    """Open a page from the list of recent ones."""
    display, program = person.display, person.program
    person.frame("start")
    display.click(program.wait_until_still(f"row(named('Recent pages and files'), {title!r})"))
    program.wait("says('live') and of_kind('Desktop2DView')[0].settled")


def share_with_anyone(person: ComposerDriver, file: Path) -> None:
    """Save a file with content for anyone."""
    display, program = person.display, person.program
    person.press("Share", "QToolButton")
    program.wait("named('Save a file…', 'QPushButton').isEnabled()")
    person.frame("share")
    person.press("Save a file…", "QPushButton")
    program.wait("'Save a copy' in windows()")
    display.key("ctrl+a")
    display.type(str(file))
    display.key("Return")
    program.wait("says('A copy was saved.')")
    assert file.exists()
    person.frame("saved")
    person.press("Close", "QPushButton")
