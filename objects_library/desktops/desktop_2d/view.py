# SPDX-License-Identifier: BSD-3-Clause
"""The view of a 2D desktop: the canvas, buttons, and refusals."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path
from time import monotonic
from uuid import UUID

from PySide6.QtCore import QMimeData, QPointF, Qt, QTimer
from PySide6.QtGui import QGuiApplication, QPixmap
from PySide6.QtWidgets import QFileDialog, QHBoxLayout

from app.runtime.library import Context, Endpoint, view_of
from app.runtime.references import LiveObjectFileError
from objects_library.desktops.desktop_2d.canvas.actions import DesktopActions
from objects_library.desktops.desktop_2d.canvas.canvas import Canvas
from objects_library.desktops.desktop_2d.canvas.embedded_objects import EmbeddedObjects
from objects_library.desktops.desktop_2d.canvas.geometry import Places
from objects_library.desktops.desktop_2d.canvas.text_editor import TextEditor
from objects_library.desktops.desktop_2d.proxy import Desktop2D
from objects_library.desktops.desktop_2d.surface import patched
from objects_library.replication.desktop.items import Item, Patch, Placement
from objects_library.widgets.appearance import GAP, ElidedLabel, SoftButton
from objects_library.widgets.desktop_drop import DropData, RefusedDropError, items_in, picture_of, text_item
from objects_library.widgets.live_view import LiveView

_HELD = 0.7
"""Seconds for which the name of the person who moved an item is shown."""


@view_of(Desktop2D)
class Desktop2DView(LiveView):
    """The view of a 2D desktop; dragged items follow the pointer, then the confirmed state."""

    desktop = Endpoint()

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        outer = self.layout()
        assert outer is not None
        outer.setContentsMargins(0, 0, 0, 0)
        self.canvas = Canvas()
        self.embedded = EmbeddedObjects(self.canvas, context)
        self.commands = DesktopActions(self)
        self.writing = TextEditor(self.canvas)
        self._awaited: dict[UUID, Placement] = {}
        self._shown_once = False
        self._holding: dict[UUID, float] = {}
        self._letting_go = QTimer(self, interval=250)
        self._letting_go.timeout.connect(self._let_go)
        self._add_buttons()
        self.content.addWidget(self.canvas, stretch=1)
        self.setFocusProxy(self.canvas)
        self.canvas.moved.connect(self._moved)
        self.canvas.dropped.connect(self._take_in)
        self.canvas.key_pressed.connect(self.commands.press)
        self.canvas.menu_asked.connect(self.commands.ask)
        self.canvas.entered.connect(self._enter)
        self.canvas.page_pressed.connect(self.new_text)
        self.canvas.chosen_changed.connect(self._show_chosen)
        self.writing.written.connect(lambda name, text: self.patch([Patch(name, text=text)]))

    @property
    def settled(self) -> bool:
        """Whether all visible items show their content."""
        return super().settled and self.embedded.settled

    def _add_buttons(self) -> None:
        self.hint = ElidedLabel()
        self.hint.setText(self.tr("Drop objects, pictures, files or text anywhere."))
        self.canvas.empty_words = self.hint.text()
        self.text_button = SoftButton(self.tr("&Text"), self.tr("New text"))
        self.undo_button = SoftButton("↶", self.tr("Undo"))
        self.redo_button = SoftButton("↷", self.tr("Redo"))
        self.all_button = SoftButton(self.tr("Show &all"), self.tr("Show everything on the desktop"))
        self.menu_button = SoftButton(self.tr("&More"), self.tr("Everything that can be done"))
        self.text_button.clicked.connect(lambda _: self.new_text())
        self.undo_button.clicked.connect(self.undo_last)
        self.redo_button.clicked.connect(self.redo_last)
        self.all_button.clicked.connect(self.canvas.show_all)
        self.menu_button.clicked.connect(
            lambda: self.commands.ask(self.menu_button.mapToGlobal(self.menu_button.rect().bottomLeft()))
        )
        row = QHBoxLayout()
        row.setContentsMargins(GAP, GAP, GAP, 0)
        row.setSpacing(GAP)
        row.addWidget(self.text_button)
        row.addWidget(self.undo_button)
        row.addWidget(self.redo_button)
        row.addWidget(self.hint, stretch=1)
        row.addWidget(self.all_button)
        row.addWidget(self.menu_button)
        self.content.addLayout(row)
        self._can = (False, False)

    @desktop.outgoing
    def put(self, items: list[Item]) -> None: ...

    @desktop.outgoing
    def place(self, items: list[UUID], places: list[Placement], done: bool) -> None: ...

    @desktop.outgoing
    def change(self, patches: list[Patch]) -> None: ...

    @desktop.outgoing
    def remove(self, items: list[UUID]) -> None: ...

    @desktop.outgoing
    def undo(self) -> None: ...

    @desktop.outgoing
    def redo(self) -> None: ...

    @desktop.incoming
    def items(self, items: list[Item]) -> None:
        """Replace all items; known ones are reused to avoid flicker."""
        self._awaited.clear()
        known = {item.item: item for item in items}
        for name in [name for name in self.canvas.pieces if name not in known]:
            self._take(name)
        for item in items:
            piece = self.canvas.pieces.get(item.item)
            if piece is None:
                self._lay(item)
            else:
                piece.set_item(item)
                if item.item not in self.canvas.dragged:
                    self.canvas.glide.to(piece, item.place)
        self.canvas.layer()
        self.embedded.look_soon()
        if items and not self._shown_once:
            self._shown_once = True
            QTimer.singleShot(0, self.canvas, self.canvas.show_all)

    @desktop.incoming
    def changed(self, put: list[Item], patches: list[Patch], removed: list[UUID], by: str, echo: bool) -> None:
        """Items were added, changed or removed."""
        for item in put:
            self._lay(item)
        for patch in patches:
            self._patch(patch, by, echo)
        for name in removed:
            self._take(name)
        if put or any(patch.layer is not None for patch in patches):
            self.canvas.layer()
        if put or removed or patches:
            self.embedded.look_soon()
        if put and echo:
            self.canvas.choose([item.item for item in put])

    @desktop.incoming
    def history(self, can_undo: bool, can_redo: bool) -> None:
        """Whether there is something to undo or to redo."""
        self._can = can_undo, can_redo
        self.set_writable(self.writable)

    @desktop.incoming
    def refused(self, reason: str) -> None:
        """A request was refused."""
        self.refuse(reason)

    def set_writable(self, writable: bool) -> None:
        """Disable editing while the object is not live."""
        self.canvas.writable = writable
        self.text_button.setEnabled(writable)
        self.undo_button.setEnabled(writable and self._can[0])
        self.redo_button.setEnabled(writable and self._can[1])
        self.canvas.viewport().update()

    # Actions of the user

    def move_to(self, places: Places) -> None:
        """Move items in one step."""
        self.canvas.show_places(places)
        self._moved(places, done=True)

    def patch(self, patches: list[Patch]) -> None:
        """Change fields of items."""
        self.act(self.change, patches)

    def take_away(self, names: list[UUID]) -> None:
        """Remove items for everyone."""
        self.act(self.remove, names)

    def lay_down(self, items: list[Item]) -> None:
        """Add items on top of all others."""
        top = max((piece.item.layer for piece in self.canvas.pieces.values()), default=0) + 1
        self.act(self.put, [replace(item, layer=top + number) for number, item in enumerate(items)])

    def undo_last(self) -> None:
        """Undo the last step of this person."""
        self.act(self.undo)

    def redo_last(self) -> None:
        """Redo the last undone step."""
        self.act(self.redo)

    def new_text(self, at: QPointF | None = None) -> None:
        """Add an empty text, and edit it."""
        if not self.writable:
            return
        point = at if at is not None else self.canvas.seen().center()
        item = text_item("", point.x(), point.y())
        self.lay_down([item])
        QTimer.singleShot(0, self, lambda: self._enter_when_there(item.item, 50))

    def paste(self) -> None:
        """Insert the clipboard."""
        self._take_in(QGuiApplication.clipboard().mimeData(), self.canvas.seen().center())

    def _enter_when_there(self, name: UUID, tries: int) -> None:
        if name in self.canvas.pieces:
            self._enter(name)
        elif tries:
            QTimer.singleShot(20, self, lambda: self._enter_when_there(name, tries - 1))

    def _moved(self, places: Places, done: bool) -> None:
        self._awaited.update(places)
        self.act(self.place, list(places), list(places.values()), done)

    def _take_in(self, data: QMimeData, at: QPointF) -> None:
        if not self.writable:
            return
        given = DropData.of(data)
        self.act(lambda: self._context.spawn(self._lay_all(given, at)))

    async def _lay_all(self, given: DropData, at: QPointF) -> None:
        try:
            items = await items_in(given, at.x(), at.y(), self._context.reference)
        except (LiveObjectFileError, RefusedDropError) as error:
            self.refuse(str(error))
            return
        self.lay_down(items)

    def _enter(self, name: UUID) -> None:
        piece = self.canvas.pieces.get(name)
        if piece is None:
            return
        if piece.item.kind == "text":
            if self.writable and not piece.item.locked:
                self.writing.begin(piece)
        elif piece.item.kind == "file":
            self._save(piece.item)
        elif piece.content is not None and piece.content.widget() is not None:
            self.canvas.choose([])
            self.canvas.page.setFocusItem(piece.content)
            piece.content.widget().setFocus(Qt.FocusReason.TabFocusReason)

    def _save(self, item: Item) -> None:
        """Save a file where the user chooses; it is never opened."""
        dialogue = QFileDialog(self, self.tr("Save the file"), str(Path.home() / Path(item.title).name))
        dialogue.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialogue.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialogue.fileSelected.connect(
            lambda path: self.act(lambda: self._context.spawn(self._write(Path(path), item.data)))
        )
        dialogue.open()

    async def _write(self, path: Path, data: bytes) -> None:
        try:
            await asyncio.to_thread(path.write_bytes, data)
        except OSError as error:
            self.refuse(f"{path.name}: {error.strerror}")

    # Results

    def _lay(self, item: Item) -> None:
        piece = self.canvas.put(item)
        if item.kind == "image":
            self._context.spawn(self._load_picture(item.item, item.data))
        if item.kind == "object":
            piece.words = self.tr("Starting …")

    async def _load_picture(self, name: UUID, data: bytes) -> None:
        image = await asyncio.to_thread(picture_of, data)
        piece = self.canvas.pieces.get(name)
        if piece is None:
            return
        if image is None:
            piece.words = self.tr("This picture cannot be shown.")
        else:
            piece.picture = QPixmap.fromImage(image)
        piece.update()

    def _take(self, name: UUID) -> None:
        self._awaited.pop(name, None)
        self._holding.pop(name, None)
        self.embedded.leave(name)
        self.canvas.take(name)

    def _patch(self, patch: Patch, by: str, echo: bool) -> None:
        piece = self.canvas.pieces.get(patch.item)
        if piece is None:
            return
        piece.set_item(patched(piece.item, patch))
        if patch.place is None:
            return
        awaited = self._awaited.get(patch.item)
        if echo and awaited == patch.place and patch.item not in self.canvas.dragged:
            del self._awaited[patch.item]
        elif awaited is None and patch.item not in self.canvas.dragged:
            self.canvas.glide.to(piece, patch.place)
            if not echo:
                self._show_holder(patch.item, by)

    def _show_holder(self, name: UUID, by: str) -> None:
        self._holding[name] = monotonic()
        piece = self.canvas.pieces[name]
        if piece.held_by != by:
            piece.held_by = by
            piece.update()
        if not self._letting_go.isActive():
            self._letting_go.start()

    def _let_go(self) -> None:
        now = monotonic()
        for name in [name for name, since in self._holding.items() if now - since > _HELD]:
            del self._holding[name]
            self.canvas.pieces[name].held_by = ""
            self.canvas.pieces[name].update()
        if not self._holding:
            self._letting_go.stop()

    def _show_chosen(self) -> None:
        chosen = [self.canvas.pieces[name].item for name in self.canvas.chosen]
        if not chosen:
            said = self.tr("Drop objects, pictures, files or text anywhere.")
        elif len(chosen) == 1:
            said = self._called(chosen[0])
        else:
            said = self.tr("{number} things chosen").format(number=len(chosen))
        self.hint.setText(said)
        self.canvas.setAccessibleDescription(said)

    def _called(self, item: Item) -> str:
        called = " ".join((item.title or item.text).split())[:60] or self.tr("Text")
        return self.tr("{name}, locked").format(name=called) if item.locked else called
