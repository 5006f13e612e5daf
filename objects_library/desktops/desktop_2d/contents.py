# SPDX-License-Identifier: BSD-3-Clause
"""The first items of a desktop: parts of an object with their placements."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from uuid import UUID, uuid5

from app.runtime.references import Reference
from objects_library.replication.desktop.items import LONGEST_TITLE, NOBODY, Item, Placement, separate_parts, wrong_item

_WIDTH, _HEIGHT, _GAP = 360.0, 260.0, 24.0
_IN_A_ROW = 3
_NAMES = UUID("9b1c5f0e-3f0f-4a07-9d75-0f6f1c8a2b11")
"""The namespace of the ids of first items, which must be equal for everyone."""


@dataclass(frozen=True)
class InitialItem:
    """The first placement of an item; with a text and no object of that name, a text item."""

    x: float
    y: float
    width: float = _WIDTH
    height: float = _HEIGHT
    angle: float = 0.0
    layer: int = 0
    text: str = ""
    locked: bool = False


def first_items(contents: Reference | None, places: Mapping[str, InitialItem]) -> list[Item]:
    """The first items, in the same order for everyone, because the order in a file has no meaning."""
    parts = separate_parts(contents)
    spots = {name: places.get(name) or _free(number) for number, name in enumerate(sorted(parts))}
    spots |= {name: spot for name, spot in places.items() if name not in parts and spot.text}
    from_below = sorted(spots, key=lambda name: (spots[name].layer, name))
    items = [_item(name, spots[name], layer, parts.get(name)) for layer, name in enumerate(from_below)]
    return [item for item in items if not wrong_item(item)]


def _free(number: int) -> InitialItem:
    row, column = divmod(number, _IN_A_ROW)
    return InitialItem(column * (_WIDTH + _GAP), row * (_HEIGHT + _GAP))


def _item(name: str, spot: InitialItem, layer: int, reference: Reference | None) -> Item:
    return Item(
        item=uuid5(_NAMES, name),
        kind="text" if reference is None else "object",
        title="" if reference is None else name[:LONGEST_TITLE],
        place=Placement(spot.x, spot.y, spot.width, spot.height, spot.angle),
        layer=layer,
        group=NOBODY,
        locked=spot.locked,
        text=spot.text if reference is None else "",
        data=b"",
        reference=[] if reference is None else [reference],
    )
