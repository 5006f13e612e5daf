# SPDX-License-Identifier: BSD-3-Clause
"""The outlines of shapes; all are filled, so painting, hit tests and export agree."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QGuiApplication, QPainterPath, QPainterPathStroker

from objects_library.replication.drawing.shapes import Shape, unpacked

Points = Sequence[tuple[float, float]]
_QUICK = 26.0
"""The distance between points at which a fast line is thinnest."""
_THINNEST, _THICKEST = 0.55, 1.15
_TAPER = 4
"""Points at each end over which a line tapers."""
_HEAD = 4.2
"""The length of an arrow head relative to the line width."""


def points_of(shape: Shape) -> list[tuple[float, float]]:
    """The points of a shape in its frame."""
    numbers = unpacked(shape.points)
    across, down = shape.place.across, shape.place.down
    return [(numbers[at] * across, numbers[at + 1] * down) for at in range(0, len(numbers), 2)]


def outline(shape: Shape) -> QPainterPath:
    """The outline of a shape in its frame; for a text its bounding box."""
    if shape.kind == "text":
        path = QPainterPath()
        path.addRect(text_box(shape))
        return path
    return outline_of(shape.kind, points_of(shape), shape.width, ended=shape.done)


def outline_of(kind: str, points: Points, width: float, *, ended: bool = True) -> QPainterPath:
    """The outline for a kind of shape."""
    if kind == "pen":
        return _pen(points, width, ended=ended)
    if kind == "highlighter":
        return _stroked(_smooth(points), width, Qt.PenCapStyle.FlatCap if len(points) > 2 else Qt.PenCapStyle.SquareCap)
    (x, y), (to_x, to_y) = points[0], points[-1]
    path = QPainterPath()
    box = QRectF(QPointF(x, y), QPointF(to_x, to_y)).normalized()
    if kind == "rectangle":
        path.addRoundedRect(box, min(4.0, box.width() / 4), min(4.0, box.height() / 4))
    elif kind == "ellipse":
        path.addEllipse(box)
    else:
        path.moveTo(x, y)
        path.lineTo(to_x + (0.01 if (x, y) == (to_x, to_y) else 0), to_y)
    found = _stroked(path, width, Qt.PenCapStyle.RoundCap)
    if kind == "arrow":
        found.addPath(_head(x, y, to_x, to_y, width))
    return found


def text_font(shape: Shape) -> QFont:
    """The font of a text shape."""
    font = QFont(QGuiApplication.font())
    font.setPixelSize(max(1, round(shape.width * shape.place.down)))
    return font


def text_box(shape: Shape) -> QRectF:
    """The bounding box of a text in its frame."""
    metrics = QFontMetricsF(text_font(shape))
    lines = shape.text.split("\n") or [""]
    width = max((metrics.horizontalAdvance(line) for line in lines), default=0.0)
    return QRectF(0, 0, max(width, metrics.averageCharWidth()), metrics.lineSpacing() * len(lines))


def _smooth(points: Points) -> QPainterPath:
    """A curve through the midpoints, which rounds corners."""
    path = QPainterPath(QPointF(*points[0]))
    if len(points) == 1:
        path.lineTo(points[0][0] + 0.01, points[0][1])
    for (x, y), (next_x, next_y) in pairwise(points[1:]):
        path.quadTo(x, y, (x + next_x) / 2, (y + next_y) / 2)
    if len(points) > 1:
        path.lineTo(*points[-1])
    return path


def _stroked(path: QPainterPath, width: float, cap: Qt.PenCapStyle) -> QPainterPath:
    stroker = QPainterPathStroker()
    stroker.setWidth(width)
    stroker.setCapStyle(cap)
    stroker.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    found = stroker.createStroke(path)
    found.setFillRule(Qt.FillRule.WindingFill)
    return found


def _head(x: float, y: float, to_x: float, to_y: float, width: float) -> QPainterPath:
    angle = math.atan2(to_y - y, to_x - x)
    long = width * _HEAD + 6
    path = QPainterPath()
    path.moveTo(to_x + math.cos(angle) * width, to_y + math.sin(angle) * width)
    for turn in (math.pi - 0.5, math.pi + 0.5):
        path.lineTo(to_x + math.cos(angle + turn) * long, to_y + math.sin(angle + turn) * long)
    path.closeSubpath()
    return path


def _radii(points: Points, width: float, *, ended: bool) -> list[float]:
    """Half the width at each point: fast lines are thinner, and ends taper."""
    half, radius = width / 2, width / 2
    found = [radius]
    for (x, y), (next_x, next_y) in pairwise(points):
        speed = min(1.0, math.hypot(next_x - x, next_y - y) / (_QUICK + 2 * width))
        wanted = half * (_THICKEST - (_THICKEST - _THINNEST) * speed)
        radius += (wanted - radius) * 0.3
        found.append(radius)
    if len(found) > 2 * _TAPER:
        for number in range(_TAPER):
            share = 0.6 + 0.4 * (number + 1) / (_TAPER + 1)
            found[number] *= share
            if ended:
                found[-1 - number] *= share
    return found


def _pen(points: Points, width: float, *, ended: bool) -> QPainterPath:
    """The two sides of a line of variable width."""
    path = QPainterPath()
    path.setFillRule(Qt.FillRule.WindingFill)
    if len(points) < 3:
        (x, y), (to_x, to_y) = points[0], points[-1]
        path.moveTo(x, y)
        path.lineTo(to_x + (0.01 if (x, y) == (to_x, to_y) else 0), to_y)
        return _stroked(path, width, Qt.PenCapStyle.RoundCap)
    radii = _radii(points, width, ended=ended)
    left: list[tuple[float, float]] = []
    right: list[tuple[float, float]] = []
    last = len(points) - 1
    across, down = 0.0, 1.0
    for number, (x, y) in enumerate(points):
        (from_x, from_y), (to_x, to_y) = points[max(0, number - 1)], points[min(last, number + 1)]
        long = math.hypot(to_x - from_x, to_y - from_y)
        if long:
            across, down = -(to_y - from_y) / long, (to_x - from_x) / long
        radius = radii[number]
        left.append((x - across * radius, y - down * radius))  # the same winding as the ends
        right.append((x + across * radius, y + down * radius))
    right.reverse()
    path.moveTo(*left[0])
    _along(path, left)
    path.lineTo(*right[0])
    _along(path, right)
    path.closeSubpath()
    for number in (0, last):
        path.addEllipse(QPointF(*points[number]), radii[number], radii[number])
    return path


def _along(path: QPainterPath, side: Points) -> None:
    for (x, y), (next_x, next_y) in pairwise(side[1:]):
        path.quadTo(x, y, (x + next_x) / 2, (y + next_y) / 2)
    path.lineTo(*side[-1])
