# SPDX-License-Identifier: BSD-3-Clause
"""Inference of the type arguments of a template from the types that it meets."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from .core import Type
from .endpoints import EndpointPattern, EndpointTerm, EndpointType, dual
from .objects import ObjectType
from .values import EndpointOf, ListOf, MapOf, Record, ReferenceTo, Union, ValueType, Variable, union_of


def infer(pattern: Type, target: Type, bindings: dict[str, Type]) -> None:
    """Bind the free variables of the pattern so that it resembles the target.

    The result is a heuristic: callers must check it.
    """
    if isinstance(pattern, Variable):
        if pattern.kind == target.sort:
            bindings.setdefault(pattern.name, target)
    elif isinstance(pattern, EndpointPattern):
        if isinstance(target, EndpointType | EndpointPattern | Variable) and target.sort == pattern.sort:
            seen: EndpointTerm = dual(target) if pattern.dual else target
            bindings.setdefault(pattern.variable.name, seen)
    elif isinstance(pattern, Union):
        _infer_option(pattern, target, bindings)
    else:
        for part, wanted in _aligned(pattern, target):
            infer(part, wanted, bindings)


def _infer_option(pattern: Union, target: Type, bindings: dict[str, Type]) -> None:
    """Bind a variable among options to the options that the others do not cover."""
    variables = [option for option in pattern.options if isinstance(option, Variable)]
    if len(variables) != 1 or not isinstance(target, ValueType):
        return
    options = target.options if isinstance(target, Union) else (target,)
    rest = [option for option in options if option not in pattern.options]
    if rest:
        bindings.setdefault(variables[0].name, union_of(*rest))


def _aligned(pattern: Type, target: Type) -> Iterator[tuple[Type, Type]]:
    """Return the corresponding parts of the two."""
    match pattern, target:
        case ListOf(), ListOf():
            yield pattern.item, target.item
        case MapOf(), MapOf():
            yield pattern.key, target.key
            yield pattern.value, target.value
        case Record(), Record():
            yield from _by_name([field[:2] for field in pattern.fields], [field[:2] for field in target.fields])
        case ReferenceTo(), ReferenceTo():
            yield pattern.object_type, target.object_type
        case EndpointOf(), EndpointOf():
            yield pattern.endpoint_type, target.endpoint_type
        case EndpointType(), EndpointType():
            yield from _by_name(pattern.incoming, target.incoming)
            yield from _by_name(pattern.outgoing, target.outgoing)
        case ObjectType(), ObjectType():
            yield from _by_name(pattern.endpoints, target.endpoints)


def _by_name(pattern: Iterable[tuple[str, Type]], target: Iterable[tuple[str, Type]]) -> Iterator[tuple[Type, Type]]:
    wanted = dict(target)
    for name, part in pattern:
        if name in wanted:
            yield part, wanted[name]
