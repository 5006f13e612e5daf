# SPDX-License-Identifier: BSD-3-Clause
"""The bitrate ladder: levels of size and rate, and when to change them; no clock, no I/O."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

_BITS_PER_PIXEL = 0.09
_LEAST_BITS = 120_000
_STEPS = ((1.0, 1.0, 1.0), (1.0, 1.0, 0.6), (0.75, 1.0, 0.6), (0.5, 1.0, 0.7), (0.5, 0.6, 0.6), (0.34, 0.4, 0.8))
"""Shares of the height, the frame rate, and the usual bit rate of that size."""
_TOO_MUCH_LOST, _TOO_LATE, _TOO_BUSY = 0.08, 0.5, 0.85
_LITTLE_LOST, _SOON, _AT_EASE = 0.02, 0.25, 0.6
_DOWN_AGAIN = 1.5
"""Seconds between two steps down, so that the effect of the former one is visible."""
_FIRST_PATIENCE, _MOST_PATIENCE = 8.0, 120.0
"""Seconds without problems before a step up; doubled after one that failed."""
_REMEMBERED = 6.0
"""Seconds for which a report is valid."""
_MOST_VIEWERS = 1_000


@dataclass(frozen=True)
class Level:
    """The largest height, frame rate and bit rate of a level."""

    height: int
    rate: float
    bits: int


def levels(height: int, rate: float) -> tuple[Level, ...]:
    """All levels, the best first."""
    made = []
    for tall, often, rich in _STEPS:
        high, frequent = max(90, round(height * tall) & ~1), max(2.0, rate * often)
        pixels = high * high * 16 / 9
        made.append(Level(high, frequent, max(_LEAST_BITS, round(pixels * frequent * _BITS_PER_PIXEL * rich))))
    return tuple(made)


def size_at(level: Level, width: int, height: int) -> tuple[int, int]:
    """The size in which a picture is sent: not enlarged, even, in its proportions."""
    scale = min(1.0, level.height / height, level.height * 16 / 9 / width)
    return max(2, round(width * scale) & ~1), max(2, round(height * scale) & ~1)


class BitrateAdaptation:
    """Steps down as soon as a viewer cannot keep up, and up when all have kept up for long enough."""

    def __init__(self, ladder: tuple[Level, ...]) -> None:
        self._ladder = ladder
        self.place = 0
        self._reports: dict[UUID, tuple[float, float, float, float]] = {}
        self._changed_at: float | None = None
        self._went_up = False
        self._well_since: float | None = None
        self._patience = _FIRST_PATIENCE

    @property
    def level(self) -> Level:
        """The present level."""
        return self._ladder[self.place]

    def report(self, by: UUID, lost: float, lag: float, busy: float, now: float) -> None:
        """Handle a report of a viewer; the sender is one of them."""
        if by in self._reports or len(self._reports) < _MOST_VIEWERS:
            self._reports[by] = (now, lost, lag, busy)

    def look(self, now: float) -> bool:
        """Decide; returns whether the level has changed."""
        self._reports = {by: report for by, report in self._reports.items() if now - report[0] <= _REMEMBERED}
        reports = list(self._reports.values())
        since = None if self._changed_at is None else now - self._changed_at
        if any(lost > _TOO_MUCH_LOST or lag > _TOO_LATE or busy > _TOO_BUSY for _, lost, lag, busy in reports):
            self._well_since = None
            if self.place + 1 < len(self._ladder) and (since is None or since >= _DOWN_AGAIN):
                if self._went_up and since is not None and since < self._patience:
                    self._patience = min(2 * self._patience, _MOST_PATIENCE)
                self._go(self.place + 1, now)
                return True
            return False
        if all(lost <= _LITTLE_LOST and lag <= _SOON and busy <= _AT_EASE for _, lost, lag, busy in reports):
            self._well_since = now if self._well_since is None else self._well_since
        else:
            self._well_since = None
        if self.place and self._well_since is not None and now - self._well_since >= self._patience:
            self._go(self.place - 1, now)
            return True
        return False

    def _go(self, position: int, now: float) -> None:
        self._went_up = position < self.place
        self.place, self._changed_at, self._well_since = position, now, None
        self._reports.clear()
