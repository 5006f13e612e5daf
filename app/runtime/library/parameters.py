# SPDX-License-Identifier: BSD-3-Clause
"""Reads the parameters of a template: constructor arguments, and type variables of a generic class."""

from dataclasses import dataclass
from typing import Annotated, TypeVar, cast, get_args, get_origin

from app.runtime.library.annotations import wrapper_of
from app.runtime.library.context import Context
from app.runtime.library.definition import Setting
from app.runtime.library.errors import DeclarationError, ValueRefusedError
from app.runtime.library.hints import Hint
from app.runtime.library.methods import NO_DEFAULT, Argument, argument_wrapper, constructor_arguments
from app.runtime.library.validation import check
from app.runtime.types import NO_DEFAULT as REQUIRED
from app.runtime.types import EndpointType, ObjectType, Parameter, ReferenceTo, Type, TypeModelError, Variable


@dataclass(frozen=True)
class Injected:
    """Marks an argument that the runtime injects: `Annotated[Store, Injected("store")]`."""

    what: str


@dataclass(frozen=True)
class Constructor:
    """The arguments of a constructor: parameters of the template, and injected ones."""

    parameters: tuple[Parameter, ...]
    settings: tuple[Setting, ...]
    injected: tuple[tuple[str, str], ...]


def type_variables(cls: type) -> tuple[Variable, ...]:
    """Return the type variables of a generic class; a bound of ObjectType or EndpointType sets the kind."""
    return tuple(Variable(variable.__name__, _kind(variable)) for variable in _type_vars(cls))


def type_parameters(cls: type) -> tuple[Parameter, ...]:
    """Return a template parameter for each type variable."""
    return tuple(Parameter(variable.__name__, _kind(variable), _bound(variable)) for variable in _type_vars(cls))


def read_constructor(cls: type) -> Constructor:
    """Sort the constructor's arguments into template parameters and injected arguments."""
    parameters, settings, injected = [], [], []
    for argument in constructor_arguments(cls):
        gift = _injection(argument.annotation)
        if gift is not None:
            injected.append((argument.name, gift))
        else:
            parameter, setting = _parameter(f"`{cls.__name__}.__init__`", argument)
            parameters.append(parameter)
            settings.append(setting)
    return Constructor(tuple(parameters), tuple(settings), tuple(injected))


def _parameter(where: str, argument: Argument) -> tuple[Parameter, Setting]:
    wrapper = argument_wrapper(where, argument)
    default: object = REQUIRED
    try:
        if argument.default is not NO_DEFAULT:
            default = wrapper.lower(argument.default)
            check(wrapper.accepted, default)
        hints = tuple(pair for hint in _hints(argument.annotation) for pair in hint.pairs())
        if isinstance(wrapper.accepted, ReferenceTo) and default is not REQUIRED:
            raise TypeModelError("a reference cannot have a default")
        parameter = Parameter(argument.name, "value", wrapper.accepted, default, hints)
    except (ValueRefusedError, TypeModelError, AttributeError, TypeError) as error:
        raise DeclarationError(
            f"{where}, parameter `{argument.name}`: the default {argument.default!r} does not fit: {error}",
            "change the default or the annotation",
        ) from None
    return parameter, Setting(argument.name, wrapper)


def _injection(annotation: object) -> str | None:
    if annotation is Context:
        return "context"
    return next((remark.what for remark in get_args(annotation)[1:] if isinstance(remark, Injected)), None)


def _hints(annotation: object) -> list[Hint]:
    if get_origin(annotation) is not Annotated:
        return []
    return [remark for remark in get_args(annotation)[1:] if isinstance(remark, Hint)]


def _type_vars(cls: type) -> tuple[TypeVar, ...]:
    return cast(tuple[TypeVar, ...], getattr(cls, "__parameters__", ()))


def _kind(variable: TypeVar) -> str:
    if variable.__bound__ is EndpointType:
        return "endpoint_type"
    return "object_type" if variable.__bound__ is ObjectType else "value_type"


def _bound(variable: TypeVar) -> Type | None:
    if variable.__bound__ in (None, EndpointType, ObjectType):
        return None
    return wrapper_of(variable.__bound__).accepted
