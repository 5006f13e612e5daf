# SPDX-License-Identifier: BSD-3-Clause
"""Dispatches mouse and drag events to gestures and tracks hovering."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, Qt, QTimer
from PySide6.QtGui import QCursor, QDragEnterEvent, QDragMoveEvent, QDropEvent, QGuiApplication, QMouseEvent

from app.runtime.references import EndpointPath
from app.ui.composer.canvas.gestures.base import Gesture, Pointer
from app.ui.composer.canvas.gestures.drop import DropFromOutside
from app.ui.composer.canvas.gestures.gesture_choice import double_click, gesture_for_press
from app.ui.composer.canvas.items.block_item import BlockItem

if TYPE_CHECKING:
    from app.ui.composer.canvas.canvas import Canvas

REACH = 10.0
"""The hit tolerance of ports and wires in pixels."""
_EDGE_PERIOD_MS = 30


class InputController:
    """Routes mouse and drag events to the active gesture."""

    def __init__(self, canvas: Canvas) -> None:
        self._canvas = canvas
        self.gesture: Gesture | None = None
        self.last_place = QPointF()
        self._hovered: BlockItem | None = None
        self._drop: DropFromOutside | None = None
        self._edge = QTimer(canvas)
        self._edge.setInterval(_EDGE_PERIOD_MS)
        self._edge.timeout.connect(self._move_at_edge)

    def start(self, gesture: Gesture) -> None:
        """Start a gesture from a key or menu."""
        self.cancel_gesture()
        self.gesture = gesture
        self._canvas.viewport().update()

    def cancel_gesture(self) -> None:
        """Cancel the active gesture and restore the previous state."""
        gesture = self.gesture
        self.end()
        if gesture is not None:
            gesture.cancel()

    def end(self) -> None:
        """End the active gesture."""
        self.gesture = None
        self._edge.stop()
        self._canvas.viewport().setCursor(Qt.CursorShape.ArrowCursor)
        self._canvas.viewport().update()

    def enters_view(self, event: QMouseEvent) -> bool:
        """Whether a press belongs to the view of a running object; then the selection ends."""
        canvas = self._canvas
        free = self.gesture is None and not canvas.keyboard.holds_space
        moves = event.button() == Qt.MouseButton.MiddleButton or event.modifiers() & Qt.KeyboardModifier.AltModifier
        if not free or moves or not canvas.live_views.has_view_at(canvas.mapToScene(event.position().toPoint())):
            return False
        canvas.bubble.hide()
        canvas.selection.set([])
        return True

    def press(self, event: QMouseEvent) -> None:
        """Handle a button press."""
        canvas = self._canvas
        canvas.live_views.leave()
        canvas.setFocus(Qt.FocusReason.MouseFocusReason)
        canvas.bubble.hide()
        if self.gesture is not None:
            self.cancel_gesture()
        self.gesture = gesture_for_press(canvas, event, self._pointer(event))
        if self.gesture is not None:
            if self.gesture.cursor is not None:
                canvas.viewport().setCursor(self.gesture.cursor)
            if self.gesture.uses_edges:
                self._edge.start()
        event.accept()

    def move(self, event: QMouseEvent) -> None:
        """Handle a pointer move."""
        pointer = self._pointer(event)
        self.last_place = pointer.scene
        self._canvas.pointer_moved.emit(pointer.scene)
        if self.gesture is not None and event.buttons():
            self.gesture.move(pointer)
        elif self.gesture is None:
            self._hover_at(pointer)

    def release(self, event: QMouseEvent) -> None:
        """Handle a button release."""
        gesture = self.gesture
        if gesture is not None:
            self.end()
            gesture.release(self._pointer(event))
            self._hover_at(self._pointer(event))
        event.accept()

    def double_click(self, event: QMouseEvent) -> None:
        """Handle a double click."""
        if event.button() == Qt.MouseButton.LeftButton:
            self.cancel_gesture()
            double_click(self._canvas, self._pointer(event))

    def drag_enter(self, event: QDragEnterEvent) -> None:
        """Handle a drag entering the canvas."""
        self.cancel_gesture()
        self._drop = DropFromOutside(self._canvas, event)
        self._drop.move(event)
        event.acceptProposedAction()

    def drag_move(self, event: QDragMoveEvent) -> None:
        """Handle a drag move."""
        if self._drop is not None:
            self.last_place = self._canvas.mapToScene(event.position().toPoint())
            self._drop.move(event)

    def drag_leave(self) -> None:
        """Handle a drag leaving the canvas."""
        if self._drop is not None:
            self._drop.leave()
            self._drop = None

    def drop(self, event: QDropEvent) -> None:
        """Handle a drop."""
        drop, self._drop = self._drop or DropFromOutside(self._canvas, event), None
        self._canvas.window().activateWindow()
        self._canvas.live_views.leave()
        self._canvas.setFocus(Qt.FocusReason.OtherFocusReason)
        drop.drop(event)

    def mark_port(self, port: EndpointPath | None) -> None:
        """Highlight a port."""
        item = None if port is None else self._canvas.sheet_scene.blocks.get(port.component)
        self.hover(item, port="" if port is None else port.endpoint)

    def hover(self, item: BlockItem | None, port: str = "", slot: str = "") -> None:
        """Highlight a block and its port or slot."""
        if self._hovered is not None and self._hovered is not item:
            self._hovered.hover(hovered=False)
        self._hovered = item
        if item is not None:
            item.hover(hovered=True, port=port, slot=slot)

    def _hover_at(self, at: Pointer) -> None:
        scene = self._canvas.sheet_scene
        hit = scene.hit(at.scene, REACH / scene.scale)
        self.hover(hit.block, port="" if hit.port is None else hit.port.port.name)
        scene.wires.hover(hit.wire)
        for paper in (*scene.notes.values(), *scene.zones.values()):
            paper.hover(hovered=paper is hit.paper)

    def _pointer(self, event: QMouseEvent) -> Pointer:
        at = event.position().toPoint()
        return Pointer(self._canvas.mapToScene(at), at, event.modifiers())

    def _move_at_edge(self) -> None:
        """Scroll while a gesture stays at the edge of the window."""
        canvas = self._canvas
        at = canvas.viewport().mapFromGlobal(QCursor.pos())
        by = canvas.navigation.edge_scroll(at)
        if by.isNull() or self.gesture is None:
            return
        canvas.pan_by(by)
        self.gesture.move(Pointer(canvas.mapToScene(at), at, QGuiApplication.keyboardModifiers()))
