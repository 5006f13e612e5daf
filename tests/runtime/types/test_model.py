# SPDX-License-Identifier: BSD-3-Clause
"""The data model: canonical, immutable, structural, and bounded."""

from __future__ import annotations

import copy
import dataclasses
import hashlib
import pickle
from typing import Any

import pytest

from app.runtime.types import (
    ANYTHING,
    BOOL,
    FLOAT,
    INT,
    NO_DEFAULT,
    NOTHING,
    NULL,
    TEXT,
    Adapter,
    AdapterOffer,
    Column,
    Constraint,
    EndpointOf,
    EndpointPattern,
    EndpointType,
    Event,
    Field,
    ListOf,
    MapOf,
    NamedEndpoint,
    ObjectType,
    Parameter,
    Reason,
    Record,
    ReferenceTo,
    Scalar,
    Table,
    TemplateType,
    Type,
    TypeModelError,
    Union,
    Variable,
    Verdict,
    conjoin,
    constraint,
    constraints,
    dual,
    strengthen,
    union_of,
    variables_in,
)
from app.runtime.types.arrow import column_type, widens
from app.runtime.types.constraints import MAX_CLAUSES, split_clauses
from app.runtime.types.core import MAX_DEPTH, MAX_NAME, MAX_OPTIONS, MAX_TEXT

E = Variable("E", "endpoint_type")
O = Variable("O", "object_type")  # noqa: E741  # an object type, as T is a value type
T = Variable("T")


def test_order_of_parts_does_not_count() -> None:
    assert Record((Field("b", INT), Field("a", TEXT))) == Record((Field("a", TEXT), Field("b", INT)))
    assert Table((Column("b", "int8"), Column("a", "utf8"))) == Table((Column("a", "string"), Column("b", "int8")))
    assert EndpointType((Event("b", INT), Event("a", TEXT))) == EndpointType((Event("a", TEXT), Event("b", INT)))
    assert ObjectType.of({"b": E, "a": EndpointType()}) == ObjectType.of({"a": EndpointType(), "b": E})
    assert union_of(INT, TEXT, union_of(TEXT, NULL)) == Union((NULL, INT, TEXT)) != union_of(INT, TEXT)


def test_equal_types_have_equal_hashes_and_digests() -> None:
    one, two = ListOf(Record.of({"x": INT})), ListOf(Record.of({"x": INT}))
    assert one == two
    assert hash(one) == hash(two)
    assert one.digest == two.digest == hashlib.sha256(b"list[{x: int}]").hexdigest()
    assert one != ListOf(Record.of({"x": TEXT}))
    assert one != "list[{x: int}]"
    assert len({one, two}) == 1


def test_types_cannot_be_changed() -> None:
    with pytest.raises(dataclasses.FrozenInstanceError):
        INT.kind = "text"  # type: ignore[misc]  # that is the point
    classes = [ListOf, MapOf, Record, Union, Table, ReferenceTo, EndpointOf, Variable, EndpointType, ObjectType]
    for frozen in (*classes, EndpointPattern, TemplateType, Parameter, Adapter, AdapterOffer, Verdict, Reason):
        assert frozen.__dataclass_params__.frozen  # type: ignore[attr-defined]  # what `dataclass` keeps


def test_types_can_be_copied_and_stored() -> None:
    term = ObjectType.of({"e": EndpointType.of({"in": INT}, {"out": TEXT}, {"x": "y"})})
    assert pickle.loads(pickle.dumps(term)) == term == copy.deepcopy(term)


def test_parts_are_found_by_name() -> None:
    record = Record.of({"x": INT}, {"y": TEXT}, is_open=True)
    assert record.field("y") == Field("y", TEXT, True)
    assert record.field("z") is None
    table = Table((Column("a", "int8"),))
    assert table.column("a") == Column("a", "int8", False)
    assert table.column("b") is None
    term = ObjectType.of({"e": EndpointType()})
    assert term.endpoint("e") == EndpointType()
    assert term.endpoint("f") is None
    template = TemplateType((Parameter("n", "value", INT),), term)
    assert template.parameter("n") == Parameter("n", "value", INT)
    assert template.parameter("m") is None


@pytest.mark.parametrize(
    ("term", "text"),
    [
        (NOTHING, "nothing"),
        (Record(()), "{}"),
        (Record.of({"a b": INT, 'q"\\': TEXT}), '{"a b": int, "q\\"\\\\": text}'),
        (Table((), True), "table{...}"),
        (EndpointType(), "endpoint{}"),
        (EndpointType.of({"tick": NULL}), "endpoint{ in tick() }"),
        (EndpointOf(dual(E)), "endpoint[~$E:endpoint]"),
        (ReferenceTo(O), "reference[$O:object]"),
        (MapOf(TEXT, T), "map[text, $T]"),
        (strengthen(dual(E), {"a": "x"}, {"b": "y"}), "~$E:endpoint with provides a(x) requires b(y)"),
    ],
)
def test_canonical_text(term: Type, text: str) -> None:
    assert str(term) == term.text == text


def test_names_are_kept_in_one_normal_form() -> None:
    assert Record.of({"e\u0301": INT}) == Record.of({"é": INT})


@pytest.mark.parametrize("name", ["", " a", "a ", "a\nb", "\x00", "\ud800", "a\u200bb", "x" * (MAX_NAME + 1)])
def test_names_that_cannot_be_shown_are_refused(name: str) -> None:
    with pytest.raises(TypeModelError, match="the name of a field"):
        Record.of({name: INT})


def test_a_name_is_text() -> None:
    wrong: Any = 5
    with pytest.raises(TypeModelError, match="must be text"):
        Record.of({wrong: INT})


WRONG: Any = None


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda: Scalar("complex"), "there is no type 'complex'"),
        (lambda: Variable("T", "type"), "a type variable is of kind value_type, endpoint_type, object_type"),
        (lambda: ListOf(O), "a list needs a value type, and '\\$O:object' is not one"),
        (lambda: MapOf(INT, E), "a map needs a value type"),
        (lambda: Record.of({"x": E}), "a record needs a value type"),
        (lambda: union_of(INT, O), "a union needs a value type"),
        (lambda: Union((INT, O)), "a union needs a value type"),
        (lambda: Union((INT, INT)), "a union of one type is that type"),
        (lambda: ReferenceTo(E), "a reference needs an object type"),
        (lambda: EndpointOf(O), "an endpoint value needs an endpoint type"),
        (lambda: EndpointOf(WRONG), "an endpoint value needs an endpoint type, and 'None' is not one"),
        (lambda: EndpointType((Event("a", O),)), "an event needs a value type"),
        (lambda: EndpointType((Event("a", INT), Event("a", TEXT))), "there are two events named 'a'"),
        (lambda: Record((Field("a", INT), Field("a", TEXT))), "there are two fields named 'a'"),
        (lambda: Table((Column("a", "int8"), Column("a", "int8"))), "there are two columns named 'a'"),
        (lambda: ObjectType((NamedEndpoint("e", E), NamedEndpoint("e", E))), "there are two endpoints named 'e'"),
        (lambda: ObjectType.of({"e": T}), "an object needs an endpoint type"),
        (lambda: EndpointPattern(T, True), "an endpoint pattern needs an endpoint type"),
        (lambda: EndpointPattern(EndpointType(), True), "an endpoint pattern starts from a variable"),  # type: ignore[arg-type]  # wrong on purpose
        (lambda: EndpointPattern(E), "changes nothing is its variable"),
        (lambda: dual(T), "an endpoint pattern needs an endpoint type"),
        (lambda: strengthen(T), "an endpoint needs an endpoint type"),
        (lambda: Parameter("n", "number", INT), "parameter 'n' is of kind 'number'; there are value, reference"),
        (lambda: Parameter("n"), "parameter 'n' needs a type"),
        (lambda: Parameter("n", "value", O), "parameter 'n' needs a value type"),
        (lambda: Parameter("n", "reference", INT), "parameter 'n' needs an object type"),
        (lambda: Parameter("n", "value_type", O), "parameter 'n' needs a value type"),
        (lambda: Parameter("n", "value_type", None, O), "the default of parameter 'n' needs a value type"),
        (lambda: Parameter("n", "value", INT, INT), "parameter 'n' cannot have that default"),
        (lambda: Parameter("n", "reference", ObjectType(), None), "parameter 'n' cannot have that default"),
        (lambda: Parameter("n", "value", INT, object()), "a object is not a value"),
        (lambda: TemplateType((Parameter("O", "object_type"),), O), "a template makes an object type"),  # type: ignore[arg-type]  # wrong on purpose
        (lambda: TemplateType((), INT), "a template makes an object type"),  # type: ignore[arg-type]  # wrong on purpose
        (lambda: TemplateType((Parameter("n", "value", INT),) * 2, ObjectType()), "there are two parameters named 'n'"),
        (
            lambda: TemplateType((Parameter("n", "value", T),), ObjectType()),
            "the template uses \\$T and has no such type parameter",
        ),
        (
            lambda: TemplateType((Parameter("E", "value_type"),), ObjectType.of({"e": E})),
            "the template uses \\$E:endpoint and has no such type parameter",
        ),
    ],
)
def test_types_that_cannot_exist(make: Any, said: str) -> None:
    with pytest.raises(TypeModelError, match=said):
        make()


def test_depth_is_bounded() -> None:
    term: Any = INT
    for _ in range(MAX_DEPTH - 1):
        term = ListOf(term)
    assert term.depth == MAX_DEPTH
    with pytest.raises(TypeModelError, match="nested deeper than 64 levels"):
        ListOf(term)


def test_size_is_bounded() -> None:
    term: Any = Record.of({"x": INT})
    while len(term.text) * 2 < MAX_TEXT - 100:
        term = Record.of({"x": term, "y": term})
    with pytest.raises(TypeModelError, match=f"longer than {MAX_TEXT} characters"):
        Record.of({"x": term, "y": term, "z": term})


def test_unions_are_bounded() -> None:
    options = [Record.of({f"f{i}": INT}) for i in range(MAX_OPTIONS + 1)]
    assert len(Union(tuple(options[:-1])).options) == MAX_OPTIONS
    with pytest.raises(TypeModelError, match="at most 128 options, not 129"):
        union_of(*options)


# Constraints.


def test_constraints_are_canonical() -> None:
    assert constraint("reliability", " total ,durable,  total") == Constraint("reliability", "durable, total")
    assert constraints({"b": "x", "a": "y"}) == (Constraint("a", "y"), Constraint("b", "x"))
    assert constraints([("a", "x"), ("a", "y, x")]) == (Constraint("a", "x, y"),)
    assert EndpointType.of(provides=[("a", "x"), ("a", "y")]).provides == (Constraint("a", "x, y"),)
    assert str(Constraint("two words", "x")) == '"two words"(x)'


def test_clauses_end_at_commas_outside_of_brackets_and_quotes() -> None:
    assert split_clauses('f(a, b), [x, y], {p, q}, "m, (n", , z') == [
        "f(a, b)", "[x, y]", "{p, q}", '"m, (n"', "z",
    ]  # fmt: skip
    assert split_clauses("") == []
    assert conjoin("b, a", "a, c") == "a, b, c"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("a)", "has a '\\)' that opens nowhere"),
        ("(a]", "has a ']' that opens nowhere"),
        ("(a", "lacks a closing '\\)'"),
        ('"a', "lacks a closing '\"'"),
        ("a\x00b", "cannot be shown"),
        ("x" * (MAX_TEXT + 1), "longer than"),
        (", ".join(f"c{i}" for i in range(MAX_CLAUSES + 1)), "at most 256 clauses, not 257"),
    ],
)
def test_constraints_that_cannot_be_written(text: str, said: str) -> None:
    with pytest.raises(TypeModelError, match=said):
        constraint("any", text)


# Duals and patterns.


def test_the_dual_swaps_everything() -> None:
    term = EndpointType.of({"a": INT}, {"b": TEXT}, {"p": "x"}, {"r": "y"})
    assert dual(term) == EndpointType.of({"b": TEXT}, {"a": INT}, {"r": "y"}, {"p": "x"})
    assert dual(dual(E)) == E
    assert dual(strengthen(E, {"a": "x"})) == strengthen(dual(E), requires={"a": "x"})


def test_strengthening_joins_constraints() -> None:
    term = EndpointType.of({"a": INT}, provides={"p": "x"})
    assert strengthen(term, {"p": "y", "q": "z"}, {"r": "u"}) == EndpointType.of(
        {"a": INT}, provides={"p": "x, y", "q": "z"}, requires={"r": "u"}
    )
    assert strengthen(E) == E
    assert strengthen(strengthen(E, {"p": "x"}), {"p": "y"}) == strengthen(E, {"p": "x, y"})


# Templates.


def test_parameters() -> None:
    hinted = Parameter("n", "value", INT, 3, (("label", "Number"),))
    assert hinted == Parameter("n", "value", INT, 3)
    assert hash(hinted) == hash(Parameter("n", "value", INT, 3))
    assert hinted != Parameter("n", "value", INT, 4)
    assert hinted != "n: int = 3"
    assert repr(NO_DEFAULT) == "NO_DEFAULT"
    assert Parameter("r", "value", ReferenceTo(ObjectType())) == Parameter("r", "reference", ObjectType())
    assert Parameter("T", "value_type", FLOAT, INT).text == "T: value type under float = int"
    assert Parameter("list", "value", ListOf(INT), [1, 2]).text == "list: list[int] = [1, 2]"


def test_variables_are_found_everywhere() -> None:
    term = ObjectType.of(
        {
            "e": EndpointType.of({"a": Record.of({"$": ListOf(T)})}, {"b": ReferenceTo(O)}),
            "f": strengthen(E, {"a": "$x"}),
        }
    )
    assert variables_in(term) == {T, O, E}
    assert variables_in(Record.of({"$": INT})) == frozenset()
    assert variables_in(BOOL) == frozenset()


# Column types.


@pytest.mark.parametrize(
    ("written", "canonical"),
    [
        ("utf8", "string"),
        ("large_string", "string"),
        ("float32", "float"),
        ("decimal128(10, 2)", "decimal[10, 2]"),
        ("list<item:  int64>", "list[item: int64]"),
        ("timestamp[us, tz=UTC]", "timestamp[us, tz=UTC]"),
        ("any", "anything"),
        ("some_future_type", "some_future_type"),
    ],
)
def test_column_types_have_one_spelling(written: str, canonical: str) -> None:
    assert column_type(written) == canonical


@pytest.mark.parametrize(
    "text", ["", "Int8", "int 8", "list[", "list]a[", "list[a]]", "list[a][b]", "x" * 2_000, "a[\u200b]", "a[{]"]
)
def test_column_types_that_are_none(text: str) -> None:
    with pytest.raises(TypeModelError, match="is not a column type"):
        column_type(text)


NUMBERS = {
    "int8": (-(2**7), 2**7 - 1), "int16": (-(2**15), 2**15 - 1), "int32": (-(2**31), 2**31 - 1),
    "int64": (-(2**63), 2**63 - 1), "uint8": (0, 2**8 - 1), "uint16": (0, 2**16 - 1),
    "uint32": (0, 2**32 - 1), "uint64": (0, 2**64 - 1),
    # Whole numbers that a float of that size holds without gaps.
    "half": (-(2**11), 2**11), "float": (-(2**24), 2**24), "double": (-(2**53), 2**53),
}  # fmt: skip


@pytest.mark.parametrize("narrow", NUMBERS)
def test_only_conversions_that_lose_nothing_are_widening(narrow: str) -> None:
    for wide in NUMBERS:
        low, high = NUMBERS[narrow]
        fits = NUMBERS[wide][0] <= low and high <= NUMBERS[wide][1]
        if "int" not in narrow and "int" in wide:
            fits = False
        assert widens(narrow, wide) == fits, wide
    assert widens(narrow, "number")
    assert widens(narrow, "anything")
    assert not widens(narrow, "string")


def test_parameters_of_column_types() -> None:
    assert widens("timestamp[us]", "timestamp")
    assert widens("decimal[10, 2]", "number")
    assert not widens("timestamp", "timestamp[us]")
    assert not widens("timestamp[us]", "timestamp[ns]")
    assert not widens("anything", "int8")


def test_anything_is_the_top_and_has_no_parts() -> None:
    assert ANYTHING.parts() == ()
    assert ANYTHING.depth == 1
