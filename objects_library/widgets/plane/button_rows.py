# SPDX-License-Identifier: BSD-3-Clause
"""Rows of small exclusive buttons: colours, widths, tools."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QAbstractButton, QHBoxLayout, QWidget

from objects_library.replication.drawing.shapes import COLOURS
from objects_library.widgets.appearance import blend, is_dark
from objects_library.widgets.plane.pens import pen_colour, pen_name

Paint = Callable[[QPainter, QRectF, "PaintedButton"], None]


class PaintedButton(QAbstractButton):
    """A square painted button: a plate when checked or hovered, a rim with the focus."""

    def __init__(self, name: str, tip: str, paint: Paint, side: int = 30) -> None:
        super().__init__()
        self.name = name
        self._paint_it = paint
        self._side = side
        self.setCheckable(True)
        self.setFixedSize(side, side)
        self.setAccessibleName(tip)
        self.setToolTip(tip)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)

    def sizeHint(self) -> QSize:
        """A fixed size."""
        return QSize(self._side, self._side)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002 - Qt's signature
        """Paint the plate, the symbol and the focus rim."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        palette = self.palette()
        box = QRectF(self.rect()).adjusted(1, 1, -1, -1)
        over = self.underMouse() and self.isEnabled()
        if self.isChecked():
            painter.setBrush(blend(palette.highlight().color(), palette.base().color(), 0.22))
        elif over:
            painter.setBrush(blend(palette.text().color(), palette.base().color(), 0.08))
        else:
            painter.setBrush(Qt.BrushStyle.NoBrush)
        if self.isChecked() or self.hasFocus():
            painter.setPen(QPen(palette.highlight().color(), 1.5))
        else:
            painter.setPen(Qt.PenStyle.NoPen)
        painter.drawRoundedRect(box, 7, 7)
        if not self.isEnabled():
            painter.setOpacity(0.4)
        self._paint_it(painter, box, self)


class Chooser(QWidget):
    """A row of exclusive buttons."""

    chosen = Signal(str)

    def __init__(self, buttons: Iterable[PaintedButton], name: str) -> None:
        super().__init__()
        self.setAccessibleName(name)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(2)
        self.buttons = {button.name: button for button in buttons}
        for button in self.buttons.values():
            row.addWidget(button)
            button.clicked.connect(lambda _=False, name=button.name: self._choose(name))

    def choose(self, name: str) -> None:
        """Check a button without emitting."""
        for each, button in self.buttons.items():
            button.setChecked(each == name)

    def _choose(self, name: str) -> None:
        self.choose(name)
        self.chosen.emit(name)


def colour_chooser(title: str) -> Chooser:
    """A chooser of pen colours."""

    def paint(painter: QPainter, box: QRectF, button: PaintedButton) -> None:
        painter.setPen(QPen(blend(button.palette().text().color(), button.palette().base().color(), 0.3), 1))
        painter.setBrush(pen_colour(button.name, dark=is_dark(button.palette())))
        radius = box.width() * 0.3
        painter.drawEllipse(box.center(), radius, radius)

    return Chooser([PaintedButton(name, pen_name(name), paint, 26) for name in COLOURS], title)


def width_chooser(title: str, widths: dict[str, tuple[float, str]]) -> Chooser:
    """A chooser of line widths, given with their names."""

    def paint(painter: QPainter, box: QRectF, button: PaintedButton) -> None:
        radius = min(10.0, max(1.5, widths[button.name][0] / 1.6))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(button.palette().text())
        painter.drawEllipse(QPointF(box.center()), radius, radius)

    return Chooser([PaintedButton(name, text, paint) for name, (_, text) in widths.items()], title)


def begin_symbol(painter: QPainter, box: QRectF, button: PaintedButton) -> QColor:
    """Set pen and origin for the symbol of a tool, in a square of 18 pixels; returns its colour."""
    colour = button.palette().text().color()
    pen = QPen(colour, 1.7)
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    painter.setPen(pen)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.translate(box.center().x() - 9, box.center().y() - 9)
    return colour


def polygon(*numbers: float) -> QPolygonF:
    """A polygon from alternating x and y."""
    return QPolygonF([QPointF(x, y) for x, y in zip(numbers[0::2], numbers[1::2], strict=True)])
