# SPDX-License-Identifier: BSD-3-Clause
"""A value as a text."""

from typing import Annotated

from app.runtime.library import Context, Label, Range, adapter
from objects_library.values.conversions import as_text
from objects_library.values.operator import TroubleError
from objects_library.values.operator_ends import GivesText, TakesPlain, TellsTexts

_HOLE = "{value}"


@adapter("889f6adceaae0403338e35c54bdd0602", name="Format text", group="Operators")
class FormatText(TakesPlain, GivesText, TellsTexts):
    """Makes a text of a number, a moment, a position or yes and no, such as “It is 21.5 °C”."""

    def __init__(
        self,
        context: Context,
        pattern: Annotated[str, Label("The text, with {value} where the value belongs")] = _HOLE,
        decimals: Annotated[int, Label("Digits behind the point; -1: as many as needed"), Range(-1, 15)] = -1,
    ) -> None:
        super().__init__(context, pattern)
        self._pattern, self._decimals = pattern, min(decimals, 15)

    def compute(self) -> str | None:
        """The text."""
        value = self.inputs.get("takes")
        if _HOLE not in self._pattern:
            raise TroubleError("pattern")
        if value is None:
            return None
        if isinstance(value, float) and self._decimals >= 0:
            text: str | None = f"{value:.{self._decimals}f}"
        else:
            text = as_text(value)
        return self._pattern.replace(_HOLE, text or "")
