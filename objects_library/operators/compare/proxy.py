# SPDX-License-Identifier: BSD-3-Clause
"""A comparison of two values."""

from typing import Annotated

from app.runtime.library import Choice, Context, Label, live_object
from objects_library.values.formula import compare_values
from objects_library.values.operator_ends import GivesYes, TakesTwo

_SIGNS = {"<": "<", "≤": "<=", "=": "=", "≠": "<>", "≥": ">=", ">": ">"}


@live_object("3a72eaf719f79e1dade6a0007e2f7298", name="Compare", group="Operators")
class Compare(TakesTwo, GivesYes):
    """Says whether one value is less than, equal to or greater than another."""

    def __init__(
        self, context: Context, sign: Annotated[str, Label("How a is to b"), Choice("<", "≤", "=", "≠", "≥", ">")] = ">"
    ) -> None:
        super().__init__(context, f"a {sign} b")
        self._sign = _SIGNS.get(sign, ">")

    def compute(self) -> bool | None:
        """Yes, no, or nothing while a value is missing."""
        one, other = self.inputs.get("a"), self.inputs.get("b")
        return None if one is None or other is None else compare_values(self._sign, one, other)
