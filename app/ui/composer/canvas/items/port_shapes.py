# SPDX-License-Identifier: BSD-3-Clause
"""Port shapes by family, so that colour is never the only cue."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import cache

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainterPath, QPolygonF

from app.ui.composer.model.families import Family

RADIUS = 6.0


@cache
def shape_of(family: Family) -> QPainterPath:
    """The outline of a port, centred on the origin."""
    path = QPainterPath()
    _OUTLINES.get(family, _draw_other)(path)
    path.closeSubpath()
    return path


def _draw_channel(path: QPainterPath) -> None:
    path.addEllipse(QPointF(0, 0), RADIUS, RADIUS)


def _draw_state(path: QPainterPath) -> None:
    path.addRoundedRect(QRectF(-RADIUS + 0.5, -RADIUS + 0.5, 2 * RADIUS - 1, 2 * RADIUS - 1), 2.5, 2.5)


def _draw_table(path: QPainterPath) -> None:
    path.addRect(QRectF(-RADIUS, -RADIUS + 1, 2 * RADIUS, 2 * RADIUS - 2))
    path.addRect(QRectF(-RADIUS, -1.2, 2 * RADIUS, 1.2))


def _draw_yes_no(path: QPainterPath) -> None:
    path.addRoundedRect(QRectF(-RADIUS - 1, -3.5, 2 * RADIUS + 2, 7), 3.5, 3.5)


def _draw_moment(path: QPainterPath) -> None:
    path.addEllipse(QPointF(0, 0), RADIUS, RADIUS)
    path.addRect(QRectF(-0.8, -RADIUS + 2, 1.6, RADIUS - 2))


def _draw_row(path: QPainterPath) -> None:
    path.addRect(QRectF(-RADIUS, -3, 2 * RADIUS, 6))


def _draw_picture(path: QPainterPath) -> None:
    path.addRect(QRectF(-RADIUS, -RADIUS + 1, 2 * RADIUS, 2 * RADIUS - 2))
    path.addPolygon(_polygon([(-RADIUS, RADIUS - 1), (-1, -1), (RADIUS, RADIUS - 1)]))


def _draw_other(path: QPainterPath) -> None:
    path.addEllipse(QPointF(0, 0), RADIUS - 1, RADIUS - 1)
    path.addEllipse(QPointF(0, 0), 2, 2)


def _corners(*corners: tuple[float, float]) -> Callable[[QPainterPath], None]:
    return lambda path: path.addPolygon(_polygon(list(corners)))


def _regular(corners: int, radius: float, turn: float) -> QPolygonF:
    steps = [turn + 2 * math.pi * step / corners for step in range(corners)]
    return _polygon([(radius * math.cos(angle), radius * math.sin(angle)) for angle in steps])


def _plus(r: float, half: float) -> QPolygonF:
    a, b = r, half
    return _polygon(
        [(-b, -a), (b, -a), (b, -b), (a, -b), (a, b), (b, b), (b, a), (-b, a), (-b, b), (-a, b), (-a, -b), (-b, -b)]
    )


def _polygon(corners: list[tuple[float, float]]) -> QPolygonF:
    points = [QPointF(x, y) for x, y in corners]
    return QPolygonF([*points, points[0]])


_OUTLINES: dict[Family, Callable[[QPainterPath], None]] = {
    Family.CHANNEL: _draw_channel,
    Family.REPLICATED_STATE: _draw_state,
    Family.MEMBERSHIP: lambda path: path.addPolygon(_regular(6, RADIUS + 0.5, 0)),
    Family.FOLDER: _corners((-6, 5), (-6, -5), (-1, -5), (1, -2.5), (6, -2.5), (6, 5)),
    Family.TEXT: _corners((-5, -6), (2, -6), (5, -2.5), (5, 6), (-5, 6)),
    Family.VALUE: lambda path: path.addPolygon(_regular(4, RADIUS + 1.2, 0)),
    Family.NUMBER: _corners((-6, -5), (1, -5), (6, 0), (1, 5), (-6, 5)),
    Family.YES_NO: _draw_yes_no,
    Family.MOMENT: _draw_moment,
    Family.POSITION: _corners((0, 7), (-5, -1), (-4, -5), (4, -5), (5, -1)),
    Family.ROW: _draw_row,
    Family.PICTURE: _draw_picture,
    Family.EVENT: _corners((1, -7), (-4, 1), (-0.5, 1), (-1, 7), (4, -1), (0.5, -1)),
    Family.TABLE: _draw_table,
    Family.SERVICE: lambda path: path.addPolygon(_regular(3, RADIUS + 1.5, 0)),
    Family.CONTROL: lambda path: path.addPolygon(_plus(RADIUS, 2.2)),
}
