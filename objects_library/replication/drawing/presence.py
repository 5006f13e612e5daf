# SPDX-License-Identifier: BSD-3-Clause
"""Other people at a drawing: where they point, and what they see."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

from objects_library.replication.drawing.shapes import FARTHEST


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


def is_sound(pointing: Pointing) -> bool:
    """Whether the values can be shown."""
    numbers = (pointing.x, pointing.y, pointing.middle_x, pointing.middle_y)
    return all(abs(each) <= FARTHEST for each in numbers) and 0 < pointing.scale <= FARTHEST
