# SPDX-License-Identifier: BSD-3-Clause
"""The gallery as people meet it: a folder in a real file manager, and a double click on each file."""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.runtime.references import read
from app.ui.settings import Settings
from tests.end_to_end.file_locator import places_of_files
from tests.end_to_end.file_manager import open_file_manager
from tests.end_to_end.program import Program
from tests.end_to_end.virtual_display import VirtualDisplay, open_display, wait_until
from tests.gallery_copies import copy_gallery_file

_FIRST = "shared_note"
"""Stays open until the end, so that all others open in the program that it started."""
_SHOWN = (
    "operations_room",
    "class_room",
    "shopping_list",
    "control_panel",
    "exchange_ticker",
    "whiteboard",
    "flights_map",
    "map",
    "space",
    "desktop",
    "chat",
    "presence_list",
    "shared_image",
    "shared_video",
    "chart_of_computers",
    "table_of_computers",
    "clock",
    "shared_form",
)
_ALSO_SHOWS = {
    "flights_map": "says('60 moving')",
    "exchange_ticker": "says('this computer brings the prices')",
    "chart_of_computers": "not says('0 rows')",
    "table_of_computers": "not says('0 rows')",
}
"""What comes by itself a moment after an object is there."""
_CONFIG = {
    # A list with the icon of the type, and no pictures of what is inside.
    "pcmanfm/default/pcmanfm.conf": "[ui]\nview_mode=3\n",
    "libfm/libfm.conf": "[config]\nsingle_click=0\nquick_exec=1\n[ui]\nshow_thumbnail=0\n",
}


@pytest.fixture
def display(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[VirtualDisplay]:
    """A virtual display of a user who has registered the file type."""
    for name in [name for name in os.environ if name.startswith("XDG_")]:
        monkeypatch.delenv(name)
    for name in ("XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_RUNTIME_DIR", "HOME"):
        place = tmp_path / name.lower()
        place.mkdir(mode=0o700)
        monkeypatch.setenv(name, str(place))
    monkeypatch.setenv("XDG_CURRENT_DESKTOP", "LXDE")
    for name, text in _CONFIG.items():
        file = tmp_path / "xdg_config_home" / name
        file.parent.mkdir(parents=True)
        file.write_text(text)
    with open_display(tmp_path / "home") as opened:
        Settings(tmp_path / "home/config/settings.json").theme = "light"
        command = [sys.executable, "-P", "-m", "app", "register"]
        subprocess.run(command, env=opened.environment, check=True, capture_output=True, timeout=60)
        yield opened


def _file_manager(display: VirtualDisplay, folder: Path, log: Path) -> contextlib.AbstractContextManager[str]:
    """Its window on a folder; where a program that it started ends badly, the log says why."""
    return open_file_manager(display, folder, (0, 0, 420, 880), log, PYTHONFAULTHANDLER="1")


def test_every_file_opens_by_a_double_click(display: VirtualDisplay, tmp_path: Path, artifacts: Path) -> None:
    folder = tmp_path / "gallery-of-a-person"
    folder.mkdir()
    titles = {name: read(copy_gallery_file(name, folder)).title for name in (_FIRST, *_SHOWN)}
    pictures = artifacts / "gallery"
    pictures.mkdir(exist_ok=True)
    with _file_manager(display, folder, pictures / "programs.log") as manager:
        places = places_of_files(display, sorted(titles), pictures / "the-folder.png")
        program = _start_by_double_click(display, places[_FIRST])
        _look_at(display, program, titles[_FIRST], pictures / f"{_FIRST}.png")
        for name in _SHOWN:
            display.activate(manager)
            display.click(places[name], times=2)
            _look_at(display, program, titles[name], pictures / f"{name}.png", _ALSO_SHOWS.get(name, "True"))
            display.key("ctrl+w")
            program.wait(f"not is_open({titles[name]!r})")
        assert [each.pid for each in display.others(set())] == [program.pid]


def _start_by_double_click(display: VirtualDisplay, place: list[int]) -> Program:
    display.click(place, times=2)
    wait_until(lambda: display.others(set()))
    (program,) = display.others(set())
    return program


def _look_at(display: VirtualDisplay, program: Program, title: str, picture: Path, also: str = "True") -> None:
    """It shows what it has to show, nothing failed, and nothing asks for anything."""
    window = f"player({title!r})"
    try:
        program.wait(f"is_open({title!r}) and {window}.settled and bool({window}.views.views())")
        program.wait(also)
    except AssertionError:
        program.picture(picture.with_name(f"{picture.stem}-failed.png"))
        raise
    program.wait(f"'live' in {window}.header.state")
    assert program.ask(f"failures({window})") == [], title
    assert program.ask(f"{window}.permission.question() is None and {window}.messages.isHidden()"), title
    display.activate(str(program.ask(f"int({window}.winId())")))
    program.wait(f"{window}.isActiveWindow()")
    assert program.ask(f"picture_of({window}, {str(picture)!r})")
