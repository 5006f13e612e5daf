# SPDX-License-Identifier: BSD-3-Clause
"""Tiles: resting content is painted once, in squares; zooming scales them."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from time import perf_counter

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPixmap

from objects_library.widgets.plane.camera import Camera

SIDE = 256
_BUDGET = 0.010
"""Seconds per frame for new tiles; old ones are shown meanwhile."""
_FEWEST_KEPT = 120
_FAR = 1.6
"""The change of scale from which tiles are painted during a zoom."""

Paint = Callable[[QPainter, QRectF], None]
"""Paints a part of the plane, in its coordinates."""
Place = tuple[int, int]


class Tiles:
    """The tiles of a plane at one scale, and those of the former scale while needed."""

    def __init__(self, paint: Paint) -> None:
        self._paint = paint
        self._scale = 0.0
        self._ratio = 1.0
        self._now: dict[Place, QPixmap] = {}
        self._stale: set[Place] = set()
        self._before: tuple[float, dict[Place, QPixmap]] = (0.0, {})
        self.painted = 0
        """The number of painted tiles."""

    def forget(self) -> None:
        """Invalidate all tiles; they are shown until repainted."""
        self._stale |= self._now.keys()
        self._before = (0.0, {})

    def forget_part(self, area: QRectF) -> None:
        """Invalidate a part."""
        self._stale |= {place for place in self._now if self._area(place).intersects(area)}

    def paint_on(self, area: QRectF, paint: Callable[[QPainter], None]) -> None:
        """Paint new topmost content on the existing tiles."""
        for place, tile in self._now.items():
            if place not in self._stale and self._area(place).intersects(area):
                painter = self._painter(tile, place)
                paint(painter)
                painter.end()

    def draw(self, painter: QPainter, camera: Camera, ratio: float, *, patience: float = _BUDGET) -> bool:
        """Draw the visible tiles; returns whether any is missing."""
        self._follow(camera, ratio)
        wanted = list(self._in_sight(camera, self._scale))
        if camera.scale == self._scale:
            missing = [place for place in wanted if place not in self._now or place in self._stale]
            self._add(missing, camera, patience)
            self._let_go(wanted)
        lacking = any(place not in self._now for place in wanted)
        if lacking and self._before[1]:
            self._draw_set(painter, camera, *self._before)
        self._draw_set(painter, camera, self._scale, self._now)
        return lacking or any(place in self._stale for place in wanted)

    def _follow(self, camera: Camera, ratio: float) -> None:
        if ratio != self._ratio:
            self._ratio, self._scale, self._now, self._before = ratio, 0.0, {}, (0.0, {})
            self._stale.clear()
        if camera.scale == self._scale:
            return
        far = not self._scale or max(camera.scale / self._scale, self._scale / camera.scale) > _FAR
        if camera.moving and not far:
            return
        if self._now:
            self._before = self._scale, self._now
        self._scale, self._now = camera.scale, {}
        self._stale.clear()

    def _add(self, missing: list[Place], camera: Camera, patience: float) -> None:
        """Paint missing tiles, the centre first, while time remains."""
        middle = (camera.x * self._scale / SIDE - 0.5, camera.y * self._scale / SIDE - 0.5)
        missing.sort(key=lambda place: (place in self._now, math.dist(place, middle)))
        until = perf_counter() + patience
        for place in missing:
            tile = QPixmap(round(SIDE * self._ratio), round(SIDE * self._ratio))
            tile.setDevicePixelRatio(self._ratio)
            tile.fill(Qt.GlobalColor.transparent)
            painter = self._painter(tile, place)
            self._paint(painter, self._area(place))
            painter.end()
            self._now[place] = tile
            self._stale.discard(place)
            self.painted += 1
            if perf_counter() > until:
                break

    def _painter(self, tile: QPixmap, place: Place) -> QPainter:
        painter = QPainter(tile)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.translate(-place[0] * SIDE, -place[1] * SIDE)
        painter.scale(self._scale, self._scale)
        return painter

    def _area(self, place: Place) -> QRectF:
        side = SIDE / self._scale
        return QRectF(place[0] * side, place[1] * side, side, side)

    def _let_go(self, wanted: list[Place]) -> None:
        most = max(_FEWEST_KEPT, 2 * len(wanted))
        if len(self._now) > most:
            kept = set(wanted)
            for place in [each for each in self._now if each not in kept][: len(self._now) - most]:
                del self._now[place]
                self._stale.discard(place)

    @staticmethod
    def _in_sight(camera: Camera, scale: float) -> Iterator[Place]:
        seen = camera.seen()
        side = SIDE / scale
        for down in range(math.floor(seen.top() / side), math.ceil(seen.bottom() / side)):
            for across in range(math.floor(seen.left() / side), math.ceil(seen.right() / side)):
                yield across, down

    def _draw_set(self, painter: QPainter, camera: Camera, scale: float, tiles: dict[Place, QPixmap]) -> None:
        if not tiles:
            return
        painter.save()
        grown = camera.scale / scale
        left = camera.size.width() / 2 - camera.x * camera.scale
        top = camera.size.height() / 2 - camera.y * camera.scale
        if grown == 1:
            painter.translate(round(left), round(top))  # integer pixels keep lines sharp
        else:
            painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
            painter.translate(left, top)
            painter.scale(grown, grown)
        for place in self._in_sight(camera, scale):
            tile = tiles.get(place)
            if tile is not None:
                painter.drawPixmap(QPointF(place[0] * SIDE, place[1] * SIDE), tile)
        painter.restore()
