# SPDX-License-Identifier: BSD-3-Clause
"""The things of a space as they are drawn; changes and streams move their bodies."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING
from uuid import UUID

from PySide6.QtCore import QCoreApplication

from app.runtime.library import Context
from objects_library.desktops.desktop_3d.scene.bodies import Body, pose_of
from objects_library.desktops.desktop_3d.scene.interpolation import Pose
from objects_library.desktops.desktop_3d.scene.materials import Materials
from objects_library.desktops.desktop_3d.scene.meshes import built_in_model
from objects_library.desktops.desktop_3d.scene.streams import Streams
from objects_library.desktops.desktop_3d.scene.viewport import Viewport
from objects_library.desktops.desktop_3d.things import Patch, Space, Thing, Transform

if TYPE_CHECKING:
    from objects_library.desktops.desktop_3d.scene.gestures import SceneGestures


class SceneObjects:
    """Things by id. Dragged or just dropped ones are not moved by older changes."""

    def __init__(
        self,
        context: Context,
        viewport: Viewport,
        materials: Materials,
        gestures: SceneGestures,
        refuse: Callable[[str], None],
    ) -> None:
        self._viewport, self._renderer = viewport, viewport.renderer
        self._materials, self._gestures, self._refuse = materials, gestures, refuse
        self.things: dict[UUID, Thing] = {}
        self.awaited: dict[UUID, Transform] = {}
        """The transforms of local moves until they are confirmed."""
        self.streams = Streams(context, self._moved_by_stream, viewport.run, self._gone_from_stream, self._lost)

    def replace(self, things: list[Thing]) -> list[UUID]:
        """Replace all things; returns the removed ones."""
        self.awaited.clear()
        known = {thing.item for thing in things}
        gone = [name for name in self.things if name not in known]
        self.apply(things, [], gone, echo=False)
        return gone

    def apply(self, put: list[Thing], patches: list[Patch], removed: list[UUID], *, echo: bool) -> None:
        """Apply a change."""
        for thing in put:
            self._set(thing, echo=False)
        for patch in patches:
            known = self.things.get(patch.item)
            if known is not None:
                self._set(Space.patched(known, patch), echo=echo)
        for name in removed:
            self._take(name)
        self._materials.look_soon()

    def _set(self, thing: Thing, *, echo: bool) -> None:
        before = self.things.get(thing.item)
        self.things[thing.item] = thing
        body = self._renderer.set_thing(thing)
        if before is None or before.place != thing.place:
            self._move(body, thing, first=before is None, echo=echo)
        if before is None or before.stream != thing.stream or before.follows != thing.follows:
            body.flies = thing.kind == "model" and bool(thing.stream)
            self._forget_members(thing.item)
            self.streams.follow(thing)
            if before is not None and not thing.stream:
                body.track.to(pose_of(thing.place))
        self._materials.apply_materials(body, before)
        self._renderer.redraw(body)
        self._viewport.run()

    def _take(self, name: UUID) -> None:
        self.things.pop(name, None)
        self.awaited.pop(name, None)
        self.streams.leave(name)
        self._materials.put_away(name)
        self._forget_members(name)
        self._renderer.remove(name)
        self._renderer.flush()

    def _move(self, body: Body, thing: Thing, *, first: bool, echo: bool) -> None:
        if thing.item in self._gestures.holds:
            return
        awaited = self.awaited.get(thing.item)
        if echo and awaited is not None:
            if awaited == thing.place:
                del self.awaited[thing.item]
            return
        if body.flies:
            return
        if first:
            body.track.jump(pose_of(thing.place))
        elif awaited is None:
            body.track.to(pose_of(thing.place))

    # Streams

    def _moved_by_stream(self, thing: Thing, name: str, model: str, pose: Pose) -> None:
        if thing.kind == "stream":
            body = self._renderer.bodies.get((thing.item, name))
            if body is None:
                self._renderer.add_member(thing, name, built_in_model(model or "aircraft"), pose)
                return
        else:
            found = self._renderer.bodies.get(thing.item)
            if found is None:
                return
            body = found
            body.flies = True
        body.track.to(pose)

    def _gone_from_stream(self, thing: Thing, name: str) -> None:
        self._renderer.remove((thing.item, name))

    def _forget_members(self, item: UUID) -> None:
        bodies = self._renderer.bodies
        for key in [key for key in bodies if isinstance(key, tuple) and key[0] == item]:
            self._renderer.remove(key)

    def _lost(self, thing: Thing, reason: str) -> None:
        self._refuse(f"{thing.title or _tr('the stream')}: {reason}")


def _tr(text: str) -> str:
    return QCoreApplication.translate("Population", text)
