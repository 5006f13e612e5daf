# SPDX-License-Identifier: BSD-3-Clause
"""Graphics items of annotations: notes and zones."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPainterPath, QPen

from app.runtime.references import StickyNote, Zone
from app.ui.composer.canvas.appearance import faded, mix, snapped
from app.ui.composer.canvas.items.painted_item import PaintedItem

if TYPE_CHECKING:
    from app.ui.composer.canvas.scene import SheetScene

NOTE_WIDTH, NOTE_HEIGHT = 200.0, 120.0
ZONE_TITLE = 32.0
_NOTE_COLOR = "#e8c33a"
_ZONE_COLOR = "#7b8494"
_CORNER = 14.0
_LEAST = 64.0


class AnnotationItem(PaintedItem):
    """The base class of notes and zones."""

    def __init__(self, scene: SheetScene, z: float) -> None:
        super().__init__()
        self.setZValue(z)
        self.owner = scene
        self.is_marked = False
        self.is_hovered = False
        self.size = QRectF(0, 0, NOTE_WIDTH, NOTE_HEIGHT)

    @property
    def area(self) -> QRectF:
        """The rectangle in scene coordinates."""
        return self.size.translated(self.pos())

    @property
    def resizer(self) -> QRectF:
        """The rectangle of the resize handle."""
        corner = self.size.bottomRight()
        return QRectF(corner.x() - _CORNER, corner.y() - _CORNER, _CORNER, _CORNER)

    def resize(self, width: float, height: float) -> None:
        """Change the size."""
        self.prepareGeometryChange()
        self.size = QRectF(0, 0, max(_LEAST, snapped(width)), max(_LEAST / 2, snapped(height)))
        self.update()

    def mark(self, *, marked: bool) -> None:
        """Set the selection mark."""
        if marked != self.is_marked:
            self.is_marked = marked
            self.update()

    def hover(self, *, hovered: bool) -> None:
        """Set the hover mark."""
        if hovered != self.is_hovered:
            self.is_hovered = hovered
            self.update()

    def boundingRect(self) -> QRectF:
        return self.size.adjusted(-6, -6, 6, 6)

    def _paint_corner(self, painter: QPainter) -> None:
        if not (self.is_marked or self.is_hovered):
            return
        painter.setPen(QPen(self.owner.appearance.muted, 1.2))
        corner = self.size.bottomRight()
        for step in (4.0, 8.0):
            painter.drawLine(
                int(corner.x() - step - 2), int(corner.y() - 3), int(corner.x() - 3), int(corner.y() - step - 2)
            )


class NoteItem(AnnotationItem):
    """A note."""

    def __init__(self, note: StickyNote, scene: SheetScene) -> None:
        super().__init__(scene, 8)
        self.replace(note)

    def replace(self, note: StickyNote) -> None:
        """Show another state of the note."""
        self.note = note
        self.setPos(note.x, note.y)
        self.resize(note.width or NOTE_WIDTH, note.height or NOTE_HEIGHT)

    def draw(self, painter: QPainter) -> None:
        appearance = self.owner.appearance
        color = appearance.tint(self.note.colour) or QColor(_NOTE_COLOR)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(appearance.shadow)
        painter.drawRoundedRect(self.size.adjusted(0, 2, 0, 3), 6, 6)
        painter.setBrush(mix(appearance.block, color, 0.22 if appearance.dark else 0.24))
        painter.setPen(QPen(appearance.accent, 2) if self.is_marked else QPen(faded(color, 0.6), 1))
        painter.drawRoundedRect(self.size, 6, 6)
        painter.setFont(appearance.body_font)
        painter.setPen(appearance.text)
        flags = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop) | int(Qt.TextFlag.TextWordWrap)
        painter.drawText(self.size.adjusted(12, 10, -12, -10), flags, self.note.text)
        self._paint_corner(painter)


class ZoneItem(AnnotationItem):
    """A titled area; only its title and border react to the mouse."""

    def __init__(self, zone: Zone, scene: SheetScene) -> None:
        super().__init__(scene, 0)
        self.replace(zone)

    def replace(self, zone: Zone) -> None:
        """Show another state of the zone."""
        self.zone = zone
        self.setPos(zone.x, zone.y)
        self.resize(zone.width, zone.height)

    @property
    def color(self) -> QColor:
        """The zone's colour."""
        return self.owner.appearance.tint(self.zone.colour) or QColor(_ZONE_COLOR)

    def shape(self) -> QPainterPath:
        path = QPainterPath()
        path.addRect(QRectF(0, 0, self.size.width(), ZONE_TITLE))
        path.addRect(self.resizer)
        return path

    def draw(self, painter: QPainter) -> None:
        appearance, color = self.owner.appearance, self.color
        painter.setBrush(mix(appearance.paper, appearance.seen(color, 3.0), 0.14 if appearance.dark else 0.09))
        painter.setPen(QPen(appearance.accent, 2) if self.is_marked else QPen(appearance.seen(color, 3.0), 1.4))
        painter.drawRoundedRect(self.size, 12, 12)
        font = QFont(appearance.title_font)
        font.setPixelSize(max(13, min(40, round(13 / self.owner.scale))))  # readable at small scales
        painter.setFont(font)
        painter.setPen(appearance.seen(color, 7.0))
        area = self.size.adjusted(14, 8, -14, 0)
        title = QFontMetricsF(font).elidedText(self.zone.title, Qt.TextElideMode.ElideRight, area.width())
        painter.drawText(area, int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop), title)
        self._paint_corner(painter)
