# SPDX-License-Identifier: BSD-3-Clause
"""The graphics item of the canvas: a frame with an object's view, a text, a picture, or a file."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPainterPath, QPalette, QPen, QPixmap
from PySide6.QtWidgets import QGraphicsItem, QGraphicsObject, QGraphicsProxyWidget, QStyleOptionGraphicsItem, QWidget

from objects_library.desktops.desktop_2d.canvas.text_painter import paint_text
from objects_library.replication.desktop.items import Item, Placement
from objects_library.replication.desktop.text_style import style_of
from objects_library.widgets.appearance import colour_of, draw_lock
from objects_library.widgets.comment_mark import MARK, draw_comment_mark

HEADER = 28.0
_ROUND = 8.0
_MARGIN = 12.0
_CACHED = QGraphicsItem.CacheMode.DeviceCoordinateCache


class GraphicsItem(QGraphicsObject):
    """Paints one item. Its origin is its centre; an embedded object is a widget of its own."""

    def __init__(self, item: Item) -> None:
        super().__init__()
        self.item = item
        self.place = item.place
        self._bounds = self.area().adjusted(-3, -20, 3, 3)
        self.chosen = False
        self.comments = 0
        """How many comment threads about it are open."""
        self.held_by = ""
        self.words = ""
        """The text shown instead of an object's view."""
        self.picture: QPixmap | None = None
        """A picture, or the last appearance of a sleeping object."""
        self.content: QGraphicsProxyWidget | None = None
        self.setFlag(QGraphicsItem.GraphicsItemFlag.ItemClipsChildrenToShape)
        self.setCacheMode(_CACHED)  # a mere move needs no repaint
        self.set_place(item.place)

    @property
    def has_header(self) -> bool:
        """Whether it has a title strip to drag, because its inside belongs to an object."""
        return self.item.kind == "object"

    def set_item(self, item: Item) -> None:
        """Change everything but the placement."""
        self.item = item
        self.update()

    def set_place(self, placement: Placement) -> None:
        """Move it."""
        before, self.place = self.place, placement
        if (before.width, before.height) != (placement.width, placement.height):
            self.prepareGeometryChange()
            self._bounds = self.area().adjusted(-3, -20, 3, 3)
            self._fit_content()
        self.setPos(placement.x, placement.y)
        self.setRotation(placement.angle)

    def set_content(self, widget: QWidget | None) -> None:
        """Embed a widget, or remove it."""
        if self.content is not None:
            before, self.content = self.content, None
            if before.scene() is not None:
                before.scene().removeItem(before)
            before.deleteLater()
        if widget is not None:
            self.content = QGraphicsProxyWidget(self)
            self.content.setCacheMode(_CACHED)
            # The card is the background; that of a window would leave a rim at fractional pixels.
            widget.setAttribute(Qt.WidgetAttribute.WA_TranslucentBackground)
            self.content.setWidget(widget)
            self._fit_content()
        self.update()

    def area(self) -> QRectF:
        """The rectangle of the item, relative to its centre."""
        width, height = self.place.width, self.place.height
        return QRectF(-width / 2, -height / 2, width, height)

    def inside(self) -> QRectF:
        """The rectangle of the content."""
        area = self.area()
        return area.adjusted(2, min(HEADER + 1, area.height()), -2, -4) if self.has_header else area

    def header(self) -> QRectF:
        """The rectangle of the title."""
        area = self.area()
        return QRectF(area.left(), area.top(), area.width(), min(HEADER, area.height()))

    def comment_mark(self) -> QRectF:
        """The rectangle of the mark that it has comments."""
        area = self.area()
        right = area.right() - (26 if self.item.locked else 4)
        return QRectF(right - MARK.width(), area.top() + 3, MARK.width(), MARK.height())

    def holds_at(self, point: QPointF) -> bool:
        """Whether a press at a point, relative to the centre, drags the item."""
        return self.content is None or not self.inside().contains(point)

    def boundingRect(self) -> QRectF:
        """The bounding rectangle, including the rim and the name of the person who holds it."""
        return self._bounds

    def shape(self) -> QPainterPath:
        """The clickable shape."""
        path = QPainterPath()
        path.addRect(self.area())
        return path

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionGraphicsItem,  # noqa: ARG002 - Qt's signature
        widget: QWidget | None = None,
    ) -> None:
        """Paint the item in the colours of the widget."""
        palette = widget.palette() if widget is not None else QPalette()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        area = self.area()
        rim = palette.highlight().color() if self.chosen else palette.mid().color()
        if self.held_by:
            rim = colour_of(self.held_by, palette)
        painter.setPen(QPen(rim, 2 if self.chosen or self.held_by else 1))
        text = palette.text().color()
        if self.item.kind == "image":
            self._paint_picture(painter, area, text)
        elif self.item.kind == "text":
            marked = painter.pen() if self.chosen or self.held_by else None
            paint_text(painter, area, self.item.text, style_of(self.item.title), palette, marked)
        else:
            painter.setBrush(palette.base())
            painter.drawRoundedRect(area, _ROUND, _ROUND)
            if self.item.kind == "object":
                self._paint_object(painter, area, text, palette.mid().color())
            else:
                self._paint_file(painter, area, text, palette.highlight().color())
        if self.item.locked:
            corner = QRectF(area.right() - 22, area.top() + 6, 16, 16)
            draw_lock(painter, corner, palette.placeholderText().color(), closed=True)
        if self.comments:
            draw_comment_mark(painter, self.comment_mark(), self.comments, palette)
        if self.held_by:
            painter.setPen(rim)
            painter.drawText(QPointF(area.left() + 4, area.top() - 5), self.held_by)

    def _paint_object(self, painter: QPainter, area: QRectF, text: QColor, line: QColor) -> None:
        font = QFont(painter.font())
        font.setWeight(QFont.Weight.DemiBold)
        painter.setFont(font)
        painter.setPen(text)
        strip = QRectF(area.left() + 10, area.top(), max(0.0, area.width() - 36), HEADER)
        title = QFontMetricsF(font).elidedText(self.item.title, Qt.TextElideMode.ElideRight, strip.width())
        painter.drawText(strip, int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft), title)
        painter.setPen(QPen(line, 1))
        painter.drawLine(QPointF(area.left(), area.top() + HEADER), QPointF(area.right(), area.top() + HEADER))
        if self.content is not None:
            return
        if self.picture is not None:
            painter.drawPixmap(self.inside(), self.picture, QRectF(self.picture.rect()))
        elif self.words:
            painter.setFont(QFont())
            self._paint_words(painter, self.inside(), self.words, text, Qt.AlignmentFlag.AlignVCenter)

    def _paint_picture(self, painter: QPainter, area: QRectF, text: QColor) -> None:
        if self.picture is None:
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(area)
            self._paint_words(painter, area, self.words or self.item.title, text, Qt.AlignmentFlag.AlignVCenter)
            return
        painter.drawPixmap(area, self.picture, QRectF(self.picture.rect()))
        if self.chosen or self.held_by:
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(area)

    def _paint_file(self, painter: QPainter, area: QRectF, text: QColor, colour: QColor) -> None:
        sheet = QRectF(area.left() + _MARGIN, area.center().y() - 14, 22, 28)
        painter.setPen(QPen(colour, 1.6))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(sheet, 3, 3)
        for line in (9, 14, 19):
            painter.drawLine(
                QPointF(sheet.left() + 5, sheet.top() + line), QPointF(sheet.right() - 5, sheet.top() + line)
            )
        text_area = area.adjusted(_MARGIN + 22, 0, 0, 0)
        self._paint_words(painter, text_area, self.item.title, text, Qt.AlignmentFlag.AlignVCenter)

    @staticmethod
    def _paint_words(painter: QPainter, area: QRectF, text: str, colour: QColor, where: Qt.AlignmentFlag) -> None:
        painter.setPen(colour)
        flags = int(where | Qt.AlignmentFlag.AlignLeft) | int(Qt.TextFlag.TextWordWrap.value)
        painter.drawText(area.adjusted(_MARGIN, 10, -_MARGIN, -8), flags, text)

    def _fit_content(self) -> None:
        if self.content is not None:
            self.content.setGeometry(self.inside())
