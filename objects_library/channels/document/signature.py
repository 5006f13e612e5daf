# SPDX-License-Identifier: BSD-3-Clause
"""Signatures of changes by their authors."""

from __future__ import annotations

from collections.abc import Callable

from app.runtime.storage.documents.carried import CarriedContent
from app.runtime.storage.documents.change import Change, signed_text
from app.runtime.trust import SignatureError
from app.runtime.trust.identity import Identity, verify
from app.runtime.trust.member_list import Right

_PURPOSE, _CARRIED = "document change", "carried content"


class DocumentSigner:
    """Signs changes of one document for this user, and checks those of anybody."""

    def __init__(
        self,
        document: bytes,
        identity: Identity,
        right: Callable[[str], Right] = lambda _: Right.EDIT,
        needed: Right = Right.EDIT,
    ) -> None:
        self._document = document
        self._identity = identity
        self._right = right
        self.needed = needed
        """The right that changes need."""
        self.author = bytes.fromhex(identity.public)

    def sign(self, change: Change) -> bytes:
        """The signature of a change of this user, and of all before it of its origin."""
        return self._identity.sign(_PURPOSE, signed_text(self._document, change))

    def may_change(self, change: Change) -> bool:
        """Whether the author of a change has the right to it; all copies in one scope decide alike."""
        return self._right(change.author.hex()) >= self.needed

    @property
    def may_edit(self) -> bool:
        """Whether this user has the right to changes."""
        return self._right(self.author.hex()) >= self.needed

    def is_signed(self, change: Change) -> bool:
        """Whether a change, and with it all before it of its origin, is signed by its author."""
        return is_signed(self._document, change)


def is_signed(document: bytes, change: Change) -> bool:
    """Whether a change of a document is signed by its author."""
    try:
        verify(change.author.hex(), _PURPOSE, signed_text(document, change), change.signature)
    except (SignatureError, ValueError):
        return False
    return True


def signed_content(content: CarriedContent, identity: Identity) -> CarriedContent:
    """Content for a file, signed by whoever writes the file."""
    return content.signed(identity.sign(_CARRIED, content.signed_text()))


def is_carried_signed(content: CarriedContent) -> bool:
    """Whether the content of a file is as its author wrote it."""
    try:
        verify(content.author.hex(), _CARRIED, content.signed_text(), content.signature)
    except (SignatureError, ValueError):
        return False
    return True
