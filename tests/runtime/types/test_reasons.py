# SPDX-License-Identifier: BSD-3-Clause
"""A verdict's reasons are exactly the failing parts: exactly the injected faults are found."""

from __future__ import annotations

import string
from dataclasses import dataclass, field
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.runtime.types import EndpointType, Verdict, dual, is_subtype, match, parse_endpoint_type, parse_object_type

LEFT = string.Template("""endpoint{
    out move({x: $x, y: int, z?: bool$extra_field$open});
    out names(list[$item]);
    out table_of(map[$key, $value]);
    out rows(table{a: $column, b: string$gaps$extra_column$open_table});
    out choice($choice);
    out linked(reference[object{ $linked }]);
    out plugged(endpoint[endpoint{ $plugged }]);
    out short({$required});
    out brief(table{$cut});
    out maybe({m$mark: int});
    in accept($accepted);
    in also(int);
    $left_event
    provides reliability($left_reliability);
    provides precedence($left_precedence);
    provides timing($left_timing);
    provides cardinality($left_cardinality);
    $left_security
    $left_foreign
    requires security($left_needs)
}""")
RIGHT = string.Template("""endpoint{
    in move({x: float, y: int, z?: bool});
    in names(list[text]);
    in table_of(map[text, int]);
    in rows(table{a: int32, b: string});
    in choice(null | {c: int} | list[int]);
    in linked(reference[object{
        e: endpoint{ out a(int); in b(int) }; g: endpoint{}; provides cardinality(at most 2 instances of e)
    }]);
    in plugged(endpoint[endpoint{ in a(int); requires reliability(fifo) }]);
    in short({here: int, ...});
    in brief(table{cut: int8, ...});
    in maybe({m: int, ...});
    out accept(text);
    $right_event
    requires reliability(total, durable, at most once);
    requires precedence(move never precedes connect);
    requires timing(90 percent of move within 10 ms of accept);
    requires cardinality(at most three instances);
    requires security(intact);
    requires foreign(x, y);
    provides security($right_security)
}""")
LINK = "e: endpoint{ out a(int); in b(float) }"
ONE = "provides cardinality(exactly one instance of e)"
GOOD = {
    "x": "int", "extra_field": "", "open": "", "item": "text", "key": "text", "value": "int",
    "column": "int8",
    "gaps": "", "extra_column": "", "open_table": "", "choice": "{c: int} | null",
    "linked": f"{LINK}; g: endpoint{{}}; {ONE}",
    "plugged": "in a(int); in further(); requires reliability(fifo)", "required": "here: int",
    "cut": "cut: int8",
    "mark": "", "accepted": "text | null", "left_event": "",
    "left_reliability": "total, durable, at most once", "left_precedence": "move never precedes connect",
    "left_timing": "95 percent of move within 5 ms of accept", "left_cardinality": "at most 2 instances",
    "left_security": "provides security(authenticated);", "left_foreign": "provides foreign(x, y, z);",
    "left_needs": "encrypted", "right_event": "", "right_security": "encrypted, intact",
}  # fmt: skip


@dataclass(frozen=True)
class Fault:
    """A change to the good pair, and the one failing part that it causes."""

    name: str
    change: dict[str, str] = field(hash=False)
    kind: str
    path: tuple[tuple[str, str], ...]


def at(*steps: str) -> tuple[tuple[str, str], ...]:
    """A path written as `kind name` texts."""
    return tuple((kind, name) for kind, _, name in (step.partition(" ") for step in steps))


TOTAL = "events delivered in total order (the same for everyone)"
DURABLE = "durability (what was sent survives a power failure)"
ONCE = "at-most-once delivery (no event arrives twice)"
FAULTS = [
    Fault("field type", {"x": "text"}, "value", at("event move", "field x")),
    Fault("unknown field", {"extra_field": ", w: int"}, "field", at("event move", "field w")),
    Fault("open record", {"open": ", ..."}, "open", at("event move")),
    Fault("list item", {"item": "int"}, "value", at("event names", "items")),
    Fault("map key", {"key": "int"}, "value", at("event table_of", "keys")),
    Fault("map value", {"value": "float"}, "value", at("event table_of", "values")),
    Fault("column type", {"column": "int64"}, "value", at("event rows", "column a")),
    Fault("column gaps", {"gaps": "?"}, "column", at("event rows", "column b")),
    Fault("unknown column", {"extra_column": ", c: int8"}, "column", at("event rows", "column c")),
    Fault("open table", {"open_table": ", ..."}, "open", at("event rows")),
    Fault("union option", {"choice": "{c: int} | text"}, "value", at("event choice")),
    Fault("field in a union", {"choice": "{c: text} | null"}, "value", at("event choice", "field c")),
    Fault("missing field", {"required": ""}, "field", at("event short", "field here")),
    Fault("missing column", {"cut": ""}, "column", at("event brief", "column cut")),
    Fault("optional field", {"mark": "?"}, "field", at("event maybe", "field m")),
    Fault("linked object", {"linked": f"{LINK}; {ONE}"}, "endpoint", at("event linked", "object ", "endpoint g")),
    Fault(
        "event of a linked object",
        {"linked": f"e: endpoint{{ in b(float); out a(text) }}; g: endpoint{{}}; {ONE}"},
        "value",
        at("event linked", "object ", "endpoint e", "event a"),
    ),
    Fault(
        "constraint of a linked object",
        {"linked": f"{LINK}; g: endpoint{{}}"},
        "constraint",
        at("event linked", "object ", "constraint cardinality"),
    ),
    Fault(
        "sent endpoint", {"plugged": "requires reliability(fifo)"}, "event", at("event plugged", "endpoint ", "event a")
    ),
    Fault(
        "need of a sent endpoint",
        {"plugged": "in a(int); requires reliability(total)"},
        "constraint",
        at("event plugged", "endpoint ", "constraint reliability", f"clause {TOTAL}"),
    ),
    Fault("accepted type", {"accepted": "int"}, "value", at("event accept")),
    Fault("event nobody takes", {"left_event": "out ghost();"}, "event", at("event ghost")),
    Fault("event nobody takes back", {"right_event": "out spectre();"}, "event", at("event spectre")),
    Fault(
        "order",
        {"left_reliability": "fifo, durable, at most once"},
        "constraint",
        at("constraint reliability", f"clause {TOTAL}"),
    ),
    Fault(
        "survival",
        {"left_reliability": "total, at most once"},
        "constraint",
        at("constraint reliability", f"clause {DURABLE}"),
    ),
    Fault(
        "precedence",
        {"left_precedence": ""},
        "constraint",
        at("constraint precedence", "clause the order `connect`, then `move` (never the other way round)"),
    ),
    Fault(
        "timing",
        {"left_timing": "89 percent of move within 5 ms of accept"},
        "constraint",
        at("constraint timing", "clause 90 percent of `move` within 10 ms of `accept`"),
    ),
    Fault(
        "cardinality",
        {"left_cardinality": "at most 4 instances"},
        "constraint",
        at("constraint cardinality", "clause at most three instances connected at any time"),
    ),
    Fault("no security at all", {"left_security": ""}, "constraint", at("constraint security")),
    Fault("unknown formalism", {"left_foreign": "provides foreign(x);"}, "formalism", at("constraint foreign")),
    Fault("formalism nobody has", {"left_foreign": ""}, "formalism", at("constraint foreign")),
    Fault(
        "need of the left",
        {"right_security": "intact"},
        "constraint",
        at("constraint security", "clause encryption (nobody outside can read the events)"),
    ),
    Fault("unreadable promise", {"left_timing": "move soon after accept"}, "constraint", at("constraint timing")),
    Fault("unreadable need", {"left_needs": "rot13"}, "constraint", at("constraint security")),
]


def pair(faults: list[Fault]) -> tuple[EndpointType, EndpointType]:
    pieces = dict(GOOD)
    for fault in faults:
        pieces.update(fault.change)
    return parse_endpoint_type(LEFT.substitute(pieces)), parse_endpoint_type(RIGHT.substitute(pieces))


def parts(verdict: Verdict) -> list[tuple[str, Any]]:
    return sorted((leaf.kind, leaf.path) for leaf in verdict.leaves())


def expected(faults: list[Fault]) -> list[tuple[str, Any]]:
    return sorted((fault.kind, fault.path) for fault in faults)


def test_the_good_pair_matches() -> None:
    left, right = pair([])
    assert match(left, right).holds
    assert match(right, left).holds


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: str(fault.name))
def test_one_fault_gives_one_reason(fault: Fault) -> None:
    left, right = pair([fault])
    verdict = match(left, right)
    assert parts(verdict) == expected([fault])
    assert parts(match(right, left)) == expected([fault])
    assert parts(is_subtype(left, dual(right))) == expected([fault])


def independent(faults: list[Fault]) -> list[Fault]:
    """Whether faults change different parts; two in one place would hide each other."""
    kept: list[Fault] = []
    for fault in faults:
        if not any(places(fault) & places(other) for other in kept):
            kept.append(fault)
    return kept


def places(fault: Fault) -> set[str]:
    # What the left needs of security and what the right promises of it meet in one place.
    return {"left_needs" if piece == "right_security" else piece for piece in fault.change}


@settings(max_examples=150, derandomize=True, deadline=None)
@given(st.lists(st.sampled_from(FAULTS), unique=True).map(independent))
def test_the_reasons_are_exactly_the_faults(faults: list[Fault]) -> None:
    left, right = pair(faults)
    verdict = match(left, right)
    assert parts(verdict) == expected(faults)
    assert verdict.holds == (not faults)


@settings(max_examples=50, derandomize=True, deadline=None)
@given(st.lists(st.sampled_from(FAULTS), unique=True, min_size=1).map(independent), st.data())
def test_mending_exactly_the_reported_parts_makes_it_hold(faults: list[Fault], data: st.DataObject) -> None:
    left, right = pair(faults)
    reported = {(leaf.kind, leaf.path) for leaf in match(left, right).leaves()}
    left_over = [fault for fault in faults if (fault.kind, fault.path) not in reported]
    assert match(*pair(left_over)).holds
    # Mending fewer leaves exactly the rest.
    rest = data.draw(st.lists(st.sampled_from(faults), unique=True))
    assert parts(match(*pair(rest))) == expected(rest)


def test_two_clauses_missing_are_two_reasons() -> None:
    left, right = pair([Fault("both", {"left_reliability": "best effort"}, "", ())])
    clauses = {leaf.path[-1].name for leaf in match(left, right).leaves()}
    assert clauses == {TOTAL, DURABLE, ONCE}


def test_the_tree_says_what_contains_the_failing_parts() -> None:
    left, right = pair([FAULTS[0], FAULTS[1]])
    (reason,) = match(left, right).reasons
    assert (reason.kind, reason.path) == ("event", at("event move"))
    assert reason.text == "event `move` does not fit"
    assert [child.path for child in reason.children] == [at("field x"), at("field w")]


def test_reasons_between_objects() -> None:
    less = parse_object_type("object{ a: endpoint{ out x(int) }; provides cardinality(at most 2 instances of a) }")
    more = parse_object_type(
        """object{ a: endpoint{ out x(int) }; b: endpoint{};
        provides cardinality(exactly one instance of a); requires security(intact) }"""
    )
    assert parts(is_subtype(less, more)) == [
        ("constraint", at("constraint cardinality", "clause exactly one instance of `a` connected at any time")),
        ("endpoint", at("endpoint b")),
    ]
    assert parts(is_subtype(more, less)) == [("constraint", at("constraint security"))]
