# SPDX-License-Identifier: BSD-3-Clause
"""Wrappers of classes with named fields: dataclasses, NamedTuples and TypedDicts become records."""

import dataclasses
import operator
import typing
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar, cast, get_args, get_origin

from app.runtime.library.errors import DeclarationError
from app.runtime.library.wrappers import Convert, Wrapper, annotation_text, unchanged
from app.runtime.types import Field, Record

_WrapperOf = Callable[[object], Wrapper]


@dataclass(frozen=True)
class _Part:
    """A field of a record class; `may_lack`: optional in values; `has_default`: filled in."""

    name: str
    wrapper: Wrapper
    may_lack: bool
    has_default: bool


def is_record_class(origin: object) -> bool:
    """Whether the class has named fields that can travel."""
    return isinstance(origin, type) and (
        dataclasses.is_dataclass(origin) or typing.is_typeddict(origin) or _is_named_tuple(origin)
    )


def record_wrapper(annotation: object, wrapper_of: _WrapperOf) -> Wrapper:
    """Return the wrapper of a record class, or of a generic one with its arguments."""
    origin = cast(type, get_origin(annotation) or annotation)
    parts = _parts(annotation, origin, wrapper_of)
    sent = tuple(Field(part.name, part.wrapper.sent, part.may_lack) for part in parts)
    accepted = tuple(Field(part.name, part.wrapper.accepted, part.may_lack or part.has_default) for part in parts)
    is_dict = typing.is_typeddict(origin)
    lower = _convert_items(parts, "lower") if is_dict else _take_apart(parts)
    lift = _convert_items(parts, "lift") if is_dict else _put_together(origin, parts)
    return Wrapper(
        annotation,
        Record(sent),
        Record(accepted, open=True),
        lower,
        lift,
        (dict,) if is_dict else (origin,),
        any(part.wrapper.holds_anything for part in parts),
    )


def _parts(annotation: object, origin: type, wrapper_of: _WrapperOf) -> list[_Part]:
    hints = _field_types(annotation, origin)
    if typing.is_typeddict(origin):
        optional = cast(frozenset[str], origin.__optional_keys__)  # type: ignore[attr-defined]  # of a TypedDict
        return [_part(origin, name, hint, wrapper_of, name in optional) for name, hint in hints.items()]
    if dataclasses.is_dataclass(origin):
        _refuse_init_only(origin)
        return [
            _part(origin, each.name, hints[each.name], wrapper_of, False, _has_default(each))
            for each in dataclasses.fields(origin)
            if each.init
        ]
    defaults = cast(Mapping[str, object], origin._field_defaults)  # type: ignore[attr-defined]  # of a NamedTuple
    return [_part(origin, name, hint, wrapper_of, False, name in defaults) for name, hint in hints.items()]


def _part(
    origin: type, name: str, hint: object, wrapper_of: _WrapperOf, may_lack: bool, has_default: bool = False
) -> _Part:
    try:
        return _Part(name, wrapper_of(hint), may_lack, has_default)
    except DeclarationError as error:
        raise error.at(f"field `{name}` of `{origin.__name__}`") from None


def _field_types(annotation: object, origin: type) -> dict[str, object]:
    """Return the fields with their annotations; type parameters are replaced by their arguments."""
    hints = typing.get_type_hints(origin, include_extras=True)
    if not typing.is_typeddict(origin):
        hints = {name: hint for name, hint in hints.items() if get_origin(hint) is not typing.ClassVar}
    parameters = cast(tuple[TypeVar, ...], getattr(origin, "__parameters__", ()))
    arguments = get_args(annotation) or (Any,) * len(parameters)
    bindings = dict(zip(parameters, arguments, strict=True))
    return {name: _bound(_bare(hint), bindings) for name, hint in hints.items()}


def _bare(hint: Any) -> Any:
    while get_origin(hint) in (typing.Required, typing.NotRequired):
        hint = get_args(hint)[0]
    return hint


def _bound(hint: Any, bindings: Mapping[TypeVar, object]) -> object:
    if isinstance(hint, TypeVar):
        return bindings.get(hint, hint)
    parameters = () if isinstance(hint, type) and not get_args(hint) else getattr(hint, "__parameters__", ())
    if not parameters:
        return cast(object, hint)
    return cast(object, hint[tuple(bindings.get(parameter, parameter) for parameter in parameters)])


def _take_apart(parts: list[_Part]) -> Convert:
    """Convert a value to a dictionary; fields are read in C, and only non-plain ones are converted."""
    names = [part.name for part in parts]
    special = [(part.name, part.wrapper.lower) for part in parts if part.wrapper.lower is not unchanged]
    if not names:
        return lambda _value: {}
    if len(names) == 1:
        name, get_one = names[0], operator.attrgetter(names[0])
        convert = parts[0].wrapper.lower
        return lambda value: {name: convert(get_one(value))}
    get_all = operator.attrgetter(*names)

    def lower(value: object) -> object:
        plain = dict(zip(names, get_all(value), strict=True))
        for name, convert in special:
            plain[name] = convert(plain[name])
        return plain

    return lower


def _put_together(origin: type, parts: list[_Part]) -> Convert:
    """Convert a dictionary to a value; unknown fields are dropped."""
    conversions = [(part.name, part.wrapper.lift) for part in parts]

    def lift(plain: object) -> object:
        given = cast(Mapping[str, object], plain)
        return origin(**{name: convert(given[name]) for name, convert in conversions if name in given})

    return lift


def _convert_items(parts: list[_Part], direction: str) -> Convert:
    conversions = {part.name: cast(Convert, getattr(part.wrapper, direction)) for part in parts}
    special = {name: convert for name, convert in conversions.items() if convert is not unchanged}
    if not special:
        return unchanged

    def convert_items(value: object) -> object:
        items = cast(Mapping[str, object], value).items()
        return {name: special.get(name, unchanged)(item) for name, item in items}

    return convert_items


def _is_named_tuple(origin: type) -> bool:
    return issubclass(origin, tuple) and hasattr(origin, "_field_defaults")


def _has_default(each: "dataclasses.Field[Any]") -> bool:
    return each.default is not dataclasses.MISSING or each.default_factory is not dataclasses.MISSING


def _refuse_init_only(origin: type) -> None:
    for name, hint in vars(origin).get("__annotations__", {}).items():
        if isinstance(hint, dataclasses.InitVar):
            raise DeclarationError(
                f"field `{name}` of {annotation_text(origin)} exists only in the constructor",
                "make it an ordinary field",
            )
