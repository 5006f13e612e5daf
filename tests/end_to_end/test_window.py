"""The window as a person uses it: a real display, a window manager, mouse and keyboard."""

import shutil
from collections.abc import Iterator

import pytest

from app.ui.welcome.gallery import FOLDER
from tests.end_to_end.desk import Desk, open_desk, wait_until


@pytest.fixture
def desk() -> Iterator[Desk]:
    for program in ("Xvfb", "openbox", "xdotool"):
        if shutil.which(program) is None:
            pytest.skip(f"{program} is not installed; ./test installs it")
    with open_desk() as opened:
        yield opened


def test_look_into_a_file_and_go_home(desk: Desk) -> None:
    with desk.program("--theme=light") as process:
        window = desk.find_window(process.pid)
        desk.do("windowactivate", "--sync", window)
        desk.do("mousemove", "--sync", "--window", window, "150", "250", "click", "1")
        desk.press_until("Return", lambda: desk.do("getwindowname", window).endswith(" – Live Objects"))
        desk.press_until("alt+g", lambda: desk.do("getwindowname", window) == "Live Objects")
        desk.press_until("ctrl+q", lambda: process.exit_code() is not None)
        assert process.exit_code() == 0


def test_a_file_given_is_shown_at_once(desk: Desk) -> None:
    with desk.program(str(FOLDER / "shared_label.liveobject")) as process:
        window = desk.find_window(process.pid)
        wait_until(lambda: desk.do("getwindowname", window) == "Shared label – Live Objects")
        desk.do("windowactivate", "--sync", window)
        desk.press_until("alt+F4", lambda: process.exit_code() is not None)
        assert process.exit_code() == 0
