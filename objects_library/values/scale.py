# SPDX-License-Identifier: BSD-3-Clause
"""A scale: numbers between two ends, in steps; no Qt."""

from __future__ import annotations

from dataclasses import dataclass
from math import isfinite

LONGEST_WORDS = 60
LARGEST = 1e15
"""Beyond this magnitude, floats cannot represent steps of one."""


class ScaleError(Exception):
    """An empty scale."""


@dataclass(frozen=True)
class Scale:
    """Numbers from `low` to `high` in steps (0: any), with a title and a unit."""

    low: float
    high: float
    step: float
    title: str
    unit: str

    def __post_init__(self) -> None:
        if not (isfinite(self.low) and isfinite(self.high) and -LARGEST <= self.low < self.high <= LARGEST):
            raise ScaleError(f"there is nothing between {self.low:g} and {self.high:g}; let low be below high")
        if not (isfinite(self.step) and 0 <= self.step <= self.high - self.low):
            raise ScaleError(f"steps of {self.step:g} do not fit in; let step be 0 or less than the whole")
        if len(self.title) > LONGEST_WORDS or len(self.unit) > LONGEST_WORDS:
            raise ScaleError(f"title and unit have at most {LONGEST_WORDS} characters")

    def wrong(self, value: float) -> str:
        """Why a number is not on the scale; empty if it is."""
        if not isfinite(value):
            return f"{value} is not a number that can be set"
        if not self.low <= value <= self.high:
            return f"{value:g} is not between {self.low:g} and {self.high:g}"
        return ""

    def nearest(self, value: float) -> float:
        """The nearest number on the scale; the lowest for a value that is no number."""
        if not isfinite(value):
            return self.low
        if self.step:
            steps = round((value - self.low) / self.step)
            value = float(f"{self.low + steps * self.step:.12g}")
        return min(max(value, self.low), self.high)

    def share(self, value: float) -> float:
        """The position of a number on the scale, from 0 to 1."""
        return min(max((value - self.low) / (self.high - self.low), 0.0), 1.0) if isfinite(value) else 0.0

    @property
    def one_step(self) -> float:
        """The step of a key: one step, or a hundredth of the range."""
        return self.step or (self.high - self.low) / 100
