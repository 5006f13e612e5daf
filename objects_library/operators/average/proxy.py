# SPDX-License-Identifier: BSD-3-Clause
"""The average of the last numbers."""

from math import fsum
from typing import Annotated

from app.runtime.library import Context, Label, Range, live_object
from objects_library.values.operator_ends import GivesNumber
from objects_library.values.samples import MOST_SAMPLES, TakesSeries


@live_object("b004020d599ef19f77170d602dc88dd7", name="Average", group="Operators", limits="up to 10,000 numbers")
class Average(TakesSeries, GivesNumber):
    """The average of the last numbers, or of the last seconds."""

    def __init__(
        self,
        context: Context,
        numbers: Annotated[int, Label("Of how many numbers"), Range(1, MOST_SAMPLES)] = 10,
        seconds: Annotated[float, Label("Of how many seconds; 0: however old")] = 0.0,
    ) -> None:
        super().__init__(context, f"⌀ {numbers}" + (f", {seconds:g} s" if seconds > 0 else ""), numbers)
        self._seconds = seconds

    def compute(self) -> float | None:
        """The average."""
        found = [each.number for each in self.recent(self._seconds)]
        return fsum(found) / len(found) if found else None
