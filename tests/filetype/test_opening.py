# SPDX-License-Identifier: BSD-3-Clause
"""Files and links opened by the desktop, through the handlers that `register` installs."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.documents import link_to
from app.runtime.references import read, write
from app.ui.settings import Settings
from tests.end_to_end.program import Program
from tests.end_to_end.virtual_display import VirtualDisplay, open_display, wait_until
from tests.gallery_copies import copy_gallery_file


@pytest.fixture
def display(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[VirtualDisplay]:
    """A display of a user who has registered."""
    for name in [name for name in os.environ if name.startswith("XDG_")]:
        monkeypatch.delenv(name)
    for name in ("HOME", "XDG_RUNTIME_DIR"):
        (tmp_path / name.lower()).mkdir(mode=0o700)
        monkeypatch.setenv(name, str(tmp_path / name.lower()))
    monkeypatch.setenv("XDG_CURRENT_DESKTOP", "GNOME")
    with open_display(tmp_path / "own") as opened:
        _run(opened, sys.executable, "-P", "-m", "app", "register")
        yield opened


def _run(display: VirtualDisplay, *command: str) -> None:
    """Run a command without pipes, which its child processes would keep open."""
    subprocess.run(
        command, env=display.environment, check=True, timeout=60, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )


def _the_program(display: VirtualDisplay) -> Program:
    wait_until(lambda: display.others(set()), 90.0)  # a checkout may have to build the engine first
    (program,) = display.others(set())
    return program


def test_handlers_start_the_program_once_and_open_all_else_in_it(
    display: VirtualDisplay, tmp_path: Path, artifacts: Path
) -> None:
    first, second = copy_gallery_file("shared_counter", tmp_path), tmp_path / "a second one, ü.liveobject"
    copy_gallery_file("shared_switch", tmp_path).rename(second)
    _run(display, "xdg-open", str(first))
    program = _the_program(display)
    program.wait(f"is_open({read(first).title!r}) and says('live')")
    _run(display, "gio", "open", str(second))
    program.wait(f"is_open({read(second).title!r})")  # `liveobjects bench startup` measures how soon
    link = link_to(write(read(copy_gallery_file("shared_slider", tmp_path))))
    for opener in (("xdg-open",), ("gio", "open")):
        before = program.ask("len(of_kind('PlayerWindow'))")
        _run(display, *opener, link)
        program.wait(f"len(of_kind('PlayerWindow')) == {before + 1}")
    program.wait("player('Shared switch').settled")
    program.picture(artifacts / "opened-by-handlers.png")
    assert [each.pid for each in display.others(set())] == [program.pid]
    recent = Settings(tmp_path / "own/config/settings.json").recent_files
    assert recent == (second, first)  # a file from a link does not count as the user's own


@pytest.mark.parametrize("link", ["liveobject:", "liveobject:1.AAAA", "LIVEOBJECT:2.x", link_to(b"<hello/>")])
def test_links_that_hold_no_object_open_nothing(link: str, tmp_path: Path) -> None:
    command = [sys.executable, "-P", "-m", "app", "open", link]
    own = {**os.environ, "LIVEOBJECTS_HOME": str(tmp_path)}
    done = subprocess.run(command, env=own, capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 1
    assert len(done.stderr.splitlines()) == 1
    assert "Traceback" not in done.stderr
    assert not list(tmp_path.rglob("*.liveobject"))
