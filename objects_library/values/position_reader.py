"""Where things are on earth, out of whatever a feed tells: rows with a latitude and a longitude."""

from __future__ import annotations

from math import cos, nan, radians
from typing import Any

from app.runtime.types import Type
from objects_library.values.columns import as_number, columns_of, rows_in
from objects_library.values.position import LONGEST_NAME

NAMES = ("name", "id", "label", "callsign", "key")
LATITUDES = ("latitude", "lat")
LONGITUDES = ("longitude", "lon", "lng", "long")
HEADINGS = ("heading", "course", "track", "bearing")
NUMBERS = 3
"""Of each thing: longitude, latitude, heading; a heading of -1 is not known."""
_DEGREE = 111_195.0
"""Metres along a degree of latitude."""


class PositionReader:
    """Reads rows of a type; columns are known by their names."""

    def __init__(self, wanted: Type) -> None:
        self._columns = columns_of(wanted)
        names = [column.name.lower() for column in self._columns]

        def find(options: tuple[str, ...]) -> int | None:
            return next((names.index(option) for option in options if option in names), None)

        self._name, self._heading = find(NAMES), find(HEADINGS)
        self._latitude, self._longitude = find(LATITUDES), find(LONGITUDES)

    @property
    def lacking(self) -> str:
        """What such rows lack to be on a map; nothing: empty."""
        if self._latitude is None or self._longitude is None:
            return "what the channel carries has no latitude and longitude; a map cannot show it"
        return ""

    def read(self, message: Any) -> tuple[list[str], list[float]]:
        """Names, and three numbers for each; rows that make no sense are left out."""
        names: list[str] = []
        numbers: list[float] = []
        if self._latitude is None or self._longitude is None:
            return names, numbers
        for count, row in enumerate(rows_in(self._columns, message)):
            latitude, longitude = as_number(row[self._latitude]), as_number(row[self._longitude])
            if not (-90 <= latitude <= 90 and -180 <= longitude <= 180):
                continue
            name = str(count) if self._name is None else str(row[self._name])
            heading = nan if self._heading is None else as_number(row[self._heading])
            names.append(name[:LONGEST_NAME])
            numbers += (longitude, latitude, heading % 360 if -360 <= heading <= 360 else -1.0)
        return names, numbers


def from_metres(x: float, z: float, longitude: float, latitude: float) -> tuple[float, float]:
    """Where a point of a flat space is whose middle lies there; x goes east, z goes south, in metres."""
    north = max(-89.9, min(89.9, latitude - z / _DEGREE))
    east = longitude + x / (_DEGREE * max(0.01, cos(radians(latitude))))
    return (east + 180) % 360 - 180, north
