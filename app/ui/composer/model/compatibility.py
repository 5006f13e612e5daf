# SPDX-License-Identifier: BSD-3-Clause
"""Checks whether ports, or an object and a slot, are compatible, with reasons for people."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from app.runtime import references as refs
from app.runtime.library import Catalogue
from app.runtime.types import AdapterOffer, EndpointTerm, ObjectType, Parameter, ReferenceTo, Type, Union, Verdict
from app.ui.composer.model.block_types import BlockTypes, enclosing_templates
from app.ui.composer.model.mismatch_reasons import describe_mismatch, describe_operator
from app.ui.composer.model.sheet_view import Block, Port, SheetView, build_sheet_view, types_of
from app.ui.composer.model.tree import reference_at
from app.ui.everyday_words import in_everyday_words


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
    document: refs.Document, sheet: refs.Path, port: refs.EndpointPath, catalogue: Catalogue
) -> Callable[[refs.EndpointPath], Fit]:
    """A function that checks a wire from this port to any other port of the sheet."""
    return _PortMatcher(build_sheet_view(document, sheet, catalogue), port, types_of(catalogue)).fit


class _PortMatcher:
    """Checks wires from one port; verdicts are cached by type."""

    def __init__(self, view: SheetView, port: refs.EndpointPath, types: BlockTypes) -> None:
        self._view = view
        self._end = port
        self._port = _find(view.blocks.get(port.component), port)
        self._types = types
        self._known: dict[str, Verdict] = {}

    def fit(self, other: refs.EndpointPath) -> Fit:
        if other == self._end:
            return _refusal("a connection cannot be wired to itself")
        theirs = _find(self._view.blocks.get(other.component), other)
        for end, found in ((self._end, self._port), (other, theirs)):
            if found is None:
                return _refusal(f"{end} is not on this page")
            trouble = _in_use(end, found)
            if trouble and not _same_wire(found, self._end, other):
                return _refusal(trouble)
        assert self._port is not None
        assert theirs is not None
        if self._port.type is None or theirs.type is None:
            return Fit(True)  # unknown types are accepted; the static check reports them
        verdict = self._verdict(self._port.type, theirs.type)
        if verdict.holds:
            return FITS
        instead = self._fitting_port(self._port.type, other.component)
        return _misfit(verdict, (self._port, theirs), (self._end, other), instead)

    def _verdict(self, own: EndpointTerm, theirs: EndpointTerm) -> Verdict:
        if theirs.digest not in self._known:
            self._known[theirs.digest] = self._types.match(own, theirs)
        return self._known[theirs.digest]

    def _fitting_port(self, own: EndpointTerm, component: str) -> refs.EndpointPath | None:
        """A free port of a block that fits, or `None`."""
        for each in self._view.blocks[component].ports:
            end = refs.EndpointPath(component, each.name)
            if each.takes_more and end != self._end and each.type is not None and self._verdict(own, each.type).holds:
                return end
        return None


def match_slot(document: refs.Document, slot: refs.Path, reference: refs.Reference, catalogue: Catalogue) -> Fit:
    """Whether an object fits the slot at a path (a block's path and a parameter)."""
    types = types_of(catalogue)
    parameter = _parameter_at(document, slot, types)
    if parameter is None:
        return _refusal("there is no such place for an object")
    if _object_wanted_by(parameter) is None:
        return _refusal("this takes a value, not an object")
    given = types.typing(reference).type
    if not isinstance(given, ObjectType):
        return Fit(True)
    wanted = slot_type(document, slot, catalogue)
    if wanted is None:
        return FITS
    verdict = types.subtype(given, wanted)
    if verdict.holds:
        return FITS
    words = tuple(in_everyday_words(text) for text in verdict.explain("this object", slot[-1]))
    return Fit(False, words[0], words, (), f"{given}\n◁\n{wanted}")


def slot_type(document: refs.Document, slot: refs.Path, catalogue: Catalogue) -> ObjectType | None:
    """The type of object that the slot at a path takes, as far as it is known."""
    types = types_of(catalogue)
    parameter = _parameter_at(document, slot, types)
    if parameter is None:
        return None
    wanted = _bound(document, slot[:-1], types).get(slot[-1], _object_wanted_by(parameter))
    return wanted if isinstance(wanted, ObjectType) else None


def _parameter_at(document: refs.Document, slot: refs.Path, types: BlockTypes) -> Parameter | None:
    around = enclosing_templates(document, slot[:-1])
    template = types.template_of(reference_at(document, slot[:-1]), around)
    return None if template is None else template.parameter(slot[-1])


def _object_wanted_by(parameter: Parameter) -> Type | None:
    return _object_wanted(parameter.type) if parameter.kind in ("reference", "value") else None


def adapter_reference(offer: AdapterOffer, catalogue: Catalogue) -> refs.Reference:
    """The reference of an offered adapter with the types inferred from the wire."""
    definition = catalogue.definition(int(offer.id, 16))
    version = 0 if definition is None else definition.version
    adapter = refs.Primitive(int(offer.id, 16), version, offer.name)
    if not offer.bindings:
        return adapter
    return refs.Parameterized(adapter, tuple((name, refs.TypeArgument(str(term))) for name, term in offer.bindings))


def _find(block: Block | None, port: refs.EndpointPath) -> Port | None:
    return None if block is None else block.port(port.endpoint)


def _in_use(end: refs.EndpointPath, port: Port) -> str:
    if port.takes_more:
        return ""
    if port.wires:
        return f"{end} is already wired to {port.wires[0]}"
    return f"{end} is already shown outside as {port.exported_as}" if port.exported_as else ""


def _same_wire(port: Port, first: refs.EndpointPath, second: refs.EndpointPath) -> bool:
    return first in port.wires or second in port.wires


def _misfit(
    verdict: Verdict,
    ports: tuple[Port, Port],
    ends: tuple[refs.EndpointPath, refs.EndpointPath],
    instead: refs.EndpointPath | None,
) -> Fit:
    offers: dict[str, AdapterOffer] = {}
    for leaf in verdict.leaves():
        for offer in leaf.offers:
            if offer.mends_all:
                offers.setdefault(offer.id, offer)
    reasons = describe_mismatch(verdict, ports, ends, instead)
    if offers:
        reasons = (*describe_operator(ports, ends, next(iter(offers.values())).name), *reasons)
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


def _bound(document: refs.Document, block: refs.Path, types: BlockTypes) -> dict[str, Type]:
    """The types that a block's parameters require, with known type arguments substituted."""
    reference = reference_at(document, block)
    if not isinstance(reference, refs.Parameterized) or isinstance(reference.template, refs.Template):
        return {}
    template = types.template_of(reference)
    if template is None:
        return {}
    return types.wanted(template, reference.arguments)
