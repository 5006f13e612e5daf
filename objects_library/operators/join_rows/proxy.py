# SPDX-License-Identifier: BSD-3-Clause
"""Two tables as one, by a key."""

from typing import Annotated, Any

import pyarrow as pa
import pyarrow.compute as pc

from app.runtime.library import Cause, Choice, Context, Endpoint, Label, live_object
from objects_library.values.operator import MOST_ROWS, Rows, TroubleError
from objects_library.values.operator_ends import GivesRows

_ALL, _BOTH = "all rows of the first", "only rows with a match"
_ORDER = "\0order"
"""The name of a column for the order; no column of a table that people make has it."""


@live_object("3c0be01de832dca7596f6bda7e2fbb58", name="Join rows", group="Operators", limits="up to 200,000 rows")
class JoinRows(GivesRows):
    """Puts the rows of two tables together where a column has the same value."""

    first = Endpoint(words="{name} adds columns to {what}")
    second = Endpoint(words="{name} looks up {what}")

    def __init__(
        self,
        context: Context,
        key: Annotated[str, Label("The column that both have; empty: the first that both have")] = "",
        which: Annotated[str, Label("Which rows"), Choice(_ALL, _BOTH)] = _ALL,
    ) -> None:
        super().__init__(context, key)
        self._key, self._join = key, "inner" if which == _BOTH else "left outer"

    @first.incoming("value")
    def take_first(self, value: Rows | None, cause: Cause) -> None:
        """The rows that get columns."""
        self.accept("first", value, cause)

    @second.incoming("value")
    def take_second(self, value: Rows | None, cause: Cause) -> None:
        """The rows that are looked up."""
        self.accept("second", value, cause)

    @first.disconnected
    def miss_first(self) -> None:
        """There are no rows when the last wire is gone."""
        if not self.first.connected:
            self.forget("first")

    @second.disconnected
    def miss_second(self) -> None:
        """There is nothing to look up when the last wire is gone."""
        if not self.second.connected:
            self.forget("second")

    def compute(self) -> Any:
        """The joined rows, in the order of the first table and then of the second."""
        first, second = self.inputs.get("first"), self.inputs.get("second")
        if first is None or second is None:
            return None
        shared = [name for name in first.column_names if name in second.column_names]
        key = self._key or next(iter(shared), "")
        if key not in shared:
            raise TroubleError("column", key)
        _refuse_explosion(first.column(key), second.column(key))
        left, right = (
            table.append_column(f"{_ORDER}{number}", pa.array(range(table.num_rows)))
            for number, table in enumerate((first, second))
        )
        suffix = " (2)"
        found = left.join(right, key, join_type=self._join, right_suffix=suffix, use_threads=False)
        ordered = found.sort_by([(f"{_ORDER}0", "ascending"), (f"{_ORDER}1", "ascending")])
        return ordered.drop_columns([f"{_ORDER}0", f"{_ORDER}1"])


def _refuse_explosion(left: Any, right: Any) -> None:
    """Refuse a join with too many rows before it is made."""
    one, other = (
        {each["values"]: each["counts"] for each in pc.value_counts(side).to_pylist()} for side in (left, right)
    )
    rows = sum(count * other.get(value, 1) for value, count in one.items() if value is not None)
    if rows > MOST_ROWS:
        raise TroubleError("rows", MOST_ROWS)
