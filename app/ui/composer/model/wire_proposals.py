# SPDX-License-Identifier: BSD-3-Clause
"""Which wire from one block to another does what a person expects, and what it does, in words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from app.runtime import references as refs
from app.runtime.library import Catalogue
from app.runtime.types import AdapterOffer, EndpointTerm, EndpointType
from app.ui.composer.model.compatibility import Fit, port_matcher
from app.ui.composer.model.families import is_flow, is_inlet
from app.ui.composer.model.sheet_view import Block, Port, build_sheet_view

WireKind = Literal["derived", "effect", "with help", "none"]


@dataclass(frozen=True)
class WireProposal:
    """A wire from an outlet of one block to an inlet of another, or why there is none."""

    kind: WireKind
    sentence: str = ""
    outlet: str = ""
    inlet: str = ""
    offer: AdapterOffer | None = None
    reason: str = ""


def propose_wire(document: refs.Document, source: str, target: str, catalogue: Catalogue) -> WireProposal:
    """The best wire between two blocks of the root sheet: a direct one, one with an operator, or the reason."""
    blocks = build_sheet_view(document, (), catalogue).blocks
    inlets = [port for port in blocks[target].ports if is_inlet(port.type)]
    helped = reason = None
    for outlet in outlets_of(blocks[source]):
        fit = port_matcher(document, (), refs.EndpointPath(source, outlet.name), catalogue)
        for inlet in inlets:
            found = fit(refs.EndpointPath(target, inlet.name))
            if found.holds:
                sentence = compose_sentence(outlet.sentence, inlet.sentence, source, target)
                return WireProposal(wire_kind(inlet.type), sentence, outlet.name, inlet.name)
            helped = helped or _with_help(found, outlet, inlet, source, target)
            reason = reason or found.reason
    return helped or WireProposal("none", reason=reason or _nothing_to_wire(blocks[source], blocks[target]))


def outlets_of(block: Block) -> Iterator[Port]:
    """The ports of a block that offer values."""
    return (port for port in block.ports if is_flow(port.type) and not is_inlet(port.type))


def wire_kind(inlet: EndpointTerm | None) -> WireKind:
    """Whether each event at an inlet changes something once, or every copy just computes what it shows."""
    promised = inlet.provides if isinstance(inlet, EndpointType) else ()
    return "effect" if any("exactly once" in constraint.text for constraint in promised) else "derived"


def compose_sentence(outlet: str, inlet: str, source: str, target: str) -> str:
    """What a wire does: "Gauge shows what Slider is set to"; empty if an end has no words."""
    if not outlet or not inlet:
        return ""
    # Names are people's: only the two known holes are filled, and not those in names.
    before, hole, after = inlet.replace("{name}", "\0").partition("{what}")
    what = outlet.replace("{name}", source) if hole else ""
    sentence = before.replace("\0", target) + what + after.replace("\0", target)
    return sentence[:1].upper() + sentence[1:]


def _with_help(fit: Fit, outlet: Port, inlet: Port, source: str, target: str) -> WireProposal | None:
    if not fit.offers:
        return None
    offer = fit.offers[0]
    sentence = compose_sentence(outlet.sentence, inlet.sentence, source, target)
    return WireProposal("with help", sentence, outlet.name, inlet.name, offer)


def _nothing_to_wire(source: Block, target: Block) -> str:
    if next(outlets_of(source), None) is None:
        return f"{source.name} offers no values"
    return f"{target.name} takes no values"
