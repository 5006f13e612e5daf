# SPDX-License-Identifier: BSD-3-Clause
"""How much a number has changed."""

from typing import Annotated, Any

from app.runtime.library import Cause, Choice, Context, Endpoint, Label, live_object
from objects_library.values.conversions import bounded
from objects_library.values.operator_ends import GivesNumber, TakesNumber

_BEFORE, _FIRST = "the number before", "the start"


@live_object("ed4524588a0043f0bb8e3cc44f3250ce", name="Change since", group="Operators")
class ChangeSince(TakesNumber, GivesNumber):
    """How much a number has changed since the one before, since the start, or since an event."""

    restarts = Endpoint(words="{what} makes {name} start again")

    def __init__(
        self, context: Context, since: Annotated[str, Label("Since when"), Choice(_BEFORE, _FIRST)] = _FIRST
    ) -> None:
        super().__init__(context, "Δ")
        self._from_before = since == _BEFORE
        self._base: float | None = None

    @restarts.incoming("happened")
    def restart(self, value: Any, cause: Cause) -> None:
        """Count from the present number on."""
        del value
        self._base = self.inputs.get("takes")
        self.update(cause)

    def accept(self, inlet: str, value: Any, cause: Cause) -> None:
        """Remember what the change is counted from."""
        before, number = self.inputs.get("takes"), bounded(value)
        if number is None or self._base is None:
            self._base = number
        elif self._from_before and before != number:
            self._base = before
        super().accept(inlet, value, cause)

    def compute(self) -> float | None:
        """The change."""
        number = self.inputs.get("takes")
        return None if number is None or self._base is None else float(number - self._base)
