# SPDX-License-Identifier: BSD-3-Clause
"""Inserts an adapter between two incompatible ports."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF

from app.runtime.references import EndpointPath
from app.runtime.types import AdapterOffer
from app.ui.composer.canvas.appearance import snapped
from app.ui.composer.canvas.items.block_layout import HEADER, WIDTH
from app.ui.composer.canvas.items.wire_layer import WireKey
from app.ui.composer.canvas.wire_sentence import is_one_way
from app.ui.composer.model.compatibility import adapter_reference
from app.ui.composer.model.edits import CompoundEdit, Disconnect, Edit, InsertAdapter
from app.ui.composer.model.tree import free_name
from app.ui.translations import translated

if TYPE_CHECKING:
    from app.ui.composer.canvas.canvas import Canvas


def insert_adapter(
    canvas: Canvas, first: EndpointPath, second: EndpointPath, offer: AdapterOffer, instead_of: WireKey | None
) -> None:
    """Insert the adapter, wire it to both ports, and select it."""
    name = free_name(translated(offer.name), canvas.view.blocks)
    place = _between(canvas, first, second)
    insertion = InsertAdapter(
        canvas.sheet,
        first,
        second,
        name,
        adapter_reference(offer, canvas.catalogue),
        offer.left_endpoint,
        offer.right_endpoint,
        place.x(),
        place.y(),
        is_one_way(canvas.view, first) and is_one_way(canvas.view, second),
    )
    edit: Edit = insertion
    if instead_of is not None:
        edit = CompoundEdit((Disconnect(canvas.sheet, *instead_of), insertion), insertion.label)
    if canvas.do(edit):
        canvas.selection.set([name])


def _between(canvas: Canvas, first: EndpointPath, second: EndpointPath) -> QPointF:
    """A free position between the two blocks, or below them."""
    areas = [canvas.sheet_scene.blocks[end.component].area for end in (first, second)]
    middle = (areas[0].center() + areas[1].center()) / 2
    place = QPointF(snapped(middle.x() - WIDTH / 2), snapped(middle.y() - HEADER))
    return canvas.inserter.free_position(place)
