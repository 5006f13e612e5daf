# SPDX-License-Identifier: BSD-3-Clause
"""Reads the methods of an author's class: parameters, annotations and common mistakes."""

import inspect
import typing
from collections.abc import Callable
from dataclasses import dataclass
from types import FunctionType

from app.runtime.library.annotations import wrapper_of
from app.runtime.library.errors import DeclarationError
from app.runtime.library.signatures import Signature
from app.runtime.library.wrappers import Wrapper, annotation_text

_POSITIONAL = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
NO_DEFAULT = inspect.Parameter.empty


@dataclass(frozen=True)
class Argument:
    """A parameter of a method, without `self`."""

    name: str
    annotation: object
    default: object


def method_label(method: Callable[..., object]) -> str:
    """Return the name of a method in messages: `Class.method`."""
    return f"`{method.__qualname__.rpartition('<locals>.')[2]}`"


def event_signature(method: FunctionType) -> Signature:
    """Return the signature of a method that handles or sends an event."""
    where = method_label(method)
    if inspect.iscoroutinefunction(method) or inspect.isgeneratorfunction(method):
        raise DeclarationError(
            f"{where} is not a plain function", "write `def`, and start long work with `context.spawn(...)`"
        )
    arguments, answer = _arguments(method)
    _refuse_keyword_only(method)
    if answer not in (None, type(None), NO_DEFAULT):
        raise DeclarationError(
            f"{where} returns {annotation_text(answer)}, but an event has no answer",
            "write `-> None` and send the answer as another event",
        )
    return Signature(
        tuple(argument.name for argument in arguments),
        tuple(argument_wrapper(where, argument) for argument in arguments),
        {argument.name: argument.default for argument in arguments if argument.default is not NO_DEFAULT},
    )


def constructor_arguments(cls: type) -> list[Argument]:
    """Return the parameters of a class's constructor; none if it has no constructor of its own."""
    constructor = cls.__init__  # type: ignore[misc]  # the class itself is looked at, never an instance
    return _arguments(constructor)[0] if isinstance(constructor, FunctionType) else []


def argument_wrapper(where: str, argument: Argument) -> Wrapper:
    """Return the wrapper of a parameter; errors in its annotation name the parameter."""
    try:
        return wrapper_of(argument.annotation)
    except DeclarationError as error:
        raise error.at(f"{where}, parameter `{argument.name}`") from None


def refuse_body(method: FunctionType) -> None:
    """Refuse code in the body of an outgoing event, which would never run."""
    code, empty = method.__code__, _empty.__code__
    if len(code.co_code) != len(empty.co_code) or code.co_names:
        raise DeclarationError(
            f"{method_label(method)} has a body that is never run: calling an outgoing event sends it",
            "leave only a docstring or `...` in it, and call it from another method",
        )


def _refuse_keyword_only(method: FunctionType) -> None:
    names = [p.name for p in inspect.signature(method).parameters.values() if p.kind is p.KEYWORD_ONLY]
    if names:
        raise DeclarationError(
            f"{method_label(method)}, parameter `{names[0]}`, can only be given by name", "remove the `*` before it"
        )


def _empty(self: object) -> None: ...


def _arguments(method: FunctionType) -> tuple[list[Argument], object]:
    where = method_label(method)
    try:
        hints = typing.get_type_hints(method, include_extras=True)
    except NameError as error:
        raise DeclarationError(
            f"{where} has an annotation that means nothing here: {error}",
            "import the name, or define it above the class",
        ) from None
    parameters = list(inspect.signature(method).parameters.values())
    if not parameters:
        raise DeclarationError(f"{where} has no `self`", f"write `def {method.__name__}(self)`")
    arguments = [_argument(where, parameter, hints) for parameter in parameters[1:]]
    return arguments, hints.get("return", NO_DEFAULT)


def _argument(where: str, parameter: inspect.Parameter, hints: dict[str, object]) -> Argument:
    name = parameter.name
    if parameter.kind not in (*_POSITIONAL, inspect.Parameter.KEYWORD_ONLY):
        raise DeclarationError(f"{where} takes any arguments with `*`", "name each of them and give it a type")
    if name.startswith("_"):
        raise DeclarationError(f"{where} has a parameter `{name}`", f"call it `{name.strip('_') or 'value'}`")
    if name not in hints:
        raise DeclarationError(f"{where}, parameter `{name}`, has no type", f"write for example `{name}: int`")
    return Argument(name, hints[name], parameter.default)
