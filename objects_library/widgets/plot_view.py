# SPDX-License-Identifier: BSD-3-Clause
"""The plot of a chart: axes, series and a legend."""

from collections.abc import Sequence
from math import isfinite

from PySide6.QtCore import QLineF, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QMouseEvent, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QToolTip, QWidget

from objects_library.values.series import (
    PlotSettings,
    Series,
    Store,
    bars_of,
    extent,
    heat,
    histogram,
    marks,
    nearest,
    series_of,
    thinned,
    tick_label,
    time_marks,
)
from objects_library.widgets.appearance import _ON_DARK, PEOPLE_COLOURS, blend, elide, is_dark, tip_of_lines

_LEFT, _BOTTOM, _TOP, _RIGHT = 58, 30, 10, 12
_LEGEND = 22
_CELLS = (48, 28)
_AROUND_ONE_TIME = 30.0
"""Seconds shown before and after a single moment."""
_DOT = 3
_MANY = 400
"""Points from which lines are drawn for speed."""
Extent = tuple[float, float]


class Plot(QWidget):
    """Draws a store according to its settings; a click on the legend hides a series."""

    toggled = Signal(str)
    framed = True
    """Whether it has a background of its own."""

    def __init__(self, store: Store) -> None:
        super().__init__()
        self.store = store
        self.settings = PlotSettings("line", None, (), None, 10_000)
        self.hidden: set[str] = set()
        self.empty_words = self.tr("Nothing to draw yet")
        self._legend: list[tuple[QRectF, str]] = []
        self._drawn: tuple[QRectF, Extent, list[Series]] | None = None
        self.setMinimumSize(220, 140)
        self.setMouseTracking(True)

    def sizeHint(self) -> QSize:
        """Expands to the available room."""
        return QSize(480, 300)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Toggle the clicked series of the legend."""
        for box, name in self._legend:
            if box.contains(event.position()):
                self.toggle(name)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Show the points near the mouse."""
        at = event.position()
        text = self.tooltip_at(at)
        place = event.globalPosition().toPoint()
        if text:
            QToolTip.showText(place, text, self)
        else:
            QToolTip.hideText()

    def tooltip_at(self, at: QPointF) -> str:
        """The nearest point of each series as a tool tip; empty without points."""
        if self._drawn is None or not self._drawn[0].contains(at):
            return ""
        box, (low, high), shown = self._drawn
        x = low + (at.x() - box.left()) / box.width() * (high - low)
        lines = []
        for each in shown:
            place = nearest(each.xs, each.ys, x)
            if place is not None:
                head = tick_label(each.xs[place], high - low, time=self._by_time)
                value = tick_label(each.ys[place], abs(each.ys[place]), time=False)
                lines.append(f"{head}   {each.name}: {value}")
        return tip_of_lines(lines)

    def toggle(self, name: str) -> None:
        """Toggle a series."""
        self.hidden ^= {name}
        self.toggled.emit(name)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002 - Qt's signature
        """Paint the plot."""
        painter = QPainter(self)
        self.draw(painter, QRectF(self.rect()))

    def draw(self, painter: QPainter, room: QRectF) -> None:
        """Draw on any painter, such as that of an image."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        palette = self.palette()
        if self.framed:
            painter.setPen(QPen(palette.mid().color(), 1))
            painter.setBrush(palette.base())
            painter.drawRoundedRect(room.adjusted(0.5, 0.5, -0.5, -0.5), 10, 10)
        self._drawn = None
        names: list[str] = []
        if self.settings.kind == "bar":
            names, found = bars_of(self.store, self.settings)
        else:
            found = series_of(self.store, self.settings)
        box = room.adjusted(_LEFT, _TOP + _LEGEND, -_RIGHT, -_BOTTOM)
        self._draw_legend(painter, room, [each.name for each in found])
        colours = {each.name: self._colour_of(each.name, number) for number, each in enumerate(found)}
        shown = [each for each in found if each.name not in self.hidden]
        if not any(len(each.xs) for each in shown):
            painter.setPen(palette.placeholderText().color())
            painter.drawText(room, Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap, self.empty_words)
            return
        draw = {"bar": self._bars, "histogram": self._histogram, "heat map": self._heat}.get(self.settings.kind)
        if draw is not None:
            draw(painter, box, shown, colours, names)
        else:
            self._points(painter, box, shown, colours)

    def _colour_of(self, name: str, number: int) -> QColor:  # noqa: ARG002 - others go by the name
        """The colour of a series by its index among the drawn ones."""
        return self._colour(number)

    def _colour(self, number: int) -> QColor:
        colours = _ON_DARK if is_dark(self.palette()) else PEOPLE_COLOURS
        return QColor(colours[number % len(colours)])

    def _draw_legend(self, painter: QPainter, room: QRectF, names: list[str]) -> None:
        self._legend = []
        x, metrics = room.left() + _LEFT, painter.fontMetrics()
        for number, name in enumerate(names):
            text = elide(name, painter.font(), 140)
            width = metrics.horizontalAdvance(text) + 28
            more = f"+{len(names) - number}"
            last = number == len(names) - 1
            if x + width + (0 if last else metrics.horizontalAdvance(more) + 8) > room.right() - _RIGHT:
                painter.setPen(self.palette().placeholderText().color())
                painter.drawText(QRectF(x, room.top() + 6, 40, _LEGEND), Qt.AlignmentFlag.AlignVCenter, more)
                break
            box = QRectF(x, room.top() + 6, width, _LEGEND)
            self._legend.append((box, name))
            colour = self._colour_of(name, number)
            gone = name in self.hidden
            painter.setPen(QPen(colour, 1.5))
            painter.setBrush(Qt.BrushStyle.NoBrush if gone else colour)
            painter.drawRoundedRect(QRectF(x, box.center().y() - 5, 10, 10), 3, 3)
            palette = self.palette()
            painter.setPen((palette.placeholderText() if gone else palette.text()).color())
            painter.drawText(box.adjusted(15, 0, 0, 0), Qt.AlignmentFlag.AlignVCenter, text)
            x += width

    def _axes(self, painter: QPainter, box: QRectF, x: Extent | None, y: Extent, *, time: bool) -> None:
        palette = self.palette()
        quiet = blend(palette.text().color(), palette.base().color(), 0.14)
        words = palette.placeholderText().color()
        for value in marks(*y, max(2, int(box.height() / 34))):
            at = box.bottom() - (value - y[0]) / (y[1] - y[0]) * box.height()
            painter.setPen(QPen(quiet, 1))
            painter.drawLine(QPointF(box.left(), at), QPointF(box.right(), at))
            painter.setPen(words)
            label = QRectF(box.left() - _LEFT, at - 9, _LEFT - 6, 18)
            right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
            painter.drawText(label, right, tick_label(value, y[1] - y[0], time=False))
        most = max(2, int(box.width() / 96))
        for value in [] if x is None else time_marks(*x, most) if time else marks(*x, most):
            at = box.left() + (value - x[0]) / (x[1] - x[0]) * box.width()  # type: ignore[index]  # not None here
            painter.setPen(words)
            label = QRectF(at - 48, box.bottom() + 5, 96, 20)
            span = x[1] - x[0]  # type: ignore[index]
            painter.drawText(label, Qt.AlignmentFlag.AlignHCenter, tick_label(value, span, time=time))
        painter.setPen(QPen(words, 1))
        painter.drawLine(box.bottomLeft(), box.bottomRight())

    @property
    def _by_time(self) -> bool:
        return self.settings.x is not None and self.store.columns[self.settings.x].kind == "time"

    def _points(self, painter: QPainter, box: QRectF, shown: Sequence[Series], colours: dict[str, QColor]) -> None:
        """Draw lines, areas and points."""
        x = extent((each.xs for each in shown), room=_AROUND_ONE_TIME if self._by_time else 0.0)
        low, high = extent(each.ys for each in shown)
        if self.settings.kind == "area":
            low, high = min(low, 0.0), max(high, 0.0)
        y = _roomy(low, high)
        self._drawn = (box, x, list(shown))
        self._axes(painter, box, x, y, time=self._by_time)
        painter.setClipRect(box.adjusted(-2, -2, 2, 2))
        for each in shown:
            if self.settings.kind == "scatter":
                self._scatter(painter, box, each, x, y, colours[each.name])
                continue
            line = _line(each, box, x, y)
            if self.settings.kind == "area" and line:
                zero = box.bottom() - (0 - y[0]) / (y[1] - y[0]) * box.height()
                _fill(painter, line, zero, colours[each.name])
            painter.setPen(_pen(colours[each.name], len(line)))
            painter.drawPolyline(QPolygonF(line))
            if len(line) == 1:  # a single point is no line
                painter.setPen(QPen(colours[each.name], 7, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
                painter.drawPoint(line[0])
        painter.setClipping(False)

    def _scatter(self, painter: QPainter, box: QRectF, each: Series, x: Extent, y: Extent, colour: QColor) -> None:
        across, up = box.width() / (x[1] - x[0]), box.height() / (y[1] - y[0])
        left, bottom = box.left(), box.bottom()
        across, up = across / _DOT, up / _DOT  # points within a few pixels are merged
        places = {
            (int((at - x[0]) * across), int((value - y[0]) * up))
            for at, value in zip(each.xs, each.ys, strict=True)
            if at - at == 0 and value - value == 0
        }
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, on=False)
        painter.setPen(QPen(colour, 4, Qt.PenStyle.SolidLine, Qt.PenCapStyle.SquareCap))
        painter.drawPoints(QPolygonF([QPointF(left + _DOT * at, bottom - _DOT * value) for at, value in places]))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)

    def _bars(
        self, painter: QPainter, box: QRectF, shown: Sequence[Series], colours: dict[str, QColor], names: list[str]
    ) -> None:
        low, high = extent(each.ys for each in shown)
        y = _roomy(min(low, 0.0), max(high, 0.0))
        self._axes(painter, box, None, y, time=False)
        count = max(len(each.ys) for each in shown)
        slot = box.width() / count
        width = max(1.0, slot * 0.8 / len(shown))
        zero = box.bottom() - (0 - y[0]) / (y[1] - y[0]) * box.height()
        for number, each in enumerate(shown):
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(colours[each.name])
            for place, value in enumerate(each.ys):
                if isfinite(value):
                    top = box.bottom() - (value - y[0]) / (y[1] - y[0]) * box.height()
                    left = box.left() + place * slot + slot * 0.1 + number * width
                    painter.drawRect(QRectF(left, min(top, zero), width, abs(zero - top)))
        painter.setPen(self.palette().placeholderText().color())
        for place, name in enumerate(names):
            label = QRectF(box.left() + place * slot, box.bottom() + 5, slot, 20)
            if slot > 24:
                painter.drawText(label, Qt.AlignmentFlag.AlignHCenter, elide(name, painter.font(), round(slot) - 4))

    def _histogram(
        self, painter: QPainter, box: QRectF, shown: Sequence[Series], colours: dict[str, QColor], _: list[str]
    ) -> None:
        x = extent(each.ys for each in shown)
        counts = {each.name: histogram(each.ys, *x) for each in shown}
        y = (0.0, max(1, *(max(each) for each in counts.values()), 1) * 1.05)
        self._axes(painter, box, x, y, time=False)
        for name, bins in counts.items():
            fill = QColor(colours[name])
            fill.setAlphaF(0.55 if len(counts) > 1 else 0.85)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(fill)
            width = box.width() / len(bins)
            for place, value in enumerate(bins):
                height = value / y[1] * box.height()
                painter.drawRect(QRectF(box.left() + place * width, box.bottom() - height, max(1.0, width - 1), height))

    def _heat(
        self, painter: QPainter, box: QRectF, shown: Sequence[Series], _: dict[str, QColor], __: list[str]
    ) -> None:
        x, y = extent(each.xs for each in shown), extent(each.ys for each in shown)
        self._axes(painter, box, x, y, time=self._by_time)
        counts = heat(shown, x, y, _CELLS)
        most = max(max(row) for row in counts) or 1
        base, hot = self.palette().base().color(), self.palette().highlight().color()
        width, height = box.width() / _CELLS[0], box.height() / _CELLS[1]
        painter.setPen(Qt.PenStyle.NoPen)
        for row, cells in enumerate(counts):
            for column, count in enumerate(cells):
                if count:
                    painter.setBrush(blend(hot, base, 0.15 + 0.85 * (count / most) ** 0.5))
                    left, top = box.left() + column * width, box.bottom() - (row + 1) * height
                    painter.drawRect(QRectF(left, top, width - 0.5, height - 0.5))


def _fill(painter: QPainter, line: list[QPointF], zero: float, colour: QColor) -> None:
    """Fill the area between a line and zero; with many points, column by column."""
    fill = QColor(colour)
    fill.setAlphaF(0.3)
    if len(line) < max(_MANY, line[-1].x() - line[0].x()):
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(fill)
        ends = [QPointF(line[-1].x(), zero), QPointF(line[0].x(), zero)]
        painter.drawPolygon(QPolygonF(line + ends))
        return
    columns: dict[int, tuple[float, float]] = {}
    for point in line:
        at, value = int(point.x()), point.y()
        top, bottom = columns.get(at, (zero, zero))
        columns[at] = (min(top, value), max(bottom, value))
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, on=False)
    painter.setPen(QPen(fill, 0))
    painter.drawLines([QLineF(at, top, at, bottom) for at, (top, bottom) in columns.items()])
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)


def _pen(colour: QColor, points: int) -> QPen:
    """An antialiased line; with many points a cosmetic one, which Qt draws much faster."""
    pen = QPen(colour, 1.6 if points < _MANY else 1)
    pen.setCosmetic(points >= _MANY)
    return pen


def _roomy(low: float, high: float) -> Extent:
    room = (high - low) * 0.05
    return (low - room if low != 0 else low), (high + room if high != 0 else high)


def _line(each: Series, box: QRectF, x: Extent, y: Extent) -> list[QPointF]:
    xs, ys = thinned(each.xs, each.ys, x[0], x[1], max(1, int(box.width())))
    across, up = box.width() / (x[1] - x[0]), box.height() / (y[1] - y[0])
    left, bottom = box.left() - x[0] * across, box.bottom() + y[0] * up
    return [
        QPointF(left + at * across, bottom - value * up)
        for at, value in zip(xs, ys, strict=True)
        if isfinite(at) and isfinite(value)
    ]
