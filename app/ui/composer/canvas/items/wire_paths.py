# SPDX-License-Identifier: BSD-3-Clause
"""Paths of wires between two ports."""

from __future__ import annotations

import itertools
import math

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainterPath

_LEAST_PULL = 32.0
_MOST_PULL = 180.0
_BEND = 14.0
_TURN = 24.0
_Corners = tuple[tuple[float, float], ...]


def wire_path(
    start: QPointF, start_on_left: bool, end: QPointF, end_on_left: bool, corners: _Corners = ()
) -> QPainterPath:
    """A curve that leaves each port horizontally; with corners, rounded straight segments."""
    if corners:
        return _through(start, [QPointF(x, y) for x, y in corners], end)
    path = QPainterPath(start)
    pull = min(_MOST_PULL, max(_LEAST_PULL, 0.45 * math.hypot(end.x() - start.x(), end.y() - start.y())))
    out = -pull if start_on_left else pull
    into = -pull if end_on_left else pull
    path.cubicTo(start.x() + out, start.y(), end.x() + into, end.y(), end.x(), end.y())
    return path


def detour(start: QPointF, start_area: QRectF, end: QPointF, end_area: QRectF) -> _Corners:
    """The corners of a wire that turns back: between its two blocks or below both."""
    upper, lower = sorted((start_area, end_area), key=QRectF.top)
    if upper.bottom() + _BEND < lower.top():
        across = (upper.bottom() + lower.top()) / 2
    else:
        across = max(upper.bottom(), lower.bottom()) + _TURN
    out = start.x() + (_TURN if start.x() > start_area.center().x() else -_TURN)
    into = end.x() + (_TURN if end.x() > end_area.center().x() else -_TURN)
    return (out, start.y()), (out, across), (into, across), (into, end.y())


def turns_back(start: QPointF, start_on_left: bool, end: QPointF, end_on_left: bool) -> bool:
    """Whether a direct wire would cross its own blocks."""
    if start_on_left == end_on_left:
        return False
    return (end.x() - start.x()) * (-1 if start_on_left else 1) < _TURN


def _through(start: QPointF, corners: list[QPointF], end: QPointF) -> QPainterPath:
    path = QPainterPath(start)
    points = [*corners, end]
    before = start
    for corner, after in itertools.pairwise(points):
        path.lineTo(_towards(corner, before))
        path.quadTo(corner, _towards(corner, after))
        before = corner
    path.lineTo(end)
    return path


def _towards(corner: QPointF, other: QPointF) -> QPointF:
    """The point near a corner where its rounding begins."""
    way = other - corner
    length = math.hypot(way.x(), way.y())
    if length < 1e-6:
        return corner
    return corner + way * (min(_BEND, length / 2) / length)
