# SPDX-License-Identifier: BSD-3-Clause
"""Removes components from a composite with their wires and exports."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from typing import TypeVar

from app.runtime.references import Composite, Document, Path, Reference, Wire
from app.runtime.references.document import DrawingItem
from app.runtime.references.names import parse_endpoint_path
from app.ui.composer.model import drawings
from app.ui.composer.model.errors import EditError
from app.ui.composer.model.tree import with_reference

_Part = TypeVar("_Part")


def without_components(document: Document, composite: Path, names: Collection[str]) -> Document:
    """The document without components, their wires, exports and drawing items."""
    gone = set(names)

    def change(reference: Reference) -> Reference:
        if not isinstance(reference, Composite):
            raise EditError("this has become something else meanwhile", "undo what came after it first")
        wires = [w for w in reference.connections if not {w.first.component, w.second.component} & gone]
        exports = [export for export in reference.exports if export.endpoint.component not in gone]
        return replace(
            reference,
            components=tuple([pair for pair in reference.components if pair[0] not in gone]),
            connections=_unless_same(reference.connections, wires),
            exports=_unless_same(reference.exports, exports),
        )

    document = with_reference(document, composite, change)
    document = drawings.without(document, [(*composite, name) for name in gone])
    items = [item for item in document.drawing.items if not _is_wire_of(item, composite, gone)]
    if len(items) == len(document.drawing.items):
        return document
    return drawings.with_items(document, items)


def _unless_same(before: tuple[_Part, ...], after: list[_Part]) -> tuple[_Part, ...]:
    return before if len(after) == len(before) else tuple(after)


def _is_wire_of(item: DrawingItem, sheet: Path, names: set[str]) -> bool:
    if not isinstance(item, Wire) or item.sheet != sheet:
        return False
    ends = [parse_endpoint_path(text) for text in (item.first, item.second)]
    return any(end is not None and end.component in names for end in ends)
