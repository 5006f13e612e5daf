# SPDX-License-Identifier: BSD-3-Clause
"""Painted controls: the slider track and the gauge dial."""

from math import cos, pi, sin

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QAccessible,
    QAccessibleValueChangeEvent,
    QColor,
    QFont,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QWheelEvent,
)
from PySide6.QtWidgets import QWidget

from objects_library.values.scale import Scale
from objects_library.widgets.appearance import blend, warning_colour

_KNOB = 22
_LINES = {Qt.Key.Key_Right: 1, Qt.Key.Key_Up: 1, Qt.Key.Key_Left: -1, Qt.Key.Key_Down: -1}
_PAGES = {Qt.Key.Key_PageUp: 10, Qt.Key.Key_PageDown: -10}


class Track(QWidget):
    """A slider, moved by mouse, wheel, arrow keys, PgUp, PgDn, Home and End."""

    wanted = Signal(float)
    let_go = Signal()

    def __init__(self, scale: Scale) -> None:
        super().__init__()
        self.scale = scale
        self.value: float | None = None
        self.dragging = False
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMinimumSize(160, 44)
        self.setMaximumHeight(44)

    def set_value(self, value: float) -> None:
        """Show another number."""
        self.value = value
        self.update()
        QAccessible.updateAccessibility(QAccessibleValueChangeEvent(self, value))

    def sizeHint(self) -> QSize:
        """A horizontal slider."""
        return QSize(280, 44)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002 - Qt's signature
        """Paint the track, the part below the number, and the knob."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        palette, middle = self.palette(), self.height() / 2
        accent = palette.highlight().color()
        if not self.isEnabled():
            accent = blend(accent, palette.window().color(), 0.4)
        x = self._place(self.scale.low if self.value is None else self.value)
        rest = blend(palette.text().color(), palette.base().color(), 0.25)
        for start, end, colour in ((_KNOB / 2, self.width() - _KNOB / 2, rest), (_KNOB / 2, x, accent)):
            painter.setPen(QPen(colour, 6, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
            painter.drawLine(QPointF(start, middle), QPointF(end, middle))
        painter.setPen(QPen(accent, 3 if self.hasFocus() else 2))
        painter.setBrush(palette.base())
        if self.value is not None:
            painter.drawEllipse(QPointF(x, middle), _KNOB / 2 - 2, _KNOB / 2 - 2)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Begin to drag."""
        if event.button() == Qt.MouseButton.LeftButton:
            self.dragging = True
            self._want_at(event.position().x())

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Follow the mouse."""
        if self.dragging:
            self._want_at(event.position().x())

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # noqa: ARG002 - Qt's signature
        """End the drag."""
        self.dragging = False
        self.let_go.emit()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """One notch is one step."""
        notches = round(event.angleDelta().y() / 120)
        if notches and self.hasFocus():
            self._want_by(notches)
            event.accept()
        else:
            event.ignore()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Keys for steps, and both ends."""
        key = Qt.Key(event.key())
        steps = _LINES.get(key) or _PAGES.get(key)
        if steps:
            self._want_by(steps)
        elif key in (Qt.Key.Key_Home, Qt.Key.Key_End):
            self._want(self.scale.low if key == Qt.Key.Key_Home else self.scale.high)
        else:
            super().keyPressEvent(event)

    def _place(self, value: float) -> float:
        return _KNOB / 2 + self.scale.share(value) * (self.width() - _KNOB)

    def _want_at(self, x: float) -> None:
        share = min(max((x - _KNOB / 2) / max(1, self.width() - _KNOB), 0.0), 1.0)
        self._want(self.scale.low + share * (self.scale.high - self.scale.low))

    def _want_by(self, steps: int) -> None:
        at = self.scale.low if self.value is None else self.value
        self._want(at + steps * self.scale.one_step)

    def _want(self, value: float) -> None:
        nearest = self.scale.nearest(value)
        if nearest != self.value:
            self.set_value(nearest)
            self.wanted.emit(nearest)


class Dial(QWidget):
    """A three-quarter dial with a needle; beyond the mark both have the warning colour."""

    def __init__(self, scale: Scale, warning: float) -> None:
        super().__init__()
        self.scale, self.warning = scale, warning
        self.value: float | None = None
        self.words = "–"
        self.setMinimumSize(140, 120)

    @property
    def too_high(self) -> bool:
        """Whether the number is beyond the mark."""
        return self.value is not None and self.value >= self.warning and self.warning < self.scale.high

    def set_value(self, value: float, words: str) -> None:
        """Show another number."""
        self.value, self.words = value, words
        self.update()

    def sizeHint(self) -> QSize:
        """A square."""
        return QSize(220, 200)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002 - Qt's signature
        """Paint the arc, the reached part, the mark, and the number."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        palette = self.palette()
        size = min(self.width(), self.height() * 1.12) - 24
        box = QRectF((self.width() - size) / 2, 12, size, size)
        pen = max(8.0, size / 14)
        warning = warning_colour(palette)
        self._arc(painter, box, 0, 1, blend(palette.text().color(), palette.base().color(), 0.2), pen)
        mark = self.scale.share(self.warning)
        if self.warning < self.scale.high:
            self._arc(painter, box.adjusted(-pen, -pen, pen, pen), mark, 1, warning, 3)
        colour = warning if self.too_high else palette.highlight().color()
        if self.value is not None:
            self._arc(painter, box, 0, self.scale.share(self.value), colour, pen)
            self._needle(painter, box, self.scale.share(self.value))
        self._texts(painter, box, colour if self.too_high else palette.text().color())

    def _arc(self, painter: QPainter, box: QRectF, start: float, end: float, colour: QColor, width: float) -> None:
        painter.setPen(QPen(colour, width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap))
        inner = box.adjusted(width, width, -width, -width)
        painter.drawArc(inner, round((225 - 270 * start) * 16), round(-270 * (end - start) * 16))

    def _needle(self, painter: QPainter, box: QRectF, share: float) -> None:
        angle = (225 - 270 * share) * pi / 180
        direction = QPointF(cos(angle), -sin(angle))
        radius = box.width() / 2
        painter.setPen(QPen(self.palette().text().color(), 3, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
        painter.drawLine(box.center() + direction * radius * 0.52, box.center() + direction * radius * 0.74)

    def _texts(self, painter: QPainter, box: QRectF, colour: QColor) -> None:
        font = QFont(self.font())
        font.setWeight(QFont.Weight.DemiBold)
        font.setPixelSize(max(12, round(box.width() / max(7.0, len(self.words) * 0.95))))
        painter.setFont(font)
        painter.setPen(colour)
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, self.words)
        painter.setFont(self.font())
        painter.setPen(self.palette().placeholderText().color())
        foot = QRectF(box.left(), box.bottom() - box.height() * 0.16, box.width(), 20)
        left, right = Qt.AlignmentFlag.AlignLeft, Qt.AlignmentFlag.AlignRight
        painter.drawText(foot.adjusted(foot.width() * 0.16, 0, 0, 0), left, f"{self.scale.low:g}")
        painter.drawText(foot.adjusted(0, 0, -foot.width() * 0.16, 0), right, f"{self.scale.high:g}")
