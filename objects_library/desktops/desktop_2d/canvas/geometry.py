# SPDX-License-Identifier: BSD-3-Clause
"""Geometry of placements: bounding boxes, resizing, rotating, aligning; no widgets."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple
from uuid import UUID

from objects_library.replication.desktop.items import LARGEST, SMALLEST, Placement

Places = dict[UUID, Placement]
LEAST = 24.0
"""The smallest size that a drag can reach."""


class Box(NamedTuple):
    """An axis-aligned rectangle."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def middle(self) -> tuple[float, float]:
        """Its centre."""
        return (self.left + self.right) / 2, (self.top + self.bottom) / 2


def box_of(place: Placement) -> Box:
    """The axis-aligned bounding box of a rotated rectangle."""
    turn = math.radians(place.angle)
    across = abs(place.width * math.cos(turn)) + abs(place.height * math.sin(turn))
    down = abs(place.width * math.sin(turn)) + abs(place.height * math.cos(turn))
    return Box(place.x - across / 2, place.y - down / 2, place.x + across / 2, place.y + down / 2)


def around(places: Sequence[Placement]) -> Box:
    """The bounding box of all placements."""
    boxes = [box_of(each) for each in places]
    return Box(
        min(each.left for each in boxes),
        min(each.top for each in boxes),
        max(each.right for each in boxes),
        max(each.bottom for each in boxes),
    )


def shifted(places: Mapping[UUID, Placement], across: float, down: float) -> Places:
    """All placements, shifted."""
    return {name: replace(each, x=each.x + across, y=each.y + down) for name, each in places.items()}


def turned(places: Mapping[UUID, Placement], degrees: float) -> Places:
    """All placements, rotated about their common centre."""
    if not places:
        return {}
    middle_x, middle_y = around(list(places.values())).middle
    turn = math.radians(degrees)
    found = {}
    for name, each in places.items():
        across, down = each.x - middle_x, each.y - middle_y
        found[name] = replace(
            each,
            x=middle_x + across * math.cos(turn) - down * math.sin(turn),
            y=middle_y + across * math.sin(turn) + down * math.cos(turn),
            angle=(each.angle + degrees) % 360,
        )
    return found


def pulled(place: Placement, corner: tuple[int, int], x: float, y: float, *, keep_shape: bool = False) -> Placement:
    """A placement with one corner dragged to a point; the opposite corner stays."""
    turn = math.radians(place.angle)
    across, down = x - place.x, y - place.y
    local_x = across * math.cos(turn) + down * math.sin(turn)
    local_y = -across * math.sin(turn) + down * math.cos(turn)
    fixed_x, fixed_y = -corner[0] * place.width / 2, -corner[1] * place.height / 2
    width = _size((local_x - fixed_x) * corner[0])
    height = _size((local_y - fixed_y) * corner[1])
    if keep_shape:
        scale = max(width / place.width, height / place.height)
        width, height = _size(place.width * scale), _size(place.height * scale)
    moved_x, moved_y = fixed_x + corner[0] * width / 2, fixed_y + corner[1] * height / 2
    return Placement(
        place.x + moved_x * math.cos(turn) - moved_y * math.sin(turn),
        place.y + moved_x * math.sin(turn) + moved_y * math.cos(turn),
        width,
        height,
        place.angle,
    )


def grown(places: Mapping[UUID, Placement], across: float, down: float) -> Places:
    """All placements, scaled in place."""
    return {
        name: replace(each, width=_size(each.width + across), height=_size(each.height + down))
        for name, each in places.items()
    }


def aligned(places: Mapping[UUID, Placement], how: str) -> Places:
    """All placements, aligned: left, right, top, bottom, centre, middle."""
    whole = around(list(places.values()))
    found = {}
    for name, each in places.items():
        box = box_of(each)
        across = {
            "left": whole.left - box.left,
            "right": whole.right - box.right,
            "centre": whole.middle[0] - box.middle[0],
        }.get(how, 0.0)
        down = {
            "top": whole.top - box.top,
            "bottom": whole.bottom - box.bottom,
            "middle": whole.middle[1] - box.middle[1],
        }.get(how, 0.0)
        found[name] = replace(each, x=each.x + across, y=each.y + down)
    return found


def spread(places: Mapping[UUID, Placement], *, across: bool) -> Places:
    """All placements, with equal gaps; the first and the last stay."""

    def sides(name: UUID) -> tuple[float, float]:
        box = box_of(places[name])
        return (box.left, box.right) if across else (box.top, box.bottom)

    row = sorted(places, key=lambda name: sum(sides(name)))
    if len(row) < 3:
        return dict(places)
    ends = [sides(name) for name in row]
    filled = sum(end - start for start, end in ends)
    gap = (max(end for _, end in ends) - ends[0][0] - filled) / (len(row) - 1)
    found, at = {}, ends[0][0]
    for name, (start, end) in zip(row, ends, strict=True):
        each, by = places[name], at - start
        found[name] = replace(each, x=each.x + by) if across else replace(each, y=each.y + by)
        at += end - start + gap
    return found


def between(start: Placement, goal: Placement, share: float) -> Placement:
    """A placement between two others; rotations take the shorter way."""
    way = (goal.angle - start.angle + 180) % 360 - 180
    return Placement(
        start.x + (goal.x - start.x) * share,
        start.y + (goal.y - start.y) * share,
        start.width + (goal.width - start.width) * share,
        start.height + (goal.height - start.height) * share,
        start.angle + way * share,
    )


def _size(wanted: float) -> float:
    return max(LEAST, SMALLEST, min(LARGEST, wanted))
