# SPDX-License-Identifier: BSD-3-Clause
"""The file type, as the real desktop tools see it."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from app.filetype import desktop_files, starting_command
from app.runtime.references import MEDIA_TYPE
from app.ui.welcome.gallery import FOLDER

_NOTE = FOLDER / "shared_note.liveobject"


@pytest.fixture
def user(tmp_path: Path) -> dict[str, str]:
    """A user without any files."""
    places = {name: str(tmp_path / name.lower()) for name in ("XDG_DATA_HOME", "XDG_CONFIG_HOME", "HOME")}
    for place in places.values():
        Path(place).mkdir()
    kept = {name: value for name, value in os.environ.items() if not name.startswith("XDG_")}
    return {**kept, **places, "LIVEOBJECTS_HOME": str(tmp_path / "own"), "XDG_CURRENT_DESKTOP": "GNOME"}


def run(user: dict[str, str], *command: str) -> str:
    done = subprocess.run(command, env=user, capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 0, (command, done.stdout, done.stderr)
    return done.stdout.strip()


def program(user: dict[str, str], *arguments: str) -> str:
    return run(user, sys.executable, "-P", "-m", "app", *arguments)


def below(folder: str) -> set[str]:
    return {str(file.relative_to(folder)) for file in Path(folder).rglob("*") if file.is_file()}


def test_the_desktop_knows_the_type_and_what_opens_it(user: dict[str, str], tmp_path: Path) -> None:
    assert "registered" in program(user, "register")
    copy = tmp_path / "a note.liveobject"
    copy.write_bytes(_NOTE.read_bytes())
    assert run(user, "xdg-mime", "query", "filetype", str(copy)) == MEDIA_TYPE
    assert run(user, "xdg-mime", "query", "default", MEDIA_TYPE) == "liveobjects.desktop"
    known = run(user, "gio", "mime", MEDIA_TYPE)
    assert "liveobjects.look-inside.desktop" in known
    assert "liveobjects.send.desktop" in known
    links = "x-scheme-handler/liveobject"
    assert run(user, "xdg-mime", "query", "default", links) == "liveobjects-link.desktop"
    assert "liveobjects-link.desktop" in run(user, "gio", "mime", links)


def test_the_type_is_known_also_by_what_is_inside(user: dict[str, str], tmp_path: Path) -> None:
    program(user, "register")
    nameless = tmp_path / "from a mail"
    nameless.write_bytes(_NOTE.read_bytes())
    found = run(user, "gio", "info", "-a", "standard::content-type", str(nameless))
    assert MEDIA_TYPE in found


def test_every_desktop_file_is_valid(user: dict[str, str]) -> None:
    program(user, "register")
    for file in Path(user["XDG_DATA_HOME"], "applications").glob("*.desktop"):
        assert run(user, "desktop-file-validate", str(file)) == "", file


def test_unregistering_leaves_nothing_of_ours_and_all_else(user: dict[str, str]) -> None:
    other = Path(user["XDG_DATA_HOME"], "applications", "other.desktop")
    other.parent.mkdir()
    other.write_text("[Desktop Entry]\nType=Application\nName=Other\nExec=true\n")
    program(user, "register")
    program(user, "register")  # idempotent
    assert "removed" in program(user, "unregister")
    left = {name for name in below(user["XDG_DATA_HOME"]) if "liveobject" in name}
    assert left == set()
    assert other.exists()
    assert run(user, "xdg-mime", "query", "filetype", str(_NOTE)) != MEDIA_TYPE
    assert "nothing was registered" in program(user, "unregister")


def test_commands_with_odd_characters_are_written_as_the_standard_says() -> None:
    files = desktop_files(['/opt/my $programs/100% "live"/run'])
    lines = files["applications/liveobjects.desktop"].decode().splitlines()
    line = next(line for line in lines if line.startswith("Exec="))
    assert line == r'Exec="/opt/my \\$programs/100%% \\"live\\"/run" open %F'


def test_the_command_is_one_that_works() -> None:
    done = subprocess.run([*starting_command(), "--version"], capture_output=True, text=True, check=True, timeout=60)
    assert done.stdout.startswith("liveobjects ")


def test_without_the_tools_it_says_what_to_install(user: dict[str, str], tmp_path: Path) -> None:
    bare = {**user, "PATH": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "-P", "-m", "app", "register"], env=bare, capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert "install shared-mime-info" in done.stderr
