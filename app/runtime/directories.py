"""Where the program keeps the user's things, following the XDG base directories."""

import hashlib
import os
import stat
import tempfile
from pathlib import Path

from app.errors import LiveObjectsError

_NAME = "liveobjects"
_LONGEST_FOR_SOCKETS = 75
"""The address of a socket has at most 107 bytes; what follows in it has up to 32."""


class DirectoryError(LiveObjectsError):
    """A directory of the user cannot be used as it is; says what to do about it."""


def data_directory() -> Path:
    """Identity, installed libraries, recovery files: what must not be lost."""
    return _place("data", "XDG_DATA_HOME", ".local/share")


def config_directory() -> Path:
    """The registry and the settings: what the user edits."""
    return _place("config", "XDG_CONFIG_HOME", ".config")


def cache_directory() -> Path:
    """What can be made again at any time."""
    return _place("cache", "XDG_CACHE_HOME", ".cache")


def runtime_directory() -> Path:
    """Sockets and locks, which end with the session."""
    own = _own_home()
    if own is not None:
        place = own / "runtime"
        return place if len(os.fsencode(place)) <= _LONGEST_FOR_SOCKETS else _short_place_for(own)
    given = _absolute("XDG_RUNTIME_DIR")
    if given is not None:
        return given / _NAME
    return Path(tempfile.gettempdir()) / f"{_NAME}-{os.getuid()}"


def _short_place_for(own: Path) -> Path:
    """Always the same, and another one for each home."""
    digest = hashlib.sha256(os.fsencode(own)).hexdigest()[:12]
    return Path(tempfile.gettempdir()) / f"{_NAME}-{os.getuid()}-{digest}"


def make_private(directory: Path) -> Path:
    """Create the directory for this user alone and return it; refuse one that another user could change."""
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
        raise DirectoryError(f"{directory} can be changed by other users", f"run: chmod go-w {directory}")
    return directory


def _make(directory: Path) -> None:
    """Also what is missing above it is for this user alone; `parents=True` would let others look in."""
    if not directory.parent.exists():
        _make(directory.parent)
    directory.mkdir(mode=0o700, exist_ok=True)


def _place(own_name: str, variable: str, below_home: str) -> Path:
    own = _own_home()
    if own is not None:
        return own / own_name
    return (_absolute(variable) or _home() / below_home) / _NAME


def _own_home() -> Path | None:
    given = os.environ.get("LIVEOBJECTS_HOME")
    return Path(given).expanduser().absolute() if given else None


def _absolute(variable: str) -> Path | None:
    """The path in an XDG variable; the specification says that a relative one is to be ignored."""
    path = Path(os.environ.get(variable, ""))
    return path if path.is_absolute() else None


def _home() -> Path:
    try:
        return Path.home()
    except RuntimeError:
        raise DirectoryError("this user has no home directory", "set HOME or LIVEOBJECTS_HOME") from None


def _leads_to_own_directory(link: Path) -> bool:
    """People link ~/.local/share elsewhere; that is theirs to do when link and target are their own."""
    target = link.stat()
    return (
        stat.S_ISDIR(target.st_mode) and target.st_uid == os.getuid() and link.lstat().st_uid == os.getuid()
    )
