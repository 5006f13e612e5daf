# SPDX-License-Identifier: BSD-3-Clause
"""Named cursors of other people on the same sheet."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPen, QPolygonF, QTransform

from app.ui.composer.canvas.appearance import Appearance, faded
from app.ui.composer.canvas.scene import SheetScene

_ARROW = QPolygonF(
    [
        QPointF(0, 0),
        QPointF(0, 17),
        QPointF(4.5, 13),
        QPointF(8, 19.5),
        QPointF(10.8, 18),
        QPointF(7.4, 11.8),
        QPointF(13, 11.4),
    ]
)


@dataclass(frozen=True, slots=True)
class RemoteCursor:
    """Another person's cursor and selection."""

    name: str
    colour: str
    x: float | None = None
    y: float | None = None
    selected: tuple[str, ...] = ()


class RemoteCursors:
    """Paints cursors on top, with the same size at every zoom."""

    def __init__(self, scene: SheetScene) -> None:
        self._scene = scene
        self.others: tuple[RemoteCursor, ...] = ()

    def set(self, others: Iterable[RemoteCursor]) -> bool:
        """Set the cursors; returns whether anything changed."""
        now = tuple(others)
        changed = now != self.others
        self.others = now
        return changed

    def paint(self, painter: QPainter, appearance: Appearance, to_window: QTransform) -> None:
        """Paint frames around selections, then arrows with names."""
        for other in self.others:
            color = appearance.tint(other.colour) or appearance.accent
            painter.setPen(QPen(faded(color, 0.8), 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            for name in other.selected:
                if (item := self._scene.blocks.get(name)) is not None:
                    painter.drawRoundedRect(item.area.adjusted(-4, -4, 4, 4), 12, 12)
        painter.save()
        painter.resetTransform()
        for other in self.others:
            if other.x is not None and other.y is not None:
                at = to_window.map(QPointF(other.x, other.y))
                _paint_one(
                    painter, at, other.name, appearance.tint(other.colour) or appearance.accent, appearance.small_font
                )
        painter.restore()


def _paint_one(painter: QPainter, at: QPointF, name: str, color: QColor, font: QFont) -> None:
    painter.setPen(QPen(QColor("white"), 1.4))
    painter.setBrush(color)
    painter.drawPolygon(_ARROW.translated(at))
    metrics = QFontMetricsF(font)
    words = metrics.elidedText(" ".join(name.split()), Qt.TextElideMode.ElideRight, 160)
    label = QRectF(at.x() + 12, at.y() + 18, metrics.horizontalAdvance(words) + 14, metrics.height() + 5)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.drawRoundedRect(label, 6, 6)
    painter.setPen(QColor("white") if color.lightnessF() < 0.6 else QColor("black"))
    painter.setFont(font)
    painter.drawText(label, int(Qt.AlignmentFlag.AlignCenter), words)
