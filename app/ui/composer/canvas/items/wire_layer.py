# SPDX-License-Identifier: BSD-3-Clause
"""One graphics item for all wires; painting costs only the visible ones."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPainterPathStroker, QPen
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from app.runtime.references import EndpointPath
from app.ui.composer.canvas.appearance import faded, hairline, mix
from app.ui.composer.canvas.items.grid_index import GridIndex
from app.ui.composer.canvas.paint_errors import report_paint_errors
from app.ui.composer.model.families import Family

if TYPE_CHECKING:
    from app.ui.composer.canvas.scene import SheetScene

WireKey: TypeAlias = tuple[EndpointPath, EndpointPath]
_MARGIN = 8.0
_HAIRLINE_SCALE = 0.5  # below this scale wires are hairlines
_MOST_HALOS = 40
_EVERYWHERE = QRectF(-1e6, -1e6, 2e6, 2e6)


@dataclass(slots=True)
class WireShape:
    """The geometry and family of a wire."""

    path: QPainterPath
    line: QLineF
    family: Family
    is_wrong: bool = False


class WireLayer(QGraphicsItem):
    """Draws the wires below the blocks."""

    def __init__(self, scene: SheetScene) -> None:
        super().__init__()
        self._owner = scene
        self._shapes: dict[WireKey, WireShape] = {}
        self._index: GridIndex[WireKey] = GridIndex()
        self._lines: dict[Family, list[QLineF]] | None = None
        self.marked: frozenset[WireKey] = frozenset()
        self.hovered: WireKey | None = None
        self.failures: dict[WireKey, str] = {}
        self.setZValue(5)
        self.setFlag(QGraphicsItem.GraphicsItemFlag.ItemUsesExtendedStyleOption)
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)

    def __len__(self) -> int:
        return len(self._shapes)

    def put(self, key: WireKey, shape: WireShape) -> None:
        """Add or change a wire."""
        before = self._shapes.get(key)
        if before is not None:
            self._touch(before)
        self._shapes[key] = shape
        self._index.put(key, _bounds(shape))
        self._touch(shape)

    def remove(self, key: WireKey) -> None:
        """Remove a wire."""
        self._touch(self._shapes.pop(key))
        self._index.remove(key)
        if self.hovered == key:
            self.hovered = None

    def clear(self) -> None:
        """Remove all wires."""
        self._shapes.clear()
        self._index.clear()
        self._lines, self.hovered, self.marked = None, None, frozenset()
        self.update()

    def show_failures(self, failures: dict[WireKey, str]) -> None:
        """Show which wires failed while running, and why."""
        for key in failures.keys() ^ self.failures.keys():
            if (shape := self._shapes.get(key)) is not None:
                self._touch(shape, lines=False)
        self.failures = failures

    def all_keys(self) -> list[WireKey]:
        """All wires."""
        return list(self._shapes)

    def shape_of(self, key: WireKey) -> WireShape | None:
        """The shape of a wire."""
        return self._shapes.get(key)

    def mark(self, keys: Iterable[WireKey]) -> None:
        """Show which wires are selected."""
        now = frozenset(keys)
        for key in now ^ self.marked:
            if (shape := self._shapes.get(key)) is not None:
                self._touch(shape, lines=False)
        self.marked = now

    def hover(self, key: WireKey | None) -> None:
        """Show which wire is under the pointer."""
        if key != self.hovered:
            for changed in (key, self.hovered):
                if changed is not None and (shape := self._shapes.get(changed)) is not None:
                    self._touch(shape, lines=False)
            self.hovered = key

    def wire_at(self, point: QPointF, reach: float) -> WireKey | None:
        """The topmost wire at a point."""
        near = QRectF(point.x() - reach, point.y() - reach, 2 * reach, 2 * reach)
        stroker = QPainterPathStroker()
        stroker.setWidth(2 * reach)
        for key in self._index.within(near):
            if stroker.createStroke(self._shapes[key].path).contains(point):
                return key
        return None

    def within(self, area: QRectF) -> list[WireKey]:
        """The wires that intersect a rectangle."""
        return [key for key in self._index.within(area) if self._shapes[key].path.intersects(area)]

    def lines(self) -> dict[Family, list[QLineF]]:
        """All wires as straight lines by family, for the overview."""
        if self._lines is None:
            self._lines = {}
            for shape in self._shapes.values():
                self._lines.setdefault(shape.family, []).append(shape.line)
        return self._lines

    def boundingRect(self) -> QRectF:
        return _EVERYWHERE

    def shape(self) -> QPainterPath:
        return QPainterPath()  # hit tests use `wire_at`

    @report_paint_errors
    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionGraphicsItem,
        widget: QWidget | None = None,  # noqa: ARG002 - Qt's signature
    ) -> None:
        seen = self._index.within(option.exposedRect)
        scale = self._owner.scale
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, on=scale >= _HAIRLINE_SCALE or len(seen) < 500)
        if scale >= 0.8 and len(seen) <= _MOST_HALOS:  # halos separate crossing wires
            painter.setPen(QPen(self._owner.appearance.paper, 5))
            for key in seen:
                painter.drawPath(self._shapes[key].path)
        by_family: dict[Family, list[WireKey]] = {}
        for key in seen:
            by_family.setdefault(self._shapes[key].family, []).append(key)
        for family, keys in by_family.items():
            painter.setPen(self._pen(self._owner.appearance.family(family), scale))
            for key in keys:
                painter.drawPath(self._shapes[key].path)
        self._paint_special(painter, seen)

    def _pen(self, color: QColor, scale: float) -> QPen:
        """A pen with an opaque colour; translucent ones take three times as long."""
        paper = self._owner.appearance.paper
        color = mix(color, paper, 0.15 if self._owner.highlights is None else 0.65)
        return hairline(color) if scale < _HAIRLINE_SCALE else QPen(color, 1.8)

    def _paint_special(self, painter: QPainter, seen: list[WireKey]) -> None:
        """Paint selected, hovered and failed wires above the others."""
        appearance = self._owner.appearance
        for key in seen:
            shape = self._shapes[key]
            if shape.is_wrong or key in self.failures:
                painter.setPen(QPen(appearance.bad, 2.4, Qt.PenStyle.DashLine))
                painter.drawPath(shape.path)
            if key in self.marked:
                painter.setPen(QPen(faded(appearance.accent, 0.35), 7))
                painter.drawPath(shape.path)
                painter.setPen(QPen(appearance.accent, 2.6))
                painter.drawPath(shape.path)
            elif key == self.hovered:
                painter.setPen(QPen(appearance.family(shape.family), 3))
                painter.drawPath(shape.path)

    def _touch(self, shape: WireShape, *, lines: bool = True) -> None:
        if lines:
            self._lines = None
        self.update(_bounds(shape))


def _bounds(shape: WireShape) -> QRectF:
    return shape.path.controlPointRect().adjusted(-_MARGIN, -_MARGIN, _MARGIN, _MARGIN)
