# SPDX-License-Identifier: BSD-3-Clause
"""The widget of a map: terrain, marks, moving things, and gestures."""

from __future__ import annotations

import math
from time import monotonic
from typing import NamedTuple
from uuid import UUID

from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QFontMetricsF, QMouseEvent, QPainter, QPen, QPolygonF
from PySide6.QtWidgets import QWidget

from objects_library.replication.drawing.shapes import Shape
from objects_library.values.world import NORTH, WIDE, from_square, to_square, world
from objects_library.widgets.appearance import is_dark
from objects_library.widgets.map_view.colours import MapColours, colours
from objects_library.widgets.map_view.markers import MarkerLayer, draw_label
from objects_library.widgets.map_view.marks import Marks, area_of, length_of
from objects_library.widgets.map_view.names import Names, level_of
from objects_library.widgets.map_view.terrain import Terrain
from objects_library.widgets.plane.plane import PlaneWidget

_SCALES = (200 / WIDE, 256 * 2**12 / WIDE)
_STARTS = 4
"""Pixels until a press becomes a drag."""
_BAR = 110
_GRIDS = (30, 15, 10, 5, 2, 1, 0.5, 0.25, 0.1)
_CREDIT = "Natural Earth · GeoNames"


class _Held(NamedTuple):
    shape: Shape
    pressed: QPointF
    start: QPointF


class MapPlane(PlaneWidget):
    """The widget of a map; it emits what the user wants."""

    wheel_zooms = True
    chosen_changed = Signal()
    clicked = Signal(QPointF)
    """A click with a tool that adds something, at a point of the square."""
    drawn = Signal(list)
    """A line or an area was drawn: points of the square."""
    moved = Signal(object, float, float, bool)
    """A mark is dragged: its id, the offset in degrees, and whether the drag has ended."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(_SCALES, parent)
        self.terrain: Terrain | None = None
        self.names: Names | None = None
        self.marks = Marks()
        self.markers = MarkerLayer(self.near)
        self.markers.go_round(WIDE)
        self.shapes: list[Shape] = []
        """Marks, the lowest first."""
        self.shifted: dict[UUID, Shape] = {}
        """Dragged marks, as they are drawn meanwhile."""
        self.chosen: UUID | None = None
        self.tool = "look"
        self.writable = False
        self.grid = False
        self.colour = "red"
        self.dragged: list[tuple[float, float]] = []
        """Clicked points of a line, an area or a measurement."""
        self._pointer: QPointF | None = None
        self._held: _Held | None = None
        self._pressed: QPointF | None = None
        self.camera.look_at(WIDE / 2, WIDE * 0.42, 1000 / WIDE)
        self.setAccessibleName(self.tr("Map"))
        self.setMinimumSize(240, 160)

    def set_terrain(self, terrain: Terrain) -> None:
        """Set the terrain."""
        self.terrain = terrain
        self.names = Names(world(), self.font())
        self.tiles.forget()
        self.update()

    def set_tool(self, tool: str) -> None:
        """Select a tool."""
        self.tool = tool
        self.dragged = []
        self.setCursor(self.cursor_at_rest())
        self.update()

    def choose(self, name: UUID | None) -> None:
        """Select a mark."""
        if name != self.chosen:
            self.chosen = name
            self.chosen_changed.emit()
        self.update()

    def near(self, x: float) -> float:
        """The copy of a point nearest to the view, because the world repeats."""
        return x + WIDE * round((self.camera.x - x) / WIDE)

    def look(self) -> MapColours:
        """The colours of this theme."""
        return colours(dark=is_dark(self.palette()))

    def show_world(self) -> None:
        """Show the inhabited world."""
        left, top = to_square(-170, 75)
        right, bottom = to_square(190, -57)
        self.show_area(QRectF(QPointF(left, top), QPointF(right, bottom)))

    def show_shapes(self) -> None:
        """Show all marks and moving things; without any, the world."""
        points = [point for shape in self.shapes for point in self.marks.where(shape)]
        points += [(thing.x, thing.y) for thing in self.markers.things.values()]
        if not points:
            self.show_world()
            return
        xs, ys = [x for x, _ in points], [y for _, y in points]
        box = QRectF(QPointF(min(xs), min(ys)), QPointF(max(xs), max(ys)))
        least = WIDE / 2000
        self.show_area(box.adjusted(-least, -least, least, least))

    # Painting

    def background(self, painter: QPainter) -> None:
        """Paint the water."""
        painter.fillRect(self.rect(), self.look().water)

    def paint_ground(self, painter: QPainter, area: QRectF) -> None:
        """Paint land, coasts and borders."""
        if self.terrain is not None:
            self.terrain.paint(painter, area, self.camera.scale, self.look())

    def paint_over(self, painter: QPainter) -> None:
        """Paint grid, names, marks, moving things, the drag, and the scale."""
        look, ratio, now = self.look(), self.devicePixelRatioF(), monotonic()
        if self.grid:
            self._paint_grid(painter, look)
        if self.names is not None:
            self.names.draw(painter, self.camera, look, ratio)
        shapes = [self.shifted.get(shape.item, shape) for shape in self.shapes]
        self.marks.draw(painter, self.camera, shapes, self.palette(), self.chosen, ratio)
        self.markers.draw(painter, self.camera, self.palette(), now, ratio)
        self._paint_dragged(painter)
        self._paint_margin(painter, look)
        self.pointers.draw(painter, lambda x, y: self.camera.to_window(self.near(x), y), self.palette())
        if self.terrain is None:
            painter.setPen(look.city)
            painter.drawText(self.rect(), Qt.AlignmentFlag.AlignCenter, self.tr("Getting the world …"))

    def advance(self, now: float) -> bool:
        """Advance moving things."""
        return super().advance(now) or self.markers.moving(now)

    def _paint_grid(self, painter: QPainter, look: MapColours) -> None:
        seen = self.camera.seen()
        across = seen.width() / WIDE * 360
        step = next((each for each in _GRIDS if each <= across / 5), _GRIDS[-1])
        painter.setPen(QPen(look.grid, 1))
        first = math.ceil((seen.left() / WIDE * 360 - 180) / step)
        last = math.floor((seen.right() / WIDE * 360 - 180) / step)
        for number in range(first, last + 1):
            x = self.camera.to_window(to_square(number * step, 0)[0], 0).x()
            painter.drawLine(QPointF(x, 0), QPointF(x, self.height()))
        north, south = from_square(0, max(0.0, seen.top()))[1], from_square(0, min(WIDE, seen.bottom()))[1]
        for number in range(math.ceil(south / step), math.floor(north / step) + 1):
            y = self.camera.to_window(0, to_square(0, number * step)[1]).y()
            painter.setPen(QPen(look.grid, 1))
            painter.drawLine(QPointF(0, y), QPointF(self.width(), y))
            if number:
                painter.setPen(look.country)
                painter.drawText(QPointF(4, y - 3), in_degrees(number * step, "N", "S"))

    def _paint_dragged(self, painter: QPainter) -> None:
        if not self.dragged:
            return
        points = list(self.dragged)
        if self._pointer is not None:
            points.append((self._pointer.x(), self._pointer.y()))
        ends = [self.camera.to_window(x, y) for x, y in points]
        line = QPolygonF(ends)
        colour = self.palette().highlight().color()
        painter.setPen(QPen(colour, 2, Qt.PenStyle.DashLine if self.tool == "measure" else Qt.PenStyle.SolidLine))
        filling = QColor(colour)
        filling.setAlpha(50)
        painter.setBrush(filling)
        if self.tool == "area" and len(points) > 2:
            painter.drawPolygon(line)
        else:
            painter.drawPolyline(line)
        painter.setBrush(self.palette().base())
        painter.setPen(QPen(colour, 2))
        for point in ends[:-1] if self._pointer is not None else ends:
            painter.drawEllipse(point, 4, 4)
        if len(points) > 1:
            text = in_metres(length_of(points))
            if self.tool == "area" and len(points) > 2:
                text = f"{in_square_metres(area_of(points))} · {text}"
            draw_label(painter, ends[-1] + QPointF(12, -14), text, self.palette(), strong=True)

    def _paint_margin(self, painter: QPainter, look: MapColours) -> None:
        """Paint the scale on the left, coordinates and the data source on the right."""
        font = painter.font()
        small = painter.font()
        small.setPixelSize(11)
        painter.setFont(small)
        metres = length_of([(self.camera.x, self.camera.y), (self.camera.x + _BAR / self.camera.scale, self.camera.y)])
        power = 10 ** math.floor(math.log10(max(metres, 1e-3)))
        nice = next(each * power for each in (5, 2, 1) if each * power <= metres)
        long = _BAR * nice / metres
        left, bottom = 14.0, self.height() - 14.0
        bar = QPolygonF([QPointF(left, bottom - 5), QPointF(left, bottom), QPointF(left + long, bottom),
                         QPointF(left + long, bottom - 5)])  # fmt: skip
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(look.halo, 4))
        painter.drawPolyline(bar)
        painter.setPen(QPen(look.city, 1.5))
        painter.drawPolyline(bar)
        painter.drawText(QPointF(left + 4, bottom - 6), in_metres(nice))
        text = _CREDIT if self._pointer is None else f"{self.coordinates_text(self._pointer)}   {_CREDIT}"
        width = QFontMetricsF(small).horizontalAdvance(text) + 12
        plate = QColor(look.halo)
        plate.setAlpha(235)
        box = QRectF(self.width() - width - 6, self.height() - 24, width, 18)
        painter.fillRect(box, plate)
        painter.setPen(look.country)
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, text)
        painter.setFont(font)

    def coordinates_text(self, point: QPointF) -> str:
        """Coordinates as text."""
        longitude, latitude = from_square(point.x(), point.y())
        digits = max(1, min(5, round(level_of(self.camera.scale) / 2.5)))
        north = in_degrees(max(-NORTH, min(NORTH, latitude)), "N", "S", digits)
        return f"{north} {in_degrees(longitude, 'E', 'W', digits)}"

    # Pointer

    def cursor_at_rest(self) -> Qt.CursorShape:
        """The cursor of the tool."""
        return Qt.CursorShape.OpenHandCursor if self.tool == "look" else Qt.CursorShape.CrossCursor

    def pointer_pressed(self, event: QMouseEvent, point: QPointF) -> None:
        """Press a mark, or the map."""
        self._pressed = event.position()
        if self.tool == "look":
            found = self.marks.at(event.position(), self.camera, self.shapes)
            if found is not None and self.writable and not found.locked and found.item == self.chosen:
                self._held = _Held(found, event.position(), point)
                return
            self.begin_push(event.position())

    def pointer_moved(self, event: QMouseEvent, point: QPointF) -> None:
        """Continue the gesture."""
        self._pointer = point
        if self._held is not None:
            self._drag(event.position(), point, done=False)
        elif not event.buttons() and self.markers.things:
            self.markers.hovered = self.markers.at(event.position(), self.camera, monotonic())
        self.update()

    def pointer_released(self, event: QMouseEvent, point: QPointF) -> None:
        """Release; without a move it was a click."""
        pressed, self._pressed = self._pressed, None
        clicked = pressed is not None and (event.position() - pressed).manhattanLength() < _STARTS
        if self._held is not None:
            if not clicked:
                self._drag(event.position(), point, done=True)
            self._held = None
        if not clicked:
            return
        if self.tool == "look":
            self.markers.chosen = self.markers.at(event.position(), self.camera, monotonic())
            found = self.marks.at(event.position(), self.camera, self.shapes)
            self.choose(found.item if found is not None and not self.markers.chosen else None)
            self.chosen_changed.emit()
        elif self.tool == "marker":
            self.clicked.emit(point)
        elif not self.dragged or (point.x(), point.y()) != self.dragged[-1]:
            self.dragged.append((point.x(), point.y()))
        self.update()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Zoom in, or finish a line."""
        if self.tool == "look":
            self.zoom_by(2.0, event.position())
        else:
            self.finish()

    def leaveEvent(self, event: object) -> None:
        """Hide the coordinates."""
        self._pointer = None
        self.markers.hovered = ""
        super().leaveEvent(event)  # type: ignore[arg-type]
        self.update()

    def finish(self) -> None:
        """Finish the line or area."""
        points, self.dragged = self.dragged, ([] if self.tool != "measure" else self.dragged)
        if self.tool == "measure":
            self._pointer = None
        elif len(points) > (2 if self.tool == "area" else 1):
            self.drawn.emit(points)
        self.update()

    def cancel(self) -> bool:
        """Cancel the drag; returns whether there was one."""
        had = bool(self.dragged) or self._held is not None
        self.dragged = []
        if self._held is not None:
            self.shifted.pop(self._held.shape.item, None)
            self._held = None
        self.update()
        return had

    def _drag(self, at: QPointF, point: QPointF, *, done: bool) -> None:
        assert self._held is not None
        if not done and not self.shifted and (at - self._held.pressed).manhattanLength() < _STARTS:
            return
        east, north = from_square(point.x(), point.y())
        east_0, north_0 = from_square(self._held.start.x(), self._held.start.y())
        self.moved.emit(self._held.shape, east - east_0, north - north_0, done)


def in_degrees(degrees: float, plus: str, minus: str, digits: int = 2) -> str:
    """Format degrees with the hemisphere."""
    text = f"{abs(degrees):.{digits}f}".rstrip("0").rstrip(".") if digits == 2 else f"{abs(degrees):.{digits}f}"
    return f"{text}° {plus if degrees >= 0 else minus}"


def in_metres(metres: float) -> str:
    """Format a distance."""
    if metres < 1000:
        return f"{metres:.0f} m"
    kilometres = metres / 1000
    return f"{kilometres:.1f} km" if kilometres < 10 and kilometres % 1 else f"{kilometres:,.0f} km"


def in_square_metres(area: float) -> str:
    """Format an area."""
    return f"{area:,.0f} m²" if area < 1e6 else f"{area / 1e6:,.0f} km²"
