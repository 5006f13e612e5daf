# SPDX-License-Identifier: BSD-3-Clause
"""How large the views inside of blocks can be without covering other blocks. No widgets."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QRectF, QSizeF

from app.ui.composer.canvas.items.grid_index import GridIndex

LEAST = QSizeF(208.0, 168.0)
"""The smallest block that shows a view."""
_GAP = 16.0


def view_rooms(areas: Mapping[str, QRectF], wanted: Mapping[str, QSizeF]) -> dict[str, QSizeF]:
    """The sizes of the blocks that show a view, at most as wanted; blocks without enough room are left out.

    `areas` are the blocks without views. The upper and left blocks get their room first.
    """
    index: GridIndex[str] = GridIndex()
    for name, area in areas.items():
        index.put(name, area)
    taken = dict(areas)
    found: dict[str, QSizeF] = {}
    for name in sorted(wanted, key=lambda each: (areas[each].top(), areas[each].left(), each)):
        room = QRectF(areas[name].topLeft(), wanted[name])
        while True:
            others = index.within(room.adjusted(0, 0, _GAP, _GAP))
            obstacle = next((taken[each] for each in others if each != name and _blocks(taken[each], room)), None)
            if obstacle is None:
                break
            room = _without(room, obstacle)
        if room.width() >= LEAST.width() and room.height() >= LEAST.height():
            found[name] = room.size()
            taken[name] = room.united(areas[name])
            index.put(name, taken[name])
    return found


def _blocks(obstacle: QRectF, room: QRectF) -> bool:
    """Whether a block to the right or below is in the way; one that covers the corner already is not."""
    covers = obstacle.left() <= room.left() and obstacle.top() <= room.top()
    return not covers and room.adjusted(0, 0, _GAP - 1, _GAP - 1).intersects(obstacle)


def _without(room: QRectF, obstacle: QRectF) -> QRectF:
    """The larger of the two rooms beside an obstacle: left of it, or above it."""
    narrow, low = QRectF(room), QRectF(room)
    narrow.setRight(max(room.left(), obstacle.left() - _GAP))
    low.setBottom(max(room.top(), obstacle.top() - _GAP))
    usable = [each for each in (narrow, low) if each.width() >= LEAST.width() and each.height() >= LEAST.height()]
    return max(usable or (QRectF(),), key=lambda each: each.width() * each.height())
