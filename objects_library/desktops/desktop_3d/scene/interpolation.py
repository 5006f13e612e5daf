# SPDX-License-Identifier: BSD-3-Clause
"""The interpolation of poses between two messages."""

from __future__ import annotations

from time import monotonic

Pose = tuple[float, float, float, float, float, float]
"""x, y, z, turn, tilt (or pitch), roll."""

_LONGEST = 0.4
"""The longest interpolation in seconds; after it a thing stands still."""
_SHORTEST = 0.02
_SINGLE = 0.08
"""Seconds for a single move."""


class Track:
    """Interpolates one thing from its drawn to its reported pose, over the usual interval of messages."""

    __slots__ = ("_began", "_goal", "_lasts", "_received_at", "_start", "_usual")

    def __init__(self, pose: Pose) -> None:
        self._start = self._goal = pose
        self._began = self._lasts = 0.0
        self._received_at = 0.0
        self._usual = _SINGLE

    @property
    def goal(self) -> Pose:
        """The last reported pose."""
        return self._goal

    def to(self, goal: Pose, now: float | None = None) -> None:
        """Set the next pose."""
        at = monotonic() if now is None else now
        gap = at - self._received_at
        if gap > 2 * _LONGEST:
            self._usual = _SINGLE
        else:
            self._usual = 0.8 * self._usual + 0.2 * min(gap, _LONGEST)
        self._start = self.at(at)
        self._goal = goal
        self._received_at = self._began = at
        self._lasts = max(_SHORTEST, min(1.1 * self._usual, _LONGEST))

    def jump(self, pose: Pose) -> None:
        """Set the pose without interpolation."""
        self._start = self._goal = pose
        self._lasts = 0.0

    def at(self, now: float) -> Pose:
        """The pose at a time."""
        if self._lasts <= 0:
            return self._goal
        share = (now - self._began) / self._lasts
        if share >= 1:
            return self._goal
        a, b = self._start, self._goal
        return (
            a[0] + (b[0] - a[0]) * share,
            a[1] + (b[1] - a[1]) * share,
            a[2] + (b[2] - a[2]) * share,
            _turned(a[3], b[3], share),
            _turned(a[4], b[4], share),
            _turned(a[5], b[5], share),
        )

    def moves(self, now: float) -> bool:
        """Whether it is still moving."""
        return now < self._began + self._lasts


def _turned(one: float, other: float, share: float) -> float:
    """Interpolate angles the shorter way."""
    return one + ((other - one + 180) % 360 - 180) * share
