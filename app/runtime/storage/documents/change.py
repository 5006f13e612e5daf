# SPDX-License-Identifier: BSD-3-Clause
"""Changes of a document: numbered by their origin, linked by digests, signed by their author."""

from __future__ import annotations

import enum
import hashlib
import struct
from collections.abc import Iterable
from dataclasses import dataclass

CHAIN_BYTES = 16
EFFECT_KEY_BYTES = 8
AUTHOR_BYTES = 32
SIGNATURE_BYTES = 64
LARGEST_BODY = 48 << 20
"""Bytes of one change; a message of the engine has at most 64 MiB."""
LARGEST_NUMBER = (1 << 63) - 1

_HEAD = struct.Struct("<BQI")


class ChangeKind(enum.IntEnum):
    """What a change does."""

    CHANGE = 0
    """The object applies the body."""
    RESET = 1
    """The body is a whole state, which every copy starts with at this position."""
    EFFECT = 2
    """The object applies the rest of the body, unless an effect with the same key was applied before."""


@dataclass(frozen=True, slots=True)
class Change:
    """One change; a signature covers all changes of its origin up to it, and may be missing within a run."""

    origin: int
    number: int
    author: bytes
    time: int
    """Milliseconds since 1970, by the author's clock."""
    kind: ChangeKind
    body: bytes
    chain: bytes
    """The digest of this change and all before it of its origin."""
    signature: bytes = b""

    @property
    def effect(self) -> bytes:
        """The key of an effect, which is the same whoever performs it; empty for other changes."""
        return self.body[:EFFECT_KEY_BYTES] if self.kind is ChangeKind.EFFECT else b""

    @property
    def content(self) -> bytes:
        """What the object applies."""
        return self.body[EFFECT_KEY_BYTES:] if self.kind is ChangeKind.EFFECT else self.body


def first_chain(document: bytes, origin: int, author: bytes) -> bytes:
    """The digest before the first change of an origin, which thereby belongs to one document and author."""
    return _digest(document + origin.to_bytes(8, "little") + author)


def next_chain(before: bytes, kind: ChangeKind, time: int, body: bytes) -> bytes:
    """The digest of a change after the digest of those before it."""
    return _digest(before + _HEAD.pack(kind, time, len(body)) + body)


def signed_text(document: bytes, change: Change) -> bytes:
    """What the author of a change signs."""
    return document + struct.pack("<QQQ", change.origin, change.number, change.time) + change.chain


def change_id(origin: int, number: int) -> bytes:
    """The id of a change; it stays the same when the change is merged into another order."""
    return _digest(struct.pack("<QQ", origin, number))


def order_digest(before: bytes, changes: Iterable[Change]) -> bytes:
    """The digest of an order of changes; two copies with the same one have the same state."""
    for change in changes:
        before = _digest(before + change.origin.to_bytes(8, "little") + change.chain)
    return before


def _digest(data: bytes) -> bytes:
    return hashlib.blake2b(data, digest_size=CHAIN_BYTES).digest()
