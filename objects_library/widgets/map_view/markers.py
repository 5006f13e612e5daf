# SPDX-License-Identifier: BSD-3-Clause
"""Moving things on a plane, interpolated and with tracks; thousands of them."""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPalette, QPen, QPixmap, QPolygonF

from objects_library.widgets.appearance import elide
from objects_library.widgets.plane.camera import Camera

MOST = 10_000
_TURNS = 48
"""Images of an arrow, one for each direction."""
_SIDE = 22
_LONGEST_GLIDE = 2.0
"""Seconds; rarer updates are not interpolated."""
_POINTS = 120
"""Positions kept for a track."""
_TRACK_POINTS = 16_000
"""The total number of track points drawn per frame."""
_NAMED = 40
"""With more things in sight, labels are shown only for the selected one and the one under the pointer."""

_FEW = 300
"""Up to so many visible tracks are painted in each frame."""
_TRAIL_FOR = 0.35
"""Seconds for which a picture of more tracks is reused."""

Wrap = Callable[[float], float]


@dataclass(slots=True)
class _Thing:
    name: str
    x: float
    y: float
    from_x: float
    from_y: float
    heading: float
    turns: bool
    received_at: float
    lasts: float
    track: deque[tuple[float, float, float]] = field(default_factory=lambda: deque(maxlen=_POINTS))


class MarkerLayer:
    """Draws moving things with tracks and labels, in coordinates of the plane."""

    def __init__(self, wrap: Wrap = lambda x: x) -> None:
        self._wrap = wrap
        """The copy of an x nearest to the view."""
        self.things: dict[str, _Thing] = {}
        self.tail = 60.0
        self.silent = 120.0
        self.chosen = ""
        self.hovered = ""
        self._moving_until = 0.0
        self._pictures: dict[tuple[int, int], QPixmap] = {}
        self._trail: tuple[QPixmap, float, float, float, float, QSize] | None = None
        self._drawn_with: tuple[int, float] | None = None

    def place(self, name: str, x: float, y: float, heading: float | None, now: float) -> None:
        """Set the position of a thing; with a heading it is drawn as an arrow."""
        thing = self.things.get(name)
        if thing is None:
            if len(self.things) >= MOST:
                self.expire(now)
                if len(self.things) >= MOST:
                    return
            self.things[name] = thing = _Thing(name, x, y, x, y, heading or 0.0, heading is not None, now, 0.0)
        else:
            gap = now - thing.received_at
            thing.from_x, thing.from_y = self._now(thing, now)
            step = x - thing.x
            thing.from_x += round((x - thing.from_x) / self._round) * self._round if self._round else 0
            thing.x, thing.y = x, y
            thing.lasts = gap if gap < _LONGEST_GLIDE and not math.isnan(step) else 0.0
            thing.received_at = now
            if heading is not None:
                thing.heading, thing.turns = heading, True
        thing.track.append((x, y, now))
        self._moving_until = max(self._moving_until, now + thing.lasts)

    _round = 0.0

    def go_round(self, width: float) -> None:
        """Let the plane wrap around at that width."""
        self._round = width

    def remove(self, names: Iterable[str]) -> None:
        """Remove things."""
        for name in names:
            self.things.pop(name, None)

    def clear(self) -> None:
        """Remove everything."""
        self.things.clear()

    def expire(self, now: float) -> bool:
        """Remove things without news for long; returns whether there were any."""
        gone = [name for name, thing in self.things.items() if now - thing.received_at > self.silent]
        self.remove(gone)
        return bool(gone)

    def moving(self, now: float) -> bool:
        """Whether an item is moving."""
        return now < self._moving_until

    def where(self, name: str, now: float) -> tuple[float, float] | None:
        """The drawn position of a thing."""
        thing = self.things.get(name)
        return None if thing is None else self._now(thing, now)

    def at(self, point: QPointF, camera: Camera, now: float) -> str:
        """The name of the thing at a point of the window, or empty."""
        best, nearest = "", 12.0
        for name, thing in self.things.items():
            x, y = self._now(thing, now)
            there = camera.to_window(self._wrap(x), y)
            far = math.hypot(there.x() - point.x(), there.y() - point.y())
            if far < nearest:
                best, nearest = name, far
        return best

    def draw(self, painter: QPainter, camera: Camera, palette: QPalette, now: float, ratio: float) -> int:
        """Draw tracks, arrows, then labels; returns how many things are visible."""
        seen = camera.seen()
        margin = _SIDE / camera.scale
        left, right = seen.left() - margin, seen.right() + margin
        top, bottom = seen.top() - margin, seen.bottom() + margin
        across, down = camera.size.width() / 2, camera.size.height() / 2
        scale, middle_x, middle_y, wrap = camera.scale, camera.x, camera.y, self._wrap
        visible: list[tuple[_Thing, float, float]] = []
        for thing in self.things.values():
            x, y = self._now(thing, now)
            if top <= y <= bottom:
                x = wrap(x)
                if left <= x <= right:
                    visible.append((thing, (x - middle_x) * scale + across, (y - middle_y) * scale + down))
        self._tracks(painter, camera, palette, visible, now)
        half = _SIDE / 2
        colour = palette.highlight().color().rgb()
        if self._drawn_with != (colour, ratio):
            self._drawn_with = (colour, ratio)
            self._pictures.clear()
        for thing, x, y in visible:
            turn = round(thing.heading / 360 * _TURNS) % _TURNS if thing.turns else -1
            grey = int(now - thing.received_at > 15)
            picture = self._pictures.get((turn, grey))
            if picture is None:
                picture = self._pictures[turn, grey] = _picture(turn, grey, palette, ratio)
            painter.drawPixmap(QPointF(x - half, y - half), picture)
        self._names(painter, palette, visible)
        return len(visible)

    def _now(self, thing: _Thing, now: float) -> tuple[float, float]:
        if thing.lasts <= 0:
            return thing.x, thing.y
        share = (now - thing.received_at) / thing.lasts
        if share >= 1:
            return thing.x, thing.y
        return (thing.from_x + (thing.x - thing.from_x) * share, thing.from_y + (thing.y - thing.from_y) * share)

    def _tracks(
        self,
        painter: QPainter,
        camera: Camera,
        palette: QPalette,
        visible: list[tuple[_Thing, float, float]],
        now: float,
    ) -> None:
        """Draw visible tracks; with more of them they are shorter and painted less often."""
        if self.tail <= 0 or not visible:
            return
        if len(visible) > _FEW:
            self._trail_of_many(painter, camera, palette, visible, now)
        else:
            self._paint_tracks(painter, camera, palette, visible, now)
        chosen = [found for found in visible if found[0].name == self.chosen]
        if chosen:
            painter.setPen(QPen(palette.highlight().color(), 2.4))
            self._track(painter, camera, chosen[0], _POINTS, now - self.tail)

    def _trail_of_many(
        self,
        painter: QPainter,
        camera: Camera,
        palette: QPalette,
        visible: list[tuple[_Thing, float, float]],
        now: float,
    ) -> None:
        """Paint tracks into a picture from time to time; in between, transform the picture."""
        ratio = painter.device().devicePixelRatio()
        if self._trail is None or not 0 <= now - self._trail[4] < _TRAIL_FOR or self._trail[5] != camera.size:
            picture = QPixmap(camera.size * ratio)
            picture.setDevicePixelRatio(ratio)
            picture.fill(Qt.GlobalColor.transparent)
            on_it = QPainter(picture)
            self._paint_tracks(on_it, camera, palette, visible, now)
            on_it.end()
            self._trail = picture, camera.x, camera.y, camera.scale, now, camera.size
        picture, x, y, scale, _, size = self._trail
        grown = camera.scale / scale
        at = camera.to_window(x, y)
        where = QRectF(
            at.x() - size.width() * grown / 2,
            at.y() - size.height() * grown / 2,
            size.width() * grown,
            size.height() * grown,
        )
        if grown == 1:
            painter.drawPixmap(where.topLeft(), picture)
        else:
            painter.drawPixmap(where, picture, QRectF(picture.rect()))

    def _paint_tracks(
        self,
        painter: QPainter,
        camera: Camera,
        palette: QPalette,
        visible: list[tuple[_Thing, float, float]],
        now: float,
    ) -> None:
        each = max(3, min(_POINTS, _TRACK_POINTS // len(visible)))
        colour = QColor(palette.highlight().color())
        few = len(visible) <= _FEW
        colour.setAlpha(120 if few else 90)
        painter.setPen(QPen(colour, 1.6 if few else 1))
        for found in visible:
            self._track(painter, camera, found, each, now - self.tail)

    def _track(
        self, painter: QPainter, camera: Camera, found: tuple[_Thing, float, float], most: int, oldest: float
    ) -> None:
        thing, x, y = found
        points = [QPointF(x, y)]
        scale, middle_x, middle_y = camera.scale, camera.x, camera.y
        across, down = camera.size.width() / 2, camera.size.height() / 2
        track = thing.track
        round_ = self._round
        base = middle_x + (x - across) / scale
        for number in range(len(track) - 2, max(-1, len(track) - 2 - most), -1):
            there_x, there_y, at = track[number]
            if at < oldest:
                break
            if round_:
                there_x += round((base - there_x) / round_) * round_
            points.append(QPointF((there_x - middle_x) * scale + across, (there_y - middle_y) * scale + down))
        if len(points) > 1:
            painter.drawPolyline(QPolygonF(points))

    def _names(self, painter: QPainter, palette: QPalette, visible: list[tuple[_Thing, float, float]]) -> None:
        wanted = {self.chosen, self.hovered} - {""}
        for thing, x, y in visible:
            named = thing.name in wanted
            if named or len(visible) <= _NAMED:
                draw_label(painter, QPointF(x + 10, y - 8), thing.name, palette, strong=named)
            if thing.name == self.chosen:
                painter.setPen(QPen(palette.highlight().color(), 2))
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.drawEllipse(QPointF(x, y), 14, 14)


def draw_label(painter: QPainter, at: QPointF, text: str, palette: QPalette, *, strong: bool = False) -> None:
    """A label on a small plate."""
    caption = elide(text, painter.font(), 180)
    metrics = QFontMetricsF(painter.font())
    box = QRectF(at.x(), at.y() - metrics.height() / 2, metrics.horizontalAdvance(caption) + 10, metrics.height() + 2)
    plate = QColor(palette.highlight().color() if strong else palette.base().color())
    if not strong:
        plate.setAlpha(215)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(plate)
    painter.drawRoundedRect(box, 4, 4)
    painter.setPen(palette.highlightedText().color() if strong else palette.text().color())
    painter.drawText(box, Qt.AlignmentFlag.AlignCenter, caption)


def _picture(turn: int, grey: int, palette: QPalette, ratio: float) -> QPixmap:
    """An arrow in a direction, or a dot."""
    picture = QPixmap(round(_SIDE * ratio), round(_SIDE * ratio))
    picture.setDevicePixelRatio(ratio)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.translate(_SIDE / 2, _SIDE / 2)
    colour = palette.placeholderText().color() if grey else palette.highlight().color()
    painter.setPen(QPen(palette.base().color(), 1.2))
    painter.setBrush(colour)
    if turn < 0:
        painter.drawEllipse(QPointF(0, 0), 5.5, 5.5)
    else:
        painter.rotate(360 * turn / _TURNS)
        painter.drawPolygon(QPolygonF([QPointF(0, -9), QPointF(6.5, 8), QPointF(0, 4.5), QPointF(-6.5, 8)]))
    painter.end()
    return picture
