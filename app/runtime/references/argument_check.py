# SPDX-License-Identifier: BSD-3-Clause
"""Checks the arguments of a template against its parameters."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from app.runtime.references.check_context import CheckContext
from app.runtime.references.errors import listed, quoted, shown
from app.runtime.references.model import (
    TYPE_KINDS,
    Argument,
    ParameterUse,
    Path,
    Reference,
    ReferenceArgument,
    TypeArgument,
    ValueArgument,
)
from app.runtime.references.problems import ProblemKind
from app.runtime.references.scopes import Binding, Scope
from app.runtime.references.typings import Typing
from app.runtime.references.value_check import find_mismatch
from app.runtime.types import NO_DEFAULT, ObjectType, Parameter, ReferenceTo, Type, Variable, substitute

_WANTED = {
    "value": "a value",
    "reference": "a reference to an object",
    "value_type": "a type of values",
    "endpoint_type": "a type of endpoints",
    "object_type": "a type of objects",
}

Visit = Callable[[Reference, Path, Scope], Typing]


@dataclass(frozen=True, slots=True)
class ArgumentLocation:
    """Where the arguments are in the file."""

    path: Path
    line: int | None
    scope: Scope


class ArgumentCheck:
    """Checks the arguments of one template."""

    def __init__(self, context: CheckContext, visit_object: Visit, location: ArgumentLocation, template: str) -> None:
        self._context = context
        self._visit_object = visit_object
        self._place = location
        self._template = template

    def bind(
        self, parameters: Sequence[Parameter], optional: frozenset[str], arguments: Sequence[tuple[str, Argument]]
    ) -> dict[str, Type]:
        """Return the types of the type parameters, as far as they are known."""
        known = {parameter.name: parameter for parameter in parameters}
        given = dict(arguments)
        for name, argument in arguments:
            if name not in known:
                there_are = listed(known) or "none"
                message = f"{self._template} has no parameter {quoted(name)}; there are {there_are}"
                self._report(name, argument.line, "parameter", message)
                self._check_inside(name, argument)
        bindings: dict[str, Type] = {}
        for parameter in sorted(parameters, key=lambda p: p.kind not in TYPE_KINDS):
            if parameter.name in given:
                self._check(parameter, given[parameter.name], bindings)
            elif parameter.kind in TYPE_KINDS and parameter.default is not NO_DEFAULT:
                bindings[parameter.name] = substitute(parameter.default, bindings)
            elif parameter.default is NO_DEFAULT and parameter.name not in optional:
                message = f"{self._template} is not given its parameter {quoted(parameter.name)}"
                self._context.report(self._place.path, self._place.line, "parameter", message)
        return bindings

    def check_inside(self, arguments: Sequence[tuple[str, Argument]]) -> None:
        """Check the inside of arguments whose expected type is unknown."""
        for name, argument in arguments:
            self._check_inside(name, argument)

    def _check_inside(self, name: str, argument: Argument) -> None:
        if isinstance(argument, ReferenceArgument):
            self._visit_object(argument.reference, (*self._place.path, name), self._place.scope)

    def _check(self, parameter: Parameter, argument: Argument, bindings: dict[str, Type]) -> None:
        """Check one argument; the type of a type parameter is added to the bindings."""
        if parameter.kind in TYPE_KINDS:
            found = self._type_argument(parameter, argument)
            if found is not None:
                bindings[parameter.name] = found
                if parameter.type is not None:
                    self._compare(parameter, argument, shown(str(found)), found, parameter.type, bindings)
        elif isinstance(argument, ReferenceArgument):
            self._check_reference(parameter, argument, argument.reference, bindings)
        elif isinstance(argument, ParameterUse):
            self._check_use(parameter, argument, bindings)
        elif parameter.kind == "value" and isinstance(argument, ValueArgument):
            assert parameter.type is not None
            problem = find_mismatch(argument.value, substitute(parameter.type, bindings))
            if problem:
                self._report_argument(parameter, argument, f"does not fit: {problem}")
        else:
            self._report_argument(parameter, argument, f"must be {_WANTED[parameter.kind]}")

    def _type_argument(self, parameter: Parameter, argument: Argument) -> Type | None:
        place = self._place
        if isinstance(argument, TypeArgument):
            path = (*place.path, parameter.name)
            return self._context.read_type(argument.text, place.scope, path, argument.line, parameter.kind)
        if isinstance(argument, ParameterUse):
            binding = self._find(parameter, argument)
            if binding is None or binding.kind == parameter.kind:
                return binding.type if binding else None
        self._report_argument(parameter, argument, f"must be {_WANTED[parameter.kind]}")
        return None

    def _check_use(self, parameter: Parameter, argument: ParameterUse, bindings: dict[str, Type]) -> None:
        binding = self._find(parameter, argument)
        if binding is None:
            return
        if binding.kind == "reference":
            self._check_reference(parameter, argument, argument, bindings)
        elif binding.kind != "value" or parameter.kind != "value":
            self._report_argument(parameter, argument, f"must be {_WANTED[parameter.kind]}")
        else:
            assert parameter.type is not None
            name = f"parameter {shown(argument.name)}"
            self._compare(parameter, argument, name, binding.type, parameter.type, bindings)

    def _check_reference(
        self, parameter: Parameter, argument: Argument, reference: Reference, bindings: dict[str, Type]
    ) -> None:
        typing = self._visit_object(reference, (*self._place.path, parameter.name), self._place.scope)
        if not typing.certain:
            return
        assert parameter.type is not None
        assert isinstance(typing.type, ObjectType | Variable)
        given = typing.type if parameter.kind == "reference" else ReferenceTo(typing.type)
        self._compare(parameter, argument, typing.name, given, parameter.type, bindings)

    def _find(self, parameter: Parameter, argument: ParameterUse) -> Binding | None:
        binding = self._place.scope.find(argument.name)
        if binding is None:
            message = f"there is no parameter {quoted(argument.name)} in the templates around"
            self._report(parameter.name, argument.line, "parameter", message)
        return binding

    def _compare(
        self, parameter: Parameter, argument: Argument, name: str, given: Type, wanted: Type, bindings: dict[str, Type]
    ) -> None:
        verdict = self._context.subtype(given, substitute(wanted, bindings))
        for reason in verdict.leaves():
            words = reason.render(name, parameter.name)
            self._report_argument(parameter, argument, f"does not fit: {words}")

    def _report_argument(self, parameter: Parameter, argument: Argument, what: str) -> None:
        message = f"the argument {quoted(parameter.name)} of {self._template} {what}"
        self._report(parameter.name, argument.line, "argument", message)

    def _report(self, name: str, line: int | None, kind: ProblemKind, message: str) -> None:
        self._context.report((*self._place.path, name), line, kind, message)
