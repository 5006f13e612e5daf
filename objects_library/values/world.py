# SPDX-License-Identifier: BSD-3-Clause
"""The bundled world data: coasts, borders, lakes, rivers, countries and cities; no Qt.

Coordinates are those of the Web-Mercator square, `WIDE` units wide; y goes down. The data is that of Natural
Earth (public domain); cities are those of GeoNames (CC BY 4.0). See `world_data/make.py`.
"""

from __future__ import annotations

import json
import lzma
import math
import struct
import sys
from array import array
from functools import cache
from itertools import accumulate
from pathlib import Path
from typing import Any, NamedTuple

WIDE = 2**18
NORTH = 85.0511287798066
"""The latitude in degrees where a Mercator map ends."""
EARTH = 6_371_008.8
"""The mean radius of the earth in metres."""
_FILE = Path(__file__).parent / "world_data" / "world.bin"
_MAGIC = b"LOWORLD1"


def to_square(longitude: float, latitude: float) -> tuple[float, float]:
    """The point of the square for a longitude and latitude."""
    north = math.radians(max(-NORTH, min(NORTH, latitude)))
    return (longitude + 180) / 360 * WIDE, (0.5 - math.asinh(math.tan(north)) / (2 * math.pi)) * WIDE


def from_square(x: float, y: float) -> tuple[float, float]:
    """The longitude and latitude of a point of the square, which repeats horizontally."""
    longitude = (x / WIDE * 360) % 360 - 180
    return longitude, math.degrees(math.atan(math.sinh((0.5 - y / WIDE) * 2 * math.pi)))


def distance(one: tuple[float, float], other: tuple[float, float]) -> float:
    """The great-circle distance in metres between two positions (longitude, latitude)."""
    (east, north), (east_2, north_2) = (map(math.radians, each) for each in (one, other))
    half = (
        math.sin((north_2 - north) / 2) ** 2 + math.cos(north) * math.cos(north_2) * math.sin((east_2 - east) / 2) ** 2
    )
    return 2 * EARTH * math.asin(min(1.0, math.sqrt(half)))


class Lines:
    """Many lines; the points of a line are decoded on demand."""

    def __init__(self, counts: list[int], starts: array[int], across: array[int], down: array[int]) -> None:
        self._counts, self._starts = counts, starts
        self._across, self._down = across, down
        self._offsets = [0, *accumulate(count - 1 for count in counts)]

    def __len__(self) -> int:
        return len(self._counts)

    def points(self, number: int) -> array[float]:
        """x, y, x, y … of a line; ~n is line n reversed."""
        backwards = number < 0
        number = ~number if backwards else number
        first, last = self._offsets[number], self._offsets[number + 1]
        xs = array("d", accumulate(self._across[first:last], initial=self._starts[2 * number]))
        ys = array("d", accumulate(self._down[first:last], initial=self._starts[2 * number + 1]))
        found = array("d", bytes(16 * len(xs)))
        found[0::2], found[1::2] = (xs[::-1], ys[::-1]) if backwards else (xs, ys)
        return found

    def ring(self, parts: list[int]) -> array[float]:
        """x, y, x, y … of consecutive lines."""
        found = array("d")
        for part in parts:
            points = self.points(part)
            if found and abs(found[-2] - points[0]) > WIDE / 2:  # it continues beyond the side of the square
                shift = round((found[-2] - points[0]) / WIDE) * WIDE
                points[0::2] = array("d", [x + shift for x in points[0::2]])
            found.extend(points[2:] if found else points)
        if abs(found[-2] - found[0]) > WIDE / 2:  # around a pole
            found.extend((found[-2], WIDE, found[0], WIDE))
        return found


class Level(NamedTuple):
    """The world at one level of detail."""

    lines: Lines
    kinds: str
    """The kind of each line: c is a coast, b a border, - a cut of the data."""
    countries: list[tuple[str, list[list[list[int]]]]]
    """Names, and polygons: an outer ring and holes, each as numbers of lines."""


class Country(NamedTuple):
    """A country: where its name goes, the room there, and its tint."""

    name: str
    x: float
    y: float
    room: float
    tint: int


class City(NamedTuple):
    """A city; the largest come first."""

    name: str
    x: float
    y: float
    thousands: int
    capital: bool
    country: str


class World(NamedTuple):
    """The bundled data: terrain, countries and cities."""

    levels: list[Level]
    """All levels, the coarsest first."""
    countries: list[Country]
    lakes: Lines
    rivers: Lines
    provinces: Lines
    cities: list[City]


@cache
def world() -> World:
    """The world data; loading blocks, so call it in a thread."""
    written = _FILE.read_bytes()
    assert written.startswith(_MAGIC)
    data = lzma.decompress(written[len(_MAGIC) :])
    (size,) = struct.unpack_from("<I", data)
    header: dict[str, Any] = json.loads(data[4 : 4 + size])
    at = 4 + size
    sets = []
    for counts in header["sets"]:
        steps = sum(counts) - len(counts)
        starts, at = _numbers("i", data, at, 2 * len(counts))
        across, at = _numbers("h", data, at, steps)
        down, at = _numbers("h", data, at, steps)
        sets.append(Lines(counts, starts, across, down))
    levels = [
        Level(sets[level["lines"]], level["kinds"], [(each["name"], each["polygons"]) for each in level["countries"]])
        for level in header["levels"]
    ]
    return World(
        levels,
        [Country(**each) for each in header["countries"]],
        sets[header["lakes"]],
        sets[header["rivers"]],
        sets[header["provinces"]],
        [City(name, x, y, people, bool(capital), land) for name, x, y, people, capital, land in header["cities"]],
    )


def _numbers(kind: str, data: bytes, at: int, count: int) -> tuple[array[int], int]:
    found: array[int] = array(kind)
    end = at + count * found.itemsize
    found.frombytes(data[at:end])
    if sys.byteorder == "big":
        found.byteswap()
    return found, end
