# SPDX-License-Identifier: BSD-3-Clause
"""The first things of a space: parts of an object and models, by name."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Mapping
from dataclasses import dataclass
from uuid import UUID, uuid5

from app.runtime.references import Reference
from objects_library.desktops.desktop_3d.things import LONGEST_TITLE, Thing, Transform, wrong_thing
from objects_library.replication.desktop.items import separate_parts

_NAMES = UUID("f6a7c0d4-84a5-4a63-9a2c-5d0f3a7e1b08")
"""The namespace of the ids of first things, which must be equal for everyone."""


@dataclass(frozen=True)
class InitialThing:
    """The first transform of a part or thing.

    `kind` is that of a thing; empty is a live object on a surface. `stream` names the part that moves it,
    `wears` the part that it shows; `picture` is a picture in base64; the title `-` is none.
    """

    x: float
    z: float
    y: float = 0.0
    turn: float = 0.0
    tilt: float = 0.0
    size: float = 1.0
    kind: str = ""
    text: str = ""
    title: str = ""
    colour: str = ""
    stream: str = ""
    follows: str = ""
    wears: str = ""
    picture: str = ""
    locked: bool = False


def first_things(contents: Reference | None, places: Mapping[str, InitialThing]) -> list[Thing]:
    """The first things, the same for everyone. Parts without a transform only feed others."""
    parts = separate_parts(contents)
    things = [_thing(name, places[name], parts) for name in sorted(places)]
    return [thing for thing in things if thing is not None and not wrong_thing(thing)]


def _thing(name: str, first: InitialThing, parts: Mapping[str, Reference]) -> Thing | None:
    own, stream, worn = parts.get(name), parts.get(first.stream), parts.get(first.wears)
    kind = first.kind or "object"
    shown = own if kind in ("object", "picture") else worn if kind == "model" else None
    moved_by = own if kind == "stream" else stream
    try:
        picture = base64.b64decode(first.picture, validate=True)
    except (binascii.Error, ValueError):
        return None
    return Thing(
        item=uuid5(_NAMES, name),
        kind=kind,
        title=_title(name, first, kind)[:LONGEST_TITLE],
        place=Transform(first.x, first.y, first.z, first.turn, first.tilt, first.size),
        locked=first.locked,
        text=first.text,
        colour=first.colour,
        data=picture if kind == "picture" else b"",
        texture=picture if kind == "model" else b"",
        reference=[shown] if shown is not None else [],
        stream=[moved_by] if moved_by is not None else [],
        follows=first.follows,
    )


def _title(name: str, first: InitialThing, kind: str) -> str:
    if first.title == "-" or kind == "label":
        return ""
    return first.title or name
