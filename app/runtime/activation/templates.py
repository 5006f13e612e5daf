# SPDX-License-Identifier: BSD-3-Clause
"""Templates in files: substitution of arguments for parameters."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TypeVar

from app.runtime import references as refs
from app.runtime.activation.errors import DereferenceError
from app.runtime.types import Type, TypeModelError, TypeNames, TypeSyntaxError, Variable, substitute
from app.runtime.types.parser import TypeParser

_R = TypeVar("_R", bound=refs.Reference)
_TYPE_KINDS = ("value_type", "endpoint_type", "object_type")


@dataclass(frozen=True)
class Assignment:
    """The arguments of the enclosing templates."""

    names: TypeNames
    arguments: Mapping[str, refs.Argument]
    types: Mapping[str, Type]

    def read_type(self, text: str, *extra: Variable) -> Type:
        """Parse a type text in the scope of the arguments."""
        variables = [Variable(name, found.sort) for name, found in self.types.items()]
        try:
            found = TypeParser(text, self.names.find, (*variables, *extra)).whole_type()
        except (TypeSyntaxError, TypeModelError) as error:
            raise DereferenceError(
                f"the type {text[:60]!r} cannot be read: {error}", "correct it in the file"
            ) from None
        return substitute(found, self.types)


def fill_in(template: refs.Template, arguments: Mapping[str, refs.Argument], names: TypeNames) -> refs.Reference:
    """Return the body of a template with its arguments, which must not use parameters, substituted."""
    given: dict[str, refs.Argument] = {}
    types: dict[str, Type] = {}
    for parameter in template.parameters:
        argument = arguments.get(parameter.name, parameter.default)
        if argument is None:
            raise DereferenceError(f"the template is not given its parameter {parameter.name!r}", "give it one")
        argument = _argument(argument, Assignment(names, given, types))
        given[parameter.name] = argument
        if parameter.kind in _TYPE_KINDS:
            if not isinstance(argument, refs.TypeArgument):
                raise DereferenceError(f"the argument {parameter.name!r} must be a type", "give it one")
            types[parameter.name] = Assignment(names, given, types).read_type(argument.text)
    return _fill(template.body, Assignment(names, given, types))


def _fill(reference: refs.Reference, assignment: Assignment) -> refs.Reference:
    if isinstance(reference, refs.ParameterUse):
        return _used_reference(reference, assignment)
    if isinstance(reference, refs.Parameterized):
        arguments = tuple((name, _argument(argument, assignment)) for name, argument in reference.arguments)
        reference = replace(reference, template=_fill(reference.template, assignment), arguments=arguments)
    elif isinstance(reference, refs.Composite):
        components = tuple((name, _fill(part, assignment)) for name, part in reference.components)
        reference = replace(reference, components=components)
    elif isinstance(reference, refs.External):
        reference = replace(reference, source=_fill(reference.source, assignment))
    elif isinstance(reference, refs.Template):
        return _fill_template(reference, assignment)
    return _with_type(reference, assignment)


def _fill_template(template: refs.Template, assignment: Assignment) -> refs.Template:
    """Keep the parameters of an inner template, which shadow outer ones."""
    own = {parameter.name for parameter in template.parameters}
    inner = Assignment(
        assignment.names,
        {name: argument for name, argument in assignment.arguments.items() if name not in own},
        {name: found for name, found in assignment.types.items() if name not in own},
    )
    parameters = tuple(
        replace(
            parameter,
            type=None if parameter.type is None else _type_text(parameter.type, inner),
            default=None if parameter.default is None else _argument(parameter.default, inner),
        )
        for parameter in template.parameters
    )
    return replace(template, parameters=parameters, body=_fill(template.body, inner))


def _used_reference(use: refs.ParameterUse, assignment: Assignment) -> refs.Reference:
    argument = assignment.arguments.get(use.name)
    if argument is None:  # bound by an inner template
        return _with_type(use, assignment)
    if not isinstance(argument, refs.ReferenceArgument):
        raise DereferenceError(
            f"the parameter {use.name!r} is used as an object, and is not one", "give it a reference"
        )
    if use.as_type is None:
        return argument.reference
    return replace(argument.reference, as_type=_type_text(use.as_type, assignment))


def _argument(argument: refs.Argument, assignment: Assignment) -> refs.Argument:
    if isinstance(argument, refs.ParameterUse):
        return assignment.arguments.get(argument.name, argument)
    if isinstance(argument, refs.TypeArgument):
        return replace(argument, text=_type_text(argument.text, assignment))
    if isinstance(argument, refs.ReferenceArgument):
        return refs.ReferenceArgument(_fill(argument.reference, assignment))
    assert isinstance(argument, refs.ValueArgument)
    return argument


def _with_type(reference: _R, assignment: Assignment) -> _R:
    if reference.as_type is None:
        return reference
    return replace(reference, as_type=_type_text(reference.as_type, assignment))


def _type_text(text: str, assignment: Assignment) -> str:
    """Return the type text with known types substituted; unchanged if it mentions none."""
    mentioned = [name for name in assignment.types if re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text)]
    if not mentioned:
        return text
    return assignment.read_type(text).text
