# SPDX-License-Identifier: BSD-3-Clause
"""The widget of a whiteboard: resting shapes in tiles, moving and growing ones above."""

from __future__ import annotations

import math
from dataclasses import replace
from time import monotonic
from uuid import UUID

from PySide6.QtCore import QEvent, QPointF, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QMouseEvent, QPainter, QPen
from PySide6.QtWidgets import QWidget

from objects_library.documents.whiteboard.canvas.gestures import (
    DrawGesture,
    EraseGesture,
    Gesture,
    MoveGesture,
    SelectGesture,
    StretchGesture,
    corner_at,
)
from objects_library.documents.whiteboard.canvas.shape_index import ShapeIndex, shown_colour
from objects_library.documents.whiteboard.canvas.strokes import outline_of
from objects_library.replication.drawing.board import Board
from objects_library.replication.drawing.shapes import Frame, Shape, ShapePatch
from objects_library.widgets.appearance import is_dark
from objects_library.widgets.plane.plane import PlaneWidget

SCALES = (0.05, 8.0)
_SETTLES = 0.4
"""Seconds after which a changed shape counts as resting."""
_GIVEN_UP = 2.0
"""Seconds after which a line without new points counts as done."""
_DOTS = 32
_FAINT = 0.25
REACH = 5.0
"""Pixels around the pointer in which shapes are found."""


class WhiteboardPlane(PlaneWidget):
    """Shows shapes and emits what the user wants: draw, select, move, stretch."""

    begun = Signal(str, QPointF)
    """A line was begun with the pen or the highlighter."""
    went_on = Signal(list, bool)
    """More points of it, and whether it is done."""
    shaped = Signal(str, QPointF, QPointF)
    """A line, arrow, rectangle or ellipse was drawn between two points."""
    erased = Signal(list)
    moved = Signal(object, bool)
    """New frames by id, and whether the drag has ended."""
    text_asked = Signal(QPointF)
    entered = Signal(object)
    """The user wants to edit a text."""
    chosen_changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(SCALES, parent)
        self.sheet = ShapeIndex()
        self.tool = "pen"
        self.colour = "ink"
        self.width_now = 3.0
        self.writable = False
        self.dots = True
        self.chosen: list[UUID] = []
        self.shifted: dict[UUID, Frame] = {}
        """Frames of dragged shapes, until they are confirmed."""
        self.own: dict[UUID, tuple[str, str, float, QPointF, list[tuple[float, float]]]] = {}
        """Lines that are drawn here, before they are confirmed: kind, colour, width, position, points."""
        self.growing: dict[UUID, tuple[Shape, float]] = {}
        """Lines that are being drawn, and when they last grew."""
        self.erasing: set[UUID] = set()
        self.band: QRectF | None = None
        self.sketch: tuple[str, QPointF, QPointF] | None = None
        self.hidden: UUID | None = None
        """The text that is being edited; the editor shows it."""
        self._restless: dict[UUID, float] = {}
        self._settling = QTimer(self, interval=150)
        self._settling.timeout.connect(self._settle)
        self._gesture: Gesture | None = None
        self.setAccessibleName(self.tr("Whiteboard"))
        self.setCursor(self.cursor_at_rest())

    # Shapes

    def show_shapes(self, shapes: list[Shape]) -> None:
        """Replace all shapes."""
        self.sheet.clear()
        self._restless.clear()
        self.growing.clear()
        self.shifted.clear()
        self.own.clear()
        self.erasing.clear()
        for shape in shapes:
            self.sheet.put(shape)
        self.choose([name for name in self.chosen if name in self.sheet.shapes])
        self.tiles.forget()
        self.update()

    def add(self, shape: Shape) -> None:
        """Add a shape; a finished one is painted to the tiles."""
        if not shape.done:
            self._grow(shape)
            return
        new = shape.item not in self.sheet.shapes
        self.sheet.put(shape)
        bounds = self.sheet.bounds(shape.item)
        if new and not any(other.layer > shape.layer for other in self.sheet.within(bounds)):
            self._paint_on_tiles(shape)
        else:
            self.tiles.forget_part(bounds)
        self.update()

    def grow(self, shape: Shape) -> None:
        """Append points to a shape."""
        if not shape.done and shape.item not in self.sheet.shapes:
            self._grow(shape)
            return
        self.growing.pop(shape.item, None)
        self.own.pop(shape.item, None)
        self._restless.pop(shape.item, None)
        self.add(replace(shape, done=True))

    def _grow(self, shape: Shape) -> None:
        """Repaint a growing line, which is on no tile; its outline is computed once per frame."""
        self.growing[shape.item] = shape, monotonic()
        if not self._settling.isActive():
            self._settling.start()
        self.update()

    def alter(self, shape: Shape) -> None:
        """Change a shape; it is painted above the tiles until it rests."""
        if shape.item in self.growing:
            self._grow(shape)
            return
        if shape.item not in self._restless:
            self.tiles.forget_part(self.sheet.bounds(shape.item))
        self.sheet.put(shape)
        if self.shifted.get(shape.item) == shape.place and self._gesture is None:
            del self.shifted[shape.item]
        self._stir(shape.item)
        self.update()

    def take(self, name: UUID) -> None:
        """Remove a shape."""
        if self.growing.pop(name, None) is None:
            self.tiles.forget_part(self.sheet.take(name))
        self._restless.pop(name, None)
        self.shifted.pop(name, None)
        self.erasing.discard(name)
        self.own.pop(name, None)
        if name in self.chosen:
            self.choose([each for each in self.chosen if each != name])
        self.update()

    def choose(self, names: list[UUID]) -> None:
        """Select shapes."""
        self.chosen = [name for name in dict.fromkeys(names) if name in self.sheet.shapes]
        self.chosen_changed.emit()
        self.update()

    def lift(self, names: list[UUID]) -> None:
        """Paint shapes above the tiles from now on, because they are about to move."""
        for name in names:
            if name in self.sheet.shapes and name not in self._restless:
                self.tiles.forget_part(self.sheet.bounds(name))
                self._stir(name)

    def set_tool(self, tool: str) -> None:
        """Select a tool."""
        self.tool = tool
        if tool != "select":
            self.choose([])
        self.setCursor(self.cursor_at_rest())

    def shape_now(self, name: UUID) -> Shape:
        """A shape at its dragged position."""
        shape = self.sheet.shapes[name]
        place = self.shifted.get(name)
        return shape if place is None else Board.patched(shape, ShapePatch(name, place=place))

    def chosen_box(self) -> QRectF:
        """The bounding box of the selection, at its dragged position."""
        box = QRectF()
        for name in self.chosen:
            box = box.united(self._bounds_now(name))
        return box

    def movable(self) -> dict[UUID, Frame]:
        """The frames of the selected shapes that are not locked."""
        now = {name: self.shape_now(name) for name in self.chosen}
        return {name: shape.place for name, shape in now.items() if not shape.locked}

    def show_everything(self) -> None:
        """Show all shapes."""
        if self.sheet.shapes:
            self.show_area(self.sheet.around(self.sheet.shapes).adjusted(-8, -8, 8, 8))
            if self.camera.scale > 1.5:
                self.camera.look_at(self.camera.x, self.camera.y, 1.5)
        else:
            self.look_at(0, 0, 1.0)

    def _bounds_now(self, name: UUID) -> QRectF:
        shape, place = self.sheet.shapes[name], self.shifted.get(name)
        bounds = self.sheet.bounds(name)
        if place is None:
            return bounds
        across, down = place.across / shape.place.across, place.down / shape.place.down
        left = place.x + (bounds.left() - shape.place.x) * across
        top = place.y + (bounds.top() - shape.place.y) * down
        return QRectF(left, top, bounds.width() * across, bounds.height() * down)

    def _stir(self, name: UUID) -> None:
        self._restless[name] = monotonic()
        if not self._settling.isActive():
            self._settling.start()

    def _settle(self) -> None:
        now = monotonic()
        for name, since in list(self._restless.items()):
            held = name in self.shifted or name in self.own or name in self.erasing
            if not held and now - since > _SETTLES:
                del self._restless[name]
                self.tiles.forget_part(self.sheet.bounds(name))
                self.update()
        for name, (shape, since) in list(self.growing.items()):
            if name not in self.own and now - since > _GIVEN_UP:  # its author has left, or pauses
                del self.growing[name]
                self.add(replace(shape, done=True))
        if not self._restless and not self.growing:
            self._settling.stop()

    # Painting

    def paint_ground(self, painter: QPainter, area: QRectF) -> None:
        """Paint the dots of the background, and the resting shapes."""
        dark = is_dark(self.palette())
        if self.dots:
            self._paint_dots(painter, area)
        for shape in self.sheet.within(area):
            if shape.item not in self._restless and shape.item != self.hidden:
                self.sheet.paint(painter, shape, dark=dark)

    def _paint_dots(self, painter: QPainter, area: QRectF) -> None:
        scale = self.camera.scale
        step = _DOTS * 2 ** max(0, math.ceil(math.log2(18 / (_DOTS * scale))))
        colour = QColor(self.palette().text().color())
        colour.setAlpha(46)
        pen = QPen(colour, 2)
        pen.setCosmetic(True)
        painter.setPen(pen)
        xs = range(math.floor(area.left() / step), math.ceil(area.right() / step) + 1)
        ys = range(math.floor(area.top() / step), math.ceil(area.bottom() / step) + 1)
        painter.drawPoints([QPointF(x * step, y * step) for x in xs for y in ys])

    def paint_over(self, painter: QPainter) -> None:
        """Paint moving and growing shapes, the selection, the gesture, and the pointers of others."""
        dark = is_dark(self.palette())
        painter.save()
        painter.translate(self.camera.to_window(0, 0))
        painter.scale(self.camera.scale, self.camera.scale)
        self._paint_restless(painter, dark)
        for name, (shape, _) in self.growing.items():
            if name not in self.own:
                self.sheet.paint(painter, shape, dark=dark)
        for kind, colour, width, place, points in self.own.values():
            painter.save()
            painter.translate(place)
            painter.fillPath(outline_of(kind, points, width, ended=False), shown_colour(kind, colour, dark=dark))
            painter.restore()
        if self.sketch is not None:
            kind, start, end = self.sketch
            painter.translate(start)
            to = end - start
            path = outline_of(kind, [(0.0, 0.0), (to.x(), to.y())], self.width_now)
            painter.fillPath(path, shown_colour(kind, self.colour, dark=dark))
        painter.restore()
        self._paint_chosen(painter)
        self.pointers.draw(painter, self.camera.to_window, self.palette())

    def _paint_restless(self, painter: QPainter, dark: bool) -> None:
        names = [name for name in self._restless if name not in self.own and name != self.hidden]
        names.sort(key=lambda name: (self.sheet.shapes[name].layer, name.bytes))
        for name in names:
            painter.setOpacity(_FAINT if name in self.erasing else 1.0)
            place = self.shifted.get(name)
            shape = self.sheet.shapes[name]
            if place is not None and (place.across, place.down) == (shape.place.across, shape.place.down):
                painter.save()  # the outline is unchanged, only its position
                painter.translate(place.x - shape.place.x, place.y - shape.place.y)
                self.sheet.paint(painter, shape, dark=dark)
                painter.restore()
            else:
                self.sheet.paint(painter, shape if place is None else self.shape_now(name), dark=dark)
        painter.setOpacity(1.0)

    def _paint_chosen(self, painter: QPainter) -> None:
        colour = self.palette().highlight().color()
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for name in self.chosen[:500]:
            locked = self.sheet.shapes[name].locked
            painter.setPen(QPen(colour, 1, Qt.PenStyle.DotLine if locked else Qt.PenStyle.SolidLine))
            painter.drawRect(self._in_window(self._bounds_now(name)))
        if self.chosen:
            box = self._in_window(self.chosen_box())
            if len(self.chosen) > 1:
                painter.setPen(QPen(colour, 1, Qt.PenStyle.DashLine))
                painter.drawRect(box)
            if self.movable() and self.writable:
                painter.setPen(QPen(colour, 1.5))
                painter.setBrush(self.palette().base())
                for corner in (box.topLeft(), box.topRight(), box.bottomLeft(), box.bottomRight()):
                    painter.drawRoundedRect(QRectF(corner.x() - 5, corner.y() - 5, 10, 10), 2, 2)
        if self.band is not None:
            filling = QColor(colour)
            filling.setAlpha(36)
            painter.setPen(QPen(colour, 1))
            painter.setBrush(filling)
            painter.drawRect(self._in_window(self.band))

    def _in_window(self, area: QRectF) -> QRectF:
        return QRectF(
            self.camera.to_window(area.left(), area.top()), self.camera.to_window(area.right(), area.bottom())
        )

    def _paint_on_tiles(self, shape: Shape) -> None:
        dark = is_dark(self.palette())
        self.tiles.paint_on(self.sheet.bounds(shape.item), lambda painter: self.sheet.paint(painter, shape, dark=dark))

    # Pointer

    def cursor_at_rest(self) -> Qt.CursorShape:
        """The cursor of the tool."""
        shapes = {"select": Qt.CursorShape.ArrowCursor, "text": Qt.CursorShape.IBeamCursor}
        return shapes.get(self.tool, Qt.CursorShape.CrossCursor)

    def pointer_pressed(self, event: QMouseEvent, point: QPointF) -> None:
        """Begin the gesture of the tool."""
        self.setFocus(Qt.FocusReason.MouseFocusReason)
        if not self.writable and self.tool != "select":
            return
        if self.tool == "select":
            self._gesture = self._take_hold(event, point)
        elif self.tool == "eraser":
            self._gesture = EraseGesture(self, point)
        elif self.tool == "text":
            found = self.sheet.at(point, REACH / self.camera.scale)
            if found is not None and found.kind == "text" and not found.locked:
                self.entered.emit(found.item)
            else:
                self.text_asked.emit(point)
        else:
            self._gesture = DrawGesture(self, point)

    def _take_hold(self, event: QMouseEvent, point: QPointF) -> Gesture | None:
        corner = corner_at(self, event.position())
        if corner is not None:
            return StretchGesture(self, point, corner)
        adds = bool(event.modifiers() & (Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.ControlModifier))
        found = self.sheet.at(point, REACH / self.camera.scale)
        if found is None and not adds and self.chosen and self.chosen_box().contains(point):
            return MoveGesture(self, point) if self.writable else None
        if found is None:
            return SelectGesture(self, point, add=adds)
        if adds:
            others = [name for name in self.chosen if name != found.item]
            self.choose(others if found.item in self.chosen else [*self.chosen, found.item])
        elif found.item not in self.chosen:
            self.choose([found.item])
        return MoveGesture(self, point) if self.writable and self.movable() else None

    def pointer_moved(self, event: QMouseEvent, point: QPointF) -> None:
        """Continue the gesture."""
        if self._gesture is not None:
            self._gesture.go(point, event.modifiers())
            self.update()
        elif self.tool == "select" and not event.buttons():
            corner = corner_at(self, event.position())
            if corner is not None:
                slants = corner[0] * corner[1] > 0
                self.setCursor(Qt.CursorShape.SizeFDiagCursor if slants else Qt.CursorShape.SizeBDiagCursor)
            elif not self._space:
                self.setCursor(self.cursor_at_rest())

    def pointer_released(self, event: QMouseEvent, point: QPointF) -> None:  # noqa: ARG002 - Qt tells
        """End the gesture."""
        hand, self._gesture = self._gesture, None
        if hand is not None:
            hand.end()
            self.update()

    def cancel(self) -> bool:
        """Cancel the gesture; returns whether there was one."""
        hand, self._gesture = self._gesture, None
        if hand is not None:
            hand.cancel()
            self.update()
        return hand is not None

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Edit the text under the pointer, or a new one."""
        if event.button() is not Qt.MouseButton.LeftButton or self.tool != "select" or not self.writable:
            self.mousePressEvent(event)
            return
        point = self.camera.to_plane(event.position())
        found = self.sheet.at(point, REACH / self.camera.scale)
        if found is None:
            self.text_asked.emit(point)
        elif found.kind == "text" and not found.locked:
            self.entered.emit(found.item)

    def takes_arrows(self) -> bool:
        """Arrow keys move the selection."""
        return bool(self.chosen)

    def changeEvent(self, event: QEvent) -> None:
        """Recompute texts for another font."""
        if event.type() is QEvent.Type.FontChange:
            self.show_shapes(list(self.sheet.shapes.values()))
        super().changeEvent(event)
