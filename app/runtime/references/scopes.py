# SPDX-License-Identifier: BSD-3-Clause
"""The parameters of enclosing templates, and parsing of type texts in their scope."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from app.runtime.references.errors import quoted
from app.runtime.references.model import TYPE_KINDS, ParameterKind
from app.runtime.types import (
    Formalisms,
    TemplateType,
    Type,
    TypeModelError,
    TypeNames,
    TypeSyntaxError,
    Variable,
    check_constraints,
    substitute,
    variables_in,
)
from app.runtime.types.parser import TypeParser

_SORTS = {
    "value_type": "a type of values",
    "endpoint_type": "a type of endpoints",
    "object_type": "a type of objects",
    "template": "a template",
}


class UnreadableTypeError(Exception):
    """A type text that cannot be parsed here; carries the reason."""


@dataclass(frozen=True, slots=True)
class Binding:
    """What is known of a parameter inside its template.

    For a type parameter, `type` is its argument, or its variable while that is unknown. For a value or a
    reference it is the declared type.
    """

    kind: ParameterKind
    type: Type


@dataclass(frozen=True, slots=True)
class Scope:
    """The parameters in scope; inner templates shadow outer ones."""

    bindings: Mapping[str, Binding] = field(default_factory=dict)

    def extended(self, name: str, binding: Binding) -> Scope:
        """Return the scope with one more parameter."""
        return Scope({**self.bindings, name: binding})

    def find(self, name: str) -> Binding | None:
        """Return the parameter of that name, or None."""
        return self.bindings.get(name)


class TypeReader:
    """Parses type texts, each once."""

    def __init__(self, names: TypeNames, formalisms: Formalisms) -> None:
        self._names = names
        self._formalisms = formalisms
        self._known: dict[tuple[str, tuple[Variable, ...]], Type | UnreadableTypeError] = {}

    def read(self, text: str, scope: Scope, *sorts: str) -> Type:
        """Parse a type text in a scope; it must be of one of the sorts."""
        given = [(name, b.kind, b.type) for name, b in scope.bindings.items() if b.kind in TYPE_KINDS]
        found = self._parsed(text, tuple(Variable(name, kind) for name, kind, _ in given))
        found = substitute(found, {name: meaning for name, _, meaning in given})
        if found.sort not in sorts:
            wanted = " or ".join(_SORTS[sort] for sort in sorts)
            raise UnreadableTypeError(f"it is {_SORTS[found.sort]}, and {wanted} is needed")
        return found

    def _parsed(self, text: str, variables: tuple[Variable, ...]) -> Type:
        key = (text, variables)
        if key not in self._known:
            try:
                self._known[key] = self._parse(text, variables)
            except (TypeSyntaxError, TypeModelError) as error:
                self._known[key] = UnreadableTypeError(str(error))
            except UnreadableTypeError as error:
                self._known[key] = error
        found = self._known[key]
        if isinstance(found, UnreadableTypeError):
            raise found
        return found

    def _parse(self, text: str, variables: tuple[Variable, ...]) -> Type:
        found = TypeParser(text, self._names.find, variables).whole_type()
        open_variables = set() if isinstance(found, TemplateType) else variables_in(found) - set(variables)
        for variable in sorted(open_variables, key=str):
            raise UnreadableTypeError(f"there is no type parameter {quoted(variable.name)} here")
        for reason in check_constraints(found, self._formalisms).leaves():
            if reason.kind == "constraint":  # a formalism that is unknown here is no mistake of the file
                raise UnreadableTypeError(reason.render("it", ""))
        return found
