"""What is said at the door of a scope with an owner, and who says it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import msgspec

from app.runtime.trust import TrustError

if TYPE_CHECKING:
    from app.transport_native.view import ViewChange


class Hello(msgspec.Struct, frozen=True, tag="hello", array_like=True):
    """Who somebody is, proven for this member of the door, and which roster they have."""

    identity: str
    name: str
    version: int
    signature: bytes


class News(msgspec.Struct, frozen=True, tag="roster", array_like=True):
    """A roster, as its owner signed it."""

    roster: bytes


@dataclass(frozen=True)
class AdmittedPerson:
    """Somebody at the door, proven by their key; `name` is what this user, the owner or they say."""

    key: str
    name: str
    version: int
    known: bool = False
    """Whether this user or the owner calls them so."""


class Inside:
    """Hears of rosters from those who are in."""

    def __init__(self, take: Callable[[bytes], None]) -> None:
        self._take = take
        self.refused = 0

    def messages_delivered(self, messages: Sequence[tuple[int, bytes]]) -> None:
        for _, data in messages:
            try:
                self._take(msgspec.msgpack.decode(data, type=News).roster)
            except (msgspec.DecodeError, TrustError, ValueError):
                self.refused += 1

    def view_changed(self, change: ViewChange) -> None:
        """Who is in is known from the door."""

    def stable(self, count: int) -> None:
        """Nobody waits for that here."""
