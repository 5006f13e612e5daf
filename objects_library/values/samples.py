# SPDX-License-Identifier: BSD-3-Clause
"""Operators on the course of a number: what came in lately, each with the time of its cause."""

from __future__ import annotations

from collections import deque
from datetime import UTC, datetime
from typing import Any, NamedTuple

from app.runtime.library import Cause, Context
from objects_library.values.conversions import bounded
from objects_library.values.operator_ends import TakesNumber

MOST_SAMPLES = 10_000


class Measurement(NamedTuple):
    """A number and when it came."""

    at: datetime
    number: float


class TakesSeries(TakesNumber):
    """An operator that remembers the last numbers, in this copy; the same numbers give the same output."""

    def __init__(self, context: Context, rule: str = "", most: int = MOST_SAMPLES) -> None:
        super().__init__(context, rule)
        self.samples: deque[Measurement] = deque(maxlen=max(1, min(most, MOST_SAMPLES)))

    def accept(self, inlet: str, value: Any, cause: Cause) -> None:
        """Remember the number; one that is only repeated to a new wire counts once."""
        number = bounded(value)
        if number is None:
            self.samples.clear()
        elif not (cause.again and self.samples and self.samples[-1].number == number):
            self.samples.append(Measurement(cause.at or datetime.now(UTC), number))
        super().accept(inlet, value, cause)

    def recent(self, seconds: float) -> list[Measurement]:
        """The numbers of the last seconds before the newest, or all."""
        if seconds <= 0 or not self.samples:
            return list(self.samples)
        newest = self.samples[-1].at
        return [each for each in self.samples if (newest - each.at).total_seconds() <= seconds]
