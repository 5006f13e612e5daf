# SPDX-License-Identifier: BSD-3-Clause
"""The tools of a whiteboard: names, symbols and keys."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPainterPath

from objects_library.widgets.plane.button_rows import PaintedButton, begin_symbol, polygon

KEYS = {
    Qt.Key.Key_V: "select", Qt.Key.Key_P: "pen", Qt.Key.Key_H: "highlighter", Qt.Key.Key_L: "line",
    Qt.Key.Key_A: "arrow", Qt.Key.Key_R: "rectangle", Qt.Key.Key_O: "ellipse", Qt.Key.Key_T: "text",
    Qt.Key.Key_E: "eraser",
}  # fmt: skip
WIDTHS = {"fine": 2.0, "medium": 4.0, "broad": 8.0, "brush": 16.0}


def _tr(text: str) -> str:
    return QCoreApplication.translate("WhiteboardTools", text)


def tool_tips() -> dict[str, str]:
    """The tool tips with keys."""
    return {
        "select": _tr("Choose, move and stretch (V)"),
        "pen": _tr("Pen (P)"),
        "highlighter": _tr("Highlighter (H)"),
        "line": _tr("Line (L)"),
        "arrow": _tr("Arrow (A)"),
        "rectangle": _tr("Rectangle (R)"),
        "ellipse": _tr("Ellipse (O)"),
        "text": _tr("Text (T)"),
        "eraser": _tr("Eraser: takes away whole shapes (E)"),
    }


def width_tips() -> dict[str, tuple[float, str]]:
    """Line widths and their names."""
    texts = {"fine": _tr("Fine"), "medium": _tr("Medium"), "broad": _tr("Broad"), "brush": _tr("Very broad")}
    return {name: (width, texts[name]) for name, width in WIDTHS.items()}


def paint_tool(painter: QPainter, box: QRectF, button: PaintedButton) -> None:
    """Paint the symbol of a tool."""
    begin_symbol(painter, box, button)
    match button.name:
        case "select":
            painter.drawPolygon(polygon(4, 2, 15, 9, 9.5, 10.5, 7, 16))
        case "pen":
            painter.drawPolygon(polygon(2.5, 15.5, 4, 11, 12.5, 2.5, 15.5, 5.5, 7, 14))
            painter.drawLine(QPointF(10.5, 4.5), QPointF(13.5, 7.5))
        case "highlighter":
            painter.drawPolygon(polygon(5, 11, 12, 2.5, 16, 6, 9, 14, 5, 14))
            painter.drawLine(QPointF(2, 16.5), QPointF(12, 16.5))
        case "line":
            painter.drawLine(QPointF(3, 15), QPointF(15, 3))
        case "arrow":
            painter.drawLine(QPointF(3, 15), QPointF(15, 3))
            painter.drawPolyline(polygon(8.5, 3, 15, 3, 15, 9.5))
        case "rectangle":
            painter.drawRoundedRect(QRectF(2, 4, 14, 10), 2, 2)
        case "ellipse":
            painter.drawEllipse(QRectF(2, 4, 14, 10))
        case "text":
            painter.drawPolyline(polygon(4, 5, 4, 3, 14, 3, 14, 5))
            painter.drawLine(QPointF(9, 3), QPointF(9, 15))
            painter.drawLine(QPointF(7, 15), QPointF(11, 15))
        case _:
            path = QPainterPath()
            path.addPolygon(polygon(2, 11, 10, 3, 16, 8, 9.5, 15, 5.5, 15, 2, 11))
            painter.drawPath(path)
            painter.drawLine(QPointF(6, 7), QPointF(12.2, 12))
