# SPDX-License-Identifier: BSD-3-Clause
"""The recovery journal: each edit is written before `do` returns, so a crash loses nothing."""

from __future__ import annotations

import contextlib
import fcntl
import json
import os
import shutil
import uuid
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from app.runtime.directories import data_directory, make_private
from app.runtime.references import Document, read
from app.runtime.storage.files import sync_directory, sync_file, write_all
from app.ui.composer.model.errors import EditError

_BASE, _EDITS, _ABOUT, _LOCK = "base.liveobject", "edits.jsonl", "about.json", "lock"
_LONGEST_LINE = 32 * 1024 * 1024


def recovery_directory() -> Path:
    """The directory of this user's journals."""
    return data_directory() / "recovery"


@dataclass(frozen=True)
class Recovery:
    """A sheet that a crashed process left behind."""

    directory: Path
    file: Path | None
    title: str
    when: float
    unsaved: bool


class Journal:
    """The journal of one open sheet, locked by its process.

    A line is a checksum and a JSON record. On a full disk, editing continues: records are kept in memory,
    `warning` is set, and they are written as soon as possible.
    """

    def __init__(self, directory: Path) -> None:
        self.directory = directory
        self.warning = ""
        self._lock = _locked(directory)
        self._file = os.open(directory / _EDITS, os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC, 0o600)
        self._waiting: list[bytes] = []
        self._is_base_synced = False

    @staticmethod
    def start(base: bytes, title: str, file: str | None) -> Journal:
        """Create a journal that starts with a document's file content."""
        directory = make_private(recovery_directory()) / str(uuid.uuid4())
        directory.mkdir(mode=0o700)
        about = {"file": file, "title": title}
        try:
            _put(directory / _ABOUT, json.dumps(about).encode("utf-8"))
            _put(directory / _BASE, base)
            return Journal(directory)
        except BaseException:
            shutil.rmtree(directory, ignore_errors=True)
            raise

    @staticmethod
    def take_over(directory: Path) -> Journal:
        """Take over a crashed process's journal, without a torn last line."""
        try:
            journal = Journal(directory)
        except OSError:
            raise EditError("this page is recovered elsewhere already", "look for its window") from None
        ends = [end for _, end in _records_in(directory / _EDITS)]
        os.ftruncate(journal._file, ends[-1] if ends else 0)
        return journal

    def base(self) -> Document:
        """The document that the journal begins with."""
        return read(self.directory / _BASE)

    def records(self) -> Iterator[dict[str, Any]]:
        """All records so far."""
        return (record for record, _ in _records_in(self.directory / _EDITS))

    @property
    def size(self) -> int:
        """The journal's size in bytes."""
        return os.fstat(self._file).st_size

    def add(self, record: dict[str, Any]) -> None:
        """Append a record before returning; on a full disk it is kept for the next attempt."""
        text = json.dumps(record, ensure_ascii=False, separators=(",", ":")).encode("utf-8")
        self._waiting.append(b"%08x %b\n" % (zlib.crc32(text), text))
        good = self.size
        try:
            write_all(self._file, b"".join(self._waiting))
        except OSError as error:
            os.ftruncate(self._file, good)  # a torn line would hide the following ones
            self.warning = f"what you do cannot be kept safe from a crash: {error.strerror}; free some space"
        else:
            self._waiting.clear()
            self.warning = ""

    def sync(self) -> None:
        """Flush the journal to the disk with fsync; blocks."""
        # A full disk is reported with the next record. The journal may be closed at the same moment (ValueError).
        with contextlib.suppress(OSError, ValueError):
            os.fdatasync(self._file)
            if not self._is_base_synced:
                for name in (_BASE, _ABOUT):
                    sync_file(self.directory / name)
                sync_directory(self.directory)
                sync_directory(self.directory.parent)
                self._is_base_synced = True

    def drop(self) -> None:
        """Delete the journal."""
        self.release()
        shutil.rmtree(self.directory, ignore_errors=True)

    def release(self) -> None:
        """Release the journal without deleting it."""
        for file in (self._file, self._lock):
            if file >= 0:
                os.close(file)
        self._file = self._lock = -1


def recoverable() -> list[Recovery]:
    """The journals without a living process, the latest first."""
    found = []
    try:
        directories = [entry for entry in recovery_directory().iterdir() if entry.is_dir()]
    except OSError:
        return []
    for directory in directories:
        try:
            lock = _locked(directory)
        except OSError:
            continue
        try:
            found.append(_described(directory))
        except (OSError, ValueError, KeyError, TypeError, AttributeError):
            continue  # not a journal, or one that was never started
        finally:
            os.close(lock)
    return sorted(found, key=lambda recovery: -recovery.when)


def _records_in(path: Path) -> Iterator[tuple[dict[str, Any], int]]:
    """The records with their end offsets, up to the first torn or invalid line."""
    end = 0
    with path.open("rb") as lines:
        while line := lines.readline(_LONGEST_LINE):
            record = _record(line)
            if record is None:
                return
            end += len(line)
            yield record, end


def _record(line: bytes) -> dict[str, Any] | None:
    checksum, _, text = line.rstrip(b"\n").partition(b" ")
    if not line.endswith(b"\n") or checksum != b"%08x" % zlib.crc32(text):
        return None
    record = json.loads(text)
    return record if isinstance(record, dict) else None


def _described(directory: Path) -> Recovery:
    about = json.loads((directory / _ABOUT).read_bytes())
    file, title = about["file"], str(about["title"])
    unsaved = False
    edits = 0
    for record, _ in _records_in(directory / _EDITS):
        edits += 1
        unsaved = "saved" not in record
        file = record.get("saved", file)
    if not edits:
        raise ValueError("nothing was edited")
    when = (directory / _EDITS).stat().st_mtime
    return Recovery(directory, Path(file) if isinstance(file, str) else None, title, when, unsaved)


def _locked(directory: Path) -> int:
    lock = os.open(directory / _LOCK, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(lock)
        raise
    return lock


def _put(path: Path, content: bytes) -> None:
    file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
    try:
        write_all(file, content)
    finally:
        os.close(file)
