# SPDX-License-Identifier: BSD-3-Clause
"""What a state of a document includes: the last change of each origin, their number, and their order."""

from __future__ import annotations

import struct
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from app.runtime.storage.documents.change import (
    AUTHOR_BYTES,
    CHAIN_BYTES,
    EFFECT_KEY_BYTES,
    LARGEST_NUMBER,
    Change,
    first_chain,
    order_digest,
)

MOST_ORIGINS = 4096
MOST_EFFECTS = 4096
"""The number of effects remembered; one that is performed again after so many others takes effect again."""
EMPTY_ORDER = bytes(CHAIN_BYTES)

_HAS_EFFECTS = 1 << 31
"""A flag in the number of origins: the keys of effects follow."""
_COUNT = struct.Struct("<I")
_HEAD = struct.Struct(f"<Q{CHAIN_BYTES}sI")
_ORIGIN = struct.Struct(f"<QQ{CHAIN_BYTES}s{AUTHOR_BYTES}s")


class HistoryError(ValueError):
    """The bytes are no history."""


@dataclass(frozen=True, slots=True)
class Head:
    """The last change of an origin."""

    number: int
    chain: bytes
    author: bytes


@dataclass
class DocumentHistory:
    """The heads of all origins; `count` is the position of the state, `order` the digest of the order."""

    heads: dict[int, Head] = field(default_factory=dict)
    count: int = 0
    order: bytes = EMPTY_ORDER
    effects: dict[bytes, None] = field(default_factory=dict)
    """The keys of the last effects, the oldest first."""

    def copy(self) -> DocumentHistory:
        """A history of its own."""
        return DocumentHistory(dict(self.heads), self.count, self.order, dict(self.effects))

    def last(self, origin: int) -> int:
        """The number of the last change of an origin."""
        head = self.heads.get(origin)
        return head.number if head is not None else 0

    def chain(self, document: bytes, origin: int, author: bytes) -> bytes:
        """The digest that the next change of an origin continues."""
        head = self.heads.get(origin)
        return head.chain if head is not None else first_chain(document, origin, author)

    def repeats(self, change: Change) -> bool:
        """Whether a change is an effect that was applied before."""
        return change.effect in self.effects

    def add(self, change: Change) -> None:
        """Include a change."""
        if (key := change.effect) and key not in self.effects:
            self.effects[key] = None
            if len(self.effects) > MOST_EFFECTS:
                del self.effects[next(iter(self.effects))]
        self.heads[change.origin] = Head(change.number, change.chain, change.author)
        self.count += 1
        self.order = order_digest(self.order, (change,))

    @property
    def numbers(self) -> dict[int, int]:
        """The last number of each origin."""
        return {origin: head.number for origin, head in self.heads.items()}

    def covers(self, numbers: Mapping[int, int]) -> bool:
        """Whether this history includes everything up to these numbers."""
        return all(self.last(origin) >= number for origin, number in numbers.items())

    def pack(self) -> bytes:
        """Encode."""
        head = _HEAD.pack(self.count, self.order, len(self.heads) | (_HAS_EFFECTS if self.effects else 0))
        packed = head + b"".join(_ORIGIN.pack(origin, *_fields(each)) for origin, each in self.heads.items())
        return packed + _COUNT.pack(len(self.effects)) + b"".join(self.effects) if self.effects else packed


def unpack_history(data: bytes) -> tuple[DocumentHistory, bytes]:
    """Decode a history, and return the rest."""
    try:
        count, order, origins = _HEAD.unpack_from(data)
    except struct.error:
        raise HistoryError("a history is truncated") from None
    has_effects, origins = bool(origins & _HAS_EFFECTS), origins & ~_HAS_EFFECTS
    end = _HEAD.size + origins * _ORIGIN.size
    if origins > MOST_ORIGINS or end > len(data) or count > LARGEST_NUMBER:
        raise HistoryError("a history is truncated or has too many origins")
    heads = {
        origin: Head(number, chain, author)
        for origin, number, chain, author in _ORIGIN.iter_unpack(data[_HEAD.size : end])
    }
    if len(heads) != origins or any(not 0 < head.number <= LARGEST_NUMBER for head in heads.values()):
        raise HistoryError("a history has an origin twice, or an impossible number")
    effects, rest = _unpack_effects(data[end:]) if has_effects else ({}, data[end:])
    return DocumentHistory(heads, count, order, effects), rest


def _unpack_effects(data: bytes) -> tuple[dict[bytes, None], bytes]:
    if len(data) < _COUNT.size:
        raise HistoryError("a history is truncated")
    end = _COUNT.size + _COUNT.unpack_from(data)[0] * EFFECT_KEY_BYTES
    if end > min(len(data), _COUNT.size + MOST_EFFECTS * EFFECT_KEY_BYTES):
        raise HistoryError("a history is truncated or has too many effects")
    keys = (data[at : at + EFFECT_KEY_BYTES] for at in range(_COUNT.size, end, EFFECT_KEY_BYTES))
    return dict.fromkeys(keys), data[end:]


def after(history: DocumentHistory, changes: Iterable[Change]) -> DocumentHistory:
    """The history with some changes more."""
    found = history.copy()
    for change in changes:
        found.add(change)
    return found


def _fields(head: Head) -> tuple[int, bytes, bytes]:
    return head.number, head.chain, head.author
