# SPDX-License-Identifier: BSD-3-Clause
"""A spatial index with one grid per size class, so that long wires cost no more than short ones."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Hashable, Iterator
from typing import Generic, TypeVar

from PySide6.QtCore import QRectF

K = TypeVar("K", bound=Hashable)
_LEAST_LEVEL = 7  # cells of 128
_Cell = tuple[int, int, int]


class GridIndex(Generic[K]):
    """Keys by rectangle; each occupies at most four cells."""

    def __init__(self) -> None:
        self._cells: dict[int, dict[tuple[int, int], set[K]]] = defaultdict(dict)
        self._areas: dict[K, tuple[float, float, float, float]] = {}

    def __len__(self) -> int:
        return len(self._areas)

    def put(self, key: K, area: QRectF) -> None:
        """Add or move a key."""
        if key in self._areas:
            self.remove(key)
        box = _box(area)
        self._areas[key] = box
        for level, x, y in _cells_of(box):
            self._cells[level].setdefault((x, y), set()).add(key)

    def remove(self, key: K) -> None:
        """Remove a key."""
        for level, x, y in _cells_of(self._areas.pop(key)):
            cell = self._cells[level][x, y]
            cell.discard(key)
            if not cell:
                del self._cells[level][x, y]

    def clear(self) -> None:
        """Remove all keys."""
        self._cells.clear()
        self._areas.clear()

    def within(self, area: QRectF) -> list[K]:
        """All keys whose rectangle intersects this one."""
        left, top, right, bottom = _box(area)
        areas = self._areas
        found: set[K] = set()
        for cell in self._touched(left, top, right, bottom):
            found |= cell
        result = []
        for key in found:
            x0, y0, x1, y1 = areas[key]
            if x0 <= right and x1 >= left and y0 <= bottom and y1 >= top:
                result.append(key)
        return result

    def _touched(self, left: float, top: float, right: float, bottom: float) -> Iterator[set[K]]:
        for level, cells in self._cells.items():
            size = float(1 << level)
            x0, x1 = math.floor(left / size), math.floor(right / size)
            y0, y1 = math.floor(top / size), math.floor(bottom / size)
            if (x1 - x0 + 1) * (y1 - y0 + 1) > len(cells):
                yield from (cell for (x, y), cell in cells.items() if x0 <= x <= x1 and y0 <= y <= y1)
                continue
            for x in range(x0, x1 + 1):
                for y in range(y0, y1 + 1):
                    if (cell := cells.get((x, y))) is not None:
                        yield cell


def _box(area: QRectF) -> tuple[float, float, float, float]:
    return area.left(), area.top(), area.right(), area.bottom()


def _cells_of(box: tuple[float, float, float, float]) -> list[_Cell]:
    left, top, right, bottom = box
    extent = max(right - left, bottom - top, 1.0)
    level = max(_LEAST_LEVEL, math.ceil(math.log2(extent)))
    size = float(1 << level)
    columns = range(math.floor(left / size), math.floor(right / size) + 1)
    rows = range(math.floor(top / size), math.floor(bottom / size) + 1)
    return [(level, x, y) for x in columns for y in rows]
