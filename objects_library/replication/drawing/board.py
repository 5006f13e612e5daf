# SPDX-License-Identifier: BSD-3-Clause
"""The replicated shapes of a drawing, some of which are still being drawn; no I/O."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any, ClassVar
from uuid import UUID

from app.runtime.references import Reference
from objects_library.replication.desktop.state import ReplicatedItems
from objects_library.replication.drawing.shapes import (
    FIELDS,
    LARGEST_IN_ALL,
    MOST,
    MOST_POINTS,
    Growth,
    Plane,
    Shape,
    ShapePatch,
    weight,
    wrong_patch,
    wrong_points,
    wrong_shape,
)
from objects_library.replication.replica import RefusedChangeError


class Board(ReplicatedItems[Shape, ShapePatch]):
    """The replicated shapes of a drawing; subclasses define the plane."""

    most = MOST
    heaviest = LARGEST_IN_ALL
    fields = FIELDS
    plane: ClassVar[Plane]

    def __init__(self, items: Iterable[Shape] = ()) -> None:
        self.top = 0
        """The highest layer that was ever in use."""
        super().__init__(items)

    def new_patch(self, item: UUID, **changed: Any) -> ShapePatch:
        """A patch of one shape."""
        return ShapePatch(item, **changed)

    def wrong_item(self, item: Shape) -> str:
        """What is wrong with a new shape; empty if nothing is."""
        return wrong_shape(item, self.plane)

    def wrong_patch(self, patch: ShapePatch) -> str:
        """What is wrong with a patch; empty if nothing is."""
        return wrong_patch(patch, self.plane)

    def unfit(self, item: Shape, patch: ShapePatch) -> str:
        """Why a patch does not fit this shape; empty if it does."""
        if patch.points is not None and not item.done:
            return "it is still being drawn"
        return ""

    def weight(self, item: Shape) -> int:
        """The size of a shape in bytes."""
        return weight(item)

    def references(self, item: Shape | ShapePatch) -> list[Reference]:  # noqa: ARG002 - no shape has any
        """A shape has no references."""
        return []

    def grow(self, growth: Growth, by: UUID) -> Shape:
        """Append points to a shape; returns the result."""
        shape = self.items.get(growth.item)
        if shape is None:
            raise RefusedChangeError("it is not there any more")
        if shape.done or shape.owner != by:
            raise RefusedChangeError("only who draws it can draw on, until it is done")
        if len(shape.points) + len(growth.points) > 8 * MOST_POINTS:
            raise RefusedChangeError(f"a shape has at most {MOST_POINTS:,} points; begin another one")
        if problem := wrong_points(growth.points) or self._too_heavy(len(growth.points)):
            raise RefusedChangeError(problem)
        grown = replace(shape, points=shape.points + growth.points, done=growth.done)
        self.items[growth.item] = grown
        self._bytes += len(growth.points)
        return grown

    def _objection(self, item: Shape) -> str:
        if len(self.items) >= self.most and item.item not in self.items:
            return f"there are {self.most:,} shapes already; take some away first"
        return super()._objection(item)

    def _too_heavy(self, more: int) -> str:
        if super()._too_heavy(more):
            return f"all shapes have {self.heaviest // 2**20} MB together at most; take some away first"
        return ""

    def _put(self, item: Shape) -> None:
        super()._put(item)
        self.top = max(self.top, item.layer)
