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
from tests.end_to_end import first_hour_steps as steps
from tests.end_to_end.virtual_display import VirtualDisplay, open_display

pytestmark = pytest.mark.namespaces


def use_own_folders(display: VirtualDisplay, home: Path) -> None:
    """Register the file type, as the first start does, in this home only."""
    for folder in [each for each in os.environ if each.startswith("XDG_")]:
        display.environment.pop(folder, None)
    display.environment["HOME"] = str(home)


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
            home.mkdir()
            display = stack.enter_context(open_display(home / "liveobjects", user, bridge.enter(number)))
            use_own_folders(display, home)
            found.append(display)
        yield found[0], found[1]


@pytest.mark.timeout(300)
@pytest.mark.parametrize(("theme", "other"), [("light", "dark"), ("dark", "light")], ids=["light", "dark"])
def test_first_hour(
    computers: tuple[VirtualDisplay, VirtualDisplay], tmp_path: Path, artifacts: Path, theme: str, other: str
) -> None:
    ann, bob = computers
    folder = artifacts / "first-hour" / theme
    shutil.rmtree(folder, ignore_errors=True)
    drawn = f"--theme={theme}"
    mailed = tmp_path / "mailed.liveobject"
    with steps.started(ann, folder / "ann", drawn) as person:
        steps.introduce(person)
        steps.use_class_room(person)
        steps.make_page(person)
        steps.furnish(person)
        ann.press_until("ctrl+q", lambda: person.program.exit_code() is not None)
        assert person.program.exit_code() == 0
    with steps.started(ann, folder / "ann", drawn) as person:
        steps.open_recent(person, "Page 1")
        steps.check_desktop(person, ["Milk", "Bread"], ["Hello"])
        person.frame("started-again")
        person.program.kill()
    with steps.started(ann, folder / "ann", drawn) as person:
        steps.open_recent(person, "Page 1")
        steps.check_desktop(person, ["Milk", "Bread"], ["Hello"])
        person.frame("after-kill")
        steps.share_with_anyone(person, mailed)
        steps.add_task(person, "Eggs")  # the file does not have this
        person.program.kill()
    with steps.started(bob, folder / "bob", str(mailed), f"--theme={other}", command="open") as friend:
        steps.allow(friend)
        steps.check_desktop(friend, ["Milk", "Bread"], ["Hello"])
        friend.frame("opened")
        steps.add_task(friend, "Butter")
        steps.send_message(friend, "I am in")
        with steps.started(ann, folder / "ann", drawn) as person:
            steps.open_recent(person, "Page 1")
            for each in (person, friend):
                steps.check_desktop(each, ["Milk", "Bread", "Eggs", "Butter"], ["Hello", "I am in"])
                each.frame("together")
            steps.see_in_share_panel(person, "Bob")
