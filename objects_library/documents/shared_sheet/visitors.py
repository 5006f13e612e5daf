"""Who else is on a sheet, and what they point at: known for as long as they say so, and kept nowhere."""

from __future__ import annotations

from time import monotonic
from typing import Any
from uuid import UUID

NOWHERE = UUID(int=0)
"""The node of somebody whose channel does not say which one it is."""
MOST_VISITORS = 1_000
LONGEST_NAME = 100
LONGEST_SELECTION = 200
REFRESH_INTERVAL = 10.0
"""Seconds after which somebody who stands still is told of again."""
_FORGET = 35.0
"""Seconds of silence after which somebody is not shown any more."""


class Visitors:
    """The others."""

    def __init__(self) -> None:
        self._visitors: dict[UUID, tuple[dict[str, Any], float]] = {}

    def update(self, said: dict[str, Any]) -> None:
        """Somebody says where they are."""
        if said["by"] not in self._visitors and len(self._visitors) >= MOST_VISITORS:
            return
        short = {
            "name": said["name"][:LONGEST_NAME],
            "colour": said["colour"][:9],
            "selection": said["selection"][:LONGEST_SELECTION],
        }
        self._visitors[said["by"]] = {**said, **short}, monotonic()

    def gone(self, who: UUID) -> bool:
        """Somebody is not there any more; says whether they were."""
        return self._visitors.pop(who, None) is not None

    def only_from(self, nodes: set[UUID]) -> bool:
        """Let go of those whose node is not there any more; says whether there were any."""
        gone = [who for who, (said, _) in self._visitors.items() if said["node"] not in {NOWHERE, *nodes}]
        for who in gone:
            del self._visitors[who]
        return bool(gone)

    def expire(self) -> bool:
        """Let go of those who have said nothing for long; says whether there were any."""
        now = monotonic()
        silent = [who for who, (_, heard_at) in self._visitors.items() if now - heard_at > _FORGET]
        for who in silent:
            del self._visitors[who]
        return bool(silent)

    def all(self) -> list[dict[str, Any]]:
        """Everyone, as plain values."""
        return [visitor for visitor, _ in self._visitors.values()]
