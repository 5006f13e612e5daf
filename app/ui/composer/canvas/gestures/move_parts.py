# SPDX-License-Identifier: BSD-3-Clause
"""The gesture that moves the selection, snapped to the grid."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, Qt

from app.runtime.references import StickyNote, Zone
from app.ui.composer.canvas.appearance import snapped
from app.ui.composer.canvas.gestures.base import Gesture, Pointer
from app.ui.composer.canvas.scene import Part
from app.ui.composer.model.edits import CompoundEdit, Edit, Move, Route
from app.ui.composer.model.sheet_view import SheetView

if TYPE_CHECKING:
    from app.ui.composer.canvas.canvas import Canvas

_CLICK_TOLERANCE = 4  # pixels of tolerance for a click


class MoveParts(Gesture):
    """Moves the selection; Shift restricts to one axis, Ctrl turns off the grid."""

    cursor = Qt.CursorShape.SizeAllCursor
    uses_edges = True

    def __init__(self, canvas: Canvas, at: Pointer, part: Part) -> None:
        super().__init__(canvas)
        self._start = at
        self._part = part
        self._toggles = at.has(Qt.KeyboardModifier.ShiftModifier) or at.has(Qt.KeyboardModifier.ControlModifier)
        self._has_moved = False
        if part not in canvas.selection and not self._toggles:
            canvas.selection.set([part])
        self._places: dict[Part, QPointF] = {}

    def move(self, to: Pointer) -> None:
        if not self._has_moved:
            if (to.view - self._start.view).manhattanLength() < _CLICK_TOLERANCE:
                return
            self._begin()
        by = to.scene - self._start.scene
        if to.has(Qt.KeyboardModifier.ShiftModifier):
            by = QPointF(by.x(), 0) if abs(by.x()) > abs(by.y()) else QPointF(0, by.y())
        if not to.has(Qt.KeyboardModifier.ControlModifier):
            anchor = self._places[self._part]
            by = QPointF(snapped(anchor.x() + by.x()) - anchor.x(), snapped(anchor.y() + by.y()) - anchor.y())
        self._put(by)

    def release(self, at: Pointer) -> None:  # noqa: ARG002 - the last move has the position
        if not self._has_moved:
            if self._toggles:
                self.canvas.selection.toggle(self._part)
            else:
                self.canvas.selection.set([self._part])
            return
        item = self.canvas.sheet_scene.item_of(self._part)
        assert item is not None
        by = item.pos() - self._places[self._part]
        self._put(QPointF(0, 0))
        if not by.isNull():
            move_by(self.canvas, list(self._places), by)

    def cancel(self) -> None:
        if self._has_moved:
            self._put(QPointF(0, 0))

    def is_invalidated_by(self, after: SheetView) -> bool:
        blocks = self.canvas.view.blocks
        others = {*after.notes, *after.zones}
        held = list(self._places) or [self._part]
        return any(
            after.blocks.get(part) is not blocks.get(part) if isinstance(part, str) else part not in others
            for part in held
            if not isinstance(part, tuple)
        )

    def _begin(self) -> None:
        self._has_moved = True
        if self._part not in self.canvas.selection:
            self.canvas.selection.set([*self.canvas.selection.parts, self._part])
        for part in with_contents(self.canvas, self.canvas.selection.parts):
            item = self.canvas.sheet_scene.item_of(part)
            if item is not None:
                self._places[part] = item.pos()

    def _put(self, by: QPointF) -> None:
        scene = self.canvas.sheet_scene
        for part, place in self._places.items():
            item = scene.item_of(part)
            if item is not None:
                item.setPos(place + by)
        scene.moved(part for part in self._places if isinstance(part, str) and part in scene.blocks)
        self.canvas.moved()


def with_contents(canvas: Canvas, parts: list[Part]) -> list[Part]:
    """The parts, plus the content of zones among them."""
    found = dict.fromkeys(parts)
    for part in parts:
        if isinstance(part, Zone):
            found |= dict.fromkeys(canvas.sheet_scene.parts_on(part))
    return list(found)


def move_by(canvas: Canvas, parts: list[Part], by: QPointF, *, continues: str = "") -> None:
    """Move blocks, notes, zones and wire corners in one edit."""
    scene, sheet = canvas.sheet_scene, canvas.sheet
    names = [part for part in parts if isinstance(part, str)]
    notes = [
        (part, replace(part, x=part.x + by.x(), y=part.y + by.y())) for part in parts if isinstance(part, StickyNote)
    ]
    zones = [(part, replace(part, x=part.x + by.x(), y=part.y + by.y())) for part in parts if isinstance(part, Zone)]
    places = [(name, scene.blocks[name].pos() + by) for name in names]
    edits: list[Edit] = [
        Move(sheet, tuple((name, place.x(), place.y()) for name, place in places), tuple(notes), tuple(zones))
    ]
    inside = set(names)
    for wire in canvas.view.wires:
        if wire.points and {wire.first.component, wire.second.component} <= inside:
            points = tuple((x + by.x(), y + by.y()) for x, y in wire.points)
            edits.append(Route(sheet, wire.first, wire.second, points))
    selected = set(canvas.selection.parts)
    if canvas.do(edits[0] if len(edits) == 1 else CompoundEdit(tuple(edits), edits[0].label), continues=continues):
        after: dict[Part, Part] = {**dict(notes), **dict(zones)}
        canvas.selection.set([after.get(part, part) for part in parts if part in selected])
