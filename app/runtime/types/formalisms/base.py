# SPDX-License-Identifier: BSD-3-Clause
"""The interface of formalisms: parsing of constraints, and implication between them."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Hashable
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, Protocol, TypeVar

from app.runtime.types.constraints import conjoin, split_clauses

NAME = r'("[^"]*"|[^\s"]+)'
"""A name of an event or endpoint in a clause: a word, or anything between quotes."""


class FormulaError(ValueError):
    """A constraint that its formalism cannot parse; names the part and the reason."""


@dataclass(frozen=True)
class Structure:
    """The names that a constraint may use: those of its endpoint or object.

    Events of an object are written `endpoint.event`. Names that depend on a template's parameter are None,
    and then every name is accepted.
    """

    kind: str = "template"
    events: tuple[str, ...] | None = None
    endpoints: tuple[str, ...] | None = None

    def event(self, written: str) -> str:
        """Return the event that is meant, spelled as in its endpoint."""
        return self._resolve(written, "event", self.events)

    def endpoint(self, written: str) -> str:
        """Return the endpoint that is meant, spelled as in its object."""
        return self._resolve(written, "endpoint", self.endpoints)

    def _resolve(self, written: str, what: str, known: tuple[str, ...] | None) -> str:
        name = written.strip('"')
        if known is None or name in known:
            return name
        alike = [candidate for candidate in known if _same(candidate, name)]
        if len(alike) == 1:
            return alike[0]
        there_is = f"there are {', '.join(known[:12])}" if known else f"it has no {what}s"
        raise FormulaError(f"this {self.kind} has no {what} named `{name}`; {there_is}")


def _same(candidate: str, name: str) -> bool:
    """Whether two names agree up to case, or up to the endpoint before an object's event."""
    candidate, name = candidate.casefold(), name.casefold()
    return name in (candidate, candidate.rpartition(".")[2])


class Formalism(Protocol):
    """A plug-in for constraints of one kind."""

    @property
    def id(self) -> str:
        """The name in constraints: a word, or 128 bits in hexadecimal."""

    def parse(self, text: str, structure: Structure) -> Any:
        """Parse a formula, or raise a FormulaError."""

    def is_weaker_than(self, a: Any, b: Any) -> bool:
        """Whether b implies a."""

    def describe(self, formula: Any) -> str:
        """Describe the formula in words that complete "promises …" or "needs …"."""

    def missing(self, required: Any, provided: Any) -> list[str]:
        """Describe what `provided` lacks, one text for each part."""

    def conjoin(self, text_a: str, text_b: str) -> str:
        """Return the text of the conjunction."""


Clause = TypeVar("Clause", bound=Hashable)


class ClauseFormalism(ABC, Generic[Clause]):
    """A formalism whose formulas are conjunctions of clauses, separated by commas."""

    id: ClassVar[str]

    def parse(self, text: str, structure: Structure) -> frozenset[Clause]:
        """Parse the clauses; they must be valid and consistent."""
        found = frozenset(self._checked(clause, structure) for clause in split_clauses(text))
        self._check_together(found)
        return found

    def is_weaker_than(self, a: frozenset[Clause], b: frozenset[Clause]) -> bool:
        """Whether b implies each clause of a."""
        return all(self._follows(clause, b) for clause in a)

    def describe(self, formula: frozenset[Clause]) -> str:
        """Describe the clauses that are not implied by others."""
        words = sorted(self._words(clause) for clause in self._strongest(formula))
        return " and ".join(words) or f"nothing about {self.id}"

    def missing(self, required: frozenset[Clause], provided: frozenset[Clause]) -> list[str]:
        """Describe the required clauses that are not implied by what is provided."""
        return sorted(self._words(clause) for clause in required if not self._follows(clause, provided))

    def conjoin(self, text_a: str, text_b: str) -> str:
        """Return the clauses of both texts."""
        return conjoin(text_a, text_b)

    def _checked(self, text: str, structure: Structure) -> Clause:
        try:
            return self._clause(text, structure)
        except FormulaError as error:
            raise FormulaError(f"in `{text}`: {error}") from None

    def _strongest(self, formula: frozenset[Clause]) -> list[Clause]:
        """Return the formula without clauses that the rest implies."""
        left = sorted(formula, key=repr)
        for clause in tuple(left):
            rest = frozenset(left) - {clause}
            if self._follows(clause, rest):
                left.remove(clause)
        return left

    def _check_together(self, formula: frozenset[Clause]) -> None:
        """Refuse contradictory clauses; by default there are none."""

    @abstractmethod
    def _clause(self, text: str, structure: Structure) -> Clause:
        """Parse one clause, or raise a FormulaError."""

    @abstractmethod
    def _follows(self, clause: Clause, formula: frozenset[Clause]) -> bool:
        """Whether the formula implies the clause."""

    @abstractmethod
    def _words(self, clause: Clause) -> str:
        """Describe the clause in plain words."""


def pattern(expression: str) -> re.Pattern[str]:
    """Compile a pattern for one whole clause, in which NAME stands for a name; case is ignored."""
    return re.compile(expression.replace("NAME", NAME), re.IGNORECASE)
