# SPDX-License-Identifier: BSD-3-Clause
"""Verdicts in plain words, as a person reads them."""

from __future__ import annotations

import pytest

from app.runtime.types import NULL, ListOf, Verdict, describe_type, is_subtype, match, parse_endpoint_type, parse_type

CHANNEL = "endpoint{ in send(text); out receive(text); provides reliability(fifo) }"


def words(left: str, right: str) -> list[str]:
    return match(parse_endpoint_type(left), parse_endpoint_type(right)).explain("Chart", "Best-effort channel")


def test_order() -> None:
    chart = "endpoint{ out send(text); in receive(text); requires reliability(total) }"
    assert words(chart, CHANNEL) == [
        (
            "`Chart` needs events delivered in total order (the same for everyone); `Best-effort channel` "
            "only "
            "promises FIFO (each sender's events arrive in the order they were sent)"
        )
    ]


@pytest.mark.parametrize(
    ("chart", "said"),
    [
        (
            "endpoint{ in receive(int) }",
            "event `receive`: `Best-effort channel` sends text; `Chart` accepts only a whole number",
        ),
        (
            "endpoint{ in receive(text); out draw() }",
            "event `draw`: `Chart` sends it; `Best-effort channel` does not accept it",
        ),
        (
            "endpoint{ in receive(text); requires security(encrypted, authorized by alice) }",
            (
                "`Chart` needs authorization by the key `alice` (only those it admits can send) and "
                "encryption "
                "(nobody outside can read the events); `Best-effort channel` promises nothing about security"
            ),
        ),
        (
            "endpoint{ in receive(text); out send({x: text}) }",
            "event `send`: `Chart` sends a record with `x`; `Best-effort channel` accepts only text",
        ),
        (
            "endpoint{ in receive(text); requires bell(x {left}) }",
            "`Chart` needs `bell(x {left})`, and this computer does not know the formalism `bell`",
        ),
        (
            "endpoint{ in receive(text); requires reliability(sturdy) }",
            (
                "`Chart` needs `reliability(sturdy)`, which cannot be understood: in `sturdy`: there is "
                "no such "
                "property; there are best effort, at most once, at least once, exactly once, fifo, "
                "causal, total, "
                "all or nothing, uniform, virtually synchronous, atomic, transactional, durable, latest "
                "value, "
                "state transfer, checkpointed"
            ),
        ),
    ],
)
def test_each_kind_of_reason(chart: str, said: str) -> None:
    assert words(chart, CHANNEL) == [said]


@pytest.mark.parametrize(
    ("left", "right", "said"),
    [
        ("int", "text", "`A` has a whole number; `B` allows only text"),
        ("{x: int}", "{}", "field `x`: `A` has records with it; `B` allows only those without it"),
        ("{}", "{x: int}", "field `x`: `A` has records without it; `B` allows only those with it"),
        ("{x?: int}", "{x: int}", "field `x`: `A` has records where it may be missing; `B` allows only those with it"),
        ("{...}", "{}", "`A` has records with further fields; `B` allows only those with the listed ones"),
        ("table{a: int8}", "table{}", "column `a`: `A` has tables with it; `B` allows only those without it"),
        ("table{}", "table{a: int8}", "column `a`: `A` has tables without it; `B` allows only those with it"),
        (
            "table{a: int8?}",
            "table{a: int8}",
            "column `a`: `A` has a column with gaps; `B` allows only one without gaps",
        ),
        ("table{a: int64}", "table{a: int8}", "column `a`: `A` has int64; `B` allows only int8"),
        ("table{...}", "table{}", "`A` has tables with further columns; `B` allows only those with the listed ones"),
        ("int", "object{}", "`A` is a type of values; `B` is a type of objects"),
        (
            "endpoint{}",
            "template[] object{}",
            "`A` is a type of endpoints; `B` is a template, which must first be given its parameters",
        ),
        ("object{}", "object{ e: endpoint{} }", "endpoint `e`: `B` has it; `A` does not have it"),
        (
            "endpoint{ out a(int) }",
            "endpoint{ out a(text) }",
            "event `a`: `A` sends a whole number; `B` sends only text",
        ),
        ("endpoint{ out a() }", "endpoint{}", "event `a`: `A` sends it; `B` does not send it"),
        ("endpoint{}", "endpoint{ in a() }", "event `a`: `B` accepts it; `A` does not accept it"),
        (
            "endpoint{ provides timing(receive within 2 s of connect); out receive() }",
            "endpoint{ provides timing(receive within 1 s of connect); out receive() }",
            (
                "`B` promises every `receive` within 1 s of `connect`; `A` only promises every `receive` "
                "within "
                "2 s of `connect`"
            ),
        ),
        (
            "endpoint{ requires cardinality(exactly one instance) }",
            "endpoint{ requires cardinality(at most 12 instances) }",
            (
                "`A` needs exactly one instance connected at any time; `B` needs only at most 12 instances "
                "connected at any time"
            ),
        ),
        (
            "endpoint{ requires cardinality(at least one instance) }",
            "endpoint{}",
            "`A` needs at least one instance connected at any time; `B` needs nothing about cardinality",
        ),
        (
            "endpoint{ provides precedence(a only after connect); in a() }",
            "endpoint{ provides precedence(a only after connect, disconnect only after a); in a() }",
            (
                "`B` promises the order `a`, then `disconnect` (never the other way round); `A` only "
                "promises the "
                "order `connect`, then `a` (never the other way round)"
            ),
        ),
        (
            "reference[object{ e: endpoint{ out a(int) } }]",
            "reference[object{ e: endpoint{ out a(text) } }]",
            (
                "object, endpoint `e`, event `a`: `A` has an object that sends a whole number; `B` allows "
                "only "
                "objects that send only text"
            ),
        ),
        (
            "reference[object{ e: endpoint{} }]",
            "reference[object{ e: endpoint{ in a() } }]",
            (
                "object, endpoint `e`, event `a`: `B` allows only objects that accept it; `A` has an "
                "object that "
                "does not accept it"
            ),
        ),
        (
            "reference[object{}]",
            "reference[object{ e: endpoint{} }]",
            ("object, endpoint `e`: `B` allows only objects that have it; `A` has an object that does not have it"),
        ),
        (
            "endpoint[endpoint{}]",
            "endpoint[endpoint{ provides security(intact) }]",
            (
                "endpoint: `B` allows only endpoints that promise protection against changes (nobody can "
                "alter an "
                "event unnoticed); `A` has an endpoint that promises nothing about security"
            ),
        ),
        (
            "$E:endpoint",
            "endpoint{}",
            "$E:endpoint and endpoint{} can be compared only when the template has its parameters",
        ),
        ("$O:object", "object{}", "$O:object and object{} can be compared only when the template has its parameters"),
    ],
)
def test_how_types_differ(left: str, right: str, said: str) -> None:
    assert is_subtype(parse_type(left), parse_type(right)).explain("A", "B") == [said]


def test_names_from_outside_cannot_break_the_words() -> None:
    left = parse_endpoint_type('endpoint{ out "{left} {0} %s"() }')
    assert match(left, parse_endpoint_type("endpoint{}")).explain("{right}", "{}") == [
        "event `{left} {0} %s`: `{right}` sends it; `{}` does not accept it"
    ]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("null", "no value"),
        ("bool", "yes or no"),
        ("anything", "anything"),
        ("nothing", "no value at all"),
        ("int | text | null", "a whole number, no value or text"),
        ("list[int]", "a list of a whole number"),
        ("map[text, float]", "a dictionary from text to a number"),
        ("{}", "a record"),
        ("{x: int, y: int, ...}", "a record with `x`, `y` and anything else"),
        ("{a: int, b: int, c: int, d: int, e: int, f: int}", "a record with `a`, `b`, `c`, `d` and 2 more"),
        ("table{a: int8, b: int8}", "a table with `a` and `b`"),
        ("reference[object{ e: endpoint{} }]", "a reference to an object with `e`"),
        ("reference[$O]", "a reference to an object of the type O, not chosen yet"),
        ("endpoint[endpoint{}]", "an endpoint to connect to"),
        ("object{}", "an object"),
        ("$T", "the type T, not chosen yet"),
        ("list[list[list[list[list[int]]]]]", "a list of a list of a list of something more complicated"),
    ],
)
def test_types_in_words(text: str, said: str) -> None:
    assert describe_type(parse_type(text)) == said


def test_the_words_of_a_huge_type_are_short() -> None:
    fields = ", ".join(f"field{i}: {{y: list[{{z: int}}]}}" for i in range(2_000))
    verdict = is_subtype(parse_type(f"{{{fields}}}"), parse_type("int"))
    assert len(verdict.explain()[0]) < 200


def test_explaining_what_holds_says_nothing() -> None:
    assert is_subtype(ListOf(NULL), ListOf(NULL)).explain() == []
    assert Verdict(True).leaves() == []
