# SPDX-License-Identifier: BSD-3-Clause
"""The spatial index of shapes, with cached outlines."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from uuid import UUID

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath

from objects_library.documents.whiteboard.canvas.strokes import outline, text_box, text_font
from objects_library.replication.drawing.shapes import Shape
from objects_library.widgets.plane.pens import pen_colour

_CELL = 512.0
_MOST_CELLS = 64
"""A shape over more cells is kept in a list of its own."""
_CLEAR = 90
"""The opacity of a highlighter, of 255."""

Cell = tuple[int, int]


class ShapeIndex:
    """Shapes by id and by position (a grid)."""

    def __init__(self) -> None:
        self.shapes: dict[UUID, Shape] = {}
        self.top = 0
        """The highest layer."""
        self._outlines: dict[UUID, QPainterPath] = {}
        self._bounds: dict[UUID, QRectF] = {}
        self._cells: dict[Cell, set[UUID]] = {}
        self._wide: set[UUID] = set()

    def put(self, shape: Shape) -> None:
        """Add or replace a shape."""
        if shape.item in self.shapes:
            self.take(shape.item)
        self.shapes[shape.item] = shape
        self.top = max(self.top, shape.layer)
        bounds = self.bounds(shape.item)
        if bounds.width() * bounds.height() > _MOST_CELLS * _CELL * _CELL or _long(bounds):
            self._wide.add(shape.item)
        else:
            for cell in _cells(bounds):
                self._cells.setdefault(cell, set()).add(shape.item)

    def take(self, name: UUID) -> QRectF:
        """Remove a shape; returns where it was."""
        bounds = self.bounds(name)
        if name in self._wide:
            self._wide.discard(name)
        else:
            for cell in _cells(bounds):
                there = self._cells.get(cell)
                if there is not None:
                    there.discard(name)
                    if not there:
                        del self._cells[cell]
        del self.shapes[name]
        del self._bounds[name]
        self._outlines.pop(name, None)
        return bounds

    def clear(self) -> None:
        """Remove all shapes."""
        for kept in (self.shapes, self._outlines, self._bounds, self._cells, self._wide):
            kept.clear()
        self.top = 0

    def bounds(self, name: UUID) -> QRectF:
        """The bounding box of a shape."""
        known = self._bounds.get(name)
        if known is None:
            shape = self.shapes[name]
            around = self._outline(name).controlPointRect().adjusted(-1, -1, 1, 1)
            known = self._bounds[name] = around.translated(shape.place.x, shape.place.y)
        return known

    def around(self, names: Iterable[UUID]) -> QRectF:
        """The bounding box of several shapes."""
        found = QRectF()
        for name in names:
            found = found.united(self.bounds(name))
        return found

    def within(self, area: QRectF) -> list[Shape]:
        """The shapes that may be in an area, the lowest first."""
        if area.width() * area.height() > _CELL * _CELL * max(16, len(self._cells)):
            names: Iterable[UUID] = self.shapes  # at low zoom it is faster to check all
        else:
            names = set(self._wide).union(*(self._cells.get(cell, ()) for cell in _cells(area)))
        found = [self.shapes[name] for name in names if self._bounds[name].intersects(area)]
        found.sort(key=lambda shape: (shape.layer, shape.item.bytes))
        return found

    def at(self, point: QPointF, reach: float) -> Shape | None:
        """The topmost shape at a point; the inside of a rectangle or ellipse does not count."""
        area = QRectF(point.x() - reach, point.y() - reach, 2 * reach, 2 * reach)
        for shape in reversed(self.within(area)):
            here = area.translated(-shape.place.x, -shape.place.y)
            if self._outline(shape.item).intersects(here):
                return shape
        return None

    def paint(self, painter: QPainter, shape: Shape, *, dark: bool) -> None:
        """Paint one shape."""
        painter.save()
        painter.translate(shape.place.x, shape.place.y)
        known = self.shapes.get(shape.item) is shape
        paint_shape(painter, shape, self._outline(shape.item) if known else outline(shape), dark=dark)
        painter.restore()

    def _outline(self, name: UUID) -> QPainterPath:
        known = self._outlines.get(name)
        if known is None:
            known = self._outlines[name] = outline(self.shapes[name])
        return known


def paint_shape(painter: QPainter, shape: Shape, path: QPainterPath, *, dark: bool) -> None:
    """Paint a shape by its outline, at the origin."""
    colour = shown_colour(shape.kind, shape.colour, dark=dark)
    if shape.kind == "text":
        painter.setPen(colour)
        painter.setFont(text_font(shape))
        painter.drawText(text_box(shape).adjusted(0, 0, 400, 0), Qt.AlignmentFlag.AlignLeft, shape.text)
    else:
        painter.fillPath(path, colour)


def shown_colour(kind: str, name: str, *, dark: bool) -> QColor:
    """The colour of a shape; highlighters are translucent."""
    colour = pen_colour(name, dark=dark)
    if kind == "highlighter":
        colour.setAlpha(_CLEAR)
    return colour


def _long(area: QRectF) -> bool:
    return max(area.width(), area.height()) > _MOST_CELLS * _CELL


def _cells(area: QRectF) -> Iterator[Cell]:
    left, right = math.floor(area.left() / _CELL), math.floor(area.right() / _CELL)
    top, bottom = math.floor(area.top() / _CELL), math.floor(area.bottom() / _CELL)
    for across in range(left, right + 1):
        for down in range(top, bottom + 1):
            yield across, down
