# SPDX-License-Identifier: BSD-3-Clause
"""Which process writes a document: a lock on one byte of a file, which the system releases however its holder ends."""

import fcntl
import os
import struct
from pathlib import Path

from app.runtime import directories

_FLOCK = struct.Struct("@hhqqi4x")


class OwnershipLocks:
    """Locks of one file; open file description locks also exclude other users of the same process."""

    def __init__(self, path: Path) -> None:
        directories.make_private(path.parent)
        self._file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        self._held: set[bytes] = set()

    def acquire(self, document: bytes) -> bool:
        """Lock a document; False if another process or another part of this one has it."""
        if document in self._held:
            return False
        try:
            self._set(fcntl.F_WRLCK, document)
        except OSError:
            return False
        self._held.add(document)
        return True

    def release(self, document: bytes) -> None:
        """Unlock a document."""
        if document in self._held:
            self._held.discard(document)
            self._set(fcntl.F_UNLCK, document)

    def close(self) -> None:
        """Unlock everything."""
        os.close(self._file)

    @property
    def any(self) -> bool:
        """Whether a document is locked."""
        return bool(self._held)

    def _set(self, kind: int, document: bytes) -> None:
        place = int.from_bytes(document[:8], "little") >> 2
        fcntl.fcntl(self._file, fcntl.F_OFD_SETLK, _FLOCK.pack(kind, os.SEEK_SET, place, 1, 0))
