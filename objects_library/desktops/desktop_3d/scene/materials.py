"""How things look: models of people are read, pictures loaded, and models put on what they wear."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Callable, Coroutine, Hashable
from typing import Any
from uuid import UUID

from PySide6.QtCore import QCoreApplication

from app.errors import one_line
from objects_library.desktops.desktop_3d.models.gltf import ModelError
from objects_library.desktops.desktop_3d.scene.bodies import Body
from objects_library.desktops.desktop_3d.scene.live_textures import Paintings
from objects_library.desktops.desktop_3d.scene.meshes import own_look
from objects_library.desktops.desktop_3d.scene.scene_renderer import Scenery
from objects_library.desktops.desktop_3d.scene.surfaces import Surfaces
from objects_library.desktops.desktop_3d.scene.textures import bearable
from objects_library.desktops.desktop_3d.things import Thing, region_of
from objects_library.values.world import to_square
from objects_library.widgets.desktop_drop import picture_of
from objects_library.widgets.map_view.terrain import render

_MAP = 1_024
"""Pixels of the longer side of a map."""


class Wardrobe:
    """Dresses bodies; what takes time is done beside the window."""

    def __init__(
        self,
        scenery: Scenery,
        surfaces: Surfaces,
        paintings: Paintings,
        spawn: Callable[[Coroutine[Any, Any, object]], None],
        refuse: Callable[[str], None],
    ) -> None:
        self._scenery, self._surfaces, self._paintings = scenery, surfaces, paintings
        self._spawn, self._refuse = spawn, refuse
        self._under_way = 0

    @property
    def idle(self) -> bool:
        """Whether everything is loaded."""
        return not self._under_way

    def dress(self, body: Body, before: Thing | None) -> None:
        """Let a body look as its thing says, which was another before."""
        thing = body.thing
        if thing.kind == "model":
            if thing.data and before is None:
                self._load(self._load_model(thing.item, thing.data))
            if before is None or (before.texture, before.reference) != (thing.texture, thing.reference):
                self._clothe(body, before)
        elif thing.kind == "picture":
            if thing.data and before is None:
                self._load(self._load_picture(thing.item, thing.data, ("picture", thing.item)))
            elif thing.reference and (before is None or before.reference != thing.reference):
                self._show_object(body)
            elif not thing.data and (before is None or before.text != thing.text):
                self._load(self._draw_region(thing.item, thing.text))
        elif thing.kind == "object":
            if before is None or before.title != thing.title:
                self._surfaces.show_empty(body)
            elif before.reference != thing.reference:
                self._surfaces.leave(thing.item)
                self._surfaces.look_soon()

    def _clothe(self, body: Body, before: Thing | None) -> None:
        thing = body.thing
        if before is not None and before.reference:
            self.put_away(thing.item)
        body.picture = ""
        if thing.texture:
            digest = hashlib.sha256(thing.texture).hexdigest()[:16]
            self._load(self._load_picture(thing.item, thing.texture, f"worn:{digest}"))
        if thing.reference:
            self._show_object(body)

    def look_soon(self) -> None:
        """Objects may have come into sight."""
        self._surfaces.look_soon()

    def put_away(self, item: UUID) -> None:
        """A thing shows its object no more."""
        self._paintings.take_off(item)
        self._surfaces.leave(item)

    def _show_object(self, body: Body) -> None:
        """An object that is a texture is painted; any other shows its view."""
        if self._paintings.paints(body.thing):
            self._load(self._paint(body.thing))
        else:
            self._surfaces.look_soon()

    async def _paint(self, thing: Thing) -> None:
        try:
            await self._paintings.put_on(thing)
        except Exception as error:  # noqa: BLE001 - whatever is wrong with an object is its own affair
            self._refuse(one_line(error))

    def _load(self, work: Coroutine[Any, Any, object]) -> None:
        self._under_way += 1
        self._spawn(self._loading(work))

    async def _loading(self, work: Coroutine[Any, Any, object]) -> None:
        try:
            await work
        finally:
            self._under_way -= 1

    async def _load_model(self, name: UUID, data: bytes) -> None:
        try:
            look = await self._scenery.meshes.look_of(data)
        except ModelError as error:
            self._refuse(str(error))
            look = own_look("building")
        body = self._scenery.bodies.get(name)
        if body is not None:
            self._scenery.redraw(self._scenery.set_thing(body.thing, look))

    def wear_theme(self) -> None:
        """Maps of the world follow the theme."""
        for body in list(self._scenery.bodies.values()):
            thing = body.thing
            if thing.kind == "picture" and not thing.data and not thing.reference:
                self._load(self._draw_region(thing.item, thing.text))

    async def _draw_region(self, name: UUID, text: str) -> None:
        region = region_of(text)
        if region is None:
            return
        west, south, east, north = region
        (left, top), (right, bottom) = to_square(west, north), to_square(east, south)
        wide = min(_MAP, round(_MAP * (right - left) / max(bottom - top, 1e-9)))
        tall = max(1, min(_MAP, round(wide * (bottom - top) / max(right - left, 1e-9))))
        image = await asyncio.to_thread(render, region, (max(1, wide), tall), dark=self._scenery.dark)
        body = self._scenery.bodies.get(name)
        if body is not None:
            self._scenery.textures.put(("picture", name), image)
            self._scenery.show_picture(body, ("picture", name))

    async def _load_picture(self, name: UUID, data: bytes, texture: Hashable) -> None:
        image = await asyncio.to_thread(picture_of, data)
        body = self._scenery.bodies.get(name)
        if image is None:
            self._refuse(_tr("this picture cannot be shown"))
        if image is None or body is None:
            return
        self._scenery.textures.put(texture, bearable(image))
        if isinstance(texture, str):
            body.picture = texture
            self._scenery.redraw(body)
        else:
            self._scenery.show_picture(body, texture)


def _tr(text: str) -> str:
    return QCoreApplication.translate("Wardrobe", text)
