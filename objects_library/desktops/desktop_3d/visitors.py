"""Who else is in a space, and from where they look: known for as long as they say so, and kept nowhere."""

from __future__ import annotations

import math
from dataclasses import dataclass
from time import monotonic
from uuid import UUID

from objects_library.desktops.desktop_3d.things import FARTHEST

MOST = 1_000
LONGEST_NAME = 100
REFRESH_INTERVAL = 10.0
"""Seconds after which somebody who stands still is told of again."""
_FORGET = 35.0
"""Seconds of silence after which somebody is not shown any more."""


@dataclass(frozen=True)
class Visitor:
    """Somebody who looks: from where, which way (degrees), and with which pitch."""

    id: UUID
    name: str
    x: float
    y: float
    z: float
    turn: float
    pitch: float


class Visitors:
    """The others."""

    def __init__(self) -> None:
        self._visitors: dict[UUID, tuple[Visitor, float]] = {}

    def update(self, visitor: Visitor) -> bool:
        """Somebody says where they are; says whether it can be."""
        numbers = (visitor.x, visitor.y, visitor.z, visitor.turn, visitor.pitch)
        if not all(map(math.isfinite, numbers)) or max(map(abs, numbers)) > 2 * FARTHEST:
            return False
        if len(visitor.name) > LONGEST_NAME:
            return False
        if visitor.id not in self._visitors and len(self._visitors) >= MOST:
            return False
        self._visitors[visitor.id] = visitor, monotonic()
        return True

    def gone(self, who: UUID) -> bool:
        """Somebody is not there any more; says whether they were."""
        return self._visitors.pop(who, None) is not None

    def expire(self) -> bool:
        """Let go of those who have said nothing for long; says whether there were any."""
        now = monotonic()
        silent = [who for who, (_, heard_at) in self._visitors.items() if now - heard_at > _FORGET]
        for who in silent:
            del self._visitors[who]
        return bool(silent)

    def all(self) -> list[Visitor]:
        """Everyone."""
        return [visitor for visitor, _ in self._visitors.values()]
