# SPDX-License-Identifier: BSD-3-Clause
"""Things in a space, their patches, validation and limits."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from app.runtime.references import Reference
from objects_library.replication.desktop.state import ReplicatedItems

KINDS = ("model", "label", "picture", "object", "stream")
"""A glTF model, a text, a picture, a live object on a surface, and everything that a stream moves."""
MODELS = ("aircraft", "building", "tower", "tree", "car", "ship", "satellite", "person")
"""Built-in models; imported ones are in `data`."""
MOST = 5_000
"""The largest number of things."""
FARTHEST = 100_000.0
"""Metres from the origin."""
SMALLEST, LARGEST = 0.01, 10_000.0
"""Scale of a model, letter height of a label, otherwise the width in metres."""
LONGEST_TITLE = 200
LONGEST_TEXT = 2_000
LARGEST_DATA = 4 * 1024 * 1024
"""Bytes of one model or picture."""
LARGEST_IN_ALL = 128 * 1024 * 1024
_COLOUR = re.compile(r"#[0-9a-f]{6}\Z")


@dataclass(frozen=True)
class Transform:
    """Position in metres (y is up), rotation and tilt in degrees, and size."""

    x: float
    y: float
    z: float
    turn: float = 0.0
    tilt: float = 0.0
    size: float = 1.0


@dataclass(frozen=True)
class Thing:
    """Something in the space; whoever puts it there chooses its id."""

    item: UUID
    kind: str
    title: str
    place: Transform
    locked: bool
    text: str
    """The text of a label, the name of a model, or the region (west,south,east,north) of a map."""
    colour: str
    """Empty, or a colour such as #3b5bdb."""
    data: bytes
    """A glTF model or picture."""
    texture: bytes
    """A picture that is applied to the model."""
    reference: list[Reference]
    """The live object on the surface, or the one shown on the model or map."""
    stream: list[Reference]
    """The stream of coordinates that moves it."""
    follows: str
    """The name in the stream to follow."""


@dataclass(frozen=True)
class Patch:
    """The changed fields of one item; null fields stay unchanged."""

    item: UUID
    place: Transform | None = None
    locked: bool | None = None
    title: str | None = None
    text: str | None = None
    colour: str | None = None
    texture: bytes | None = None
    reference: list[Reference] | None = None
    stream: list[Reference] | None = None
    follows: str | None = None


def wrong_transform(spot: Transform) -> str:
    """What is wrong with a placement; empty if nothing is."""
    if not all(map(math.isfinite, (spot.x, spot.y, spot.z, spot.turn, spot.tilt, spot.size))):
        return "a place is made of numbers that are finite"
    if max(abs(spot.x), abs(spot.y), abs(spot.z)) > FARTHEST:
        return f"that is too far away; stay within {FARTHEST / 1000:g} km"
    if not SMALLEST <= spot.size <= LARGEST:
        return f"a size is between {SMALLEST:g} and {LARGEST:g}"
    if abs(spot.turn) > 360 or abs(spot.tilt) > 360:
        return "an angle is at most a full turn"
    return ""


def wrong_patch(patch: Patch) -> str:
    """What is wrong with a patch, whatever item it changes; empty if nothing is."""
    if patch.place is not None and (problem := wrong_transform(patch.place)):
        return problem
    if patch.title is not None and len(patch.title) > LONGEST_TITLE:
        return f"a title has at most {LONGEST_TITLE} characters"
    if patch.text is not None and len(patch.text) > LONGEST_TEXT:
        return f"a label has at most {LONGEST_TEXT:,} characters"
    if patch.follows is not None and len(patch.follows) > LONGEST_TITLE:
        return f"a name in a stream has at most {LONGEST_TITLE} characters"
    if patch.colour and not _COLOUR.match(patch.colour):
        return "a colour is written like #3b5bdb"
    if patch.texture is not None and len(patch.texture) > LARGEST_DATA:
        return f"a picture has at most {LARGEST_DATA // 2**20} MB"
    if len(patch.reference or ()) > 1 or len(patch.stream or ()) > 1:
        return "a thing shows one object and follows one stream"
    return ""


def wrong_thing(thing: Thing) -> str:
    """What is wrong with a new thing; empty if nothing is."""
    if thing.kind not in KINDS:
        return f"nobody knows what {thing.kind[:20]!r} is"
    if thing.kind == "model" and not thing.data and thing.text not in MODELS:
        return f"there is no model {thing.text[:20]!r}; take one of {', '.join(MODELS)}, or bring a glTF file"
    if thing.kind == "object" and len(thing.reference) != 1:
        return "an object on a surface has one reference"
    if thing.kind == "picture" and not thing.data and not thing.reference and region_of(thing.text) is None:
        return "a map is a picture, an object, or west,south,east,north in degrees"
    if thing.kind == "stream" and len(thing.stream) != 1:
        return "a stream has one reference"
    if len(thing.data) > LARGEST_DATA:
        return f"a model or picture has at most {LARGEST_DATA // 2**20} MB"
    fields = {name: getattr(thing, name) for name in Space.fields}
    patch = Patch(thing.item, **fields)
    return wrong_patch(patch) or _unfit(thing, patch)


def _unfit(thing: Thing, patch: Patch) -> str:
    """Which content fits which thing: textures and streams belong on models."""
    if thing.kind == "picture" and patch.text is not None and not thing.data and not thing.reference:
        return "" if region_of(patch.text) else "a map is west,south,east,north in degrees"
    if thing.kind == "model":
        if patch.text is not None and not thing.data and patch.text not in MODELS:
            return f"there is no model {patch.text[:20]!r}; take one of {', '.join(MODELS)}"
        return ""
    if patch.texture:
        return "only a model can wear a picture"
    if patch.reference is not None and not _shows(thing, patch.reference):
        return "only models, maps and surfaces show another object"
    if patch.stream is not None and (len(patch.stream) == 1) != (thing.kind == "stream"):
        return "only a model can follow a stream of coordinates"
    return ""


def region_of(text: str) -> tuple[float, float, float, float] | None:
    """The region of the world that a map shows, or None."""
    try:
        west, south, east, north = (float(part) for part in text[:100].split(","))
    except ValueError:
        return None
    if not (-180 <= west < east <= 180 and -85 <= south < north <= 85) or east - west < 0.01 or north - south < 0.01:
        return None
    return west, south, east, north


def _shows(thing: Thing, reference: list[Reference]) -> bool:
    """Why the content does not fit the kind: a surface needs an object, a map a picture, object or region."""
    if thing.kind == "picture":
        return not (reference and thing.data) and bool(reference or thing.data or region_of(thing.text))
    return bool(reference) == (thing.kind == "object")


class Space(ReplicatedItems[Thing, Patch]):
    """The replicated things of a space."""

    most = MOST
    heaviest = LARGEST_IN_ALL
    fields = ("place", "locked", "title", "text", "colour", "texture", "reference", "stream", "follows")

    def new_patch(self, item: UUID, **changed: Any) -> Patch:
        """Make a patch of one item."""
        return Patch(item, **changed)

    def wrong_item(self, item: Thing) -> str:
        """What is wrong with a new item; empty if nothing is."""
        return wrong_thing(item)

    def wrong_patch(self, patch: Patch) -> str:
        """What is wrong with a patch; empty if nothing is."""
        return wrong_patch(patch)

    def unfit(self, item: Thing, patch: Patch) -> str:
        """Why a patch does not fit this thing; empty if it does."""
        return _unfit(item, patch)

    def weight(self, item: Thing) -> int:
        """The size of its model, pictures and text in bytes."""
        return len(item.data) + len(item.texture) + len(item.text)

    def references(self, item: Thing | Patch) -> list[Reference]:
        """The references of the objects that it shows and follows."""
        return [*(item.reference or ()), *(item.stream or ())]
