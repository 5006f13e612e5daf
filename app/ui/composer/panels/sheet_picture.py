# SPDX-License-Identifier: BSD-3-Clause
"""A thumbnail of a sheet: blocks, names and wires."""

from __future__ import annotations

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.runtime.library import Catalogue
from app.runtime.references import Document
from app.ui.composer.model.errors import EditError
from app.ui.composer.model.sheet_view import SheetView, build_sheet_view
from app.ui.theme import Theme

_BLOCK = (176.0, 72.0)
_MARGIN = 24.0
_MOST_BLOCKS = 2_000
_LARGEST_SCALE = 0.8


class SheetPicture(QWidget):
    """Draws a document's outermost sheet, scaled to fit."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._view: SheetView | None = None
        self.setMinimumSize(160, 120)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        theme.changed.connect(self.update)

    def show_document(self, document: Document, catalogue: Catalogue) -> None:
        """Draw a document."""
        try:
            self._view = build_sheet_view(document, (), catalogue)
        except EditError:
            self._view = None
        self.update()

    def show_nothing(self) -> None:
        """Draw an empty sheet."""
        self._view = None
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002 - Qt's signature
        colors = self._theme.colors
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QColor(colors.border)))
        painter.setBrush(QColor(colors.window))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 8, 8)
        if self._view is None or not self._view.blocks:
            return
        places = self._places(self._view)
        self._fit(painter, places)
        painter.setPen(QPen(QColor(colors.muted), 2.0))
        for wire in self._view.wires:
            ends = [places.get(end.component) for end in (wire.first, wire.second)]
            if ends[0] is not None and ends[1] is not None:
                painter.drawLine(QLineF(ends[0].center(), ends[1].center()))
        for name, place in places.items():
            self._draw_block(painter, place, name)

    def _places(self, view: SheetView) -> dict[str, QRectF]:
        width, height = _BLOCK
        return {
            name: QRectF(
                QPointF(block.placed.x, block.placed.y),
                QPointF(
                    block.placed.x + (block.placed.width or width), block.placed.y + (block.placed.height or height)
                ),
            )
            for name, block in list(view.blocks.items())[:_MOST_BLOCKS]
        }

    def _fit(self, painter: QPainter, places: dict[str, QRectF]) -> None:
        whole = QRectF()
        for place in places.values():
            whole = whole.united(place)
        whole = whole.adjusted(-_MARGIN, -_MARGIN, _MARGIN, _MARGIN)
        scale = min(self.width() / whole.width(), self.height() / whole.height(), _LARGEST_SCALE)
        painter.translate(self.width() / 2, self.height() / 2)
        painter.scale(scale, scale)
        painter.translate(-whole.center())

    def _draw_block(self, painter: QPainter, area: QRectF, name: str) -> None:
        colors = self._theme.colors
        painter.setPen(QPen(QColor(colors.outline), 1.5))
        painter.setBrush(QColor(colors.surface))
        painter.drawRoundedRect(area, 10, 10)
        font = painter.font()
        font.setPixelSize(18)
        painter.setFont(font)
        painter.setPen(QColor(colors.text))
        inside = area.adjusted(10, 4, -10, -4)
        text = QFontMetricsF(font).elidedText(name, Qt.TextElideMode.ElideRight, inside.width())
        painter.drawText(inside, int(Qt.AlignmentFlag.AlignCenter), text)
