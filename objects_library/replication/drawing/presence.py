# SPDX-License-Identifier: BSD-3-Clause
"""Other people at a drawing: pointers and views; they expire, and are not stored."""

from __future__ import annotations

from dataclasses import dataclass
from math import isfinite
from uuid import UUID

from objects_library.replication.drawing.shapes import FARTHEST
from objects_library.replication.presence_table import PresenceTable


@dataclass(frozen=True)
class Pointing:
    """The pointer of a person (or `away`), and the centre and scale of their view."""

    x: float
    y: float
    away: bool
    middle_x: float
    middle_y: float
    scale: float


@dataclass(frozen=True)
class Person:
    """Another person at the drawing."""

    id: UUID
    name: str
    pointing: Pointing


class DrawingPresence(PresenceTable[Person]):
    """The other people at a drawing."""

    def update(self, who: UUID, name: str, pointing: Pointing) -> bool:
        """Set where a person points; returns whether the values are valid."""
        numbers = (pointing.x, pointing.y, pointing.middle_x, pointing.middle_y)
        valid = (
            all(abs(each) <= FARTHEST for each in numbers)
            and isfinite(pointing.scale)
            and 0 < pointing.scale <= FARTHEST
            and self._has_room(who, name)
        )
        if valid:
            self._put(who, Person(who, name, pointing))
        return valid
