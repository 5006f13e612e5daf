# SPDX-License-Identifier: BSD-3-Clause
"""Paints the background: a dot grid that adapts to the zoom, and a hint on an empty sheet."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFont, QPainter

from app.ui.composer.canvas.appearance import GRID, Appearance, hairline
from app.ui.composer.canvas.translation import tr

if TYPE_CHECKING:
    from app.ui.composer.canvas.canvas import Canvas

_LEAST_PIXELS = 20.0


def paint(painter: QPainter, area: QRectF, appearance: Appearance, scale: float) -> None:
    """Fill the background and draw the dot grid with a minimum pixel distance."""
    painter.fillRect(area, appearance.paper)
    step = GRID * 3.0
    while step * scale < _LEAST_PIXELS:
        step *= 2
    left, top = math.floor(area.left() / step), math.floor(area.top() / step)
    right, bottom = math.ceil(area.right() / step), math.ceil(area.bottom() / step)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, on=False)
    painter.setPen(hairline(appearance.grid, 2))
    rows = [row * step for row in range(top, bottom + 1)]
    painter.drawPoints([QPointF(column * step, y) for column in range(left, right + 1) for y in rows])
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, on=True)


def paint_welcome(painter: QPainter, canvas: Canvas) -> None:
    """Paint the hint on an empty sheet."""
    painter.save()
    painter.resetTransform()
    area = QRectF(canvas.viewport().rect())
    font = QFont(canvas.appearance.title_font)
    font.setPixelSize(20)
    painter.setFont(font)
    painter.setPen(canvas.appearance.muted)
    centre = int(Qt.AlignmentFlag.AlignCenter) | int(Qt.TextFlag.TextWordWrap)
    painter.drawText(area.adjusted(24, -20, -24, -20), centre, tr("Drag something from the left onto this page"))
    font.setPixelSize(14)
    font.setWeight(QFont.Weight.Normal)
    painter.setFont(font)
    painter.drawText(area.adjusted(24, 44, -24, 44), centre, tr("or double-click here and type what you want"))
    painter.restore()
