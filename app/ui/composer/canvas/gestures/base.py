# SPDX-License-Identifier: BSD-3-Clause
"""The base class of gestures: started by a press or key, then moved, released or cancelled."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QKeyEvent, QPainter

from app.ui.composer.model.sheet_view import SheetView

if TYPE_CHECKING:
    from app.ui.composer.canvas.canvas import Canvas


@dataclass(frozen=True, slots=True)
class Pointer:
    """The pointer's position on the sheet and in the window, with modifier keys."""

    scene: QPointF
    view: QPoint
    modifiers: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier

    def has(self, modifier: Qt.KeyboardModifier) -> bool:
        """Whether a modifier key is held."""
        return bool(self.modifiers & modifier)


class Gesture:
    """An interaction in progress; the canvas has at most one."""

    cursor: Qt.CursorShape | None = None
    uses_edges = False
    """Whether the canvas scrolls while the pointer is at its edge."""

    def __init__(self, canvas: Canvas) -> None:
        self.canvas = canvas

    def move(self, to: Pointer) -> None:
        """Handle a pointer move."""

    def release(self, at: Pointer) -> None:
        """Handle the button release and apply the result."""

    def cancel(self) -> None:
        """Restore the state before the gesture."""

    def key(self, event: QKeyEvent) -> bool:  # noqa: ARG002 - most gestures need no keys
        """Handle a key press; returns whether it was used."""
        return False

    def is_invalidated_by(self, after: SheetView) -> bool:  # noqa: ARG002 - most gestures depend on no part
        """Whether a change by somebody else removes what this gesture works on."""
        return False

    def paint(self, painter: QPainter) -> None:
        """Paint the feedback above the sheet."""
