# SPDX-License-Identifier: BSD-3-Clause
"""The user's answers to permission requests, in one file; they can be listed and revoked."""

from datetime import UTC, datetime
from pathlib import Path

import msgspec

from app.runtime.directories import config_directory, make_private
from app.runtime.trust.errors import TrustStoreError
from app.runtime.trust.identity import checked_public
from app.runtime.trust.list_file import ListFile
from app.runtime.trust.permissions import Permission

EVERYTHING = "*"
"""Stands for all requests of one kind by a signer."""


class StoredAnswer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One answer: this signer (None: unsigned) may, or may not, do that."""

    signer: str | None
    permission: Permission
    what: str
    allowed: bool
    when: datetime

    @property
    def key(self) -> tuple[str | None, Permission, str]:
        """The subject of the answer."""
        return self.signer, self.permission, self.what


class TrustStore:
    """The answers in one file, shared by all processes of the user."""

    def __init__(self, path: Path | None = None) -> None:
        file = path or make_private(config_directory()) / "trust.json"
        self._kept = ListFile(
            file, StoredAnswer, lambda each: each.key, "answers", "your answers", "from now on you are asked again"
        )

    def find(self, signer: str | None, permission: Permission, what: str) -> StoredAnswer | None:
        """Return the answer for exactly this, or else for everything of the kind by that signer."""
        answers = self._kept.current()
        exact = answers.get((signer, permission, what))
        return exact or answers.get((signer, permission, EVERYTHING))

    def answers(self) -> list[StoredAnswer]:
        """Return all answers, oldest first."""
        return list(self._kept.current().values())

    def remember(self, signer: str | None, permission: Permission, what: str, allowed: bool) -> StoredAnswer:
        """Store an answer, replacing an older one about the same."""
        if signer is not None:
            checked_public(signer)
        elif what == EVERYTHING:
            raise TrustStoreError("what nobody signed cannot be trusted as a whole", "name one thing")
        answer = StoredAnswer(signer, permission, what, allowed, datetime.now(UTC))
        with self._kept.changing() as answers:
            answers.pop(answer.key, None)
            answers[answer.key] = answer
        return answer

    def revoke(self, answer: StoredAnswer) -> bool:
        """Remove an answer, so that the user is asked again; False if there was none."""
        with self._kept.changing() as answers:
            return answers.pop(answer.key, None) is not None
