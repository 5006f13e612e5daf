# SPDX-License-Identifier: BSD-3-Clause
"""Drawings on paper: PDF and printers, with page breaks between lines; and pictures."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QLocale, QMarginsF, QRectF, QSize, QSizeF, Qt
from PySide6.QtGui import QImage, QPagedPaintDevice, QPageLayout, QPageSize, QPainter, QPdfWriter

from app import __version__
from app.errors import LiveObjectsError
from app.ui.output.drawing import Drawing
from app.ui.thumbnails import as_png

_SCREEN_DPI = 96.0
PRINT_DPI = 300
"""Enough for pictures; at much finer ones, Qt writes letters as outlines."""
_MARGIN_MM = 12.0
_SHRINK = 1.4
"""A drawing that is up to this much too high for a page is made smaller instead of cut."""
_WIDE = 1.15
"""The ratio of width to height from which a drawing is put across."""
_SEARCHED = 0.15
"""The part of a page in which a gap between lines is looked for."""
_PICTURE_SCALE = 2.0
_MOST_PIXELS = 100_000_000


class OutputError(LiveObjectsError):
    """Something cannot be exported or printed."""


@dataclass(frozen=True)
class Slice:
    """The part of a drawing that is on one page, and its scale there."""

    area: QRectF
    scale: float


def pdf_of(drawing: Drawing, title: str) -> bytes:
    """A PDF with a drawing; texts and lines are vectors where the drawing paints such."""
    content = QByteArray()
    buffer = QBuffer(content)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QPdfWriter(buffer)
    writer.setTitle(title)
    writer.setCreator(f"Live Objects {__version__}")
    writer.setResolution(PRINT_DPI)
    writer.setPageSize(paper_size())
    set_margins(writer)
    with drawing.prepared():
        turn(writer, drawing.size)
        paint_pages(drawing, writer, writer.pageLayout().paintRectPixels(PRINT_DPI).size(), PRINT_DPI)
    buffer.close()
    return bytes(content.data())


def png_of(drawing: Drawing) -> bytes:
    """A picture of a drawing in two pixels for each on the screen, or fewer for a large one."""
    with drawing.prepared():
        size = drawing.size
        scale = min(_PICTURE_SCALE, (_MOST_PIXELS / max(1.0, size.width() * size.height())) ** 0.5)
        picture = QImage((size * scale).toSize().expandedTo(QSize(1, 1)), QImage.Format.Format_ARGB32_Premultiplied)
        picture.fill(drawing.background)
        painter = QPainter(picture)
        painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
        painter.scale(scale, scale)
        drawing.paint(painter, QRectF(0, 0, size.width(), size.height()))
        painter.end()
    return as_png(picture)


def paper_size() -> QPageSize:
    """The paper that is usual in the user's country."""
    imperial = QLocale.system().measurementSystem() is QLocale.MeasurementSystem.ImperialUSSystem
    return QPageSize(QPageSize.PageSizeId.Letter if imperial else QPageSize.PageSizeId.A4)


def set_margins(device: QPagedPaintDevice) -> None:
    """Leave room at the edges of the paper."""
    device.setPageMargins(QMarginsF(_MARGIN_MM, _MARGIN_MM, _MARGIN_MM, _MARGIN_MM), QPageLayout.Unit.Millimeter)


def turn(device: QPagedPaintDevice, size: QSizeF) -> None:
    """Put a wide drawing across the paper."""
    wide = size.width() > _WIDE * size.height()
    device.setPageOrientation(QPageLayout.Orientation.Landscape if wide else QPageLayout.Orientation.Portrait)


def paint_pages(drawing: Drawing, device: QPagedPaintDevice, paper: QSize, dpi: float) -> int:
    """Paint a prepared drawing on as many pages as it needs; returns their number."""
    painter = QPainter()
    if not painter.begin(device):
        raise OutputError("the printer does not answer", "choose another one, or export a PDF")
    count = 0
    try:
        for each in slices(drawing, QSizeF(paper), dpi):
            if count:
                device.newPage()
            count += 1
            painter.save()
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.scale(each.scale, each.scale)
            painter.translate(-each.area.topLeft())
            painter.setClipRect(each.area)
            drawing.paint(painter, each.area)
            painter.restore()
    finally:
        painter.end()
    return count


def slices(drawing: Drawing, paper: QSizeF, dpi: float) -> Iterator[Slice]:
    """The parts of a drawing for pages of a size; page breaks are between lines where there are any."""
    size = drawing.size
    scale = min(dpi / _SCREEN_DPI, paper.width() / max(1.0, size.width()))
    if size.height() * scale <= paper.height() * _SHRINK:
        scale = min(scale, paper.height() / max(1.0, size.height()))
        yield Slice(QRectF(0, 0, size.width(), size.height()), scale)
        return
    page, top = paper.height() / scale, 0.0
    while top < size.height():
        bottom = min(size.height(), top + page)
        if bottom < size.height():
            bottom = _gap_before(drawing, bottom, page * _SEARCHED)
        yield Slice(QRectF(0, top, size.width(), bottom - top), scale)
        top = bottom


def _gap_before(drawing: Drawing, bottom: float, searched: float) -> float:
    """The lowest row in which nothing is drawn; the given one if there is none."""
    area = QRectF(0, int(bottom - searched), drawing.size.width(), int(searched))
    picture = QImage(int(area.width()), int(area.height()), QImage.Format.Format_RGB32)
    picture.fill(Qt.GlobalColor.white)
    painter = QPainter(picture)
    painter.translate(-area.topLeft())
    drawing.paint(painter, area)
    painter.end()
    bits = bytes(picture.constBits())
    for row in range(picture.height() - 1, 0, -1):
        line = bits[row * picture.bytesPerLine() :][: picture.width() * 4]
        inner = line[4 * (picture.width() // 20) : -4 * (picture.width() // 20) or None]
        if inner == inner[:4] * (len(inner) // 4):  # frames at the sides do not count
            return area.top() + row
    return bottom
