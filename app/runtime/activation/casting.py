# SPDX-License-Identifier: BSD-3-Clause
"""Casting: a reference under another type, with adapters as components where the types differ."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from app.runtime import references as refs
from app.runtime.activation.errors import DereferenceError
from app.runtime.references.limits import MAX_NAME
from app.runtime.types import (
    AdapterOffer,
    EndpointTerm,
    ObjectType,
    TemplateType,
    Verdict,
    dual,
    find_adapters,
    is_subtype,
)

if TYPE_CHECKING:
    from app.runtime.activation.node import Node

_OBJECT = "object"


def cast(node: Node, reference: refs.Reference, wanted: ObjectType) -> refs.Reference:
    """Return a reference to the same object as another type; a composite with adapters where needed."""
    actual = node.type_of(reference)
    if isinstance(actual, TemplateType):
        raise DereferenceError("a template cannot be cast", "give it its parameters first")
    verdict = is_subtype(actual, wanted, node.formalisms)
    if verdict:
        return replace(reference, as_type=wanted.text)
    mended = _mended(node, reference, actual, wanted, verdict)
    left = is_subtype(node.type_of(mended), wanted, node.formalisms)
    if not left:
        raise _refusal(left)
    return replace(mended, as_type=wanted.text)


def adapter_reference(offer: AdapterOffer) -> refs.Reference:
    """Return the reference of an offered adapter."""
    adapter = refs.Primitive(int(offer.id, 16), name=offer.name)
    if not offer.bindings:
        return adapter
    return refs.Parameterized(adapter, tuple((name, refs.TypeArgument(bound.text)) for name, bound in offer.bindings))


def best_offer(node: Node, left: EndpointTerm, right: EndpointTerm) -> AdapterOffer | None:
    """Return the installed adapter that suffices alone, if there is one."""
    for offer in find_adapters(left, right, node.adapters(), node.formalisms):
        if offer.mends_all and not offer.needs:
            return offer
    return None


def _mended(
    node: Node, reference: refs.Reference, actual: ObjectType, wanted: ObjectType, verdict: Verdict
) -> refs.Composite:
    components: list[tuple[str, refs.Reference]] = [(_OBJECT, reference)]
    connections: list[refs.Connection] = []
    exports: list[refs.Export] = []
    for name, needed in wanted.endpoints:
        own = actual.endpoint(name)
        if own is None:
            raise _refusal(verdict)
        end = refs.EndpointPath(_OBJECT, name)
        if not is_subtype(own, needed, node.formalisms):
            # Whatever matches the dual of the wanted type can be used as the wanted type.
            offer = best_offer(node, own, dual(needed))
            if offer is None:
                raise _refusal(verdict)
            adapter = f"{name}: {offer.name}"[:MAX_NAME].strip()
            components.append((adapter, adapter_reference(offer)))
            connections.append(refs.Connection(end, refs.EndpointPath(adapter, offer.left_endpoint)))
            end = refs.EndpointPath(adapter, offer.right_endpoint)
        exports.append(refs.Export(name, end))
    return refs.Composite(tuple(components), tuple(connections), tuple(exports))


def _refusal(verdict: Verdict) -> DereferenceError:
    why = "; ".join(verdict.explain("the object", "the type it is cast to"))
    return DereferenceError(
        f"the object cannot be used as that type: {why}", "cast it to a type that it has, or install an adapter"
    )
