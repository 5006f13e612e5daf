# SPDX-License-Identifier: BSD-3-Clause
"""Keyboard control of the canvas: navigation, moving, opening."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QKeyEvent

from app.runtime.references import StickyNote, Zone
from app.ui.composer.canvas.appearance import GRID
from app.ui.composer.canvas.gestures.move_parts import move_by, with_contents
from app.ui.composer.canvas.gestures.resize import resize_by
from app.ui.composer.canvas.scene import Part
from app.ui.composer.canvas.tool_tips import block_lines
from app.ui.composer.canvas.translation import tr
from app.ui.composer.model.sheet_view import Block

if TYPE_CHECKING:
    from app.ui.composer.canvas.canvas import Canvas

_ARROWS = {
    Qt.Key.Key_Left: QPointF(-1, 0),
    Qt.Key.Key_Right: QPointF(1, 0),
    Qt.Key.Key_Up: QPointF(0, -1),
    Qt.Key.Key_Down: QPointF(0, 1),
}
_FAR_STEP = 5 * GRID
_PAN = 48


def described_keys() -> list[tuple[str, str]]:
    """Keys that are not menu shortcuts, and what each does."""
    return [
        ("Tab", tr("Next part")),
        ("Shift+Tab", tr("Previous part")),
        ("Alt+Right", tr("Select the nearest block in the direction of the arrow")),
        ("Right", tr("Move, or scroll if nothing is selected")),
        ("Shift+Right", tr("Move farther")),
        ("Ctrl+Shift+Right", tr("Resize")),
        ("Return", tr("Look inside")),
        ("Esc", tr("Cancel, clear the selection, or go back")),
        ("Space", tr("Hold it to move the page with the mouse")),
    ]


class Keyboard:
    """Handles keys that are not menu shortcuts."""

    def __init__(self, canvas: Canvas) -> None:
        self._canvas = canvas
        self.holds_space = False

    def press(self, event: QKeyEvent) -> bool:
        """Handle a key press; returns whether it was used."""
        key = Qt.Key(event.key())
        if key in _ARROWS:
            self._arrow(_ARROWS[key], event.modifiers())
        elif key == Qt.Key.Key_Space:
            self._space(event)
        elif key == Qt.Key.Key_Escape:
            self._escape()
        elif key in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self._canvas.commands.enter()
        else:
            return False
        return True

    def release(self, event: QKeyEvent) -> None:
        """Handle a key release; releasing Space ends panning."""
        if event.key() == Qt.Key.Key_Space and not event.isAutoRepeat():
            self.holds_space = False
            self._canvas.viewport().unsetCursor()

    def step(self, *, forward: bool) -> bool:
        """Select the next block in reading order; returns `False` after the last one."""
        scene = self._canvas.sheet_scene
        places: dict[Part, QPointF] = {part: item.pos() for part, item in scene.parts()}
        order = sorted(places, key=lambda part: (round(places[part].y() / 64), places[part].x()))
        if not order:
            return False
        selected = [part for part in self._canvas.selection.parts if part in places]
        here = order.index(selected[-1]) if selected else None
        there = (0 if forward else len(order) - 1) if here is None else here + (1 if forward else -1)
        if not 0 <= there < len(order):
            return False
        self.go_to(order[there])
        return True

    def go_to(self, part: Part) -> None:
        """Select a part and announce it."""
        canvas = self._canvas
        canvas.selection.set([part])
        canvas.bring_into_view(part)
        if isinstance(part, StickyNote):
            canvas.announce(tr("Note: {text}").format(text=part.text))
        elif isinstance(part, Zone):
            canvas.announce(tr("Zone: {title}").format(title=part.title))
        elif isinstance(part, str):
            self._announce_block(canvas.view.blocks[part])

    def go_to_wire(self) -> None:
        """Select the next wire of the current block."""
        canvas = self._canvas
        wires = canvas.selection.wires
        block = canvas.selection.blocks[0] if canvas.selection.blocks else wires[0][0].component if wires else ""
        order = sorted(canvas.sheet_scene.wires_of([block]), key=str)
        if not order:
            canvas.message.emit(tr("Select a block with a wire first"))
            return
        following = (order.index(wires[0]) + 1) % len(order) if wires and wires[0] in order else 0
        first, second = order[following]
        canvas.selection.set([(first, second)])
        canvas.announce(
            tr("Wire from {first} to {second}").format(
                first=f"{first.component} {first.endpoint}", second=f"{second.component} {second.endpoint}"
            )
        )

    def _announce_block(self, block: Block) -> None:
        ports = ", ".join(port.name for port in block.ports)
        words = ". ".join(dict.fromkeys(word for word in block_lines(block) if word))
        self._canvas.announce(tr("{block}. Connections: {ports}").format(block=words, ports=ports or "–"))

    def _arrow(self, way: QPointF, modifiers: Qt.KeyboardModifier) -> None:
        canvas = self._canvas
        both = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
        if modifiers & both == both:
            resize_by(canvas, way * GRID)
            return
        if modifiers & Qt.KeyboardModifier.AltModifier:
            name = self._next_towards(way)
            if name is not None:
                self.go_to(name)
        elif canvas.selection.blocks or canvas.selection.notes or canvas.selection.zones:
            step = _FAR_STEP if modifiers & Qt.KeyboardModifier.ShiftModifier else GRID
            parts = with_contents(canvas, canvas.selection.parts)
            names = " ".join(sorted(part for part in parts if isinstance(part, str)))
            move_by(canvas, parts, way * step, continues=f"move by key {names}")
        else:
            canvas.pan_by((way * -_PAN).toPoint())

    def _next_towards(self, way: QPointF) -> str | None:
        """The nearest block in a direction from the selected one."""
        blocks = self._canvas.sheet_scene.blocks
        selected = self._canvas.selection.blocks
        here = blocks[selected[-1]].area.center() if selected else self._canvas.visible_area().center()
        best, least = None, math.inf
        for name, item in blocks.items():
            off = item.area.center() - here
            along = QPointF.dotProduct(off, way)
            across = abs(off.x() * way.y() - off.y() * way.x())
            if along > 1 and name not in selected and along + 2 * across < least:
                best, least = name, along + 2 * across
        return best

    def _space(self, event: QKeyEvent) -> None:
        if not event.isAutoRepeat():
            self.holds_space = True
            self._canvas.viewport().setCursor(Qt.CursorShape.OpenHandCursor)

    def _escape(self) -> None:
        canvas = self._canvas
        if canvas.bubble.text:
            canvas.bubble.hide()
        elif canvas.gesture is not None:
            canvas.cancel_gesture()
        elif canvas.selection:
            canvas.selection.set([])
        elif canvas.sheet:
            canvas.commands.leave()
