# SPDX-License-Identifier: BSD-3-Clause
"""Renders blocks to an image, for other programs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage, QPainter

if TYPE_CHECKING:
    from collections.abc import Iterable

    from app.ui.composer.canvas.canvas import Canvas

_MARGIN = 24.0
_SHARPNESS = 2.0
_LARGEST = 2000.0


def render_blocks(canvas: Canvas, names: Iterable[str]) -> QImage:
    """An image of the blocks and everything in their area."""
    area = QRectF()
    for name in names:
        area = area.united(canvas.sheet_scene.blocks[name].sceneBoundingRect())
    area.adjust(-_MARGIN, -_MARGIN, _MARGIN, _MARGIN)
    scale = min(_SHARPNESS, _LARGEST / max(area.width(), area.height()))
    picture = QImage((area.size() * scale).toSize(), QImage.Format.Format_ARGB32_Premultiplied)
    picture.fill(canvas.appearance.paper)
    painter = QPainter(picture)
    painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.TextAntialiasing)
    canvas.sheet_scene.render(painter, QRectF(picture.rect()), area)
    painter.end()
    return picture
