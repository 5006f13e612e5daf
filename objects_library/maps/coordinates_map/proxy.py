# SPDX-License-Identifier: BSD-3-Clause
"""The map of a stream of coordinates, whose origin lies somewhere on earth."""

from __future__ import annotations

from typing import Annotated

from app.runtime.library import NO_CAUSE, ChannelReference, Context, Label, ObjectReference, Range, Unit, live_object
from app.runtime.references import Reference
from app.runtime.types import EndpointType, dual
from objects_library.feeds.coordinates.proxy import Coordinates
from objects_library.maps.map.moving_map import MovingMap, Silence, Tail
from objects_library.replication.drawing.shared_drawing import DrawingChange, DrawingState
from objects_library.values.coordinates import NUMBERS as SIX
from objects_library.values.coordinates import LatestPositions, unpacked, wrong_batch
from objects_library.values.position_reader import from_metres

Latitude = Annotated[float, Range(-85, 85), Unit("°"), Label("Latitude of the middle of the space")]
Longitude = Annotated[float, Range(-180, 180), Unit("°"), Label("Longitude of the middle of the space")]


@live_object(
    "6662bedd19eae9714788a73b19e150b4",
    name="Map of coordinates",
    group="Data and feeds",
    limits="up to 5,000 things that move",
)
class CoordinatesMap(MovingMap):
    """A map on which aircraft and all else moves that a stream of coordinates tells of."""

    def __init__(
        self,
        Channel: ChannelReference[DrawingChange, DrawingState],
        Stream: ObjectReference[Coordinates],
        context: Context,
        latitude: Latitude = 0.0,
        longitude: Longitude = 0.0,
        title: Annotated[str, Label("What moves")] = "",
        tail: Tail = 60.0,
        silent: Silence = 120.0,
    ) -> None:
        super().__init__(Channel, context, title, tail, silent)
        self._latitude = min(max(latitude, -85.0), 85.0)
        self._longitude = min(max(longitude, -180.0), 180.0)
        self._where = LatestPositions()
        context.spawn(self._listen(Stream))

    def where(self) -> tuple[list[str], list[float]]:
        """Send all known positions."""
        names: list[str] = []
        numbers: list[float] = []
        for _, some, places in self._where.batches():
            names += some
            numbers += self._on_earth(places)
        return names, numbers

    async def _listen(self, stream: Reference) -> None:
        proxy = await self._context.dereference(stream)
        outer = proxy.endpoints()["positions"]
        inner = dual(outer.type)
        assert isinstance(inner, EndpointType)
        mine = self._context.new_endpoint(inner, moved=self._moved, forgotten=self._forgotten)
        self._context.connect(mine, outer)

    def _moved(self, update: dict[str, object]) -> None:
        at, model, names, places = (update[key] for key in ("at", "model", "names", "places"))
        assert isinstance(at, float | int)
        assert isinstance(model, str)
        assert isinstance(names, list)
        assert isinstance(places, bytes)
        if wrong_batch(at, model, names, places) or self._where.take(at, model, names, places):
            return
        numbers = self._on_earth(places)
        self.placed(names, numbers, fresh=True)
        self._note(names, numbers, NO_CAUSE)

    def _forgotten(self, names: list[str]) -> None:
        gone = self._where.forget(names)
        if gone:
            self.gone(gone)

    def _on_earth(self, places: bytes) -> list[float]:
        numbers = unpacked(places)
        found: list[float] = []
        for first in range(0, len(numbers), SIX):
            x, _, z, heading = numbers[first : first + 4]
            longitude, latitude = from_metres(x, z, self._longitude, self._latitude)
            found += (longitude, latitude, heading % 360)
        return found
