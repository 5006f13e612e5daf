# SPDX-License-Identifier: BSD-3-Clause
"""Mouse gestures on the canvas: move, resize, rotate, select, pan."""

from __future__ import annotations

import math
from enum import Enum
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, QPointF, QRectF, Qt

from objects_library.desktops.desktop_2d.canvas.geometry import Places, around, box_of, pulled, shifted, turned
from objects_library.desktops.desktop_2d.canvas.snapping import Guide, Snapping

if TYPE_CHECKING:
    from objects_library.desktops.desktop_2d.canvas.canvas import Canvas

_NEAR = 9
_ABOVE = 26
_STARTS = 4
"""Pixels until a press becomes a drag."""
_SNAP = 15.0
_REACH = 7
"""Pixels within which a dragged edge or centre snaps to that of another item; not while Ctrl is held."""


class Grip(Enum):
    """A handle of the selection."""

    TOP_LEFT = (-1, -1)
    TOP_RIGHT = (1, -1)
    BOTTOM_LEFT = (-1, 1)
    BOTTOM_RIGHT = (1, 1)
    TURN = (0, -1)

    @property
    def cursor(self) -> Qt.CursorShape:
        """The cursor over the handle."""
        if self is Grip.TURN:
            return Qt.CursorShape.PointingHandCursor
        slants = self.value[0] * self.value[1] > 0
        return Qt.CursorShape.SizeFDiagCursor if slants else Qt.CursorShape.SizeBDiagCursor


def handles(canvas: Canvas) -> dict[Grip, QPointF]:
    """The handles in the window: corners for one item, and one to rotate any number."""
    places = canvas.chosen_places()
    if not canvas.writable or not places or len(places) != len(canvas.chosen):
        return {}
    found: dict[Grip, QPointF] = {}
    if len(places) == 1:
        piece = canvas.pieces[canvas.chosen[0]]
        area = piece.area()
        to_window = piece.sceneTransform() * canvas.viewportTransform()
        for grip in (Grip.TOP_LEFT, Grip.TOP_RIGHT, Grip.BOTTOM_LEFT, Grip.BOTTOM_RIGHT):
            across, down = grip.value
            found[grip] = to_window.map(QPointF(across * area.width() / 2, down * area.height() / 2))
        top = to_window.map(QPointF(0, -area.height() / 2))
        middle = to_window.map(QPointF(0, 0))
    else:
        box = around(list(places.values()))
        to_window = canvas.viewportTransform()
        top = to_window.map(QPointF(box.middle[0], box.top))
        middle = to_window.map(QPointF(*box.middle))
    length = math.hypot(top.x() - middle.x(), top.y() - middle.y()) or 1.0
    found[Grip.TURN] = top + (top - middle) * (_ABOVE / length)
    return found


def grip_at(canvas: Canvas, point: QPoint) -> Grip | None:
    """The handle at a point of the window."""
    for grip, at in handles(canvas).items():
        if abs(at.x() - point.x()) <= _NEAR and abs(at.y() - point.y()) <= _NEAR:
            return grip
    return None


class Gesture:
    """A drag from press to release; each step is sent, the last one always."""

    def __init__(self, canvas: Canvas, point: QPoint) -> None:
        self._canvas = canvas
        self._pressed = point
        self._from = canvas.mapToScene(point)
        self._before = canvas.chosen_places()
        self._now: Places = {}
        self._snapping: Snapping | None = None

    @staticmethod
    def drag(canvas: Canvas, point: QPoint) -> Gesture:
        """Return the gesture that moves the selected items."""
        return _MoveGesture(canvas, point)

    @staticmethod
    def drag_handle(canvas: Canvas, grip: Grip, point: QPoint) -> Gesture:
        """Return the gesture that resizes or rotates the selection."""
        return _RotateGesture(canvas, point) if grip is Grip.TURN else _ResizeGesture(canvas, point, grip)

    def go(self, point: QPoint, modifiers: Qt.KeyboardModifier) -> None:
        """Send the new frames."""
        if not self._now and (point - self._pressed).manhattanLength() < _STARTS:
            return
        self._now = self._places(self._canvas.mapToScene(point), modifiers)
        self._canvas.dragged |= self._now.keys()
        self._canvas.drag_items(self._now)
        self._canvas.moved.emit(self._now, False)

    def end(self) -> None:
        """Handle the release."""
        self._canvas.dragged -= self._before.keys()
        self._canvas.show_guides([])
        if self._now:
            self._canvas.show_places(self._now)
            self._canvas.moved.emit(self._now, True)

    def cancel(self) -> None:
        """Restore the original frames."""
        self._canvas.dragged -= self._before.keys()
        self._canvas.show_guides([])
        if self._now:
            self._canvas.show_places(self._before)
            self._canvas.moved.emit(self._before, True)

    def _places(self, point: QPointF, modifiers: Qt.KeyboardModifier) -> Places:
        raise NotImplementedError

    @property
    def _lines(self) -> Snapping:
        """The lines of the visible items that stay, as they were when the drag began."""
        if self._snapping is None:
            seen = self._canvas.seen()
            self._snapping = Snapping(
                box_of(piece.place)
                for name, piece in self._canvas.pieces.items()
                if name not in self._before and seen.intersects(piece.sceneBoundingRect())
            )
        return self._snapping

    @property
    def _reach(self) -> float:
        return _REACH / self._canvas.scale_now

    def _show_guides(self, places: Places, *, snapped: bool) -> None:
        guides: list[Guide] = self._lines.guides(around(list(places.values()))) if snapped else []
        self._canvas.show_guides(guides)


class _MoveGesture(Gesture):
    def _places(self, point: QPointF, modifiers: Qt.KeyboardModifier) -> Places:
        by = point - self._from
        level = upright = True
        if modifiers & Qt.KeyboardModifier.ShiftModifier:
            upright = abs(by.x()) >= abs(by.y())
            level = not upright
            by = QPointF(by.x(), 0) if upright else QPointF(0, by.y())
        places = shifted(self._before, by.x(), by.y())
        snapped = not modifiers & Qt.KeyboardModifier.ControlModifier
        if snapped:
            across, down = self._lines.shift(around(list(places.values())), self._reach)
            places = shifted(places, across if upright else 0.0, down if level else 0.0)
        self._show_guides(places, snapped=snapped)
        return places


class _ResizeGesture(Gesture):
    def __init__(self, canvas: Canvas, point: QPoint, grip: Grip) -> None:
        super().__init__(canvas, point)
        self._corner = grip.value

    def _places(self, point: QPointF, modifiers: Qt.KeyboardModifier) -> Places:
        ((name, place),) = self._before.items()
        is_picture = self._canvas.pieces[name].item.kind == "image"
        keep = is_picture != bool(modifiers & Qt.KeyboardModifier.ShiftModifier)
        # A corner of a rotated item, or of one that keeps its shape, does not follow both lines.
        snapped = not (keep or place.angle or modifiers & Qt.KeyboardModifier.ControlModifier)
        x, y = self._lines.pull(point.x(), point.y(), self._reach) if snapped else (point.x(), point.y())
        places = {name: pulled(place, self._corner, x, y, keep_shape=keep)}
        self._show_guides(places, snapped=snapped)
        return places


class _RotateGesture(Gesture):
    def _places(self, point: QPointF, modifiers: Qt.KeyboardModifier) -> Places:
        middle = around(list(self._before.values())).middle
        start = math.atan2(self._from.y() - middle[1], self._from.x() - middle[0])
        now = math.atan2(point.y() - middle[1], point.x() - middle[0])
        degrees = math.degrees(now - start)
        if len(self._before) == 1:
            first = next(iter(self._before.values())).angle
            steps = _SNAP if modifiers & Qt.KeyboardModifier.ShiftModifier else 1.0
            degrees = round((first + degrees) / steps) * steps - first
        return turned(self._before, degrees)


class SelectGesture(Gesture):
    """Selects with a rubber band."""

    def __init__(self, canvas: Canvas, point: QPoint, *, add: bool) -> None:
        super().__init__(canvas, point)
        self._kept = list(canvas.chosen) if add else []
        if not add:
            canvas.choose([])

    def go(self, point: QPoint, modifiers: Qt.KeyboardModifier) -> None:  # noqa: ARG002 - they say nothing here
        """Resize the rubber band."""
        band = QRectF(self._from, self._canvas.mapToScene(point)).normalized()
        self._canvas.band = band
        touched = [name for name, piece in self._canvas.pieces.items() if band.contains(piece.pos())]
        self._canvas.choose([*self._kept, *touched])

    def end(self) -> None:
        """Remove the band; the selection stays."""
        self._canvas.band = None
        self._canvas.viewport().update()

    def cancel(self) -> None:
        """The same as a release."""
        self.end()


class PanGesture(Gesture):
    """Pan the page."""

    def go(self, point: QPoint, modifiers: Qt.KeyboardModifier) -> None:  # noqa: ARG002 - they say nothing here
        """Keep the pressed point under the pointer."""
        by = self._from - self._canvas.mapToScene(point)
        self._canvas.look_by(by.x(), by.y())

    def end(self) -> None:
        """Nothing to undo."""

    def cancel(self) -> None:
        """Nothing to undo."""
