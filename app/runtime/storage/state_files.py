# SPDX-License-Identifier: BSD-3-Clause
"""States on disk: written in chunks beside the old one, which they replace when complete."""

import contextlib
import os
from collections.abc import Generator
from pathlib import Path

from app.runtime.storage import limits
from app.runtime.storage.errors import LogDamagedError, TooLargeError
from app.runtime.storage.file_names import PARTIAL, STATE, FileName
from app.runtime.storage.files import create, sync_directory, write_all
from app.runtime.storage.frames import CHUNK, END, framed, frames


class StateWriter:
    """Writes a state; nothing of it counts before `finish`."""

    def __init__(self, directory: Path, name: FileName) -> None:
        self._directory = directory
        self._partial = FileName(name.generation, name.sequence, name.position, name.key, PARTIAL)
        self.name = name
        self._file = create(directory / str(self._partial))
        self._count = 0
        self._bytes = 0
        self._unsynced = 0

    def add(self, chunk: bytes) -> None:
        """Add bytes, any number of them."""
        self._bytes += len(chunk)
        if self._bytes > limits.MAX_STATE_BYTES:
            raise TooLargeError(
                f"the state is larger than {limits.MAX_STATE_BYTES >> 20} MiB", "keep less in one channel"
            )
        for start in range(0, len(chunk), limits.CHUNK_BYTES):
            self._write(CHUNK, chunk[start : start + limits.CHUNK_BYTES])
            self._count += 1
        self._unsynced += len(chunk)
        if self._unsynced >= limits.STATE_SYNC_BYTES:
            self.sync()

    def sync(self) -> None:
        """Sync what was added so far."""
        os.fdatasync(self._file)
        self._unsynced = 0

    def finish(self) -> None:
        """Make it the state, durably."""
        self._write(END, b"")
        os.fsync(self._file)
        self._close()
        (self._directory / str(self._partial)).replace(self._directory / str(self.name))
        sync_directory(self._directory)

    def abandon(self) -> None:
        """Remove what was written."""
        self._close()
        for name in (self._partial, self.name):
            with contextlib.suppress(OSError):
                (self._directory / str(name)).unlink()

    def _write(self, kind: bytes, content: bytes) -> None:
        write_all(self._file, b"".join(framed(kind, self._count, 0, content, self.name.key)))

    def _close(self) -> None:
        if self._file >= 0:
            os.close(self._file)
            self._file = -1


def read_state(path: Path, key: bytes) -> Generator[bytes, None, None]:
    """Yield the chunks of a state; raises if one is missing, so wait for the end before using it."""
    count = 0
    place = 0
    with path.open("rb") as file:
        for frame in frames(file, key):
            if frame.start != place or frame.number != count:
                break
            if frame.kind == END:
                return
            yield frame.content
            count += 1
            place = frame.end
    raise LogDamagedError(f"{path.name} is damaged after {place} bytes", "get the state from another replica")


def is_whole(path: Path, key: bytes) -> bool:
    """Whether every byte of a state is readable."""
    try:
        for _ in read_state(path, key):
            pass
    except (LogDamagedError, OSError):
        return False
    return True


def state_name(generation: int, sequence: int, position: int) -> FileName:
    """Return a name for the state that includes all records up to `position`."""
    return FileName.new(generation, sequence, position, STATE)
