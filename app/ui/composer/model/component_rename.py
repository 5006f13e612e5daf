# SPDX-License-Identifier: BSD-3-Clause
"""Renames a component and all mentions of it."""

from __future__ import annotations

from dataclasses import replace

from app.runtime.references import Composite, Connection, Document, EndpointPath, Path, Reference, Wire
from app.runtime.references.names import format_endpoint_path, parse_endpoint_path
from app.ui.composer.model import drawings
from app.ui.composer.model.errors import EditError
from app.ui.composer.model.tree import checked_name, describe_path, named, reference_at, taken_names, with_reference


def renamed(document: Document, composite: Path, old: str, new: str) -> Document:
    """The document with a component renamed."""
    new = checked_name(new)
    found = reference_at(document, composite)
    if not isinstance(found, Composite) or named(found.components, old) is None:
        raise EditError(f"{describe_path((*composite, old))} is not there any more", "undo, or choose something else")
    if new == old:
        return document
    if new in taken_names(found):
        raise EditError(f"there is another '{new}' on this page", "choose another name")
    document = with_reference(document, composite, lambda reference: _renamed(reference, old, new))
    document = drawings.shifted(document, (*composite, old), (*composite, new))
    items = [
        _renamed_wire(item, old, new) if isinstance(item, Wire) and item.sheet == composite else item
        for item in document.drawing.items
    ]
    return drawings.with_items(document, items)


def _renamed(reference: Reference, old: str, new: str) -> Reference:
    assert isinstance(reference, Composite)

    def end(path: EndpointPath) -> EndpointPath:
        return EndpointPath(new, path.endpoint) if path.component == old else path

    return replace(
        reference,
        components=tuple([(new, pair[1]) if pair[0] == old else pair for pair in reference.components]),
        connections=tuple(
            replace(wire, first=end(wire.first), second=end(wire.second)) if _touches(wire, old) else wire
            for wire in reference.connections
        ),
        exports=tuple(
            replace(export, endpoint=end(export.endpoint)) if export.endpoint.component == old else export
            for export in reference.exports
        ),
    )


def _touches(wire: Connection, name: str) -> bool:
    return name in (wire.first.component, wire.second.component)


def _renamed_wire(wire: Wire, old: str, new: str) -> Wire:
    ends = []
    for text in (wire.first, wire.second):
        path = parse_endpoint_path(text)
        mentions = path is not None and path.component == old
        ends.append(format_endpoint_path(EndpointPath(new, path.endpoint)) if path and mentions else text)
    first, second = ends
    return wire if (first, second) == (wire.first, wire.second) else replace(wire, first=first, second=second)
