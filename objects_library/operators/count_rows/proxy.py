# SPDX-License-Identifier: BSD-3-Clause
"""The number of rows."""

from app.runtime.library import Context, adapter
from objects_library.values.operator_ends import GivesNumber, TakesRows


@adapter("0c9529b718e16d5805857bb32b191dc3", name="Count rows", group="Operators")
class CountRows(TakesRows, GivesNumber):
    """Says how many rows there are."""

    def __init__(self, context: Context) -> None:
        super().__init__(context)

    def compute(self) -> float | None:
        """The number of rows."""
        rows = self.inputs.get("takes")
        return None if rows is None else float(rows.num_rows)
