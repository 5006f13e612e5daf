# SPDX-License-Identifier: BSD-3-Clause
"""The overview: paints all blocks and wires as plain shapes at small scales."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QPainter

from app.ui.composer.canvas.appearance import Appearance, hairline, mix
from app.ui.composer.canvas.items.block_painter import main_family
from app.ui.composer.canvas.items.port_highlights import Highlight, PortHighlights
from app.ui.composer.canvas.paint_errors import report_paint_errors
from app.ui.composer.canvas.scene import SheetScene

_STRIPE = 36.0
FAR = 0.3
"""Below this scale the overview is drawn instead of the items."""


class Overview:
    """Paints a scene from cached shapes, without its items."""

    def __init__(self, scene: SheetScene) -> None:
        self._scene = scene
        self._areas: dict[str, list[QRectF]] | None = None
        self._stripes: dict[str, list[QRectF]] = {}

    def invalidate(self) -> None:
        """Discard the cached shapes."""
        self._areas = None

    @report_paint_errors
    def paint(self, painter: QPainter, scale: float) -> None:
        """Paint everything in scene coordinates."""
        appearance = self._scene.appearance
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, on=False)
        for zone in self._scene.zones.values():
            painter.setPen(hairline(appearance.seen(zone.color, 3.0)))
            painter.setBrush(mix(appearance.paper, zone.color, 0.12))
            painter.drawRect(zone.area)
        for family, lines in self._scene.wires.lines().items():
            painter.setPen(hairline(mix(appearance.family(family), appearance.paper, 0.6)))
            painter.drawLines(lines)
        self._paint_blocks(painter, scale)
        for note in self._scene.notes.values():
            painter.fillRect(note.area, mix(appearance.block, QColor("#e8c33a"), 0.4))
        if self._scene.highlights is not None:
            self._paint_highlights(painter, self._scene.highlights)

    def _paint_blocks(self, painter: QPainter, scale: float) -> None:
        appearance = self._scene.appearance
        if scale > 0.08:
            painter.setPen(hairline(appearance.block_border))
        else:
            painter.setPen(Qt.PenStyle.NoPen)
        for color, areas in self._gathered(appearance).items():
            painter.setBrush(QBrush(mix(appearance.block, color, 0.22)))
            painter.drawRects(areas)
        painter.setPen(Qt.PenStyle.NoPen)
        for color, stripes in self._stripes.items():
            painter.setBrush(QBrush(mix(QColor(color), appearance.block, 0.25)))
            painter.drawRects(stripes)
        painter.setPen(hairline(appearance.accent, 2))
        painter.setBrush(QBrush(mix(appearance.block, appearance.accent, 0.35)))
        painter.drawRects([item.area for item in self._scene.marked_blocks()])

    def _gathered(self, appearance: Appearance) -> dict[str, list[QRectF]]:
        if self._areas is None:
            self._areas, self._stripes = {}, {}
            for item in self._scene.blocks.values():
                color = appearance.tint(item.block.placed.colour) or appearance.family(main_family(item.block))
                self._areas.setdefault(color.name(), []).append(item.area)
                stripe = QRectF(item.area.left(), item.area.top(), item.area.width(), _STRIPE)
                self._stripes.setdefault(color.name(), []).append(stripe)
        return self._areas

    def _paint_highlights(self, painter: QPainter, highlights: PortHighlights) -> None:
        """Frame the blocks that have a compatible port."""
        painter.setPen(hairline(self._scene.appearance.good, 2))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for name, item in self._scene.blocks.items():
            if any(highlights.highlight(name, place.port.name) is Highlight.FITS for place in item.places.ports):
                painter.drawRect(item.area)
