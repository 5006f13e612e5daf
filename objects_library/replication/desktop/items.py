# SPDX-License-Identifier: BSD-3-Clause
"""Items of a desktop, their patches, validation and limits."""

from __future__ import annotations

import math
from dataclasses import dataclass
from uuid import UUID

from app.runtime.references import Composite, Reference
from objects_library.replication.desktop.state import NOBODY

__all__ = ["NOBODY", "Item", "Patch", "Placement", "wrong_item", "wrong_patch", "wrong_placement"]

KINDS = ("object", "text", "image", "file")
MOST = 5_000
"""The largest number of items."""
FARTHEST = 1e7
"""The largest distance from the origin."""
LARGEST = 100_000.0
SMALLEST = 4.0
LONGEST_TITLE = 200
LONGEST_TEXT = 20_000
LARGEST_DATA = 4 * 1024 * 1024
"""Bytes of one picture or file."""
LARGEST_IN_ALL = 128 * 1024 * 1024
"""Bytes of all of them."""
_HIGHEST = 2**53


@dataclass(frozen=True)
class Placement:
    """The rectangle of an item: centre, size, and rotation in degrees clockwise."""

    x: float
    y: float
    width: float
    height: float
    angle: float = 0.0


@dataclass(frozen=True)
class Item:
    """Something on the desktop; whoever puts it there chooses its id."""

    item: UUID
    kind: str
    title: str
    place: Placement
    layer: int
    group: UUID
    locked: bool
    text: str
    data: bytes
    reference: list[Reference]


@dataclass(frozen=True)
class Patch:
    """The changed fields of one item; null fields stay unchanged."""

    item: UUID
    place: Placement | None = None
    layer: int | None = None
    group: UUID | None = None
    locked: bool | None = None
    title: str | None = None
    text: str | None = None


def wrong_placement(placement: Placement) -> str:
    """What is wrong with a placement; empty if nothing is."""
    numbers = (placement.x, placement.y, placement.width, placement.height, placement.angle)
    if not all(math.isfinite(each) for each in numbers):
        return "a place is made of numbers that are finite"
    if abs(placement.x) > FARTHEST or abs(placement.y) > FARTHEST:
        return "that is too far away"
    if not (SMALLEST <= placement.width <= LARGEST and SMALLEST <= placement.height <= LARGEST):
        return f"a size is between {SMALLEST:g} and {LARGEST:g}"
    if abs(placement.angle) > 360:
        return "an angle is at most a full turn"
    return ""


def wrong_patch(patch: Patch) -> str:
    """What is wrong with a patch, whatever item it changes; empty if nothing is."""
    if patch.place is not None and (problem := wrong_placement(patch.place)):
        return problem
    if patch.layer is not None and abs(patch.layer) > _HIGHEST:
        return "there is no such layer"
    if patch.title is not None and len(patch.title) > LONGEST_TITLE:
        return f"a title has at most {LONGEST_TITLE} characters"
    if patch.text is not None and len(patch.text) > LONGEST_TEXT:
        return f"a text has at most {LONGEST_TEXT:,} characters"
    return ""


def wrong_item(item: Item) -> str:
    """What is wrong with a new item; empty if nothing is."""
    if item.kind not in KINDS:
        return f"nobody knows what {item.kind[:20]!r} is"
    if (item.kind == "object") != (len(item.reference) == 1) or len(item.reference) > 1:
        return "an object has one reference, and nothing else has any"
    if len(item.data) > LARGEST_DATA:
        return f"a picture or file has at most {LARGEST_DATA // 2**20} MB"
    patch = Patch(item.item, item.place, item.layer, None, None, item.title, item.text)
    return wrong_patch(patch)


def separate_parts(contents: Reference | None) -> dict[str, Reference]:
    """The parts of a sheet as separate objects; parts that are wired together stay together."""
    if contents is None:
        return {}
    if isinstance(contents, Composite) and not contents.connections and not contents.exports:
        return dict(contents.components)
    return {"": contents}
