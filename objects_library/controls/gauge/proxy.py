# SPDX-License-Identifier: BSD-3-Clause
"""A gauge: a number that others set, shown on a dial."""

from typing import Annotated

from app.runtime.library import ChannelReference, Context, Label, live_object
from objects_library.replication.shared_number import NumberObject
from objects_library.values.scale import Scale, ScaleError
from objects_library.variables.value.proxy import ValueState


@live_object("6f2a1c7d90b84e53a1d6c0e2b7f49a13", name="Gauge", group="Data and feeds", limits="numbers to ±10¹⁵")
class Gauge(NumberObject):
    """Shows a number on a dial, with a mark from which on it is too high; sliders and feeds set it."""

    value = NumberObject.value.stronger()
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
        self._replicate(context, Channel, scale, start)

    def _send_scale(self, scale: Scale) -> None:
        self.scale(scale.low, scale.high, self._warning, scale.title, scale.unit)
