# SPDX-License-Identifier: BSD-3-Clause
"""The pointers of other people: animated arrows with names."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic
from uuid import UUID

from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPalette, QPen, QPolygonF

from objects_library.replication.drawing.presence import Person
from objects_library.widgets.appearance import colour_of, elide

_LASTS = 0.08
_ARROW = ((0, 0), (0, 15), (4, 11.5), (7, 18), (9.6, 16.8), (6.7, 10.4), (12, 10.4))
_LARGEST = QSize(200, 60)
"""The room of an arrow with a name in pixels."""
_RESTS = 8.0
"""Seconds until a resting pointer is hidden."""


class Pointers:
    """The animated pointers of other people."""

    def __init__(self) -> None:
        self.people: dict[UUID, Person] = {}
        self._ways: dict[UUID, tuple[QPointF, QPointF, float]] = {}

    def show(self, people: list[Person]) -> None:
        """Set the people."""
        now = monotonic()
        for person in people:
            goal = QPointF(person.pointing.x, person.pointing.y)
            known = self._ways.get(person.id)
            if known is None or known[1] != goal:
                self._ways[person.id] = (self._at(person.id, now) if known else goal), goal, now
        self.people = {person.id: person for person in people}
        self._ways = {who: way for who, way in self._ways.items() if who in self.people}

    def moving(self, now: float) -> bool:
        """Whether a pointer is moving."""
        return any(now - began < _LASTS for _, _, began in self._ways.values())

    def next_rest(self, now: float) -> float | None:
        """Seconds until the next pointer is hidden, or None."""
        waits = [began + _RESTS - now for _, _, began in self._ways.values() if now - began < _RESTS]
        return min(waits, default=None)

    def draw(self, painter: QPainter, to_window: Callable[[float, float], QPointF], palette: QPalette) -> None:
        """Draw arrows with names, in the colours of the people."""
        now = monotonic()
        for who, person in self.people.items():
            if person.pointing.away or now - self._ways[who][2] > _RESTS:
                continue
            at = self._at(who, now)
            point = to_window(at.x(), at.y())
            colour = colour_of(who, palette)
            painter.setPen(QPen(palette.base().color(), 1.2))
            painter.setBrush(colour)
            painter.drawPolygon(QPolygonF([point + QPointF(x, y) for x, y in _ARROW]))
            name = elide(person.name, painter.font(), 160)
            metrics = QFontMetricsF(painter.font())
            box = QRectF(point.x() + 12, point.y() + 16, metrics.horizontalAdvance(name) + 12, metrics.height() + 4)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.drawRoundedRect(box, 5, 5)
            painter.setPen(palette.base().color())
            painter.drawText(box, Qt.AlignmentFlag.AlignCenter, name)

    def areas(self, to_window: Callable[[float, float], QPointF]) -> list[QRect]:
        """The rectangles of the window in which pointers are drawn now."""
        now = monotonic()
        shown = [who for who, person in self.people.items() if not person.pointing.away]
        places = [self._at(who, now) for who in shown if now - self._ways[who][2] <= _RESTS]
        return [QRect(to_window(at.x(), at.y()).toPoint() - QPoint(4, 4), _LARGEST) for at in places]

    def _at(self, who: UUID, now: float) -> QPointF:
        start, goal, began = self._ways[who]
        share = min(1.0, (now - began) / _LASTS)
        return start + (goal - start) * share
