"""The window as a person uses it: a real display, a window manager, mouse and keyboard."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from app.ui.welcome.gallery import FOLDER
from tests.end_to_end.desk import Desk, open_desk, wait_until


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    with open_desk(tmp_path / "home") as opened:
        yield opened


def test_look_into_a_file_and_go_home(desk: Desk) -> None:
    with desk.program("--theme=light", "--language=en") as program:
        window = desk.find_window(program.pid)
        desk.activate(window)
        gallery = "named('Gallery of live objects')"
        desk.choose(program, gallery, "Shared note")
        desk.type("Calc")  # further down, out of sight
        program.wait(f"is_chosen({gallery}, 'Calculator service')")
        desk.press_until("Return", lambda: desk.do("getwindowname", window).startswith("Calculator service"))
        program.wait("sorted(blocks()) == ['calculator', 'group'] and len(wires()) == 1")
        desk.press_until("ctrl+w", lambda: desk.do("getwindowname", window) == "Live Objects")
        desk.press_until("ctrl+q", lambda: program.exit_code() is not None)
        assert program.exit_code() == 0


def test_a_file_given_is_shown_at_once(desk: Desk) -> None:
    with desk.program(str(FOLDER / "shared_label.liveobject")) as program:
        window = desk.find_window(program.pid)
        wait_until(lambda: desk.do("getwindowname", window) == "Shared label – Live Objects")
        desk.activate(window)
        desk.press_until("alt+F4", lambda: program.exit_code() is not None)
        assert program.exit_code() == 0
