"""A scale: the numbers between two ends, in steps; shared by all controls that show a number. No Qt."""

from __future__ import annotations

from dataclasses import dataclass
from math import isfinite

LONGEST_WORDS = 60
LARGEST = 1e15
"""Further out, steps of one cannot be told apart."""


class ScaleError(Exception):
    """A scale that has no numbers on it."""


@dataclass(frozen=True)
class Scale:
    """From `low` to `high` in steps (0: any number), with words for what it is and what it counts."""

    low: float
    high: float
    step: float
    title: str
    unit: str

    def __post_init__(self) -> None:
        if not (isfinite(self.low) and isfinite(self.high) and -LARGEST <= self.low < self.high <= LARGEST):
            raise ScaleError(
                f"there is nothing between {self.low:g} and {self.high:g}; let low be below high"
            )
        if not (isfinite(self.step) and 0 <= self.step <= self.high - self.low):
            raise ScaleError(f"steps of {self.step:g} do not fit in; let step be 0 or less than the whole")
        if len(self.title) > LONGEST_WORDS or len(self.unit) > LONGEST_WORDS:
            raise ScaleError(f"title and unit have at most {LONGEST_WORDS} characters")

    def wrong(self, value: float) -> str:
        """Why a number cannot be on the scale; empty when it can."""
        if not isfinite(value):
            return f"{value} is not a number that can be set"
        if not self.low <= value <= self.high:
            return f"{value:g} is not between {self.low:g} and {self.high:g}"
        return ""

    def nearest(self, value: float) -> float:
        """The number on the scale that is nearest; of what is no number, the lowest."""
        if not isfinite(value):
            return self.low
        if self.step:
            steps = round((value - self.low) / self.step)
            value = float(f"{self.low + steps * self.step:.12g}")
        return min(max(value, self.low), self.high)

    def share(self, value: float) -> float:
        """How far a number is up the scale, from 0 to 1."""
        return min(max((value - self.low) / (self.high - self.low), 0.0), 1.0) if isfinite(value) else 0.0

    @property
    def one_step(self) -> float:
        """How far a key moves: one step, or a hundredth of the whole."""
        return self.step or (self.high - self.low) / 100
