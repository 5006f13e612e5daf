# SPDX-License-Identifier: BSD-3-Clause
"""A threshold with hysteresis."""

from typing import Annotated

from app.runtime.library import Choice, Context, Label, adapter
from objects_library.values.operator_ends import GivesYes, TakesNumber

_DIRECTIONS = ("at or above", "at or below")


@adapter("c63a9ada398de2376e9e7cd21bee26a0", name="Threshold", group="Operators")
class Threshold(TakesNumber, GivesYes):
    """Says yes from a level on, and no again only when the number is clearly on the other side."""

    def __init__(
        self,
        context: Context,
        level: Annotated[float, Label("Yes when the number reaches")] = 50.0,
        direction: Annotated[str, Label("From which side"), Choice(*_DIRECTIONS)] = _DIRECTIONS[0],
        gap: Annotated[float, Label("No when it is back by more than this")] = 0.0,
    ) -> None:
        self._sign = -1.0 if direction == _DIRECTIONS[1] else 1.0
        self._level, self._gap = level, max(0.0, gap)
        at, back = ("≥", "<") if self._sign > 0 else ("≤", ">")
        below = f" / {back} {level - self._sign * self._gap:g}" if self._gap else ""
        super().__init__(context, f"{at} {level:g}{below}")

    def compute(self) -> bool | None:
        """Yes or no; between the two levels, what it was."""
        number = self.inputs.get("takes")
        if number is None:
            return None
        beyond = self._sign * (number - self._level)
        return beyond >= 0 or (self.output is True and beyond >= -self._gap)
