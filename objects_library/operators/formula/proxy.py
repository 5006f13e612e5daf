# SPDX-License-Identifier: BSD-3-Clause
"""A formula over up to four inputs."""

from typing import Annotated, Any

from app.runtime.library import Context, Label, live_object
from objects_library.values.formula import Formula
from objects_library.values.operator import TroubleError
from objects_library.values.operator_ends import GivesNumber, GivesText, GivesYes, TakesFour


@live_object("e1df430d4df57f7842ac4a5a7fce2e18", name="Formula", group="Operators", limits="up to 1,000 characters")
class FormulaOperator(TakesFour, GivesNumber, GivesText, GivesYes):
    """Computes a formula over up to four values, such as a * 1.8 + 32 or if(a > b, "more", "less")."""

    def __init__(self, context: Context, formula: Annotated[str, Label("The formula of a, b, c and d")] = "a") -> None:
        super().__init__(context, formula)
        self._formula = Formula(formula)
        self.begin()

    def compute(self) -> Any:
        """The result of the formula."""
        value, trouble = self._formula.evaluate(self.inputs)
        if trouble is not None:
            raise TroubleError(*trouble)
        return value
