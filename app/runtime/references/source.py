"""Takes the bytes of a file that may be anything: a device, a pipe, a directory, far too large."""

from __future__ import annotations

import os
import stat
from pathlib import Path

from app.runtime.references.errors import LiveObjectFileError
from app.runtime.references.limits import MAX_BYTES


def read_bytes(path: str | os.PathLike[str]) -> bytes:
    """The content of a regular file of bounded size; never blocks on a pipe or a device."""
    name = os.fspath(path)
    try:
        handle = os.open(name, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise LiveObjectFileError(
            None, f"cannot be read ({reason})", "check its name and rights", name
        ) from None
    with os.fdopen(handle, "rb") as file:
        if not stat.S_ISREG(os.fstat(handle).st_mode):
            raise LiveObjectFileError(None, "is not a file", "name a .liveobject file", name)
        return file.read(MAX_BYTES + 1)


def replace_file(path: str | os.PathLike[str], data: bytes) -> None:
    """Writes a file whole or not at all."""
    target = Path(path)
    beside = target.with_name(f".{target.name}.{os.getpid()}.new")
    try:
        beside.write_bytes(data)
        beside.replace(target)
    except OSError as error:
        beside.unlink(missing_ok=True)
        reason = error.strerror
        raise LiveObjectFileError(
            None, f"cannot be written ({reason})", "choose another place", os.fspath(path)
        ) from None
