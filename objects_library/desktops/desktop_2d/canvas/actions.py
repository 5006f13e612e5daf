# SPDX-License-Identifier: BSD-3-Clause
"""The actions on selected items: keys, menu and buttons."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING
from uuid import uuid4

from PySide6.QtCore import QCoreApplication, QPoint, Qt
from PySide6.QtGui import QGuiApplication, QKeyEvent
from PySide6.QtWidgets import QMenu

from app.runtime.references import Document
from objects_library.desktops.desktop_2d.add_bar import first_style, shape_names
from objects_library.desktops.desktop_2d.canvas.geometry import Places, aligned, grown, shifted, spread, turned
from objects_library.replication.desktop.items import NOBODY, Item, Patch
from objects_library.replication.desktop.text_style import style_of
from objects_library.replication.drawing.shapes import COLOURS
from objects_library.values.page_scope import on_page
from objects_library.widgets.action_list import ActionMenu, MenuAction, MenuActions
from objects_library.widgets.object_transfer import carried
from objects_library.widgets.plane.pens import pen_name

if TYPE_CHECKING:
    from objects_library.desktops.desktop_2d.view import Desktop2DView

_STEP = 10.0
_TURN = 15.0
_ARROWS = {Qt.Key.Key_Left: (-1, 0), Qt.Key.Key_Right: (1, 0), Qt.Key.Key_Up: (0, -1), Qt.Key.Key_Down: (0, 1)}


class DesktopActions:
    """The actions of one view."""

    def __init__(self, view: Desktop2DView) -> None:
        self._view = view
        self._canvas = view.canvas
        all_: MenuActions = [
            MenuAction(_tr("Add …"), "Insert", view.find_object),
            MenuAction(_tr("New text"), "T", view.new_text),
            MenuAction(_tr("Add a picture"), "", lambda: view.choose_files(pictures=True)),
            MenuAction(_tr("Add a file"), "", view.choose_files),
            MenuAction(_tr("Paste"), "Ctrl+V", view.paste),
            MenuAction(_tr("Copy"), "Ctrl+C", self._copy, 1, writes=False),
            MenuAction(_tr("Duplicate"), "Ctrl+D", self._duplicate, 1),
            MenuAction(_tr("Remove for everyone"), "Del", self._remove, 1),
            None,
            MenuAction(_tr("Edit"), "Return", self._enter, 1, writes=False),
            MenuAction(_tr("Rename"), "F2", lambda: view.rename(self._canvas.chosen[-1]), 1),
            MenuAction(_tr("Comment"), "C", lambda: view.marks.ask(self._canvas.chosen[-1]), 1, writes=False),
            MenuAction(_tr("To the front"), "PgUp", lambda: self._to_layer(1), 1),
            MenuAction(_tr("To the back"), "PgDown", lambda: self._to_layer(-1), 1),
            MenuAction(_tr("Turn clockwise"), "R", lambda: self._place(self._turned(_TURN)), 1),
            MenuAction(_tr("Turn back"), "Shift+R", lambda: self._place(self._turned(-_TURN)), 1),
            None,
            MenuAction(_tr("Group"), "Ctrl+G", self._group, 2),
            MenuAction(_tr("Ungroup"), "Ctrl+Shift+G", self._ungroup, 1),
            MenuAction(_tr("Lock or unlock"), "Ctrl+L", self._lock, 1),
            None,
            MenuAction(_tr("Undo"), "Ctrl+Z", view.undo_last),
            MenuAction(_tr("Redo"), "Ctrl+Shift+Z", view.redo_last),
            MenuAction(_tr("Select all"), "Ctrl+A", lambda: self._canvas.choose(self._canvas.pieces), writes=False),
            MenuAction(_tr("Zoom in"), "+", lambda: self._canvas.zoom_by(1.25), writes=False),
            MenuAction(_tr("Zoom out"), "-", lambda: self._canvas.zoom_by(0.8), writes=False),
            MenuAction(_tr("Actual size"), "0", lambda: self._canvas.zoom_by(1 / self._canvas.scale_now), writes=False),
            MenuAction(_tr("Show all"), "Ctrl+Home", self._canvas.show_all, writes=False),
        ]
        arranging: MenuActions = [
            MenuAction(_tr("Align left"), "Ctrl+Shift+Left", lambda: self._align("left"), 2),
            MenuAction(_tr("Align right"), "Ctrl+Shift+Right", lambda: self._align("right"), 2),
            MenuAction(_tr("Align at the top"), "Ctrl+Shift+Up", lambda: self._align("top"), 2),
            MenuAction(_tr("Align at the bottom"), "Ctrl+Shift+Down", lambda: self._align("bottom"), 2),
            MenuAction(_tr("One above the other"), "Ctrl+Shift+C", lambda: self._align("centre"), 2),
            MenuAction(_tr("Side by side"), "Ctrl+Shift+M", lambda: self._align("middle"), 2),
            None,
            MenuAction(_tr("Same gaps across"), "Ctrl+Shift+H", lambda: self._spread(across=True), 3),
            MenuAction(_tr("Same gaps down"), "Ctrl+Shift+V", lambda: self._spread(across=False), 3),
        ]
        shapes: MenuActions = [
            MenuAction(title, "", partial(view.new_shape, first_style(shape))) for shape, title in shape_names().items()
        ]
        colours: MenuActions = [
            MenuAction(pen_name(colour), "", partial(self._colour, colour), 1) for colour in COLOURS
        ]
        more = [(_tr("New shape"), shapes), (_tr("Colour"), colours), (_tr("Arrange"), arranging)]
        self._menu = ActionMenu(view, all_, self.possible, more)

    def possible(self, command: MenuAction) -> bool:
        """Whether an action is possible now."""
        return len(self._canvas.chosen) >= command.needs and (self._view.writable or not command.writes)

    def menu(self) -> QMenu:
        """A menu of all actions with their keys."""
        return self._menu.menu()

    def ask(self, point: QPoint) -> None:
        """Show the menu without blocking."""
        self._menu.ask(point)

    def press(self, event: QKeyEvent) -> None:
        """Handle a key of the desktop."""
        if self._menu.press(event):
            return
        if Qt.Key(event.key()) in _ARROWS:
            event.accept()
            self._arrow(event)
        elif event.key() == Qt.Key.Key_Escape and self._canvas.chosen:
            event.accept()
            self._canvas.choose([])

    def _arrow(self, event: QKeyEvent) -> None:
        across, down = _ARROWS[Qt.Key(event.key())]
        step = 1.0 if event.modifiers() & Qt.KeyboardModifier.ShiftModifier else _STEP
        if not self._canvas.chosen:
            self._canvas.look_by(across * 80 / self._canvas.scale_now, down * 80 / self._canvas.scale_now)
        elif event.modifiers() & Qt.KeyboardModifier.AltModifier:
            self._place(grown(self._canvas.chosen_places(), across * step, down * step))
        else:
            self._place(shifted(self._canvas.chosen_places(), across * step, down * step))

    def _place(self, places: Places) -> None:
        if places and self._view.writable:
            self._view.move_to(places)

    def _turned(self, degrees: float) -> Places:
        return turned(self._canvas.chosen_places(), degrees)

    def _align(self, how: str) -> None:
        places = self._canvas.chosen_places()
        if places:
            self._place(aligned(places, how))

    def _spread(self, *, across: bool) -> None:
        places = self._canvas.chosen_places()
        if places:
            self._place(spread(places, across=across))

    def _chosen(self) -> list[Item]:
        items = [self._canvas.pieces[name].item for name in self._canvas.chosen]
        return sorted(items, key=lambda item: (item.layer, item.item.bytes))

    def _to_layer(self, side: int) -> None:
        layers = [piece.item.layer for piece in self._canvas.pieces.values()]
        items = self._chosen()
        first = max(layers) + 1 if side > 0 else min(layers) - len(items)
        self._view.patch([Patch(item.item, layer=first + number) for number, item in enumerate(items)])

    def _group(self) -> None:
        group = uuid4()
        self._view.patch([Patch(item.item, group=group) for item in self._chosen()])

    def _ungroup(self) -> None:
        self._view.patch([Patch(item.item, group=NOBODY) for item in self._chosen()])

    def _lock(self) -> None:
        items = self._chosen()
        locked = not all(item.locked for item in items)
        self._view.patch([Patch(item.item, locked=locked) for item in items])

    def _colour(self, colour: str) -> None:
        """Colour the selected texts and shapes."""
        texts = [item for item in self._chosen() if item.kind == "text"]
        if texts:
            self._view.patch(
                [Patch(item.item, title=str(style_of(item.title)._replace(colour=colour))) for item in texts]
            )

    def _remove(self) -> None:
        self._view.take_away([item.item for item in self._chosen()])

    def _duplicate(self) -> None:
        """A duplicate refers to the same live object."""
        groups = {item.group: uuid4() if item.group != NOBODY else NOBODY for item in self._chosen()}
        self._view.lay_down(
            [
                replace(
                    item,
                    item=uuid4(),
                    locked=False,
                    group=groups[item.group],
                    place=replace(item.place, x=item.place.x + 28, y=item.place.y + 28),
                )
                for item in self._chosen()
            ]
        )

    def _copy(self) -> None:
        items = self._chosen()
        clipboard = QGuiApplication.clipboard()
        first = next((item for item in items if item.reference), None)
        if first is not None:
            reference = on_page(first.reference[0], self._view.reference)
            clipboard.setMimeData(carried(Document(reference, first.title)))
        elif len(items) == 1 and items[0].kind == "image" and (picture := self._canvas.pieces[items[0].item].picture):
            clipboard.setPixmap(picture)
        else:
            clipboard.setText("\n\n".join(item.text if item.kind == "text" else item.title for item in items))

    def _enter(self) -> None:
        self._canvas.entered.emit(self._canvas.chosen[-1])


def _tr(text: str) -> str:
    return QCoreApplication.translate("Deeds", text)
