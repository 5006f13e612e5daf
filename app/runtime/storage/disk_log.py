# SPDX-License-Identifier: BSD-3-Clause
"""The log as files: blocking, owned by one thread at a time, raises OSError."""

import bisect
import contextlib
import os
from collections.abc import Iterable, Sequence
from pathlib import Path

from app.runtime.directories import make_private
from app.runtime.storage import limits
from app.runtime.storage.errors import LogFullError, NotInLogError
from app.runtime.storage.file_names import LOG, FileName
from app.runtime.storage.files import create, sync_directory, sync_file, write_all
from app.runtime.storage.frames import HEADER_BYTES, MARK, RECORD, framed
from app.runtime.storage.lock import DirectoryLock
from app.runtime.storage.log_state import Damage
from app.runtime.storage.recovery import RecoveredLog, Run, recover
from app.runtime.storage.state_files import StateWriter, state_name


class DiskLog:
    """Records after a state, in a directory with a single writer."""

    def __init__(self, directory: Path) -> None:
        make_private(directory)
        self._directory = directory
        self._lock = DirectoryLock(directory)
        try:
            self._take_over(_found_on_disk(directory))
        except BaseException:
            self._lock.release()
            raise

    def _take_over(self, found: RecoveredLog) -> None:
        self.base = found.base
        self.last = found.last
        self.damage: list[Damage] = found.damage
        self.state = found.state
        self._state_bytes = self._size_of(found.state) if found.state is not None else 0
        self._generation = found.generation
        self._sequence = found.sequence
        self._runs = found.runs
        self._sizes = {name: self._size_of(name) for name in found.files}
        self._file = -1  # the first append begins a new file, so old files are never written again
        self._marked = self.last
        self._remove(found.leftovers)
        self._compact()

    @property
    def log_bytes(self) -> int:
        """The size of the records on disk."""
        return sum(list(self._sizes.values()))  # a copy, because readers may ask while the log is written

    @property
    def wants_checkpoint(self) -> bool:
        """Whether a checkpoint would make the log much smaller."""
        if len(self._sizes) > limits.CHECKPOINT_AFTER_FILES:
            return True
        return self.log_bytes > max(limits.CHECKPOINT_AFTER_BYTES, self._state_bytes)

    def path_of(self, name: FileName) -> Path:
        """Return the path of a file."""
        return self._directory / str(name)

    def append(self, records: Sequence[bytes]) -> None:
        """Append records durably; an error leaves the log unchanged."""
        if not records:
            return
        size = sum(map(len, records)) + HEADER_BYTES * len(records)
        if self.log_bytes + size > limits.MAX_LOG_BYTES:
            raise LogFullError(f"the log has {self.log_bytes >> 20} MiB since its last checkpoint", "make one")
        try:
            self._write(records, size)
        except OSError:
            self._give_up_file()
            raise

    def mark(self) -> None:
        """Record that everything is on disk, so that missing data is later known to be damage."""
        if self._file >= 0 and self._marked < self.last:
            mark = b"".join(framed(MARK, self.last, self.last, b"", self._runs[-1].name.key))
            try:
                write_all(self._file, mark)
            except OSError:
                self._give_up_file()  # a mark is optional; the name of the next file says the same
                return
            self._sizes[self._runs[-1].name] += len(mark)
            self._marked = self.last

    def run_at(self, position: int) -> Run | None:
        """Return the run with a record, or the first run after it if it is lost."""
        number = bisect.bisect_left(self._runs, position, key=lambda run: run.last)
        return self._runs[number] if number < len(self._runs) else None

    def note_damage(self, damage: Damage) -> None:
        """Record unreadable data."""
        if damage not in self.damage:
            self.damage.append(damage)

    def new_state(self, position: int, *, replaces: bool) -> StateWriter:
        """Begin to write the state that includes all records up to `position`."""
        if not replaces and not self.base <= position <= self.last:
            raise NotInLogError(f"the log is at {self.base} to {self.last}, not {position}", "use a position in it")
        self._sequence += 1
        generation = self._generation + 1 if replaces else self._generation
        return StateWriter(self._directory, state_name(generation, self._sequence, position))

    def adopt(self, written: StateWriter) -> None:
        """Make a written state the state of this log, and remove what it includes."""
        replaces = written.name.generation > self._generation
        if not replaces and written.name.position < self.base:
            raise NotInLogError(f"a newer checkpoint, of {self.base}, was made meanwhile", "nothing is to be done")
        try:
            written.finish()
        except BaseException:
            written.abandon()
            raise
        old = [self.state] if self.state is not None else []
        self.state = written.name
        self._state_bytes = self._size_of(written.name)
        self.base = written.name.position
        if replaces:
            self._end_file()
            old += self._sizes
            self._generation = written.name.generation
            self._sizes = {}
            self._runs = []
            self.last = self._marked = self.base
        self.damage = [damage for damage in self.damage if damage.last > self.base and not replaces]
        self._remove(old)
        self._compact()

    def close(self) -> None:
        """Finish, and release the log."""
        try:
            if self._file >= 0:
                self.mark()
                if self._file >= 0:
                    os.fsync(self._file)
        finally:
            self._end_file()
            self._lock.release()

    def _size_of(self, name: FileName) -> int:
        return self.path_of(name).stat().st_size

    def _write(self, records: Sequence[bytes], size: int) -> None:
        if self._file < 0 or self._sizes[self._runs[-1].name] > limits.SEGMENT_BYTES:
            self._new_file()
        name = self._runs[-1].name
        parts: list[bytes] = []
        for position, content in enumerate(records, self.last + 1):
            parts += framed(RECORD, position, self.last, content, name.key)
        write_all(self._file, b"".join(parts))
        os.fdatasync(self._file)
        self._sizes[name] += size
        self.last += len(records)
        self._runs[-1].last = self.last

    def _new_file(self) -> None:
        self.mark()
        self._end_file()
        self._sequence += 1
        name = FileName.new(self._generation, self._sequence, self.last + 1, LOG)
        self._file = create(self.path_of(name))
        self._sizes[name] = 0
        self._runs.append(Run(name, 0, self.last + 1, self.last))
        sync_directory(self._directory)

    def _end_file(self) -> None:
        if self._file >= 0:
            os.close(self._file)
            self._file = -1

    def _give_up_file(self) -> None:
        """Abandon the file after a failed write or sync, whose effect is unknown."""
        if self._file < 0:
            return
        name = self._runs[-1].name
        with contextlib.suppress(OSError):
            os.ftruncate(self._file, self._sizes[name])
        self._end_file()
        if not self._sizes[name]:
            self._runs.pop()
            del self._sizes[name]
            self._remove([name])

    def _compact(self) -> None:
        """Remove the files whose records are all in the state."""
        if self.last <= self.base:
            self._end_file()
        names = list(self._sizes)
        ends = [*(name.position - 1 for name in names[1:]), self.last]
        done = [name for name, end in zip(names, ends, strict=False) if end <= self.base]
        for name in done:
            del self._sizes[name]
        self._runs = [run for run in self._runs if run.name in self._sizes]
        self._remove(done)

    def _remove(self, names: Iterable[FileName]) -> None:
        for name in names:
            # Files that cannot be removed are ignored by name, and removed at the next opening.
            with contextlib.suppress(OSError):
                self.path_of(name).unlink()


def _found_on_disk(directory: Path) -> RecoveredLog:
    """Recover the directory, and sync it: its writer may have ended before a sync."""
    found = recover(directory)
    for name in found.files:
        sync_file(directory / str(name))
    sync_directory(directory)
    sync_directory(directory.parent)
    return found
