# SPDX-License-Identifier: BSD-3-Clause
"""A gauge: a number that others set, shown on a dial."""

from typing import Annotated

from app.runtime.library import Cause, ChannelReference, Context, Endpoint, Label, live_object
from objects_library.replication.shared_number import NumberObject
from objects_library.values.scale import Scale, ScaleError
from objects_library.variables.value.proxy import ValueState


@live_object("6f2a1c7d90b84e53a1d6c0e2b7f49a13", name="Gauge", group="Data and feeds", limits="numbers to ±10¹⁵")
class Gauge(NumberObject):
    """Shows a number on a dial, with a mark from which on it is too high; sliders and feeds set it."""

    value = NumberObject.value.stronger()
    shows = Endpoint(words="{name} shows {what}")
    scale = value.sends(low=float, high=float, warning=float, title=str, unit=str)

    def __init__(
        self,
        Channel: ChannelReference[float, ValueState[float]],
        context: Context,
        title: Annotated[str, Label("What the number is")] = "",
        low: Annotated[float, Label("Lowest number")] = 0.0,
        high: Annotated[float, Label("Highest number")] = 100.0,
        warning: Annotated[float, Label("From here on it is too high")] = 100.0,
        unit: Annotated[str, Label("What it counts, such as °C")] = "",
        start: Annotated[float | None, Label("What stands there at first")] = None,
    ) -> None:
        scale = Scale(low, high, 0.0, title, unit)
        if scale.wrong(warning):
            raise ScaleError(f"the warning: {scale.wrong(warning)}")
        self._warning = warning
        self._wired: float | None = None
        self._replicate(context, Channel, scale, start)

    @shows.incoming("value")
    def show_wired(self, value: float | None, cause: Cause) -> None:
        """Show what a wire offers, instead of the number that was set; what is shown already goes no further."""
        if value == self._wired:
            return
        self._wired = value
        self.show()
        self.offer_number(self._shown, cause)

    @shows.incoming("happened")
    def show_event(self, value: float, cause: Cause) -> None:
        """Show the number of the last event."""
        self.show_wired(value, cause)

    @shows.disconnected
    def forget_wired(self) -> None:
        """Show the number that was set again."""
        if not self.shows.connected:
            self._wired = None
            self.show()

    @property
    def _shown(self) -> float | None:
        return self._number.value if self._wired is None else self._wired

    def _number_changed(self, value: float) -> None:
        super()._number_changed(value)
        if self._wired is not None:
            self.changed(self._wired)

    def _send_scale(self, scale: Scale) -> None:
        self.scale(scale.low, scale.high, self._warning, scale.title, scale.unit)
