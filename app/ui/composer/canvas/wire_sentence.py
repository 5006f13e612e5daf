# SPDX-License-Identifier: BSD-3-Clause
"""What a wire between everyday objects does, as a sentence: "Gauge shows what Slider is set to"."""

from __future__ import annotations

from app.runtime.references import EndpointPath
from app.runtime.types import EndpointTerm, EndpointType
from app.ui.composer.model.families import is_flow, is_inlet
from app.ui.composer.model.sheet_view import Port, SheetView
from app.ui.composer.model.wire_proposals import compose_sentence
from app.ui.translations import translated


def wire_sentence(view: SheetView, first: EndpointPath, second: EndpointPath) -> str:
    """The sentence of a wire; empty if one of its ends has no words."""
    if is_inlet(_type(view, first)):
        first, second = second, first
    source, target = _port(view, first), _port(view, second)
    if source is None or target is None or not source.sentence or not target.sentence:
        return ""
    return compose_sentence(translated(source.sentence), translated(target.sentence), first.component, second.component)


def is_one_way(view: SheetView, end: EndpointPath) -> bool:
    """Whether a port may have several wires."""
    term = _type(view, end)
    return isinstance(term, EndpointType) and term.one_way


def is_outlet(view: SheetView, end: EndpointPath) -> bool:
    """Whether a port offers values, so that each wire from it is a new one."""
    term = _type(view, end)
    return is_flow(term) and not is_inlet(term)


def _type(view: SheetView, end: EndpointPath) -> EndpointTerm | None:
    port = _port(view, end)
    return None if port is None else port.type


def _port(view: SheetView, end: EndpointPath) -> Port | None:
    block = view.blocks.get(end.component)
    return None if block is None else block.port(end.endpoint)
