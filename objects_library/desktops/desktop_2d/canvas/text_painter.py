# SPDX-License-Identifier: BSD-3-Clause
"""Paints a text of a desktop: a note, a shape with a text in it, or bare words."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFont, QPainter, QPainterPath, QPalette, QPen, QPolygonF

from objects_library.replication.desktop.text_style import TextStyle
from objects_library.widgets.appearance import blend, is_dark
from objects_library.widgets.plane.pens import pen_colour

_ROUND = 8.0
_FILLED = 0.22
"""The share of the colour in the filling, so that text stays readable on it."""


def paint_text(
    painter: QPainter, area: QRectF, text: str, style: TextStyle, palette: QPalette, marked: QPen | None
) -> None:
    """Paint a text in its style; `marked` is the rim of a selected or held item."""
    colour = pen_colour(style.colour, dark=is_dark(palette))
    if style.shape == "words":
        if marked is not None:
            painter.setPen(marked)
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(area, _ROUND, _ROUND)
        font = QFont(painter.font())
        font.setPointSizeF(font.pointSizeF() * 1.5)
        font.setWeight(QFont.Weight.DemiBold)
        painter.setFont(font)
        painter.setPen(colour)
        _write(painter, area.adjusted(6, 4, -6, -4), text, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        return
    rim = QPen(palette.mid().color(), 1) if style.shape == "note" else QPen(colour, 1.6)
    painter.setPen(marked if marked is not None else rim)
    painter.setBrush(blend(colour, palette.base().color(), _FILLED))
    painter.drawPath(outline(style.shape, area))
    painter.setPen(palette.text().color())
    if style.shape == "note":
        _write(painter, area.adjusted(12, 10, -12, -8), text, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
    else:
        _write(painter, _room(style.shape, area), text, Qt.AlignmentFlag.AlignCenter)


def outline(shape: str, area: QRectF) -> QPainterPath:
    """The outline of a shape."""
    path = QPainterPath()
    match shape:
        case "ellipse":
            path.addEllipse(area)
        case "diamond":
            middle = area.center()
            path.addPolygon(
                QPolygonF(
                    [
                        QPointF(middle.x(), area.top()),
                        QPointF(area.right(), middle.y()),
                        QPointF(middle.x(), area.bottom()),
                        QPointF(area.left(), middle.y()),
                    ]
                )
            )
            path.closeSubpath()
        case "arrow":
            head = min(area.height() * 0.75, area.width() * 0.5)
            shaft = area.adjusted(0, area.height() * 0.28, -head, -area.height() * 0.28)
            path.addPolygon(
                QPolygonF(
                    [
                        shaft.topLeft(),
                        shaft.topRight(),
                        QPointF(shaft.right(), area.top()),
                        QPointF(area.right(), area.center().y()),
                        QPointF(shaft.right(), area.bottom()),
                        shaft.bottomRight(),
                        shaft.bottomLeft(),
                    ]
                )
            )
            path.closeSubpath()
        case _:
            path.addRoundedRect(area, _ROUND, _ROUND)
    return path


def _room(shape: str, area: QRectF) -> QRectF:
    """The rectangle for the text inside a shape."""
    share = {"ellipse": 0.15, "diamond": 0.25}.get(shape, 0.0)
    across, down = area.width() * share + 6, area.height() * share + 4
    return area.adjusted(across, down, -across, -down)


def _write(painter: QPainter, area: QRectF, text: str, where: Qt.AlignmentFlag) -> None:
    painter.drawText(area, int(where) | int(Qt.TextFlag.TextWordWrap.value), text)
