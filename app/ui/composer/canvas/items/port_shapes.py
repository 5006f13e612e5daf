# SPDX-License-Identifier: BSD-3-Clause
"""Port shapes by family, so that colour is never the only cue."""

from __future__ import annotations

import math
from functools import cache

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainterPath, QPolygonF

from app.ui.composer.model.families import Family

RADIUS = 6.0


@cache
def shape_of(family: Family) -> QPainterPath:
    """The outline of a port, centred on the origin."""
    path = QPainterPath()
    r = RADIUS
    if family is Family.CHANNEL:
        path.addEllipse(QPointF(0, 0), r, r)
    elif family is Family.REPLICATED_STATE:
        path.addRoundedRect(QRectF(-r + 0.5, -r + 0.5, 2 * r - 1, 2 * r - 1), 2.5, 2.5)
    elif family is Family.MEMBERSHIP:
        path.addPolygon(_regular(6, r + 0.5, 0))
    elif family is Family.FOLDER:
        corners = [(-r, r - 1), (-r, -r + 1), (-1, -r + 1), (1, -r + 3.5), (r, -r + 3.5), (r, r - 1)]
        path.addPolygon(_polygon(corners))
    elif family is Family.TEXT:
        corners = [(-r + 1, -r), (2, -r), (r - 1, -r + 3.5), (r - 1, r), (-r + 1, r)]
        path.addPolygon(_polygon(corners))
    elif family is Family.VALUE:
        path.addPolygon(_regular(4, r + 1.2, 0))
    elif family is Family.TABLE:
        path.addRect(QRectF(-r, -r + 1, 2 * r, 2 * r - 2))
        path.addRect(QRectF(-r, -1.2, 2 * r, 1.2))
    elif family is Family.SERVICE:
        path.addPolygon(_regular(3, r + 1.5, 0))
    elif family is Family.CONTROL:
        path.addPolygon(_plus(r, 2.2))
    else:
        path.addEllipse(QPointF(0, 0), r - 1, r - 1)
        path.addEllipse(QPointF(0, 0), 2, 2)
    path.closeSubpath()
    return path


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
