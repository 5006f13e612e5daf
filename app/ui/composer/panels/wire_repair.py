# SPDX-License-Identifier: BSD-3-Clause
"""Repairs an incompatible wire with an adapter. No Qt in this file."""

from __future__ import annotations

from dataclasses import dataclass

from app.runtime.references import Composite, Document, EndpointPath, Path, Problem
from app.runtime.types import AdapterOffer, EndpointType
from app.ui.composer.model.compatibility import adapter_reference
from app.ui.composer.model.editor import Editor
from app.ui.composer.model.edits import EditError, InsertAdapter
from app.ui.composer.model.sheet_view import build_sheet_view
from app.ui.composer.model.tree import free_name, reference_at, taken_names

_GRID = 8


@dataclass(frozen=True)
class BrokenWire:
    """An incompatible wire and the content path of its sheet."""

    inside: Path
    first: EndpointPath
    second: EndpointPath


def broken_wire(document: Document, problem: Problem) -> BrokenWire | None:
    """The existing wire of a problem, or `None`."""
    if problem.kind != "connection":
        return None
    try:
        composite = reference_at(document, problem.path)
    except EditError:
        return None
    if not isinstance(composite, Composite):
        return None
    for wire in composite.connections:
        if problem.message.startswith(f"{wire.first} and {wire.second} do not fit"):
            return BrokenWire(problem.path, wire.first, wire.second)
    return None


def insert_adapter(editor: Editor, wire: BrokenWire, offer: AdapterOffer) -> Path:
    """Insert the adapter between the two blocks; returns its path."""
    composite = reference_at(editor.document, wire.inside)
    assert isinstance(composite, Composite)
    name = free_name(offer.name, taken_names(composite))
    blocks = build_sheet_view(editor.document, wire.inside, editor.catalogue).blocks
    places = [blocks[end.component].placed for end in (wire.first, wire.second)]
    ports = [blocks[end.component].port(end.endpoint) for end in (wire.first, wire.second)]
    x, y = (sum(values) / 2 for values in zip(*((place.x, place.y) for place in places), strict=True))
    editor.do(
        InsertAdapter(
            wire.inside,
            wire.first,
            wire.second,
            name,
            adapter_reference(offer, editor.catalogue),
            offer.left_endpoint,
            offer.right_endpoint,
            round(x / _GRID) * _GRID,
            round(y / _GRID) * _GRID,
            all(port is not None and isinstance(port.type, EndpointType) and port.type.one_way for port in ports),
        )
    )
    return (*wire.inside, name)
