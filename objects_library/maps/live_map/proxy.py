# SPDX-License-Identifier: BSD-3-Clause
"""The live map: things move as the rows of a channel say."""

from __future__ import annotations

from typing import Annotated, Any, Generic, TypeVar

from app.runtime.library import ChannelReference, Context, Endpoint, Label, live_object
from objects_library.feeds.sensor.proxy import RowsState
from objects_library.maps.map.moving_map import MovingMap, Silence, Tail
from objects_library.replication.drawing.shared_drawing import DrawingChange, DrawingState
from objects_library.replication.recent_rows import RecentRows
from objects_library.values.position import Position  # noqa: F401 - so that references can name it
from objects_library.values.position_reader import PositionReader

T = TypeVar("T")


@live_object(
    "82b09f72affb83499aec07d630a4d67f", name="Live map", group="Data and feeds", limits="up to 10,000 things that move"
)
class LiveMap(MovingMap, Generic[T]):
    """A map on which whatever has a latitude and a longitude moves as a channel tells, with its track."""

    telling = Endpoint()

    def __init__(
        self,
        Channel: ChannelReference[DrawingChange, DrawingState],
        Positions: ChannelReference[T, RowsState[T]],
        context: Context,
        title: Annotated[str, Label("What moves")] = "",
        tail: Tail = 60.0,
        silent: Silence = 120.0,
    ) -> None:
        super().__init__(Channel, context, title, tail, silent)
        self._rows = PositionReader(context.types["T"])
        self._recent = RecentRows(context, Positions, self._notify, self.show_positions, self.refused)

    @telling.incoming
    def add(self, row: T) -> None:
        """Send the position of a thing, or of several if the channel carries lists."""
        self._recent.add(row)

    def where(self) -> tuple[list[str], list[float]]:
        """Send all known positions, the oldest first."""
        names: list[str] = []
        numbers: list[float] = []
        for message in self._recent.messages:
            some, places = self._rows.read(message)
            names += some
            numbers += places
        if self._rows.lacking:
            self.refused(self._rows.lacking)
        return names, numbers

    def _notify(self, message: Any) -> None:
        names, numbers = self._rows.read(message)
        if names:
            self.placed(names, numbers, fresh=True)
            self._note(names, numbers, self._recent.replica.cause)
