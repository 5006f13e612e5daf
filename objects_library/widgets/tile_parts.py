# SPDX-License-Identifier: BSD-3-Clause
"""Painted parts of tiles: symbol buttons, and the state of a feed."""

from collections.abc import Callable

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, QTimer
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPaintEvent, QPalette, QPen, QPolygonF
from PySide6.QtWidgets import QAbstractButton, QHBoxLayout, QLabel, QSizePolicy, QWidget

from objects_library.widgets.appearance import GAP, blend, elide, is_dark, tip, warning_colour

Draw = Callable[[QPainter, QColor], None]


def good_colour(palette: QPalette) -> QColor:
    """The colour of a good state."""
    return QColor("#69db7c" if is_dark(palette) else "#2b7a3b")


def bad_colour(palette: QPalette) -> QColor:
    """The colour of a failure or an exceeded limit."""
    return QColor("#ff8787" if is_dark(palette) else "#b3261e")


def draw_symbol(painter: QPainter, name: str, box: QRectF, colour: QColor) -> None:
    """Draw a symbol in a box, on a grid of 16 units."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.translate(box.topLeft())
    painter.scale(box.width() / 16, box.height() / 16)
    pen = QPen(colour, 1.6, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin)
    painter.setPen(pen)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    _SYMBOLS[name](painter, colour)
    painter.restore()


def _pause(painter: QPainter, _: QColor) -> None:
    painter.drawLine(QPointF(5.5, 4), QPointF(5.5, 12))
    painter.drawLine(QPointF(10.5, 4), QPointF(10.5, 12))


def _play(painter: QPainter, _: QColor) -> None:
    painter.drawPolygon(QPolygonF([QPointF(5.5, 3.5), QPointF(12, 8), QPointF(5.5, 12.5)]))


def _more(painter: QPainter, colour: QColor) -> None:
    painter.setBrush(colour)
    painter.setPen(Qt.PenStyle.NoPen)
    for x in (3.5, 8.0, 12.5):
        painter.drawEllipse(QPointF(x, 8), 1.3, 1.3)


def _funnel(painter: QPainter, _: QColor) -> None:
    path = QPainterPath(QPointF(2.5, 3.5))
    for x, y in ((13.5, 3.5), (9.5, 8.5), (9.5, 12.5), (6.5, 13.5), (6.5, 8.5)):
        path.lineTo(x, y)
    path.closeSubpath()
    painter.drawPath(path)


def _live(painter: QPainter, colour: QColor) -> None:
    painter.setBrush(colour)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.drawEllipse(QPointF(8, 8), 3.6, 3.6)


def _waiting(painter: QPainter, _: QColor) -> None:
    painter.drawEllipse(QPointF(8, 8), 5, 5)
    painter.drawLine(QPointF(8, 5), QPointF(8, 8))
    painter.drawLine(QPointF(8, 8), QPointF(10.2, 9.4))


def _stopped(painter: QPainter, _: QColor) -> None:
    painter.drawRoundedRect(QRectF(4, 4, 8, 8), 1.5, 1.5)


def _warning(painter: QPainter, _: QColor) -> None:
    painter.drawPolygon(QPolygonF([QPointF(8, 2.5), QPointF(14, 13), QPointF(2, 13)]))
    painter.drawLine(QPointF(8, 6.5), QPointF(8, 9.5))
    painter.drawPoint(QPointF(8, 11.4))


def _bad(painter: QPainter, _: QColor) -> None:
    painter.drawEllipse(QPointF(8, 8), 6, 6)
    painter.drawLine(QPointF(8, 4.8), QPointF(8, 8.6))
    painter.drawPoint(QPointF(8, 11))


def _good(painter: QPainter, _: QColor) -> None:
    painter.drawEllipse(QPointF(8, 8), 6, 6)
    painter.drawPolyline(QPolygonF([QPointF(5.2, 8.2), QPointF(7.2, 10.2), QPointF(11, 6)]))


def _up(painter: QPainter, colour: QColor) -> None:
    painter.setBrush(colour)
    painter.drawPolygon(QPolygonF([QPointF(8, 4), QPointF(12.5, 11.5), QPointF(3.5, 11.5)]))


def _down(painter: QPainter, colour: QColor) -> None:
    painter.setBrush(colour)
    painter.drawPolygon(QPolygonF([QPointF(8, 12), QPointF(12.5, 4.5), QPointF(3.5, 4.5)]))


def _level(painter: QPainter, _: QColor) -> None:
    painter.drawLine(QPointF(3.5, 8), QPointF(12.5, 8))


_SYMBOLS: dict[str, Draw] = {
    "pause": _pause, "play": _play, "more": _more, "funnel": _funnel, "live": _live, "waiting": _waiting,
    "stopped": _stopped, "warning": _warning, "bad": _bad, "good": _good, "up": _up, "down": _down,
    "level": _level,
}  # fmt: skip


class SymbolButton(QAbstractButton):
    """A flat square button with a symbol; its name and tool tip say what it does."""

    def __init__(self, symbol: str, name: str) -> None:
        super().__init__()
        self.symbol = symbol
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.rename(symbol, name)

    def rename(self, symbol: str, name: str) -> None:
        """Change its purpose."""
        self.symbol = symbol
        self.setAccessibleName(name)
        self.setToolTip(tip(name))
        self.update()

    def sizeHint(self) -> QSize:
        """A size for touch."""
        return QSize(24, 22)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002 - Qt's signature
        """Paint the symbol, with hover and focus marks."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        palette = self.palette()
        box = QRectF(self.rect()).adjusted(1, 1, -1, -1)
        if self.underMouse() or self.isDown() or self.isChecked():
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(blend(palette.text().color(), palette.base().color(), 0.1))
            painter.drawRoundedRect(box, 6, 6)
        if self.hasFocus():
            painter.setPen(QPen(palette.highlight().color(), 1.6))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(box, 6, 6)
        middle = QRectF(box.center().x() - 8, box.center().y() - 8, 16, 16)
        draw_symbol(painter, self.symbol, middle, palette.text().color())


class Symbol(QWidget):
    """A symbol that is not a button."""

    def __init__(self, size: int = 14) -> None:
        super().__init__()
        self._name, self._tone = "", ""
        self.setFixedSize(size, size)

    def show_symbol(self, name: str, tone: str = "") -> None:
        """Set the symbol; tones are good, warning, bad and none."""
        if (name, tone) != (self._name, self._tone):
            self._name, self._tone = name, tone
            self.update()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002 - Qt's signature
        """Paint the symbol in the colour of its tone."""
        if self._name:
            draw_symbol(QPainter(self), self._name, QRectF(self.rect()), tone_colour(self._tone, self.palette()))


def tone_colour(tone: str, palette: QPalette) -> QColor:
    """The colour that goes with a symbol."""
    if tone == "good":
        return good_colour(palette)
    if tone == "warning":
        return warning_colour(palette)
    return bad_colour(palette) if tone == "bad" else palette.placeholderText().color()


class SymbolLine(QWidget):
    """A symbol with an elided text; the tool tip has all of it."""

    def __init__(self, role: str = "muted") -> None:
        super().__init__()
        self.symbol = Symbol()
        self._text = ""
        self._label = QLabel()
        self._label.setTextFormat(Qt.TextFormat.PlainText)
        self._label.setProperty("role", role)
        self._label.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(GAP - 2)
        layout.addWidget(self.symbol)
        layout.addWidget(self._label, stretch=1)

    @property
    def text(self) -> str:
        """The present message; empty when hidden."""
        return "" if self.isHidden() else self._text

    def show_message(self, text: str, symbol: str, tone: str = "", more: str = "") -> None:
        """Set the text; `more` is shown in the tool tip only."""
        self._text = text
        self.symbol.show_symbol(symbol, tone)
        self.setToolTip(tip(f"{text}\n{more}" if more else text) if text else "")
        self.setAccessibleName(text)
        if self.isHidden() == bool(text):
            self.setVisible(bool(text))
            # Moving widgets leave traces on a desktop, where views are cached as pictures.
            QTimer.singleShot(0, self, lambda: self.window().update())
        self._fit()

    def resizeEvent(self, event: object) -> None:  # noqa: ARG002 - Qt's signature
        """Elide the text."""
        self._fit()

    def _fit(self) -> None:
        room = max(20, self.width() - self.symbol.width() - GAP)
        self._label.setText(elide(self._text, self._label.font(), room))
