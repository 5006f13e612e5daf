"""What every gesture is: it begins with a press or a key, follows the hand, and ends or is given up."""

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
    """Where the pointer is: on the sheet, in the window, and with which keys held."""

    scene: QPointF
    view: QPoint
    modifiers: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier

    def has(self, modifier: Qt.KeyboardModifier) -> bool:
        """Whether a key is held."""
        return bool(self.modifiers & modifier)


class Gesture:
    """One thing that is being done by hand; the canvas has at most one at a time."""

    cursor: Qt.CursorShape | None = None
    uses_edges = False
    """Whether the sheet moves on when the pointer comes to the edge of the window."""

    def __init__(self, canvas: Canvas) -> None:
        self.canvas = canvas

    def move(self, to: Pointer) -> None:
        """The pointer is elsewhere."""

    def release(self, at: Pointer) -> None:
        """The button was let go: do what was meant."""

    def cancel(self) -> None:
        """Leave everything as it was before."""

    def key(self, event: QKeyEvent) -> bool:  # noqa: ARG002 - most gestures need no keys
        """A key was pressed; whether it meant something."""
        return False

    def is_invalidated_by(self, after: SheetView) -> bool:  # noqa: ARG002 - most gestures hold nothing that can go
        """Whether somebody else's change takes away what this gesture holds in its hand."""
        return False

    def paint(self, painter: QPainter) -> None:
        """What is drawn above the sheet meanwhile."""
