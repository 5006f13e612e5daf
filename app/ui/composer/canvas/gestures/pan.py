# SPDX-License-Identifier: BSD-3-Clause
"""The gesture that pans the canvas."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, Qt

from app.ui.composer.canvas.gestures.base import Gesture, Pointer

if TYPE_CHECKING:
    from app.ui.composer.canvas.canvas import Canvas


class Pan(Gesture):
    """Pans with the middle button, or with the left one while Space is held."""

    cursor = Qt.CursorShape.ClosedHandCursor

    def __init__(self, canvas: Canvas, at: Pointer) -> None:
        super().__init__(canvas)
        self._last: QPoint = at.view

    def move(self, to: Pointer) -> None:
        self.canvas.pan_by(to.view - self._last)
        self._last = to.view
