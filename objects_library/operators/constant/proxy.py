# SPDX-License-Identifier: BSD-3-Clause
"""A constant: a value that never changes."""

from typing import Annotated, Any

from app.runtime.library import Context, Label, live_object
from objects_library.values.conversions import as_text, parse_number
from objects_library.values.operator_ends import GivesNumber, GivesText


@live_object("580f83c5ce83f4ce3512df43e18720d5", name="Constant", group="Operators", limits="up to 10,000 characters")
class Constant(GivesNumber, GivesText):
    """Offers one value that stands in its settings, as a number and as a text."""

    def __init__(self, context: Context, value: Annotated[str, Label("The value")] = "1") -> None:
        super().__init__(context)
        self._value = value
        self.begin()

    def compute(self) -> Any:
        """The number, or the text if it is none."""
        number = parse_number(self._value)
        return number if number is not None and as_text(number) == self._value.strip() else self._value
