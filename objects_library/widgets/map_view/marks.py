# SPDX-License-Identifier: BSD-3-Clause
"""Marks on a map: pins with symbols, lines and areas."""

from __future__ import annotations

import math
from functools import lru_cache
from itertools import pairwise

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPalette, QPen, QPixmap, QPolygonF

from objects_library.replication.drawing.shapes import Shape, unpacked
from objects_library.values.world import WIDE, distance, from_square, to_square
from objects_library.widgets.appearance import is_dark
from objects_library.widgets.map_view.markers import draw_label
from objects_library.widgets.plane.camera import Camera
from objects_library.widgets.plane.pens import pen_colour

_PIN = (30, 38)
_NEAR = 8.0
_NAMED = 300
"""With more marks in sight, only selected ones have labels."""


def places_of(shape: Shape) -> list[tuple[float, float]]:
    """The points of a mark on the square."""
    numbers = unpacked(shape.points)
    place = shape.place
    return [
        to_square(place.x + numbers[at] * place.across, place.y + numbers[at + 1] * place.down)
        for at in range(0, len(numbers), 2)
    ]


def length_of(points: list[tuple[float, float]]) -> float:
    """The length in metres of a line on the square."""
    where = [from_square(*point) for point in points]
    return sum(distance(one, other) for one, other in pairwise(where))


def area_of(points: list[tuple[float, float]]) -> float:
    """The area in square metres of a polygon on the square, on a sphere."""
    total = 0.0
    for number, (x, y) in enumerate(points):
        next_x, next_y = points[(number + 1) % len(points)]
        north, next_north = (math.radians(from_square(0, each)[1]) for each in (y, next_y))
        east = (next_x - x) / WIDE * 2 * math.pi
        total += east * (2 + math.sin(north) + math.sin(next_north))
    return abs(total * 6_371_008.8**2 / 2)


class Marks:
    """Draws the visible marks, and finds the one under the pointer."""

    def __init__(self) -> None:
        self._places: dict[tuple[bytes, object], list[tuple[float, float]]] = {}

    def where(self, shape: Shape) -> list[tuple[float, float]]:
        """The points of a mark on the square, cached."""
        key = (shape.points, shape.place)
        found = self._places.get(key)
        if found is None:
            if len(self._places) > 40_000:
                self._places.clear()
            found = self._places[key] = places_of(shape)
        return found

    def in_window(self, shape: Shape, camera: Camera) -> list[QPointF]:
        """The points of a mark in the window, in the nearest copy of the world."""
        points = self.where(shape)
        shift = WIDE * round((camera.x - points[0][0]) / WIDE)
        return [camera.to_window(x + shift, y) for x, y in points]

    def draw(
        self, painter: QPainter, camera: Camera, shapes: list[Shape], palette: QPalette, chosen: object, ratio: float
    ) -> None:
        """Draw areas, lines, pins, then labels."""
        dark = is_dark(palette)
        room = QRectF(-40, -40, camera.size.width() + 80, camera.size.height() + 80)
        pins: list[tuple[Shape, QPointF]] = []
        named: list[tuple[Shape, QPointF]] = []
        for shape in shapes:
            points = self.in_window(shape, camera)
            if shape.kind == "marker":
                if room.contains(points[0]):
                    pins.append((shape, points[0]))
                continue
            polygon = QPolygonF(points)
            if not polygon.boundingRect().adjusted(-1, -1, 1, 1).intersects(room):
                continue
            self._line(painter, shape, polygon, pen_colour(shape.colour, dark=dark), shape.item == chosen)
            if shape.text:
                named.append((shape, polygon.boundingRect().center()))
        for shape, point in pins:
            picture = pin(shape.icon, pen_colour(shape.colour, dark=dark).rgb(), shape.item == chosen, dark, ratio)
            painter.drawPixmap(QPointF(point.x() - _PIN[0] / 2, point.y() - _PIN[1] + 2), picture)
        few = len(pins) <= _NAMED
        for shape, point in pins:
            if shape.text and (few or shape.item == chosen):
                label_at = QPointF(point.x() + 14, point.y() - 24)
                draw_label(painter, label_at, shape.text, palette, strong=shape.item == chosen)
        for shape, point in named:
            draw_label(painter, point, shape.text, palette, strong=shape.item == chosen)

    def at(self, point: QPointF, camera: Camera, shapes: list[Shape]) -> Shape | None:
        """The topmost mark under a point of the window."""
        for shape in reversed(shapes):
            points = self.in_window(shape, camera)
            if shape.kind == "marker":
                head = points[0] - QPointF(0, 22)
                if math.hypot(head.x() - point.x(), head.y() - point.y()) < 15 or (
                    abs(points[0].x() - point.x()) < 6 and -14 < points[0].y() - point.y() < 22
                ):
                    return shape
            elif _touches(points, point, closed=shape.kind == "area"):
                return shape
        return None

    @staticmethod
    def _line(painter: QPainter, shape: Shape, polygon: QPolygonF, colour: QColor, chosen: bool) -> None:
        pen = QPen(colour, shape.width + (2 if chosen else 0))
        pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        painter.setPen(pen)
        if shape.kind == "area":
            filling = QColor(colour)
            filling.setAlpha(60)
            painter.setBrush(filling)
            painter.drawPolygon(polygon)
        else:
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawPolyline(polygon)


def _touches(points: list[QPointF], point: QPointF, *, closed: bool) -> bool:
    if closed and QPolygonF(points).containsPoint(point, Qt.FillRule.OddEvenFill):
        return True
    pairs = pairwise(points)
    return any(_far(point, one, other) < _NEAR for one, other in pairs)


def _far(point: QPointF, one: QPointF, other: QPointF) -> float:
    across, down = other.x() - one.x(), other.y() - one.y()
    long = across * across + down * down
    share = ((point.x() - one.x()) * across + (point.y() - one.y()) * down) / long if long else 0.0
    share = max(0.0, min(1.0, share))
    return math.hypot(one.x() + share * across - point.x(), one.y() + share * down - point.y())


@lru_cache(maxsize=400)
def pin(icon: str, colour: int, chosen: bool, dark: bool, ratio: float) -> QPixmap:
    """A pin with a symbol; its tip is at the bottom centre."""
    width, height = _PIN
    picture = QPixmap(round(width * ratio), round(height * ratio))
    picture.setDevicePixelRatio(ratio)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    path = QPainterPath()
    path.moveTo(width / 2, height - 2)
    path.cubicTo(width / 2 - 3, height - 11, 3, height - 14, 3, 15)
    path.arcTo(QRectF(3, 3, width - 6, width - 6), 180, -180)
    path.cubicTo(width - 3, height - 14, width / 2 + 3, height - 11, width / 2, height - 2)
    rim = QColor("#101418" if dark else "#ffffff")
    painter.setPen(QPen(rim, 3.2 if chosen else 1.6))
    painter.setBrush(QColor.fromRgb(colour))
    painter.drawPath(path)
    painter.translate(width / 2 - 8, 7)
    draw_sign(painter, icon or "pin", 16, rim)
    painter.end()
    return picture


_SIGNS: dict[str, tuple[tuple[float, ...], ...]] = {
    "flag": ((7, 3, 8.6, 3, 8.6, 21, 7, 21), (8.6, 4, 19, 7.5, 8.6, 12)),
    "star": ((12, 2, 14.8, 9, 22, 9.3, 16.4, 14, 18.4, 21.3, 12, 17.2, 5.6, 21.3, 7.6, 14, 2, 9.3, 9.2, 9),),
    "home": ((12, 3, 22, 12, 19, 12, 19, 20.5, 14, 20.5, 14, 14.5, 10, 14.5, 10, 20.5, 5, 20.5,
              5, 12, 2, 12),),
    "plane": ((12, 2, 13.6, 5, 13.6, 9.6, 22, 15, 22, 17, 13.6, 14.4, 13.2, 19, 16, 21, 16, 22, 12, 21,
               8, 22, 8, 21, 10.8, 19, 10.4, 14.4, 2, 17, 2, 15, 10.4, 9.6, 10.4, 5),),
    "ship": ((2, 14, 22, 14, 18.5, 20.5, 5.5, 20.5), (11, 3, 19, 12, 11, 12), (9.6, 5, 9.6, 12, 4.5, 12)),
    "car": ((2, 12, 5, 11, 7.5, 6.5, 16.5, 6.5, 19, 11, 22, 12, 22, 17, 2, 17),
            (5, 16, 9, 16, 9, 19.5, 5, 19.5), (15, 16, 19, 16, 19, 19.5, 15, 19.5)),
    "person": ((12, 2, 15, 3.2, 16, 6, 15, 8.8, 12, 10, 9, 8.8, 8, 6, 9, 3.2),
               (12, 11.5, 17, 12.5, 19.5, 16, 20, 21.5, 4, 21.5, 4.5, 16, 7, 12.5)),
    "camera": ((3, 7, 8, 7, 9.5, 4.5, 14.5, 4.5, 16, 7, 21, 7, 21, 19, 3, 19),),
    "warning": ((12, 2.5, 22.5, 21, 1.5, 21),),
}  # fmt: skip


def draw_sign(painter: QPainter, icon: str, side: float, colour: QColor) -> None:
    """Draw a symbol in a square at the origin."""
    painter.save()
    painter.scale(side / 24, side / 24)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour)
    for numbers in _SIGNS.get(icon, ()):
        pairs = zip(numbers[0::2], numbers[1::2], strict=True)
        painter.drawPolygon(QPolygonF([QPointF(x, y) for x, y in pairs]))
    if icon == "pin" or icon not in _SIGNS:
        painter.drawEllipse(QPointF(12, 12), 6, 6)
    painter.restore()
