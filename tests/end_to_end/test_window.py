# SPDX-License-Identifier: BSD-3-Clause
"""The window as a person uses it: a real display, a window manager, mouse and keyboard."""

from pathlib import Path

from app.ui.welcome.gallery import FOLDER
from tests.end_to_end.virtual_display import VirtualDisplay, wait_until


def test_look_into_a_thing_for_developers_and_go_home(display: VirtualDisplay) -> None:
    with display.program("--theme=light", "--language=en") as program:
        window = display.find_window(program.pid)
        display.activate(window)
        display.place_window(window, 0, 20, 1280, 860)
        objects = "named('Objects for developers')"
        middle = program.wait_until_still("at(named('Gallery of live objects'), 0.5, 0.2)")
        display.click(middle, button=5, times=60)  # to the end of the page
        display.click(program.wait_until_still("at(named('For developers'))"))
        display.click(program.wait_until_still(f"row({objects}, 'Calculator service')"))
        wait_until(lambda: display.do("getwindowname", window).startswith("Calculator service"))
        program.wait("sorted(blocks()) == ['calculator', 'group'] and len(wires()) == 1")
        display.press_until("ctrl+w", lambda: display.do("getwindowname", window) == "Live Objects")
        display.press_until("ctrl+q", lambda: program.exit_code() is not None)
        assert program.exit_code() == 0


def test_one_click_opens_a_thing_that_is_there_after_a_crash(display: VirtualDisplay, artifacts: Path) -> None:
    options = ("--theme=light", "--language=en")
    pane = "named('Note')"
    with display.program(*options) as program:
        window = display.find_window(program.pid)
        display.place_window(window, 0, 20, 1280, 860)
        gallery = "named('Gallery of live objects')"
        display.click(program.wait_until_still(f"row({gallery}, 'Shared note')"))
        wait_until(lambda: display.do("getwindowname", window).startswith("Shared note"))
        program.wait(f"says('live, nobody else yet') and not {pane}.isReadOnly()")
        display.click(program.wait_until_still(f"at({pane}, 0.4, 0.4)"))
        display.type("Milk")
        display.key("Escape")
        display.type(" and bread")
        program.wait(f"{pane}.text == 'Milk and bread'")
        program.picture(artifacts / "gallery-note-in-use.png")
        display.click(program.wait_until_still("at(named('Edit'))"))
        program.wait("list(blocks()) != []")
        program.picture(artifacts / "gallery-note-edited.png")
        display.key("F11")
        program.wait("named('Leave the presentation').isVisible()")
        display.do("mousemove_relative", "--sync", "9", "9")
        display.click(program.wait_until_still("at(named('Leave the presentation'))"))
        program.wait("list(blocks()) != []")
        program.kill()
    with display.program(*options) as program:
        window = display.find_window(program.pid)
        display.place_window(window, 0, 20, 1280, 860)
        recent = "named('Recent pages and files')"
        place = program.wait_until_still(f"row({recent}, 'Shared note')")
        program.picture(artifacts / "gallery-recent.png")
        display.click(place)
        program.wait("says('live')")
        display.press_until("ctrl+q", lambda: program.exit_code() is not None)


def test_a_file_given_is_shown_at_once(display: VirtualDisplay) -> None:
    with display.program(str(FOLDER / "shared_label.liveobject")) as program:
        window = display.find_window(program.pid)
        wait_until(lambda: display.do("getwindowname", window) == "Shared label – Live Objects")
        display.activate(window)
        display.press_until("alt+F4", lambda: program.exit_code() is not None)
        assert program.exit_code() == 0
