"""The window into a space: draws it on demand, and turns mouse and keys into what people want."""

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
"""Milliseconds between two frames of what moves."""


def no_graphics() -> str:
    """Why nothing can be drawn in three dimensions here, in words; empty if it can."""
    platform = QGuiApplication.platformName()
    if platform in ("offscreen", "minimal", "vnc", "linuxfb"):
        return _tr("There is no OpenGL on this display ({name}).").format(name=platform)
    context = QOpenGLContext()
    if not context.create():
        return _tr("There is no OpenGL on this computer: install libgl1-mesa-dri or a driver.")
    return ""


class SceneError(Exception):
    """The scene cannot be read: a part of Qt is missing or of another version."""


class Viewport(QQuickWidget):
    """Shows the scene; what people do comes out as signals."""

    pressed = Signal(QMouseEvent)
    dragged = Signal(QMouseEvent)
    released = Signal(QMouseEvent)
    hovered = Signal(QMouseEvent)
    double_clicked = Signal(QMouseEvent)
    wheeled = Signal(QWheelEvent)
    key_pressed = Signal(QKeyEvent)
    key_released = Signal(QKeyEvent)
    left_alone = Signal()
    """Nobody has the keys in the hand any more."""
    menu_asked = Signal(QPoint)
    drag_moved = Signal(QDragMoveEvent)
    drag_entered = Signal(QDragEnterEvent)
    drag_left = Signal()
    dropped = Signal(object, QPointF)
    themed = Signal()
    """The colours are others than before."""
    frame = Signal()
    """It is time for the next frame of what moves."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.failure = ""
        self.wants: Callable[[QKeyEvent], bool] = lambda _: False
        """Whether a key is for the space."""
        self.choose_next: Callable[[int], bool] = lambda _: False
        """Goes on to the next thing; says whether there is one."""
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
        """Whether frames are being made."""
        return self._timer.isActive()

    def run(self, on: bool = True) -> None:
        """Make frames from now on, or none."""
        if on and not self._timer.isActive():
            self._timer.start()
        elif not on:
            self._timer.stop()

    def ray_at(self, point: QPointF | QPoint) -> Ray:
        """From the eye through a pixel."""
        return self.renderer.camera.ray(point.x(), point.y(), self.width(), self.height())

    # What Qt tells

    def event(self, event: QEvent) -> bool:
        """Keys such as F are for the space; those that it does not know are for menus around it."""
        if (
            isinstance(event, QKeyEvent)
            and event.type() is QEvent.Type.ShortcutOverride
            and self.wants(event)
        ):
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
        """What is larger has more details."""
        super().resizeEvent(event)
        self.renderer.height = float(max(1, self.height()))
        self.renderer.look_around()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Take hold of something."""
        self.setFocus()
        self.pressed.emit(event)
        event.accept()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Go on with it, or only look."""
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
        """Nearer or farther."""
        self.wheeled.emit(event)
        event.accept()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """By the key; the mouse asks by itself."""
        if event.reason() is QContextMenuEvent.Reason.Keyboard:
            self.menu_asked.emit(self.mapToGlobal(self.rect().center()))
        event.accept()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """A key goes down."""
        event.ignore()
        self.key_pressed.emit(event)

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        """A key comes up."""
        event.ignore()
        self.key_released.emit(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Keys that are held down count no more."""
        super().focusOutEvent(event)
        self.left_alone.emit()

    def focusNextPrevChild(self, forward: bool) -> bool:
        """Tab goes from thing to thing; after the last one it leaves."""
        return self.choose_next(1 if forward else -1) or super().focusNextPrevChild(forward)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Something comes along; whether it fits is seen when it is over something."""
        self.drag_entered.emit(event)

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        """Say what would become of it."""
        self.drag_moved.emit(event)

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        """It went elsewhere."""
        self.drag_left.emit()
        event.accept()

    def dropEvent(self, event: QDropEvent) -> None:
        """Take it."""
        event.acceptProposedAction()
        data: QMimeData = event.mimeData()
        self.dropped.emit(data, event.position())
        self.drag_left.emit()

    def _fail(self, error: object, message: str) -> None:  # noqa: ARG002 - Qt's signal
        self.failure = " ".join(message.split())


def _tr(text: str) -> str:
    return QCoreApplication.translate("Stage", text)
