# SPDX-License-Identifier: BSD-3-Clause
"""One field of a row."""

from typing import Annotated, Any, Generic, TypeVar

from app.runtime.library import Cause, Context, Endpoint, Label, adapter
from objects_library.values.conversions import Plain, as_kind
from objects_library.values.operator import TroubleError
from objects_library.values.operator_ends import TakesRow

T = TypeVar("T", bound=Plain)


@adapter("ba79a488dc413f6ed2a1e619b5f240cb", name="Pick a field", group="Operators")
class PickField(TakesRow, Generic[T]):
    """Takes one field of a row, as a number, a text, a moment, or yes and no."""

    picked = Endpoint(words="what {name} makes")
    happens = Endpoint(words="each result of {name}")

    def __init__(
        self, context: Context, field: Annotated[str, Label("Which field; empty: the first that fits")] = ""
    ) -> None:
        super().__init__(context, field)
        self._field, self._kind = field, context.types["T"].text

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

    @happens.outgoing("happened")
    def tell_picked(self, value: T, cause: Cause) -> None:
        """The field of the row of an event."""

    def tell(self, value: T, cause: Cause) -> None:
        """Send the value of an event."""
        self.tell_picked(value, cause)

    def compute(self) -> Any:
        """The field, if it is or can be read as a value of the type."""
        row = self.inputs.get("takes")
        if row is None:
            return None
        if not self._field:
            return next((found for each in row.values() if (found := as_kind(self._kind, each)) is not None), None)
        if self._field not in row:
            raise TroubleError("field", self._field)
        return as_kind(self._kind, row[self._field])
