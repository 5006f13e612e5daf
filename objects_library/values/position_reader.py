# SPDX-License-Identifier: BSD-3-Clause
"""A reader of positions on earth from rows with latitude and longitude."""

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
"""Numbers per thing: longitude, latitude, heading; -1 is an unknown heading."""
_DEGREE = 111_195.0
"""Metres per degree of latitude."""


class PositionReader:
    """Reads positions from rows of a type; columns are found by name."""

    def __init__(self, wanted: Type) -> None:
        self._columns = columns_of(wanted)
        names = [column.name.lower() for column in self._columns]

        def find(options: tuple[str, ...]) -> int | None:
            return next((names.index(option) for option in options if option in names), None)

        self._name, self._heading = find(NAMES), find(HEADINGS)
        self._latitude, self._longitude = find(LATITUDES), find(LONGITUDES)

    @property
    def lacking(self) -> str:
        """What rows lack to be shown on a map; empty if nothing."""
        if self._latitude is None or self._longitude is None:
            return "what the channel carries has no latitude and longitude; a map cannot show it"
        return ""

    def read(self, message: Any) -> tuple[list[str], list[float]]:
        """Names, and three numbers each; invalid rows are left out."""
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
    """The position of a point of a flat space around an origin; x is east, z is south, in metres."""
    north = max(-89.9, min(89.9, latitude - z / _DEGREE))
    east = longitude + x / (_DEGREE * max(0.01, cos(radians(latitude))))
    return (east + 180) % 360 - 180, north
