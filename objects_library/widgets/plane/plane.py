# SPDX-License-Identifier: BSD-3-Clause
"""The widget of a plane: panning, zooming, tiles, and an overlay."""

from __future__ import annotations

from time import monotonic
from typing import cast

from PySide6.QtCore import QEvent, QPointF, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import (
    QFocusEvent,
    QKeyEvent,
    QMouseEvent,
    QNativeGestureEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QWidget

from objects_library.widgets.plane.camera import Camera
from objects_library.widgets.plane.pointers import Pointers
from objects_library.widgets.plane.tiles import Tiles

_FRAME = 16
_PUSH = 80
_STEP = 1.25


class PlaneWidget(QWidget):
    """The widget of a plane; subclasses paint it and handle the pointer."""

    view_changed = Signal()
    pointed = Signal(QPointF, bool)
    """The pointer position on the plane, and whether it has left."""
    key_pressed = Signal(QKeyEvent)
    wheel_zooms = False
    """Whether the wheel zooms, or only with Ctrl."""

    def __init__(self, scales: tuple[float, float], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.camera = Camera(scales)
        self.tiles = Tiles(self.paint_ground)
        self.pointers = Pointers()
        self.frames = 0
        """The number of painted frames."""
        self.complete = False
        """Whether the last frame had all its tiles."""
        self._pushing: QPointF | None = None
        self._space = False
        self._ticker = QTimer(self, interval=_FRAME, timerType=Qt.TimerType.PreciseTimer)
        self._ticker.timeout.connect(self._tick)
        self._resting = QTimer(self, singleShot=True)
        self._resting.timeout.connect(self.keep_moving)
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)

    # For subclasses

    def paint_ground(self, painter: QPainter, area: QRectF) -> None:
        """Paint resting content, in coordinates of the plane."""

    def paint_over(self, painter: QPainter) -> None:
        """Paint moving content and overlays, in coordinates of the window."""

    def background(self, painter: QPainter) -> None:
        """Paint the background."""
        painter.fillRect(self.rect(), self.palette().base())

    def pointer_pressed(self, event: QMouseEvent, point: QPointF) -> None:
        """Handle a press of the left button at a point of the plane."""

    def pointer_moved(self, event: QMouseEvent, point: QPointF) -> None:
        """Handle a move of the pointer, with or without a button."""

    def pointer_released(self, event: QMouseEvent, point: QPointF) -> None:
        """Handle the release of the left button."""

    def advance(self, now: float) -> bool:
        """Advance moving content; returns whether it still moves."""
        zooming = self.camera.advance(now)
        if self.camera.scale != self._emitted_scale:
            self._emit_view_changed()
        return zooming or self.pointers.moving(now)

    def cursor_at_rest(self) -> Qt.CursorShape:
        """The cursor without a gesture."""
        return Qt.CursorShape.ArrowCursor

    # View

    _emitted_scale = 0.0

    def keep_moving(self) -> None:
        """Draw frames until nothing moves any more."""
        if not self._ticker.isActive():
            self._ticker.start()
        self.update()

    def zoom_by(self, factor: float, at: QPointF | None = None, *, smoothly: bool = True) -> None:
        """Zoom; the point under the pointer stays."""
        point = at if at is not None else QPointF(self.width() / 2, self.height() / 2)
        self.camera.zoom(factor, point, smoothly=smoothly)
        self._emit_view_changed()
        self.keep_moving()

    def push_by(self, across: float, down: float) -> None:
        """Pan by pixels."""
        self.camera.push(QPointF(across, down))
        self._emit_view_changed()
        self.update()

    def look_at(self, x: float, y: float, scale: float | None = None) -> None:
        """Set the view without animation."""
        self.camera.look_at(x, y, scale)
        self._emit_view_changed()
        self.update()

    def show_area(self, area: QRectF) -> None:
        """Show an area."""
        self.camera.show(area)
        self._emit_view_changed()
        self.update()

    def _emit_view_changed(self) -> None:
        self._emitted_scale = self.camera.scale
        self.view_changed.emit()

    def _tick(self) -> None:
        if not self.advance(monotonic()):
            self._ticker.stop()
            wait = self.pointers.next_rest(monotonic())
            if wait is not None and self.pointers.people:
                self._resting.start(round(wait * 1000) + 1)
        self.update()

    # Qt events

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002 - Qt's signature
        """Paint background, tiles and overlay."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self.background(painter)
        self.complete = not self.tiles.draw(painter, self.camera, self.devicePixelRatioF())
        if not self.complete:
            QTimer.singleShot(0, self, self.update)
        self.paint_over(painter)
        self.frames += 1

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the centre."""
        self.camera.size = event.size()
        self._emit_view_changed()
        super().resizeEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Pan with the middle button or Space; subclasses handle the rest."""
        left = event.button() is Qt.MouseButton.LeftButton
        if event.button() is Qt.MouseButton.MiddleButton or (left and self._space):
            self.begin_push(event.position())
        elif left:
            self.pointer_pressed(event, self.camera.to_plane(event.position()))

    def begin_push(self, at: QPointF) -> None:
        """Begin to pan."""
        self._pushing = at
        self.setCursor(Qt.CursorShape.ClosedHandCursor)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Continue the gesture."""
        if self._pushing is not None:
            by = event.position() - self._pushing
            self._pushing = event.position()
            self.push_by(by.x(), by.y())
        point = self.camera.to_plane(event.position())
        self.pointed.emit(point, False)
        self.pointer_moved(event, point)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """End the gesture."""
        if self._pushing is not None:
            self._pushing = None
            self.setCursor(Qt.CursorShape.OpenHandCursor if self._space else self.cursor_at_rest())
        if event.button() is Qt.MouseButton.LeftButton:
            self.pointer_released(event, self.camera.to_plane(event.position()))

    def leaveEvent(self, event: QEvent) -> None:
        """Report that the pointer has left."""
        self.pointed.emit(QPointF(self.camera.x, self.camera.y), True)
        super().leaveEvent(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Zoom or scroll."""
        with_ctrl = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
        if with_ctrl or self.wheel_zooms:
            self.zoom_by(1.0025 ** event.angleDelta().y(), event.position())
        else:
            by = event.pixelDelta() if not event.pixelDelta().isNull() else event.angleDelta() / 2
            if event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
                by = by.transposed()
            self.push_by(by.x(), by.y())
        event.accept()

    def event(self, event: QEvent) -> bool:
        """Zoom by pinching."""
        if event.type() is QEvent.Type.NativeGesture:
            gesture = cast("QNativeGestureEvent", event)
            if gesture.gestureType() is Qt.NativeGestureType.ZoomNativeGesture:
                self.zoom_by(1 + gesture.value(), gesture.position(), smoothly=False)
                return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Arrows pan, plus and minus zoom; other keys are emitted."""
        pushes = {
            Qt.Key.Key_Left: (_PUSH, 0), Qt.Key.Key_Right: (-_PUSH, 0),
            Qt.Key.Key_Up: (0, _PUSH), Qt.Key.Key_Down: (0, -_PUSH),
        }  # fmt: skip
        plain = not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        if event.key() == Qt.Key.Key_Space and not event.isAutoRepeat():
            self._space = True
            self.setCursor(Qt.CursorShape.OpenHandCursor)
        elif event.key() in (Qt.Key.Key_Plus, Qt.Key.Key_Equal):
            self.zoom_by(_STEP)
        elif event.key() == Qt.Key.Key_Minus:
            self.zoom_by(1 / _STEP)
        elif plain and event.key() in pushes and not self.takes_arrows():
            self.push_by(*pushes[Qt.Key(event.key())])
        else:
            event.ignore()
            self.key_pressed.emit(event)

    def takes_arrows(self) -> bool:
        """Whether arrow keys do something else than panning."""
        return False

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        """Handle the release of Space."""
        if event.key() == Qt.Key.Key_Space and not event.isAutoRepeat():
            self._space = False
            self.setCursor(self.cursor_at_rest())
        super().keyReleaseEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Release all keys."""
        self._space = False
        self.setCursor(self.cursor_at_rest())
        super().focusOutEvent(event)

    def changeEvent(self, event: QEvent) -> None:
        """Follow the palette."""
        if event.type() is QEvent.Type.PaletteChange:
            self.tiles.forget()
            self.update()
        super().changeEvent(event)
