# SPDX-License-Identifier: BSD-3-Clause
"""The directories of the program, following the XDG base directories."""

import hashlib
import os
import shlex
import stat
import tempfile
from pathlib import Path

from app.errors import LiveObjectsError

_NAME = "liveobjects"
_LONGEST_FOR_SOCKETS = 75
"""A socket address has at most 107 bytes; up to 32 follow the directory."""


class DirectoryError(LiveObjectsError):
    """A directory of the user cannot be used as it is."""


def data_directory() -> Path:
    """Return the directory for identity, pages, installed libraries and recovery files."""
    return _directory("data", "XDG_DATA_HOME", ".local/share")


def pages_directory() -> Path:
    """Return the directory for the pages that the user made and stored nowhere else."""
    return data_directory() / "pages"


def config_directory() -> Path:
    """Return the directory for the registry and the settings, which the user edits."""
    return _directory("config", "XDG_CONFIG_HOME", ".config")


def cache_directory() -> Path:
    """Return the directory for data that can be recomputed."""
    return _directory("cache", "XDG_CACHE_HOME", ".cache")


def runtime_directory() -> Path:
    """Return the directory for sockets and locks, which end with the session."""
    own = _own_home()
    if own is not None:
        place = own / "runtime"
        return place if len(os.fsencode(place)) <= _LONGEST_FOR_SOCKETS else _short_path_for(own)
    given = _absolute("XDG_RUNTIME_DIR")
    if given is not None:
        return given / _NAME
    return Path(tempfile.gettempdir()) / f"{_NAME}-{os.getuid()}"


def _short_path_for(own: Path) -> Path:
    """Return a short path derived deterministically from the home directory."""
    digest = hashlib.sha256(os.fsencode(own)).hexdigest()[:12]
    return Path(tempfile.gettempdir()) / f"{_NAME}-{os.getuid()}-{digest}"


def make_private(directory: Path) -> Path:
    """Create a private directory and return it; refuse one that another user could change."""
    try:
        _make(directory)
        status = directory.lstat()
    except OSError as error:
        raise DirectoryError(
            f"cannot use {directory}: {error.strerror}",
            "make it writable or set LIVEOBJECTS_HOME to a directory of yours",
        ) from None
    if not stat.S_ISDIR(status.st_mode) and not _leads_to_own_directory(directory):
        raise DirectoryError(f"{directory} is not a directory of yours", "remove it or set LIVEOBJECTS_HOME")
    if stat.S_ISDIR(status.st_mode) and status.st_uid != os.getuid():
        raise DirectoryError(f"{directory} belongs to another user", "set LIVEOBJECTS_HOME to one of yours")
    if directory.stat().st_mode & (stat.S_IWGRP | stat.S_IWOTH):
        raise DirectoryError(
            f"{directory} can be changed by other users", f"run: chmod go-w {shlex.quote(str(directory))}"
        )
    return directory


def _make(directory: Path) -> None:
    """Create missing parents as private directories, too; `parents=True` would not."""
    if not directory.parent.exists():
        _make(directory.parent)
    directory.mkdir(mode=0o700, exist_ok=True)


def _directory(own_name: str, variable: str, below_home: str) -> Path:
    own = _own_home()
    if own is not None:
        return own / own_name
    return (_absolute(variable) or _home() / below_home) / _NAME


def _own_home() -> Path | None:
    given = os.environ.get("LIVEOBJECTS_HOME")
    return Path(given).expanduser().absolute() if given else None


def _absolute(variable: str) -> Path | None:
    """Return the path in an XDG variable; relative paths are ignored, as the specification says."""
    path = Path(os.environ.get(variable, ""))
    return path if path.is_absolute() else None


def _home() -> Path:
    try:
        return Path.home()
    except RuntimeError:
        raise DirectoryError("this user has no home directory", "set HOME or LIVEOBJECTS_HOME") from None


def _leads_to_own_directory(link: Path) -> bool:
    """Whether a symbolic link, such as ~/.local/share, and its target belong to the user."""
    target = link.stat()
    return stat.S_ISDIR(target.st_mode) and target.st_uid == os.getuid() and link.lstat().st_uid == os.getuid()
