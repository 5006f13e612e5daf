# SPDX-License-Identifier: BSD-3-Clause
"""The bar above a 2D desktop: a search over all objects, buttons to add things, and undo."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QPainter, QPainterPath
from PySide6.QtWidgets import QMenu, QWidget

from objects_library.desktops.desktop_2d.object_chooser import ObjectChooser
from objects_library.replication.desktop.text_style import SHAPES, TextStyle
from objects_library.widgets.plane.button_rows import PaintedButton, begin_symbol, polygon
from objects_library.widgets.plane.flow_layout import Flow

_SHAPE_COLOUR = "blue"
_WORDS_COLOUR = "ink"
_CORNERS = (
    (2.5, 6.5, 2.5, 2.5, 6.5, 2.5),
    (11.5, 2.5, 15.5, 2.5, 15.5, 6.5),
    (15.5, 11.5, 15.5, 15.5, 11.5, 15.5),
    (6.5, 15.5, 2.5, 15.5, 2.5, 11.5),
)


class AddBar(Flow):
    """The tools of a 2D desktop in a row that wraps."""

    shape_asked = Signal(object)
    """The style of the new shape."""

    def __init__(self, page: QWidget) -> None:
        super().__init__()
        self.search = ObjectChooser(page)
        self.text = _button("text", _tr("New text"))
        self.shape = _button("shape", _tr("New shape"))
        self.picture = _button("picture", _tr("Add a picture"))
        self.file = _button("file", _tr("Add a file"))
        self.paste = _button("paste", _tr("Paste"))
        self.undo = _button("undo", _tr("Undo"))
        self.redo = _button("redo", _tr("Redo"))
        self.all = _button("all", _tr("Show everything on the desktop"))
        self.menu = _button("menu", _tr("Everything that can be done"))
        self.adding = (self.search, self.text, self.shape, self.picture, self.file, self.paste)
        for tool in self.adding:
            self.add(tool)
        self.push()
        for button in (self.undo, self.redo, self.all, self.menu):
            self.add(button)
        self.shape.clicked.connect(self._ask_shape)

    def shape_menu(self) -> QMenu:
        """A menu of the shapes."""
        menu = QMenu(self)
        for shape, title in shape_names().items():
            menu.addAction(title).triggered.connect(
                lambda _=False, shape=shape: self.shape_asked.emit(first_style(shape))
            )
        return menu

    def _ask_shape(self) -> None:
        menu = self.shape_menu()
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(self.shape.mapToGlobal(self.shape.rect().bottomLeft()))


def shape_names() -> dict[str, str]:
    """The shapes that can be added, and their names; a note is added as a text."""
    names = {
        "rectangle": _tr("Rectangle"),
        "ellipse": _tr("Ellipse"),
        "diamond": _tr("Diamond"),
        "arrow": _tr("Arrow"),
        "words": _tr("Heading"),
    }
    return {shape: names[shape] for shape in SHAPES if shape in names}


def first_style(shape: str) -> TextStyle:
    """The style of a new shape."""
    return TextStyle(shape, _WORDS_COLOUR if shape == "words" else _SHAPE_COLOUR)


def _button(name: str, tip: str) -> PaintedButton:
    button = PaintedButton(name, tip, _paint_symbol, 32)
    button.setCheckable(False)
    return button


def _paint_symbol(painter: QPainter, box: QRectF, button: PaintedButton) -> None:
    begin_symbol(painter, box, button)
    match button.name:
        case "text":
            painter.drawPolyline(polygon(3, 5, 3, 3, 15, 3, 15, 5))
            painter.drawLine(QPointF(9, 3), QPointF(9, 15))
            painter.drawLine(QPointF(6.5, 15), QPointF(11.5, 15))
        case "shape":
            painter.drawRoundedRect(QRectF(2, 6.5, 9.5, 9.5), 1.5, 1.5)
            painter.drawEllipse(QPointF(11.5, 6.5), 4.8, 4.8)
        case "picture":
            painter.drawRoundedRect(QRectF(2, 3, 14, 12), 2, 2)
            painter.drawPolyline(polygon(3, 13.5, 7, 9, 10, 12, 12, 10, 15, 13))
            painter.drawEllipse(QPointF(11.5, 6.5), 1.2, 1.2)
        case "file":
            painter.drawPolygon(polygon(4, 2, 10.5, 2, 14.5, 6, 14.5, 16, 4, 16))
            painter.drawPolyline(polygon(10.5, 2, 10.5, 6, 14.5, 6))
        case "paste":
            painter.drawRoundedRect(QRectF(3.5, 3.5, 11, 12.5), 2, 2)
            painter.drawRoundedRect(QRectF(6.5, 2, 5, 3), 1, 1)
            painter.drawLine(QPointF(6.5, 9), QPointF(11.5, 9))
            painter.drawLine(QPointF(6.5, 12), QPointF(11.5, 12))
        case "undo" | "redo":
            if button.name == "redo":
                painter.translate(18, 0)
                painter.scale(-1, 1)
            painter.drawPolyline(polygon(6.5, 3, 3, 6.5, 6.5, 10))
            path = QPainterPath(QPointF(3, 6.5))
            path.lineTo(10, 6.5)
            path.cubicTo(17, 6.5, 17, 15, 10, 15)
            path.lineTo(6, 15)
            painter.drawPath(path)
        case "all":
            for corner in _CORNERS:
                painter.drawPolyline(polygon(*corner))
        case "menu":
            pen = painter.pen()
            pen.setWidthF(3)
            painter.setPen(pen)
            painter.drawPoints(polygon(3.5, 9, 9, 9, 14.5, 9))


def _tr(text: str) -> str:
    return QCoreApplication.translate("AddBar", text)
