# SPDX-License-Identifier: BSD-3-Clause
"""Names of countries and cities on a map, placed without overlaps."""

from __future__ import annotations

import math
from collections import OrderedDict
from typing import NamedTuple

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPainterPath, QPen, QPixmap

from objects_library.values.world import WIDE, City, Country, World
from objects_library.widgets.map_view.colours import MapColours
from objects_library.widgets.plane.camera import Camera

_MOST = 220
_KEPT = 700
"""How many images of names are cached."""
_MARGIN = 160
"""The margin in pixels for which names are placed."""
_CELL = 96
_LARGEST_COUNTRY = 17


class _Name(NamedTuple):
    x: float
    y: float
    text: str
    size: int
    kind: str
    box: QRectF
    """The rectangle of the text, relative to the point of the name."""


def level_of(scale: float) -> float:
    """The zoom level of a scale; 0 is the world on 256 pixels."""
    return math.log2(scale * WIDE / 256)


class Names:
    """Places names once per scale and region, and draws them from images."""

    def __init__(self, world: World, font: QFont) -> None:
        self._world = world
        self._font = font
        self._countries = sorted(world.countries, key=lambda country: -country.room)
        self._placed: list[_Name] = []
        self._for: tuple[float, float, float, int, int] | None = None
        self._pictures: OrderedDict[tuple[str, int, str, int, float], QPixmap] = OrderedDict()

    def draw(self, painter: QPainter, camera: Camera, look: MapColours, ratio: float) -> None:
        """Draw the visible names."""
        self._place(camera)
        for name in self._placed:
            point = camera.to_window(_nearest(name.x, camera.x), name.y)
            box = name.box.translated(point)
            if box.right() < 0 or box.left() > camera.size.width():
                continue
            if name.kind != "country":
                self._dot(painter, point, name.kind, look)
            picture = self._picture(name, look, ratio)
            painter.drawPixmap(QPointF(round(box.left() - 3), round(box.top() - 3)), picture)

    @property
    def shown(self) -> list[str]:
        """The placed names."""
        return [name.text for name in self._placed]

    def _place(self, camera: Camera) -> None:
        if self._for is not None:
            scale, x, y, width, height = self._for
            near = max(abs(camera.x - x), abs(camera.y - y)) * camera.scale < _MARGIN * 0.8
            # While the scale changes, names stay; they are placed again at rest, or after a large change.
            alike = scale == camera.scale or (camera.moving and 0.7 < camera.scale / scale < 1.4)
            if near and alike and (width, height) == (camera.size.width(), camera.size.height()):
                return
        self._for = camera.scale, camera.x, camera.y, camera.size.width(), camera.size.height()
        seen = camera.seen()
        margin = _MARGIN / camera.scale
        area = seen.adjusted(-margin, -margin, margin, margin)
        cells: dict[tuple[int, int], list[QRectF]] = {}
        placed: list[_Name] = []
        candidates = [*self._country_names(camera, area), *self._city_names(camera, area)]
        for name in candidates:
            if len(placed) >= _MOST:
                break
            point = QPointF((_nearest(name.x, camera.x) - camera.x) * camera.scale, (name.y - camera.y) * camera.scale)
            if _take(cells, name.box.translated(point).adjusted(-4, -2, 4, 2)):
                placed.append(name)
        self._placed = placed

    def _country_names(self, camera: Camera, area: QRectF) -> list[_Name]:
        found = []
        for country in self._countries:
            room = 2 * country.room * camera.scale
            if room < 14:
                break
            if not _within(area, country, camera):
                continue
            size = max(10, min(_LARGEST_COUNTRY, round(8 + room / 28)))
            text = country.name.upper() if size >= 13 else country.name
            metrics = QFontMetricsF(self._sized(size, "country"))
            width = metrics.horizontalAdvance(text)
            if width < 1.9 * room and room < 1600:
                box = QRectF(-width / 2, -metrics.height() / 2, width, metrics.height())
                found.append(_Name(country.x, country.y, text, size, "country", box))
        return found

    def _city_names(self, camera: Camera, area: QRectF) -> list[_Name]:
        zoom = level_of(camera.scale)
        if zoom < 3:
            return []
        least = 20_000 / 4 ** (zoom - 3)
        found: list[_Name] = []
        for city in self._world.cities:
            if city.thousands * (8 if city.capital else 1) < least:
                if city.thousands * 8 < least:
                    break
                continue
            if not _within(area, city, camera):
                continue
            size = 12 if city.thousands > 3000 else 11
            kind = "capital" if city.capital else "city"
            metrics = QFontMetricsF(self._sized(size, kind))
            width = metrics.horizontalAdvance(city.name)
            box = QRectF(6, -metrics.height() / 2, width, metrics.height())
            found.append(_Name(city.x, city.y, city.name, size, kind, box))
            if len(found) > 3 * _MOST:
                break
        return found

    def _sized(self, size: int, kind: str) -> QFont:
        font = QFont(self._font)
        font.setPixelSize(size)
        if kind == "country":
            font.setWeight(QFont.Weight.DemiBold)
            font.setLetterSpacing(QFont.SpacingType.AbsoluteSpacing, 1.5 if size >= 13 else 0.3)
        elif kind == "capital":
            font.setWeight(QFont.Weight.DemiBold)
        return font

    def _dot(self, painter: QPainter, point: QPointF, kind: str, look: MapColours) -> None:
        painter.setPen(QPen(look.halo, 1.5))
        painter.setBrush(look.city)
        painter.drawEllipse(point, 3, 3) if kind == "capital" else painter.drawEllipse(point, 2.2, 2.2)

    def _picture(self, name: _Name, look: MapColours, ratio: float) -> QPixmap:
        colour = look.country if name.kind == "country" else look.city
        key = (name.text, name.size, name.kind, colour.rgb(), ratio)
        known = self._pictures.get(key)
        if known is not None:
            self._pictures.move_to_end(key)
            return known
        made = self._paint(name, colour, look.halo, ratio)
        self._pictures[key] = made
        while len(self._pictures) > _KEPT:
            self._pictures.popitem(last=False)
        return made

    def _paint(self, name: _Name, colour: QColor, halo: QColor, ratio: float) -> QPixmap:
        """An image of a text with an outline."""
        font = self._sized(name.size, name.kind)
        metrics = QFontMetricsF(font)
        width, height = math.ceil(name.box.width()) + 8, math.ceil(name.box.height()) + 6
        picture = QPixmap(round(width * ratio), round(height * ratio))
        picture.setDevicePixelRatio(ratio)
        picture.fill(Qt.GlobalColor.transparent)
        path = QPainterPath()
        path.addText(QPointF(3, 3 + metrics.ascent()), font, name.text)
        painter = QPainter(picture)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        rim = QPen(halo, 3)
        rim.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        painter.strokePath(path, rim)
        painter.fillPath(path, colour)
        painter.end()
        return picture


def _nearest(x: float, to: float) -> float:
    """The nearest copy of a point, because the world repeats."""
    return x + WIDE * round((to - x) / WIDE)


def _within(area: QRectF, what: Country | City, camera: Camera) -> bool:
    x = _nearest(what.x, camera.x)
    return area.left() <= x <= area.right() and area.top() <= what.y <= area.bottom()


def _take(cells: dict[tuple[int, int], list[QRectF]], box: QRectF) -> bool:
    """Reserve a rectangle if it is free."""
    over = [
        (across, down)
        for across in range(math.floor(box.left() / _CELL), math.floor(box.right() / _CELL) + 1)
        for down in range(math.floor(box.top() / _CELL), math.floor(box.bottom() / _CELL) + 1)
    ]
    if any(other.intersects(box) for cell in over for other in cells.get(cell, ())):
        return False
    for cell in over:
        cells.setdefault(cell, []).append(box)
    return True
