# SPDX-License-Identifier: BSD-3-Clause
"""A number without its trembling."""

from typing import Annotated, Any

from app.runtime.library import Cause, Context, Label, Range, live_object
from objects_library.values.conversions import bounded
from objects_library.values.operator_ends import GivesNumber, TakesNumber


@live_object("5191832acdd3849bd623c085bcd8542e", name="Smooth", group="Operators")
class Smooth(TakesNumber, GivesNumber):
    """Follows a number slowly, so that it does not tremble."""

    def __init__(
        self,
        context: Context,
        share: Annotated[float, Label("How far it goes towards each new number"), Range(0.01, 1, 0.01)] = 0.2,
    ) -> None:
        self._share = min(max(share, 0.001), 1.0)
        self._level: float | None = None
        super().__init__(context, f"{self._share:.1%}")

    def accept(self, inlet: str, value: Any, cause: Cause) -> None:
        """Go a step towards the number; one that is only repeated to a new wire is no step."""
        number = bounded(value)
        if number is None or self._level is None:
            self._level = number
        elif not cause.again:
            self._level += self._share * (number - self._level)
        super().accept(inlet, value, cause)

    def compute(self) -> float | None:
        """The smoothed number."""
        return self._level
