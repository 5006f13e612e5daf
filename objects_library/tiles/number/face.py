# SPDX-License-Identifier: BSD-3-Clause
"""A large number with its course: painted, in the colours of the palette."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import isfinite

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QWidget

from objects_library.values.series import extent
from objects_library.widgets.tile_parts import draw_symbol, tone_colour

_LARGEST = 64
_SMALLEST = 14


@dataclass(frozen=True)
class Figure:
    """What is to be seen: the number in words, how it changed, how it is, and its course."""

    words: str = "–"
    unit: str = ""
    change: str = ""
    trend: str = ""
    """The symbol before the change: up, down, level or none."""
    verdict: str = ""
    tone: str = ""
    aside: str = ""
    """What belongs to the rows that are pointed at."""
    course: Sequence[float] = ()


class NumberFace(QWidget):
    """Draws a figure; as large as there is room."""

    def __init__(self) -> None:
        super().__init__()
        self.figure = Figure()
        self.setMinimumSize(110, 70)

    def sizeHint(self) -> QSize:
        """Small: there are many of them on a page."""
        return QSize(220, 120)

    def show_figure(self, figure: Figure) -> None:
        """Show another figure."""
        self.figure = figure
        text = " ".join(filter(None, (figure.words, figure.unit, figure.change, figure.verdict)))
        self.setAccessibleName(text)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002 - Qt's signature
        """Paint the course at the bottom, the number above it, and the texts beside the number."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        room = QRectF(self.rect()).adjusted(2, 2, -2, -2)
        figure, palette = self.figure, self.palette()
        colour = tone_colour(figure.tone, palette) if figure.tone else palette.text().color()
        course = [value for value in figure.course if isfinite(value)]
        if len(course) > 1 and room.height() > 80:
            foot = QRectF(room.left(), room.bottom() - room.height() * 0.32, room.width(), room.height() * 0.32)
            accent = colour if figure.tone else palette.highlight().color()
            self._course(painter, foot, course, accent)
            room.setBottom(foot.top() - 2)
        lines = 1 if figure.change or figure.verdict or figure.aside else 0
        top = room.adjusted(0, 0, 0, -20.0 * lines)
        self._number(painter, top, colour)
        if lines:
            self._remarks(painter, QRectF(room.left(), top.bottom(), room.width(), 20), colour)

    def _number(self, painter: QPainter, room: QRectF, colour: QColor) -> None:
        figure = self.figure
        font = QFont(self.font())
        font.setWeight(QFont.Weight.DemiBold)
        unit_font = QFont(self.font())
        for size in range(min(_LARGEST, max(_SMALLEST, int(room.height() * 0.8))), _SMALLEST - 1, -2):
            font.setPixelSize(size)
            unit_font.setPixelSize(max(11, size * 2 // 5))
            wide = QFontMetricsF(font).horizontalAdvance(figure.words)
            unit_width = QFontMetricsF(unit_font).horizontalAdvance(figure.unit) + 6 if figure.unit else 0.0
            if wide + unit_width <= room.width():
                break
        painter.setFont(font)
        painter.setPen(colour)
        base = room.center().y() + QFontMetricsF(font).capHeight() / 2
        painter.drawText(QPointF(room.left(), base), figure.words)
        painter.setFont(unit_font)
        painter.setPen(self.palette().placeholderText().color())
        painter.drawText(QPointF(room.left() + wide + 6, base), figure.unit)
        painter.setFont(self.font())

    def _remarks(self, painter: QPainter, room: QRectF, colour: QColor) -> None:
        figure, quiet = self.figure, self.palette().placeholderText().color()
        metrics = painter.fontMetrics()
        x = room.left()
        symbols = {"warning": "warning", "bad": "bad", "good": "good"}
        for symbol, text, tone in (
            (symbols.get(figure.tone, ""), figure.verdict, colour),
            (figure.trend, figure.change, quiet),
            ("", figure.aside, self.palette().highlight().color()),
        ):
            if not text or x > room.right() - 20:
                continue
            if symbol:
                draw_symbol(painter, symbol, QRectF(x, room.center().y() - 6, 12, 12), tone)
                x += 16
            painter.setPen(tone)
            left = QRectF(x, room.top(), room.right() - x, room.height())
            elided = metrics.elidedText(text, Qt.TextElideMode.ElideRight, int(left.width()))
            painter.drawText(left, Qt.AlignmentFlag.AlignVCenter, elided)
            x += metrics.horizontalAdvance(elided) + 12

    @staticmethod
    def _course(painter: QPainter, room: QRectF, values: Sequence[float], colour: QColor) -> None:
        low, high = extent([values])
        across = room.width() / (len(values) - 1)
        up = (room.height() - 6) / (high - low)
        line = [
            QPointF(room.left() + place * across, room.bottom() - 3 - (value - low) * up)
            for place, value in enumerate(values)
        ]
        fill = QColor(colour)
        fill.setAlphaF(0.14)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(fill)
        painter.drawPolygon(QPolygonF([room.bottomLeft(), *line, room.bottomRight()]))
        painter.setPen(QPen(colour, 1.6, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawPolyline(QPolygonF(line))
        painter.setBrush(colour)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.drawEllipse(line[-1], 2.6, 2.6)
