# SPDX-License-Identifier: BSD-3-Clause
"""A map with bubbles: one for each place, its area as large as a number."""

from dataclasses import dataclass
from math import hypot, sqrt

from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QFontMetricsF, QMouseEvent, QPainter, QPen
from PySide6.QtWidgets import QToolTip

from objects_library.values.world import WIDE, to_square
from objects_library.widgets.appearance import blend, tip_of_lines
from objects_library.widgets.map_view.map_plane import MapPlane

_SMALLEST, _LARGEST = 3.5, 26.0
_NAMED = 40
"""With more of them, names would hide the map."""
_MARGIN = 0.18
_FAINT = 0.25


@dataclass(frozen=True)
class Bubble:
    """A place with a number; `marked` is whether it counts more than the others."""

    name: str
    lon: float
    lat: float
    value: float
    words: str
    marked: bool = True


class BubblePlane(MapPlane):
    """Bubbles lie above the map; a click points at one."""

    picked = Signal(str)
    """The name of a place; empty: none."""

    def __init__(self) -> None:
        super().__init__()
        self.bubbles: list[Bubble] = []
        self._places: list[tuple[float, float]] = []
        self._touched = False
        self._down = QPointF()
        self.setMinimumSize(140, 100)

    def show_bubbles(self, bubbles: list[Bubble]) -> None:
        """Draw these; the first ones are brought into sight, later ones move nothing."""
        self.bubbles = sorted(bubbles, key=lambda each: (each.marked, -each.value))
        self._places = [to_square(each.lon, each.lat) for each in self.bubbles]
        if self.bubbles and not self._touched:
            self.show_all()
        self.update()

    def show_all(self) -> None:
        """Bring all bubbles into sight."""
        xs, ys = [x for x, _ in self._places], [y for _, y in self._places]
        room = max(max(xs) - min(xs), max(ys) - min(ys), WIDE / 500) * _MARGIN
        box = QRectF(QPointF(min(xs), min(ys)), QPointF(max(xs), max(ys)))
        self.show_area(box.adjusted(-room, -room, room, room))

    def paint_over(self, painter: QPainter) -> None:
        """Names of cities would be said twice, so only land and bubbles."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._bubbles(painter)

    def pointer_pressed(self, event: QMouseEvent, point: QPointF) -> None:  # noqa: ARG002 - a map is pushed anywhere
        """Start dragging the map."""
        self._down = event.position()
        self.begin_push(event.position())

    def pointer_moved(self, event: QMouseEvent, point: QPointF) -> None:  # noqa: ARG002 - only bubbles are told of
        """Show a tool tip for the bubble under the mouse."""
        if event.buttons():
            self._touched = True
            return
        found = self.bubble_at(event.position())
        if found is None:
            QToolTip.hideText()
        else:
            place = event.globalPosition().toPoint()
            QToolTip.showText(place, tip_of_lines([f"{found.name}: {found.words}"]), self)

    def pointer_released(self, event: QMouseEvent, point: QPointF) -> None:  # noqa: ARG002 - only bubbles count
        """Select a bubble, if the mouse has not moved."""
        if (event.position() - self._down).manhattanLength() < 4:
            found = self.bubble_at(event.position())
            self.picked.emit("" if found is None else found.name)

    def wheelEvent(self, event: object) -> None:
        """Stop fitting the map after the person has zoomed."""
        self._touched = True
        super().wheelEvent(event)  # type: ignore[arg-type]  # Qt's own

    def resizeEvent(self, event: object) -> None:
        """Fit the map to all bubbles until the person moves it."""
        super().resizeEvent(event)  # type: ignore[arg-type]  # Qt's own
        if self.bubbles and not self._touched:
            self.show_all()

    def bubble_at(self, at: QPointF) -> Bubble | None:
        """The uppermost one under a point of the window."""
        for bubble, place in reversed(list(zip(self.bubbles, self._places, strict=True))):
            middle = self._where(place)
            if hypot(middle.x() - at.x(), middle.y() - at.y()) <= self._size(bubble) + 2:
                return bubble
        return None

    def _where(self, position: tuple[float, float]) -> QPointF:
        return self.camera.to_window(self.near(position[0]), position[1])

    def _size(self, bubble: Bubble) -> float:
        most = max((abs(each.value) for each in self.bubbles), default=0.0)
        largest = min(_LARGEST, min(self.width(), self.height()) / 14)
        return _SMALLEST if not most else max(_SMALLEST, sqrt(abs(bubble.value) / most) * largest)

    def _bubbles(self, painter: QPainter) -> None:
        palette = self.palette()
        accent = palette.highlight().color()
        for bubble, place in zip(self.bubbles, self._places, strict=True):
            colour = accent if bubble.marked else blend(accent, self.look().halo, _FAINT)
            fill = QColor(colour)
            fill.setAlphaF(0.55 if bubble.marked else 0.4)
            painter.setPen(QPen(colour, 1.5))
            painter.setBrush(fill)
            size = self._size(bubble)
            painter.drawEllipse(self._where(place), size, size)
        if len(self.bubbles) <= _NAMED:
            self._names(painter)

    def _names(self, painter: QPainter) -> None:
        font = painter.font()
        font.setPixelSize(11)
        painter.setFont(font)
        metrics = QFontMetricsF(font)
        taken: list[QRectF] = []
        halo, ink = self.look().halo, self.palette().text().color()
        for bubble, place in reversed(list(zip(self.bubbles, self._places, strict=True))):
            middle = self._where(place)
            width = metrics.horizontalAdvance(bubble.name)
            box = QRectF(middle.x() + self._size(bubble) + 3, middle.y() - 8, width + 2, 16)
            if not any(box.intersects(each) for each in taken) and bubble.marked:
                taken.append(box)
                plate = QColor(halo)
                plate.setAlphaF(0.75)
                painter.setPen(Qt.PenStyle.NoPen)
                painter.setBrush(plate)
                painter.drawRoundedRect(box.adjusted(-2, 1, 2, -1), 4, 4)
                painter.setPen(ink)
                painter.drawText(box, Qt.AlignmentFlag.AlignVCenter, bubble.name)
