# SPDX-License-Identifier: BSD-3-Clause
"""Automatic layout: blocks in columns from left to right along the wires."""

from __future__ import annotations

from collections.abc import Mapping

from app.runtime.references import Composite, Path, Placed

COLUMN, ROW, MARGIN = 280.0, 160.0, 40.0


def lay_out(composite: Composite, sheet: Path, known: Mapping[str, Placed]) -> dict[str, Placed]:
    """A position for every block; positioned blocks stay, the others go below them."""
    names = [name for name, _ in composite.components]
    column_of = _columns(composite, names)
    top = max((placed.y + ROW for placed in known.values()), default=MARGIN)
    filled: dict[int, int] = {}
    longest = max(1, round(len(names) ** 0.5))
    found: dict[str, Placed] = {}
    for name in names:
        if name in known:
            found[name] = known[name]
            continue
        column = column_of[name]
        while filled.get(column, 0) >= longest:
            column += 1
        row = filled.get(column, 0)
        filled[column] = row + 1
        found[name] = Placed((*sheet, name), MARGIN + column * COLUMN, top + row * ROW)
    return found


def _columns(composite: Composite, names: list[str]) -> dict[str, int]:
    """The column of each block: its distance from the first block of its connected component."""
    neighbours: dict[str, list[str]] = {name: [] for name in names}
    for wire in composite.connections:
        first, second = wire.first.component, wire.second.component
        if first in neighbours and second in neighbours:
            neighbours[first].append(second)
            neighbours[second].append(first)
    columns: dict[str, int] = {}
    for start in names:
        if start in columns:
            continue
        columns[start] = 0
        waiting = [start]
        for name in waiting:  # grows during the iteration
            for other in neighbours[name]:
                if other not in columns:
                    columns[other] = columns[name] + 1
                    waiting.append(other)
    return columns
