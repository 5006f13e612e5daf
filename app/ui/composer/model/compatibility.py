# SPDX-License-Identifier: BSD-3-Clause
"""Checks whether ports, or an object and a slot, are compatible, with reasons for people."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from app.runtime.library import Catalogue
from app.runtime.references import (
    Document,
    EndpointPath,
    Parameterized,
    Path,
    Primitive,
    Reference,
    Template,
    TypeArgument,
)
from app.runtime.types import AdapterOffer, ObjectType, ReferenceTo, Type, Union, Verdict
from app.ui.composer.model.block_types import BlockTypes, enclosing_templates
from app.ui.composer.model.mismatch_reasons import describe_mismatch, plain
from app.ui.composer.model.sheet_view import Block, Port, build_sheet_view, types_of
from app.ui.composer.model.tree import reference_at


@dataclass(frozen=True)
class Fit:
    """A compatibility verdict: a plain reason, all reasons, and suitable adapters."""

    holds: bool
    reason: str = ""
    reasons: tuple[str, ...] = ()
    offers: tuple[AdapterOffer, ...] = ()
    formal: str = ""


FITS = Fit(True)


def port_matcher(
    document: Document, sheet: Path, port: EndpointPath, catalogue: Catalogue
) -> Callable[[EndpointPath], Fit]:
    """A function that checks a wire from this port to any other port of the sheet."""
    view = build_sheet_view(document, sheet, catalogue)
    types = types_of(catalogue)
    own = _find(view.blocks.get(port.component), port)
    known: dict[str, Verdict] = {}

    def fit(other: EndpointPath) -> Fit:
        if other == port:
            return _refusal("a port cannot be wired to itself")
        theirs = _find(view.blocks.get(other.component), other)
        for end, found in ((port, own), (other, theirs)):
            if found is None:
                return _refusal(f"{end} is not on this sheet")
            trouble = _in_use(end, found)
            if trouble and not _same_wire(found, port, other):
                return _refusal(trouble)
        assert own is not None
        assert theirs is not None
        if own.type is None or theirs.type is None:
            return Fit(True)  # unknown types are accepted; the static check reports them
        digest = theirs.type.digest
        if digest not in known:
            known[digest] = types.match(own.type, theirs.type)
        return _fit_of(known[digest], (own, theirs), (port, other))

    return fit


def match_slot(document: Document, slot: Path, reference: Reference, catalogue: Catalogue) -> Fit:
    """Whether an object fits the slot at a path (a block's path and a parameter)."""
    types = types_of(catalogue)
    around = enclosing_templates(document, slot[:-1])
    template = types.template_of(reference_at(document, slot[:-1]), around)
    parameter = None if template is None else template.parameter(slot[-1])
    if parameter is None:
        return _refusal("there is no such place for an object")
    wanted = _object_wanted(parameter.type) if parameter.kind in ("reference", "value") else None
    if wanted is None:
        return _refusal("this takes a value, not an object")
    given = types.typing(reference).type
    if not isinstance(given, ObjectType):
        return Fit(True)
    bound = _bound(document, slot[:-1], types)
    wanted = bound.get(slot[-1], wanted)
    if not isinstance(wanted, ObjectType):
        return FITS
    verdict = types.subtype(given, wanted)
    if verdict.holds:
        return FITS
    words = tuple(plain(text) for text in verdict.explain("this object", slot[-1]))
    return Fit(False, words[0], words, (), f"{given}\n◁\n{wanted}")


def adapter_reference(offer: AdapterOffer, catalogue: Catalogue) -> Reference:
    """The reference of an offered adapter with the types inferred from the wire."""
    definition = catalogue.definition(int(offer.id, 16))
    version = 0 if definition is None else definition.version
    adapter = Primitive(int(offer.id, 16), version, offer.name)
    if not offer.bindings:
        return adapter
    return Parameterized(adapter, tuple((name, TypeArgument(str(term))) for name, term in offer.bindings))


def _find(block: Block | None, port: EndpointPath) -> Port | None:
    return None if block is None else block.port(port.endpoint)


def _in_use(end: EndpointPath, port: Port) -> str:
    if port.connected is not None:
        return f"{end} is already wired to {port.connected}"
    return f"{end} is already shown outside as {port.exported_as}" if port.exported_as else ""


def _same_wire(port: Port, first: EndpointPath, second: EndpointPath) -> bool:
    return port.connected in (first, second)


def _fit_of(verdict: Verdict, ports: tuple[Port, Port], ends: tuple[EndpointPath, EndpointPath]) -> Fit:
    if verdict.holds:
        return FITS
    offers: dict[str, AdapterOffer] = {}
    for leaf in verdict.leaves():
        for offer in leaf.offers:
            if offer.mends_all:
                offers.setdefault(offer.id, offer)
    reasons = describe_mismatch(verdict, ports, ends)
    formal = f"{ports[0].type}\n∝\n{ports[1].type}"
    return Fit(False, reasons[0], reasons, tuple(offers.values()), formal)


def _refusal(reason: str) -> Fit:
    return Fit(False, reason, (reason,))


def _object_wanted(wanted: Type | None) -> Type | None:
    """The object type that a parameter takes, also an optional one."""
    if isinstance(wanted, Union):
        return next((o.object_type for o in wanted.options if isinstance(o, ReferenceTo)), None)
    if isinstance(wanted, ReferenceTo):
        return wanted.object_type
    return wanted if wanted is not None and wanted.sort == "object_type" else None


def _bound(document: Document, block: Path, types: BlockTypes) -> dict[str, Type]:
    """The types that a block's parameters require, with known type arguments substituted."""
    reference = reference_at(document, block)
    if not isinstance(reference, Parameterized) or isinstance(reference.template, Template):
        return {}
    template = types.template_of(reference)
    if template is None:
        return {}
    return types.wanted(template, reference.arguments)
