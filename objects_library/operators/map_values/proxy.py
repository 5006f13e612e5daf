# SPDX-License-Identifier: BSD-3-Clause
"""A text for each of some values."""

from typing import Annotated

from app.runtime.library import Context, Label, Lines, live_object
from objects_library.values.conversions import as_text
from objects_library.values.operator_ends import GivesText, TakesPlain, TellsTexts

_MOST_LINES = 1_000


@live_object("5e6e03626e153c6473494d2d7a7741ed", name="Map of values", group="Operators", limits="up to 1,000 lines")
class MapValues(TakesPlain, GivesText, TellsTexts):
    """Translates values by a list: 1 = low, 2 = high, red = stop."""

    def __init__(
        self,
        context: Context,
        lines: Annotated[str, Label("One in each line, as in red = stop"), Lines()] = "yes = on\nno = off",
        other: Annotated[str, Label("For anything else")] = "",
    ) -> None:
        pairs = [line.split("=", 1) for line in lines.splitlines()[:_MOST_LINES] if "=" in line]
        self._texts = {key.strip().casefold(): value.strip() for key, value in pairs}
        self._other = other
        super().__init__(context, " · ".join(f"{key.strip()} = {value.strip()}" for key, value in pairs[:3]))

    def compute(self) -> str | None:
        """The text for the present value."""
        value = self.inputs.get("takes")
        return None if value is None else self._texts.get((as_text(value) or "").strip().casefold(), self._other)
