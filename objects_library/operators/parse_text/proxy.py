# SPDX-License-Identifier: BSD-3-Clause
"""The number in a text."""

from app.runtime.library import Context, adapter
from objects_library.values.conversions import parse_number
from objects_library.values.operator import TroubleError
from objects_library.values.operator_ends import GivesNumber, TakesText, TellsNumbers


@adapter("fa862496420b314e44281840839dfffe", name="Number from text", group="Operators")
class ParseText(TakesText, GivesNumber, TellsNumbers):
    """Reads the number that a text begins with, such as 21.5 in “21,5 °C”."""

    def __init__(self, context: Context) -> None:
        super().__init__(context)

    def compute(self) -> float | None:
        """The number."""
        text = self.inputs.get("takes")
        if text is None or not text.strip():
            return None
        number = parse_number(text)
        if number is None:
            raise TroubleError("number", text)
        return number
