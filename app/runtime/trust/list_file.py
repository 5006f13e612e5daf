# SPDX-License-Identifier: BSD-3-Clause
"""A list in one private file, shared by all processes of the user, with atomic changes."""

from __future__ import annotations

import fcntl
import os
import shlex
import stat
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Generic, TypeVar

import msgspec

from app.runtime.trust.errors import TrustStoreError
from app.runtime.trust.files import replace_private_file

_LARGEST_FILE = 16 * 1024 * 1024

E = TypeVar("E", bound=msgspec.Struct)


class ListFile(Generic[E]):
    """Entries by key, in insertion order; `what` is the user's word for them."""

    def __init__(
        self, path: Path, entry: type[E], key: Callable[[E], Hashable], field: str, what: str, instead: str
    ) -> None:
        self._path = path
        self._key = key
        self._field = field
        self._what = what
        self._instead = instead
        fields = [("format", int), (field, list[entry])]  # type: ignore[valid-type]
        self._type = msgspec.defstruct("Content", fields, forbid_unknown_fields=True)
        self._seen: tuple[int, int, int] | None = None
        self._entries: dict[Hashable, E] = {}

    def current(self) -> dict[Hashable, E]:
        """Return all present entries."""
        try:
            # Non-blocking: opening a pipe would wait for a writer.
            with open(self._path, "rb", opener=lambda path, flags: os.open(path, flags | os.O_NONBLOCK)) as file:
                status = os.fstat(file.fileno())
                seen = (status.st_ino, status.st_mtime_ns, status.st_size)
                if seen != self._seen:
                    self._refuse_shared(status)
                    self._entries = self._parsed(file.read(_LARGEST_FILE + 1))
                    self._seen = seen
        except FileNotFoundError:
            self._entries, self._seen = {}, None
        return self._entries

    @contextmanager
    def changing(self) -> Iterator[dict[Hashable, E]]:
        """Yield the entries to change; other processes wait, and see the change atomically."""
        lock = os.open(self._path.with_name(f"{self._path.name}.lock"), os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            fcntl.flock(lock, fcntl.LOCK_EX)
            entries = dict(self.current())
            yield entries
            content = self._type(1, list(entries.values()))
            replace_private_file(self._path, msgspec.json.format(msgspec.json.encode(content), indent=1))
        finally:
            os.close(lock)

    def _refuse_shared(self, status: os.stat_result) -> None:
        if not stat.S_ISREG(status.st_mode) or status.st_uid != os.geteuid() or status.st_mode & 0o022:
            raise TrustStoreError(
                f"others can change {self._what} in {self._path}",
                f"check them, then run: chmod 600 {shlex.quote(str(self._path))}",
            )

    def _parsed(self, content: bytes) -> dict[Hashable, E]:
        try:
            if len(content) > _LARGEST_FILE:
                raise ValueError("it is too large")
            found = msgspec.json.decode(content, type=self._type)
            if found.format != 1:  # type: ignore[attr-defined]
                raise ValueError(f"its format is {found.format}, not 1")  # type: ignore[attr-defined]
        except (msgspec.DecodeError, ValueError) as error:
            aside = self._put_aside()
            raise TrustStoreError(
                f"{self._what} in {self._path} cannot be read: {error}",
                f"they were kept as {aside.name}; {self._instead}",
            ) from None
        return {self._key(entry): entry for entry in getattr(found, self._field)}

    def _put_aside(self) -> Path:
        number = 1
        while (aside := self._path.with_name(f"{self._path.name}.damaged-{number}")).exists():
            number += 1
        return self._path.replace(aside)
