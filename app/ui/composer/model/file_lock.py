"""Who has a file open: a lock that ends with its holder, and words about whoever that is."""

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
    """A file that is ours to write, until this is released."""

    lock: int

    def release(self) -> None:
        """Let others have the file."""
        if self.lock >= 0:
            os.close(self.lock)
            self.lock = -1


def lock_file(path: Path) -> tuple[FileLock | None, str]:
    """The claim to a file, or words about who has it; where no lock can be made, nobody is refused."""
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
