# SPDX-License-Identifier: BSD-3-Clause
"""Reads and writes files safely: paths may be devices, pipes, directories or huge files."""

from __future__ import annotations

import os
import stat
from pathlib import Path

from app.runtime.references.errors import LiveObjectFileError
from app.runtime.references.limits import MAX_FILE


def read_bytes(path: str | os.PathLike[str], most: int = MAX_FILE) -> bytes:
    """Return the content of a regular file of bounded size; pipes and devices are not opened."""
    name = os.fspath(path)
    try:
        if stat.S_ISREG(Path(name).stat().st_mode):
            # If the path becomes a pipe in between, O_NONBLOCK avoids waiting for its other end.
            with open(name, "rb", opener=lambda n, flags: os.open(n, flags | os.O_NONBLOCK)) as file:
                return file.read(most + 1)
    except (OSError, ValueError) as error:
        what = f"cannot be read ({getattr(error, 'strerror', None) or error})"
        raise LiveObjectFileError(None, what, "check its name and rights", name) from None
    raise LiveObjectFileError(None, "is not a file", "name a .liveobject file", name)


def replace_file(path: str | os.PathLike[str], data: bytes, *, private: bool = False) -> None:
    """Write a file atomically; only its owner can read a private one."""
    target = Path(path)
    temporary = target.with_name(f".{target.name}.{os.getpid()}.new")
    try:
        with open(
            temporary, "wb", opener=lambda name, flags: os.open(name, flags, 0o600 if private else 0o666)
        ) as file:
            file.write(data)
        temporary.replace(target)
    except OSError as error:
        temporary.unlink(missing_ok=True)
        reason = error.strerror
        raise LiveObjectFileError(
            None, f"cannot be written ({reason})", "choose another place", os.fspath(path)
        ) from None
