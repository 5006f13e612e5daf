# SPDX-License-Identifier: BSD-3-Clause
"""A number for yes, and one for no."""

from typing import Annotated

from app.runtime.library import Context, Label, adapter
from objects_library.values.operator_ends import GivesNumber, TakesYes, TellsNumbers


@adapter("15ec0572316eed30b7eebadf748eaf4c", name="Number from yes or no", group="Operators")
class YesToNumber(TakesYes, GivesNumber, TellsNumbers):
    """Makes a number of yes and another one of no: 1 and 0, unless the settings say otherwise."""

    def __init__(
        self,
        context: Context,
        yes_number: Annotated[float, Label("The number for yes")] = 1.0,
        no_number: Annotated[float, Label("The number for no")] = 0.0,
    ) -> None:
        super().__init__(context)
        self._numbers = {True: yes_number, False: no_number}

    def compute(self) -> float | None:
        """The number."""
        return self._numbers.get(self.inputs.get("takes"))  # type: ignore[arg-type]  # None has no number
