# SPDX-License-Identifier: BSD-3-Clause
"""Geometry of placements: bounding boxes, resizing, rotating, aligning; no widgets."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple
from uuid import UUID

from objects_library.replication.desktop.items import FARTHEST, LARGEST, SMALLEST, Placement

Places = dict[UUID, Placement]
LEAST = 24.0
"""The smallest size that a drag can reach."""
_ROOM = 12.0
"""The gap around an item that is put in a free place."""
_STEPS = 14
"""How many places on either side of the middle are tried."""


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


def box_of(placement: Placement) -> Box:
    """The axis-aligned bounding box of a rotated rectangle."""
    turn = math.radians(placement.angle)
    across = abs(placement.width * math.cos(turn)) + abs(placement.height * math.sin(turn))
    down = abs(placement.width * math.sin(turn)) + abs(placement.height * math.cos(turn))
    return Box(placement.x - across / 2, placement.y - down / 2, placement.x + across / 2, placement.y + down / 2)


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


def pulled(placement: Placement, corner: tuple[int, int], x: float, y: float, *, keep_shape: bool = False) -> Placement:
    """A placement with one corner dragged to a point; the opposite corner stays."""
    turn = math.radians(placement.angle)
    across, down = x - placement.x, y - placement.y
    local_x = across * math.cos(turn) + down * math.sin(turn)
    local_y = -across * math.sin(turn) + down * math.cos(turn)
    fixed_x, fixed_y = -corner[0] * placement.width / 2, -corner[1] * placement.height / 2
    width = _size((local_x - fixed_x) * corner[0])
    height = _size((local_y - fixed_y) * corner[1])
    if keep_shape:
        scale = max(width / placement.width, height / placement.height)
        width, height = _size(placement.width * scale), _size(placement.height * scale)
    moved_x, moved_y = fixed_x + corner[0] * width / 2, fixed_y + corner[1] * height / 2
    return Placement(
        placement.x + moved_x * math.cos(turn) - moved_y * math.sin(turn),
        placement.y + moved_x * math.sin(turn) + moved_y * math.cos(turn),
        width,
        height,
        placement.angle,
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


def free_place(width: float, height: float, seen: Box, others: Sequence[Box]) -> tuple[float, float]:
    """The centre of the free rectangle in view that is nearest to the middle; if all is full, below or beside it."""
    middle_x, middle_y = seen.middle
    across = max(0.0, (seen.right - seen.left - width) / 2 - _ROOM)
    down = max(0.0, (seen.bottom - seen.top - height) / 2 - _ROOM)
    near = [box for box in others if box.right > seen.left and box.left < seen.right]
    steps = [
        (middle_x + column * across / _STEPS, middle_y + row * down / _STEPS)
        for column in range(-_STEPS, _STEPS + 1)
        for row in range(-_STEPS, _STEPS + 1)
    ]
    steps.sort(key=lambda at: math.hypot(at[0] - middle_x, at[1] - middle_y))
    for x, y in steps:
        box = Box(x - width / 2 - _ROOM, y - height / 2 - _ROOM, x + width / 2 + _ROOM, y + height / 2 + _ROOM)
        if not any(_overlap(box, other) for other in near):
            return x, y
    middle = seen.middle
    below = _beyond(width, height, seen, others)
    beside = _beyond(height, width, _turned(seen), [_turned(box) for box in others])[::-1]
    nearest = min(below, beside, key=lambda at: math.dist(at, middle))
    return nearest if max(map(abs, nearest)) <= FARTHEST else middle


def _beyond(width: float, height: float, seen: Box, others: Sequence[Box]) -> tuple[float, float]:
    """The centre of the first free rectangle from the middle of the view downwards, in one of its columns."""
    middle_x, middle_y = seen.middle
    across = max(0.0, (seen.right - seen.left - width) / 2 - _ROOM)
    found = []
    for column in range(-_STEPS, _STEPS + 1):
        x = middle_x + column * across / _STEPS
        left, right, top = x - width / 2 - _ROOM, x + width / 2 + _ROOM, middle_y - height / 2 - _ROOM
        for box in sorted((box for box in others if box.left < right and left < box.right), key=lambda box: box.top):
            if box.top < top + height + 2 * _ROOM and top < box.bottom:
                top = box.bottom
        found.append((x, top + height / 2 + _ROOM))
    return min(found, key=lambda at: math.dist(at, seen.middle))


def _turned(box: Box) -> Box:
    """The box with its axes exchanged."""
    return Box(box.top, box.left, box.bottom, box.right)


def _overlap(one: Box, other: Box) -> bool:
    return one.left < other.right and other.left < one.right and one.top < other.bottom and other.top < one.bottom


def _size(wanted: float) -> float:
    return max(LEAST, SMALLEST, min(LARGEST, wanted))
