# SPDX-License-Identifier: BSD-3-Clause
"""People who report where they are: entries expire when a person falls silent, and nothing is stored."""

from __future__ import annotations

from time import monotonic
from typing import Generic, TypeVar
from uuid import UUID

MOST = 1_000
LONGEST_NAME = 100
REFRESH_INTERVAL = 10.0
"""Seconds after which a person without news is reported again."""
_EXPIRY = 35.0
"""Seconds of silence after which an entry is dropped."""

E = TypeVar("E")


class PresenceTable(Generic[E]):
    """One entry for each person other than the user."""

    def __init__(self) -> None:
        self._entries: dict[UUID, tuple[E, float]] = {}

    def gone(self, who: UUID) -> bool:
        """Remove a person who has left; returns whether there was an entry."""
        return self._entries.pop(who, None) is not None

    def clear(self) -> bool:
        """Remove everybody; returns whether there were any."""
        return self._drop(list(self._entries))

    def expire(self) -> bool:
        """Drop the entries of silent people; returns whether there were any."""
        now = monotonic()
        return self._drop([who for who, (_, updated) in self._entries.items() if now - updated > _EXPIRY])

    def all(self) -> list[E]:
        """All entries."""
        return [entry for entry, _ in self._entries.values()]

    def _has_room(self, who: UUID, name: str = "") -> bool:
        return len(name) <= LONGEST_NAME and (who in self._entries or len(self._entries) < MOST)

    def _put(self, who: UUID, entry: E) -> None:
        self._entries[who] = entry, monotonic()

    def _drop(self, people: list[UUID]) -> bool:
        for who in people:
            del self._entries[who]
        return bool(people)
