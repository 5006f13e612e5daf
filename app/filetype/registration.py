# SPDX-License-Identifier: BSD-3-Clause
"""Registers the file type for this user, and unregisters it."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

from app.errors import LiveObjectsError
from app.filetype.desktop_files import DESKTOP_FILE, LINK_FILE, LINK_TYPE, desktop_files
from app.runtime.program import is_bundled, own_command
from app.runtime.references import MEDIA_TYPE
from app.runtime.references.file_io import replace_file

_ROOT = Path(__file__).resolve().parent.parent.parent
_PATIENCE = 30
_AFTERWARDS = (
    ("update-mime-database", "mime"),
    ("update-desktop-database", "applications"),
    ("gtk-update-icon-cache", "icons/hicolor"),
)


class RegistrationError(LiveObjectsError):
    """The file type could not be registered."""


def starting_command() -> list[str]:
    """Return the command that starts this program from a desktop; in a checkout `./run`, which sets it up."""
    starter = _ROOT / "run"
    return [str(starter)] if not is_bundled() and starter.is_file() else own_command()


def data_folder() -> Path:
    """Return the user's XDG data folder."""
    given = Path(os.environ.get("XDG_DATA_HOME", ""))
    return given if given.is_absolute() else Path.home() / ".local/share"


def register(folder: Path | None = None) -> list[Path]:
    """Write the desktop files and make this program the default; returns the written files."""
    below = folder or data_folder()
    if shutil.which("update-mime-database") is None:
        raise RegistrationError(
            "this system does not know the types of files", "install shared-mime-info and xdg-utils"
        )
    written = []
    for name, content in desktop_files(starting_command()).items():
        file = below / name
        file.parent.mkdir(parents=True, exist_ok=True)
        if not file.is_file() or file.read_bytes() != content:
            replace_file(file, content)
        written.append(file)
    _update_caches(below)
    if folder is None and shutil.which("xdg-mime") is not None:
        _run(["xdg-mime", "default", DESKTOP_FILE, MEDIA_TYPE])
        _run(["xdg-mime", "default", LINK_FILE, LINK_TYPE])
    return written


def unregister(folder: Path | None = None) -> list[Path]:
    """Remove what `register` wrote, and nothing else; returns the removed files."""
    below = folder or data_folder()
    removed = []
    for name in desktop_files(starting_command()):
        file = below / name
        if file.is_file():
            file.unlink()
            removed.append(file)
    if removed:
        _update_caches(below)
    return removed


def _update_caches(below: Path) -> None:
    """Update the caches of the desktop; missing tools mean that there are no such caches."""
    for program, place in _AFTERWARDS:
        if shutil.which(program) is not None and (below / place).is_dir():
            _run([program, *(("-t", "-f") if "icon" in program else ()), str(below / place)])


def _run(command: list[str]) -> None:
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=_PATIENCE)
    except (OSError, subprocess.TimeoutExpired) as error:
        raise RegistrationError(f"{command[0]} does not work here: {error}", "repair it and try again") from None
    # Icon caches are optional; user folders often have themes without an index.
    if done.returncode != 0 and "icon" not in command[0]:
        reason = (done.stderr or done.stdout).strip().splitlines()[-1:] or ["no reason given"]
        raise RegistrationError(f"{command[0]} failed: {reason[0]}", "put that right and try again")
