# SPDX-License-Identifier: BSD-3-Clause
"""Mouse gestures on a whiteboard: draw, erase, select, move, stretch."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING
from uuid import UUID

from PySide6.QtCore import QPointF, QRectF, Qt

from objects_library.replication.drawing.shapes import MOST_POINTS, SCALES, Frame

if TYPE_CHECKING:
    from objects_library.documents.whiteboard.canvas.whiteboard_plane import WhiteboardPlane

_NEAR = 9
_STARTS = 3
"""Pixels until a press becomes a drag."""
_CLOSEST = 0.8
"""Pixels between two points of a line."""
_ERASER = 8.0
_SNAP = math.radians(15)

Corner = tuple[int, int]


def corner_at(page: WhiteboardPlane, point: QPointF) -> Corner | None:
    """The handle at a point of the window."""
    if not page.chosen or not page.writable or not page.movable():
        return None
    box = page.chosen_box()
    for across in (-1, 1):
        for down in (-1, 1):
            x = box.right() if across > 0 else box.left()
            y = box.bottom() if down > 0 else box.top()
            there = page.camera.to_window(x, y)
            if abs(there.x() - point.x()) <= _NEAR and abs(there.y() - point.y()) <= _NEAR:
                return across, down
    return None


class Gesture:
    """A mouse gesture from press to release."""

    def __init__(self, page: WhiteboardPlane, point: QPointF) -> None:
        self._page = page
        self._from = point

    def go(self, point: QPointF, modifiers: Qt.KeyboardModifier) -> None:
        """Handle a move of the pointer."""
        raise NotImplementedError

    def end(self) -> None:
        """Handle the release."""

    def cancel(self) -> None:
        """Undo the gesture."""


class DrawGesture(Gesture):
    """Draws a line, or a shape from corner to corner."""

    def __init__(self, page: WhiteboardPlane, point: QPointF) -> None:
        super().__init__(page, point)
        self._free = page.tool in ("pen", "highlighter")
        self._last = point
        self._count = 1
        if self._free:
            page.begun.emit(page.tool, point)
        else:
            page.sketch = page.tool, point, point

    def go(self, point: QPointF, modifiers: Qt.KeyboardModifier) -> None:
        """Append a point, or resize the shape."""
        shift = bool(modifiers & Qt.KeyboardModifier.ShiftModifier)
        if not self._free:
            self._page.sketch = self._page.tool, self._from, self._straight(point) if shift else point
            return
        away = point - self._last
        if math.hypot(away.x(), away.y()) * self._page.camera.scale < _CLOSEST:
            return
        if self._count >= MOST_POINTS - 1:  # a very long line becomes several lines
            self._page.went_on.emit([], True)
            self._from, self._count = self._last, 1
            self._page.begun.emit(self._page.tool, self._last)
        self._last = point
        self._count += 1
        seen = point - self._from
        self._page.went_on.emit([(seen.x(), seen.y())], False)

    def end(self) -> None:
        """Finish the shape."""
        if self._free:
            self._page.went_on.emit([], True)
            return
        sketch, self._page.sketch = self._page.sketch, None
        assert sketch is not None
        kind, start, end = sketch
        size = end - start
        if max(abs(size.x()), abs(size.y())) * self._page.camera.scale >= _STARTS:
            self._page.shaped.emit(kind, start, end)

    def cancel(self) -> None:
        """Finish a line that others have seen, or drop a local shape."""
        self._page.sketch = None
        if self._free:
            self._page.went_on.emit([], True)

    def _straight(self, point: QPointF) -> QPointF:
        """With Shift: squares, circles, and lines in steps of 15 degrees."""
        by = point - self._from
        if self._page.tool in ("rectangle", "ellipse"):
            side = max(abs(by.x()), abs(by.y()))
            return self._from + QPointF(math.copysign(side, by.x()), math.copysign(side, by.y()))
        long = math.hypot(by.x(), by.y())
        angle = round(math.atan2(by.y(), by.x()) / _SNAP) * _SNAP
        return self._from + QPointF(long * math.cos(angle), long * math.sin(angle))


class EraseGesture(Gesture):
    """Erases the touched shapes on release."""

    def __init__(self, page: WhiteboardPlane, point: QPointF) -> None:
        super().__init__(page, point)
        self._touch(point)

    def go(self, point: QPointF, modifiers: Qt.KeyboardModifier) -> None:  # noqa: ARG002 - they say nothing here
        """Touch everything between two points."""
        by = point - self._from
        steps = max(1, math.ceil(math.hypot(by.x(), by.y()) * self._page.camera.scale / _ERASER))
        for step in range(1, min(steps, 200) + 1):
            self._touch(self._from + by * (step / min(steps, 200)))
        self._from = point

    def end(self) -> None:
        """Remove the shapes in one step."""
        names = [name for name in self._page.erasing if name in self._page.sheet.shapes]
        if names:
            self._page.erased.emit(names)

    def cancel(self) -> None:
        """Keep the shapes."""
        self._page.erasing.clear()

    def _touch(self, point: QPointF) -> None:
        found = self._page.sheet.at(point, _ERASER / 2 / self._page.camera.scale)
        if found is not None and not found.locked and found.item not in self._page.erasing:
            self._page.erasing.add(found.item)
            self._page.lift([found.item])


class _TransformGesture(Gesture):
    """Moves or stretches shapes; each step is sent, the last one always."""

    def __init__(self, page: WhiteboardPlane, point: QPointF) -> None:
        super().__init__(page, point)
        self._before = page.movable()
        self._now: dict[UUID, Frame] = {}

    def go(self, point: QPointF, modifiers: Qt.KeyboardModifier) -> None:
        """Send the new frames."""
        far = (point - self._from) * self._page.camera.scale
        if not self._now:
            if abs(far.x()) + abs(far.y()) < _STARTS:
                return
            self._page.lift(list(self._before))
        self._now = self._places(point, modifiers)
        self._page.shifted.update(self._now)
        self._page.moved.emit(self._now, False)

    def end(self) -> None:
        """Send the last frames."""
        if self._now:
            self._page.moved.emit(self._now, True)

    def cancel(self) -> None:
        """Restore the original frames."""
        if self._now:
            self._page.shifted.update(self._before)
            self._page.moved.emit(self._before, True)

    def _places(self, point: QPointF, modifiers: Qt.KeyboardModifier) -> dict[UUID, Frame]:
        raise NotImplementedError


class MoveGesture(_TransformGesture):
    """Moves the selected shapes."""

    def _places(self, point: QPointF, modifiers: Qt.KeyboardModifier) -> dict[UUID, Frame]:
        by = point - self._from
        if modifiers & Qt.KeyboardModifier.ShiftModifier:
            by = QPointF(by.x(), 0) if abs(by.x()) >= abs(by.y()) else QPointF(0, by.y())
        return shifted(self._before, by.x(), by.y())


class StretchGesture(_TransformGesture):
    """Stretches the selected shapes, away from the opposite corner."""

    def __init__(self, page: WhiteboardPlane, point: QPointF, corner: Corner) -> None:
        super().__init__(page, point)
        self._box = page.chosen_box()
        self._corner = corner
        self._words = any(page.sheet.shapes[name].kind == "text" for name in self._before)

    def _places(self, point: QPointF, modifiers: Qt.KeyboardModifier) -> dict[UUID, Frame]:
        across, down = self._corner
        box = self._box
        stays_x = box.left() if across > 0 else box.right()
        stays_y = box.top() if down > 0 else box.bottom()
        wide = max(0.02, (point.x() - stays_x) * across / max(box.width(), 1e-6))
        high = max(0.02, (point.y() - stays_y) * down / max(box.height(), 1e-6))
        if self._words or modifiers & Qt.KeyboardModifier.ShiftModifier:
            wide = high = max(wide, high)
        return {
            name: Frame(
                stays_x + (place.x - stays_x) * wide,
                stays_y + (place.y - stays_y) * high,
                max(SCALES[0], min(SCALES[1], place.across * wide)),
                max(SCALES[0], min(SCALES[1], place.down * high)),
            )
            for name, place in self._before.items()
        }


class SelectGesture(Gesture):
    """Selects with a rubber band."""

    def __init__(self, page: WhiteboardPlane, point: QPointF, *, add: bool) -> None:
        super().__init__(page, point)
        self._kept = list(page.chosen) if add else []
        page.choose(self._kept)

    def go(self, point: QPointF, modifiers: Qt.KeyboardModifier) -> None:  # noqa: ARG002 - they say nothing here
        """Resize the rubber band."""
        band = QRectF(self._from, point).normalized()
        self._page.band = band
        sheet = self._page.sheet
        inside = [shape.item for shape in sheet.within(band) if band.contains(sheet.bounds(shape.item))]
        self._page.choose([*self._kept, *inside])

    def end(self) -> None:
        """Remove the band; the selection stays."""
        self._page.band = None

    def cancel(self) -> None:
        """The same as a release."""
        self.end()


def shifted(places: dict[UUID, Frame], across: float, down: float) -> dict[UUID, Frame]:
    """Shifted frames."""
    return {name: Frame(place.x + across, place.y + down, place.across, place.down) for name, place in places.items()}
