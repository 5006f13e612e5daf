# SPDX-License-Identifier: BSD-3-Clause
"""The view of a 2D desktop: the canvas, buttons, and refusals."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from itertools import count
from pathlib import Path
from time import monotonic
from uuid import UUID

from PySide6.QtCore import QMimeData, QPointF, Qt, QTimer
from PySide6.QtGui import QCursor, QGuiApplication, QPixmap
from PySide6.QtWidgets import QFileDialog

from app.runtime.library import Context, Endpoint, view_of
from app.runtime.references import Document, LiveObjectFileError, Reference
from objects_library.desktops.desktop_2d.add_bar import AddBar
from objects_library.desktops.desktop_2d.canvas.actions import DesktopActions
from objects_library.desktops.desktop_2d.canvas.canvas import Canvas
from objects_library.desktops.desktop_2d.canvas.comment_marks import CommentMarks
from objects_library.desktops.desktop_2d.canvas.embedded_objects import EmbeddedObjects
from objects_library.desktops.desktop_2d.canvas.geometry import Box, Places, around, box_of, free_place
from objects_library.desktops.desktop_2d.canvas.text_editor import TextEditor
from objects_library.desktops.desktop_2d.canvas.title_editor import TitleEditor
from objects_library.desktops.desktop_2d.proxy import Desktop2D
from objects_library.desktops.desktop_2d.surface import patched
from objects_library.replication.desktop.items import Item, Patch, Placement
from objects_library.replication.desktop.text_style import TextStyle
from objects_library.widgets.desktop_drop import (
    DropData,
    RefusedDropError,
    data_of_files,
    items_in,
    object_item,
    picture_of,
    text_item,
)
from objects_library.widgets.embedding import first_field
from objects_library.widgets.file_dialogs import ask_for_target
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
        self.marks = CommentMarks(self.canvas)
        self.commented = self.marks.things
        self.commands = DesktopActions(self)
        self.writing = TextEditor(self.canvas)
        self.renaming = TitleEditor(self.canvas)
        self._awaited: dict[UUID, Placement] = {}
        self._shown_once = False
        self._holding: dict[UUID, float] = {}
        self._letting_go = QTimer(self, interval=250)
        self._letting_go.timeout.connect(self._let_go)
        self._can = (False, False)
        self._revealing = False
        """Whether the page is scrolled to what is added."""
        self._entering: UUID | None = None
        """The item just added, which gets the focus as soon as it shows its content."""
        self.canvas.empty_words = self.tr("Add something above, or drop objects, pictures, files or text anywhere.")
        self.bar = self._add_bar()
        self.content.setSpacing(0)
        self.content.addWidget(self.bar)
        self.content.addWidget(self.canvas, stretch=1)
        self.setFocusProxy(self.canvas)
        self.canvas.moved.connect(self._moved)
        self.canvas.dropped.connect(self._take_in)
        self.canvas.key_pressed.connect(self.commands.press)
        self.canvas.menu_asked.connect(self.commands.ask)
        self.canvas.entered.connect(self._enter)
        self.canvas.page_pressed.connect(self.new_text)
        self.canvas.chosen_changed.connect(self._show_chosen)
        self.canvas.rename_asked.connect(self.rename)
        self.embedded.ready.connect(self._enter_new)
        self.writing.written.connect(lambda name, text: self.patch([Patch(name, text=text)]))
        self.renaming.written.connect(lambda name, title: self.patch([Patch(name, title=title)]))

    @property
    def reference(self) -> Reference:
        """The reference of this desktop."""
        return self._context.reference

    @property
    def settled(self) -> bool:
        """Whether all visible items show their content."""
        return super().settled and self.embedded.settled

    @property
    def hides_pointer(self) -> bool:
        """Whether something else shows where the user points: a dragged item, or an object with its own pointers."""
        viewport = self.canvas.viewport()
        piece = self.canvas.graphics_item_at(viewport.mapFromGlobal(QCursor.pos()))
        views = [] if piece is None else self.embedded.widgets(piece.item.item)
        return bool(self.canvas.dragged) or any(getattr(view, "shows_pointers", False) for view in views)

    def _add_bar(self) -> AddBar:
        bar = AddBar(self)
        self.text_button, self.undo_button, self.redo_button = bar.text, bar.undo, bar.redo
        bar.search.chosen.connect(self.add_object)
        bar.search.failed.connect(self.refuse)
        bar.text.clicked.connect(lambda _: self.new_text())
        bar.shape_asked.connect(self.new_shape)
        bar.picture.clicked.connect(lambda _: self.choose_files(pictures=True))
        bar.file.clicked.connect(lambda _: self.choose_files())
        bar.paste.clicked.connect(lambda _: self.paste())
        bar.undo.clicked.connect(lambda _: self.undo_last())
        bar.redo.clicked.connect(lambda _: self.redo_last())
        bar.all.clicked.connect(lambda _: self.canvas.show_all())
        bar.menu.clicked.connect(lambda _: self.commands.ask(bar.menu.mapToGlobal(bar.menu.rect().bottomLeft())))
        return bar

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
            if self._revealing:
                self._revealing = False
                self.canvas.reveal([item.item for item in put])
            if put[-1].item == self._entering and put[-1].kind == "text":
                self._enter_new(self._entering)

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
        for tool in self.bar.adding:
            tool.setEnabled(writable)
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

    def find_object(self) -> None:
        """Search for an object to add."""
        self.bar.search.open()

    def new_text(self, at: QPointF | None = None) -> None:
        """Add an empty text, and edit it."""
        self._add([text_item("", 0, 0)], at, enter=True)

    def new_shape(self, style: TextStyle) -> None:
        """Add a shape, and edit the text in it."""
        self._add([text_item("", 0, 0, style)], None, enter=True)

    def add_object(self, document: Document, at: QPointF | None = None) -> None:
        """Add a new object, and work in it as soon as it is shown."""
        title = self._free_title(document.title or self.tr("Object"))
        self._add([object_item(title, document.reference, 0, 0, self._context.reference)], at, enter=True)

    def choose_files(self, *, pictures: bool = False) -> None:
        """Add files that the user chooses."""
        dialogue = QFileDialog(self.window(), self.tr("Add a picture") if pictures else self.tr("Add a file"))
        if pictures:
            dialogue.setNameFilters([self.tr("Pictures (*.png *.jpg *.jpeg *.gif *.webp *.bmp)")])
        dialogue.setFileMode(QFileDialog.FileMode.ExistingFiles)
        dialogue.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialogue.filesSelected.connect(lambda paths: self._take_in(data_of_files([Path(path) for path in paths]), None))
        dialogue.open()

    def paste(self) -> None:
        """Insert the clipboard in a free place."""
        self._take_in(QGuiApplication.clipboard().mimeData(), None)

    def rename(self, name: UUID) -> None:
        """Edit the title of an item; of a text, the text itself."""
        piece = self.canvas.pieces.get(name)
        if piece is None or not self.writable or piece.item.locked:
            return
        if piece.item.kind == "text":
            self.writing.begin(piece)
            return
        self.renaming.begin(piece)

    def _add(self, items: list[Item], at: QPointF | None, *, enter: bool = False) -> None:
        """Add items around a point, or in a free place, which is then in view; the last one gets the focus."""
        if not self.writable or not items:
            return
        box = around([item.place for item in items])
        self._revealing = at is None
        if at is None:
            seen = self.canvas.seen()
            x, y = free_place(
                box.right - box.left,
                box.bottom - box.top,
                Box(seen.left(), seen.top(), seen.right(), seen.bottom()),
                [box_of(piece.place) for piece in self.canvas.pieces.values()],
            )
        else:
            x, y = at.x(), at.y()
        by_x, by_y = x - box.middle[0], y - box.middle[1]
        moved = [
            replace(item, place=replace(item.place, x=item.place.x + by_x, y=item.place.y + by_y)) for item in items
        ]
        self.canvas.setFocus(Qt.FocusReason.OtherFocusReason)
        self.canvas.leave_content()  # the focus has returned to what was used last; the next keys are not for that
        self._entering = moved[-1].item if enter else None
        self.lay_down(moved)

    def _free_title(self, title: str) -> str:
        """The title, with a number if another item has it already."""
        taken = {piece.item.title for piece in self.canvas.pieces.values()}
        if title not in taken:
            return title
        return next(found for number in count(2) if (found := f"{title} {number}") not in taken)

    def _enter_new(self, name: UUID) -> None:
        """Work in the item just added, unless the user does something else already."""
        if name != self._entering:
            return
        self._entering = None
        unused = self.focusWidget() in (None, self.canvas) and self.canvas.page.focusItem() is None
        if self.canvas.chosen == [name] and unused:
            QTimer.singleShot(0, self, lambda: self._enter(name))

    def _moved(self, places: Places, done: bool) -> None:
        self._awaited.update(places)
        self.act(self.place, list(places), list(places.values()), done)

    def _take_in(self, data: QMimeData, at: QPointF | None) -> None:
        if not self.writable:
            return
        given = DropData.of(data)
        self.act(lambda: self._context.spawn(self._lay_all(given, at)))

    async def _lay_all(self, given: DropData, at: QPointF | None) -> None:
        try:
            items = await items_in(given, 0, 0, self._context.reference)
        except (LiveObjectFileError, RefusedDropError) as error:
            self.refuse(str(error))
            return
        self._add(items, at)

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
            first_field(piece.content.widget()).setFocus(Qt.FocusReason.TabFocusReason)

    def _save(self, item: Item) -> None:
        """Save a file where the user chooses; it is never opened."""

        def write(path: Path) -> None:
            self.act(lambda: self._context.spawn(self._write(path, item.data)))

        ask_for_target(self, self.tr("Save the file"), str(Path.home() / Path(item.title).name), write)

    async def _write(self, path: Path, data: bytes) -> None:
        try:
            await asyncio.to_thread(path.write_bytes, data)
        except OSError as error:
            self.refuse(f"{path.name}: {error.strerror}")

    # Results

    def _lay(self, item: Item) -> None:
        piece = self.canvas.put(item)
        self.marks.mark(item.item)
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
            text = self.canvas.empty_words if not self.canvas.pieces else ""
        elif len(chosen) == 1:
            text = self._called(chosen[0])
        else:
            text = self.tr("{number} things chosen").format(number=len(chosen))
        self.canvas.setAccessibleDescription(text)

    def _called(self, item: Item) -> str:
        called = " ".join((item.text if item.kind == "text" else item.title).split())[:60] or self.tr("Text")
        return self.tr("{name}, locked").format(name=called) if item.locked else called
