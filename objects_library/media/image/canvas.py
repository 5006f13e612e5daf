# SPDX-License-Identifier: BSD-3-Clause
"""The canvas of a picture: fit, zoom and pan."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QDragEnterEvent,
    QDropEvent,
    QImage,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QPixmap,
    QTransform,
    QWheelEvent,
)
from PySide6.QtWidgets import QWidget

from objects_library.widgets.appearance import blend

_STEP = 1.25
_CLOSEST = 16.0
_FARTHEST = 0.02
_ARROW = 48
_SQUARE = 8
_ARROWS = {
    Qt.Key.Key_Left: QPoint(_ARROW, 0),
    Qt.Key.Key_Right: QPoint(-_ARROW, 0),
    Qt.Key.Key_Up: QPoint(0, _ARROW),
    Qt.Key.Key_Down: QPoint(0, -_ARROW),
}


class ImageCanvas(QWidget):
    """Shows one picture, or `words` while there is none."""

    zoomed = Signal()
    dropped = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self.words = ""
        self.writable = False
        self._image = QImage()
        self._ready = QPixmap()
        """The picture, or a scaled-down one if it is large, so that painting is fast."""
        self._transparent = False
        self._turns = 0
        self._zoom = 0.0
        """Screen pixels per picture pixel; 0 fits the widget."""
        self._middle = QPointF()
        """The point of the picture at the centre of the widget, from the picture's centre."""
        self._grip: QPoint | None = None
        self._dragged_over = False
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAcceptDrops(True)
        self.setMinimumSize(120, 90)

    def sizeHint(self) -> QSize:
        """A size for most pictures."""
        return QSize(480, 320)

    @property
    def empty(self) -> bool:
        """Whether there is no picture."""
        return self._image.isNull()

    @property
    def scale(self) -> float:
        """The zoom factor; 1 is actual size."""
        return self._zoom or self._fitting()

    @property
    def fits(self) -> bool:
        """Whether the picture fits the widget."""
        return not self._zoom

    def show_image(self, image: QImage | None, *, small: QImage | None = None, same: bool = False) -> None:
        """Set the picture; `small` is a scaled-down one, `same` marks another frame of the present one."""
        self._image = QImage() if image is None else image
        light = small if small is not None else image
        self._ready = QPixmap() if light is None else QPixmap.fromImage(light)
        self._transparent = image is not None and image.hasAlphaChannel()
        if not same:
            self.fit()
        self.update()

    def turn(self, turns: int) -> None:
        """Rotate by quarter turns."""
        self._turns = turns % 4
        self.fit()

    def fit(self) -> None:
        """Fit the widget, without enlarging."""
        self._zoom, self._middle = 0.0, QPointF()
        self._changed()

    def actual_size(self) -> None:
        """Show in actual size."""
        self.zoom_to(1.0 / self.devicePixelRatioF())

    def zoom_by(self, steps: float) -> None:
        """Zoom."""
        self.zoom_to(self.scale * _STEP**steps)

    def zoom_to(self, scale: float, at: QPointF | None = None) -> None:
        """Set the zoom; the point stays."""
        if self.empty:
            return
        point = (at or QPointF(self.rect().center())) - QPointF(self.rect().center())
        before = self.scale
        self._zoom = max(_FARTHEST, min(_CLOSEST, scale))
        self._middle += point / before - point / self._zoom
        self._bound()
        self._changed()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002 - Qt's signature
        """Paint background, picture, and a rim for focus or a drag."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        palette = self.palette()
        frame = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        loud = self._dragged_over or self.hasFocus()
        painter.setPen(QPen(palette.highlight().color() if loud else palette.mid().color(), 1))
        painter.setBrush(blend(palette.base().color(), palette.window().color(), 0.5))
        painter.drawRoundedRect(frame, 10, 10)
        if self.empty:
            painter.setPen(palette.placeholderText().color())
            inner = self.rect().adjusted(24, 24, -24, -24)
            painter.drawText(inner, Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap, self.words)
            return
        painter.setClipRect(frame.adjusted(1, 1, -1, -1))
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, self.scale < 4)
        painter.translate(QPointF(self.rect().center()) - self._middle * self.scale)
        painter.scale(self.scale, self.scale)
        painter.rotate(90 * self._turns)
        area = QRectF(QPointF(-self._image.width() / 2, -self._image.height() / 2), self._image.size())
        if self._transparent:
            self._paint_squares(painter, area)
        if self.scale * self._image.width() <= 1.2 * self._ready.width():
            painter.drawPixmap(area, self._ready, QRectF(self._ready.rect()))
        else:
            painter.drawImage(area, self._image)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Zoom with Ctrl; otherwise let the page scroll."""
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier and not self.empty:
            self.zoom_to(self.scale * _STEP ** (event.angleDelta().y() / 120), event.position())
            event.accept()
        else:
            event.ignore()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Begin to pan."""
        if event.button() == Qt.MouseButton.LeftButton and not self.fits:
            self._grip = event.position().toPoint()
            self.setCursor(Qt.CursorShape.ClosedHandCursor)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Pan."""
        if self._grip is not None:
            here = event.position().toPoint()
            self._pull(here - self._grip)
            self._grip = here

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # noqa: ARG002 - Qt's signature
        """End the gesture."""
        self._grip = None
        self._changed()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:  # noqa: ARG002 - Qt's signature
        """Toggle between fit and actual size."""
        if self.fits:
            self.actual_size()
        else:
            self.fit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Keys for zoom and pan."""
        key = Qt.Key(event.key())
        if key in (Qt.Key.Key_Plus, Qt.Key.Key_Equal):
            self.zoom_by(1)
        elif key == Qt.Key.Key_Minus:
            self.zoom_by(-1)
        elif key == Qt.Key.Key_0:
            self.fit()
        elif key == Qt.Key.Key_1:
            self.actual_size()
        elif key in _ARROWS and not self.fits:
            self._pull(_ARROWS[key])
        else:
            super().keyPressEvent(event)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Accept pictures and files."""
        if self.writable and (event.mimeData().hasImage() or event.mimeData().hasUrls()):
            self._dragged_over = True
            event.acceptProposedAction()
            self.update()

    def dragLeaveEvent(self, event: object) -> None:  # noqa: ARG002 - Qt's signature
        """The drag has left."""
        self._dragged_over = False
        self.update()

    def dropEvent(self, event: QDropEvent) -> None:
        """Emit the dropped data."""
        self._dragged_over = False
        self.update()
        event.acceptProposedAction()
        self.dropped.emit(event.mimeData())

    def _turned_size(self) -> QSize:
        size = self._image.size()
        return size.transposed() if self._turns % 2 else size

    def _fitting(self) -> float:
        size = self._turned_size()
        if size.isEmpty():
            return 1.0
        room = self.size() - QSize(2, 2)
        return max(
            _FARTHEST, min(room.width() / size.width(), room.height() / size.height(), 1 / self.devicePixelRatioF())
        )

    def _pull(self, by: QPoint) -> None:
        self._middle -= QPointF(by) / self.scale
        self._bound()
        self.update()

    def _bound(self) -> None:
        """Keep a part of the picture visible."""
        size = self._turned_size()
        across, down = size.width() / 2, size.height() / 2
        self._middle = QPointF(max(-across, min(across, self._middle.x())), max(-down, min(down, self._middle.y())))

    def _changed(self) -> None:
        cursor = Qt.CursorShape.ArrowCursor if self.fits else Qt.CursorShape.OpenHandCursor
        self.setCursor(cursor)
        self.update()
        self.zoomed.emit()

    def _paint_squares(self, painter: QPainter, area: QRectF) -> None:
        """Paint a checkerboard behind transparent parts."""
        painter.save()
        painter.fillRect(area, QColor("#ffffff"))
        tile = QPixmap(2 * _SQUARE, 2 * _SQUARE)
        tile.fill(QColor("#ffffff"))
        inner = QPainter(tile)
        inner.fillRect(0, 0, _SQUARE, _SQUARE, QColor("#e3e3e3"))
        inner.fillRect(_SQUARE, _SQUARE, _SQUARE, _SQUARE, QColor("#e3e3e3"))
        inner.end()
        painter.setTransform(QTransform.fromScale(1 / self.scale, 1 / self.scale), combine=True)
        scaled = QRectF(area.topLeft() * self.scale, area.size() * self.scale)
        painter.drawTiledPixmap(scaled, tile)
        painter.restore()
