# SPDX-License-Identifier: BSD-3-Clause
"""The gesture that selects with a rubber band."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter

from app.ui.composer.canvas.appearance import faded, hairline
from app.ui.composer.canvas.gestures.base import Gesture, Pointer

if TYPE_CHECKING:
    from app.ui.composer.canvas.canvas import Canvas


class RubberBand(Gesture):
    """Selects parts in a rectangle; Shift or Ctrl extends the selection."""

    uses_edges = True

    def __init__(self, canvas: Canvas, at: Pointer) -> None:
        super().__init__(canvas)
        adds = at.has(Qt.KeyboardModifier.ShiftModifier) or at.has(Qt.KeyboardModifier.ControlModifier)
        self._before = canvas.selection.parts
        self._kept = self._before if adds else []
        self._start = at.scene
        self._area = QRectF(at.scene, at.scene)
        canvas.selection.set(self._kept)

    def move(self, to: Pointer) -> None:
        self._area = QRectF(self._start, to.scene).normalized()
        caught = self.canvas.sheet_scene.within(self._area)
        with self.canvas.selection.deferred():  # observers are notified at the end
            self.canvas.selection.set([*self._kept, *(part for part in caught if part not in self._kept)])
        self.canvas.viewport().update()

    def release(self, at: Pointer) -> None:  # noqa: ARG002 - the last move has the position
        self.canvas.selection.notify()
        self.canvas.viewport().update()

    def cancel(self) -> None:
        self.canvas.selection.set(self._before)
        self.canvas.selection.notify()
        self.canvas.viewport().update()

    def paint(self, painter: QPainter) -> None:
        appearance = self.canvas.appearance
        painter.setPen(hairline(appearance.accent))
        painter.setBrush(faded(appearance.accent, 0.10))
        painter.drawRect(self._area)
