# SPDX-License-Identifier: BSD-3-Clause
"""Functions on drawings: positions, notes, zones and wire corners."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable
from dataclasses import replace

from app.runtime.references import Document, Drawing, EndpointPath, Path, Placed, StickyNote, Wire, Zone
from app.runtime.references.document import DrawingItem
from app.runtime.references.escaping import unwritable
from app.runtime.references.names import clean, format_endpoint_path
from app.ui.composer.model.errors import EditError, not_an_edit
from app.ui.composer.model.tree import starts_with

_FURTHEST = 1e9
_COLOUR = re.compile(r"#[0-9a-fA-F]{6}([0-9a-fA-F]{2})?\Z")


def with_items(document: Document, items: Iterable[DrawingItem]) -> Document:
    """The document with other drawing items."""
    return replace(document, drawing=Drawing(tuple(items), document.drawing.annotations))


def path_of(item: DrawingItem) -> Path:
    """The path of the component or sheet that an item belongs to."""
    return item.component if isinstance(item, Placed) else item.sheet


def moved_to(item: DrawingItem, path: Path) -> DrawingItem:
    """The item on another sheet, or for another component."""
    if isinstance(item, Placed):
        return replace(item, component=path)
    return replace(item, sheet=path)


def repathed(document: Document, change: Callable[[Path], Path | None]) -> Document:
    """The document with each item's path mapped; items mapped to `None` are removed."""
    items = []
    for item in document.drawing.items:
        before = path_of(item)
        after = change(before)
        if after is not None:
            items.append(item if after == before else moved_to(item, after))
    return with_items(document, items)


def shifted(document: Document, old: Path, new: Path) -> Document:
    """The document with all items at or below a path moved to another path."""
    length = len(old)
    return repathed(document, lambda path: (*new, *path[length:]) if starts_with(path, old) else path)


def without(document: Document, paths: Iterable[Path]) -> Document:
    """The document without the items at or below these paths."""
    gone = set(paths)
    if not gone:
        return document
    lengths = sorted({len(path) for path in gone})
    keep = (
        [item for item in document.drawing.items if not any(path_of(item)[:length] in gone for length in lengths)]
        if len(lengths) > 1
        else _without_some(document.drawing.items, gone, lengths[0])
    )
    return document if len(keep) == len(document.drawing.items) else with_items(document, keep)


def _without_some(items: Iterable[DrawingItem], gone: set[Path], length: int) -> list[DrawingItem]:
    """A fast case of `without` for paths of equal length."""
    return [item for item in items if path_of(item)[:length] not in gone]


def placed(document: Document, component: Path, change: Callable[[Placed], Placed]) -> Document:
    """The document with a changed position of a component."""
    items = list(document.drawing.items)
    for number, item in enumerate(items):
        if isinstance(item, Placed) and item.component == component:
            items[number] = change(item)
            return with_items(document, items)
    return with_items(document, [*items, change(Placed(component, 0.0, 0.0))])


def is_wire_of(item: DrawingItem, sheet: Path, first: EndpointPath, second: EndpointPath) -> bool:
    """Whether an item is the route of the wire between two ports, in either direction."""
    if not isinstance(item, Wire) or item.sheet != sheet:
        return False
    ends = format_endpoint_path(first), format_endpoint_path(second)
    return (item.first, item.second) in (ends, ends[::-1])


def checked_item(item: DrawingItem) -> DrawingItem:
    """The item; raises `EditError` if a file cannot hold it."""
    numbers: list[float | None] = []
    if isinstance(item, Wire):
        numbers += [number for point in item.points for number in point]
    else:
        numbers += [item.x, item.y, item.width, item.height]
        if item.colour is not None and not _COLOUR.match(item.colour):
            raise EditError(f"{item.colour!r} is not a colour", "write it like #3366cc")
    for number in numbers:
        if number is not None and (not math.isfinite(number) or abs(number) > _FURTHEST):
            raise EditError("a position is too far away", "move it closer")
    if not all(step and clean(step) == step for step in path_of(item)):
        raise not_an_edit()
    for text in (*path_of(item), *_texts(item)):
        checked_text(text)
    return item


def _texts(item: DrawingItem) -> tuple[str, ...]:
    if isinstance(item, Wire):
        return item.first, item.second
    return (item.text,) if isinstance(item, StickyNote) else (item.title,) if isinstance(item, Zone) else ()


def checked_text(text: str) -> str:
    """The text; raises `EditError` if a file cannot hold it."""
    wrong = unwritable(text)
    if wrong is not None:
        raise EditError(f"the text holds the character U+{ord(wrong):04X}, which a file cannot", "remove it")
    return text
