# SPDX-License-Identifier: BSD-3-Clause
"""Substitution of types for variables: how a template becomes an object type."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from operator import itemgetter
from typing import TypeVar, cast

from .core import Type, TypeModelError, expect_sort
from .endpoints import EndpointPattern, EndpointTerm, EndpointType, Event, dual, strengthen
from .objects import NO_DEFAULT, TYPE_PARAMETERS, NamedEndpoint, ObjectType, TemplateType
from .values import EndpointOf, Field, ListOf, MapOf, Record, ReferenceTo, Union, ValueType, Variable, union_of

T = TypeVar("T", bound=Type)
_MAX_REMEMBERED = 8_192
"""Only substitutions of fewer characters than this are cached, so that the cache stays small."""

_Bindings = tuple[tuple[str, Type], ...]


def substitute(term: T, bindings: Mapping[str, Type]) -> T:
    """Return the type with each bound variable replaced; the others stay."""
    if "$" not in term.text or not bindings:
        return term
    given = tuple(sorted(bindings.items(), key=itemgetter(0)))
    size = len(term.text) + sum(len(bound.text) for _, bound in given)
    replaced = _remembered(term, given) if size <= _MAX_REMEMBERED else _substitute(term, given)
    # A variable may be replaced by another class of type, but never by another sort.
    return cast(T, replaced)


def instantiate(template: TemplateType, types: Mapping[str, Type]) -> ObjectType:
    """Return the object type of a template whose type parameters are given, or have defaults."""
    wanted = [parameter for parameter in template.parameters if parameter.kind in TYPE_PARAMETERS]
    unknown = sorted(set(types) - {parameter.name for parameter in wanted})
    if unknown:
        raise TypeModelError(f"the template has no type parameter {unknown[0]!r}")
    bindings: dict[str, Type] = {}
    for parameter in wanted:
        given = types.get(parameter.name)
        if given is None and parameter.default is NO_DEFAULT:
            raise TypeModelError(f"the template needs the type parameter {parameter.name!r}")
        bindings[parameter.name] = substitute(parameter.default, bindings) if given is None else given
    return substitute(template.result, bindings)


@lru_cache(maxsize=2_048)
def _remembered(term: Type, bindings: _Bindings) -> Type:
    return _substitute(term, bindings)


def _substitute(term: Type, bindings: _Bindings) -> Type:
    given = dict(bindings)
    if isinstance(term, ValueType):
        return _in_value(term, given)
    if isinstance(term, EndpointType):
        return EndpointType(
            tuple(Event(event.name, substitute(event.type, given)) for event in term.incoming),
            tuple(Event(event.name, substitute(event.type, given)) for event in term.outgoing),
            term.provides,
            term.requires,
        )
    if isinstance(term, EndpointPattern):
        return _in_pattern(term, given)
    if isinstance(term, ObjectType):
        endpoints = [NamedEndpoint(name, substitute(endpoint, given)) for name, endpoint in term.endpoints]
        return ObjectType(tuple(endpoints), term.provides, term.requires)
    # What is left is a template, whose variables are its own parameters.
    return term


def _in_value(term: ValueType, given: Mapping[str, Type]) -> Type:
    match term:
        case Variable():
            return _in_variable(term, given)
        case ListOf():
            return ListOf(substitute(term.item, given))
        case MapOf():
            return MapOf(substitute(term.key, given), substitute(term.value, given))
        case Record():
            fields = tuple(Field(name, substitute(part, given), opt) for name, part, opt in term.fields)
            return Record(fields, term.open)
        case Union():
            return union_of(*(substitute(option, given) for option in term.options))
        case ReferenceTo():
            return ReferenceTo(substitute(term.object_type, given))
        case EndpointOf():
            return EndpointOf(substitute(term.endpoint_type, given))
    return term


def _in_variable(term: Variable, given: Mapping[str, Type]) -> Type:
    bound = given.get(term.name)
    if bound is None:
        return term
    expect_sort(term.kind, f"the type parameter {term.name!r}", bound)
    return bound


def _in_pattern(term: EndpointPattern, given: Mapping[str, Type]) -> EndpointTerm:
    bound: EndpointTerm = substitute(term.variable, given)
    opposite = dual(bound) if term.dual else bound
    return strengthen(opposite, term.provides, term.requires)
