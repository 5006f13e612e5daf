# SPDX-License-Identifier: BSD-3-Clause
"""Locks on open files, released when their process ends, with the holder's name."""

from __future__ import annotations

import fcntl
import getpass
import hashlib
import os
import platform
from dataclasses import dataclass
from pathlib import Path

from app.runtime.directories import DirectoryError, make_private, runtime_directory


@dataclass
class FileLock:
    """An exclusive lock on a file."""

    lock: int

    def release(self) -> None:
        """Release the lock."""
        if self.lock >= 0:
            os.close(self.lock)
            self.lock = -1


def lock_file(path: Path) -> tuple[FileLock | None, str]:
    """Lock a file, or return who holds it; where locks are not possible, nobody is refused."""
    digest = hashlib.sha256(os.fsencode(path.resolve())).hexdigest()
    try:
        directory = make_private(runtime_directory() / "open")
        lock = os.open(directory / digest, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    except (OSError, DirectoryError):
        return None, ""
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        holder = os.pread(lock, 200, 0).decode("utf-8", "replace").strip()
        os.close(lock)
        return None, holder or "another program"
    os.ftruncate(lock, 0)
    os.pwrite(lock, f"process {os.getpid()} of {_user()} on {platform.node()}\n".encode(), 0)
    return FileLock(lock), ""


def _user() -> str:
    try:
        return getpass.getuser()
    except (OSError, KeyError):
        return str(os.getuid())
