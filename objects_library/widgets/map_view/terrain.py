# SPDX-License-Identifier: BSD-3-Clause
"""The terrain of a map: land, coasts, borders, lakes and rivers, by level of detail."""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from functools import cache
from typing import NamedTuple

from PySide6.QtCore import QByteArray, QDataStream, QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPainterPath, QPen, QPolygonF

from objects_library.values.world import WIDE, Level, Lines, to_square, world
from objects_library.widgets.map_view.colours import MapColours, colours

_PIECE = 200
"""Points of a line per segment; invisible segments are skipped."""
_FINER = (256 * 2**2.3 / WIDE, 256 * 2**4.6 / WIDE)
"""The scales from which the next level of detail is drawn."""
_LAKES = 256 * 2**2.0 / WIDE
_RIVERS = 256 * 2**3.6 / WIDE
_PROVINCES = 256 * 2**3.6 / WIDE
_LARGEST_IMAGE = 8192

Box = tuple[float, float, float, float]


class _Area(NamedTuple):
    box: Box
    path: QPainterPath
    tint: int


class _Stroke(NamedTuple):
    box: Box
    line: QPolygonF


class _Detail(NamedTuple):
    areas: list[_Area]
    coasts: list[_Stroke]
    borders: list[_Stroke]


class Terrain:
    """The terrain; each level of detail is prepared when first drawn."""

    def __init__(self) -> None:
        self._world = world()
        self._tints = {country.name: country.tint for country in self._world.countries}
        self._details: dict[int, _Detail] = {}
        self._preparing = False
        self._lakes = [_area(self._world.lakes, [[number]], 0) for number in range(len(self._world.lakes))]
        self._rivers = _strokes(self._world.rivers, range(len(self._world.rivers)))
        self._provinces = _strokes(self._world.provinces, range(len(self._world.provinces)))

    def prepare(self) -> None:
        """Prepare all levels of detail in a thread; coarser ones are drawn until then."""
        self._preparing = True
        for number in range(len(self._world.levels)):
            self._detail(number)
        self._preparing = False

    def paint(self, painter: QPainter, area: QRectF, scale: float, look: MapColours) -> None:
        """Paint a part of the square at a scale; the world repeats horizontally."""
        painter.fillRect(area, look.water)
        first, last = int(area.left() // WIDE), int(area.right() // WIDE)
        for copy in range(first - 1, last + 2):  # some countries extend beyond the square
            painter.save()
            painter.translate(copy * WIDE, 0)
            self._paint_once(painter, area.translated(-copy * WIDE, 0), scale, look)
            painter.restore()

    def country_at(self, x: float, y: float) -> str:
        """The name of the country at a point of the square; empty at sea."""
        areas = list(zip(self._detail(1).areas, _names(self._world.levels[1]), strict=True))
        for copy in (0, WIDE, -WIDE):  # some countries extend beyond the square
            there = x % WIDE + copy
            for area, (name, _) in areas:
                left, top, right, bottom = area.box
                if left <= there <= right and top <= y <= bottom and area.path.contains(QPointF(there, y)):
                    return name
        return ""

    def country_area(self, name: str) -> QRectF:
        """The bounding box of the mainland of a country."""
        detail = self._detail(1)
        found = [
            area.path.controlPointRect()
            for area, (called, _) in zip(detail.areas, _names(self._world.levels[1]), strict=True)
            if called == name
        ]
        return max(found, key=lambda rect: rect.width() * rect.height(), default=QRectF())

    def _paint_once(self, painter: QPainter, area: QRectF, scale: float, look: MapColours) -> None:
        margin = 2 / scale
        box = (area.left() - margin, area.top() - margin, area.right() + margin, area.bottom() + margin)
        wanted = sum(scale >= finer for finer in _FINER)
        if self._preparing and self._details:
            wanted = min(wanted, max(self._details))
        detail = self._detail(wanted)
        painter.setPen(Qt.PenStyle.NoPen)
        for land in detail.areas:
            if _meet(land.box, box):
                painter.fillPath(land.path, look.land[land.tint % len(look.land)])
        if scale >= _RIVERS:
            _draw(painter, self._rivers, box, look.river, 1.2)
        if scale >= _LAKES:
            for lake in self._lakes:
                if _meet(lake.box, box):
                    painter.fillPath(lake.path, look.water)
                    if scale >= _RIVERS:
                        painter.strokePath(lake.path, _pen(look.coast, 0.7))
        if scale >= _PROVINCES:
            _draw(painter, self._provinces, box, look.province, 0.9)
        _draw(painter, detail.borders, box, look.border, 1.1)
        _draw(painter, detail.coasts, box, look.coast, 1.0)

    def _detail(self, number: int) -> _Detail:
        if number not in self._details:
            level = self._world.levels[number]
            areas = [_area(level.lines, polygon, self._tints.get(name, 0)) for name, polygon in _names(level)]
            of_kind = {kind: [line for line, each in enumerate(level.kinds) if each == kind] for kind in "cb"}
            coasts, borders = (_strokes(level.lines, of_kind[kind]) for kind in "cb")
            self._details[number] = _Detail(areas, coasts, borders)
        return self._details[number]


@cache
def terrain() -> Terrain:
    """The terrain of this process; loading it blocks, so call it in a thread."""
    return Terrain()


def render(region: tuple[float, float, float, float], size: QSizeF | tuple[int, int], *, dark: bool) -> QImage:
    """A picture of a region (west, south, east, north in degrees) in Web-Mercator, for grounds and textures.

    It needs no window and no loop, and may be called in any thread. The picture has just the size that is
    asked for; a region of another shape is stretched.
    """
    west, south, east, north = region
    width, height = (size.width(), size.height()) if isinstance(size, QSizeF) else size
    width, height = (max(1, min(_LARGEST_IMAGE, round(side))) for side in (width, height))
    left, top = to_square(west, north)
    right, bottom = to_square(east if east > west else east + 360, south)
    image = QImage(width, height, QImage.Format.Format_RGB32)
    look = colours(dark=dark)
    image.fill(look.water)
    area = QRectF(left, top, max(right - left, 1e-6), max(bottom - top, 1e-6))
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.scale(width / area.width(), height / area.height())
    painter.translate(-area.left(), -area.top())
    terrain().paint(painter, area, width / area.width(), look)
    painter.end()
    return image


def polygon(points: array[float]) -> QPolygonF:
    """A polygon of x, y, x, y …, without a Python object for each point."""
    found = QPolygonF()
    written = QByteArray((len(points) // 2).to_bytes(4, "little") + points.tobytes())
    stream = QDataStream(written)
    stream.setByteOrder(QDataStream.ByteOrder.LittleEndian)
    stream >> found  # Qt's way to read
    return found


def _names(level: Level) -> list[tuple[str, list[list[int]]]]:
    """Each polygon with the name of its country."""
    return [(name, polygon) for name, polygons in level.countries for polygon in polygons]


def _area(lines: Lines, rings: list[list[int]], tint: int) -> _Area:
    path = QPainterPath()
    for ring in rings:
        path.addPolygon(polygon(lines.ring(ring)))
        path.closeSubpath()
    return _Area(_box(path.controlPointRect()), path, tint)


def _strokes(lines: Lines, numbers: Iterable[int]) -> list[_Stroke]:
    found = []
    for number in numbers:
        points = lines.points(number)
        for first in range(0, max(2, len(points) - 2), 2 * _PIECE):
            line = polygon(points[first : first + 2 * _PIECE + 2])
            found.append(_Stroke(_box(line.boundingRect()), line))
    return found


def _box(rect: QRectF) -> Box:
    return rect.left(), rect.top(), rect.right(), rect.bottom()


def _meet(one: Box, other: Box) -> bool:
    return one[0] <= other[2] and other[0] <= one[2] and one[1] <= other[3] and other[1] <= one[3]


def _pen(colour: QColor, width: float) -> QPen:
    pen = QPen(colour, width)
    pen.setCosmetic(True)
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    return pen


def _draw(painter: QPainter, strokes: list[_Stroke], box: Box, colour: QColor, width: float) -> None:
    painter.setPen(_pen(colour, width))
    for stroke in strokes:
        if _meet(stroke.box, box):
            painter.drawPolyline(stroke.line)
