# SPDX-License-Identifier: BSD-3-Clause
"""Search for places: countries, cities, marks, moving things, or coordinates."""

from __future__ import annotations

import re
import unicodedata
from typing import NamedTuple

from PySide6.QtCore import QRectF

from objects_library.replication.drawing.shapes import Shape
from objects_library.values.world import WIDE, World, to_square
from objects_library.widgets.map_view.marks import Marks
from objects_library.widgets.map_view.terrain import Terrain

_NUMBERS = re.compile(
    r"^\s*(-?\d+(?:\.\d+)?)\s*°?\s*([NS]?)\s*[,; ]\s*(-?\d+(?:\.\d+)?)\s*°?\s*([EW]?)\s*$", re.IGNORECASE
)
_CITY = WIDE / 300
_MARK = WIDE / 600


class SearchResult(NamedTuple):
    """A search result: its name, and the area to show."""

    name: str
    area: QRectF


def plain(text: str) -> str:
    """A name without accents and capitals, for comparison."""
    parts = unicodedata.normalize("NFKD", text.casefold())
    return "".join(each for each in parts if not unicodedata.combining(each))


def around(x: float, y: float, half: float) -> QRectF:
    """A square around a point."""
    return QRectF(x - half, y - half, 2 * half, 2 * half)


class Finder:
    """All names of the world, the most important first."""

    def __init__(self, world: World, terrain: Terrain) -> None:
        self._terrain = terrain
        countries = sorted(world.countries, key=lambda country: -country.room)
        self._countries = [(plain(country.name), country) for country in countries]
        self._cities = [(plain(city.name), city) for city in world.cities]

    def names(self, text: str, most: int = 12) -> list[str]:
        """Names that start with the text, then those that contain it."""
        wanted = plain(text).strip()
        if not wanted:
            return []
        texts = [(name, country.name) for name, country in self._countries]
        texts += [(name, f"{city.name}, {city.country}") for name, city in self._cities]
        first = [message for name, message in texts if name.startswith(wanted)]
        inside = [message for name, message in texts if wanted in name and not name.startswith(wanted)]
        return list(dict.fromkeys(first + inside))[:most]

    def find(self, text: str, shapes: list[Shape], marks: Marks) -> SearchResult | None:
        """The result for a name, or None."""
        if (place := coordinates(text)) is not None:
            return place
        wanted = plain(text).strip()
        if not wanted:
            return None
        for shape in shapes:
            if shape.text and wanted in plain(shape.text):
                points = marks.where(shape)
                xs, ys = [x for x, _ in points], [y for _, y in points]
                box = QRectF(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))
                return SearchResult(shape.text, box.adjusted(-_MARK, -_MARK, _MARK, _MARK))
        city_name = wanted.split(",")[0].strip()
        land = wanted.partition(",")[2].strip()
        for exact in (True, False):
            for name, country in self._countries:
                if name == wanted if exact else name.startswith(wanted):
                    return SearchResult(country.name, self._terrain.country_area(country.name))
            for name, city in self._cities:
                fits = name == city_name if exact else name.startswith(city_name)
                if fits and (not land or plain(city.country).startswith(land)):
                    return SearchResult(city.name, around(city.x, city.y, _CITY))
        return None


def coordinates(text: str) -> SearchResult | None:
    """A latitude and a longitude, such as 48.1, 11.6 or 48.1 N 11.6 E."""
    found = _NUMBERS.match(text)
    if found is None:
        return None
    latitude = float(found[1]) * (-1 if found[2].upper() == "S" else 1)
    longitude = float(found[3]) * (-1 if found[4].upper() == "W" else 1)
    if abs(latitude) > 90 or abs(longitude) > 180:
        return None
    return SearchResult(text.strip(), around(*to_square(longitude, latitude), _CITY))
