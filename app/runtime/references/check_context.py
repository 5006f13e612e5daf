# SPDX-License-Identifier: BSD-3-Clause
"""The context of one static check: catalogue, relations, and the problems found so far."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeVar

from app.runtime.references.catalogue import Catalogue, Definition
from app.runtime.references.errors import quoted
from app.runtime.references.model import Path
from app.runtime.references.names import format_id
from app.runtime.references.problems import Problem, ProblemKind
from app.runtime.references.scopes import Scope, TypeReader, UnreadableTypeError
from app.runtime.types import (
    Adapter,
    AdapterOffer,
    EndpointTerm,
    Formalisms,
    Type,
    TypeNames,
    Verdict,
    dual,
    is_subtype,
    match_or_mend,
    substitute,
    variables_in,
)
from app.runtime.types.inference import infer

_Term = TypeVar("_Term", bound=Type)


class CheckContext:
    """One run of the checker."""

    def __init__(self, catalogue: Catalogue, names: TypeNames, formalisms: Formalisms) -> None:
        self.problems: list[Problem] = []
        self.formalisms = formalisms
        self._catalogue = catalogue
        self._reader = TypeReader(names, formalisms)
        self._definitions: dict[tuple[int, int], Definition | None] = {}
        self._verdicts: dict[tuple[str, str], Verdict] = {}

    def report(
        self, path: Path, line: int | None, kind: ProblemKind, message: str, offers: tuple[AdapterOffer, ...] = ()
    ) -> None:
        """Record a problem."""
        self.problems.append(Problem(path, line, message, kind, offers))

    def definition(self, identifier: int, version: int) -> Definition | None:
        """Return the installed definition, cached."""
        key = (identifier, version)
        if key not in self._definitions:
            self._definitions[key] = self._catalogue.definition(identifier, version)
        return self._definitions[key]

    def read_type(self, text: str, scope: Scope, path: Path, line: int | None, *sorts: str) -> Type | None:
        """Parse a type text; an unreadable text is a problem."""
        try:
            return self._reader.read(text, scope, *sorts)
        except UnreadableTypeError as error:
            self.report(path, line, "type", f"the type {quoted(text)} cannot be used: {error}")
            return None

    def subtype(self, given: Type, wanted: Type) -> Verdict:
        """Whether something of the first type can be used as the second."""
        verdict = is_subtype(given, wanted, self.formalisms)
        if verdict or not (variables_in(given) or variables_in(wanted)):
            return verdict
        return is_subtype(*_closed(given, wanted), self.formalisms)

    def match(self, first: EndpointTerm, second: EndpointTerm) -> Verdict:
        """Whether two endpoints can be connected; each reason against it carries the adapters that help."""
        key = (first.digest, second.digest)
        if key not in self._verdicts:
            self._verdicts[key] = self._match(first, second)
        return self._verdicts[key]

    def _match(self, first: EndpointTerm, second: EndpointTerm) -> Verdict:
        verdict = match_or_mend(first, second, self._adapters(), self.formalisms)
        if verdict or not (variables_in(first) or variables_in(second)):
            return verdict
        first, opposite = _closed(first, dual(second))
        return match_or_mend(first, dual(opposite), self._adapters(), self.formalisms)

    def _adapters(self) -> Iterator[Adapter]:
        for definition in self._catalogue.adapters():
            yield Adapter(format_id(definition.id), definition.name, definition.type)


def _closed(given: _Term, wanted: _Term) -> tuple[_Term, _Term]:
    """Return both types with the arguments for open type parameters that make them most alike.

    In a template that is checked by itself, a relation fails only when no choice of types satisfies it.
    """
    for forwards in (True, False):
        bindings: dict[str, Type] = {}
        infer(*((given, wanted) if forwards else (wanted, given)), bindings)
        given, wanted = substitute(given, bindings), substitute(wanted, bindings)
    return given, wanted
