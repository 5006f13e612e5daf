# SPDX-License-Identifier: BSD-3-Clause
"""Other people in a space, with their cameras; they expire, and are not stored."""

from __future__ import annotations

import math
from dataclasses import dataclass
from uuid import UUID

from objects_library.desktops.desktop_3d.things import FARTHEST
from objects_library.replication.presence_table import PresenceTable


@dataclass(frozen=True)
class Visitor:
    """A camera: position, direction (degrees) and pitch."""

    id: UUID
    name: str
    x: float
    y: float
    z: float
    turn: float
    pitch: float


class Visitors(PresenceTable[Visitor]):
    """The other people in a space."""

    def update(self, visitor: Visitor) -> bool:
        """Set where a person is; returns whether the values are valid."""
        numbers = (visitor.x, visitor.y, visitor.z, visitor.turn, visitor.pitch)
        if not all(map(math.isfinite, numbers)) or max(map(abs, numbers)) > 2 * FARTHEST:
            return False
        if not self._has_room(visitor.id, visitor.name):
            return False
        self._put(visitor.id, visitor)
        return True
