# SPDX-License-Identifier: BSD-3-Clause
"""Dropped and pasted data in a space: its type decides what it becomes, and where it fits."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from pathlib import Path
from uuid import UUID, uuid4

from PySide6.QtCore import QCoreApplication

from app.errors import one_line
from app.runtime.activation import ActivationError
from app.runtime.library import Context, LibraryError, definition_of
from app.runtime.references import Composite, LiveObjectFileError, Parameterized, Primitive, Reference
from objects_library.desktops.desktop_3d.models.gltf import ModelError, read_model
from objects_library.desktops.desktop_3d.proxy import Desktop3D
from objects_library.desktops.desktop_3d.scene.bodies import Body
from objects_library.desktops.desktop_3d.scene.camera import Vector
from objects_library.desktops.desktop_3d.scene.live_textures import is_texture
from objects_library.desktops.desktop_3d.scene.streams import is_stream
from objects_library.desktops.desktop_3d.things import LONGEST_TEXT, LONGEST_TITLE, Patch, Thing, Transform
from objects_library.replication.desktop.items import Item
from objects_library.widgets.desktop_drop import DropData, RefusedDropError, items_in

_MODELS = (".glb", ".gltf")
_SURFACE, _MAP, _LETTERS = 24.0, 120.0, 3.0
"""Metres: the first width of a surface and of a map, and the height of letters."""
_OFFSET = 14.0


@dataclass(frozen=True)
class Offer:
    """Data that could become a thing: a stream, an object with a view, a picture, a model, a text.

    Or something unsuitable, with the reason.
    """

    kind: str
    title: str
    reason: str = ""
    text: str = ""
    data: bytes = b""
    reference: Reference | None = None


async def offers_in(context: Context, given: DropData) -> list[Offer]:
    """The offers in dropped data; unreadable data is an offer with a reason."""
    try:
        items = await items_in(given, 0, 0)
    except (LiveObjectFileError, RefusedDropError) as error:
        return [Offer("", "", str(error))]
    return [await _offer(context, item) for item in items]


def verdict(offer: Offer, target: Body | None, *, writable: bool) -> tuple[bool, str]:
    """Whether an offer can be applied to a thing (or the ground), and a sentence about the result."""
    if not writable:
        return False, _tr("Cut off from the others: nothing can be put here now.")
    if offer.reason:
        return False, offer.reason
    on_model = target is not None and target.thing.kind == "model"
    if target is not None and on_model:
        name = target.title or _tr("the model")
        if target.thing.locked and offer.kind in ("stream", "picture", "texture", "visual"):
            return False, _tr("{name} is locked.").format(name=name)
        match offer.kind:
            case "stream":
                return True, _tr("{name} follows these coordinates.").format(name=name)
            case "picture" | "texture" | "visual":
                return True, _tr("{name} wears it.").format(name=name)
    return True, {
        "stream": _tr("Everything that it tells of moves here."),
        "visual": _tr("It stands here on a surface."),
        "picture": _tr("It lies here as a map."),
        "texture": _tr("It lies here as a map."),
        "model": _tr("It stands here."),
        "text": _tr("The words stand here."),
    }[offer.kind]


def put_on(offer: Offer, target: Body | None) -> Patch | None:
    """The patch of the thing that an offer is applied to; None if it becomes a new thing."""
    if target is None or target.thing.kind != "model":
        return None
    item = target.thing.item
    if offer.kind == "stream" and offer.reference is not None:
        return Patch(item, stream=[offer.reference], follows="")
    if offer.kind == "picture":
        return Patch(item, texture=offer.data, reference=[])
    if offer.kind in ("visual", "texture") and offer.reference is not None:
        return Patch(item, reference=[offer.reference], texture=b"")
    return None


def thing_of(offer: Offer, at: Vector, turn: float, number: int = 0) -> Thing:
    """The new thing of an offer at a point, facing the user."""
    x, z = at[0] + _OFFSET * number, at[2]
    match offer.kind:
        case "stream":
            return new_thing("stream", offer.title, Transform(0, 0, 0), stream=offer.reference)
        case "visual":
            return new_thing("object", offer.title, Transform(x, 1.0, z, turn, 0, _SURFACE), reference=offer.reference)
        case "picture" | "texture":
            lying = Transform(x, 0, z, 0, -90, _MAP)
            return new_thing("picture", offer.title, lying, data=offer.data, reference=offer.reference)
        case "model":
            return new_thing("model", offer.title, Transform(x, 0, z, (turn + 180) % 360), data=offer.data)
        case _:
            return new_thing("label", "", Transform(x, 2.0, z, 0, 0, _LETTERS), text=offer.text)


def new_thing(
    kind: str,
    title: str,
    transform: Transform,
    *,
    text: str = "",
    colour: str = "",
    data: bytes = b"",
    texture: bytes = b"",
    reference: Reference | None = None,
    stream: Reference | None = None,
    name: UUID | None = None,
) -> Thing:
    """A new thing."""
    shown = [] if reference is None else [reference]
    moved_by = [] if stream is None else [stream]
    chosen = uuid4() if name is None else name
    return Thing(
        chosen, kind, title[:LONGEST_TITLE], transform, False, text, colour, data, texture, shown, moved_by, ""
    )


async def _offer(context: Context, item: Item) -> Offer:
    match item.kind:
        case "object":
            return _offer_of_object(context, item.title, item.reference[0])
        case "image":
            return Offer("picture", Path(item.title).stem, data=item.data)
        case "text":
            if len(item.text) > LONGEST_TEXT:
                return Offer("", "", _tr("A label has at most {number} characters.").format(number=LONGEST_TEXT))
            return Offer("text", "", text=item.text.strip())
    if not item.title.lower().endswith(_MODELS):
        reason = _tr("{name} cannot be seen in a space: bring pictures, glTF models or objects.")
        return Offer("", item.title, reason.format(name=item.title))
    try:
        await asyncio.to_thread(read_model, item.data)
    except ModelError as error:
        return Offer("", item.title, f"{item.title}: {error}")
    return Offer("model", Path(item.title).stem, data=item.data)


def _offer_of_object(context: Context, title: str, reference: Reference) -> Offer:
    try:
        if is_stream(context.type_of(reference)):
            return Offer("stream", title, reference=reference)
        if is_texture(context.type_of(reference)):
            return Offer("texture", title, reference=reference)
        if _holds_space(reference):
            return Offer("", title, _tr("A space cannot stand inside of a space."))
        if context.has_view(reference):
            return Offer("visual", title, reference=reference)
    except (ActivationError, LibraryError) as error:
        return Offer("", title, one_line(error))
    reason = _tr("{name} has no view that could be placed in a space: it works without being seen.")
    return Offer("", title, reason.format(name=title or _tr("It")))


def _holds_space(reference: Reference) -> bool:
    """A space is rendered by the graphics card, and cannot be embedded in another."""
    match reference:
        case Primitive():
            return reference.id == _SPACE
        case Parameterized():
            return _holds_space(reference.template)
        case Composite():
            return any(_holds_space(part) for _, part in reference.components)
    return False


_SPACE = definition_of(Desktop3D).id


def _tr(text: str) -> str:
    return QCoreApplication.translate("SpaceTakingIn", text)
