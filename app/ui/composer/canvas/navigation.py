# SPDX-License-Identifier: BSD-3-Clause
"""Zooming and scrolling of the canvas."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, QPointF, QRectF, QSize, Qt, QTimer
from PySide6.QtGui import QNativeGestureEvent, QPainter, QPixmapCache, QTransform, QWheelEvent
from PySide6.QtWidgets import QFrame, QGraphicsView

from app.runtime.references import EndpointPath, Path
from app.ui.composer.canvas.appearance import faded, hairline
from app.ui.composer.canvas.scene import Part
from app.ui.composer.canvas.translation import tr

if TYPE_CHECKING:
    from app.ui.composer.canvas.canvas import Canvas

LEAST, MOST = 0.04, 3.0
_CACHE_KB = 128 * 1024
_STEP = 1.2
_MARGIN = 56.0
_EDGE = 28
_PUSH = 14.0
_FLASH_MS = 900


class Navigation:
    """Zooms and scrolls a canvas."""

    def __init__(self, canvas: Canvas) -> None:
        self._canvas = canvas
        self.map_wanted = True
        self._fits_at_first = False
        self._flash: QRectF | None = None
        self._flash_timer = QTimer(canvas)
        self._flash_timer.setSingleShot(True)
        self._flash_timer.timeout.connect(self._end_flash)

    def visible_area(self) -> QRectF:
        """The visible area of the sheet."""
        return self._canvas.mapToScene(self._canvas.viewport().rect()).boundingRect()

    def pan_by(self, pixels: QPoint) -> None:
        """Scroll by pixels."""
        canvas = self._canvas
        self._make_room(pixels)
        horizontal, vertical = canvas.horizontalScrollBar(), canvas.verticalScrollBar()
        horizontal.setValue(horizontal.value() - pixels.x())
        vertical.setValue(vertical.value() - pixels.y())
        canvas.moved_view()

    def wheel(self, event: QWheelEvent) -> None:
        """Handle the wheel: scroll, zoom with Ctrl, scroll sideways with Shift."""
        delta = event.pixelDelta() if not event.pixelDelta().isNull() else event.angleDelta() / 2
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            steps = event.angleDelta().y() / 120.0
            self.zoom_by(_STEP**steps, event.position().toPoint())
        elif event.modifiers() & Qt.KeyboardModifier.ShiftModifier and not delta.x():
            self.pan_by(QPoint(delta.y(), 0))
        else:
            self.pan_by(delta)

    def pinch(self, event: QNativeGestureEvent) -> bool:
        """Handle a pinch gesture."""
        if event.gestureType() is not Qt.NativeGestureType.ZoomNativeGesture:
            return False
        self.zoom_by(1.0 + event.value(), event.position().toPoint())
        return True

    def zoom_by(self, factor: float, around: QPoint | None = None) -> None:
        """Zoom by a factor around a point."""
        scale = min(MOST, max(LEAST, self._canvas.sheet_scene.scale * factor))
        self.zoom_to(scale, around)

    def zoom_in(self) -> None:
        """Zoom in one step."""
        self.zoom_by(_STEP)

    def zoom_out(self) -> None:
        """Zoom out one step."""
        self.zoom_by(1 / _STEP)

    def zoom_to(self, scale: float, around: QPoint | None = None) -> None:
        """Set the scale; 1 is the natural size."""
        canvas = self._canvas
        at = around if around is not None else canvas.viewport().rect().center()
        fixed = canvas.mapToScene(at)
        canvas.setTransform(QTransform.fromScale(scale, scale))
        self._put(fixed, at)

    def zoom_to_fit(self) -> None:
        """Show the whole sheet, at most at natural size."""
        content = self._canvas.content
        if content.isEmpty():
            self.zoom_to(1.0)
        else:
            self.show_area(content)

    def zoom_to_selection(self) -> None:
        """Zoom to the selection."""
        area = QRectF()
        for part in self._canvas.selection.parts:
            area = area.united(self._area_of(part))
        if not area.isEmpty():
            self.show_area(area, most=1.5)

    def show_area(self, area: QRectF, most: float = 1.0) -> None:
        """Show a rectangle."""
        canvas = self._canvas
        room = canvas.viewport().rect()
        width, height = max(1.0, room.width() - _MARGIN), max(1.0, room.height() - _MARGIN)
        scale = min(most, width / max(1.0, area.width()), height / max(1.0, area.height()))
        scale = max(LEAST, scale)
        canvas.setTransform(QTransform.fromScale(scale, scale))
        self._put(area.center(), room.center())

    def fit_on_first_show(self) -> None:
        """Fit the whole sheet on the first resize."""
        self._fits_at_first = True
        self.zoom_to_fit()

    def resized(self) -> None:
        """Handle a resize; before the first show it only fits the sheet."""
        if self._fits_at_first:
            self.zoom_to_fit()
            self._fits_at_first = not self._canvas.isVisible()
        self._canvas.moved_view()

    def bring_into_view(self, part: Part) -> None:
        """Scroll as little as needed to show a part."""
        item = self._canvas.sheet_scene.item_of(part)
        if item is None:
            return
        area, seen = item.area.adjusted(-24, -24, 24, 24), self.visible_area()
        x = _shift(area.left(), area.right(), seen.left(), seen.right())
        y = _shift(area.top(), area.bottom(), seen.top(), seen.bottom())
        if x or y:
            scale = self._canvas.sheet_scene.scale
            self.pan_by(QPoint(round(-x * scale), round(-y * scale)))

    def reveal(self, path: Path) -> None:
        """Show the innermost sheet and block on a path."""
        canvas = self._canvas
        for length in range(len(path), -1, -1):
            for sheet in (path[: length - 1], path[:length]) if length else ((),):
                found = canvas.sheets.block_at(sheet, path[:length])
                if found is not None:
                    canvas.show_sheet(sheet)
                    canvas.show_part(found)
                    return
        canvas.show_sheet(())

    def centre_and_flash(self, part: Part) -> None:
        """Centre a part at a readable scale and flash it."""
        canvas, area = self._canvas, self._area_of(part)
        if area.isEmpty():
            return
        if canvas.sheet_scene.scale < 0.6:
            canvas.setTransform(QTransform.fromScale(1.0, 1.0))
        self._put(area.center(), canvas.viewport().rect().center())
        self._flash = area.adjusted(-8, -8, 8, 8)
        self._flash_timer.start(_FLASH_MS)
        canvas.viewport().update()

    def paint_flash(self, painter: QPainter) -> None:
        """Paint the flash frame."""
        if self._flash is not None:
            accent = self._canvas.appearance.accent
            painter.setPen(hairline(accent, 3))
            painter.setBrush(faded(accent, 0.12))
            painter.drawRoundedRect(self._flash, 14, 14)

    def toggle_map(self) -> None:
        """Show or hide the minimap."""
        self.map_wanted = not self.map_wanted
        self._canvas.place_overlays()

    def needs_map(self, room: QSize) -> bool:
        """Whether the minimap fits and something is out of view."""
        if not self.map_wanted or room.width() < 480 or room.height() < 320:
            return False
        content = self._canvas.content
        return not content.isEmpty() and not self.visible_area().contains(content)

    def edge_scroll(self, at: QPoint) -> QPoint:
        """The scroll step for a gesture at this point; zero except near an edge."""
        room = self._canvas.viewport().rect()
        if not room.adjusted(-_EDGE, -_EDGE, _EDGE, _EDGE).contains(at):
            return QPoint()
        inner = room.adjusted(_EDGE, _EDGE, -_EDGE, -_EDGE)
        x = (at.x() < inner.left()) - (at.x() > inner.right())
        y = (at.y() < inner.top()) - (at.y() > inner.bottom())
        return QPoint(round(x * _PUSH), round(y * _PUSH))

    def _put(self, point: QPointF, at: QPoint) -> None:
        """Scroll so that a scene position is at a window point."""
        now = self._canvas.mapFromScene(point)
        self.pan_by(at - now)

    def _make_room(self, pixels: QPoint) -> None:
        """Grow the scene before scrolling beyond it."""
        canvas, scene = self._canvas, self._canvas.sheet_scene
        scale = canvas.transform().m11()
        wanted = self.visible_area().translated(-pixels.x() / scale, -pixels.y() / scale)
        if not canvas.sceneRect().contains(wanted):
            margin = math.ceil(max(wanted.width(), wanted.height()))
            scene.setSceneRect(scene.sceneRect().united(wanted.adjusted(-margin, -margin, margin, margin)))

    def _area_of(self, part: Part) -> QRectF:
        scene = self._canvas.sheet_scene
        if isinstance(part, tuple) and isinstance(part[0], EndpointPath):
            shape = scene.wires.shape_of(part)
            return QRectF() if shape is None else shape.path.boundingRect().adjusted(-1, -1, 1, 1)
        item = scene.item_of(part)
        return QRectF() if item is None else item.area

    def _end_flash(self) -> None:
        self._flash = None
        self._canvas.viewport().update()


def set_up(canvas: Canvas) -> None:
    """Configure the view flags of a canvas."""
    canvas.setScene(canvas.sheet_scene)
    canvas.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.TextAntialiasing)
    canvas.setFrameShape(QFrame.Shape.NoFrame)
    canvas.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    canvas.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    canvas.setViewportUpdateMode(QGraphicsView.ViewportUpdateMode.SmartViewportUpdate)
    canvas.setTransformationAnchor(QGraphicsView.ViewportAnchor.NoAnchor)
    canvas.setResizeAnchor(QGraphicsView.ViewportAnchor.NoAnchor)
    canvas.setOptimizationFlag(QGraphicsView.OptimizationFlag.DontAdjustForAntialiasing)
    canvas.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    canvas.setAcceptDrops(True)
    canvas.setMouseTracking(True)
    canvas.viewport().setMouseTracking(True)
    canvas.setAccessibleName(tr("Design page"))
    if QPixmapCache.cacheLimit() < _CACHE_KB:
        QPixmapCache.setCacheLimit(_CACHE_KB)


def _shift(low: float, high: float, seen_low: float, seen_high: float) -> float:
    if low < seen_low:
        return low - seen_low
    return max(0.0, min(high - seen_high, low - seen_low))
