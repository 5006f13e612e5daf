# SPDX-License-Identifier: BSD-3-Clause
"""Adapters: objects with two endpoints, or an inlet and outlets, that connect two others that do not match."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import permutations

from .core import Type, TypeModelError
from .endpoints import EndpointTerm, EndpointType, dual
from .formalisms import STANDARD_FORMALISMS, Formalisms
from .inference import infer
from .objects import NO_DEFAULT, TYPE_PARAMETERS, ObjectType, TemplateType
from .relations import is_subtype, match
from .substitution import instantiate, substitute
from .verdicts import Reason, Step, Verdict

_Path = tuple[Step, ...]


@dataclass(frozen=True)
class Adapter:
    """An object, or a template of one, with two sides, for use in a wire."""

    id: str
    name: str
    type: ObjectType | TemplateType

    @property
    def object_type(self) -> ObjectType:
        """The type of the object, its parameters still open."""
        return self.type.result if isinstance(self.type, TemplateType) else self.type

    @property
    def sides(self) -> tuple[str, ...]:
        """The endpoints that a wire may go to; none if the object is no adapter."""
        return sides_of(self.object_type)


@lru_cache(maxsize=256)
def sides_of(term: ObjectType) -> tuple[str, ...]:
    """Return the endpoints between which an object converts: its only two, or the inlet and outlets of an operator.

    An operator has further endpoints, for its view.
    """
    flow = {
        each.name: each.type
        for each in term.endpoints
        if isinstance(each.type, EndpointType) and each.type.carries_flow
    }
    if len(flow) > 1 and [bool(each.incoming) for each in flow.values()].count(True) == 1:
        return tuple(flow)
    return tuple(each.name for each in term.endpoints) if len(term.endpoints) == 2 else ()


@dataclass(frozen=True)
class AdapterOffer:
    """An adapter that mends a wire, or a part of it.

    `bindings` are the type arguments that follow from the wire, `needs` the parameters that a person must
    still give. Its endpoint `left_endpoint` goes to the left end of the wire, `right_endpoint` to the right.
    """

    id: str
    name: str
    bindings: tuple[tuple[str, Type], ...]
    left_endpoint: str
    right_endpoint: str
    needs: tuple[str, ...] = ()
    mends_all: bool = True


def find_adapters(
    left: EndpointTerm, right: EndpointTerm, catalogue: Iterable[Adapter], formalisms: Formalisms = STANDARD_FORMALISMS
) -> list[AdapterOffer]:
    """Return the adapters that make the wire match, those that need the least first."""
    fits = [fit for adapter in catalogue for fit in _fits(adapter, left, right, formalisms)]
    return _ranked(fit.offer for fit in fits if not fit.remaining)


def match_or_mend(
    left: EndpointTerm, right: EndpointTerm, catalogue: Iterable[Adapter], formalisms: Formalisms = STANDARD_FORMALISMS
) -> Verdict:
    """Return the verdict of `match`; each failing part carries the adapters that mend it, best first."""
    verdict = match(left, right, formalisms)
    if verdict.holds:
        return verdict
    broken = {leaf.path for leaf in verdict.leaves()}
    mending: dict[_Path, list[AdapterOffer]] = {path: [] for path in broken}
    for adapter in catalogue:
        for fit in _fits(adapter, left, right, formalisms):
            # An adapter that fails in new places is no help.
            if fit.remaining <= broken:
                for path in broken - fit.remaining:
                    mending[path].append(fit.offer)
    return Verdict(False, tuple(_attached(reason, (), mending) for reason in verdict.reasons))


@dataclass(frozen=True)
class _Fit:
    """An adapter in a wire, and the places where the wire still fails."""

    offer: AdapterOffer
    remaining: frozenset[_Path]


def _fits(adapter: Adapter, left: EndpointTerm, right: EndpointTerm, formalisms: Formalisms) -> Iterator[_Fit]:
    """Return the best orientation of the adapter in the wire, if it fits at least on one side."""
    ends = dict(adapter.object_type.endpoints)
    found = [
        fit
        for left_name, right_name in permutations(adapter.sides, 2)
        if _may_fit(left, ends[left_name]) and _may_fit(right, ends[right_name])
        for fit in _placed(adapter, (left, left_name), (right, right_name), formalisms)
    ]
    if found:
        yield min(found, key=lambda fit: len(fit.remaining))


def _may_fit(end: EndpointTerm, side: EndpointTerm) -> bool:
    """Whether an inlet or outlet of an operator can fit, by the names of events; spares most comparisons of types."""
    if not isinstance(end, EndpointType) or not isinstance(side, EndpointType) or not side.carries_flow:
        return True
    sent, received = (end.outgoing, side.incoming) if side.incoming else (side.outgoing, end.incoming)
    names = {event.name for event in received}
    return bool(sent) and all(event.name in names for event in sent)


def _placed(
    adapter: Adapter, left: tuple[EndpointTerm, str], right: tuple[EndpointTerm, str], formalisms: Formalisms
) -> Iterator[_Fit]:
    """Place the adapter between two ends; its type arguments are inferred from one end, then the other."""
    forwards, backwards = _inferred(adapter, (left, right)), _inferred(adapter, (right, left))
    for bindings in (forwards, backwards) if forwards != backwards else (forwards,):
        placed = _instance(adapter, bindings, formalisms)
        if placed is None:
            continue
        ends = dict(placed.endpoints)
        verdicts = match(left[0], ends[left[1]], formalisms), match(ends[right[1]], right[0], formalisms)
        if any(verdict.holds for verdict in verdicts):
            remaining = frozenset(leaf.path for verdict in verdicts for leaf in verdict.leaves())
            offer = AdapterOffer(
                adapter.id,
                adapter.name,
                tuple(sorted(bindings.items())),
                left[1],
                right[1],
                _open_parameters(adapter),
                not remaining,
            )
            yield _Fit(offer, remaining)


def _inferred(adapter: Adapter, order: Iterable[tuple[EndpointTerm, str]]) -> dict[str, Type]:
    """Infer the type arguments from the given ends."""
    bindings: dict[str, Type] = {}
    ends = dict(adapter.object_type.endpoints)
    for end, name in order:
        infer(ends[name], dual(end), bindings)
    return bindings


def _instance(adapter: Adapter, bindings: Mapping[str, Type], formalisms: Formalisms) -> ObjectType | None:
    """Instantiate the adapter; None if type arguments are unknown, not allowed, or make it too large."""
    if not isinstance(adapter.type, TemplateType):
        return adapter.type
    try:
        for parameter in adapter.type.parameters:
            if parameter.name in bindings and parameter.type is not None:
                bound = substitute(parameter.type, bindings)
                if not is_subtype(bindings[parameter.name], bound, formalisms).holds:
                    return None
        return instantiate(adapter.type, bindings)
    except TypeModelError:
        return None


def _open_parameters(adapter: Adapter) -> tuple[str, ...]:
    """Return the values and references that a person must give."""
    if not isinstance(adapter.type, TemplateType):
        return ()
    return tuple(
        parameter.name
        for parameter in adapter.type.parameters
        if parameter.kind not in TYPE_PARAMETERS and parameter.default is NO_DEFAULT
    )


def _ranked(offers: Iterable[AdapterOffer]) -> list[AdapterOffer]:
    return sorted(offers, key=lambda offer: (not offer.mends_all, len(offer.needs), offer.name, offer.id))


def _attached(reason: Reason, above: _Path, mending: Mapping[_Path, list[AdapterOffer]]) -> Reason:
    """Return the tree of reasons with offers at the leaves."""
    path = above + reason.path
    if not reason.children:
        return replace(reason, offers=tuple(_ranked(mending[path])))
    return replace(reason, children=tuple(_attached(child, path, mending) for child in reason.children))
