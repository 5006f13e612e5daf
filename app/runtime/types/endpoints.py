# SPDX-License-Identifier: BSD-3-Clause
"""Endpoint types: incoming and outgoing events, provided and required constraints."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from operator import itemgetter
from typing import NamedTuple, Protocol

from .constraints import Constraint, constraints
from .core import Type, TypeModelError, clean_name, expect_distinct, expect_sort, written_name
from .values import NULL, ValueType, Variable

Constraints = Mapping[str, str] | Iterable[tuple[str, str]]
FLOW_EVENTS = frozenset(("value", "happened"))
"""The events of wires between everyday objects."""


class _Constrained(Protocol):
    @property
    def provides(self) -> tuple[Constraint, ...]: ...

    @property
    def requires(self) -> tuple[Constraint, ...]: ...


class Event(NamedTuple):
    """A named event with the type of the one value that it carries."""

    name: str
    type: ValueType


@dataclass(frozen=True, eq=False)
class EndpointType(Type):
    """The tuple (I, O, C, C') of equation 2.1: incoming, outgoing, provided, required."""

    incoming: tuple[Event, ...] = ()
    outgoing: tuple[Event, ...] = ()
    provides: tuple[Constraint, ...] = ()
    requires: tuple[Constraint, ...] = ()

    sort = "endpoint_type"

    def __post_init__(self) -> None:
        self._set("incoming", _events(self.incoming))
        self._set("outgoing", _events(self.outgoing))
        self._set("provides", constraints(self.provides))
        self._set("requires", constraints(self.requires))
        parts = [_written("in", event) for event in self.incoming]
        parts += [_written("out", event) for event in self.outgoing]
        parts += written_constraints(self.provides, self.requires)
        self._describe(body_text("endpoint", parts))

    def parts(self) -> Sequence[Type]:
        return [event.type for event in self.incoming + self.outgoing]

    @property
    def one_way(self) -> bool:
        """Whether all events go in one direction; such an endpoint may have any number of connections."""
        return bool(self.incoming) is not bool(self.outgoing)

    @property
    def carries_flow(self) -> bool:
        """Whether it is an end of wires between everyday objects: a present value, or something that happens."""
        return self.one_way and all(event.name in FLOW_EVENTS for event in self.incoming + self.outgoing)

    @staticmethod
    def of(
        incoming: Mapping[str, ValueType] | None = None,
        outgoing: Mapping[str, ValueType] | None = None,
        provides: Constraints = (),
        requires: Constraints = (),
    ) -> EndpointType:
        """Make an endpoint type from dictionaries of events and constraints."""
        return EndpointType(
            tuple(Event(*pair) for pair in (incoming or {}).items()),
            tuple(Event(*pair) for pair in (outgoing or {}).items()),
            constraints(provides),
            constraints(requires),
        )


@dataclass(frozen=True, eq=False)
class EndpointPattern(Type):
    """An endpoint type made from a variable: perhaps its dual, perhaps with further constraints."""

    variable: Variable
    dual: bool = False
    provides: tuple[Constraint, ...] = ()
    requires: tuple[Constraint, ...] = ()

    sort = "endpoint_type"

    def __post_init__(self) -> None:
        expect_sort("endpoint_type", "an endpoint pattern", self.variable)
        if not isinstance(self.variable, Variable):
            raise TypeModelError("an endpoint pattern starts from a variable")
        self._set("provides", constraints(self.provides))
        self._set("requires", constraints(self.requires))
        if not (self.dual or self.provides or self.requires):
            raise TypeModelError("an endpoint pattern that changes nothing is its variable")
        extra = written_constraints(self.provides, self.requires)
        words = ["~" * self.dual + self.variable.text, *(["with", *extra] if extra else [])]
        self._describe(" ".join(words))

    def parts(self) -> Sequence[Type]:
        return (self.variable,)


EndpointTerm = EndpointType | EndpointPattern | Variable
"""An endpoint type; in templates it may be, or be made from, a variable."""


@lru_cache(maxsize=1024)
def dual(endpoint: EndpointTerm) -> EndpointTerm:
    """Return the type of the opposite end: in and out swapped, provides and requires swapped.

    Cached, because a search for adapters asks for the dual of the same two ends once per adapter.
    """
    if isinstance(endpoint, EndpointType):
        return EndpointType(endpoint.outgoing, endpoint.incoming, endpoint.requires, endpoint.provides)
    variable, is_dual, provides, requires = pattern_parts(endpoint)
    return _pattern(variable, not is_dual, requires, provides)


def strengthen(endpoint: EndpointTerm, provides: Constraints = (), requires: Constraints = ()) -> EndpointTerm:
    """Return the endpoint type with further constraints, conjoined with its own."""
    more_provided, more_required = constraints(provides), constraints(requires)
    if isinstance(endpoint, EndpointType):
        return EndpointType(
            endpoint.incoming, endpoint.outgoing, endpoint.provides + more_provided, endpoint.requires + more_required
        )
    variable, is_dual, provided, required = pattern_parts(endpoint)
    return _pattern(variable, is_dual, provided + more_provided, required + more_required)


class Promises(NamedTuple):
    """The constraints of an endpoint or object."""

    provides: tuple[Constraint, ...]
    requires: tuple[Constraint, ...]


def promises(term: _Constrained | Variable) -> Promises:
    """Return the constraints of a type; a variable has none."""
    return Promises((), ()) if isinstance(term, Variable) else Promises(term.provides, term.requires)


def written_constraints(provides: tuple[Constraint, ...], requires: tuple[Constraint, ...]) -> list[str]:
    """Return constraints as in the notation, one statement each."""
    return [f"provides {item}" for item in provides] + [f"requires {item}" for item in requires]


def body_text(keyword: str, parts: list[str]) -> str:
    """Return statements between braces after a keyword."""
    return f"{keyword}{{ {'; '.join(parts)} }}" if parts else f"{keyword}{{}}"


def _written(direction: str, event: Event) -> str:
    value = "" if event.type == NULL else event.type.text
    return f"{direction} {written_name(event.name)}({value})"


def _events(given: Iterable[tuple[str, ValueType]]) -> tuple[Event, ...]:
    events = [Event(clean_name(name, "an event"), carried) for name, carried in given]
    expect_sort("value_type", "an event", *(event.type for event in events))
    expect_distinct((event.name for event in events), "event")
    return tuple(sorted(events, key=itemgetter(0)))


def pattern_parts(
    endpoint: EndpointPattern | Variable,
) -> tuple[Variable, bool, tuple[Constraint, ...], tuple[Constraint, ...]]:
    """Return the variable, whether its dual is meant, and the added constraints."""
    if isinstance(endpoint, Variable):
        return endpoint, False, (), ()
    return endpoint.variable, endpoint.dual, endpoint.provides, endpoint.requires


def _pattern(
    variable: Variable, is_dual: bool, provides: tuple[Constraint, ...], requires: tuple[Constraint, ...]
) -> EndpointTerm:
    if is_dual or provides or requires:
        return EndpointPattern(variable, is_dual, provides, requires)
    expect_sort("endpoint_type", "an endpoint", variable)
    return variable
