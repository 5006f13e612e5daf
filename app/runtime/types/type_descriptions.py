# SPDX-License-Identifier: BSD-3-Clause
"""Descriptions of value types in plain words, for people who never programmed."""

from __future__ import annotations

from collections.abc import Sequence

from .core import Type
from .objects import ObjectType
from .values import Anything, EndpointOf, ListOf, MapOf, Record, ReferenceTo, Scalar, Table, Union, Variable

_SCALARS = {
    "null": "no value",
    "bool": "yes or no",
    "int": "a whole number",
    "float": "a number",
    "text": "text",
    "bytes": "raw data",
    "timestamp": "a date and time",
    "uuid": "an identifier",
}
_SHOWN = 4
_DEEPEST = 2


def describe_type(term: Type, level: int = 0) -> str:
    """Describe a type briefly; deeper levels and long lists are truncated."""
    match term:
        case Scalar():
            return _SCALARS[term.kind]
        case Anything():
            return "anything"
        case Union():
            return _listed([describe_type(option, level + 1) for option in term.options], "or") or "no value at all"
        case Variable():
            return f"the type {term.name}, not chosen yet"
        case _ if level > _DEEPEST:
            return "something more complicated"
    return _container(term, level + 1)


def _container(term: Type, level: int) -> str:
    match term:
        case ListOf():
            return f"a list of {describe_type(term.item, level)}"
        case MapOf():
            return f"a dictionary from {describe_type(term.key, level)} to {describe_type(term.value, level)}"
        case Record():
            return "a record" + _with([field.name for field in term.fields], term.open)
        case Table():
            return "a table" + _with([column.name for column in term.columns], term.open)
        case ReferenceTo():
            return "a reference to " + _object(term.object_type)
        case EndpointOf():
            return "an endpoint to connect to"
    return _object(term)


def _object(term: Type) -> str:
    if not isinstance(term, ObjectType):
        return f"an object of {describe_type(term)}"
    return "an object" + _with([endpoint.name for endpoint in term.endpoints], False)


def _with(names: Sequence[str], is_open: bool) -> str:
    shown = [f"`{name}`" for name in names]
    if is_open:
        shown.append("anything else")
    return f" with {_listed(shown, 'and')}" if shown else ""


def _listed(words: Sequence[str], last: str) -> str:
    """Join words as in a sentence; only the first few of many."""
    if len(words) > _SHOWN + 1:
        words = [*words[:_SHOWN], f"{len(words) - _SHOWN} more"]
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {last} {words[-1]}"
