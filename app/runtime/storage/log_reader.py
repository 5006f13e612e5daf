# SPDX-License-Identifier: BSD-3-Clause
"""Reads a log from a position on, while it is written and compacted."""

import io
from typing import NamedTuple

from app.runtime.storage.disk_log import DiskLog
from app.runtime.storage.errors import LogDamagedError, NotInLogError
from app.runtime.storage.frames import RECORD, frames
from app.runtime.storage.limits import READ_BYTES
from app.runtime.storage.log_state import Damage
from app.runtime.storage.recovery import Run


class Record(NamedTuple):
    """Appended data with its position; positions count from 1."""

    position: int
    content: bytes


class LogReader:
    """Reads a log in batches, in the thread of the log."""

    def __init__(self, log: DiskLog, position: int, *, skip_lost: bool) -> None:
        self._log = log
        self._position = position
        self._skip_lost = skip_lost
        self._run: Run | None = None
        self._file: io.BufferedReader | None = None
        self._place = 0

    def next_records(self) -> list[Record]:
        """Return the next records, about a megabyte; empty at the end."""
        records: list[Record] = []
        while not records and self._position <= self._log.last:
            if self._run is None or self._position > self._run.last:
                lost = self._enter_run()
            else:
                lost = self._read_run(records)
            if lost is not None and not records:
                self._pass_over(lost)
        return records

    def close(self) -> None:
        """Close the file."""
        self._run = None
        if self._file is not None:
            self._file.close()
            self._file = None

    def _enter_run(self) -> Damage | None:
        """Open the file with the record at the position; returns the damage if there is none."""
        self.close()
        if self._position <= self._log.base:
            raise NotInLogError(
                f"records up to {self._log.base} are in the checkpoint, and {self._position} was asked for",
                "take the state, and read from after it",
            )
        run = self._log.run_at(self._position)
        if run is None or run.first > self._position:
            return Damage(self._position, self._log.last if run is None else run.first - 1)
        try:
            self._file = self._log.path_of(run.name).open("rb")
        except OSError:
            return Damage(self._position, run.last)
        self._run = run
        self._place = run.start
        return None

    def _read_run(self, records: list[Record]) -> Damage | None:
        try:
            return self._read_frames(records)
        except OSError:
            return Damage(self._position, self._position)

    def _read_frames(self, records: list[Record]) -> Damage | None:
        assert self._run is not None
        assert self._file is not None
        size = 0
        for frame in frames(self._file, self._run.name.key, self._place):
            if frame.kind == RECORD and frame.number > self._position:
                break
            self._place = frame.end
            if frame.kind != RECORD or frame.number < self._position:
                continue
            records.append(Record(frame.number, frame.content))
            self._position += 1
            size += len(frame.content)
            if size >= READ_BYTES or self._position > self._run.last:
                return None
        # The run was intact when the log was opened, and is damaged now.
        return Damage(self._position, self._position)

    def _pass_over(self, lost: Damage) -> None:
        self._log.note_damage(lost)
        if not self._skip_lost:
            raise LogDamagedError(str(lost), "take the state from another replica, or read with skip_lost")
        self._position = lost.last + 1
