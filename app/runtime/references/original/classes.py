# SPDX-License-Identifier: BSD-3-Clause
"""The classes of the original platform as our types; an unknown class becomes the widest type."""

from __future__ import annotations

from app.runtime.references.original.identifiers import parse_identifier
from app.runtime.references.original.known_identifiers import OBJECT_TYPES, VALUE_TYPES
from app.runtime.references.original.nodes import Node

_WIDEST = {
    "ValueClass": "anything",
    "ObjectClass": "Object",
    "EndpointClass": "endpoint{}",
    "InterfaceClass": "endpoint{}",  # an interface is one direction of an endpoint
}


def is_class(kind: str) -> bool:
    """Whether an element of this kind describes a class."""
    return kind in _WIDEST


def type_text(node: Node, kind: str) -> str:
    """Return the type of a class element."""
    identifier = parse_identifier(node.attributes.get("id", ""))
    component = identifier.component if identifier and not identifier.namespace else None
    if kind == "ValueClass":
        return VALUE_TYPES.get(component or 0, _WIDEST[kind])
    if kind == "ObjectClass" and component in OBJECT_TYPES:
        pattern, gaps = OBJECT_TYPES[component]
        given = {child.attributes.get("id"): child for child in node.children if child.name == "Parameter"}
        return pattern.format(*(_parameter_text(given.get(gap), gap) for gap in gaps))
    return _WIDEST[kind]


def is_known(node: Node, kind: str) -> bool:
    """Whether the class itself, without its parameters, has a type here."""
    identifier = parse_identifier(node.attributes.get("id", ""))
    if identifier is None or identifier.namespace:
        return False
    if kind == "ValueClass":
        return identifier.component in VALUE_TYPES
    return kind == "ObjectClass" and identifier.component in OBJECT_TYPES


def _parameter_text(parameter: Node | None, gap: str) -> str:
    kind = "ObjectClass" if gap == "ObjectClass" else "ValueClass"
    if parameter is None or not parameter.children:
        return _WIDEST[kind]
    value = parameter.children[0]
    return type_text(value, kind)
