# SPDX-License-Identifier: BSD-3-Clause
"""Rows in an order, and the first of them."""

from typing import Annotated, Any

from app.runtime.library import Choice, Context, Label, Range, live_object
from objects_library.values.operator import MOST_ROWS, TroubleError
from objects_library.values.operator_ends import GivesRows, TakesRows

_UP, _DOWN = "smallest first", "largest first"


@live_object("d894ecffe420d03f1f1badfd28258fef", name="Sort and top", group="Operators", limits="up to 200,000 rows")
class SortRows(TakesRows, GivesRows):
    """Sorts rows by a column, and keeps all or the first of them."""

    def __init__(
        self,
        context: Context,
        column: Annotated[str, Label("By which column; empty: by the first")] = "",
        order: Annotated[str, Label("In which order"), Choice(_DOWN, _UP)] = _DOWN,
        most: Annotated[int, Label("How many rows; 0: all"), Range(0, MOST_ROWS)] = 10,
    ) -> None:
        super().__init__(context, f"{column} {'▲' if order == _UP else '▼'}" + (f" ≤ {most}" if most > 0 else ""))
        self._column, self._order, self._most = column, "ascending" if order == _UP else "descending", most

    def compute(self) -> Any:
        """The sorted rows; those that are equal stay in their order."""
        rows = self.inputs.get("takes")
        if rows is None or not rows.num_columns:
            return rows
        column = self._column or rows.column_names[0]
        if column not in rows.column_names:
            raise TroubleError("column", column)
        found = rows.sort_by([(column, self._order)])
        return found[: self._most] if self._most > 0 else found
