# SPDX-License-Identifier: BSD-3-Clause
"""Two people at one object see where the other one points, whatever the object is; with a real mouse."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.end_to_end.virtual_display import VirtualDisplay
from tests.gallery_copies import copy_gallery_file

_SHOWN = "of_kind('PointerLayer')[0].pointers.people.values()"
_BOB = f"[each.name for each in {_SHOWN} if not each.pointing.away] == ['Bob']"


@pytest.mark.parametrize("thing", ["shopping_list", "shared_slider", "class_room"])
def test_two_people_see_each_other_point(display: VirtualDisplay, tmp_path: Path, artifacts: Path, thing: str) -> None:
    file = copy_gallery_file(thing, tmp_path)
    home = tmp_path / "Bob's home"
    with display.program(str(file), "--theme=light", "--apart", command="open") as ann:
        display.place_window(display.find_window(ann.pid), 4, 30, 620, 520)
        ann.wait("says('live')")
        assert ann.ask("of_kind('PointerLayer') == []")  # alone, there is nothing to pay for
        with display.program(str(file), "--theme=dark", "--apart", command="open", user=("Bob", home)) as bob:
            display.place_window(display.find_window(bob.pid), 640, 30, 760, 600)
            bob.wait("says('live')")
            x, y = bob.wait_until_still("at(of_kind('PointerLayer')[0], 0.3, 0.6)")
            for step in range(10):
                display.do("mousemove", "--sync", str(x + 4 * step), str(y))
            ann.wait(_BOB)
            assert ann.ask("[each.name for each in of_kind('PlayerWindow')[0].sheet.people()] == ['Bob']")
            ann.picture(artifacts / f"pointers-{thing}.png")
            display.do("mousemove", "--sync", str(x), "5")
            ann.wait(f"not ({_BOB})")
        ann.wait("not of_kind('PointerLayer')[0].pointers.people", seconds=60)  # Bob was killed
