# SPDX-License-Identifier: BSD-3-Clause
"""The materials of things: loads imported models and pictures, and applies textures."""

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
from objects_library.desktops.desktop_3d.scene.live_textures import LiveTextures
from objects_library.desktops.desktop_3d.scene.meshes import built_in_model
from objects_library.desktops.desktop_3d.scene.scene_renderer import SceneRenderer
from objects_library.desktops.desktop_3d.scene.surfaces import Surfaces
from objects_library.desktops.desktop_3d.scene.textures import is_decodable
from objects_library.desktops.desktop_3d.things import Thing, region_of
from objects_library.values.world import to_square
from objects_library.widgets.desktop_drop import picture_of
from objects_library.widgets.map_view.terrain import render

_MAP = 1_024
"""Pixels of the longer side of a map."""


class Materials:
    """Loads models and textures of bodies, in threads where it takes long."""

    def __init__(
        self,
        renderer: SceneRenderer,
        surfaces: Surfaces,
        paintings: LiveTextures,
        spawn: Callable[[Coroutine[Any, Any, object]], None],
        refuse: Callable[[str], None],
    ) -> None:
        self._renderer, self._surfaces, self._paintings = renderer, surfaces, paintings
        self._spawn, self._refuse = spawn, refuse
        self._under_way = 0

    @property
    def idle(self) -> bool:
        """Whether everything is loaded."""
        return not self._under_way

    def apply_materials(self, body: Body, before: Thing | None) -> None:
        """Update the appearance of a body whose thing has changed."""
        thing = body.thing
        if thing.kind == "model":
            if thing.data and before is None:
                self._load(self._load_model(thing.item, thing.data))
            if before is None or (before.texture, before.reference) != (thing.texture, thing.reference):
                self._apply_texture(body, before)
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

    def _apply_texture(self, body: Body, before: Thing | None) -> None:
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
        """Check which objects are visible."""
        self._surfaces.look_soon()

    def put_away(self, item: UUID) -> None:
        """Stop showing the object of a thing."""
        self._paintings.take_off(item)
        self._surfaces.leave(item)

    def _show_object(self, body: Body) -> None:
        """Show an object: as a texture if it provides one, otherwise its view."""
        if self._paintings.paints(body.thing):
            self._load(self._paint(body.thing))
        else:
            self._surfaces.look_soon()

    async def _paint(self, thing: Thing) -> None:
        try:
            await self._paintings.set_texture(thing)
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
            look = await self._renderer.meshes.model_of(data)
        except ModelError as error:
            self._refuse(str(error))
            look = built_in_model("building")
        body = self._renderer.bodies.get(name)
        if body is not None:
            self._renderer.redraw(self._renderer.set_thing(body.thing, look))

    def apply_theme(self) -> None:
        """Redraw maps of the world for a theme."""
        for body in list(self._renderer.bodies.values()):
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
        image = await asyncio.to_thread(render, region, (max(1, wide), tall), dark=self._renderer.dark)
        body = self._renderer.bodies.get(name)
        if body is not None:
            self._renderer.textures.put(("picture", name), image)
            self._renderer.show_picture(body, ("picture", name))

    async def _load_picture(self, name: UUID, data: bytes, texture: Hashable) -> None:
        image = await asyncio.to_thread(picture_of, data)
        body = self._renderer.bodies.get(name)
        if image is None:
            self._refuse(_tr("this picture cannot be shown"))
        if image is None or body is None:
            return
        self._renderer.textures.put(texture, is_decodable(image))
        if isinstance(texture, str):
            body.picture = texture
            self._renderer.redraw(body)
        else:
            self._renderer.show_picture(body, texture)


def _tr(text: str) -> str:
    return QCoreApplication.translate("Wardrobe", text)
