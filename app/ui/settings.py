# SPDX-License-Identifier: BSD-3-Clause
"""User preferences, stored as JSON in the configuration directory. No Qt in this file."""

from __future__ import annotations

import base64
import binascii
import json
import logging
import os
import tempfile
from collections.abc import Iterable
from pathlib import Path

from app.runtime.directories import DirectoryError, config_directory, make_private

_NAME = "settings.json"
_MOST_RECENT = 12
_LARGEST = 1_000_000
_log = logging.getLogger("liveobjects.settings")


WITH_CONTENT = "save with content"
"""The flag whether saved files carry what their objects contain."""
POINTERS = "show pointers"
"""The flag whether people see each other's pointers."""


class Settings:
    """Named preferences, written on each change; a damaged file is moved aside and logged."""

    def __init__(self, file: Path | None = None) -> None:
        self._file = file if file is not None else config_directory() / _NAME
        self._values = _read(self._file)

    @property
    def theme(self) -> str:
        """`system`, `light` or `dark`."""
        kept = self._values.get("theme")
        return kept if kept in ("light", "dark") and isinstance(kept, str) else "system"

    @theme.setter
    def theme(self, choice: str) -> None:
        self.put("theme", choice)

    @property
    def language(self) -> str:
        """A language code such as `de`; empty for the system's language."""
        return self.text("language")

    @language.setter
    def language(self, code: str) -> None:
        self.put("language", code)

    @property
    def network(self) -> str:
        """The network of new objects: `lo` (only me), `auto` (people on this network), or an interface."""
        return self.text("network", "auto")

    @property
    def recent_files(self) -> tuple[Path, ...]:
        """Recent files, the latest first."""
        kept = self._values.get("recent_files")
        names = kept if isinstance(kept, list) else []
        return tuple(Path(name) for name in names[:_MOST_RECENT] if isinstance(name, str) and name)

    def remember_file(self, file: Path) -> None:
        """Move a file to the top of the recent files."""
        file = file.absolute()
        self._put_recent([file, *(known for known in self.recent_files if known != file)])

    def forget_file(self, file: Path) -> None:
        """Remove a file from the recent files."""
        self._put_recent(known for known in self.recent_files if known != file)

    def text(self, name: str, default: str = "") -> str:
        """A text preference."""
        kept = self._values.get(name)
        return kept if isinstance(kept, str) else default

    def number(self, name: str, default: int = 0) -> int:
        """An integer preference."""
        kept = self._values.get(name)
        return kept if isinstance(kept, int) and not isinstance(kept, bool) else default

    def flag(self, name: str, default: bool = False) -> bool:
        """A boolean preference."""
        kept = self._values.get(name)
        return kept if isinstance(kept, bool) else default

    def state(self, name: str) -> bytes:
        """The saved state of a window or splitter; empty if there is none."""
        try:
            return base64.b64decode(self.text(f"state of {name}"), validate=True)
        except (binascii.Error, ValueError):
            return b""

    def put_state(self, name: str, state: bytes) -> None:
        """Save the state of a window or splitter."""
        self.put(f"state of {name}", base64.b64encode(state).decode("ascii"))

    def put(self, name: str, value: str | int | bool | list[str]) -> None:
        """Save a preference."""
        if self._values.get(name) == value and type(self._values.get(name)) is type(value):
            return
        self._values[name] = value
        self._write()

    def _put_recent(self, files: Iterable[Path]) -> None:
        self.put("recent_files", [str(file) for file in files][:_MOST_RECENT])

    def _write(self) -> None:
        """Write the file; a failure is logged and otherwise ignored."""
        try:
            directory = make_private(self._file.parent)
            descriptor, temporary = tempfile.mkstemp(dir=directory, prefix=f".{_NAME}.")
            with os.fdopen(descriptor, "w", encoding="utf-8") as file:
                json.dump(self._values, file, ensure_ascii=False, indent=1, sort_keys=True)
            Path(temporary).replace(self._file)
        except (OSError, DirectoryError) as error:
            _log.warning("the settings could not be kept: %s", error)


def _read(file: Path) -> dict[str, object]:
    try:
        with file.open("rb") as opened:
            found = json.loads(opened.read(_LARGEST))
    except FileNotFoundError:
        return {}
    except OSError as error:
        _log.warning("the settings in %s cannot be read: %s", file, error.strerror)
        return {}
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, dict):
        _put_aside(file)
        return {}
    return found


def _put_aside(file: Path) -> None:
    damaged = file.with_suffix(".damaged")
    try:
        file.replace(damaged)
        _log.warning("the settings were damaged and start anew; the old file is now %s", damaged)
    except OSError:
        _log.warning("the settings in %s are damaged and start anew", file)
