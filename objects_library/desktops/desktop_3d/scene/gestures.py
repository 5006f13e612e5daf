# SPDX-License-Identifier: BSD-3-Clause
"""Mouse gestures in a space: orbit, pan, drag things, use surfaces."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING
from uuid import UUID

from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent, QWheelEvent

from objects_library.desktops.desktop_3d.scene.bodies import Body, Hit
from objects_library.desktops.desktop_3d.scene.camera import OPENING
from objects_library.desktops.desktop_3d.things import FARTHEST, Transform

if TYPE_CHECKING:
    from objects_library.desktops.desktop_3d.scene.scene_view import SceneView

_CLICK = 5
"""Pixels within which a press is a click."""
_DEGREES = 0.3
"""Degrees of rotation per pixel."""
_HORIZON = 30.0
"""The farthest drag, as a multiple of the first distance: near the horizon a pixel is very far."""

Places = dict[UUID, Transform]


class SceneGestures:
    """The mouse gestures of a view."""

    def __init__(self, scene_view: SceneView) -> None:
        self._scene = scene_view
        self._viewport = scene_view.viewport
        self._go: Callable[[QMouseEvent], None] | None = None
        self._end: Callable[[QMouseEvent], None] | None = None
        self._start = QPoint()
        self._last = QPointF()
        self._moved = False
        self._places: Places = {}
        self._hit: Hit | None = None
        viewport = scene_view.viewport
        viewport.pressed.connect(self._press)
        viewport.dragged.connect(self._drag)
        viewport.released.connect(self._release)
        viewport.hovered.connect(self._hover)
        viewport.double_clicked.connect(self._double_click)
        viewport.wheeled.connect(self._wheel)

    @property
    def holds(self) -> set[UUID]:
        """The dragged things."""
        return set(self._places)

    def cancel(self) -> bool:
        """Cancel the drag; returns whether there was one."""
        if not self._places:
            return False
        places, self._places = self._places, {}
        self._go = self._end = None
        self._scene.move_to(places)
        return True

    def _hit_at(self, point: QPointF) -> Hit | None:
        return self._viewport.renderer.pick(self._viewport.ray_at(point))

    def _press(self, event: QMouseEvent) -> None:
        self._start, self._last, self._moved = event.position().toPoint(), event.position(), False
        if event.button() is Qt.MouseButton.MiddleButton:
            self._go, self._end = self._pan, None
            return
        hit = self._hit_at(event.position())
        if event.button() is Qt.MouseButton.RightButton:
            if hit is not None and hit.body.thing.item not in self._scene.chosen:
                self._scene.choose([hit.body.thing.item])
            self._go, self._end = self._orbit, self._ask
            return
        if event.button() is not Qt.MouseButton.LeftButton:
            return
        forced = bool(event.modifiers() & Qt.KeyboardModifier.AltModifier)
        if hit is not None and not forced and self._take_surface(event, hit):
            return
        self._scene.surfaces.use(None)
        if hit is None:
            shift = event.modifiers() & Qt.KeyboardModifier.ShiftModifier
            self._go, self._end = (self._pan if shift else self._orbit), self._choose_nothing
            return
        self._hold(event, hit)

    def _hold(self, event: QMouseEvent, hit: Hit) -> None:
        name = hit.body.thing.item
        self._scene.pointed = hit.body.key
        add = event.modifiers() & (Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier)
        if name not in self._scene.chosen:
            self._scene.choose([*self._scene.chosen, name] if add else [name])
        self._places = self._scene.movable() if self._scene.writable else {}
        self._hit = hit
        if self._places:
            self._go, self._end = self._carry, self._put_down
        else:
            self._go, self._end = self._orbit, None

    def _drag(self, event: QMouseEvent) -> None:
        if (event.position().toPoint() - self._start).manhattanLength() > _CLICK:
            self._moved = True
        if self._go is not None and (self._moved or self._go == self._on_surface):
            self._go(event)
            self._last = event.position()

    def _release(self, event: QMouseEvent) -> None:
        end, self._go, self._end = self._end, None, None
        if end is not None:
            end(event)
        self._places = {}

    # View

    def _orbit(self, event: QMouseEvent) -> None:
        by = event.position() - self._last
        self._viewport.renderer.camera.orbit(by.x() * _DEGREES, -by.y() * _DEGREES)
        self._scene.camera_moved()

    def _pan(self, event: QMouseEvent) -> None:
        by = event.position() - self._last
        camera = self._viewport.renderer.camera
        metre = 2 * camera.distance * OPENING / 57.3 / 2 / max(1, self._viewport.height())
        camera.fly(by.y() * metre, -by.x() * metre, 0)
        self._scene.stop_following()
        self._scene.camera_moved()

    def _choose_nothing(self, event: QMouseEvent) -> None:  # noqa: ARG002 - one of several
        if not self._moved:
            self._scene.choose([])

    def _ask(self, event: QMouseEvent) -> None:
        if not self._moved:
            self._viewport.menu_asked.emit(event.globalPosition().toPoint())

    def _wheel(self, event: QWheelEvent) -> None:
        hit = self._hit_at(event.position())
        if hit is not None and hit.on_surface is not None and self._scene.surfaces.used == hit.body.thing.item:
            at = self._scene.surfaces.place_on(hit.body.thing.item, hit.on_surface)
            if at is not None:
                self._scene.surfaces.screens[hit.body.thing.item].wheel(event, at)
                return
        self._viewport.renderer.camera.zoom(0.9988 ** event.angleDelta().y())
        self._scene.camera_moved()

    def _double_click(self, event: QMouseEvent) -> None:
        hit = self._hit_at(event.position())
        if hit is None:
            far = self._viewport.ray_at(event.position()).meets_level(0.0)
            if far is not None and far < FARTHEST:
                self._scene.go_to(self._viewport.ray_at(event.position()).at(far))
            return
        if hit.on_surface is not None and self._take_surface(event, hit, QEvent.Type.MouseButtonDblClick):
            return
        self._scene.enter(hit.body.thing.item)

    # Dragging

    def _carry(self, event: QMouseEvent) -> None:
        assert self._hit is not None
        modifiers = event.modifiers()
        by = event.position() - QPointF(self._start)
        if modifiers & Qt.KeyboardModifier.ShiftModifier:
            metre = self._hit.far * OPENING / 57.3 / max(1, self._viewport.height())
            self._show({n: replace(p, y=max(0.0, p.y - by.y() * metre)) for n, p in self._places.items()})
        elif modifiers & Qt.KeyboardModifier.ControlModifier:
            turn = by.x() * 0.5
            self._show({n: replace(p, turn=(p.turn + turn) % 360) for n, p in self._places.items()})
        else:
            self._carry_level(event.position())

    def _carry_level(self, point: QPointF) -> None:
        """Drag in the plane of the pressed point."""
        assert self._hit is not None
        height = self._hit.point[1]
        ray = self._viewport.ray_at(point)
        far = ray.meets_level(height)
        if far is None or far > _HORIZON * max(self._hit.far, 10.0):
            return
        first = self._viewport.ray_at(QPointF(self._start)).meets_level(height)
        grip = self._hit.point if first is None else self._viewport.ray_at(QPointF(self._start)).at(first)
        x, _, z = ray.at(far)
        self._show({n: replace(p, x=p.x + x - grip[0], z=p.z + z - grip[2]) for n, p in self._places.items()})

    def _show(self, places: Places) -> None:
        within = {
            name: replace(
                place,
                x=max(-FARTHEST, min(FARTHEST, place.x)),
                y=max(-FARTHEST, min(FARTHEST, place.y)),
                z=max(-FARTHEST, min(FARTHEST, place.z)),
            )
            for name, place in places.items()
        }
        self._scene.move_to(within, done=False)

    def _put_down(self, event: QMouseEvent) -> None:  # noqa: ARG002 - one of several
        if self._moved:
            self._scene.move_to({name: self._scene.spot(name) for name in self._places}, done=True)

    # Surfaces

    def _take_surface(self, event: QMouseEvent, hit: Hit, kind: QEvent.Type = QEvent.Type.MouseButtonPress) -> bool:
        name = hit.body.thing.item
        if hit.on_surface is None or hit.body.thing.kind != "object":
            return False
        at = self._scene.surfaces.place_on(name, hit.on_surface)
        if at is None:
            return False
        self._scene.choose([])
        self._scene.surfaces.use(name)
        self._hit = hit
        self._scene.surfaces.screens[name].mouse(event, kind, at)
        self._go, self._end = self._on_surface, self._off_surface
        return True

    def _on_surface(self, event: QMouseEvent) -> None:
        self._send_to_surface(event, QEvent.Type.MouseMove)

    def _off_surface(self, event: QMouseEvent) -> None:
        self._send_to_surface(event, QEvent.Type.MouseButtonRelease)

    def _send_to_surface(self, event: QMouseEvent, kind: QEvent.Type) -> None:
        assert self._hit is not None
        body: Body = self._hit.body
        screen = self._scene.surfaces.screens.get(body.thing.item)
        hit = self._hit_at(event.position())
        if screen is None:
            return
        if hit is not None and hit.body is body and hit.on_surface is not None:
            at = self._scene.surfaces.place_on(body.thing.item, hit.on_surface)
        else:
            at = None
        screen.mouse(event, kind, at if at is not None else QPointF(-1, -1))

    def _hover(self, event: QMouseEvent) -> None:
        hit = self._hit_at(event.position())
        shape = Qt.CursorShape.ArrowCursor
        if hit is not None:
            shape = Qt.CursorShape.PointingHandCursor
            if hit.on_surface is not None and hit.body.thing.kind == "object":
                at = self._scene.surfaces.place_on(hit.body.thing.item, hit.on_surface)
                if at is not None:
                    shape = Qt.CursorShape.ArrowCursor
                    self._scene.surfaces.screens[hit.body.thing.item].mouse(event, QEvent.Type.MouseMove, at)
        self._viewport.setCursor(shape)
