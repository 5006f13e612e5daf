# SPDX-License-Identifier: BSD-3-Clause
"""The gesture that bends a wire."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

from PySide6.QtCore import QLineF, QPointF, Qt
from PySide6.QtGui import QPainter, QPen

from app.ui.composer.canvas.appearance import snapped
from app.ui.composer.canvas.gestures.base import Gesture, Pointer
from app.ui.composer.canvas.items.wire_layer import WireKey
from app.ui.composer.canvas.items.wire_paths import wire_path
from app.ui.composer.model.edits import Route
from app.ui.composer.model.sheet_view import SheetView

if TYPE_CHECKING:
    from app.ui.composer.canvas.canvas import Canvas

_CLICK_TOLERANCE = 5
_Corner = tuple[float, float]


class BendWire(Gesture):
    """A click selects the wire, a drag adds or moves a corner; a corner on the line is removed."""

    cursor = Qt.CursorShape.SizeAllCursor

    def __init__(self, canvas: Canvas, at: Pointer, wire: WireKey) -> None:
        super().__init__(canvas)
        self._start = at
        self._wire = wire
        self._before: tuple[_Corner, ...] = next(
            (view.points for view in canvas.view.wires if (view.first, view.second) == wire), ()
        )
        self._points: tuple[_Corner, ...] | None = None
        shape = canvas.sheet_scene.wires.shape_of(wire)
        assert shape is not None
        self._ends = (shape.line.p1(), shape.line.p2())
        self._number, self._is_new = self._nearest(at.scene)
        if at.has(Qt.KeyboardModifier.ShiftModifier) or at.has(Qt.KeyboardModifier.ControlModifier):
            canvas.selection.toggle(wire)
        else:
            canvas.selection.set([wire])

    def move(self, to: Pointer) -> None:
        if self._points is None and (to.view - self._start.view).manhattanLength() < _CLICK_TOLERANCE:
            return
        corner = (snapped(to.scene.x()), snapped(to.scene.y()))
        points = list(self._before)
        points[self._number : self._number + (0 if self._is_new else 1)] = [corner]
        self._points = tuple(points)
        self.canvas.viewport().update()

    def release(self, at: Pointer) -> None:  # noqa: ARG002 - the last move has the position
        if self._points is not None:
            first, second = self._wire
            self.canvas.do(Route(self.canvas.sheet, first, second, self._straightened()))
        self.canvas.viewport().update()

    def is_invalidated_by(self, after: SheetView) -> bool:
        return after.wires != self.canvas.view.wires

    def cancel(self) -> None:
        self.canvas.viewport().update()

    def paint(self, painter: QPainter) -> None:
        if self._points is not None:
            painter.setPen(QPen(self.canvas.appearance.accent, 2, Qt.PenStyle.DashLine))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawPath(wire_path(self._ends[0], False, self._ends[1], True, self._points))

    def _nearest(self, point: QPointF) -> tuple[int, bool]:
        """The index of the nearest corner or of a new one, and whether it is new."""
        for number, (x, y) in enumerate(self._before):
            if (QPointF(x, y) - point).manhattanLength() < 16:
                return number, False
        waypoints = [self._ends[0], *(QPointF(x, y) for x, y in self._before), self._ends[1]]
        detours = [
            QLineF(one, point).length() + QLineF(point, other).length() - QLineF(one, other).length()
            for one, other in itertools.pairwise(waypoints)
        ]
        return detours.index(min(detours)), True

    def _straightened(self) -> tuple[_Corner, ...]:
        """The corners, without the moved one if it lies on the line."""
        assert self._points is not None
        waypoints = [self._ends[0], *(QPointF(x, y) for x, y in self._points), self._ends[1]]
        one, corner, other = waypoints[self._number : self._number + 3]
        detour = QLineF(one, corner).length() + QLineF(corner, other).length() - QLineF(one, other).length()
        if detour > 1.0:
            return self._points
        return self._points[: self._number] + self._points[self._number + 1 :]
