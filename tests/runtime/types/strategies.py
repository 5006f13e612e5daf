# SPDX-License-Identifier: BSD-3-Clause
"""Random types, and random supertypes and subtypes of a given type, for the property tests."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from app.runtime.types import (
    ANYTHING,
    BOOL,
    BYTES,
    FLOAT,
    INT,
    NULL,
    TEXT,
    TIMESTAMP,
    UUID,
    Column,
    Constraint,
    EndpointOf,
    EndpointType,
    Event,
    Field,
    ListOf,
    MapOf,
    NamedEndpoint,
    ObjectType,
    Record,
    ReferenceTo,
    Structure,
    Table,
    Type,
    Union,
    ValueType,
    union_of,
)
from app.runtime.types.formalisms.reliability import Reliability

SCALARS = (NULL, BOOL, INT, FLOAT, TEXT, BYTES, TIMESTAMP, UUID)
FIELD_NAMES = ("a", "b", "c", "two words", "größe")
EVENTS = ("send", "receive", "tick", "open")
NARROW_COLUMNS = ("int8", "int16", "float", "string", "timestamp[us]", "decimal[10, 2]")
WIDER_COLUMNS = {
    "int8": ("int16", "int64", "number", "anything"),
    "int16": ("int32", "number"),
    "float": ("double", "number"),
    "string": ("anything",),
    "timestamp[us]": ("timestamp", "anything"),
    "decimal[10, 2]": ("decimal", "number"),
}
RELIABILITY = tuple(Reliability.implications.properties)
SECURITY = ("encrypted", "end to end encrypted", "forward secret", "intact", "authenticated")
FORMALISMS = ("reliability", "cardinality", "precedence", "timing", "security", "merge", "somebody_elses")
MERGING = ("last writer", "last writer per part", "nothing lost", "adds", "crdt")
Draw = Any  # the `draw` that hypothesis hands to a composite strategy


def subsets(names: tuple[str, ...], at_least: int = 0) -> st.SearchStrategy[list[str]]:
    """Some of the names, in order."""
    return st.lists(st.sampled_from(names), unique=True, min_size=at_least, max_size=2).map(sorted)


def fresh(taken: list[str]) -> str:
    """A name that is not taken."""
    return next(name for name in (f"new {i}" for i in range(len(taken) + 1)) if name not in taken)


def value_types(level: int = 1) -> st.SearchStrategy[Any]:
    """Value types of every kind, few levels deep."""
    simple = st.one_of(st.sampled_from((*SCALARS, ANYTHING)), tables())
    return st.one_of(simple, containers(level)) if level else simple


@st.composite
def tables(draw: Draw) -> Table:
    """Tables with narrow columns."""
    columns = [
        Column(name, draw(st.sampled_from(NARROW_COLUMNS)), draw(st.booleans())) for name in draw(subsets(FIELD_NAMES))
    ]
    return Table(tuple(columns), draw(st.booleans()))


@st.composite
def containers(draw: Draw, level: int) -> ValueType:
    """Value types that contain others."""
    kinds = ["list", "map", "record", "record", "union", "reference", "endpoint"]
    inner = value_types(level - 1)
    match draw(st.sampled_from(kinds)):
        case "list":
            return ListOf(draw(inner))
        case "map":
            return MapOf(draw(inner), draw(inner))
        case "record":
            fields = [Field(name, draw(inner), draw(st.booleans())) for name in draw(subsets(FIELD_NAMES))]
            return Record(tuple(fields), draw(st.booleans()))
        case "union":
            return union_of(*draw(st.lists(inner, max_size=3)))
        case "reference":
            return ReferenceTo(draw(object_types(0)))
    return EndpointOf(draw(endpoint_types(0)))


@st.composite
def endpoint_types(draw: Draw, level: int = 1) -> EndpointType:
    """Endpoint types that always have `send` and `receive`, which their constraints may mention."""
    incoming = [Event("send", draw(value_types(level)))]
    outgoing = [Event("receive", draw(value_types(level)))]
    incoming += [Event(name, draw(value_types(level))) for name in draw(subsets(("tick", "open")))]
    outgoing += [Event(name, draw(value_types(level))) for name in draw(subsets(("tick", "open")))]
    if draw(st.booleans()):
        incoming, outgoing = outgoing, incoming
    return EndpointType(
        tuple(incoming), tuple(outgoing), draw(constraint_sets("instance")), draw(constraint_sets("instance"))
    )


@st.composite
def object_types(draw: Draw, level: int = 0) -> ObjectType:
    """Object types that always have the endpoint `main`, which their constraints may mention."""
    names = ["main", *draw(subsets(("other", "third endpoint")))]
    endpoints = [NamedEndpoint(name, draw(endpoint_types(level))) for name in names]
    counted = "instance of main"
    return ObjectType(
        tuple(endpoints), draw(constraint_sets(counted, "main.")), draw(constraint_sets(counted, "main."))
    )


# Constraints: a formula is kept as clauses, so that weaker and stronger ones can be made from it.


@st.composite
def constraint_sets(draw: Draw, counted: str, prefix: str = "") -> tuple[Constraint, ...]:
    """Constraints in some of the formalisms."""
    chosen = draw(subsets(FORMALISMS))
    return tuple(Constraint(name, draw(formula_texts(name, counted, prefix))) for name in chosen)


@st.composite
def formula_texts(draw: Draw, formalism: str, counted: str = "instance", prefix: str = "") -> str:
    """A constraint's text in the formalism."""
    match formalism:
        case "reliability":
            return ", ".join(draw(subsets(RELIABILITY)))
        case "security":
            keys = [f"authorized by {key}" for key in draw(subsets(("alice", "bob")))]
            return ", ".join([*draw(subsets(SECURITY)), *keys])
        case "merge":
            return ", ".join(draw(subsets(MERGING)))
        case "cardinality":
            low = draw(st.integers(0, 4))
            return cardinality_text(low, draw(st.none() | st.integers(low, 6)), counted)
        case "precedence":
            order = draw(st.permutations([f"{prefix}{name}" for name in ("send", "receive", "connect")]))
            pairs = [(order[0], order[1]), (order[1], order[2]), (order[0], order[2])]
            chosen = draw(st.lists(st.sampled_from(pairs), unique=True))
            return ", ".join(f"{later} never precedes {earlier}" for later, earlier in chosen)
        case "timing":
            share, time = draw(st.integers(1, 100)), draw(st.integers(1, 50_000))
            origin = draw(st.sampled_from([f"{prefix}send", "each other"]))
            return f"{share} percent of {prefix}receive within {time} us of {origin}"
    return ", ".join(draw(subsets(("this", "that", "f(x, y)"))))


def cardinality_text(low: int, high: int | None, counted: str) -> str:
    """An interval in words."""
    if high is None:
        return f"at least {low} {counted}"
    return f"between {low} and {high} {counted}"


_PARSERS = {"reliability": Reliability()}


@st.composite
def weaker_text(draw: Draw, item: Constraint) -> str:
    """A text in the same formalism that follows from the given one."""
    clauses = [clause for clause in item.text.split(", ") if clause]
    if item.formalism == "reliability":
        implied = Reliability.implications.closure(_PARSERS["reliability"].parse(item.text, Structure()))
        return ", ".join(draw(st.lists(st.sampled_from(sorted(implied)), unique=True))) if implied else ""
    if item.formalism == "cardinality" and clauses:
        return _loosened(draw, clauses[0])
    if item.formalism == "timing" and clauses:
        share, _, _, event, _, time, unit, _, *origin = clauses[0].split()
        share, time = draw(st.integers(1, int(share))), int(time) + draw(st.integers(0, 50))
        target = draw(st.sampled_from([" ".join(origin), "each other"]))
        return f"{share} percent of {event} within {time} {unit} of {target}"
    if item.formalism == "somebody_elses":
        return item.text
    return ", ".join(draw(st.lists(st.sampled_from(clauses), unique=True))) if clauses else ""


def _loosened(draw: Draw, clause: str) -> str:
    words = clause.split()
    counted = " ".join(words[words.index("instance") :])
    low = int(words[2] if words[0] == "at" else words[1])
    high = None if words[0] == "at" else int(words[3])
    low = draw(st.integers(0, low))
    if high is None or draw(st.booleans()):
        return cardinality_text(low, None, counted)
    return cardinality_text(low, high + draw(st.integers(0, 3)), counted)


@st.composite
def stronger_text(draw: Draw, item: Constraint) -> str:
    """A text in the same formalism from which the given one follows."""
    if item.formalism == "reliability":
        return ", ".join([item.text, *draw(subsets(RELIABILITY))])
    if item.formalism == "security":
        return ", ".join([item.text, *draw(subsets(SECURITY))])
    if item.formalism == "merge":
        return ", ".join([item.text, *draw(subsets(MERGING))])
    if item.formalism == "timing":
        share, _, _, event, _, time, unit, _, *origin = item.text.split()
        share, time = draw(st.integers(int(share), 100)), draw(st.integers(1, int(time)))
        return f"{share} percent of {event} within {time} {unit} of {' '.join(origin)}"
    return item.text


@st.composite
def weaker_set(draw: Draw, given: tuple[Constraint, ...]) -> tuple[Constraint, ...]:
    """Constraints that follow from the given ones."""
    kept = [item for item in given if draw(st.booleans())]
    return tuple(Constraint(item.formalism, draw(weaker_text(item))) for item in kept)


@st.composite
def stronger_set(draw: Draw, given: tuple[Constraint, ...]) -> tuple[Constraint, ...]:
    """Constraints from which the given ones follow."""
    return tuple(Constraint(item.formalism, draw(stronger_text(item))) for item in given)


# Supertypes and subtypes.


@st.composite
def wider_value(draw: Draw, term: ValueType) -> Any:
    """A type with all the values of the given one, and perhaps more."""
    choice = draw(st.integers(0, 9))
    if choice == 0:
        return ANYTHING
    if choice == 1:
        return union_of(term, draw(st.sampled_from(SCALARS)))
    if choice == 2:
        return term
    return draw(_wider_inside(term))


@st.composite
def _wider_inside(draw: Draw, term: ValueType) -> Any:
    match term:
        case ListOf():
            return ListOf(draw(wider_value(term.item)))
        case MapOf():
            return MapOf(draw(wider_value(term.key)), draw(wider_value(term.value)))
        case Record():
            return draw(_wider_record(term))
        case Table():
            return draw(_wider_table(term))
        case Union():
            return union_of(*[draw(wider_value(option)) for option in term.options])
        case ReferenceTo():
            assert isinstance(term.object_type, ObjectType)
            return ReferenceTo(draw(wider_object(term.object_type)))
        case EndpointOf():
            assert isinstance(term.endpoint_type, EndpointType)
            return EndpointOf(draw(wider_endpoint(term.endpoint_type)))
    return FLOAT if term == INT else term


@st.composite
def _wider_record(draw: Draw, term: Record) -> Record:
    fields = [
        Field(name, draw(wider_value(part)), optional or draw(st.booleans()))
        for name, part, optional in term.fields
        if not (term.open or draw(st.booleans())) or draw(st.booleans())
    ]
    dropped = len(fields) < len(term.fields)
    if not term.open and draw(st.booleans()):
        fields.append(Field(fresh([field.name for field in term.fields]), draw(st.sampled_from(SCALARS)), True))
    return Record(tuple(fields), term.open or dropped or draw(st.booleans()))


@st.composite
def _wider_table(draw: Draw, term: Table) -> Table:
    columns = [
        Column(name, draw(st.sampled_from((kind, *WIDER_COLUMNS[kind]))), gaps or draw(st.booleans()))
        for name, kind, gaps in term.columns
        if kind in WIDER_COLUMNS and draw(st.integers(0, 3))
    ]
    dropped = len(columns) < len(term.columns)
    return Table(tuple(columns), term.open or dropped or draw(st.booleans()))


@st.composite
def narrower_value(draw: Draw, term: ValueType) -> Any:
    """A type with some of the values of the given one."""
    match term:
        case Union():
            kept = [option for option in term.options if draw(st.booleans())]
            return union_of(*kept)
        case ListOf():
            return ListOf(draw(narrower_value(term.item)))
        case MapOf():
            return MapOf(draw(narrower_value(term.key)), draw(narrower_value(term.value)))
        case Record():
            fields = [
                Field(name, draw(narrower_value(part)), optional and draw(st.booleans()))
                for name, part, optional in term.fields
                if not optional or term.open or draw(st.booleans())
            ]
            if term.open and draw(st.booleans()):
                fields.append(Field(fresh([field.name for field in term.fields]), draw(st.sampled_from(SCALARS))))
            return Record(tuple(fields), term.open and draw(st.booleans()))
    if term == FLOAT and draw(st.booleans()):
        return INT
    return draw(value_types(0)) if term == ANYTHING else term


@st.composite
def wider_endpoint(draw: Draw, term: EndpointType) -> EndpointType:
    """A supertype: at least the outgoing events, at most the incoming ones, promises less, needs more."""
    outgoing = [Event(name, draw(wider_value(carried))) for name, carried in term.outgoing]
    if draw(st.booleans()):
        outgoing.append(Event(fresh([event.name for event in outgoing]), draw(st.sampled_from(SCALARS))))
    incoming = [
        Event(name, draw(narrower_value(carried)))
        for name, carried in term.incoming
        if name in ("send", "receive") or draw(st.booleans())
    ]
    needs_more = [*draw(stronger_set(term.requires))]
    if draw(st.booleans()) and all(item.formalism != "security" for item in needs_more):
        needs_more.append(Constraint("security", "intact"))
    return EndpointType(tuple(incoming), tuple(outgoing), draw(weaker_set(term.provides)), tuple(needs_more))


@st.composite
def wider_object(draw: Draw, term: ObjectType) -> ObjectType:
    """A supertype: fewer endpoints, and wider ones."""
    endpoints = [
        NamedEndpoint(name, draw(wider_endpoint(endpoint)))
        for name, endpoint in term.endpoints
        if isinstance(endpoint, EndpointType) and (name == "main" or draw(st.booleans()))
    ]
    return ObjectType(tuple(endpoints), draw(weaker_set(term.provides)), draw(stronger_set(term.requires)))


def wider(term: Type) -> st.SearchStrategy[Any]:
    """Supertypes of a type of any sort."""
    if isinstance(term, EndpointType):
        return wider_endpoint(term)
    if isinstance(term, ObjectType):
        return wider_object(term)
    assert isinstance(term, ValueType)
    return wider_value(term)


def any_types() -> st.SearchStrategy[Any]:
    """Types of all three sorts."""
    return st.one_of(value_types(), endpoint_types(), object_types())
