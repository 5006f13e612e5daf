# SPDX-License-Identifier: BSD-3-Clause
"""The widget of a space: renders on demand, and emits mouse and key input."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from PySide6.QtCore import QCoreApplication, QEvent, QMimeData, QPoint, QPointF, Qt, QTimer, QUrl, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QDragEnterEvent,
    QDragLeaveEvent,
    QDragMoveEvent,
    QDropEvent,
    QFocusEvent,
    QGuiApplication,
    QKeyEvent,
    QMouseEvent,
    QOpenGLContext,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtQuickWidgets import QQuickWidget
from PySide6.QtWidgets import QWidget

from objects_library.desktops.desktop_3d.scene.camera import Ray
from objects_library.desktops.desktop_3d.scene.scene_renderer import SceneRenderer

_SCENE = Path(__file__).with_name("scene.qml")
_FRAME = 30
"""Milliseconds between two frames."""

_FARTHEST_GROUND = 20
"""How far away the ground is still pointed at, in distances of the camera."""


def no_graphics() -> str:
    """Why 3D rendering is not available; empty if it is."""
    platform = QGuiApplication.platformName()
    if platform in ("offscreen", "minimal", "vnc", "linuxfb"):
        return _tr("There is no OpenGL on this display ({name}).").format(name=platform)
    context = QOpenGLContext()
    if not context.create():
        return _tr("There is no OpenGL on this computer: install libgl1-mesa-dri or a driver.")
    return ""


class SceneError(Exception):
    """The scene cannot be loaded: a part of Qt is missing or has another version."""


class Viewport(QQuickWidget):
    """The widget of the scene; user input is emitted as signals."""

    pressed = Signal(QMouseEvent)
    dragged = Signal(QMouseEvent)
    released = Signal(QMouseEvent)
    hovered = Signal(QMouseEvent)
    double_clicked = Signal(QMouseEvent)
    wheeled = Signal(QWheelEvent)
    key_pressed = Signal(QKeyEvent)
    key_released = Signal(QKeyEvent)
    left_alone = Signal()
    """All keys were released."""
    menu_asked = Signal(QPoint)
    drag_moved = Signal(QDragMoveEvent)
    drag_entered = Signal(QDragEnterEvent)
    drag_left = Signal()
    dropped = Signal(object, QPointF)
    themed = Signal()
    """The palette has changed."""
    frame = Signal()
    """The next frame is due."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.failure = ""
        self.wants: Callable[[QKeyEvent], bool] = lambda _: False
        """Whether a key is for the space."""
        self.choose_next: Callable[[int], bool] = lambda _: False
        """Select the next thing; returns whether there is one."""
        self.sceneGraphError.connect(self._fail)
        self.setResizeMode(QQuickWidget.ResizeMode.SizeRootObjectToView)
        self.setSource(QUrl.fromLocalFile(str(_SCENE)))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAcceptDrops(True)
        self.setMouseTracking(True)
        self.setMinimumSize(160, 120)
        self.setAccessibleName(self.tr("Space"))
        scene: Any = self.rootObject()
        if scene is None:
            raise SceneError("; ".join(error.toString() for error in self.errors()))
        self.renderer = SceneRenderer(scene, self.palette(), self)
        self.setClearColor(self.renderer.sky)
        self._timer = QTimer(self, interval=_FRAME, timerType=Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self.frame)

    @property
    def running(self) -> bool:
        """Whether frames are produced."""
        return self._timer.isActive()

    def run(self, on: bool = True) -> None:
        """Start or stop producing frames."""
        if on and not self._timer.isActive():
            self._timer.start()
        elif not on:
            self._timer.stop()

    def ray_at(self, point: QPointF | QPoint) -> Ray:
        """The ray through a pixel."""
        return self.renderer.camera.ray(point.x(), point.y(), self.width(), self.height())

    # Where others point: on the ground, which everybody sees from elsewhere

    def content_at(self, at: QPointF) -> tuple[float, float] | None:
        """The point of the ground at a pixel; None in the sky."""
        ray = self.ray_at(at)
        far = ray.meets_level(0.0)
        if far is None or far > _FARTHEST_GROUND * self.renderer.camera.distance:
            return None
        x, _, z = ray.at(far)
        return x, z

    def pixel_of(self, x: float, y: float) -> QPointF | None:
        """The pixel of a point of the ground; None if it is behind the camera."""
        found = self.renderer.camera.pixel((x, 0.0, y), self.width(), self.height())
        return None if found is None else QPointF(*found)

    # Qt events

    def event(self, event: QEvent) -> bool:
        """Claim keys such as F for the space; others are left to menus."""
        if isinstance(event, QKeyEvent) and event.type() is QEvent.Type.ShortcutOverride and self.wants(event):
            event.accept()
            return True
        return super().event(event)

    def changeEvent(self, event: QEvent) -> None:
        """Follow the theme."""
        super().changeEvent(event)
        if event.type() is QEvent.Type.PaletteChange and hasattr(self, "renderer"):
            self.renderer.apply_theme(self.palette())
            self.setClearColor(self.renderer.sky)
            self.themed.emit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Update the levels of detail."""
        super().resizeEvent(event)
        self.renderer.height = float(max(1, self.height()))
        self.renderer.look_around()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Begin a gesture."""
        self.setFocus()
        self.pressed.emit(event)
        event.accept()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Continue a gesture, or hover."""
        (self.dragged if event.buttons() else self.hovered).emit(event)
        event.accept()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """End the gesture."""
        self.released.emit(event)
        event.accept()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Go there, or work in it."""
        self.double_clicked.emit(event)
        event.accept()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Zoom."""
        self.wheeled.emit(event)
        event.accept()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Open the menu by key; gestures handle the mouse."""
        if event.reason() is QContextMenuEvent.Reason.Keyboard:
            self.menu_asked.emit(self.mapToGlobal(self.rect().center()))
        event.accept()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Handle a key press."""
        event.ignore()
        self.key_pressed.emit(event)

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        """Handle the release of a key."""
        event.ignore()
        self.key_released.emit(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Release all keys."""
        super().focusOutEvent(event)
        self.left_alone.emit()

    def focusNextPrevChild(self, forward: bool) -> bool:
        """Tab selects the next item; after the last one it leaves the canvas."""
        return self.choose_next(1 if forward else -1) or super().focusNextPrevChild(forward)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Accept a drag; whether it fits is checked over things."""
        self.drag_entered.emit(event)

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        """Show what the data would become."""
        self.drag_moved.emit(event)

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        """The drag has left."""
        self.drag_left.emit()
        event.accept()

    def dropEvent(self, event: QDropEvent) -> None:
        """Insert the data."""
        event.acceptProposedAction()
        data: QMimeData = event.mimeData()
        self.dropped.emit(data, event.position())
        self.drag_left.emit()

    def _fail(self, error: object, message: str) -> None:  # noqa: ARG002 - Qt's signal
        self.failure = " ".join(message.split())


def _tr(text: str) -> str:
    return QCoreApplication.translate("Stage", text)
