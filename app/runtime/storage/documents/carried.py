# SPDX-License-Identifier: BSD-3-Clause
"""Content that a file carries: a state of a document with its history, signed by whoever wrote the file."""

from __future__ import annotations

import hashlib
import struct
import zlib
from collections import OrderedDict
from dataclasses import dataclass, replace

from app.runtime.storage.documents.change import (
    AUTHOR_BYTES,
    LARGEST_BODY,
    LARGEST_NUMBER,
    SIGNATURE_BYTES,
    Change,
    ChangeKind,
    first_chain,
    next_chain,
)
from app.runtime.storage.documents.history import DocumentHistory, HistoryError, after, unpack_history
from app.runtime.storage.documents.identity import DOCUMENT_BYTES
from app.runtime.storage.documents.rows import inflate
from app.runtime.storage.errors import StorageError

LARGEST_CONTENT = 256 << 20
"""Bytes of the content when it is not compressed."""
_MOST_CHANGES = 1_000_000
_OFFERED = 256
_MAGIC = b"LOC1"
_HEAD = struct.Struct(f"<4s{DOCUMENT_BYTES}s{AUTHOR_BYTES}sQ{SIGNATURE_BYTES}s")
_SIZES = struct.Struct("<III")
_CHANGE = struct.Struct(f"<QQ{AUTHOR_BYTES}sQBIB")


class CarriedContentError(StorageError):
    """The content that a file carries is damaged."""


@dataclass(frozen=True)
class CarriedContent:
    """A state of a document, the changes after it, and who wrote this when; `state` is empty for no state."""

    document: bytes
    history: DocumentHistory
    state: bytes
    changes: tuple[Change, ...] = ()
    author: bytes = bytes(AUTHOR_BYTES)
    time: int = 0
    signature: bytes = b""

    @property
    def reach(self) -> DocumentHistory:
        """The history including the changes after the state."""
        return after(self.history, self.changes)

    def signed_text(self) -> bytes:
        """What the author signs."""
        digest = hashlib.blake2b(_body(self), digest_size=32).digest()
        return self.document + self.author + struct.pack("<Q", self.time) + digest

    def signed(self, signature: bytes) -> CarriedContent:
        """The same with a signature."""
        return replace(self, signature=signature)

    def pack(self) -> bytes:
        """Encode, compressed."""
        head = _HEAD.pack(_MAGIC, self.document, self.author, self.time, self.signature.ljust(SIGNATURE_BYTES, b"\0"))
        return head + zlib.compress(_body(self), 6)

    @staticmethod
    def unpack(data: bytes) -> CarriedContent:
        """Decode strictly; raises `CarriedContentError`."""
        try:
            magic, document, author, time, signature = _HEAD.unpack_from(data)
            body = inflate(data[_HEAD.size :], LARGEST_CONTENT)
            if magic != _MAGIC or time > LARGEST_NUMBER:
                raise ValueError
            history, state, changes = _read_body(body, document)
        except (struct.error, ValueError, zlib.error, HistoryError):
            raise CarriedContentError(
                "the content that the file carries is damaged", "get the file again; the rest of it can be used"
            ) from None
        return CarriedContent(document, history, state, changes, author, time, signature)


def _body(content: CarriedContent) -> bytes:
    history = content.history.pack()
    parts = [_SIZES.pack(len(history), len(content.state), len(content.changes)), history, content.state]
    for change in content.changes:
        kind = int(change.kind)
        parts.append(
            _CHANGE.pack(
                change.origin, change.number, change.author, change.time, kind, len(change.body), bool(change.signature)
            )
        )
        parts += [change.signature, change.body]
    return b"".join(parts)


def _read_body(body: bytes, document: bytes) -> tuple[DocumentHistory, bytes, tuple[Change, ...]]:
    size, state_size, count = _SIZES.unpack_from(body)
    at = _SIZES.size + size
    history, rest = unpack_history(body[_SIZES.size : at])
    if rest or count > _MOST_CHANGES or at + state_size > len(body):
        raise ValueError
    state = body[at : at + state_size]
    at += state_size
    changes: list[Change] = []
    chains = {origin: head.chain for origin, head in history.heads.items()}
    for _ in range(count):
        origin, number, author, time, kind, length, is_signed = _CHANGE.unpack_from(body, at)
        at += _CHANGE.size
        end = at + SIGNATURE_BYTES * bool(is_signed)
        if length > LARGEST_BODY or end + length > len(body) or not 0 < number <= LARGEST_NUMBER:
            raise ValueError
        signature, data = body[at:end], body[end : end + length]
        at = end + length
        before = chains.get(origin) or first_chain(document, origin, author)
        chain = next_chain(before, ChangeKind(kind), time, data)
        chains[origin] = chain
        changes.append(Change(origin, number, author, time, ChangeKind(kind), data, chain, signature))
    if at != len(body):
        raise ValueError
    return history, state, tuple(changes)


_offered: OrderedDict[bytes, CarriedContent] = OrderedDict()


def offer(content: CarriedContent) -> None:
    """Let the document that is opened next begin with, or be merged with, what a file carries."""
    _offered.pop(content.document, None)
    _offered[content.document] = content
    while len(_offered) > _OFFERED:
        _offered.popitem(last=False)


def offered(document: bytes) -> CarriedContent | None:
    """What a file that was opened carries for a document; it is taken once."""
    return _offered.pop(document, None)
