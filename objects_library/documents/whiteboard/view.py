# SPDX-License-Identifier: BSD-3-Clause
"""The view of a whiteboard: tools and an infinite page."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from uuid import UUID, uuid4

from PySide6.QtCore import QPointF, Qt, QTimer
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QMenu

from app.runtime.library import Context, view_of
from objects_library.documents.whiteboard.canvas.export import save_png, save_svg
from objects_library.documents.whiteboard.canvas.gestures import shifted
from objects_library.documents.whiteboard.canvas.text_editor import TextEditor
from objects_library.documents.whiteboard.canvas.tools import KEYS, WIDTHS, paint_tool, tool_tips, width_tips
from objects_library.documents.whiteboard.canvas.whiteboard_plane import WhiteboardPlane
from objects_library.documents.whiteboard.proxy import Whiteboard
from objects_library.replication.drawing.shapes import MOST, Frame, Growth, Shape, ShapePatch, packed
from objects_library.widgets.appearance import SoftButton
from objects_library.widgets.drawing_view import DrawingView
from objects_library.widgets.plane.button_rows import Chooser, PaintedButton, colour_chooser, width_chooser
from objects_library.widgets.plane.flow_layout import Flow

_LETTERS = {"fine": 18.0, "medium": 26.0, "broad": 40.0, "brush": 72.0}
_NUDGE = 2.0
_OFFSET = 24.0


@view_of(Whiteboard)
class WhiteboardView(DrawingView):
    """The view of a whiteboard; local drawing is shown at once, then as confirmed."""

    plane: WhiteboardPlane

    def __init__(self, context: Context) -> None:
        super().__init__(context, WhiteboardPlane())
        self._stroke: UUID | None = None
        self._shown_once = False
        self._copied: list[Shape] = []
        self.words = TextEditor(self.plane)
        self._add_tools()
        self.content.addWidget(self.plane, stretch=1)
        self.plane.begun.connect(self._begin)
        self.plane.went_on.connect(self._go_on)
        self.plane.shaped.connect(self._shape)
        self.plane.erased.connect(self.take_away)
        self.plane.moved.connect(self._move)
        self.plane.text_asked.connect(self._ask_text)
        self.plane.entered.connect(self._enter)
        self.plane.key_pressed.connect(self.press)
        self.plane.chosen_changed.connect(self._show_chosen)
        self.words.written.connect(self._written)

    def _add_tools(self) -> None:
        tips = tool_tips()
        self.tools = Chooser([PaintedButton(name, tip, paint_tool) for name, tip in tips.items()], self.tr("Tools"))
        self.tools.chosen.connect(self.take_tool)
        self.tools.choose("pen")
        self.colours = colour_chooser(self.tr("Colour"))
        self.colours.chosen.connect(self._take_colour)
        self.colours.choose("ink")
        self.widths = width_chooser(self.tr("Width"), width_tips())
        self.widths.chosen.connect(self._take_width)
        self._take_width("fine")
        self.all_button = SoftButton(self.tr("Show &all"), self.tr("Show everything that is drawn"))
        self.all_button.clicked.connect(self.plane.show_everything)
        self.more_button = SoftButton(self.tr("&More"), self.tr("Everything else that can be done"))
        self.menu = QMenu(self)
        self.menu.aboutToShow.connect(self._fill_menu)
        self.more_button.setMenu(self.menu)
        row = Flow()
        row.add(self.tools)
        row.add(self.colours)
        row.add(self.widths)
        self.common_buttons(row)
        row.add(self.all_button)
        row.add(self.more_button)
        self.content.addWidget(row)

    # Shapes

    def shapes_replaced(self) -> None:
        """Replace all shapes."""
        self._stroke = None
        self.plane.show_shapes(list(self.known.values()))
        if self.known and not self._shown_once:
            self._shown_once = True
            QTimer.singleShot(0, self.plane, self.plane.show_everything)

    def shape_added(self, shape: Shape, echo: bool) -> None:  # noqa: ARG002 - all are alike
        """Add a shape."""
        self._shown_once = True
        self.plane.add(shape)

    def shape_changed(self, before: Shape, after: Shape, by: str, echo: bool) -> None:  # noqa: ARG002
        """Change a shape."""
        self.plane.alter(after)

    def shape_grown(self, shape: Shape, growth: Growth, echo: bool) -> None:  # noqa: ARG002 - all are alike
        """Points were appended to a shape."""
        self.plane.grow(shape)

    def shape_removed(self, shape: Shape) -> None:
        """Remove a shape."""
        self.plane.take(shape.item)

    def set_writable(self, writable: bool) -> None:
        """Disable editing while the object is not live."""
        super().set_writable(writable)
        self.plane.writable = writable
        if not writable:
            self.plane.cancel()
        for name, button in self.tools.buttons.items():
            button.setEnabled(writable or name == "select")

    # Actions of the user

    def take_tool(self, name: str) -> None:
        """Select a tool."""
        self.words.end()
        if self.tools.buttons[name].isEnabled():
            self.tools.choose(name)
            self.plane.set_tool(name)

    def press(self, event: QKeyEvent) -> None:
        """Keys of the whiteboard."""
        ctrl = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
        shift = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        key = Qt.Key(event.key())
        far = _NUDGE * (10 if shift else 1)
        plain: dict[Qt.Key, Callable[[], object]] = {
            Qt.Key.Key_Escape: self._escape,
            Qt.Key.Key_Delete: self.delete_chosen,
            Qt.Key.Key_Backspace: self.delete_chosen,
            Qt.Key.Key_Return: self._enter_chosen,
            Qt.Key.Key_Home: self.plane.show_everything,
            Qt.Key.Key_0: partial(self.plane.look_at, self.plane.camera.x, self.plane.camera.y, 1.0),
            Qt.Key.Key_G: self._show_dots,
            Qt.Key.Key_BracketRight: self.bring_to_front,
            Qt.Key.Key_BracketLeft: self.send_to_back,
            Qt.Key.Key_Left: partial(self.nudge, -far, 0),
            Qt.Key.Key_Right: partial(self.nudge, far, 0),
            Qt.Key.Key_Up: partial(self.nudge, 0, -far),
            Qt.Key.Key_Down: partial(self.nudge, 0, far),
        }
        with_ctrl: dict[Qt.Key, Callable[[], object]] = {
            Qt.Key.Key_Z: self.redo_last if shift else self.undo_last,
            Qt.Key.Key_Y: self.redo_last,
            Qt.Key.Key_A: self.choose_all,
            Qt.Key.Key_C: self.copy_chosen,
            Qt.Key.Key_V: self.paste,
            Qt.Key.Key_D: self.duplicate,
            Qt.Key.Key_L: self.lock_chosen,
            Qt.Key.Key_S: self.save_as_svg if shift else self.save_as_png,
        }
        for number, name in enumerate(WIDTHS, start=1):
            plain[Qt.Key(Qt.Key.Key_0.value + number)] = partial(self._choose_width, name)
        command = with_ctrl.get(key) if ctrl else plain.get(key)
        if not ctrl and key in KEYS:
            command = partial(self.take_tool, KEYS[key])
        if command is not None:
            command()
            event.accept()

    def delete_chosen(self) -> None:
        """Remove the selection for everyone."""
        self.take_away([name for name in self.plane.chosen if not self.known[name].locked])

    def choose_all(self) -> None:
        """Select all."""
        self.take_tool("select")
        self.plane.choose(list(self.known))

    def nudge(self, across: float, down: float) -> None:
        """Move the selection by a little."""
        places = shifted(self.plane.movable(), across, down)
        if places and self.writable:
            self.plane.lift(list(places))
            self.plane.shifted.update(places)
            self._move(places, done=True)

    def copy_chosen(self) -> None:
        """Copy the selection, to be pasted here."""
        if self.plane.chosen:
            self._copied = [self.known[name] for name in self.plane.chosen]

    def paste(self) -> None:
        """Paste the copied shapes with an offset."""
        room = MOST - len(self.known)
        made = [
            replace(
                shape,
                item=uuid4(),
                place=replace(shape.place, x=shape.place.x + _OFFSET, y=shape.place.y + _OFFSET),
                locked=False,
                done=True,
            )
            for shape in self._copied[: max(0, room)]
        ]
        if made:
            self._copied = made
            self.draw_shapes(made)
            self.take_tool("select")
            self.plane.choose([shape.item for shape in made if shape.item in self.known])

    def duplicate(self) -> None:
        """Duplicate the selection."""
        self.copy_chosen()
        self.paste()

    def lock_chosen(self) -> None:
        """Lock or unlock the selection."""
        locked = all(self.known[name].locked for name in self.plane.chosen)
        self.patch([ShapePatch(name, locked=not locked) for name in self.plane.chosen])

    def bring_to_front(self) -> None:
        """Move the selection to the front."""
        top = max((shape.layer for shape in self.known.values()), default=0)
        self._relayer(top + 1)

    def send_to_back(self) -> None:
        """Move the selection to the back."""
        bottom = min((shape.layer for shape in self.known.values()), default=0)
        self._relayer(bottom - len(self.plane.chosen))

    def save_as_png(self) -> None:
        """Export as PNG."""
        shapes = list(self.known.values())
        self.save_file(self.tr("Save a picture"), "whiteboard.png", partial(save_png, shapes))

    def save_as_svg(self) -> None:
        """Export as SVG."""
        shapes, title = list(self.known.values()), self.tr("Whiteboard")
        self.save_file(self.tr("Save a drawing"), "whiteboard.svg", lambda path: save_svg(shapes, path, title))

    def _begin(self, kind: str, at: QPointF) -> None:
        wide = self.plane.width_now * (4 if kind == "highlighter" else 1)
        shape = self.new_shape(kind, (at.x(), at.y()), colour=self.plane.colour, width=wide, done=False)
        self._stroke = shape.item
        self.plane.own[shape.item] = kind, self.plane.colour, wide, at, [(0.0, 0.0)]
        self.draw_shapes([shape])
        self.plane.update()

    def _go_on(self, points: list[tuple[float, float]], done: bool) -> None:
        if self._stroke is None:
            return
        own = self.plane.own.get(self._stroke)
        if own is not None:
            own[4].extend(points)
        self.act(self.grow, self._stroke, packed(points), done)
        if done:
            self._stroke = None
        self.plane.update()

    def _shape(self, kind: str, start: QPointF, end: QPointF) -> None:
        to = end - start
        shape = self.new_shape(
            kind,
            (start.x(), start.y()),
            [(0.0, 0.0), (to.x(), to.y())],
            colour=self.plane.colour,
            width=self.plane.width_now,
        )
        self.draw_shapes([shape])

    def _move(self, places: dict[UUID, Frame], done: bool) -> None:
        self.act(self.place, list(places), list(places.values()), done)

    def _relayer(self, first: int) -> None:
        order = sorted(self.plane.chosen, key=lambda name: (self.known[name].layer, name.bytes))
        self.patch([ShapePatch(name, layer=first + number) for number, name in enumerate(order)])

    def _ask_text(self, at: QPointF) -> None:
        if self.writable:
            size = self._letters
            self.words.begin(QPointF(at.x(), at.y() - size * 0.6), size, self.plane.colour)

    def _enter(self, name: UUID) -> None:
        shape = self.known[name]
        at = QPointF(shape.place.x, shape.place.y)
        self.words.begin(at, shape.width * shape.place.down, shape.colour, name, shape.text)

    def _enter_chosen(self) -> None:
        if len(self.plane.chosen) == 1:
            shape = self.known[self.plane.chosen[0]]
            if shape.kind == "text" and self.writable and not shape.locked:
                self._enter(shape.item)

    def _written(self, name: UUID | None, at: QPointF, text: str) -> None:
        if name is None:
            if text:
                shape = self.new_shape(
                    "text", (at.x(), at.y()), colour=self.plane.colour, width=self._letters, text=text
                )
                self.draw_shapes([shape])
        elif name in self.known and not text:
            self.take_away([name])
        elif name in self.known and text != self.known[name].text:
            self.patch([ShapePatch(name, text=text)])

    def _escape(self) -> None:
        if not self.plane.cancel():
            self.take_tool("select")
            self.plane.choose([])

    def _take_colour(self, name: str) -> None:
        self.plane.colour = name
        self.patch([ShapePatch(each, colour=name) for each in self._changeable()])

    def _choose_width(self, name: str) -> None:
        self.widths.choose(name)
        self._take_width(name)

    def _take_width(self, name: str) -> None:
        self.widths.choose(name)
        self.plane.width_now = WIDTHS[name]
        self._letters = _LETTERS[name]
        self.patch(
            [
                ShapePatch(each, width=_LETTERS[name] if self.known[each].kind == "text" else WIDTHS[name])
                for each in self._changeable()
            ]
        )

    def _changeable(self) -> list[UUID]:
        return [name for name in self.plane.chosen if not self.known[name].locked]

    def _show_dots(self) -> None:
        self.plane.dots = not self.plane.dots
        self.plane.tiles.forget()
        self.plane.update()

    def _show_chosen(self) -> None:
        names = [name for name in self.plane.chosen if name in self.known]
        if len(names) == 1:
            self.colours.choose(self.known[names[0]].colour)
        text = self.tr("{count} shapes chosen").format(count=len(names)) if names else ""
        self.plane.setAccessibleDescription(text)

    def _fill_menu(self) -> None:
        self.menu.clear()
        chosen = bool(self.plane.chosen) and self.writable
        entries: tuple[tuple[str, str, Callable[[], object], bool] | None, ...] = (
            (self.tr("Select all"), "Ctrl+A", self.choose_all, bool(self.known)),
            (self.tr("Duplicate"), "Ctrl+D", self.duplicate, chosen),
            (self.tr("Bring to the front"), "]", self.bring_to_front, chosen),
            (self.tr("Send to the back"), "[", self.send_to_back, chosen),
            (self.tr("Lock or unlock"), "Ctrl+L", self.lock_chosen, chosen),
            (self.tr("Delete"), "Del", self.delete_chosen, chosen),
            None,
            (self.tr("Show or hide the dots"), "G", self._show_dots, True),
            None,
            (self.tr("Save as PNG …"), "Ctrl+S", self.save_as_png, True),
            (self.tr("Save as SVG …"), "Ctrl+Shift+S", self.save_as_svg, True),
        )
        for entry in entries:
            if entry is None:
                self.menu.addSeparator()
                continue
            text, key, command, enabled = entry
            action = self.menu.addAction(f"{text}\t{key}", command)
            action.setEnabled(enabled)
