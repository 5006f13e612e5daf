"""All that stands in a space, as it is drawn: what others do reaches the bodies, and streams move them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING
from uuid import UUID

from PySide6.QtCore import QCoreApplication

from app.runtime.library import Context
from objects_library.desktops.desktop_3d.scene.bodies import Body, pose_of
from objects_library.desktops.desktop_3d.scene.interpolation import Pose
from objects_library.desktops.desktop_3d.scene.materials import Wardrobe
from objects_library.desktops.desktop_3d.scene.meshes import own_look
from objects_library.desktops.desktop_3d.scene.streams import Streams
from objects_library.desktops.desktop_3d.scene.viewport import Stage
from objects_library.desktops.desktop_3d.things import Patch, Space, Spot, Thing

if TYPE_CHECKING:
    from objects_library.desktops.desktop_3d.scene.gestures import Hands


class Population:
    """Things by name. What is in a hand here, or was just put down, is not moved by older words."""

    def __init__(
        self,
        context: Context,
        stage: Stage,
        wardrobe: Wardrobe,
        hands: Hands,
        refuse: Callable[[str], None],
    ) -> None:
        self._stage, self._scenery = stage, stage.scenery
        self._wardrobe, self._hands, self._refuse = wardrobe, hands, refuse
        self.things: dict[UUID, Thing] = {}
        self.awaited: dict[UUID, Spot] = {}
        """Where things were put here, until all know it."""
        self.streams = Streams(context, self._moved_by_stream, stage.run, self._gone_from_stream, self._lost)

    def replace(self, things: list[Thing]) -> list[UUID]:
        """These and no others stand there; says who is gone."""
        self.awaited.clear()
        known = {thing.item for thing in things}
        gone = [name for name in self.things if name not in known]
        self.apply(things, [], gone, echo=False)
        return gone

    def apply(self, put: list[Thing], patches: list[Patch], removed: list[UUID], *, echo: bool) -> None:
        """What somebody did, maybe from here."""
        for thing in put:
            self._set(thing, echo=False)
        for patch in patches:
            known = self.things.get(patch.item)
            if known is not None:
                self._set(Space.patched(known, patch), echo=echo)
        for name in removed:
            self._take(name)
        self._wardrobe.look_soon()

    def _set(self, thing: Thing, *, echo: bool) -> None:
        before = self.things.get(thing.item)
        self.things[thing.item] = thing
        body = self._scenery.set_thing(thing)
        if before is None or before.place != thing.place:
            self._move(body, thing, first=before is None, echo=echo)
        if before is None or before.stream != thing.stream or before.follows != thing.follows:
            body.flies = thing.kind == "model" and bool(thing.stream)
            self._forget_members(thing.item)
            self.streams.follow(thing)
            if before is not None and not thing.stream:
                body.track.to(pose_of(thing.place))
        self._wardrobe.dress(body, before)
        self._scenery.redraw(body)
        self._stage.run()

    def _take(self, name: UUID) -> None:
        self.things.pop(name, None)
        self.awaited.pop(name, None)
        self.streams.leave(name)
        self._wardrobe.put_away(name)
        self._forget_members(name)
        self._scenery.remove(name)
        self._scenery.flush()

    def _move(self, body: Body, thing: Thing, *, first: bool, echo: bool) -> None:
        if thing.item in self._hands.holds:
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

    # What streams move

    def _moved_by_stream(self, thing: Thing, name: str, model: str, pose: Pose) -> None:
        if thing.kind == "stream":
            body = self._scenery.bodies.get((thing.item, name))
            if body is None:
                self._scenery.add_member(thing, name, own_look(model or "aircraft"), pose)
                return
        else:
            found = self._scenery.bodies.get(thing.item)
            if found is None:
                return
            body = found
            body.flies = True
        body.track.to(pose)

    def _gone_from_stream(self, thing: Thing, name: str) -> None:
        self._scenery.remove((thing.item, name))

    def _forget_members(self, item: UUID) -> None:
        bodies = self._scenery.bodies
        for key in [key for key in bodies if isinstance(key, tuple) and key[0] == item]:
            self._scenery.remove(key)

    def _lost(self, thing: Thing, reason: str) -> None:
        self._refuse(f"{thing.title or _tr('the stream')}: {reason}")


def _tr(text: str) -> str:
    return QCoreApplication.translate("Population", text)
