# SPDX-License-Identifier: BSD-3-Clause
"""Snapping to the edges and centres of other items, and the guides that show it; no widgets."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable
from typing import NamedTuple

from objects_library.desktops.desktop_2d.canvas.geometry import Box

_EQUAL = 0.01


class Guide(NamedTuple):
    """A line along which edges or centres of items meet."""

    upright: bool
    at: float
    """Its x if it is upright, otherwise its y."""
    start: float
    end: float


class Snapping:
    """The lines of the items that stay where they are."""

    def __init__(self, others: Iterable[Box]) -> None:
        boxes = list(others)
        self._upright = sorted((x, box.top, box.bottom) for box in boxes for x in _three(box.left, box.right))
        self._level = sorted((y, box.left, box.right) for box in boxes for y in _three(box.top, box.bottom))

    def shift(self, box: Box, reach: float) -> tuple[float, float]:
        """How far to move a box, at most by the reach, so that it meets lines."""
        across = _nearest(self._upright, _three(box.left, box.right), reach)
        down = _nearest(self._level, _three(box.top, box.bottom), reach)
        return across, down

    def pull(self, x: float, y: float, reach: float) -> tuple[float, float]:
        """The point on lines near a point, for a corner that is dragged."""
        return x + _nearest(self._upright, [x], reach), y + _nearest(self._level, [y], reach)

    def guides(self, box: Box) -> list[Guide]:
        """The lines that a box meets."""
        found = _met(self._upright, _three(box.left, box.right), box.top, box.bottom, upright=True)
        return found + _met(self._level, _three(box.top, box.bottom), box.left, box.right, upright=False)


_Line = tuple[float, float, float]


def _three(start: float, end: float) -> list[float]:
    return [start, (start + end) / 2, end]


def _nearest(lines: list[_Line], values: list[float], reach: float) -> float:
    """The shortest way from one of the values to a line; 0 if all are out of reach."""
    best: float | None = None
    for value in values:
        at = bisect_left(lines, (value,))
        for line in lines[max(0, at - 1) : at + 1]:
            by = line[0] - value
            if abs(by) <= reach and (best is None or abs(by) < abs(best)):
                best = by
    return best or 0.0


def _met(lines: list[_Line], values: list[float], start: float, end: float, *, upright: bool) -> list[Guide]:
    found = []
    for value in values:
        first = bisect_left(lines, (value - _EQUAL,))
        last = bisect_left(lines, (value + _EQUAL,))
        if first < last:
            meeting = lines[first:last]
            low = min(start, *(each[1] for each in meeting))
            high = max(end, *(each[2] for each in meeting))
            found.append(Guide(upright, value, low, high))
    return [found[0], found[2]] if len(found) == 3 else found  # both edges say enough
