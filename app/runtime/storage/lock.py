# SPDX-License-Identifier: BSD-3-Clause
"""A lock on a file for a single writer; the system releases it however its holder ends."""

import fcntl
import os
from pathlib import Path

from app.runtime.storage.errors import LogInUseError

_NAME = "lock"


class DirectoryLock:
    """Held from its creation until it is released."""

    def __init__(self, directory: Path) -> None:
        self._file = os.open(directory / _NAME, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            holder = os.pread(self._file, 20, 0).decode("ascii", "replace").strip() or "unknown"
            os.close(self._file)
            raise LogInUseError(
                f"{directory.name} is in use by process {holder}", "close it there, or wait until it ends"
            ) from None
        os.ftruncate(self._file, 0)
        os.pwrite(self._file, f"{os.getpid()}\n".encode("ascii"), 0)

    def release(self) -> None:
        """Release the lock."""
        if self._file >= 0:
            os.close(self._file)
            self._file = -1
