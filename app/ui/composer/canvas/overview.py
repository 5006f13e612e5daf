"""A sheet from far away: rectangles and lines in a few strokes, whatever their number."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QPainter

from app.ui.composer.canvas.appearance import Look, hairline, mix
from app.ui.composer.canvas.items.block_painter import main_family
from app.ui.composer.canvas.items.port_highlights import Light, Lighting
from app.ui.composer.canvas.paint_errors import safely
from app.ui.composer.canvas.scene import SheetScene

_STRIPE = 36.0
FAR = 0.3
"""Below this scale nothing of a block can be read but its colour."""


class Overview:
    """Draws a scene without asking its items; what it draws is gathered once and kept."""

    def __init__(self, scene: SheetScene) -> None:
        self._scene = scene
        self._areas: dict[str, list[QRectF]] | None = None
        self._stripes: dict[str, list[QRectF]] = {}

    def forget(self) -> None:
        """Something was moved, added or coloured."""
        self._areas = None

    @safely
    def paint(self, painter: QPainter, scale: float) -> None:
        """Everything, in scene coordinates."""
        look = self._scene.look
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, on=False)
        for zone in self._scene.zones.values():
            painter.setPen(hairline(look.seen(zone.color, 3.0)))
            painter.setBrush(mix(look.paper, zone.color, 0.12))
            painter.drawRect(zone.area)
        for family, lines in self._scene.wires.lines().items():
            painter.setPen(hairline(mix(look.family(family), look.paper, 0.6)))
            painter.drawLines(lines)
        self._paint_blocks(painter, scale)
        for note in self._scene.notes.values():
            painter.fillRect(note.area, mix(look.block, QColor("#e8c33a"), 0.4))
        if self._scene.lighting is not None:
            self._paint_lights(painter, self._scene.lighting)

    def _paint_blocks(self, painter: QPainter, scale: float) -> None:
        look = self._scene.look
        if scale > 0.08:
            painter.setPen(hairline(look.block_border))
        else:
            painter.setPen(Qt.PenStyle.NoPen)
        for color, areas in self._gathered(look).items():
            painter.setBrush(QBrush(mix(look.block, color, 0.22)))
            painter.drawRects(areas)
        painter.setPen(Qt.PenStyle.NoPen)
        for color, stripes in self._stripes.items():
            painter.setBrush(QBrush(mix(QColor(color), look.block, 0.25)))
            painter.drawRects(stripes)
        painter.setPen(hairline(look.accent, 2))
        painter.setBrush(QBrush(mix(look.block, look.accent, 0.35)))
        painter.drawRects([item.area for item in self._scene.marked_blocks()])

    def _gathered(self, look: Look) -> dict[str, list[QRectF]]:
        if self._areas is None:
            self._areas, self._stripes = {}, {}
            for item in self._scene.blocks.values():
                color = look.tint(item.block.placed.colour) or look.family(main_family(item.block))
                self._areas.setdefault(color.name(), []).append(item.area)
                stripe = QRectF(item.area.left(), item.area.top(), item.area.width(), _STRIPE)
                self._stripes.setdefault(color.name(), []).append(stripe)
        return self._areas

    def _paint_lights(self, painter: QPainter, lighting: Lighting) -> None:
        """Blocks with a port that fits are framed."""
        painter.setPen(hairline(self._scene.look.good, 2))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for name, item in self._scene.blocks.items():
            if any(lighting.light(name, place.port.name) is Light.FITS for place in item.places.ports):
                painter.drawRect(item.area)
