# SPDX-License-Identifier: BSD-3-Clause
"""Chooses the gesture that a press starts, by the item under the pointer and modifier keys."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QMouseEvent

from app.runtime.references import EndpointPath
from app.ui.composer.canvas.gestures.base import Gesture, Pointer
from app.ui.composer.canvas.gestures.bend_wire import BendWire
from app.ui.composer.canvas.gestures.drag_out import DragOut
from app.ui.composer.canvas.gestures.draw_wire import DrawWire
from app.ui.composer.canvas.gestures.move_parts import MoveParts
from app.ui.composer.canvas.gestures.pan import Pan
from app.ui.composer.canvas.gestures.resize import ResizeAnnotation, ResizeBlock
from app.ui.composer.canvas.gestures.rubber_band import RubberBand
from app.ui.composer.canvas.items.block_item import BlockItem

if TYPE_CHECKING:
    from app.ui.composer.canvas.canvas import Canvas

_REACH = 12.0


def gesture_for_press(canvas: Canvas, event: QMouseEvent, at: Pointer) -> Gesture | None:
    """The gesture of a press; `None` for the right button."""
    if event.button() == Qt.MouseButton.MiddleButton or canvas.keyboard.holds_space:
        return Pan(canvas, at)
    if event.button() != Qt.MouseButton.LeftButton:
        return None
    hit = canvas.sheet_scene.hit(at.scene, _REACH / canvas.sheet_scene.scale)
    if hit.block is not None and hit.port is not None:
        return DrawWire(canvas, at, EndpointPath(hit.block.name, hit.port.port.name))
    if hit.block is not None:
        return _on_block(canvas, at, hit.block)
    if hit.wire is not None:
        return BendWire(canvas, at, hit.wire)
    if hit.paper is not None and hit.part is not None:
        if hit.paper.resizer.contains(hit.paper.mapFromScene(at.scene)):
            return ResizeAnnotation(canvas, at, hit.paper)
        return MoveParts(canvas, at, hit.part)
    return RubberBand(canvas, at)


def _on_block(canvas: Canvas, at: Pointer, item: BlockItem) -> Gesture:
    inside = item.mapFromScene(at.scene)
    if at.has(Qt.KeyboardModifier.AltModifier) or item.places.handle.contains(inside):
        return DragOut(canvas, at, item.name)
    if item.places.resizer.contains(inside):
        return ResizeBlock(canvas, at, item)
    return MoveParts(canvas, at, item.name)


def double_click(canvas: Canvas, at: Pointer) -> None:
    """Open a block, edit a note or zone, straighten a wire, or add a block."""
    hit = canvas.sheet_scene.hit(at.scene, _REACH / canvas.sheet_scene.scale)
    if hit.part is not None:
        canvas.selection.set([hit.part])
    if hit.block is not None:
        slot = hit.slot.slot if hit.slot is not None else None
        if slot is not None and slot.embedded is not None and slot.embedded.is_sheet:
            canvas.show_sheet(slot.embedded.path)
        elif hit.block.block.is_sheet:
            canvas.show_sheet(hit.block.block.path)
        else:
            canvas.commands.rename()
    elif hit.wire is not None:
        canvas.commands.straighten()
    elif hit.part is not None:
        canvas.commands.rename()
    else:
        canvas.quick_add(at.scene)
