# SPDX-License-Identifier: BSD-3-Clause
"""Checks whether a value in a reference has the wanted type."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from uuid import UUID

from app.runtime.references.errors import quoted
from app.runtime.references.values import ListValue, MapValue, RecordValue, Value
from app.runtime.types import Anything, ListOf, MapOf, Record, Scalar, Type, Union, Variable, describe_type

_SCALARS: dict[str, tuple[type, ...]] = {
    "null": (type(None),),
    "bool": (bool,),
    "int": (int,),
    "float": (int, float),
    "text": (str,),
    "bytes": (bytes,),
    "timestamp": (datetime,),
    "uuid": (UUID,),
}


def find_mismatch(value: Value, wanted: Type) -> str | None:
    """Return why the value is not of the type, or None if it is."""
    return next(_mismatches(value, wanted), None)


def _mismatches(value: Value, wanted: Type) -> Iterator[str]:
    if isinstance(wanted, Anything | Variable):  # the argument of a variable is checked when it is assigned
        return
    if isinstance(wanted, Union):
        if all(find_mismatch(value, option) for option in wanted.options):
            yield _not(value, wanted)
    elif isinstance(wanted, Scalar):
        if not isinstance(value, _SCALARS[wanted.kind]) or (isinstance(value, bool) and wanted.kind != "bool"):
            yield _not(value, wanted)
    elif isinstance(wanted, ListOf) and isinstance(value, ListValue):
        for number, item in enumerate(value.items, 1):
            yield from _inside(f"item {number}", item, wanted.item)
    elif isinstance(wanted, MapOf) and isinstance(value, MapValue | RecordValue):
        for key, item in _entries(value):
            yield from _inside("a key", key, wanted.key)
            yield from _inside(f"the entry {_shown(key)}", item, wanted.value)
    elif isinstance(wanted, Record) and isinstance(value, MapValue | RecordValue):
        yield from _record_mismatches(dict(_entries(value)), wanted)
    else:
        yield _not(value, wanted)


def _record_mismatches(given: dict[Value, Value], wanted: Record) -> Iterator[str]:
    for field in wanted.fields:
        if field.name in given:
            yield from _inside(f"the field {quoted(field.name)}", given[field.name], field.type)
        elif not field.optional:
            yield f"the field {quoted(field.name)} is missing"
    if not wanted.open:
        for name in given:
            if not isinstance(name, str) or wanted.field(name) is None:
                yield f"there is no field {_shown(name)}"


def _entries(value: MapValue | RecordValue) -> tuple[tuple[Value, Value], ...]:
    return value.entries if isinstance(value, MapValue) else value.fields


def _inside(part: str, value: Value, wanted: Type) -> Iterator[str]:
    for problem in _mismatches(value, wanted):
        yield f"{part}: {problem}"


def _not(value: Value, wanted: Type) -> str:
    return f"{_shown(value)} is not {describe_type(wanted)}"


def _shown(value: Value) -> str:
    if isinstance(value, ListValue):
        return "a list"
    if isinstance(value, MapValue | RecordValue):
        return "a record"
    return "nothing" if value is None else quoted(str(value))
