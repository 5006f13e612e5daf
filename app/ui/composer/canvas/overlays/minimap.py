# SPDX-License-Identifier: BSD-3-Clause
"""The minimap: the whole sheet and the visible area."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, QTimer
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent, QPixmap, QTransform
from PySide6.QtWidgets import QWidget

from app.ui.composer.canvas.appearance import faded, hairline
from app.ui.composer.canvas.paint_errors import report_paint_errors
from app.ui.composer.canvas.translation import tr

if TYPE_CHECKING:
    from app.ui.composer.canvas.canvas import Canvas

_SIZE = QSize(176, 112)
_MARGIN = 8.0
_PAUSE_MS = 150  # redraw at most this often


class Minimap(QWidget):
    """Click or drag scrolls the canvas."""

    def __init__(self, canvas: Canvas) -> None:
        super().__init__(canvas)
        self._canvas = canvas
        self._picture: QPixmap | None = None
        self._transform = QTransform()
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.setInterval(_PAUSE_MS)
        self._soon.timeout.connect(self._redraw)
        self.setFixedSize(_SIZE)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAccessibleName(tr("Map of the page"))
        self.setToolTip(tr("Map of the page: click to go there"))

    def invalidate(self) -> None:
        """Schedule a redraw."""
        if not self._soon.isActive():
            self._soon.start()

    @property
    def is_up_to_date(self) -> bool:
        """Whether the minimap shows the current sheet."""
        return not self._soon.isActive()

    def _redraw(self) -> None:
        self._picture = None
        self.update()

    @report_paint_errors
    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002 - Qt's signature
        appearance = self._canvas.appearance
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(hairline(appearance.block_border))
        painter.setBrush(faded(appearance.block, 0.94))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 8, 8)
        if self._picture is None:
            self._picture = self._draw()
        painter.drawPixmap(0, 0, self._picture)
        seen = self._transform.mapRect(self._canvas.visible_area()).intersected(
            QRectF(self.rect()).adjusted(2, 2, -2, -2)
        )
        painter.setPen(hairline(appearance.accent, 1.5))
        painter.setBrush(faded(appearance.accent, 0.10))
        painter.drawRoundedRect(seen, 3, 3)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._go(event.position())

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if event.buttons() & Qt.MouseButton.LeftButton:
            self._go(event.position())

    def _go(self, point: QPointF) -> None:
        back, possible = self._transform.inverted()
        if possible:
            self._canvas.centerOn(back.map(point))
            self._canvas.moved_view()

    def _draw(self) -> QPixmap:
        """Draw the whole sheet to a cached pixmap."""
        content = self._canvas.content.adjusted(-60, -60, 60, 60)
        room = QRectF(self.rect()).adjusted(_MARGIN, _MARGIN, -_MARGIN, -_MARGIN)
        scale = min(room.width() / max(1.0, content.width()), room.height() / max(1.0, content.height()), 0.12)
        self._transform = (
            QTransform()
            .translate(room.center().x(), room.center().y())
            .scale(scale, scale)
            .translate(-content.center().x(), -content.center().y())
        )
        ratio = self.devicePixelRatioF()
        picture = QPixmap((self.size().toSizeF() * ratio).toSize())
        picture.setDevicePixelRatio(ratio)
        picture.fill(Qt.GlobalColor.transparent)
        painter = QPainter(picture)
        painter.setTransform(self._transform)
        self._canvas.overview.paint(painter, scale)
        painter.end()
        return picture
