"""How good a video is sent: a ladder of sizes and rates, and when to go down or up. No clock, no I/O."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

_BITS_PER_PIXEL = 0.09
_LEAST_BITS = 120_000
_STEPS = (
    (1.0, 1.0, 1.0),
    (1.0, 1.0, 0.6),
    (0.75, 1.0, 0.6),
    (0.5, 1.0, 0.7),
    (0.5, 0.6, 0.6),
    (0.34, 0.4, 0.8),
)
"""Shares of height, of frames per second, and of what a picture of that size usually gets."""
_TOO_MUCH_LOST, _TOO_LATE, _TOO_BUSY = 0.08, 0.5, 0.85
_LITTLE_LOST, _SOON, _AT_EASE = 0.02, 0.25, 0.6
_DOWN_AGAIN = 1.5
"""Seconds between two steps down: what was sent before must have been seen to the end."""
_FIRST_PATIENCE, _MOST_PATIENCE = 8.0, 120.0
"""Seconds in which all must go well before a step up; twice as many after one that was too much."""
_REMEMBERED = 6.0
"""Seconds for which a report counts."""
_MOST_VIEWERS = 1_000


@dataclass(frozen=True)
class Level:
    """At most so many pixels high, frames per second, and bits per second."""

    height: int
    rate: float
    bits: int


def levels(height: int, rate: float) -> tuple[Level, ...]:
    """From the best to the least."""
    made = []
    for tall, often, rich in _STEPS:
        high, frequent = max(90, round(height * tall) & ~1), max(2.0, rate * often)
        pixels = high * high * 16 / 9
        made.append(
            Level(high, frequent, max(_LEAST_BITS, round(pixels * frequent * _BITS_PER_PIXEL * rich)))
        )
    return tuple(made)


def size_at(level: Level, width: int, height: int) -> tuple[int, int]:
    """How large a picture of that size is sent: never larger than it is, even, in its proportions."""
    scale = min(1.0, level.height / height, level.height * 16 / 9 / width)
    return max(2, round(width * scale) & ~1), max(2, round(height * scale) & ~1)


class BitrateAdaptation:
    """Goes down as soon as somebody does not keep up, and up again when all have kept up for long enough."""

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
        """How good it is sent now."""
        return self._ladder[self.place]

    def report(self, by: UUID, lost: float, lag: float, busy: float, now: float) -> None:
        """Somebody tells how they keep up; whoever sends is one of them."""
        if by in self._reports or len(self._reports) < _MOST_VIEWERS:
            self._reports[by] = (now, lost, lag, busy)

    def look(self, now: float) -> bool:
        """Decide; whether the level is another one now."""
        self._reports = {by: told for by, told in self._reports.items() if now - told[0] <= _REMEMBERED}
        told = list(self._reports.values())
        since = None if self._changed_at is None else now - self._changed_at
        if any(lost > _TOO_MUCH_LOST or lag > _TOO_LATE or busy > _TOO_BUSY for _, lost, lag, busy in told):
            self._well_since = None
            if self.place + 1 < len(self._ladder) and (since is None or since >= _DOWN_AGAIN):
                if self._went_up and since is not None and since < self._patience:
                    self._patience = min(2 * self._patience, _MOST_PATIENCE)
                self._go(self.place + 1, now)
                return True
            return False
        if all(lost <= _LITTLE_LOST and lag <= _SOON and busy <= _AT_EASE for _, lost, lag, busy in told):
            self._well_since = now if self._well_since is None else self._well_since
        else:
            self._well_since = None
        if self.place and self._well_since is not None and now - self._well_since >= self._patience:
            self._go(self.place - 1, now)
            return True
        return False

    def _go(self, place: int, now: float) -> None:
        self._went_up = place < self.place
        self.place, self._changed_at, self._well_since = place, now, None
        self._reports.clear()
