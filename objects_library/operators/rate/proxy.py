# SPDX-License-Identifier: BSD-3-Clause
"""How fast a number changes."""

from typing import Annotated

from app.runtime.library import Choice, Context, Label, live_object
from objects_library.values.operator_ends import GivesNumber
from objects_library.values.samples import TakesSeries

_SECONDS = {"second": 1.0, "minute": 60.0, "hour": 3600.0, "day": 86400.0}


@live_object("3fcfbbd6eb575a3603a7bb612bf6ab52", name="Rate", group="Operators")
class Rate(TakesSeries, GivesNumber):
    """How fast a number grows or falls, such as per minute."""

    def __init__(
        self,
        context: Context,
        per: Annotated[str, Label("Change per"), Choice(*_SECONDS)] = "second",
        seconds: Annotated[float, Label("Over the last seconds; 0: all")] = 60.0,
    ) -> None:
        super().__init__(context, f"Δ / {per[:1]}")
        self._unit = _SECONDS.get(per, 1.0)
        self._seconds = seconds

    def compute(self) -> float | None:
        """The change from the oldest to the newest number, divided by the time between them."""
        found = self.recent(self._seconds)
        passed = (found[-1].at - found[0].at).total_seconds() if found else 0.0
        return (found[-1].number - found[0].number) / passed * self._unit if passed > 0 else None
