# SPDX-License-Identifier: BSD-3-Clause
"""The common base of maps with moving things."""

from __future__ import annotations

from typing import Annotated

from app.runtime.library import NO_CAUSE, Cause, Context, Endpoint, Label, Range, Unit
from app.runtime.references import Reference
from objects_library.maps.map.proxy import MapBoard
from objects_library.replication.drawing.shared_drawing import SharedDrawing
from objects_library.values.position import LONGEST_NAME, Place

LONGEST_TITLE = 200
Tail = Annotated[float, Range(0, 3600), Unit("s"), Label("How long tracks are shown")]
Silence = Annotated[float, Range(1, 86400), Unit("s"), Label("After how long what is silent is gone")]


class MovingMap(SharedDrawing):
    """The common base of maps with moving things."""

    board = MapBoard
    positions = Endpoint()
    position = Endpoint(words="where the last thing on {name} is")
    shows = Endpoint(words="{name} shows {what}")

    def __init__(self, channel: Reference, context: Context, title: str, tail: float, silent: float) -> None:
        super().__init__(channel, context)
        self._title = title[:LONGEST_TITLE]
        self._tail = min(max(tail, 0.0), 3600.0)
        self._silent = min(max(silent, 1.0), 86400.0)
        self._last: Place | None = None
        self._shown: Place | None = None
        self._last_cause = NO_CAUSE

    @position.connected
    def offer_position_again(self) -> None:
        """Send the last position to a new wire."""
        self.offer_position(self._last, self._last_cause.repeated())

    @position.outgoing("value")
    def offer_position(self, value: Place | None, cause: Cause) -> None:
        """Where the last thing is that moved, for wires."""

    @shows.incoming("value")
    def show_wired(self, value: Place | None, cause: Cause) -> None:
        """Show where something is; it moves with what the wire says."""
        if value is not None and value.on_earth and value != self._shown:
            self._shown = value  # the same goes no further, so that wires can form a circle
            name = value.name[:LONGEST_NAME] or "•"
            heading = value.heading if 0 <= value.heading <= 360 else -1.0
            self.placed([name], [value.longitude, value.latitude, heading], fresh=True)
            self._note([name], [value.longitude, value.latitude, heading], cause)

    @shows.incoming("happened")
    def show_event(self, value: Place, cause: Cause) -> None:
        """Show where something happened."""
        self.show_wired(value, cause)

    def _note(self, names: list[str], numbers: list[float], cause: Cause) -> None:
        """Remember the last of some positions, and offer it."""
        if names:
            longitude, latitude, heading = numbers[-3:]
            self._last, self._last_cause = Place(latitude, longitude, names[-1], heading), cause
            self.offer_position(self._last, cause)

    @positions.connected
    def show_positions(self) -> None:
        """Send the present state to a client that connects."""
        self.settings(self._title, self._tail, self._silent)
        names, numbers = self.where()
        self.placed(names, numbers, fresh=False)

    @positions.outgoing
    def settings(self, title: str, tail: float, silent: float) -> None:
        """Set the display settings."""

    @positions.outgoing
    def placed(self, names: list[str], numbers: list[float], fresh: bool) -> None:
        """Positions of things: longitude, latitude and heading (-1: unknown) of each.

        Without `fresh`, they are all things with their former positions, the oldest first.
        """

    @positions.outgoing
    def gone(self, names: list[str]) -> None:
        """Remove things."""

    def where(self) -> tuple[list[str], list[float]]:
        """Send all known positions, the oldest first."""
        raise NotImplementedError
