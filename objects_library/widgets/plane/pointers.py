# SPDX-License-Identifier: BSD-3-Clause
"""The pointers of other people: animated arrows with names, which fade when they rest."""

from __future__ import annotations

from collections.abc import Callable, Container
from time import monotonic
from uuid import UUID

from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPalette, QPen, QPolygonF

from objects_library.replication.drawing.presence import Person
from objects_library.widgets.appearance import colour_of, elide
from objects_library.widgets.pointer_choice import pointers_wanted

_LASTS = 0.08
_ARROW = ((0, 0), (0, 15), (4, 11.5), (7, 18), (9.6, 16.8), (6.7, 10.4), (12, 10.4))
_LARGEST = QSize(200, 60)
"""The room of an arrow with a name in pixels."""
_RESTS = 7.0
"""Seconds until a resting pointer fades."""
_FADES = 1.0
"""Seconds in which it fades."""
_MOST = 50
"""How many pointers are shown."""


class Pointers:
    """The animated pointers of other people."""

    def __init__(self) -> None:
        self.people: dict[UUID, Person] = {}
        self._ways: dict[UUID, tuple[QPointF, QPointF, float]] = {}

    def show(self, people: list[Person], moved: Container[UUID] | None = None) -> None:
        """Set the people; if only what is below has moved, `moved` has those who moved themselves."""
        now = monotonic()
        for person in people:
            goal = QPointF(person.pointing.x, person.pointing.y)
            known, last = self._ways.get(person.id), self.people.get(person.id)
            is_still = moved is not None and person.id not in moved
            if known is None or (last is not None and last.pointing.away and not is_still):
                self._ways[person.id] = goal, goal, now
            elif is_still:
                self._ways[person.id] = goal - known[1] + known[0], goal, known[2]
            elif known[1] != goal:
                self._ways[person.id] = self._at(person.id, now), goal, now
        self.people = {person.id: person for person in people}
        self._ways = {who: way for who, way in self._ways.items() if who in self.people}

    def moving(self, now: float) -> bool:
        """Whether a pointer moves or fades."""
        ages = [now - began for _, _, began in self._ways.values()]
        return any(age < _LASTS or _RESTS <= age < _RESTS + _FADES for age in ages)

    def next_rest(self, now: float) -> float | None:
        """Seconds until the next pointer fades, or None."""
        waits = [began + _RESTS - now for _, _, began in self._ways.values() if now - began < _RESTS]
        return min(waits, default=None)

    def draw(self, painter: QPainter, to_window: Callable[[float, float], QPointF], palette: QPalette) -> None:
        """Draw arrows with names, in the colours of the people."""
        now = monotonic()
        for who in self._shown(now):
            at = self._at(who, now)
            point = to_window(at.x(), at.y())
            painter.setOpacity(self._opacity(who, now))
            painter.setPen(QPen(palette.base().color(), 1.2))
            painter.setBrush(colour_of(who, palette))
            painter.drawPolygon(QPolygonF([point + QPointF(x, y) for x, y in _ARROW]))
            name = elide(_one_line(self.people[who].name), painter.font(), 160)
            metrics = QFontMetricsF(painter.font())
            box = QRectF(point.x() + 12, point.y() + 16, metrics.horizontalAdvance(name) + 12, metrics.height() + 4)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.drawRoundedRect(box, 5, 5)
            painter.setPen(palette.base().color())
            painter.drawText(box, int(Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextSingleLine), name)
        painter.setOpacity(1.0)

    def areas(self, to_window: Callable[[float, float], QPointF]) -> list[QRect]:
        """The rectangles of the window in which pointers are drawn now."""
        now = monotonic()
        places = [self._at(who, now) for who in self._shown(now)]
        return [QRect(to_window(at.x(), at.y()).toPoint() - QPoint(4, 4), _LARGEST) for at in places]

    def _shown(self, now: float) -> list[UUID]:
        if not pointers_wanted():
            return []
        here = [who for who, person in self.people.items() if not person.pointing.away]
        return [who for who in here if self._opacity(who, now) > 0][:_MOST]

    def _opacity(self, who: UUID, now: float) -> float:
        return min(1.0, max(0.0, (self._ways[who][2] + _RESTS + _FADES - now) / _FADES))

    def _at(self, who: UUID, now: float) -> QPointF:
        start, goal, began = self._ways[who]
        share = min(1.0, (now - began) / _LASTS)
        return start + (goal - start) * share


def _one_line(name: str) -> str:
    """A name without characters that change lines or the direction of the text."""
    return "".join(each if each.isprintable() else " " for each in name).strip()
