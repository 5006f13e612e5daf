# SPDX-License-Identifier: BSD-3-Clause
"""The camera of a space, its rays, and intersections of rays."""

from __future__ import annotations

import math
from dataclasses import dataclass

Vector = tuple[float, float, float]

NEAREST, FARTHEST = 2.0, 20_000.0
"""Metres between the camera and its target."""
OPENING = 50.0
"""The vertical field of view in degrees."""
_STEEPEST = 89.0
_LOWEST = 0.5


@dataclass(frozen=True)
class Ray:
    """A ray with a direction of length one."""

    start: Vector
    way: Vector

    def at(self, far: float) -> Vector:
        """The point at a distance."""
        return (self.start[0] + far * self.way[0], self.start[1] + far * self.way[1], self.start[2] + far * self.way[2])

    def meets_level(self, height: float) -> float | None:
        """The distance to a height, or None."""
        if abs(self.way[1]) < 1e-6:
            return None
        far = (height - self.start[1]) / self.way[1]
        return far if far > 0 else None

    def meets_ball(self, middle: Vector, radius: float) -> float | None:
        """The distance to a sphere, or None."""
        to = [middle[n] - self.start[n] for n in range(3)]
        along = sum(to[n] * self.way[n] for n in range(3))
        aside = sum(part * part for part in to) - along * along
        if along <= 0 or aside > radius * radius:
            return None
        return max(0.0, along - math.sqrt(radius * radius - aside))

    def meets_box(self, low: Vector, high: Vector) -> float | None:
        """The distance to an axis-aligned box, or None."""
        first, last = 0.0, math.inf
        for axis in range(3):
            start, way = self.start[axis], self.way[axis]
            if abs(way) < 1e-9:
                if not low[axis] <= start <= high[axis]:
                    return None
                continue
            one, two = (low[axis] - start) / way, (high[axis] - start) / way
            first, last = max(first, min(one, two)), min(last, max(one, two))
        return first if first <= last else None


@dataclass
class Camera:
    """Looks at a target from a distance; turn 0 is towards -z, 90 towards x, pitch -90 straight down."""

    x: float = 0.0
    y: float = 10.0
    z: float = 0.0
    turn: float = 25.0
    pitch: float = -22.0
    distance: float = 220.0

    def forward(self) -> Vector:
        """The viewing direction."""
        turn, pitch = math.radians(self.turn), math.radians(self.pitch)
        return math.sin(turn) * math.cos(pitch), math.sin(pitch), -math.cos(turn) * math.cos(pitch)

    def right(self) -> Vector:
        """The direction to the right."""
        turn = math.radians(self.turn)
        return math.cos(turn), 0.0, math.sin(turn)

    def up(self) -> Vector:
        """The direction up in the picture."""
        turn, pitch = math.radians(self.turn), math.radians(self.pitch)
        return -math.sin(turn) * math.sin(pitch), math.cos(pitch), math.cos(turn) * math.sin(pitch)

    def position(self) -> Vector:
        """The position of the camera."""
        ahead = self.forward()
        return (self.x - self.distance * ahead[0], self.y - self.distance * ahead[1], self.z - self.distance * ahead[2])

    def orbit(self, across: float, up: float) -> None:
        """Orbit around the target, in degrees; never below the ground."""
        self.turn = (self.turn + across) % 360
        self.pitch = max(-_STEEPEST, min(_STEEPEST, self.pitch + up))
        self._stay_above()

    def zoom(self, factor: float) -> None:
        """Change the distance."""
        self.distance = max(NEAREST, min(FARTHEST, self.distance * factor))
        self._stay_above()

    def fly(self, ahead: float, aside: float, up: float) -> None:
        """Move camera and target, in metres; forward is horizontal."""
        turn = math.radians(self.turn)
        self.x += math.sin(turn) * ahead + math.cos(turn) * aside
        self.z += -math.cos(turn) * ahead + math.sin(turn) * aside
        self.y += up
        self._stay_above()

    def look_at(self, point: Vector) -> None:
        """Set the target, keeping the direction."""
        self.x, self.y, self.z = point
        self._stay_above()

    def ray(self, across: float, down: float, width: float, height: float) -> Ray:
        """The ray through a pixel of a picture of that size."""
        half = math.tan(math.radians(OPENING / 2))
        x = (2 * across / max(width, 1) - 1) * half * width / max(height, 1)
        y = (1 - 2 * down / max(height, 1)) * half
        ahead, right, up = self.forward(), self.right(), self.up()
        way = [ahead[n] + x * right[n] + y * up[n] for n in range(3)]
        length = math.sqrt(sum(part * part for part in way))
        return Ray(self.position(), (way[0] / length, way[1] / length, way[2] / length))

    def pixel(self, point: Vector, width: float, height: float) -> tuple[float, float] | None:
        """The pixel of a point; None behind the camera."""
        here = self.position()
        to = [point[n] - here[n] for n in range(3)]
        deep = sum(to[n] * part for n, part in enumerate(self.forward()))
        if deep <= 0.1:
            return None
        half = math.tan(math.radians(OPENING / 2)) * deep
        x = sum(to[n] * part for n, part in enumerate(self.right())) / (half * width / max(height, 1))
        y = sum(to[n] * part for n, part in enumerate(self.up())) / half
        return (x + 1) * width / 2, (1 - y) * height / 2

    def _stay_above(self) -> None:
        limit = 100_000.0
        self.x = max(-limit, min(limit, self.x))
        self.z = max(-limit, min(limit, self.z))
        self.y = max(0.0, min(limit, self.y))
        if self.position()[1] < _LOWEST:
            # At the ground it cannot go lower, and tilts up instead.
            sine = max(-1.0, min(1.0, (self.y - _LOWEST) / self.distance))
            self.pitch = min(self.pitch, math.degrees(math.asin(sine)))
