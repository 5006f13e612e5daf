# SPDX-License-Identifier: BSD-3-Clause
"""One number of a column: its sum, average, least, greatest or last value."""

from typing import Annotated

from app.runtime.library import Choice, Context, Label, adapter
from objects_library.values.aggregation import combined
from objects_library.values.filters import columns_in
from objects_library.values.operator import TroubleError
from objects_library.values.operator_ends import GivesNumber, TakesRows

_WAYS = {"sum": "sum", "average": "mean", "least": "least", "greatest": "greatest", "last": "last"}

_SIGNS = {"sum": "Σ", "average": "⌀", "least": "min", "greatest": "max", "last": "…"}


@adapter("04549c9a87abdbe18c4f2c8315abbae3", name="Sum or average of a column", group="Operators")
class ColumnTotal(TakesRows, GivesNumber):
    """Makes one number of a column: the sum, the average, the least, the greatest or the last."""

    def __init__(
        self,
        context: Context,
        column: Annotated[str, Label("The column; empty: the first with numbers")] = "",
        way: Annotated[str, Label("What is computed"), Choice(*_WAYS)] = "sum",
    ) -> None:
        super().__init__(context, f"{_SIGNS.get(way, '')} {column}")
        self._column, self._way = column, _WAYS.get(way, "sum")

    def compute(self) -> float | None:
        """The number of the column."""
        rows = self.inputs.get("takes")
        if rows is None:
            return None
        numeric = (each.name for each in columns_in(rows.schema) if each.kind == "number")
        column = self._column or next(numeric, "")
        if column not in rows.column_names:
            raise TroubleError("column", column)
        return combined(rows, column, self._way)
