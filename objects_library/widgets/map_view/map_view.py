# SPDX-License-Identifier: BSD-3-Clause
"""The view of a map: tools, the world, and a card for the selected mark."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

from PySide6.QtCore import QEvent, QPointF, QRectF, QStringListModel, Qt
from PySide6.QtGui import QImage, QKeyEvent, QPainter
from PySide6.QtWidgets import QCompleter, QLineEdit

from app.runtime.library import Context
from objects_library.replication.drawing.presence import Pointing
from objects_library.replication.drawing.shapes import Frame, Shape
from objects_library.values.world import WIDE, from_square, to_square, world
from objects_library.widgets.appearance import SoftButton
from objects_library.widgets.drawing_view import DrawingView
from objects_library.widgets.map_view.map_plane import MapPlane, in_degrees, in_metres, in_square_metres
from objects_library.widgets.map_view.mark_card import MarkCard
from objects_library.widgets.map_view.marks import area_of, draw_sign, length_of
from objects_library.widgets.map_view.search import Finder
from objects_library.widgets.map_view.terrain import terrain
from objects_library.widgets.plane.button_rows import Chooser, PaintedButton, begin_symbol, polygon
from objects_library.widgets.plane.flow_layout import Flow

_EDGE = 12


class MapView(DrawingView):
    """The view of a map; dragged marks follow the pointer, then the confirmed state."""

    plane: MapPlane

    def __init__(self, context: Context) -> None:
        super().__init__(context, MapPlane())
        self.finder: Finder | None = None
        self._sorted = True
        self._add_tools()
        self.content.addWidget(self.plane, stretch=1)
        self.card = MarkCard(self.plane)
        self.card.patched.connect(lambda patch: self.patch([patch]))
        self.card.removed.connect(lambda name: self.take_away([name]))
        self.card.closed.connect(lambda: self.plane.choose(None))
        self.plane.chosen_changed.connect(self._show_card)
        self.plane.clicked.connect(self._put_marker)
        self.plane.drawn.connect(self._put_line)
        self.plane.moved.connect(self._move)
        self.plane.key_pressed.connect(self.press)
        self.plane.installEventFilter(self)
        context.spawn(self._load())

    @property
    def settled(self) -> bool:
        """Whether all visible land is drawn."""
        return super().settled and self.plane.terrain is not None and self.plane.complete

    async def _load(self) -> None:
        """Load the world in a thread; finer levels follow."""
        ground = await asyncio.to_thread(terrain)
        self.plane.set_terrain(ground)
        self.finder = Finder(world(), ground)
        await asyncio.to_thread(ground.prepare)
        self.plane.tiles.forget()
        self.plane.update()

    def _add_tools(self) -> None:
        tools = (
            ("look", self.tr("Look around, choose and move marks (V)")),
            ("marker", self.tr("Mark a place (M)")),
            ("line", self.tr("Draw a line (L)")),
            ("area", self.tr("Draw an area (A)")),
            ("measure", self.tr("Measure a distance (D)")),
        )
        self.tools = Chooser([PaintedButton(name, tip, paint_tool) for name, tip in tools], self.tr("Tools"))
        self.tools.choose("look")
        self.tools.chosen.connect(self.take_tool)
        self.search = QLineEdit()
        self.search.setPlaceholderText(self.tr("Find a country, city or mark"))
        self.search.setAccessibleName(self.tr("Find a place"))
        self.search.setClearButtonEnabled(True)
        self.search.setFixedWidth(230)
        self._found = QStringListModel(self)
        completer = QCompleter(self._found, self)
        completer.setCompletionMode(QCompleter.CompletionMode.UnfilteredPopupCompletion)
        completer.activated.connect(self.go_to)
        self.search.setCompleter(completer)
        self.search.textEdited.connect(self._suggest)
        self.search.returnPressed.connect(lambda: self.go_to(self.search.text()))
        self.all_button = SoftButton(self.tr("Show &all"), self.tr("Show all marks, or the world"))
        self.all_button.clicked.connect(self.plane.show_shapes)
        self.grid_button = SoftButton(self.tr("&Grid"), self.tr("Show lines of latitude and longitude"))
        self.grid_button.setCheckable(True)
        self.grid_button.toggled.connect(self._show_grid)
        self.save_button = SoftButton(self.tr("&Save"), self.tr("Save a picture of the map"))
        self.save_button.clicked.connect(self.save_picture)
        self.tool_row = row = Flow()
        row.add(self.tools)
        self.common_buttons(row)
        row.add(self.search)
        row.add(self.all_button)
        row.add(self.grid_button)
        row.add(self.save_button)
        self.content.addWidget(row)

    # Shapes

    def shapes_replaced(self) -> None:
        """Replace all marks."""
        self.plane.shifted.clear()
        self._sort()

    def shape_added(self, shape: Shape, echo: bool) -> None:
        """Add a mark; a new one of the user asks for a name."""
        self._sort()
        if echo and shape.kind == "marker" and self.plane.tool == "look" and shape.item == self._just_put:
            self._just_put = None
            self.plane.choose(shape.item)
            self.card.name.setFocus()

    _just_put: object = None

    def shape_changed(self, before: Shape, after: Shape, by: str, echo: bool) -> None:  # noqa: ARG002
        """Change a mark."""
        shown = self.plane.shifted.get(after.item)
        if shown is not None and shown.place == after.place:
            del self.plane.shifted[after.item]
        self._sort()

    def shape_removed(self, shape: Shape) -> None:
        """Remove a mark."""
        self.plane.shifted.pop(shape.item, None)
        if self.plane.chosen == shape.item:
            self.plane.choose(None)
        self._sort()

    def set_writable(self, writable: bool) -> None:
        """Disable editing while the object is not live."""
        super().set_writable(writable)
        self.plane.writable = writable
        for name in ("marker", "line", "area"):
            self.tools.buttons[name].setEnabled(writable)
        if not writable and self.plane.tool in ("marker", "line", "area"):
            self.take_tool("look")
        self._show_card()

    def on_plane(self, pointing: Pointing) -> Pointing:
        """Degrees to points of the square."""
        x, y = to_square(pointing.x, pointing.y)
        middle_x, middle_y = to_square(pointing.middle_x, pointing.middle_y)
        return Pointing(x, y, pointing.away, middle_x, middle_y, pointing.scale)

    def from_plane(self, pointing: Pointing) -> Pointing:
        """Points of the square to degrees."""
        x, y = from_square(pointing.x, pointing.y)
        middle_x, middle_y = from_square(pointing.middle_x, pointing.middle_y)
        return Pointing(x, y, pointing.away, middle_x, middle_y, pointing.scale)

    # Actions of the user

    def take_tool(self, name: str) -> None:
        """Select a tool."""
        if self.tools.buttons[name].isEnabled():
            self.tools.choose(name)
            self.plane.set_tool(name)

    def go_to(self, text: str) -> None:
        """Go to a place by name or coordinates."""
        moving = self.plane.markers.things.get(text.strip())
        if moving is not None:
            self.plane.markers.chosen = moving.name
            self.plane.look_at(moving.x, moving.y)
            return
        if self.finder is None:
            return
        place = self.finder.find(text, self.plane.shapes, self.plane.marks)
        if place is None:
            self.refuse(self.tr("nothing here is called “{name}”").format(name=text.strip()[:60]))
            return
        self.notice.show_message("")
        self.plane.show_area(place.area)
        self.plane.setFocus()

    def press(self, event: QKeyEvent) -> None:
        """Keys of the map."""
        ctrl = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
        shift = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        tools = {Qt.Key.Key_V: "look", Qt.Key.Key_M: "marker", Qt.Key.Key_L: "line", Qt.Key.Key_A: "area",
                 Qt.Key.Key_D: "measure"}  # fmt: skip
        actions: dict[Qt.Key, Callable[[], object]] = {
            Qt.Key.Key_Escape: self._escape,
            Qt.Key.Key_Return: self.plane.finish,
            Qt.Key.Key_Enter: self.plane.finish,
            Qt.Key.Key_Backspace: self._last_point,
            Qt.Key.Key_Delete: self._delete,
            Qt.Key.Key_Home: self.plane.show_shapes,
            Qt.Key.Key_0: self.plane.show_world,
            Qt.Key.Key_G: self.grid_button.toggle,
        }
        with_ctrl: dict[Qt.Key, Callable[[], object]] = {
            Qt.Key.Key_Z: self.redo_last if shift else self.undo_last,
            Qt.Key.Key_Y: self.redo_last,
            Qt.Key.Key_F: self.search.setFocus,
            Qt.Key.Key_S: self.save_picture,
        }
        key = Qt.Key(event.key())
        command = with_ctrl.get(key) if ctrl else actions.get(key)
        if not ctrl and key in tools:
            command = partial(self.take_tool, tools[key])
        if command is not None:
            command()
            event.accept()

    def save_picture(self) -> None:
        """Save the visible part as a picture of double size."""
        image = QImage(self.plane.size() * 2, QImage.Format.Format_RGB32)
        image.setDevicePixelRatio(2)
        self.plane.render(image)
        self.save_file(self.tr("Save the map"), "map.png", partial(_save, image))

    def eventFilter(self, watched: object, event: QEvent) -> bool:
        """Keep the card in its corner."""
        if watched is self.plane and event.type() is QEvent.Type.Resize:
            self._lay_card()
        return False

    def _sort(self) -> None:
        """Sort the marks, once for all pending changes."""
        if self._sorted:
            self._sorted = False
            self._context.post(self._sort_now)

    def _sort_now(self) -> None:
        self._sorted = True
        self.plane.shapes = sorted(self.known.values(), key=lambda each: (each.layer, each.item.bytes))
        if self.card.item is not None and self.card.item in self.known:
            self._show_card()
        self.plane.update()

    def _put_marker(self, point: QPointF) -> None:
        shape = self.new_shape("marker", _degrees(point), colour=self.plane.colour, icon="pin")
        self._just_put = shape.item
        self.take_tool("look")
        self.draw_shapes([shape])

    def _put_line(self, points: list[tuple[float, float]]) -> None:
        first = _degrees(QPointF(*points[0]))
        seen = []
        for x, y in points:
            north = from_square(x, y)[1]
            seen.append(((x - points[0][0]) / WIDE * 360, north - first[1]))
        self.draw_shapes([self.new_shape(self.plane.tool, first, seen, colour="blue")])
        self.take_tool("look")

    def _move(self, shape: Shape, east: float, north: float, done: bool) -> None:
        place = shape.place
        x = (place.x + east + 180) % 360 - 180
        y = max(-85.0, min(85.0, place.y + north))
        moved = replace(shape, place=Frame(x, y, place.across, place.down))
        self.plane.shifted[shape.item] = moved
        self.act(self.place, [shape.item], [moved.place], done)

    def _escape(self) -> None:
        if not self.plane.cancel():
            self.plane.choose(None)
            self.take_tool("look")

    def _last_point(self) -> None:
        if self.plane.dragged:
            self.plane.dragged.pop()
            self.plane.update()
        else:
            self._delete()

    def _delete(self) -> None:
        if self.plane.chosen is not None:
            self.take_away([self.plane.chosen])

    def _suggest(self, text: str) -> None:
        if self.finder is None:
            return
        wanted = text.casefold().strip()
        own = [shape.text for shape in self.plane.shapes if shape.text and wanted in shape.text.casefold()][:4]
        moving = [name for name in self.plane.markers.things if wanted and wanted in name.casefold()][:4]
        self._found.setStringList([*own, *moving, *self.finder.names(text)])

    def _show_grid(self, shown: bool) -> None:
        self.plane.grid = shown
        self.plane.update()

    def _show_card(self) -> None:
        shape = self.known.get(self.plane.chosen) if self.plane.chosen is not None else None
        self.card.show_shape(shape, self._facts(shape) if shape else "", writable=self.writable)
        self._lay_card()

    def _lay_card(self) -> None:
        self.card.move(self.plane.width() - self.card.width() - _EDGE, _EDGE)

    def _facts(self, shape: Shape) -> str:
        points = self.plane.marks.where(shape)
        if shape.kind == "marker":
            place = shape.place
            text = f"{in_degrees(place.y, 'N', 'S', 4)} {in_degrees(place.x, 'E', 'W', 4)}"
        elif shape.kind == "line":
            text = in_metres(length_of(points))
        else:
            text = f"{in_square_metres(area_of(points))} · {in_metres(length_of([*points, points[0]]))}"
        by = self.tr("by {name}").format(name=shape.by) if shape.by else ""
        return f"{text}\n{by}".strip()


def _degrees(point: QPointF) -> tuple[float, float]:
    longitude, latitude = from_square(point.x(), point.y())
    return longitude, max(-85.0, min(85.0, latitude))


def _save(image: QImage, path: Path) -> None:
    if not image.save(str(path), "PNG"):  # type: ignore[call-overload]
        raise OSError(5, "it cannot be written there")


def paint_tool(painter: QPainter, box: QRectF, button: PaintedButton) -> None:
    """Paint the symbol of a tool."""
    colour = begin_symbol(painter, box, button)
    match button.name:
        case "look":
            painter.drawPolygon(polygon(4, 2, 15, 9, 9.5, 10.5, 7, 16))
        case "marker":
            painter.drawEllipse(QPointF(9, 7), 5, 5)
            painter.drawPolyline(polygon(5.2, 10.3, 9, 17, 12.8, 10.3))
        case "line":
            painter.drawPolyline(polygon(2, 15, 7, 6, 11, 11, 16, 3))
        case "area":
            painter.drawPolygon(polygon(3, 5, 11, 2, 16, 9, 12, 16, 4, 14))
        case "measure":
            painter.drawPolygon(polygon(1, 12, 12, 1, 17, 6, 6, 17))
            for step in range(1, 4):
                x, y = 1 + step * 2.75, 12 - step * 2.75
                painter.drawLine(QPointF(x, y), QPointF(x + 2, y + 2))
        case _:
            draw_sign(painter, button.name, 18, colour)
