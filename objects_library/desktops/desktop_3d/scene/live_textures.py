# SPDX-License-Identifier: BSD-3-Clause
"""Objects that provide textures, which are painted on models and maps."""

from __future__ import annotations

import asyncio
from typing import Any
from uuid import UUID

from PySide6.QtGui import QTransform

from app.runtime.library import Context
from app.runtime.references import identity
from app.runtime.types import EndpointType, ObjectType, TemplateType, dual, match, parse_type
from objects_library.desktops.desktop_3d.scene.instancing import LIVE
from objects_library.desktops.desktop_3d.scene.scene_renderer import SceneRenderer
from objects_library.desktops.desktop_3d.scene.textures import is_decodable
from objects_library.desktops.desktop_3d.things import LARGEST_DATA, Thing
from objects_library.widgets.desktop_drop import picture_of

_RECEIVER = parse_type("endpoint{ in texture({media: text, turns: int, data: bytes}) }")
_ENDPOINT = "texture"
_HEAVIEST = 8 * LARGEST_DATA


def is_texture(given: ObjectType | TemplateType) -> bool:
    """Whether objects of a type provide a texture."""
    offered = given.endpoint(_ENDPOINT) if isinstance(given, ObjectType) else None
    return offered is not None and isinstance(_RECEIVER, EndpointType) and bool(match(_RECEIVER, offered))


class LiveTextures:
    """The textures that objects provide for things."""

    def __init__(self, context: Context, renderer: SceneRenderer) -> None:
        self._context = context
        self._renderer = renderer
        self._kinds: dict[object, bool] = {}
        self._worn: dict[UUID, Any] = {}
        """The proxy for each thing; None while it is being started."""

    def paints(self, thing: Thing) -> bool:
        """Whether the object of a thing is a texture rather than a view."""
        if not thing.reference or thing.kind == "object":
            return False
        name = identity(thing.reference[0])
        if name not in self._kinds:
            try:
                self._kinds[name] = is_texture(self._context.type_of(thing.reference[0]))
            except Exception:  # noqa: BLE001 - what cannot be understood says so when it is shown
                self._kinds[name] = False
        return self._kinds[name]

    async def set_texture(self, thing: Thing) -> None:
        """Apply the texture of an object to a thing; raises if the object cannot be started."""
        self._worn[thing.item] = None
        proxy = await self._context.dereference(thing.reference[0])
        if thing.item not in self._worn:
            proxy.close()
            return
        self._worn[thing.item] = proxy
        outer = proxy.endpoint(_ENDPOINT)
        inner = dual(outer.type)
        assert isinstance(inner, EndpointType)
        end = self._context.new_endpoint(
            inner, texture=lambda update: self._context.spawn(self._paint(thing.item, update))
        )
        self._context.connect(end, outer)

    def take_off(self, item: UUID) -> None:
        """Remove the texture of a thing."""
        proxy = self._worn.pop(item, None)
        if proxy is not None:
            proxy.close()

    async def _paint(self, item: UUID, update: dict[str, Any]) -> None:
        if len(update["data"]) > _HEAVIEST:
            return
        image = await asyncio.to_thread(picture_of, update["data"])
        body = self._renderer.bodies.get(item)
        if body is None or image is None or item not in self._worn:
            return
        if turns := update["turns"] % 4:
            image = image.transformed(QTransform().rotate(90 * turns))
        if body.thing.kind == "model":
            body.picture = f"{LIVE}{item}"
            self._renderer.textures.put(body.picture, is_decodable(image))
            self._renderer.redraw(body)
        else:
            self._renderer.textures.put(("picture", item), is_decodable(image))
            self._renderer.show_picture(body, ("picture", item))
