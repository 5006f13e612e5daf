# SPDX-License-Identifier: BSD-3-Clause
"""What the transfer of a document needs of its surroundings."""

from __future__ import annotations

from typing import Protocol

from app.runtime.storage.documents.change import Change
from app.runtime.storage.documents.history import DocumentHistory
from objects_library.channels.native.group_interface import GroupInterface


class Signer(Protocol):
    """Signs changes of this user, and checks those of others."""

    @property
    def author(self) -> bytes: ...
    def sign(self, change: Change) -> bytes: ...
    def may_change(self, change: Change) -> bool: ...
    def is_signed(self, change: Change) -> bool: ...


class DocumentInterface(GroupInterface, Protocol):
    """What a document needs of its node beside the group."""

    def now(self) -> int:
        """Milliseconds since 1970."""

    def deliver_change(self, change: Change, *, repeated: bool) -> None:
        """Store a change and apply it, unless it repeats an effect."""

    def keep_apart(self, history: DocumentHistory) -> None:
        """Keep the present state as a version: it cannot be merged."""
