"""What a formalism is: a way to write constraints, and to tell which of two is stronger."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Hashable
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, Protocol, TypeVar

from app.runtime.types.constraints import conjoin, split_clauses

NAME = r'("[^"]*"|[^\s"]+)'
"""How a clause names an event or endpoint: a word, or anything between quotes."""


class FormulaError(ValueError):
    """A constraint that its formalism cannot understand; says which part and why."""


@dataclass(frozen=True)
class Structure:
    """The names that a constraint may speak of: those of the endpoint or object that it belongs to.

    Events of an object are written `endpoint.event`. Names that are not known yet, because they depend on
    a template's parameter, are None, and then every name is accepted.
    """

    kind: str = "template"
    events: tuple[str, ...] | None = None
    endpoints: tuple[str, ...] | None = None

    def event(self, written: str) -> str:
        """The event that is meant, spelled as its endpoint spells it."""
        return self._resolve(written, "event", self.events)

    def endpoint(self, written: str) -> str:
        """The endpoint that is meant, spelled as its object spells it."""
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
    """Whether the names agree but for capitals, or for the endpoint written before an object's event."""
    candidate, name = candidate.casefold(), name.casefold()
    return name in (candidate, candidate.rpartition(".")[2])


class Formalism(Protocol):
    """A plug-in that understands constraints of one kind."""

    @property
    def id(self) -> str:
        """The name that constraints use: a word, or 128 bits in hexadecimal."""

    def parse(self, text: str, structure: Structure) -> Any:
        """The formula that the text writes, or a FormulaError."""

    def is_weaker_than(self, a: Any, b: Any) -> bool:
        """Whether a follows from b: b ⇒ a."""

    def describe(self, formula: Any) -> str:
        """The formula in words that complete "promises …" or "needs …"."""

    def missing(self, required: Any, provided: Any) -> list[str]:
        """What `provided` lacks, in such words, one text for each part."""

    def conjoin(self, text_a: str, text_b: str) -> str:
        """A text that says both."""


Clause = TypeVar("Clause", bound=Hashable)


class ClauseFormalism(ABC, Generic[Clause]):
    """A formalism whose formulas are sets of clauses that all hold; commas separate them in the text."""

    id: ClassVar[str]

    def parse(self, text: str, structure: Structure) -> frozenset[Clause]:
        """The set of clauses; each must be understood, and together they must make sense."""
        found = frozenset(self._checked(clause, structure) for clause in split_clauses(text))
        self._check_together(found)
        return found

    def is_weaker_than(self, a: frozenset[Clause], b: frozenset[Clause]) -> bool:
        """Whether each clause of a follows from b."""
        return all(self._follows(clause, b) for clause in a)

    def describe(self, formula: frozenset[Clause]) -> str:
        """The clauses that do not follow from the others, in words."""
        words = sorted(self._words(clause) for clause in self._strongest(formula))
        return " and ".join(words) or f"nothing about {self.id}"

    def missing(self, required: frozenset[Clause], provided: frozenset[Clause]) -> list[str]:
        """The required clauses that do not follow from what is provided, in words."""
        return sorted(self._words(clause) for clause in required if not self._follows(clause, provided))

    def conjoin(self, text_a: str, text_b: str) -> str:
        """Both texts' clauses."""
        return conjoin(text_a, text_b)

    def _checked(self, text: str, structure: Structure) -> Clause:
        try:
            return self._clause(text, structure)
        except FormulaError as error:
            raise FormulaError(f"in `{text}`: {error}") from None

    def _strongest(self, formula: frozenset[Clause]) -> list[Clause]:
        """The formula without the clauses that the rest of it implies."""
        left = sorted(formula, key=repr)
        for clause in tuple(left):
            rest = frozenset(left) - {clause}
            if self._follows(clause, rest):
                left.remove(clause)
        return left

    def _check_together(self, formula: frozenset[Clause]) -> None:
        """Refuse clauses that contradict each other; by default there are none."""

    @abstractmethod
    def _clause(self, text: str, structure: Structure) -> Clause:
        """One clause, or a FormulaError that says what is wrong with it."""

    @abstractmethod
    def _follows(self, clause: Clause, formula: frozenset[Clause]) -> bool:
        """Whether the clause is true whenever the formula is."""

    @abstractmethod
    def _words(self, clause: Clause) -> str:
        """The clause in plain words."""


def pattern(expression: str) -> re.Pattern[str]:
    """A pattern for one whole clause, in which NAME stands for a name and capitals do not count."""
    return re.compile(expression.replace("NAME", NAME), re.IGNORECASE)
