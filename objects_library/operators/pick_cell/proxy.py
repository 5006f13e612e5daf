# SPDX-License-Identifier: BSD-3-Clause
"""One cell of a table."""

from typing import Annotated, Any, Generic, TypeVar

from app.runtime.library import Cause, Choice, Context, Endpoint, Label, adapter
from objects_library.values.conversions import Plain, as_kind
from objects_library.values.operator import TroubleError
from objects_library.values.operator_ends import TakesRows

T = TypeVar("T", bound=Plain)

_LAST, _FIRST = "the last row", "the first row"


@adapter("ad544497c3ef48db49bb279c1733ba79", name="Value from a column", group="Operators")
class PickCell(TakesRows, Generic[T]):
    """Takes the newest or the first value of a column, as a number, a text, a moment, or yes and no."""

    picked = Endpoint(words="what {name} makes")

    def __init__(
        self,
        context: Context,
        column: Annotated[str, Label("Which column; empty: the first that fits")] = "",
        which: Annotated[str, Label("Of which row"), Choice(_LAST, _FIRST)] = _LAST,
    ) -> None:
        super().__init__(context, column)
        self._column, self._place, self._kind = column, 0 if which == _FIRST else -1, context.types["T"].text

    @picked.connected
    def give_again(self) -> None:
        """Send the value to a new wire."""
        self.give_picked(self.output, self.cause.repeated())

    @picked.outgoing("value")
    def give_picked(self, value: T | None, cause: Cause) -> None:
        """The picked value."""

    def give(self, value: T | None, cause: Cause) -> None:
        """Offer the value."""
        self.give_picked(value, cause)

    def compute(self) -> Any:
        """The cell, if it is or can be read as a value of the type."""
        rows = self.inputs.get("takes")
        if rows is None:
            return None
        if self._column and self._column not in rows.column_names:
            raise TroubleError("column", self._column)
        if not rows.num_rows:
            return None
        names = [self._column] if self._column else rows.column_names
        cells = (rows.column(name)[self._place].as_py() for name in names)
        return next((found for cell in cells if (found := as_kind(self._kind, cell)) is not None), None)
