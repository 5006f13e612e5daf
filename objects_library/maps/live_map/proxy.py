"""A map on which things move: their positions come from a channel."""

from __future__ import annotations

from typing import Annotated, Generic, TypeVar

from app.runtime.library import (
    CheckpointedChannel,
    Context,
    Endpoint,
    Label,
    ObjectReference,
    Range,
    Unit,
    live_object,
)
from objects_library.drawing.shared import DrawingChange, DrawingState, SharedDrawing
from objects_library.feeds.recent_rows import RecentRows
from objects_library.feeds.sensor.proxy import RowsState
from objects_library.maps.map.proxy import MapBoard

T = TypeVar("T")
LONGEST_TITLE = 200


@live_object("82b09f72affb83499aec07d630a4d67f", name="Live map", group="Data and feeds")
class LiveMap(SharedDrawing, Generic[T]):
    """A map on which whatever has a latitude and a longitude moves as a channel tells, with its track."""

    board = MapBoard
    positions = Endpoint()

    def __init__(
        self,
        Channel: ObjectReference[CheckpointedChannel[DrawingChange, DrawingState]],  # noqa: N803 - as references say
        Positions: ObjectReference[CheckpointedChannel[T, RowsState[T]]],  # noqa: N803 - as references say
        context: Context,
        title: Annotated[str, Label("What moves")] = "",
        tail: Annotated[float, Range(0, 3600), Unit("s"), Label("How long tracks are shown")] = 60.0,
        silent: Annotated[
            float, Range(1, 86400), Unit("s"), Label("After how long what is silent is gone")
        ] = 120.0,
    ) -> None:
        super().__init__(Channel, context)
        self._title = title[:LONGEST_TITLE]
        self._tail = min(max(tail, 0.0), 3600.0)
        self._silent = min(max(silent, 1.0), 86400.0)
        self._recent = RecentRows(context, Positions, self.added, self.show_positions, self.not_added)

    @positions.connected
    def show_positions(self) -> None:
        """Whoever connects sees where things were last."""
        self.settings(self._title, self._tail, self._silent)
        self.rows(self._recent.messages)

    @positions.incoming
    def add(self, row: T) -> None:
        """Tell everyone where something is; or several things, if the channel carries lists."""
        self._recent.add(row)

    @positions.outgoing
    def settings(self, title: str, tail: float, silent: float) -> None:
        """How it is shown."""

    @positions.outgoing
    def rows(self, rows: list[T]) -> None:
        """All that is kept, the oldest first."""

    @positions.outgoing
    def added(self, row: T) -> None:
        """Something is somewhere else."""

    @positions.outgoing
    def not_added(self, reason: str) -> None:
        """It was not told."""
