"""Who else looks at a drawing, where they point, and what they see: kept nowhere, forgotten when silent."""

from __future__ import annotations

from dataclasses import dataclass
from math import isfinite
from time import monotonic
from uuid import UUID

from objects_library.replication.drawing.shapes import FARTHEST, LONGEST_NAME

MOST = 1_000
REFRESH_INTERVAL = 10.0
"""Seconds after which somebody who does nothing is told of again."""
_FORGET = 35.0
"""Seconds of silence after which somebody is not shown any more."""


@dataclass(frozen=True)
class Pointing:
    """Where somebody points (or is `away`), and the middle and scale of what they see."""

    x: float
    y: float
    away: bool
    middle_x: float
    middle_y: float
    scale: float


@dataclass(frozen=True)
class Person:
    """Somebody else who is here."""

    id: UUID
    name: str
    pointing: Pointing


class DrawingPresence:
    """The others."""

    def __init__(self) -> None:
        self._people: dict[UUID, tuple[Person, float]] = {}

    def update(self, who: UUID, name: str, pointing: Pointing) -> bool:
        """Somebody says where they point; says whether that makes sense."""
        numbers = (pointing.x, pointing.y, pointing.middle_x, pointing.middle_y)
        makes_sense = (
            all(abs(each) <= FARTHEST for each in numbers)
            and isfinite(pointing.scale)
            and 0 < pointing.scale <= FARTHEST
            and len(name) <= LONGEST_NAME
            and (who in self._people or len(self._people) < MOST)
        )
        if makes_sense:
            self._people[who] = Person(who, name, pointing), monotonic()
        return makes_sense

    def gone(self, who: UUID) -> bool:
        """Somebody is not there any more; says whether they were."""
        return self._people.pop(who, None) is not None

    def expire(self) -> bool:
        """Let go of those who have said nothing for long; says whether there were any."""
        now = monotonic()
        silent = [who for who, (_, heard_at) in self._people.items() if now - heard_at > _FORGET]
        for who in silent:
            del self._people[who]
        return bool(silent)

    def all(self) -> list[Person]:
        """Everyone."""
        return [person for person, _ in self._people.values()]
