# SPDX-License-Identifier: BSD-3-Clause
"""Who else has a document open, who went out of reach, and what was merged when they came back.

A copy that is closed says so. A member that vanishes without a word is out of reach: its network is gone, or its
program or computer failed. It may have changes that nobody else has, so those who go on work apart from it, until
its author is back.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from objects_library.channels.document.frames import Presence

if TYPE_CHECKING:
    from app.runtime.storage.documents import DocumentHistory
    from objects_library.channels.native.group_interface import AnyMember

_MOST_LOST = 1_000


@dataclass(frozen=True)
class Meeting:
    """People who worked apart have met, at a time in milliseconds since 1970."""

    at: int
    theirs: int
    """How many changes of others were merged here."""
    yours: int
    """How many changes were made here meanwhile by this user."""


class Companions:
    """Follows the members of a document's group."""

    def __init__(self, author: bytes, now: Callable[[], int]) -> None:
        self._author = author
        self._now = now
        self._authors: dict[int, bytes] = {}
        self._departing: set[int] = set()
        self._lost: dict[bytes, int] = {}
        self._own_changes = 0
        self._reached: Mapping[int, int] | None = None
        self.meeting: Meeting | None = None

    @property
    def apart_since(self) -> int | None:
        """Since when somebody is out of reach, in milliseconds since 1970; None if nobody is."""
        return min(self._lost.values(), default=None)

    @property
    def has_met(self) -> bool:
        """Whether people have met, and what was merged is not counted yet."""
        return self._reached is not None and not self._lost

    def change_members(self, members: Sequence[AnyMember], history: DocumentHistory) -> None:
        """Note who is gone, and how far the history reached before those who come brought anything."""
        here = {member.number for member in members}
        gone = {number: author for number, author in self._authors.items() if number not in here}
        self._authors = {number: author for number, author in self._authors.items() if number in here}
        still_here = set(self._authors.values())
        for number, author in gone.items():
            if number not in self._departing and author not in still_here and len(self._lost) < _MOST_LOST:
                if not self._lost:
                    self._own_changes = self._count(history, own=True)
                self._lost.setdefault(author, self._now())
        self._departing -= set(gone)
        if self._lost:
            self._reached = _reach(history)

    def introduce(self, member: int, presence: Presence) -> bool:
        """Note whose copy a member is, or that it is closed; returns whether all who were lost are back now."""
        if not presence.here:
            self._departing.add(member)
            return False
        self._departing.discard(member)
        self._authors[member] = presence.author
        was_apart = bool(self._lost)
        self._lost.pop(presence.author, None)
        return was_apart and not self._lost

    def count_merged(self, history: DocumentHistory) -> None:
        """Count what was merged, once it is."""
        assert self._reached is not None
        before, self._reached = self._reached, None
        authors = {origin: head.author for origin, head in history.heads.items()}
        new = {origin: number - before.get(origin, 0) for origin, number in _reach(history).items()}
        theirs = sum(count for origin, count in new.items() if authors[origin] != self._author)
        self.meeting = Meeting(self._now(), theirs, self._count(history, own=True) - self._own_changes)

    def _count(self, history: DocumentHistory, *, own: bool) -> int:
        return sum(head.number for head in history.heads.values() if (head.author == self._author) == own)


def _reach(history: DocumentHistory) -> dict[int, int]:
    return {origin: head.number for origin, head in history.heads.items()}
