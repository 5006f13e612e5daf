"""The widget of a plane: pushing and zooming, tiles below, what moves above."""

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
    """A plane; subclasses paint it and say what hands do on it."""

    view_changed = Signal()
    pointed = Signal(QPointF, bool)
    """Where the pointer is on the plane, and whether it has left."""
    key_pressed = Signal(QKeyEvent)
    wheel_zooms = False
    """Whether the wheel zooms by itself, or only with Ctrl."""

    def __init__(self, scales: tuple[float, float], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.camera = Camera(scales)
        self.tiles = Tiles(self.paint_ground)
        self.pointers = Pointers()
        self.frames = 0
        """How many frames were painted so far."""
        self.complete = False
        """Whether the last frame had all its tiles."""
        self._pushing: QPointF | None = None
        self._space = False
        self._ticker = QTimer(self, interval=_FRAME, timerType=Qt.TimerType.PreciseTimer)
        self._ticker.timeout.connect(self._tick)
        self._resting = QTimer(self, singleShot=True)
        self._resting.timeout.connect(self._rest)
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)

    # For subclasses

    def paint_ground(self, painter: QPainter, area: QRectF) -> None:
        """Paint a part of what rests, in coordinates of the plane."""

    def paint_over(self, painter: QPainter) -> None:
        """Paint what moves and what is always on top, in coordinates of the window."""

    def background(self, painter: QPainter) -> None:
        """Paint what is below everything."""
        painter.fillRect(self.rect(), self.palette().base())

    def pointer_pressed(self, event: QMouseEvent, point: QPointF) -> None:
        """The left button is pressed at a point of the plane."""

    def pointer_moved(self, event: QMouseEvent, point: QPointF) -> None:
        """The pointer moves, with or without a button."""

    def pointer_released(self, event: QMouseEvent, point: QPointF) -> None:
        """The left button is let go."""

    def advance(self, now: float) -> bool:
        """Go on with what moves by itself; says whether something does."""
        zooming = self.camera.advance(now)
        if self.camera.scale != self._emitted_scale:
            self._emit_view_changed()
        return zooming or self.pointers.moving(now)

    def cursor_at_rest(self) -> Qt.CursorShape:
        """How the pointer looks when nothing is held."""
        return Qt.CursorShape.ArrowCursor

    # View

    _emitted_scale = 0.0

    def keep_moving(self) -> None:
        """Something moves by itself from now on: draw frame after frame until nothing does."""
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
        """Push the plane by pixels."""
        self.camera.push(QPointF(across, down))
        self._emit_view_changed()
        self.update()

    def look_at(self, x: float, y: float, scale: float | None = None) -> None:
        """Look elsewhere, at once."""
        self.camera.look_at(x, y, scale)
        self._emit_view_changed()
        self.update()

    def show_area(self, area: QRectF) -> None:
        """See all of an area."""
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
                self._resting.start(round(wait * 1000) + 20)
        self.update()

    def _rest(self) -> None:
        self.update()
        wait = self.pointers.next_rest(monotonic())
        if wait is not None:
            self._resting.start(round(wait * 1000) + 20)

    # Qt events

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002 - Qt's signature
        """Below, tiles, above."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self.background(painter)
        self.complete = not self.tiles.draw(painter, self.camera, self.devicePixelRatioF())
        if not self.complete:
            QTimer.singleShot(0, self, self.update)
        self.paint_over(painter)
        self.frames += 1

    def resizeEvent(self, event: QResizeEvent) -> None:
        """What is in the middle stays there."""
        self.camera.size = event.size()
        self._emit_view_changed()
        super().resizeEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Push with the middle button or with Space; the rest is for subclasses."""
        left = event.button() is Qt.MouseButton.LeftButton
        if event.button() is Qt.MouseButton.MiddleButton or (left and self._space):
            self.begin_push(event.position())
        elif left:
            self.pointer_pressed(event, self.camera.to_plane(event.position()))

    def begin_push(self, at: QPointF) -> None:
        """The hand has hold of the plane."""
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
        """The pointer is elsewhere."""
        self.pointed.emit(QPointF(self.camera.x, self.camera.y), True)
        super().leaveEvent(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Nearer or farther, or elsewhere."""
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
        """Two fingers that go apart on a trackpad zoom, too."""
        if event.type() is QEvent.Type.NativeGesture:
            gesture = cast("QNativeGestureEvent", event)
            if gesture.gestureType() is Qt.NativeGestureType.ZoomNativeGesture:
                self.zoom_by(1 + gesture.value(), gesture.position(), smoothly=False)
                return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Arrows push, plus and minus zoom; everything else is said."""
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
        """Whether arrows move something else than the plane now."""
        return False

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        """Space is let go."""
        if event.key() == Qt.Key.Key_Space and not event.isAutoRepeat():
            self._space = False
            self.setCursor(self.cursor_at_rest())
        super().keyReleaseEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Keys that are held are let go elsewhere."""
        self._space = False
        self.setCursor(self.cursor_at_rest())
        super().focusOutEvent(event)

    def changeEvent(self, event: QEvent) -> None:
        """In another theme everything has other colours."""
        if event.type() is QEvent.Type.PaletteChange:
            self.tiles.forget()
            self.update()
        super().changeEvent(event)
