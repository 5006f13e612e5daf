# SPDX-License-Identifier: BSD-3-Clause
"""The last numbers as rows."""

from typing import Annotated, Any

import pyarrow as pa

from app.runtime.library import Context, Label, Range, adapter
from objects_library.values.operator_ends import GivesRows
from objects_library.values.samples import MOST_SAMPLES, TakesSeries


@adapter("f973154b27cd16d33e295ab67d54ba3d", name="Last values", group="Operators")
class LastValues(TakesSeries, GivesRows):
    """Keeps the last numbers with their times, as rows for a chart or a table."""

    def __init__(
        self, context: Context, numbers: Annotated[int, Label("How many numbers"), Range(1, MOST_SAMPLES)] = 100
    ) -> None:
        super().__init__(context, f"≤ {numbers}", numbers)

    def compute(self) -> Any:
        """A row for each number."""
        times = pa.array([each.at for each in self.samples], pa.timestamp("us", "UTC"))
        return pa.table({"time": times, "value": pa.array([each.number for each in self.samples], pa.float64())})
