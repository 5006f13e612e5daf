# SPDX-License-Identifier: BSD-3-Clause
"""The map of the world with shared marks, lines and areas."""

from __future__ import annotations

from typing import Any
from uuid import UUID, uuid4

from app.runtime.library import Cause, ChannelReference, Context, Endpoint, live_object
from objects_library.replication.drawing.board import Board
from objects_library.replication.drawing.shapes import Frame, Plane, Shape, packed
from objects_library.replication.drawing.shared_drawing import DrawingChange, DrawingState, SharedDrawing
from objects_library.replication.effects import ONCE, Effects
from objects_library.values.position import LONGEST_NAME, Place

_MARK = "marker"


class MapBoard(Board):
    """The shapes that a map allows. Positions are degrees: x is the longitude, y the latitude."""

    plane = Plane((_MARK, "line", "area"), widest=180.0, highest=90.0)


@live_object("e81c2aaa936bbfb547f2a3ff9ad59d63", name="Map", group="Shared documents", limits="up to 20,000 marks")
class SharedMap(SharedDrawing):
    """The world, offline: everyone looks where they like, marks places, and draws lines and areas."""

    board = MapBoard
    position = Endpoint(words="where the last mark on {name} is")
    marked = Endpoint(words="each mark that is put on {name}")
    marks = Endpoint(provides=ONCE, words="{what} is marked on {name}")

    def __init__(self, Channel: ChannelReference[DrawingChange, DrawingState], context: Context) -> None:
        super().__init__(Channel, context)
        self._effects = Effects(context, self._replica)

    @position.connected
    def offer_position_again(self) -> None:
        """Send the last mark to a new wire."""
        self.offer_position(self._last_mark(), self._replica.cause.repeated())

    @position.outgoing("value")
    def offer_position(self, value: Place | None, cause: Cause) -> None:
        """Where the last mark is, for wires."""

    @marked.outgoing("happened")
    def offer_mark(self, value: Place, cause: Cause) -> None:
        """A mark that was put on the map, for wires."""

    @marks.incoming("happened")
    def mark_event(self, value: Place, cause: Cause) -> None:
        """Mark where something happened."""
        if value.on_earth:
            self._effects.perform("marks", cause, self.change_that_puts(_mark(value)))

    def apply_change(self, change: dict[str, Any]) -> None:
        """Apply a change, and tell wires of marks."""
        fresh = [each["item"] for each in change["put"] if each["item"] not in self._board.items]
        super().apply_change(change)
        for item in fresh:
            shape = self._board.items.get(item)
            if shape is not None and shape.kind == _MARK:
                self.offer_mark(_place(shape), self._replica.cause)
        moved = change["put"] or change["patches"] or change["removed"]
        if moved and self.position.connected:
            self.offer_position(self._last_mark(), self._replica.cause)

    def _started(self) -> None:
        super()._started()
        self.offer_position_again()

    def _last_mark(self) -> Place | None:
        marks = [shape for shape in self._board.items.values() if shape.kind == _MARK]
        return _place(max(marks, key=lambda shape: shape.layer)) if marks else None


def _place(shape: Shape) -> Place:
    return Place(shape.place.y, shape.place.x, shape.text[:LONGEST_NAME])


def _mark(place: Place) -> Shape:
    return Shape(
        uuid4(), _MARK, UUID(int=0), "", Frame(place.longitude, place.latitude), packed([(0.0, 0.0)]), "red", 3.0,
        place.name[:LONGEST_NAME], "", "pin", 0, locked=False, done=True,
    )  # fmt: skip
