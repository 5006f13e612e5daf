# SPDX-License-Identifier: BSD-3-Clause
"""Compares types, and finds the parts in which one is not a subtype of the other: equations 2.2 to 2.6."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from .arrow import widens
from .core import Type
from .endpoints import EndpointTerm, EndpointType, Event, pattern_parts, promises
from .formalisms import Formalisms
from .implication import Implication, structure_of
from .objects import ObjectTerm, ObjectType
from .type_descriptions import describe_type
from .values import (
    ANYTHING,
    Anything,
    Column,
    EndpointOf,
    Field,
    ListOf,
    MapOf,
    Record,
    ReferenceTo,
    Scalar,
    Table,
    Union,
    ValueType,
    Variable,
)
from .verdicts import Reason, Step, literally
from .wording import Flow, Wording, within

MAX_STEPS = 100_000
"""How many pairs of parts one comparison may visit; hostile unions could need far more."""

_SHOWN = 60


class TooComplicatedError(Exception):
    """The comparison of two types would take too long."""


class Comparison:
    """One comparison of two types, which yields a reason for every part that does not fit."""

    def __init__(self, formalisms: Formalisms) -> None:
        self._implication = Implication(formalisms)
        self._known: dict[tuple[Type, Type], bool] = {}
        self._steps = 0

    # Values: every value of a must be a value of b.

    def values(self, a: ValueType, b: ValueType, flow: Flow) -> Iterator[Reason]:
        """Yield the parts of a with values that b does not have."""
        self._steps += 1
        if self._steps > MAX_STEPS:
            raise TooComplicatedError
        if a == b or isinstance(b, Anything):
            return
        if isinstance(a, Union):
            for option in a.options:
                yield from self.values(option, b, flow)
        elif isinstance(b, Union):
            yield from self._options(a, b, flow)
        elif type(a) is not type(b) or isinstance(a, Scalar | Variable):
            if (a.text, b.text) != ("int", "float"):
                yield _mismatch(a, b, flow)
        else:
            yield from self._containers(a, b, flow)

    def _options(self, a: ValueType, b: Union, flow: Flow) -> Iterator[Reason]:
        if any(self._fits(a, option, flow) for option in b.options):
            return
        alike = [option for option in b.options if type(option) is type(a)]
        if len(alike) == 1 and not isinstance(a, Scalar | Variable):
            # Only one option can be meant, so its reasons say more than the whole union.
            yield from self.values(a, alike[0], flow)
        else:
            yield _mismatch(a, b, flow)

    def _fits(self, a: ValueType, b: ValueType, flow: Flow) -> bool:
        known = self._known.get((a, b))
        if known is None:
            known = self._known[a, b] = next(self.values(a, b, flow), None) is None
        return known

    def _containers(self, a: ValueType, b: ValueType, flow: Flow) -> Iterator[Reason]:
        match a, b:
            case ListOf(), ListOf():
                yield from _inside(Step("items"), self.values(a.item, b.item, flow))
            case MapOf(), MapOf():
                yield from _inside(Step("keys"), self.values(a.key, b.key, flow))
                yield from _inside(Step("values"), self.values(a.value, b.value, flow))
            case Record(), Record():
                yield from self._records(a, b, flow)
            case Table(), Table():
                yield from _tables(a, b, flow)
            case ReferenceTo(), ReferenceTo():
                wording = within(flow, "an object", "objects")
                yield from _inside(Step("object"), self.objects(a.object_type, b.object_type, wording))
            case _:
                assert isinstance(a, EndpointOf)
                assert isinstance(b, EndpointOf)
                wording = within(flow, "an endpoint", "endpoints")
                yield from _inside(Step("endpoint"), self.endpoints(a.endpoint_type, b.endpoint_type, wording))

    def _records(self, a: Record, b: Record, flow: Flow) -> Iterator[Reason]:
        given = {field.name: field for field in a.fields}
        for want in b.fields:
            have = given.pop(want.name, None)
            if have is not None:
                yield from _inside(Step("field", want.name), self._fields(have, want, flow))
            elif not want.optional:
                yield _part("field", want.name, f"{flow.gives} records without it; {flow.takes_only} those with it")
            elif a.open:
                # An open record may have a field of this name with any value.
                yield from _inside(Step("field", want.name), self.values(ANYTHING, want.type, flow))
        if not b.open:
            yield from _surplus(given, a, flow, "field", "records")

    def _fields(self, have: Field, want: Field, flow: Flow) -> Iterator[Reason]:
        if have.optional and not want.optional:
            text = f"{flow.gives} records where it may be missing; {flow.takes_only} those with it"
            yield Reason("field", (), text)
        yield from self.values(have.type, want.type, flow)

    # Endpoints: a must match whatever b matches.

    def endpoints(self, a: EndpointTerm, b: EndpointTerm, wording: Wording) -> Iterator[Reason]:
        """Yield the parts in which endpoint type a is no subtype of b, equation 2.4."""
        if a == b:
            return
        if isinstance(a, EndpointType) and isinstance(b, EndpointType):
            yield from self._events(a.outgoing, b.outgoing, wording.outgoing)
            yield from self._events(b.incoming, a.incoming, wording.incoming)
            yield from self._constraints(a, b, wording)
        elif _same_variable(a, b):
            yield from self._constraints(a, b, wording)
        else:
            yield _undecided(a, b)

    def _events(self, given: Sequence[Event], taken: Sequence[Event], flow: Flow) -> Iterator[Reason]:
        """Equation 2.2: every event that is sent must be accepted, with all its values."""
        known = {event.name: event.type for event in taken}
        for name, carried in given:
            accepted = known.get(name)
            if accepted is None:
                yield _part("event", name, f"{flow.gives} it; {flow.refuses} it")
            else:
                yield from _inside(Step("event", name), self.values(carried, accepted, flow))

    def _constraints(
        self, a: EndpointTerm | ObjectType, b: EndpointTerm | ObjectType, wording: Wording
    ) -> Iterator[Reason]:
        """Both uses of equation 2.3: what b promises, a must promise; what a needs, b must need."""
        own, other = promises(a), promises(b)
        if other.provides or own.requires:
            names_a, names_b = structure_of(a), structure_of(b)
            failures = self._implication.failures
            yield from failures(other.provides, names_b, own.provides, names_a, wording.provided)
            yield from failures(own.requires, names_a, other.requires, names_b, wording.required)

    # Objects: a must be able to replace b.

    def objects(self, a: ObjectTerm, b: ObjectTerm, wording: Wording) -> Iterator[Reason]:
        """Yield the parts in which object type a is no subtype of b, equations 2.5 and 2.6."""
        if isinstance(a, Variable) or isinstance(b, Variable):
            yield _undecided(a, b)
            return
        available = {endpoint.name: endpoint.type for endpoint in a.endpoints}
        for name, wanted in b.endpoints:
            have = available.get(name)
            if have is None:
                yield _part("endpoint", name, f"{wording.has} it; {wording.lacks} it")
            else:
                yield from _inside(Step("endpoint", name), self.endpoints(have, wanted, wording))
        yield from self._constraints(a, b, wording)


def _same_variable(a: EndpointTerm, b: EndpointTerm) -> bool:
    """Whether both are made from one variable, seen from the same end."""
    if isinstance(a, EndpointType) or isinstance(b, EndpointType):
        return False
    return pattern_parts(a)[:2] == pattern_parts(b)[:2]


def _tables(a: Table, b: Table, flow: Flow) -> Iterator[Reason]:
    given = {column.name: column for column in a.columns}
    for want in b.columns:
        have = given.pop(want.name, None)
        if have is None:
            yield _part("column", want.name, f"{flow.gives} tables without it; {flow.takes_only} those with it")
        else:
            yield from _inside(Step("column", want.name), _columns(have, want, flow))
    if not b.open:
        yield from _surplus(given, a, flow, "column", "tables")


def _surplus(names: Iterable[str], a: Record | Table, flow: Flow, part: str, kind: str) -> Iterator[Reason]:
    """Yield the fields or columns of a that a closed b does not have."""
    for name in names:
        yield _part(part, name, f"{flow.gives} {kind} with it; {flow.takes_only} those without it")
    if a.open:
        text = f"{flow.gives} {kind} with further {part}s; {flow.takes_only} those with the listed ones"
        yield Reason("open", (), text)


def _columns(have: Column, want: Column, flow: Flow) -> Iterator[Reason]:
    if have.nullable and not want.nullable:
        yield Reason("column", (), f"{flow.gives} a column with gaps; {flow.takes_only} one without gaps")
    if not widens(have.arrow_type, want.arrow_type):
        yield Reason("value", (), f"{flow.gives} {have.arrow_type}; {flow.takes_only} {want.arrow_type}")


def _mismatch(a: ValueType, b: ValueType, flow: Flow) -> Reason:
    text = f"{flow.gives} {literally(describe_type(a))}; {flow.takes_only} {literally(describe_type(b))}"
    return Reason("value", (), text)


def _undecided(a: Type, b: Type) -> Reason:
    text = f"{a.text[:_SHOWN]} and {b.text[:_SHOWN]} can be compared only when the template has its parameters"
    return Reason("template", (), literally(text))


def _part(kind: str, name: str, text: str) -> Reason:
    """Return the reason for a part that fails as a whole."""
    return Reason(kind, (Step(kind, name),), text)


def _inside(step: Step, reasons: Iterator[Reason]) -> Iterator[Reason]:
    """Group reasons under the part that contains them, if there are any."""
    children = tuple(reasons)
    if children:
        yield Reason(step.kind, (step,), literally(f"{step} does not fit"), children)
