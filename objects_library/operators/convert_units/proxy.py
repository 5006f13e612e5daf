# SPDX-License-Identifier: BSD-3-Clause
"""A quantity in another unit."""

from typing import Annotated

from app.runtime.library import Choice, Context, Label, live_object
from objects_library.values.operator import TroubleError
from objects_library.values.operator_ends import GivesNumber, TakesNumber, TellsNumbers
from objects_library.values.units import UNITS, convert


@live_object("94a7538c27475909a3ff87e08b32ce2c", name="Convert units", group="Operators")
class ConvertUnits(TakesNumber, GivesNumber, TellsNumbers):
    """Converts a number from one unit to another, such as °C to °F or km/h to m/s."""

    def __init__(
        self,
        context: Context,
        source: Annotated[str, Label("From"), Choice(*UNITS)] = "°C",
        target: Annotated[str, Label("To"), Choice(*UNITS)] = "°F",
    ) -> None:
        super().__init__(context, f"{source} → {target}")
        self._source, self._target = source, target

    def compute(self) -> float | None:
        """The number in the other unit."""
        number = self.inputs.get("takes")
        if number is None:
            return None
        found = convert(number, self._source, self._target)
        if found is None:
            raise TroubleError("units", f"{self._source}, {self._target}")
        return found
