# SPDX-License-Identifier: BSD-3-Clause
"""Export of a whiteboard as PNG or SVG, in light colours."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtSvg import QSvgGenerator

from objects_library.documents.whiteboard.canvas.shape_index import ShapeIndex
from objects_library.replication.drawing.shapes import Shape

_MARGIN = 24.0
_LARGEST = 8192
_EMPTY = QRectF(0, 0, 400, 300)
_UNWRITTEN = OSError(5, "it cannot be written there")


def save_png(shapes: list[Shape], path: Path, scale: float = 2.0) -> None:
    """Export all shapes as PNG at double size, or as large as possible."""
    sheet, area = _laid(shapes)
    scale = min(scale, _LARGEST / max(area.width(), area.height()))
    size = QSize(max(1, round(area.width() * scale)), max(1, round(area.height() * scale)))
    image = QImage(size, QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.white)
    painter = QPainter(image)
    painter.scale(scale, scale)
    _paint(painter, sheet, area)
    painter.end()
    if not image.save(str(path), "PNG"):  # type: ignore[call-overload]
        raise _UNWRITTEN


def save_svg(shapes: list[Shape], path: Path, title: str) -> None:
    """Export all shapes as SVG."""
    sheet, area = _laid(shapes)
    generator = QSvgGenerator()
    generator.setFileName(str(path))
    generator.setTitle(title)
    generator.setSize(QSize(round(area.width()), round(area.height())))
    generator.setViewBox(QRectF(0, 0, area.width(), area.height()))
    painter = QPainter()
    if not painter.begin(generator):
        raise _UNWRITTEN
    _paint(painter, sheet, area)
    painter.end()


def _laid(shapes: list[Shape]) -> tuple[ShapeIndex, QRectF]:
    sheet = ShapeIndex()
    for shape in shapes:
        sheet.put(shape)
    area = sheet.around(sheet.shapes) if shapes else _EMPTY
    return sheet, area.adjusted(-_MARGIN, -_MARGIN, _MARGIN, _MARGIN)


def _paint(painter: QPainter, sheet: ShapeIndex, area: QRectF) -> None:
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.translate(-area.left(), -area.top())
    for shape in sheet.within(area):
        sheet.paint(painter, shape, dark=False)
