# SPDX-License-Identifier: BSD-3-Clause
"""Encodes values as elements."""

from __future__ import annotations

from app.runtime.references.errors import LiveObjectFileError, quoted
from app.runtime.references.limits import MAX_DEPTH
from app.runtime.references.names import clean, endpoint_name_problem
from app.runtime.references.scalars import write_scalar
from app.runtime.references.tags import Tag
from app.runtime.references.values import ListValue, MapValue, RecordValue, Value, typed


def encode_value(value: Value, depth: int = 0) -> Tag:
    """Encode a value."""
    if depth > MAX_DEPTH:
        raise LiveObjectFileError(None, "a value is nested too deep", "make it flatter")
    if isinstance(value, ListValue):
        return Tag("list", children=[encode_value(item, depth + 1) for item in value.items])
    if isinstance(value, MapValue):
        return _encode_map(value, depth + 1)
    if isinstance(value, RecordValue):
        return _encode_record(value, depth + 1)
    try:
        kind, text = write_scalar(value)
    except (ValueError, OverflowError) as error:
        raise LiveObjectFileError(None, f"a value cannot be written: {error}", "change the value") from None
    return Tag(kind, text=text)


def _encode_map(value: MapValue, depth: int) -> Tag:
    if len({typed(key) for key, _ in value.entries}) < len(value.entries):
        raise LiveObjectFileError(None, "a map has the same key twice", "remove one of the two entries")
    entries = [
        Tag("entry", children=[encode_value(key, depth), encode_value(item, depth)]) for key, item in value.entries
    ]
    return Tag("map", children=entries)


def _encode_record(value: RecordValue, depth: int) -> Tag:
    fields = {clean(name): item for name, item in value.fields}
    if len(fields) < len(value.fields):
        raise LiveObjectFileError(None, "a record has the same field twice", "remove one of the two")
    for name in fields:
        wrong = endpoint_name_problem(name)
        if wrong:
            raise LiveObjectFileError(None, f"the field name {quoted(name)} {wrong}", "rename the field")
    return Tag(
        "record",
        children=[Tag("field", [("name", name)], children=[encode_value(v, depth)]) for name, v in fields.items()],
    )
