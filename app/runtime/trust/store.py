"""The user's answers: who may do what here; kept in one file, listed, and taken back at any time."""

import fcntl
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

import msgspec

from app.runtime.places import config_directory, make_private
from app.runtime.trust.errors import TrustStoreError
from app.runtime.trust.files import replace_private_file
from app.runtime.trust.identity import checked_public
from app.runtime.trust.permissions import Permission

EVERYTHING = "*"
"""Stands for all that a signer may ask of one kind."""
_LARGEST_FILE = 16 * 1024 * 1024


class Remembered(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One answer of the user: this signer (None: nobody) may, or may not, do that."""

    signer: str | None
    permission: Permission
    what: str
    allowed: bool
    when: datetime

    @property
    def key(self) -> tuple[str | None, Permission, str]:
        """What the answer is about."""
        return self.signer, self.permission, self.what


class _Content(msgspec.Struct, forbid_unknown_fields=True):
    format: int
    answers: list[Remembered]


class TrustStore:
    """The answers in one file; every process of the user sees the same."""

    def __init__(self, path: Path | None = None) -> None:
        self._path = path or make_private(config_directory()) / "trust.json"
        self._seen: tuple[int, int, int] | None = None
        self._answers: dict[tuple[str | None, Permission, str], Remembered] = {}

    def find(self, signer: str | None, permission: Permission, what: str) -> Remembered | None:
        """The answer given for exactly this, or else for everything of the kind by that signer."""
        answers = self._current()
        exact = answers.get((signer, permission, what))
        return exact or answers.get((signer, permission, EVERYTHING))

    def answers(self) -> list[Remembered]:
        """All answers, the oldest first."""
        return list(self._current().values())

    def remember(self, signer: str | None, permission: Permission, what: str, allowed: bool) -> Remembered:
        """Keep an answer in the place of an older one about the same."""
        if signer is not None:
            checked_public(signer)
        elif what == EVERYTHING:
            raise TrustStoreError("what nobody signed cannot be trusted as a whole", "name one thing")
        answer = Remembered(signer, permission, what, allowed, datetime.now(UTC))
        with self._changing() as answers:
            answers.pop(answer.key, None)
            answers[answer.key] = answer
        return answer

    def revoke(self, answer: Remembered) -> bool:
        """Forget an answer, so that the user is asked again; False if it was not there."""
        with self._changing() as answers:
            return answers.pop(answer.key, None) is not None

    @contextmanager
    def _changing(self) -> Iterator[dict[tuple[str | None, Permission, str], Remembered]]:
        """The answers to change; other processes wait, and see the change as one step."""
        lock = os.open(
            self._path.with_name(f"{self._path.name}.lock"), os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600
        )
        try:
            fcntl.flock(lock, fcntl.LOCK_EX)
            answers = dict(self._current())
            yield answers
            content = _Content(1, list(answers.values()))
            replace_private_file(self._path, msgspec.json.format(msgspec.json.encode(content), indent=1))
        finally:
            os.close(lock)

    def _current(self) -> dict[tuple[str | None, Permission, str], Remembered]:
        try:
            # Not blocking: a pipe would wait for somebody to write into it.
            with open(
                self._path, "rb", opener=lambda path, flags: os.open(path, flags | os.O_NONBLOCK)
            ) as file:
                status = os.fstat(file.fileno())
                seen = (status.st_ino, status.st_mtime_ns, status.st_size)
                if seen != self._seen:
                    self._refuse_shared(status)
                    self._answers = self._parsed(file.read(_LARGEST_FILE + 1))
                    self._seen = seen
        except FileNotFoundError:
            self._answers, self._seen = {}, None
        return self._answers

    def _refuse_shared(self, status: os.stat_result) -> None:
        if not stat.S_ISREG(status.st_mode) or status.st_uid != os.geteuid() or status.st_mode & 0o022:
            raise TrustStoreError(
                f"others can change your answers in {self._path}",
                f"check them, then run: chmod 600 {self._path}",
            )

    def _parsed(self, content: bytes) -> dict[tuple[str | None, Permission, str], Remembered]:
        try:
            if len(content) > _LARGEST_FILE:
                raise ValueError("it is too large")
            found = msgspec.json.decode(content, type=_Content)
            if found.format != 1:
                raise ValueError(f"its format is {found.format}, not 1")
        except (msgspec.DecodeError, ValueError) as error:
            aside = self._put_aside()
            raise TrustStoreError(
                f"your answers in {self._path} cannot be read: {error}",
                f"they were kept as {aside.name}; from now on you are asked again",
            ) from None
        return {answer.key: answer for answer in found.answers}

    def _put_aside(self) -> Path:
        number = 1
        while (aside := self._path.with_name(f"{self._path.name}.damaged-{number}")).exists():
            number += 1
        return self._path.replace(aside)
