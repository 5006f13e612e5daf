# SPDX-License-Identifier: BSD-3-Clause
"""A slider: a number between two ends that everyone sees and moves."""

from typing import Annotated

from app.runtime.library import Cause, ChannelReference, Context, Endpoint, Label, live_object
from objects_library.replication.effects import ONCE, Effects
from objects_library.replication.shared_number import NumberObject
from objects_library.values.scale import Scale
from objects_library.variables.value.proxy import ValueState


@live_object("6f2a1c7d90b84e53a1d6c0e2b7f49a12", name="Slider", group="Shared documents", limits="numbers to ±10¹⁵")
class Slider(NumberObject):
    """A number between two ends that everyone sees and moves; the last to move it wins."""

    value = NumberObject.value.stronger()
    takes = Endpoint(provides=ONCE, words="{name} is set to {what}")

    def __init__(
        self,
        Channel: ChannelReference[float, ValueState[float]],
        context: Context,
        title: Annotated[str, Label("What the number is")] = "",
        low: Annotated[float, Label("Lowest number")] = 0.0,
        high: Annotated[float, Label("Highest number")] = 100.0,
        step: Annotated[float, Label("Step; 0: any number")] = 1.0,
        unit: Annotated[str, Label("What it counts, such as °C")] = "",
        start: Annotated[float | None, Label("What stands there at first")] = None,
    ) -> None:
        self._replicate(context, Channel, Scale(low, high, step, title, unit), start)
        self._effects = Effects(context, self._number.replica)

    @takes.incoming("value")
    def take_number(self, value: float | None, cause: Cause) -> None:
        """Set the number to what a wire offers."""
        if value is not None and value != self._number.value and not self._number.scale.wrong(value):
            self._effects.perform("takes", cause, value)

    @takes.incoming("happened")
    def take_event(self, value: float, cause: Cause) -> None:
        """Set the number because of an event."""
        self.take_number(value, cause)

    def _send_scale(self, scale: Scale) -> None:
        self.scale(scale.low, scale.high, scale.step, scale.title, scale.unit)

    @value.outgoing
    def scale(self, low: float, high: float, step: float, title: str, unit: str) -> None:
        """The ends of the scale."""
