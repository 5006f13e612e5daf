"""What the other members of a channel have of it, as they say and as the engine knows."""

from __future__ import annotations

from collections.abc import Collection

from objects_library.channels.native.unacknowledged import Entry

_ORIGINS = 4096
"""How many origins are remembered; who has been silent longest is forgotten first, at all nodes alike."""


def remember(seen: dict[int, int], origin: int, number: int) -> None:
    """The last that was heard of an origin."""
    seen.pop(origin, None)
    seen[origin] = number
    if len(seen) > _ORIGINS:
        del seen[next(iter(seen))]


class MemberTable:
    """Counts what each member that has the state has delivered; whoever is not counted has no state."""

    def __init__(self) -> None:
        self._delivered: dict[int, int] = {}
        self._stable = 0

    def go_on(self, members: Collection[int]) -> None:
        """Forget all but these."""
        self._delivered = {member: count for member, count in self._delivered.items() if member in members}

    def begin_anew(self) -> None:
        """What the engine said was about another place."""
        self._stable = 0

    def has(self, member: int, count: int) -> bool:
        """A member has the state, and has delivered so many; whether that is news."""
        news = count > self._delivered.get(member, 0)
        self._delivered[member] = max(count, self._delivered.get(member, 0))
        return news

    def lacks(self, member: int) -> None:
        """A member does not have the state."""
        self._delivered.pop(member, None)

    def stable(self, count: int) -> None:
        """The engines of a majority have the first so many of what this node said."""
        self._stable = max(self._stable, count)

    def all_have_state(self, own: int, members: Collection[int]) -> bool:
        """Then what the engines of a majority have is safe, and nobody need be asked."""
        return all(member == own or member in self._delivered for member in members)

    def majority_has(self, entry: Entry, own: int, members: Collection[int]) -> bool:
        """Whether whoever goes on will have delivered it, too; this node has."""
        if entry.ticket is not None and entry.ticket <= self._stable and self.all_have_state(own, members):
            return True
        having = [m for m in members if m == own or self._delivered.get(m, 0) >= entry.place]
        return 2 * len(having) > len(members)
