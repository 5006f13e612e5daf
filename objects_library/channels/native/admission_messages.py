# SPDX-License-Identifier: BSD-3-Clause
"""The messages of an admission scope, and the people who send them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import msgspec

from app.runtime.trust import TrustError

if TYPE_CHECKING:
    from app.transport_native.view import ViewChange


class Hello(msgspec.Struct, frozen=True, tag="hello", array_like=True):
    """The identity of a node's user, signed for this member number, and the version of their member list."""

    identity: str
    name: str
    version: int
    signature: bytes


class News(msgspec.Struct, frozen=True, tag="roster", array_like=True):
    """A member list as its owner signed it."""

    member_list: bytes


@dataclass(frozen=True)
class AdmittedPerson:
    """A person in the admission scope, proven by key; `name` is from contacts, the owner or themselves."""

    key: str
    name: str
    version: int
    known: bool = False
    """Whether the name comes from this user or the owner."""


class Inside:
    """Receives member lists inside the scope."""

    def __init__(self, take: Callable[[bytes], None]) -> None:
        self._take = take
        self.refused = 0

    def messages_delivered(self, messages: Sequence[tuple[int, bytes]]) -> None:
        for _, data in messages:
            try:
                self._take(msgspec.msgpack.decode(data, type=News).member_list)
            except (msgspec.DecodeError, TrustError, ValueError):
                self.refused += 1

    def view_changed(self, change: ViewChange) -> None:
        """Membership is known from the admission scope."""

    def stable(self, count: int) -> None:
        """Nothing depends on stability here."""
