# SPDX-License-Identifier: BSD-3-Clause
"""The window as a person uses it: a real display, a window manager, mouse and keyboard."""

from app.ui.welcome.gallery import FOLDER
from tests.end_to_end.virtual_display import VirtualDisplay, wait_until


def test_look_into_a_file_and_go_home(display: VirtualDisplay) -> None:
    with display.program("--theme=light", "--language=en") as program:
        window = display.find_window(program.pid)
        display.activate(window)
        gallery = "named('Gallery of live objects')"
        display.choose(program, gallery, "Shared note")
        display.type("Calc")  # further down, out of sight
        program.wait(f"is_chosen({gallery}, 'Calculator service')")
        display.press_until("Return", lambda: display.do("getwindowname", window).startswith("Calculator service"))
        program.wait("sorted(blocks()) == ['calculator', 'group'] and len(wires()) == 1")
        display.press_until("ctrl+w", lambda: display.do("getwindowname", window) == "Live Objects")
        display.press_until("ctrl+q", lambda: program.exit_code() is not None)
        assert program.exit_code() == 0


def test_a_file_given_is_shown_at_once(display: VirtualDisplay) -> None:
    with display.program(str(FOLDER / "shared_label.liveobject")) as program:
        window = display.find_window(program.pid)
        wait_until(lambda: display.do("getwindowname", window) == "Shared label – Live Objects")
        display.activate(window)
        display.press_until("alt+F4", lambda: program.exit_code() is not None)
        assert program.exit_code() == 0
