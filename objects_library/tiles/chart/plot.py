# SPDX-License-Identifier: BSD-3-Clause
"""The plot of a chart tile: without a frame, with the selection highlighted."""

from collections.abc import Callable, Sequence
from math import isfinite, nan

from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QMouseEvent, QPainter, QPainterPath

from objects_library.values.series import Series, Store, extent, nearest
from objects_library.widgets.appearance import blend, elide, tip_of_lines
from objects_library.widgets.plot_view import Plot
from objects_library.widgets.tile_text import short_figure

_FAINT = 0.22
"""The opacity of what is not selected."""
_ROUND = 3.0
_WIDEST = 72.0


class TilePlot(Plot):
    """A plot whose bars and lines can be selected."""

    framed = False
    picked = Signal(str, str)
    """What was clicked: the name of a series, and the name of a bar (empty: a line)."""

    def __init__(self, store: Store) -> None:
        super().__init__(store)
        self.marked_bars: set[str] | None = None
        """The selected bars; None without a selection."""
        self.marked_series: set[str] | None = None
        self.marked_parts: dict[tuple[str, str], float] | None = None
        """The selected share of each bar, by series and bar."""
        self.known: list[str] = []
        """All series, including filtered ones, so that each keeps its colour."""
        self._bar_places: list[tuple[QRectF, str, str, float]] = []
        self.setMinimumSize(120, 90)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """A click on the legend hides a series; a click on a bar or line selects it."""
        at = event.position()
        if any(box.contains(at) for box, _ in self._legend) or event.button() != Qt.MouseButton.LeftButton:
            super().mousePressEvent(event)
            return
        bar = self._bar_at(at)
        if bar is not None:
            self.picked.emit(bar[1], bar[2])
        elif name := self._line_at(at):
            self.picked.emit(name, "")
        else:
            self.picked.emit("", "")

    def tooltip_at(self, at: QPointF) -> str:
        """What is under the mouse, as a text for a tool tip."""
        bar = self._bar_at(at)
        if bar is None:
            return super().tooltip_at(at)
        name = f"{bar[2]} · {bar[1]}" if bar[2] else bar[1]
        return tip_of_lines([f"{name}: {bar[3]:,.6g}"])

    def draw(self, painter: QPainter, room: QRectF) -> None:
        """Draw the plot on any painter."""
        self._bar_places = []
        super().draw(painter, room)

    def _colour_of(self, name: str, number: int) -> QColor:
        return self._colour(self.known.index(name) if name in self.known else number)

    def _points(self, painter: QPainter, box: QRectF, shown: Sequence[Series], colours: dict[str, QColor]) -> None:
        """Draw the selection above the rest."""
        marked = self.marked_series
        if marked is not None:
            shown = sorted(shown, key=lambda each: each.name in marked)
            colours = {name: self._tone(colour, name in marked) for name, colour in colours.items()}
        super()._points(painter, box, shown, colours)

    def _bars(
        self, painter: QPainter, box: QRectF, shown: Sequence[Series], colours: dict[str, QColor], names: list[str]
    ) -> None:
        """Bars with round heads; lying where their names are too long to stand side by side."""
        count = max(len(each.ys) for each in shown)
        longest = max((painter.fontMetrics().horizontalAdvance(name) for name in names), default=0)
        if names and longest > box.width() / count - 6:
            self._lying_bars(painter, box, shown, colours, names)
        else:
            self._standing_bars(painter, box, shown, colours, names)

    def _standing_bars(
        self, painter: QPainter, box: QRectF, shown: Sequence[Series], colours: dict[str, QColor], names: list[str]
    ) -> None:
        low, high = extent(each.ys for each in shown)
        y = (min(low, 0.0) * 1.05, max(high, 0.0) * 1.05 or 1.0)
        self._axes(painter, box, None, y, time=False)
        slot = box.width() / max(len(each.ys) for each in shown)
        width = max(1.0, min(slot * 0.72 / len(shown), _WIDEST))
        height = box.height() / (y[1] - y[0])
        zero = box.bottom() + y[0] * height

        def bar(position: int, number: int, value: float) -> QRectF:
            left = box.left() + (position + 0.5) * slot + (number - len(shown) / 2) * width
            return QRectF(left + 0.5, min(zero, zero - value * height), max(1.0, width - 1), abs(value) * height)

        def touch(there: QRectF) -> QRectF:
            return QRectF(there.left(), box.top(), there.width(), box.height())

        self._draw_bars(painter, shown, colours, names, bar, touch)
        painter.setPen(self.palette().placeholderText().color())
        for place, name in enumerate(names):
            if slot > 24:
                label = QRectF(box.left() + place * slot, box.bottom() + 5, slot, 20)
                text = elide(name, painter.font(), round(slot) - 4)
                painter.drawText(label, Qt.AlignmentFlag.AlignHCenter, text)

    def _lying_bars(
        self, painter: QPainter, box: QRectF, shown: Sequence[Series], colours: dict[str, QColor], names: list[str]
    ) -> None:
        """Names on the left, bars to the right, and numbers behind them."""
        metrics = painter.fontMetrics()
        room = min(max(metrics.horizontalAdvance(name) for name in names), round(self.width() * 0.34)) + 12
        left = 6.0 + room
        low, high = extent(each.ys for each in shown)
        most = max(high, 0.0, -low) or 1.0
        numbers = metrics.horizontalAdvance("0000 M") + 6
        wide = max(10.0, box.right() - left - numbers) / most
        slot = (box.height() + 20) / len(names)
        thick = max(1.0, min(slot * 0.7 / len(shown), 22.0))

        def bar(position: int, number: int, value: float) -> QRectF:
            top = box.top() + (position + 0.5) * slot + (number - len(shown) / 2) * thick
            return QRectF(left, top + 0.5, abs(value) * wide, max(1.0, thick - 1))

        def touch(there: QRectF) -> QRectF:
            return QRectF(0, there.top(), self.width(), there.height())

        self._draw_bars(painter, shown, colours, names, bar, touch, lying=True)
        if slot < 9:
            return
        font = painter.font()
        font.setPixelSize(round(min(slot, 12)))
        painter.setFont(font)
        quiet, middle = self.palette().placeholderText().color(), Qt.AlignmentFlag.AlignVCenter
        for place, name in enumerate(names):
            line = QRectF(6, box.top() + place * slot, room - 8, slot)
            painter.setPen(quiet)
            painter.drawText(line, Qt.AlignmentFlag.AlignRight | middle, elide(name, painter.font(), room - 8))
            value = shown[0].ys[place] if len(shown) == 1 else nan
            if isfinite(value):
                behind = QRectF(left + abs(value) * wide + 6, line.top(), numbers, slot)
                painter.drawText(behind, middle, short_figure(value, self.locale()))

    def _draw_bars(
        self,
        painter: QPainter,
        shown: Sequence[Series],
        colours: dict[str, QColor],
        names: list[str],
        bar: Callable[[int, int, float], QRectF],
        touch: Callable[[QRectF], QRectF],
        *,
        lying: bool = False,
    ) -> None:
        painter.setPen(Qt.PenStyle.NoPen)
        for number, each in enumerate(shown):
            for place, value in enumerate(each.ys):
                if not isfinite(value):
                    continue  # nothing to draw
                name = names[place] if place < len(names) else ""
                there = bar(place, number, value)
                whole = self.marked_parts is None and self._is_marked(each.name, name)
                painter.setBrush(self._tone(colours[each.name], whole))
                painter.drawPath(_rounded(there, up=value >= 0, lying=lying))
                part = (self.marked_parts or {}).get((each.name, name), 0.0)
                if part:
                    painter.setBrush(colours[each.name])
                    painter.drawPath(_rounded(bar(place, number, part), up=part >= 0, lying=lying))
                self._bar_places.append((touch(there), each.name, name, value))

    def _is_marked(self, series: str, bar: str) -> bool:
        return (self.marked_bars is None or bar in self.marked_bars) and (
            self.marked_series is None or series in self.marked_series
        )

    def _tone(self, colour: QColor, marked: bool) -> QColor:
        return colour if marked else blend(colour, self.palette().base().color(), _FAINT)

    def _bar_at(self, at: QPointF) -> tuple[QRectF, str, str, float] | None:
        return next((each for each in self._bar_places if each[0].contains(at)), None)

    def _line_at(self, at: QPointF) -> str:
        """The series whose point is nearest in height, where the mouse is."""
        if self._drawn is None or not self._drawn[0].contains(at):
            return ""
        box, (low, high), shown = self._drawn
        x = low + (at.x() - box.left()) / box.width() * (high - low)
        ends = extent(each.ys for each in shown)
        wanted = ends[0] + (box.bottom() - at.y()) / box.height() * (ends[1] - ends[0])
        found = [
            (abs(each.ys[place] - wanted), each.name)
            for each in shown
            if (place := nearest(each.xs, each.ys, x)) is not None
        ]
        return min(found)[1] if found else ""


def _rounded(bar: QRectF, *, up: bool, lying: bool = False) -> QPainterPath:
    """A bar that is round at its head only."""
    path = QPainterPath()
    path.setFillRule(Qt.FillRule.WindingFill)
    round_by = min(_ROUND, bar.width() / 2, bar.height() / 2)
    path.addRoundedRect(bar, round_by, round_by)
    foot = QRectF(bar)
    if lying:
        foot.setRight(bar.left() + bar.width() / 2)
    elif up:
        foot.setTop(bar.bottom() - bar.height() / 2)
    else:
        foot.setBottom(bar.top() + bar.height() / 2)
    path.addRect(foot)
    return path.simplified()
