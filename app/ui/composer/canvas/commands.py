# SPDX-License-Identifier: BSD-3-Clause
"""The commands of menus and shortcuts on the selection; each is one undo step."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF
from PySide6.QtGui import QGuiApplication

from app.runtime.references import Connection, EndpointPath, StickyNote, Zone
from app.ui.composer.canvas import alignment
from app.ui.composer.canvas.action_state import update_actions
from app.ui.composer.canvas.appearance import snapped
from app.ui.composer.canvas.block_rendering import render_blocks
from app.ui.composer.canvas.gestures.drop import import_and_place, put_on_sheet, put_text, read_in_background
from app.ui.composer.canvas.gestures.keyboard_wire import KeyboardWire
from app.ui.composer.canvas.inline_edits import edit_note, edit_zone, rename_block
from app.ui.composer.canvas.items.annotation_items import NOTE_HEIGHT, NOTE_WIDTH
from app.ui.composer.canvas.transfer import Kind, for_other_programs, on_clipboard
from app.ui.composer.canvas.translation import tr
from app.ui.composer.model.clipboard import read_fragment
from app.ui.composer.model.edits import (
    AddNote,
    AddZone,
    ChangeNote,
    ChangeZone,
    CompoundEdit,
    Edit,
    EditError,
    ExportEndpoint,
    Group,
    Paste,
    RemoveParts,
    Route,
    SetCollapsed,
    SetColour,
    UnexportEndpoint,
    Ungroup,
)
from app.ui.composer.model.tree import free_name

if TYPE_CHECKING:
    from app.ui.composer.canvas.canvas import Canvas

_SHIFT = 24.0
_ZONE_MARGIN = (24.0, 48.0, 24.0, 24.0)


class Commands:
    """The commands of a canvas; `actions` gives each a text and shortcuts."""

    def __init__(self, canvas: Canvas) -> None:
        self._canvas = canvas

    # History.

    def undo(self) -> None:
        """Undo the last step."""
        self._guarded(self._canvas.editor.undo)

    def redo(self) -> None:
        """Redo the last undone step."""
        self._guarded(self._canvas.editor.redo)

    # Clipboard.

    def copy(self) -> bool:
        """Copy the selected blocks to the clipboard."""
        canvas = self._canvas
        fragment = canvas.fragment(canvas.selection.blocks) if canvas.selection.blocks else None
        if fragment is None:
            return False
        names = canvas.selection.blocks
        title = names[0] if len(names) == 1 else canvas.title
        picture = render_blocks(canvas, names)
        QGuiApplication.clipboard().setMimeData(for_other_programs(fragment, title, picture))
        canvas.message.emit(tr("Copied"))
        return True

    def cut(self) -> None:
        """Cut the selected blocks to the clipboard."""
        if self.copy():
            self.delete()

    def paste(self) -> None:
        """Paste the clipboard, also from other programs."""
        canvas = self._canvas
        what = on_clipboard()
        at = canvas.inserter.free_position(self._place_for_new())
        if what.kind is Kind.NOTHING:
            canvas.message.emit(tr("There is nothing on the clipboard that a page can hold"))
        elif what.kind is Kind.MEDIA:
            import_and_place(canvas, what, at)
        elif what.kind is Kind.DATA:
            canvas.data_dropped.emit(list(what.files), at)
        elif what.kind is Kind.TEXT:
            put_text(canvas, what.text, at)
        else:
            read_in_background(canvas, what, lambda found: put_on_sheet(canvas, found, at))

    def duplicate(self) -> None:
        """Duplicate the selection with an offset."""
        canvas = self._canvas
        blocks = canvas.selection.blocks
        fragment = canvas.fragment(blocks) if blocks else None
        if fragment is None:
            return
        items = [canvas.sheet_scene.blocks[name] for name in blocks]
        x, y = min(item.x() for item in items) + _SHIFT, min(item.y() for item in items) + _SHIFT
        before = set(canvas.view.blocks)
        if canvas.do(Paste(canvas.sheet, read_fragment(fragment), x, y)):
            canvas.selection.set([name for name in canvas.view.blocks if name not in before])

    def delete(self) -> None:
        """Delete the selection; blocks take their wires along."""
        canvas, selection = self._canvas, self._canvas.selection
        if not selection:
            return
        canvas.do(
            RemoveParts(
                canvas.sheet,
                tuple(selection.blocks),
                tuple(Connection(first, second) for first, second in selection.wires),
                tuple(selection.notes),
                tuple(selection.zones),
            )
        )

    def select_all(self) -> None:
        """Select everything except wires."""
        scene = self._canvas.sheet_scene
        self._canvas.selection.set([*scene.blocks, *scene.notes, *scene.zones])

    # Groups and sheets.

    def group(self) -> None:
        """Group the selected blocks."""
        canvas = self._canvas
        names = canvas.selection.blocks
        if not names:
            canvas.message.emit(tr("Select the blocks that belong together first"))
            return
        name = free_name(tr("Group"), canvas.view.blocks)
        if canvas.do(Group(canvas.sheet, tuple(names), name)):
            canvas.selection.set([name])

    def ungroup(self) -> None:
        """Ungroup the selected groups."""
        canvas = self._canvas
        names = [name for name in canvas.selection.blocks if canvas.view.blocks[name].kind == "composite"]
        before = set(canvas.view.blocks)
        edits: list[Edit] = [Ungroup(canvas.sheet, name) for name in names]
        if edits and canvas.do(edits[0] if len(edits) == 1 else CompoundEdit(tuple(edits), edits[0].label)):
            canvas.selection.set([name for name in canvas.view.blocks if name not in before])

    def enter(self) -> None:
        """Open the selected block's sheet, or that of one of its slots."""
        canvas = self._canvas
        for name in canvas.selection.blocks[:1]:
            block = canvas.view.blocks[name]
            if block.is_sheet:
                canvas.show_sheet(block.path)
                return
            for slot in block.slots:
                if slot.embedded is not None and slot.embedded.is_sheet:
                    canvas.show_sheet(slot.embedded.path)
                    return
            canvas.message.emit(tr("There is nothing inside {name} to look at").format(name=name))

    def leave(self) -> None:
        """Show the enclosing sheet."""
        if self._canvas.sheet:
            self._canvas.show_sheet(self._canvas.sheets.around(self._canvas.sheet))

    # Appearance.

    def set_colour(self, colour: str | None) -> None:
        """Set or remove the colour of the selection."""
        canvas, selection = self._canvas, self._canvas.selection
        edits: list[Edit] = []
        if selection.blocks:
            edits.append(SetColour(canvas.sheet, tuple(selection.blocks), colour))
        after: list[StickyNote | Zone] = []
        for note in selection.notes:
            after.append(replace(note, colour=colour))
            edits.append(ChangeNote(note, replace(note, colour=colour)))
        for zone in selection.zones:
            after.append(replace(zone, colour=colour))
            edits.append(ChangeZone(zone, replace(zone, colour=colour)))
        blocks = selection.blocks
        if edits and canvas.do(edits[0] if len(edits) == 1 else CompoundEdit(tuple(edits), edits[0].label)):
            canvas.selection.set([*blocks, *after])

    def collapse(self) -> None:
        """Collapse the selected blocks, or expand them if all are collapsed."""
        canvas = self._canvas
        names = canvas.selection.blocks
        if names:
            small = all(canvas.view.blocks[name].placed.collapsed for name in names)
            canvas.do(SetCollapsed(canvas.sheet, tuple(names), not small))

    def straighten(self) -> None:
        """Remove the corners of the selected wires."""
        canvas = self._canvas
        for first, second in canvas.selection.wires:
            canvas.do(Route(canvas.sheet, first, second, ()))

    def show_history(self) -> None:
        """Look back at what the selected block contained."""
        self._canvas.history_asked.emit((*self._canvas.sheet, *self._canvas.selection.blocks[:1]))

    def rename(self) -> None:
        """Edit the name of a block or the text of a note or zone in place."""
        parts = self._canvas.selection.parts
        if len(parts) != 1:
            return
        part = parts[0]
        if isinstance(part, str):
            rename_block(self._canvas, part)
        elif isinstance(part, StickyNote):
            edit_note(self._canvas, part)
        elif isinstance(part, Zone):
            edit_zone(self._canvas, part)

    # Insertion.

    def add_note(self) -> None:
        """Add a note and edit its text."""
        canvas = self._canvas
        at = self._place_for_new()
        note = StickyNote("", at.x(), at.y(), NOTE_WIDTH, NOTE_HEIGHT, sheet=canvas.view.path)
        if canvas.do(AddNote(note)):
            canvas.selection.set([note])
            self.rename()

    def add_zone(self) -> None:
        """Add a zone around the selection, or an empty one."""
        canvas = self._canvas
        parts = [part for part in canvas.selection.parts if not isinstance(part, tuple)]
        items = [item for part in parts if (item := canvas.sheet_scene.item_of(part)) is not None]
        if items:
            area = items[0].area
            for item in items:
                area = area.united(item.area)
            left, top, right, bottom = _ZONE_MARGIN
            area = area.adjusted(-left, -top, right, bottom)
        else:
            area = canvas.visible_area()
            area = area.adjusted(area.width() / 4, area.height() / 4, -area.width() / 4, -area.height() / 4)
        zone = Zone(
            tr("Zone"),
            snapped(area.x()),
            snapped(area.y()),
            snapped(area.width()),
            snapped(area.height()),
            sheet=canvas.view.path,
        )
        if canvas.do(AddZone(zone)):
            canvas.selection.set([zone])
            self.rename()

    def draw_wire(self) -> None:
        """Start drawing a wire from the selected block by keyboard."""
        canvas = self._canvas
        for name in canvas.selection.blocks[:1]:
            if canvas.view.blocks[name].ports:
                gesture = KeyboardWire(canvas, name)
                if gesture.candidate is not None:
                    canvas.start(gesture)
                return
        canvas.message.emit(tr("Select a block with connections first"))

    def export_port(self, port: EndpointPath) -> None:
        """Export a port, or remove its export."""
        canvas = self._canvas
        shown = canvas.view.blocks[port.component].port(port.endpoint)
        if shown is None:
            return
        if shown.exported_as:
            canvas.do(UnexportEndpoint(canvas.sheet, shown.exported_as))
        else:
            taken = {export.name for export in canvas.view.exports}
            canvas.do(ExportEndpoint(canvas.sheet, port, free_name(port.endpoint, taken)))

    def export_ports(self) -> None:
        """Export the free ports of the selected block, or remove the exports if all are exported."""
        canvas = self._canvas
        for name in canvas.selection.blocks[:1]:
            free = [port for port in canvas.view.blocks[name].ports if not port.wires]
            chosen = [port for port in free if not port.exported_as] or free
            for port in chosen:
                self.export_port(EndpointPath(name, port.name))

    def align(self, edge: str) -> None:
        """Align the selected blocks."""
        alignment.align(self._canvas, edge)

    def distribute(self, way: str) -> None:
        """Distribute the selected blocks."""
        alignment.distribute(self._canvas, way)

    def update_actions(self) -> None:
        """Update the enabled state of the actions."""
        update_actions(self._canvas)

    def _place_for_new(self) -> QPointF:
        """The last pointer position if visible, else the centre."""
        canvas = self._canvas
        seen = canvas.visible_area()
        last = canvas.input.last_place
        at = last if seen.adjusted(40, 40, -200, -120).contains(last) else seen.center() - QPointF(112, 60)
        return QPointF(snapped(at.x()), snapped(at.y()))

    def _guarded(self, step: Callable[[], None]) -> None:
        try:
            step()
        except EditError as error:
            self._canvas.complain(str(error))
