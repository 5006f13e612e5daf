# SPDX-License-Identifier: BSD-3-Clause
"""Decodes elements to values."""

from __future__ import annotations

from app.runtime.references.elements import (
    distinct,
    leaf_text,
    named,
    no_text,
    only_attributes,
    only_child,
    refuse,
    unexpected,
)
from app.runtime.references.errors import quoted
from app.runtime.references.markup import Element
from app.runtime.references.names import endpoint_name_problem
from app.runtime.references.namespaces import REFERENCE_NAMESPACE
from app.runtime.references.scalars import is_scalar, read_scalar
from app.runtime.references.values import ListValue, MapValue, RecordValue, Value, typed


def is_value(element: Element) -> bool:
    """Whether the element contains a value."""
    known = is_scalar(element.name) or element.name in ("list", "map", "record")
    return known and element.namespace == REFERENCE_NAMESPACE


def decode_value(element: Element, comments: list[str]) -> Value:
    """Decode the value of an element; comments inside are added to `comments`."""
    only_attributes(element)
    if is_scalar(element.name):
        comments += [*element.before, *element.notes]
        return _decode_scalar(element)
    _enter(element, comments)
    if element.name == "list":
        return ListValue(tuple(_decode_part(child, element, comments) for child in element.children))
    if element.name == "map":
        return _decode_map(element, comments)
    return _decode_record(element, comments)


def _decode_scalar(element: Element) -> Value:
    text = leaf_text(element)
    try:
        return read_scalar(element.name, text)
    except ValueError as error:
        refuse(element, f"{quoted(text.strip())} is not a value of <{element.name}>", str(error))


def _enter(element: Element, comments: list[str]) -> None:
    """Check an element that contains only elements of the value."""
    comments += [*element.before, *element.notes]
    no_text(element)
    if element.foreign or any(not note.startswith("<!--") for note in element.notes):
        refuse(element, f"<{element.name}> cannot be annotated", "annotate the argument around it")


def _decode_part(element: Element, parent: Element, comments: list[str]) -> Value:
    if not is_value(element):
        unexpected(element, parent)
    return decode_value(element, comments)


def _decode_map(element: Element, comments: list[str]) -> MapValue:
    entries = []
    seen = set()
    for entry in element.children:
        if (entry.namespace, entry.name) != (REFERENCE_NAMESPACE, "entry"):
            unexpected(entry, element)
        only_attributes(entry)
        _enter(entry, comments)
        if len(entry.children) != 2:
            refuse(entry, "<entry> must hold a key and a value", "add what is missing")
        key, value = (_decode_part(child, entry, comments) for child in entry.children)
        if typed(key) in seen:
            refuse(entry, "there is already an entry with this key", "remove one of the two")
        seen.add(typed(key))
        entries.append((key, value))
    return MapValue(tuple(entries))


def _decode_record(element: Element, comments: list[str]) -> RecordValue:
    fields = []
    for field in element.children:
        if (field.namespace, field.name) != (REFERENCE_NAMESPACE, "field"):
            unexpected(field, element)
        only_attributes(field, "name")
        _enter(field, comments)
        name = named(field, "name", endpoint_name_problem)
        fields.append((name, _decode_part(only_child(field), field, comments)))
    distinct(zip((name for name, _ in fields), element.children, strict=True), "field")
    return RecordValue(tuple(fields))
