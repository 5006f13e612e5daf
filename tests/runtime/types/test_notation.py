# SPDX-License-Identifier: BSD-3-Clause
"""The notation: exact round trip, positions of errors, and quick refusal of hostile text."""

from __future__ import annotations

import datetime as dt
import math
import time
import uuid
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.runtime.types import (
    INT,
    NOTHING,
    STANDARD,
    ListOf,
    ObjectType,
    Parameter,
    Record,
    TemplateType,
    Type,
    TypeModelError,
    TypeNames,
    TypeSyntaxError,
    Variable,
    parse_endpoint_type,
    parse_object_type,
    parse_type,
    parse_value_type,
)
from app.runtime.types.core import MAX_DEPTH, MAX_TEXT
from app.runtime.types.literals import literal_text, read_literal
from app.runtime.types.tokens import Tokens
from tests.runtime.types.strategies import any_types, endpoint_types, value_types

few = settings(max_examples=50, derandomize=True, deadline=None)


@few
@given(any_types())
def test_round_trip(term: Type) -> None:
    assert parse_type(str(term)) == term
    assert str(parse_type(str(term))) == str(term)


WORDS = r"""int text list map table reference endpoint object template in out provides requires with under
value type nothing Channel Folder Object a b $T $E :endpoint :object $ ~ [ ] { } ( ) < > , ; : | ? = ... 1
-2.5e3 int8 reliability(fifo) é # \ """
PIECES = st.sampled_from(
    [*WORDS.split(), " ", " ", "\n", '"', '"x y"', "\x00", "\ud800", "e: ", "a: int", "in a(int);"]
)


def well_formed_or_not(text: str) -> None:
    term, refusal = None, None
    try:
        term = parse_type(text)
    except TypeSyntaxError as error:
        refusal = error
    if refusal is None:
        assert parse_type(str(term)) == term
    else:
        assert 0 <= refusal.position <= len(text)
        assert "\n" not in str(refusal)


@settings(max_examples=1_500, derandomize=True, deadline=None)
@given(st.lists(PIECES, max_size=14).map("".join))
def test_any_text_is_a_type_or_a_syntax_error(text: str) -> None:
    well_formed_or_not(text)


@settings(max_examples=60, derandomize=True, deadline=None)
@given(any_types().map(str), st.data())
def test_a_damaged_type_is_a_type_or_a_syntax_error(text: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, min(len(text), start + 3)))
    well_formed_or_not(text[:start] + data.draw(PIECES) + text[end:])


PLAIN_VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**4000), 2**4000)
    | st.floats()
    | st.text(alphabet=st.characters())
    | st.binary(max_size=8)
    | st.datetimes(timezones=st.just(dt.UTC) | st.none())
    | st.uuids(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text() | st.integers(), inner, max_size=3),
    max_leaves=6,
)


@few
@given(PLAIN_VALUES)
def test_values_round_trip(value: Any) -> None:
    tokens = Tokens(literal_text(value))
    again = read_literal(tokens)
    assert tokens.next.kind == "end"
    assert repr(again) == repr(value) or again == value
    assert literal_text(again) == literal_text(value)


@few
@given(st.data(), value_types(), endpoint_types(), PLAIN_VALUES)
def test_templates_round_trip(data: st.DataObject, value: Any, endpoint: Any, default: Any) -> None:
    template = TemplateType(
        (
            Parameter(
                "T", "value_type", data.draw(st.none() | st.just(value)), data.draw(st.sampled_from([INT, value]))
            ),
            Parameter("E", "endpoint_type"),
            Parameter("O", "object_type", ObjectType.of({"e": endpoint})),
            Parameter("two words", "value", ListOf(Variable("T")), default),
            Parameter("other", "reference", Variable("O", "object_type")),
        ),
        ObjectType.of({"e": endpoint, "f": Variable("E", "endpoint_type")}),
    )
    assert parse_type(str(template)) == template


@pytest.mark.parametrize(
    ("written", "canonical"),
    [
        ("  list [ int ]  ", "list[int]"),
        ("{y?:text,x:int,}", "{x: int, y?: text}"),
        ("text|int|text", "int | text"),
        ("(int)", "int"),
        ("list[(int | text)]", "list[int | text]"),
        ("table{b: utf8?, a: decimal128(10, 2), c: list<int8>, ...}",
         "table{a: decimal[10, 2], b: string?, c: list[int8], ...}"),
        ("endpoint{ out b(null); in a(int); }", "endpoint{ in a(int); out b() }"),
        ('endpoint{ provides r(b, a); provides r(c); requires "two words"(x) }',
         'endpoint{ provides r(a, b, c); requires "two words"(x) }'),
        ("~endpoint{ in a(int); provides r(x) }", "endpoint{ out a(int); requires r(x) }"),
        ("~~endpoint{ in a(int) }", "endpoint{ in a(int) }"),
        ("endpoint{} with provides r(x) requires s(y) provides r(z)",
         "endpoint{ provides r(x, z); requires s(y) }"),
        ("~(endpoint{} with provides r(x))", "endpoint{ requires r(x) }"),
        ("~$E with provides r(x)", "~$E:endpoint with provides r(x)"),
        ("~~$E", "$E:endpoint"),
        ('object{ provides: endpoint{}; provides r(x); "requires": endpoint{} }',
         "object{ provides: endpoint{}; requires: endpoint{}; provides r(x) }"),
        ("Channel[int]", "object{ channel: endpoint{ in send(int); out receive(int) } }"),
        ("endpoint[$E]", "endpoint[$E:endpoint]"),
        ("$O:object", "$O:object"),
        ("$V:value", "$V"),
        ('$"two words"', '$"two words"'),
        ("template[T: value type, n: T = 1] object{ e: endpoint{ in a(T) } }",
         "template[T: value type, n: $T = 1] object{ e: endpoint{ in a($T) } }"),
        ("template[E: endpoint type, x: endpoint[E]] object{ e: ~E; f: $E }",
         "template[E: endpoint type, x: endpoint[$E:endpoint]] object{ e: ~$E:endpoint; f: $E:endpoint }"),
        ("template[r: Folder[Object]] object{}", None),
    ],
)  # fmt: skip
def test_what_may_be_written(written: str, canonical: str | None) -> None:
    if canonical is None:
        with pytest.raises(TypeSyntaxError):
            parse_type(written)
    else:
        assert str(parse_type(written)) == canonical


@pytest.mark.parametrize(
    ("text", "position", "said"),
    [
        ("", 1, "the text ends too early at character 1; expected a type"),
        ("list[int", 9, "expected ']'"),
        ("list int", 6, "unexpected 'int' at character 6; expected '['"),
        ("{x int}", 4, "unexpected 'int' at character 4; expected ':'"),
        ("{x: int y: int}", 9, "expected ',' or '}'"),
        ("{..., x: int}", 5, "expected '}'"),
        ("{5: int}", 2, "expected the name of a field"),
        ("table{a: int8, ..., b: int8}", 19, "expected '}'"),
        ("table{a: [}", 10, "expected a column type"),
        ("table{a: Int8}", 1, "'Int8' is not a column type"),
        ("map[int]", 8, "expected ','"),
        ("int | object{}", 1, "a union needs a value type"),
        ("int int", 5, "unexpected 'int' at character 5; expected the end"),
        ("~int", 1, "this is a value type at character 1; expected an endpoint type"),
        ("int with provides r(x)", 1, "expected an endpoint type"),
        ("endpoint{} with r(x)", 17, "unexpected 'r' at character 17; expected provides or requires"),
        ("endpoint int", 10, "expected '{' or '['"),
        ("endpoint{ accept a() }", 11, "expected in, out, provides or requires"),
        ("endpoint{ provides r }", 22, "expected '('"),
        ("endpoint{ provides r(x }", 25, "the text ends too early at character 25; expected ')'"),
        ("endpoint{ provides r(]) }", 1, "opens nowhere"),
        ('endpoint{ in "a(int) }', 14, "unexpected"),
        ("endpoint{ in a(int }", 20, "expected ')'"),
        ("object{ e endpoint{} }", 11, "expected ':' and an endpoint type"),
        ('object{ "provides" r(x) }', 20, "expected ':' and an endpoint type"),
        ("object{ e: object{} }", 12, "this is an object type at character 12; expected an endpoint type"),
        ("{x: Channel[int]}", 5, "expected a value type; to send an object, write reference[...]"),
        ("list[template[] object{}]", 6, "this is a template at character 6; expected a value type"),
        ("template[O: object type] O", 1, "a template makes an object type"),
        ("template[T: value kind] object{}", 13, "there is no type named value"),
        ("template[n: int = ] object{}", 19, "expected a value"),
        ("template[T: value type = object{}] object{}", 26, "expected a value type"),
        ("Ghost", 1, "there is no type named Ghost at character 1; expected a known name"),
        ("Channel", 1, "Channel needs all its parameters at character 1; expected Channel[T]"),
        ("Channel[int, int]", 14, "expected no further parameter of Channel"),
        ("Folder[int]", 8, "this is a value type at character 8; expected an object type"),
        ("$5", 2, "expected the name of a type variable"),
        ("$E:thing", 4, "expected endpoint or object"),
        ("int\x00", 4, "unexpected '\\x00'"),
        ("  \x1b[31m", 3, "unexpected '\\x1b'"),
        ('{"a\\qb": int}', 2, "a backslash stands before something it cannot change"),
        ('{"\\u{110000}": int}', 2, "there is no character"),
        ('{"\\u{0}": int}', 2, "characters that cannot be shown"),
        ('{"": int}', 2, "must have 1 to 128 characters"),
        ("{a: int, a: text}", 1, "there are two fields named 'a'"),
        ("٣", 1, "unexpected"),
    ],
)  # fmt: skip
def test_mistakes_are_named_with_their_place(text: str, position: int, said: str) -> None:
    with pytest.raises(TypeSyntaxError) as caught:
        parse_type(text)
    assert said in str(caught.value)
    assert caught.value.position == position - 1, str(caught.value)
    assert f"character {position}" in str(caught.value)
    assert "\n" not in str(caught.value)


HOSTILE = {
    "nested lists": "list[" * 10_000,
    "nested brackets": "(" * 10_000,
    "nested records": "{x: " * 10_000,
    "nested objects": "reference[object{ e: endpoint{ in a(" * 5_000,
    "nested values": "template[n: int = " + "[" * 10_000,
    "nested maps": "template[n: int = " + "{1: " * 10_000,
    "nested names": "Folder[" * 10_000,
    "a megabyte": "{" + "x: int, " * 130_000 + "}",
    "a megabyte of spaces": " " * 1_000_000,
    "spaces": " " * MAX_TEXT,
    "an endless string": '{"' + "\\\\" * 100_000,
    "an endless constraint": "endpoint{ provides r(" + "(" * 200_000,
    "quotes": "endpoint{ provides r(" + '"' * 200_001,
    "a huge union": " | ".join(f"{{a{i}: int}}" for i in range(20_000)),
    "a repeated union": "int | " * 40_000 + "int",
    "many clauses": "endpoint{ provides r(" + ", ".join(map(str, range(40_000))) + ") }",
    "a long name": "x" * 200_000,
    "a long number": "template[n: int = " + "9" * 100_000 + "] object{}",
    "a long exponent": "template[n: float = 1e" + "9" * 100_000,
    "control characters": "\x00\x01\x02" * 50_000,
    "surrogates": "\ud800" * 50_000,
    "a bomb of names": "Twice[" * 40 + "int" + "]" * 40,
    "columns": "table{a: list" + "[" * 100_000,
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_text_is_refused_quickly(name: str) -> None:
    names = TypeNames(STANDARD)
    names.add("Twice[T]", "{a: T, b: T}")
    start = time.process_time()
    with pytest.raises(TypeSyntaxError) as caught:
        parse_type(HOSTILE[name], names)
    assert time.process_time() - start < 3
    assert len(str(caught.value)) < 400


def test_the_deepest_and_the_longest_type_that_are_allowed() -> None:
    deep = "list[" * (MAX_DEPTH - 1) + "int" + "]" * (MAX_DEPTH - 1)
    assert str(parse_type(deep)) == deep
    fields = ", ".join(f"f{i:05}: int" for i in range(20_000))
    long = "{" + fields + "}"
    assert len(long) < MAX_TEXT
    assert str(parse_type(long)) == long
    assert str(parse_type("~" * 200_000 + "$E")) == "$E:endpoint"


def test_a_type_is_text() -> None:
    wrong: Any = b"int"
    with pytest.raises(TypeSyntaxError, match="written as text"):
        parse_type(wrong)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("[]", []),
        ("[1, 2,]", [1, 2]),
        ("{}", {}),
        ('{"a": null, }', {"a": None}),
        ("-1.5e3", -1500.0),
        ("true", True),
        ("false", False),
        ('"a\\"\\\\\\u{1f600}"', 'a"\\😀'),
        ('bytes("00ff")', b"\x00\xff"),
        ('uuid("00000000-0000-0000-0000-000000000001")', uuid.UUID(int=1)),
        ('timestamp("2026-01-02T03:04:05+00:00")', dt.datetime(2026, 1, 2, 3, 4, 5, tzinfo=dt.UTC)),
        ('float("-inf")', -math.inf),
    ],
)
def test_values_as_text(text: str, value: Any) -> None:
    assert read_literal(Tokens(text)) == value


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[1 2]", "expected ',' or ']'"),
        ("{1 2}", "expected ':'"),
        ("{1: 2 3: 4}", "expected ',' or '}'"),
        ("{[]: 1}", "a list or map cannot be a key"),
        ("unknown", "expected a value"),
        ("uuid(5)", "expected a quoted text"),
        ('uuid("x")', "that is no uuid at character 1"),
        ('bytes("0g")', "that is no bytes"),
        ('uuid("00000000-0000-0000-0000-000000000001"', "expected ')'"),
        ("9" * 2_000, "too many digits"),
    ],
)
def test_values_that_cannot_be_read(text: str, said: str) -> None:
    with pytest.raises(TypeSyntaxError) as caught:
        read_literal(Tokens(text))
    assert said in str(caught.value)


def test_values_that_cannot_be_written() -> None:
    nested: Any = 0
    for _ in range(100):
        nested = [nested]
    for value, said in ((nested, "nested deeper"), (2**5000, "more than 4096 bits"), ({1, 2}, "a set is not a value")):
        with pytest.raises(TypeModelError, match=said):
            literal_text(value)


# Names.


def test_names_stand_for_types() -> None:
    names = TypeNames(STANDARD)
    added = names.add("Box[T]", "{inside: T}", "something in a box")
    assert added.parameters == (Variable("T"),)
    assert added.description == "something in a box"
    assert names.parse("Box[Box[int]]") == parse_type("{inside: {inside: int}}")
    assert names.parse("Box[int]") is names.parse("Box[int]")
    names.add("Whole", INT)
    assert names.parse("list[Whole]") == ListOf(INT)
    names.add("Opposite[E: endpoint type]", "~E")
    assert names.parse("Opposite[endpoint{ in a() }]") == parse_endpoint_type("endpoint{ out a() }")
    assert STANDARD.find("Box") is None
    assert names.find("Folder") is STANDARD.find("Folder")
    listed = [known.name for known in names]
    assert listed[0] == "Object"
    assert listed[-3:] == ["Box", "Whole", "Opposite"]


def test_a_name_never_changes_its_meaning() -> None:
    names = TypeNames(STANDARD)
    first = names.add("Box[T]", "{inside: T}")
    assert names.add("Box[T]", "{inside: $T}") is first
    with pytest.raises(TypeModelError, match=r"the name Box is taken; it means {inside: \$T}"):
        names.add("Box[T]", "{outside: T}")
    with pytest.raises(TypeModelError, match="the name Object is taken"):
        names.add("Object", INT)


@pytest.mark.parametrize(
    ("head", "meaning", "error"),
    [
        ("int", "text", TypeSyntaxError),
        ("list", "text", TypeSyntaxError),
        ('"two words"', "text", TypeSyntaxError),
        ("A[T", "int", TypeSyntaxError),
        ("A[T: thing]", "int", TypeSyntaxError),
        ("A B", "int", TypeSyntaxError),
        ("A[T, T]", "int", TypeModelError),
        ("A", "$T", TypeModelError),
        ("A[T: object type]", "list[$T]", TypeSyntaxError),
        ("A[T: object type]", ListOf(Variable("T")), TypeModelError),
        ("A", "B", TypeSyntaxError),
    ],
)
def test_names_that_are_refused(head: str, meaning: str | Type, error: type[Exception]) -> None:
    names = TypeNames()
    with pytest.raises(error):
        names.add(head, meaning)
    assert list(names) == []


def test_what_is_remembered_is_bounded() -> None:
    names = TypeNames()
    for i in range(3_000):
        assert names.parse(f"{{f{i}: int}}") == Record.of({f"f{i}": INT})
    assert len(names._parsed) <= 1_024
    long = "{" + ", ".join(f"f{i}: int" for i in range(2_000)) + "}"
    assert names.parse(long) == names.parse(long)
    assert names.parse(long) is not names.parse(long)


def test_types_of_a_certain_sort() -> None:
    assert parse_value_type("nothing") == NOTHING
    assert parse_object_type("Object") == ObjectType()
    with pytest.raises(TypeSyntaxError, match="'int' is something else at character 1; expected an object type"):
        parse_object_type("int")
    with pytest.raises(TypeSyntaxError, match="expected a value type"):
        parse_value_type("Object")
    with pytest.raises(TypeSyntaxError, match="expected an endpoint type"):
        parse_endpoint_type("$E:endpoint")
