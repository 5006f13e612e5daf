# SPDX-License-Identifier: BSD-3-Clause
"""The widget that paints a video frame, or a text."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QImage, QMouseEvent, QPainter, QPainterPath, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QWidget

from objects_library.media.video.decoder import DecodedFrame

_ROUND = 10
_GROUND = QColor("#101114")
_WORDS = QColor("#d7dae0")
_VEIL = QColor(16, 17, 20, 190)


class VideoScreen(QWidget):
    """Paints one frame at a time; `resized` reports the available pixels."""

    resized = Signal(QSize)
    pressed = Signal()
    painted = Signal(float)
    """A frame was painted; its capture time is that of the sender's clock."""

    def __init__(self) -> None:
        super().__init__()
        self._image: QImage | None = None
        self._picture: DecodedFrame | None = None
        self._words = ""
        self._fresh = False
        self.setMinimumSize(160, 90)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent, on=False)

    def sizeHint(self) -> QSize:
        """The aspect ratio of most films."""
        return QSize(640, 360)

    @property
    def empty(self) -> bool:
        """Whether there is no frame."""
        return self._image is None

    @property
    def full_size(self) -> tuple[int, int] | None:
        """The size in which the frame was sent."""
        return None if self._picture is None else self._picture.full

    @property
    def words(self) -> str:
        """The text shown instead of or over the frame."""
        return self._words

    def show_message(self, words: str) -> None:
        """Show a text over the frame; empty hides it."""
        if words != self._words:
            self._words = words
            self.setAccessibleDescription(words)
            self.update()

    def show_picture(self, picture: DecodedFrame | None) -> None:
        """Show another frame, or none."""
        self._picture = picture  # the image refers to its bytes
        self._image = None
        if picture is not None:
            form = QImage.Format.Format_RGB32
            self._image = QImage(picture.pixels, picture.width, picture.height, picture.stride, form)
            self._fresh = True
        self.update()

    def pixels(self) -> QSize:
        """The available pixels."""
        return self.size() * self.devicePixelRatioF()

    def area(self) -> QRect:
        """The rectangle of the frame, in its proportions."""
        if self._picture is None:
            return QRect()
        size = QSize(*self._picture.full).scaled(self.size(), Qt.AspectRatioMode.KeepAspectRatio)
        left, top = (self.width() - size.width()) // 2, (self.height() - size.height()) // 2
        return QRect(left, top, size.width(), size.height())

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002 - Qt's signature
        """Paint the frame on a dark background, and the text."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        shape = QPainterPath()
        shape.addRoundedRect(QRectF(self.rect()), _ROUND, _ROUND)
        painter.fillPath(shape, _GROUND)
        painter.setClipPath(shape)
        if self._image is not None:
            painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, on=self._enlarged())
            painter.drawImage(self.area(), self._image)
        if self._words:
            self._paint_words(painter)
        if self.hasFocus():
            painter.setPen(self.palette().highlight().color())
            painter.drawPath(shape)
        painter.end()
        if self._fresh and self._picture is not None:
            self._fresh = False
            self.painted.emit(self._picture.at)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Report the size for scaling frames."""
        super().resizeEvent(event)
        self.resized.emit(self.pixels())

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """A click toggles a film."""
        if event.button() == Qt.MouseButton.LeftButton:
            self.pressed.emit()

    def _enlarged(self) -> bool:
        return self._picture is not None and self.area().width() > self._picture.width

    def _paint_words(self, painter: QPainter) -> None:
        flags = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap
        room = self.rect().adjusted(24, 16, -24, -16)
        if self._image is not None:
            needed = QRectF(painter.boundingRect(room, int(flags), self._words)).adjusted(-14, -9, 14, 9)
            needed.moveCenter(QPointF(self.rect().center()))
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(_VEIL)
            painter.drawRoundedRect(needed, 8, 8)
        painter.setPen(_WORDS)
        painter.drawText(room, int(flags), self._words)
