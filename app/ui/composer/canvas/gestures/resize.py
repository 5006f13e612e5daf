# SPDX-License-Identifier: BSD-3-Clause
"""The gestures that resize blocks, notes and zones."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QSizeF, Qt

from app.ui.composer.canvas.appearance import snapped
from app.ui.composer.canvas.gestures.base import Gesture, Pointer
from app.ui.composer.canvas.items.annotation_items import AnnotationItem, NoteItem, ZoneItem
from app.ui.composer.canvas.items.block_item import BlockItem
from app.ui.composer.canvas.items.block_layout import LEAST_WIDTH
from app.ui.composer.canvas.scene import Part
from app.ui.composer.model.edits import ChangeNote, ChangeZone, CompoundEdit, Edit, Resize
from app.ui.composer.model.sheet_view import SheetView

if TYPE_CHECKING:
    from app.ui.composer.canvas.canvas import Canvas

_LEAST = 64.0


class ResizeBlock(Gesture):
    """Resizes a block by its lower right corner; its content sets the minimum height."""

    cursor = Qt.CursorShape.SizeFDiagCursor

    def __init__(self, canvas: Canvas, at: Pointer, item: BlockItem) -> None:
        super().__init__(canvas)
        self._item = item
        self._before = item.block
        self._grip = item.area.bottomRight() - at.scene
        canvas.selection.set([item.name])

    def move(self, to: Pointer) -> None:
        corner = to.scene + self._grip - self._item.pos()
        size = QSizeF(max(LEAST_WIDTH, snapped(corner.x())), max(0.0, snapped(corner.y())))
        placed = replace(self._before.placed, width=size.width(), height=size.height())
        self._item.replace(replace(self._before, placed=placed))
        self.canvas.sheet_scene.moved([self._item.name])

    def release(self, at: Pointer) -> None:  # noqa: ARG002 - the last move has the position
        placed = self._item.block.placed
        needed = placed.height if self._item.places.body.height() <= (placed.height or 0) else None
        self.cancel()
        if placed != self._before.placed:
            edit = Resize(self.canvas.sheet, self._before.name, placed.x, placed.y, placed.width, needed)
            self.canvas.do(edit)

    def is_invalidated_by(self, after: SheetView) -> bool:
        return after.blocks.get(self._before.name) is not self._before

    def cancel(self) -> None:
        self._item.replace(self._before)
        self.canvas.sheet_scene.moved([self._item.name])


class ResizeAnnotation(Gesture):
    """Resizes a note or zone by its lower right corner."""

    cursor = Qt.CursorShape.SizeFDiagCursor

    def __init__(self, canvas: Canvas, at: Pointer, item: AnnotationItem) -> None:
        super().__init__(canvas)
        self._item = item
        self._before = QSizeF(item.size.size())
        self._grip = item.area.bottomRight() - at.scene

    def move(self, to: Pointer) -> None:
        corner = to.scene + self._grip - self._item.pos()
        self._item.resize(corner.x(), corner.y())
        self.canvas.moved()

    def release(self, at: Pointer) -> None:  # noqa: ARG002 - the last move has the position
        width, height = self._item.size.width(), self._item.size.height()
        self.cancel()
        if isinstance(self._item, NoteItem):
            note = replace(self._item.note, width=width, height=height)
            self.canvas.do(ChangeNote(self._item.note, note))
            self.canvas.selection.set([note])
        elif isinstance(self._item, ZoneItem):
            zone = replace(self._item.zone, width=width, height=height)
            self.canvas.do(ChangeZone(self._item.zone, zone))
            self.canvas.selection.set([zone])

    def is_invalidated_by(self, after: SheetView) -> bool:
        part = self.canvas.sheet_scene.part_of(self._item)
        return part not in after.notes and part not in after.zones

    def cancel(self) -> None:
        self._item.resize(self._before.width(), self._before.height())


def resize_by(canvas: Canvas, by: QPointF) -> None:
    """Resize the selection by keyboard, as one undo step."""
    edits: list[Edit] = []
    after: list[Part] = []
    for part in canvas.selection.parts:
        item = None if isinstance(part, tuple) else canvas.sheet_scene.item_of(part)
        if isinstance(item, BlockItem):
            placed, width = item.block.placed, max(LEAST_WIDTH, item.places.body.width() + by.x())
            height = item.places.body.height() + by.y() if by.y() else placed.height
            edits.append(Resize(canvas.sheet, item.name, placed.x, placed.y, width, height))
            after.append(part)
        elif isinstance(item, NoteItem):
            size = item.size.size() + QSizeF(by.x(), by.y())
            note = replace(item.note, width=max(_LEAST, size.width()), height=max(_LEAST, size.height()))
            edits.append(ChangeNote(item.note, note))
            after.append(note)
        elif isinstance(item, ZoneItem):
            size = item.size.size() + QSizeF(by.x(), by.y())
            zone = replace(item.zone, width=max(_LEAST, size.width()), height=max(_LEAST, size.height()))
            edits.append(ChangeZone(item.zone, zone))
            after.append(zone)
    names = " ".join(sorted(part for part in after if isinstance(part, str)))
    if edits and canvas.do(CompoundEdit(tuple(edits), edits[0].label), continues=f"resize by key {names}"):
        canvas.selection.set(after)
