# SPDX-License-Identifier: BSD-3-Clause
"""Live objects on surfaces: drawn into textures, more often when near; they accept input."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from time import monotonic
from uuid import UUID

from PySide6.QtCore import QEvent, QObject, QPointF, QRect, QRectF, Qt, QTimer
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QImage, QKeyEvent, QMouseEvent, QPainter, QPen, QWheelEvent
from PySide6.QtWidgets import QApplication, QFrame, QGraphicsProxyWidget, QGraphicsScene, QGraphicsView, QWidget

from app.runtime.library import Context
from objects_library.desktops.desktop_3d.scene.bodies import Body
from objects_library.desktops.desktop_3d.scene.instancing import LIVE
from objects_library.desktops.desktop_3d.scene.level_of_detail import updates_per_second
from objects_library.desktops.desktop_3d.scene.viewport import Viewport
from objects_library.desktops.desktop_3d.things import Thing
from objects_library.widgets.embedding import HOST, EmbeddedPlacement, ObjectEmbedder

WIDE, TALL, HEADER = 560, 400, 32
"""Pixels of a surface, and of its title strip."""
_AWAKE_PIXELS = 10.0
"""Smaller surfaces sleep."""
_SHARP = 220.0
"""Pixels from which a surface is drawn with all details."""


class ObjectSurface(QObject):
    """An object in an offscreen graphics scene."""

    def __init__(self, parent: QObject, host: QWidget, widget: QWidget, changed: Callable[[], None]) -> None:
        super().__init__(parent)
        self._changed = changed
        self.scene = QGraphicsScene(0, 0, WIDE, TALL, self)
        self.scene.setProperty(HOST, host)
        self.scene.changed.connect(self._notify)
        self.view = QGraphicsView(self.scene)  # without a parent, which would get the events that it ignores
        self.view.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
        self.view.setFrameShape(QFrame.Shape.NoFrame)
        self.view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.view.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.view.resize(WIDE, TALL)
        self.view.viewport().setMouseTracking(True)
        self.proxy = QGraphicsProxyWidget()
        widget.setMinimumSize(0, 0)
        self.proxy.setWidget(widget)
        self.scene.addItem(self.proxy)
        self.proxy.setGeometry(QRectF(0, 0, WIDE, TALL))
        QApplication.sendEvent(self.scene, QEvent(QEvent.Type.WindowActivate))

    def _notify(self) -> None:
        self._changed()

    def draw(self, painter: QPainter, area: QRect) -> None:
        """Paint the present appearance."""
        self.scene.render(painter, QRectF(area), QRectF(0, 0, WIDE, TALL))

    def mouse(self, event: QMouseEvent, kind: QEvent.Type, at: QPointF) -> None:
        """Send a mouse event to the object."""
        viewport = self.view.viewport()
        there = QMouseEvent(kind, at, event.globalPosition(), event.button(), event.buttons(), event.modifiers())
        QApplication.sendEvent(viewport, there)

    def wheel(self, event: QWheelEvent, at: QPointF) -> None:
        """Send a wheel event to the object."""
        there = QWheelEvent(
            at, event.globalPosition(), event.pixelDelta(), event.angleDelta(), event.buttons(),
            event.modifiers(), event.phase(), event.inverted(),
        )  # fmt: skip
        QApplication.sendEvent(self.view.viewport(), there)

    def key(self, event: QKeyEvent) -> None:
        """Send a key to the focused widget inside."""
        QApplication.sendEvent(self.scene, event)

    def focus(self) -> None:
        """Set the keyboard focus."""
        self.proxy.setFocus(Qt.FocusReason.TabFocusReason)
        self.scene.setFocusItem(self.proxy)
        widget = self.proxy.widget()
        if widget is not None:
            (widget.focusProxy() or widget).setFocus(Qt.FocusReason.TabFocusReason)

    def end(self) -> None:
        """Release the widget; its creator closes it."""
        widget = self.proxy.widget()
        self.proxy.setWidget(None)  # type: ignore[arg-type]  # Qt takes none
        if widget is not None:
            widget.setParent(None)
        self.view.deleteLater()
        self.deleteLater()


class Surfaces(ObjectEmbedder):
    """All live objects of a space, on surfaces of their own or on models."""

    def __init__(self, viewport: Viewport, context: Context, paints: Callable[[Thing], bool]) -> None:
        super().__init__(viewport, context)
        self.paints = paints
        self._viewport = viewport
        self._renderer = viewport.renderer
        self.screens: dict[UUID, ObjectSurface] = {}
        self._dirty: dict[UUID, float] = {}
        """Since when the picture of each is outdated."""
        self._drawn_at: dict[UUID, float] = {}
        self.draws: dict[UUID, int] = {}
        """How often each was drawn."""
        self._drawn_settled: set[UUID] = set()
        """Those drawn with complete content; a film is always due again."""
        self._drawing = QTimer(self, singleShot=True, timerType=Qt.TimerType.PreciseTimer)
        self._drawing.timeout.connect(self._draw_due)
        self.used: UUID | None = None
        """The object that the user works in."""

    # Interface of the embedder

    def placed(self) -> Iterator[EmbeddedPlacement]:
        """The objects among the things; tiny ones sleep."""
        now, eye = monotonic(), self._renderer.camera.position()
        for body in list(self._renderer.bodies.values()):
            thing = body.thing
            if not thing.reference or body.key != thing.item or self.paints(thing):
                continue
            pose = body.track.at(now)
            size = body.pixels(eye, pose, self._renderer.height)
            seen = self._renderer.camera.pixel(body.middle(pose), self._viewport.width(), self._viewport.height())
            beyond = max(self._viewport.width(), self._viewport.height(), 1)
            near = seen is not None and max(abs(seen[0]), abs(seen[1])) < 2 * beyond
            yield EmbeddedPlacement(thing.item, thing.reference[0], near and size >= _AWAKE_PIXELS, -size)

    def show_widget(self, name: UUID, widget: QWidget) -> None:
        """Start drawing an object."""
        self.screens[name] = ObjectSurface(self, self._viewport, widget, lambda: self._soil(name))
        self._soil(name)

    def put_away(self, name: UUID) -> None:
        """Keep its last picture."""
        screen = self.screens.pop(name, None)
        if screen is not None:
            screen.end()
        if self.used == name:
            self.used = None

    def show_message(self, name: UUID, words: str) -> None:
        """Show a text instead of a view."""
        body = self._renderer.bodies.get(name)
        if body is not None:
            body.words = words
            self._draw(name, body)

    def is_used(self, name: UUID) -> bool:
        """Whether the user works in it."""
        return self.used == name

    def leave(self, name: UUID) -> None:
        """Remove an object."""
        self.put_away(name)
        for held in (self._dirty, self._drawn_at, self.draws):
            held.pop(name, None)
        self._drawn_settled.discard(name)
        super().leave(name)

    @property
    def settled(self) -> bool:
        """Whether all visible objects show something, or never will."""
        seen = [placed.name for placed in self.placed() if placed.in_sight]
        drawn = (name not in self._dirty or name in self._drawn_settled for name in seen)
        return not self.looking and all(map(self.has_settled, seen)) and all(drawn)

    # Drawing

    def show_empty(self, body: Body) -> None:
        """Show an empty surface with the title until the object is awake."""
        self._draw(body.thing.item, body)

    def look_again(self) -> None:
        """Check after a move of the camera which surfaces are due."""
        if self._dirty:
            self._plan()

    def _soil(self, name: UUID) -> None:
        self._dirty.setdefault(name, monotonic())
        self._plan()

    def _rate(self, name: UUID) -> float:
        body = self._renderer.bodies.get(name)
        if body is None:
            return 0.0
        eye = self._renderer.camera.position()
        return updates_per_second(body.pixels(eye, body.track.at(monotonic()), self._renderer.height))

    def _plan(self) -> None:
        """Schedule the next redraw; unreadable surfaces wait until the camera is near."""
        now = monotonic()
        waits = []
        for name in self._dirty:
            rate = self._rate(name)
            if name not in self._drawn_at:
                waits.append(0.0)
            elif rate > 0:
                waits.append(max(0.0, self._drawn_at[name] + 1 / rate - now))
        if waits:
            self._drawing.start(max(1, round(1000 * min(waits))))

    def _draw_due(self) -> None:
        now = monotonic()
        for name in list(self._dirty):
            body = self._renderer.bodies.get(name)
            if body is None:
                del self._dirty[name]
                continue
            rate = self._rate(name)
            first = name not in self._drawn_at
            if first or (rate > 0 and now >= self._drawn_at[name] + 1 / rate - 0.002):
                del self._dirty[name]
                self._draw(name, body)
        self._plan()

    def _draw(self, name: UUID, body: Body) -> None:
        self._drawn_at[name] = monotonic()
        self.draws[name] = self.draws.get(name, 0) + 1
        worn = body.thing.kind == "model"
        image = QImage(WIDE, TALL if worn else TALL + HEADER, QImage.Format.Format_RGBA8888)
        palette = self._viewport.palette()
        image.fill(palette.base().color())
        painter = QPainter(image)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        area = image.rect() if worn else image.rect().adjusted(0, HEADER, 0, 0)
        screen = self.screens.get(name)
        if screen is not None:
            screen.draw(painter, area)
            if self.has_settled(name):
                self._drawn_settled.add(name)
        else:
            painter.setPen(palette.placeholderText().color())
            text = body.words or self.tr("Starting …")
            flags = Qt.AlignmentFlag.AlignCenter.value | Qt.TextFlag.TextWordWrap.value
            painter.drawText(area.adjusted(24, 24, -24, -24), flags, text)
        if not worn:
            self._draw_header(painter, body, palette.window().color(), palette.text().color())
            painter.setPen(QPen(palette.mid().color(), 3))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(image.rect().adjusted(1, 1, -2, -2))
        painter.end()
        if worn:
            body.picture = f"{LIVE}{name}"
            self._renderer.textures.put(body.picture, self._as_seen(body, image))
            self._renderer.redraw(body)
        else:
            self._renderer.textures.put(("picture", name), self._as_seen(body, image))
            self._renderer.show_picture(body, ("picture", name))

    def _as_seen(self, body: Body, image: QImage) -> QImage:
        """Draw fewer pixels from afar; the graphics card would skip them anyway."""
        eye = self._renderer.camera.position()
        size = body.pixels(eye, body.track.at(monotonic()), self._renderer.height)
        if size >= _SHARP:
            return image
        share = 0.5 if size >= _SHARP / 3 else 0.25
        return image.scaled(image.size() * share, mode=Qt.TransformationMode.SmoothTransformation)

    @staticmethod
    def _draw_header(painter: QPainter, body: Body, paper: QColor, ink: QColor) -> None:
        painter.fillRect(QRect(0, 0, WIDE, HEADER), paper)
        font = QFont(painter.font())
        font.setPixelSize(16)
        font.setWeight(QFont.Weight.DemiBold)
        painter.setFont(font)
        painter.setPen(ink)
        title = QFontMetricsF(font).elidedText(body.thing.title, Qt.TextElideMode.ElideRight, WIDE - 28)
        painter.drawText(QRect(14, 0, WIDE - 28, HEADER), Qt.AlignmentFlag.AlignVCenter, title)

    # Actions of the user

    def place_on(self, name: UUID, on_surface: tuple[float, float]) -> QPointF | None:
        """The pixel of the object at a point of its surface; None on the title strip."""
        if name not in self.screens:
            return None
        across, down = on_surface[0] * WIDE, on_surface[1] * (TALL + HEADER) - HEADER
        return QPointF(across, down) if down >= 0 else None

    def use(self, name: UUID | None) -> None:
        """Give the keyboard focus to an object."""
        self.used = name if name in self.screens else None

    def key(self, event: QKeyEvent) -> bool:
        """Send a key to the object in use; returns whether there is one."""
        screen = self.screens.get(self.used) if self.used is not None else None
        if screen is None:
            return False
        screen.key(event)
        event.accept()
        return True
