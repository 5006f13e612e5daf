# SPDX-License-Identifier: BSD-3-Clause
"""A row of several values."""

from typing import Annotated

from app.runtime.library import Context, Label, live_object
from objects_library.values.operator import Row
from objects_library.values.operator_ends import GivesRow, TakesFour, TellsRows

_LONGEST_NAME = 60


@live_object("0bffa108641e7d352d117d7ffb5a0d4b", name="Build a row", group="Operators")
class BuildRow(TakesFour, GivesRow, TellsRows):
    """Makes one row of up to four values, with a name for each."""

    def __init__(
        self, context: Context, names: Annotated[str, Label("The names of a, b, c and d")] = "a, b, c, d"
    ) -> None:
        super().__init__(context, names)
        written = [name.strip()[:_LONGEST_NAME] for name in names.split(",")]
        self._names = dict(zip("abcd", dict.fromkeys(name for name in written if name), strict=False))

    def compute(self) -> Row | None:
        """The row; nothing until the first value is there."""
        row = {name: self.inputs.get(inlet) for inlet, name in self._names.items()}
        return row if any(value is not None for value in row.values()) else None
