# SPDX-License-Identifier: BSD-3-Clause
"""The static checker: the type of a reference, and all its problems, without running it."""

from __future__ import annotations

from app.runtime.references.catalogue import Catalogue
from app.runtime.references.check_context import CheckContext
from app.runtime.references.cycles import Registry, find_cycles
from app.runtime.references.document import Document
from app.runtime.references.errors import quoted, shown
from app.runtime.references.model import Reference
from app.runtime.references.problems import Problem
from app.runtime.references.reference_check import ReferenceCheck
from app.runtime.references.scopes import Scope
from app.runtime.references.typings import Typing
from app.runtime.types import STANDARD_FORMALISMS, Formalisms, ObjectType, TemplateType, TypeNames

_SHOWN_STEPS = 8


class UntypedReferenceError(Exception):
    """The type of a reference is unknown; carries the problems that cause this."""

    def __init__(self, problems: list[Problem]) -> None:
        super().__init__("; ".join(problem.message for problem in problems))
        self.problems = problems


class Checker:
    """Checks references against what is installed."""

    def __init__(
        self,
        catalogue: Catalogue,
        names: TypeNames | None = None,
        formalisms: Formalisms = STANDARD_FORMALISMS,
        registry: Registry | None = None,
    ) -> None:
        self._catalogue = catalogue
        self._names = catalogue.names if names is None else names
        self._formalisms = formalisms
        self._registry = registry

    def check(self, subject: Document | Reference) -> list[Problem]:
        """Return all problems, in the order of their lines."""
        reference = subject.reference if isinstance(subject, Document) else subject
        context, _ = self._walk(reference)
        if self._registry is not None:
            for path, external, names in find_cycles(reference, self._registry):
                message = f"the registry entry {quoted(external.name)} leads back to itself: {_way(names)}"
                context.report(path, external.line, "cycle", message)
        return sorted(context.problems, key=lambda problem: problem.line or 0)

    def type_of(self, reference: Reference) -> ObjectType | TemplateType:
        """Return the type of a reference; an `UntypedReferenceError` if a problem prevents that."""
        context, typing = self._walk(reference)
        if not typing.certain or not isinstance(typing.type, ObjectType | TemplateType):
            raise UntypedReferenceError(context.problems)
        return typing.type

    def _walk(self, reference: Reference) -> tuple[CheckContext, Typing]:
        context = CheckContext(self._catalogue, self._names, self._formalisms)
        return context, ReferenceCheck(context).visit(reference, (), Scope())


def _way(names: list[str]) -> str:
    """Join the names of a cycle; the middle of a long one is left out."""
    steps = [shown(name) for name in names]
    if len(steps) > _SHOWN_STEPS:
        steps = [*steps[: _SHOWN_STEPS // 2], "…", *steps[-_SHOWN_STEPS // 2 :]]
    return " → ".join(steps)
