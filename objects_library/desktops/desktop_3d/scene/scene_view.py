# SPDX-License-Identifier: BSD-3-Clause
"""The scene of a space in its widget: draws things, and sends what the user does."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Hashable, Iterable, Mapping
from time import monotonic
from typing import Any, Protocol
from uuid import UUID

from PySide6.QtCore import QMimeData, Qt, QTimer, QUrl, Signal
from PySide6.QtGui import QGuiApplication, QKeyEvent
from PySide6.QtWidgets import QFileDialog, QVBoxLayout, QWidget

from app.runtime.library import Context
from objects_library.desktops.desktop_3d.scene.actions import SceneActions
from objects_library.desktops.desktop_3d.scene.bodies import FLAT, pose_of
from objects_library.desktops.desktop_3d.scene.camera import Vector
from objects_library.desktops.desktop_3d.scene.camera_control import CameraControl
from objects_library.desktops.desktop_3d.scene.drop_preview import DropPreview
from objects_library.desktops.desktop_3d.scene.gestures import SceneGestures
from objects_library.desktops.desktop_3d.scene.live_textures import LiveTextures
from objects_library.desktops.desktop_3d.scene.materials import Materials
from objects_library.desktops.desktop_3d.scene.scene_objects import SceneObjects
from objects_library.desktops.desktop_3d.scene.streams import Streams
from objects_library.desktops.desktop_3d.scene.surfaces import Surfaces
from objects_library.desktops.desktop_3d.scene.viewport import Viewport
from objects_library.desktops.desktop_3d.things import LONGEST_TEXT, Patch, Space, Thing, Transform
from objects_library.desktops.desktop_3d.visitors import Visitor

Places = Mapping[UUID, Transform]
_LOOK_AGAIN = 5
"""Frames of a moving camera until levels of detail are updated."""


class SceneCommands(Protocol):
    """The commands that a scene sends to the object."""

    @property
    def writable(self) -> bool:
        """Whether commands reach the others."""

    def act(self, call: Callable[..., object], *arguments: object) -> None:
        """Call in a turn."""

    def refuse(self, reason: str) -> None:
        """Report a refusal."""

    def put(self, items: list[Thing]) -> None:
        """Add things."""

    def place(self, items: list[UUID], places: list[Transform], done: bool) -> None:
        """Move things."""

    def change(self, patches: list[Patch]) -> None:
        """Change fields of items."""

    def remove(self, items: list[UUID]) -> None:
        """Remove items."""

    def undo(self) -> None:
        """Undo the last step of this person."""

    def redo(self) -> None:
        """Redo the last undone step."""

    def look(self, x: float, y: float, z: float, turn: float, pitch: float) -> None:
        """Send the camera."""


class SceneView(QWidget):
    """A space without the surrounding buttons."""

    chosen_changed = Signal()

    def __init__(self, commands: SceneCommands, context: Context) -> None:
        super().__init__()
        self._commands = commands
        self.context = context
        self.chosen: list[UUID] = []
        self.pointed: Hashable = None
        """The last pressed thing, or one of a stream."""
        self._shown_once = False
        self._frames = 0
        self.viewport = Viewport()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.viewport)
        self.setFocusProxy(self.viewport)
        self.camera_control = CameraControl(self.viewport)
        paintings = LiveTextures(context, self.viewport.renderer)
        self.surfaces = Surfaces(self.viewport, context, paintings.paints)
        self._materials = Materials(self.viewport.renderer, self.surfaces, paintings, self.spawn, self.refuse)
        self.gestures = SceneGestures(self)
        self._population = SceneObjects(context, self.viewport, self._materials, self.gestures, self.refuse)
        self.commands = SceneActions(self)
        self.dropping = DropPreview(self)
        self.viewport.choose_next = self.choose_next
        self.viewport.wants = self._wants
        self.camera_control.moved.connect(self.camera_moved)
        self.viewport.frame.connect(self._step)
        self.viewport.themed.connect(self._materials.apply_theme)
        self.viewport.key_pressed.connect(self._press)
        self.viewport.key_released.connect(self._release)
        self.viewport.menu_asked.connect(self.commands.menu.ask)

    # Shared state

    @property
    def things(self) -> dict[UUID, Thing]:
        """All things."""
        return self._population.things

    @property
    def streams(self) -> Streams:
        """The streams."""
        return self._population.streams

    def show_things(self, things: list[Thing]) -> None:
        """Replace all things; known ones are reused to avoid flicker."""
        self._keep_chosen(self._population.replace(things))
        if things and not self._shown_once:
            self._shown_once = True
            QTimer.singleShot(0, self, self.show_all)

    def apply(self, put: list[Thing], patches: list[Patch], removed: list[UUID], *, echo: bool) -> None:
        """Apply a change."""
        self._population.apply(put, patches, removed, echo=echo)
        if put and echo:
            self.choose([thing.item for thing in put])
        else:
            self._keep_chosen(removed)

    def show_visitors(self, visitors: list[Visitor]) -> None:
        """Set the cameras of other people."""
        self.viewport.renderer.set_visitors(visitors)
        self.viewport.run()

    def _keep_chosen(self, gone: Iterable[UUID]) -> None:
        if set(gone) & set(self.chosen):
            self.choose(self.chosen)

    # Frames

    def _step(self) -> None:
        self._frames += 1
        camera = self.camera_control.step()
        moving = self.viewport.renderer.step()
        if camera and self._frames % _LOOK_AGAIN == 0:
            self.viewport.renderer.look_around()
        if not camera and not moving and not self.camera_control.busy:
            self.viewport.run(False)
            self.viewport.renderer.look_around()
            self.surfaces.look_soon()

    def camera_moved(self) -> None:
        """Handle a move of the camera: send it, and update levels of detail soon."""
        renderer = self.viewport.renderer
        renderer.show_camera()
        if not self.viewport.running:
            renderer.look_around()
        self.surfaces.look_again()
        self.surfaces.look_soon()
        x, y, z = renderer.camera.position()
        self._commands.act(self._commands.look, x, y, z, renderer.camera.turn, renderer.camera.pitch)

    @property
    def settled(self) -> bool:
        """Whether everything visible is complete."""
        return self.surfaces.settled and self._materials.idle

    # Actions of the user

    @property
    def writable(self) -> bool:
        """Whether changes reach the others."""
        return self._commands.writable

    def refuse(self, reason: str) -> None:
        """Report a refusal."""
        self._commands.refuse(reason)

    def spawn(self, work: Coroutine[Any, Any, object]) -> None:
        """Run a task without blocking."""
        self._commands.act(self.context.spawn, work)

    def choose(self, names: Iterable[UUID]) -> None:
        """Select things."""
        self.chosen = [name for name in dict.fromkeys(names) if name in self.things]
        self.viewport.renderer.choose(self.chosen)
        self.chosen_changed.emit()

    def spot(self, name: UUID) -> Transform:
        """The drawn transform of a thing."""
        return self._population.awaited.get(name) or self.things[name].place

    def movable(self) -> dict[UUID, Transform]:
        """The transforms of the selected things that can be moved."""
        bodies = self.viewport.renderer.bodies
        found = [self.things[name] for name in self.chosen]
        return {
            thing.item: self.spot(thing.item)
            for thing in found
            if not thing.locked and thing.kind != "stream" and not bodies[thing.item].flies
        }

    def move_to(self, places: Places, *, done: bool = True) -> None:
        """Move things; `done` ends a step of several moves."""
        for name, place in places.items():
            self._population.awaited[name] = place
            body = self.viewport.renderer.bodies[name]
            body.size = place.size
            body.track.jump(pose_of(place))
            if body.thing.kind == "label":
                self.viewport.renderer.set_thing(Space.patched(body.thing, Patch(name, place=place)))
            self.viewport.renderer.redraw(body)
        if places:
            self._commands.act(self._commands.place, list(places), list(places.values()), done)

    def patch(self, patches: list[Patch]) -> None:
        """Change fields of items."""
        if patches:
            self._commands.act(self._commands.change, patches)

    def put_down(self, things: list[Thing]) -> None:
        """Add things."""
        self._commands.act(self._commands.put, things)

    def take_away(self, names: list[UUID]) -> None:
        """Remove items for everyone."""
        self._commands.act(self._commands.remove, names)

    def undo_last(self) -> None:
        """Undo the last step of this person."""
        self._commands.act(self._commands.undo)

    def redo_last(self) -> None:
        """Redo the last undone step."""
        self._commands.act(self._commands.redo)

    def paste(self) -> None:
        """Insert the clipboard."""
        self.dropping.insert(QGuiApplication.clipboard().mimeData())

    def choose_file(self) -> None:
        """Insert a file."""
        dialogue = QFileDialog(self, self.tr("Put into the space"))
        dialogue.setNameFilter(
            self.tr("Pictures, models and objects")
            + " (*.png *.jpg *.jpeg *.webp *.gif *.bmp *.glb *.gltf *.liveobject)"
        )
        dialogue.setFileMode(QFileDialog.FileMode.ExistingFiles)
        dialogue.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialogue.filesSelected.connect(self._take_files)
        dialogue.open()

    def _take_files(self, paths: list[str]) -> None:
        data = QMimeData()
        data.setUrls([QUrl.fromLocalFile(path) for path in paths])
        self.dropping.insert(data)

    def enter(self, name: UUID) -> None:
        """Work in an object, edit a label, or go to a thing."""
        thing, body = self.things.get(name), self.viewport.renderer.bodies.get(name)
        if thing is None or body is None:
            return
        if thing.kind == "object" and name in self.surfaces.screens:
            self.choose([])
            self.surfaces.use(name)
            self.surfaces.screens[name].focus()
        elif thing.kind == "label" and self.writable and not thing.locked:
            self.commands.ask_text(self.tr("Label"), thing.text, lambda text: self._rewrite(name, text), lines=True)
        else:
            self.camera_control.go_to(body.middle(body.track.at(monotonic())))

    def _rewrite(self, name: UUID, text: str) -> None:
        if text.strip():
            self.patch([Patch(name, text=text.strip()[:LONGEST_TEXT])])

    # View

    def ground_ahead(self) -> Vector:
        """The point of the ground in the middle of the view."""
        camera = self.viewport.renderer.camera
        return camera.x, 0.0, camera.z

    def go_to(self, point: Vector) -> None:
        """Move the target to a point."""
        self.camera_control.go_to(point)

    def show_all(self) -> None:
        """Show everything; maps count only if there is nothing else."""
        bodies = list(self.viewport.renderer.bodies.values())
        standing = [body for body in bodies if not (body.is_flat and abs(body.track.goal[4]) >= FLAT)]
        self.camera_control.show(standing or bodies)

    def look_from(self, pitch: float) -> None:
        """Look from above, or from the side."""
        camera = self.viewport.renderer.camera
        camera.orbit(0, pitch - camera.pitch)
        self.camera_moved()

    def follow(self) -> None:
        """Toggle following the selection, or the first flying thing."""
        if self.camera_control.followed is not None:
            self.stop_following()
            return
        bodies = self.viewport.renderer.bodies
        if self.chosen:
            wanted: Hashable = self.chosen[-1]
            if self.things[self.chosen[-1]].kind == "stream":
                moved = [key for key in bodies if isinstance(key, tuple) and key[0] == wanted]
                wanted = self.pointed if self.pointed in moved else next(iter(moved), None)
        else:
            wanted = next((key for key, body in bodies.items() if body.flies), None)
        if wanted in bodies and bodies[wanted].look is not None:
            camera = self.viewport.renderer.camera
            camera.distance = min(camera.distance, max(20.0, 6 * bodies[wanted].radius))
        self.camera_control.follow(wanted)

    def stop_following(self) -> None:
        """Stop following."""
        self.camera_control.follow(None)

    def fly(self, key: Qt.Key, way: tuple[int, int, int]) -> None:
        """Fly while a key is held."""
        self.camera_control.fly(key, way)

    def escape(self) -> None:
        """Cancel a drag, stop following, or clear the selection: the first that applies."""
        if self.gestures.cancel():
            return
        if self.camera_control.followed is not None:
            self.stop_following()
        elif self.chosen:
            self.choose([])

    def choose_next(self, step: int) -> bool:
        """Select the next thing, from left to right; returns whether there is one."""
        if self.surfaces.used is not None:
            return True
        camera = self.viewport.renderer.camera
        width, height = self.viewport.width(), self.viewport.height()
        seen = [
            (spot[0], name)
            for name, thing in self.things.items()
            if (spot := camera.pixel((thing.place.x, thing.place.y, thing.place.z), width, height)) is not None
        ]
        order = [name for _, name in sorted(seen, key=lambda pair: (pair[0], pair[1].bytes))]
        last = self.chosen[-1] if self.chosen else None
        at = order.index(last) + step if last in order else (0 if step > 0 else len(order) - 1)
        if not 0 <= at < len(order):
            return False
        self.choose([order[at]])
        return True

    def _wants(self, event: QKeyEvent) -> bool:
        """Whether a key is for the space: plain keys, keys of actions, and all keys for an object in use."""
        strong = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier
        plain = not event.modifiers() & strong
        return plain or self.surfaces.used is not None or self.commands.knows(event)

    def _press(self, event: QKeyEvent) -> None:
        if self.surfaces.used is not None:
            if event.key() == Qt.Key.Key_Escape:
                self.surfaces.use(None)
                event.accept()
            else:
                self.surfaces.key(event)
            return
        self.camera_control.fast = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        self.commands.press(event)

    def _release(self, event: QKeyEvent) -> None:
        if self.surfaces.used is not None:
            self.surfaces.key(event)
        elif not event.isAutoRepeat():
            self.camera_control.let_go(Qt.Key(event.key()))
            event.accept()
