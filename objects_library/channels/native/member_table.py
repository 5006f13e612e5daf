# SPDX-License-Identifier: BSD-3-Clause
"""What each member of a channel has delivered, by its reports and by the engine."""

from __future__ import annotations

from collections.abc import Collection

from objects_library.channels.native.unacknowledged import Entry

_ORIGINS = 4096
"""The number of origins remembered; all nodes alike forget the one silent for longest first."""


def remember(seen: dict[int, int], origin: int, number: int) -> None:
    """Record the last message number of an origin."""
    seen.pop(origin, None)
    seen[origin] = number
    if len(seen) > _ORIGINS:
        del seen[next(iter(seen))]


class MemberTable:
    """Counts the deliveries of each member with the state; members without it are not counted."""

    def __init__(self) -> None:
        self._delivered: dict[int, int] = {}
        self._stable = 0

    def go_on(self, members: Collection[int]) -> None:
        """Drop all members but these."""
        self._delivered = {member: count for member, count in self._delivered.items() if member in members}

    def begin_anew(self) -> None:
        """Reset: stability reports of the engine referred to another view."""
        self._stable = 0

    def has(self, member: int, count: int) -> bool:
        """Record a member's deliveries; True if that is new."""
        news = count > self._delivered.get(member, 0)
        self._delivered[member] = max(count, self._delivered.get(member, 0))
        return news

    def lacks(self, member: int) -> None:
        """Record that a member lacks the state."""
        self._delivered.pop(member, None)

    def stable(self, count: int) -> None:
        """Record how many of this node's messages a majority of engines has."""
        self._stable = max(self._stable, count)

    def all_have_state(self, own: int, members: Collection[int]) -> bool:
        """Whether all members have the state; then stability in the engine is enough."""
        return all(member == own or member in self._delivered for member in members)

    def majority_has(self, entry: Entry, own: int, members: Collection[int]) -> bool:
        """Whether every majority will have delivered the message; this node has."""
        if entry.ticket is not None and entry.ticket <= self._stable and self.all_have_state(own, members):
            return True
        having = [m for m in members if m == own or self._delivered.get(m, 0) >= entry.place]
        return 2 * len(having) > len(members)
