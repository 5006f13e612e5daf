# SPDX-License-Identifier: BSD-3-Clause
"""Aligns and distributes blocks."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF

from app.ui.composer.canvas.appearance import snapped
from app.ui.composer.model.edits import Move

if TYPE_CHECKING:
    from app.ui.composer.canvas.canvas import Canvas

_Place = Callable[[QRectF, QRectF], QPointF]  # maps a block's area and the common area to the new corner

_EDGES: dict[str, _Place] = {
    "left": lambda own, all_: QPointF(all_.left(), own.top()),
    "right": lambda own, all_: QPointF(all_.right() - own.width(), own.top()),
    "center": lambda own, all_: QPointF(all_.center().x() - own.width() / 2, own.top()),
    "top": lambda own, all_: QPointF(own.left(), all_.top()),
    "bottom": lambda own, all_: QPointF(own.left(), all_.bottom() - own.height()),
    "middle": lambda own, all_: QPointF(own.left(), all_.center().y() - own.height() / 2),
}


def align(canvas: Canvas, edge: str) -> None:
    """Align the selected blocks: left, center, right, top, middle or bottom."""
    areas = _areas(canvas)
    if len(areas) > 1:
        around = QRectF()
        for area in areas.values():
            around = around.united(area)
        _move(canvas, {name: _EDGES[edge](area, around) for name, area in areas.items()})


def distribute(canvas: Canvas, way: str) -> None:
    """Distribute the selected blocks with equal gaps; the outer ones stay."""
    areas = _areas(canvas)
    if len(areas) < 3:
        return
    across = way == "horizontally"
    start = QRectF.left if across else QRectF.top
    size = QRectF.width if across else QRectF.height
    order = sorted(areas, key=lambda name: start(areas[name]))
    first, last = areas[order[0]], areas[order[-1]]
    room = start(last) + size(last) - start(first) - sum(size(areas[name]) for name in order)
    gap = room / (len(order) - 1)
    places, at = {}, start(first)
    for name in order:
        area = areas[name]
        places[name] = QPointF(at, area.top()) if across else QPointF(area.left(), at)
        at += size(area) + gap
    _move(canvas, places)


def _areas(canvas: Canvas) -> dict[str, QRectF]:
    return {name: canvas.sheet_scene.blocks[name].area for name in canvas.selection.blocks}


def _move(canvas: Canvas, places: dict[str, QPointF]) -> None:
    blocks = tuple((name, snapped(place.x()), snapped(place.y())) for name, place in places.items())
    canvas.do(Move(canvas.sheet, blocks))
