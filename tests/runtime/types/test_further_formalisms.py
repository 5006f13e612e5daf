# SPDX-License-Identifier: BSD-3-Clause
"""Formalisms of libraries, known or not, good or bad, and constraints that are invalid in their place."""

from __future__ import annotations

import pytest

from app.runtime.types import (
    STANDARD_FORMALISMS,
    EndpointType,
    Formalisms,
    Structure,
    TypeModelError,
    check_constraints,
    is_subtype,
    match,
    parse_endpoint_type,
    parse_type,
)
from app.runtime.types.formalisms.reliability import Reliability


class Parity:
    """A formalism of a library: numbers that divide others."""

    id = "0123456789abcdef0123456789abcdef"

    def parse(self, text: str, structure: Structure) -> int:
        return int(text or "1")

    def is_weaker_than(self, a: int, b: int) -> bool:
        return b % a == 0

    def describe(self, formula: int) -> str:
        return f"multiples of {formula}"

    def missing(self, required: int, provided: int) -> list[str]:
        return []

    def conjoin(self, text_a: str, text_b: str) -> str:
        return f"{text_a}, {text_b}"


def with_parity(text: str) -> EndpointType:
    return EndpointType.of(provides={Parity.id: text})


def test_a_library_adds_a_formalism() -> None:
    mine = Formalisms()
    before = mine.state
    weak, strong = with_parity("2"), with_parity("6")
    unknown = is_subtype(strong, weak, mine)
    assert [leaf.kind for leaf in unknown.leaves()] == ["formalism"]
    mine.add(Parity())
    assert mine.state != before
    assert is_subtype(strong, weak, mine).holds
    verdict = is_subtype(weak, strong, mine)
    assert verdict.explain("A", "B") == ["`B` promises multiples of 6; `A` only promises multiples of 2"]
    assert Parity.id in {formalism.id for formalism in mine}
    assert STANDARD_FORMALISMS.find(Parity.id) is None


def test_a_formalism_has_an_id_of_its_own() -> None:
    with pytest.raises(TypeModelError, match="there is a formalism 'reliability' already"):
        Formalisms().add(Reliability())
    assert [formalism.id for formalism in Formalisms([])] == []


def test_a_formalism_that_fails_is_a_reason_and_no_crash() -> None:
    mine = Formalisms([Parity()])
    said = is_subtype(with_parity("6"), with_parity("{six}"), mine).explain("A", "B")
    assert said == [
        (
            f'`B` promises `"{Parity.id}"({{six}})`, and the formalism `{Parity.id}` failed (ValueError: '
            f"invalid "
            "literal for int() with base 10: '{six}')"
        )
    ]
    said = is_subtype(with_parity("six"), with_parity("6"), mine).explain("A", "B")
    assert said[0].startswith(f'`A` only promises `"{Parity.id}"(six)`, and the formalism `{Parity.id}` failed')
    said = is_subtype(with_parity("1"), with_parity("0"), mine).explain("A", "B")
    assert "ZeroDivisionError" in said[0]


def test_unknown_formalisms_agree_where_they_say_the_same() -> None:
    one = parse_endpoint_type("endpoint{ requires temporal(always p, f(x, y)) }")
    more = parse_endpoint_type("endpoint{ provides temporal(f(x, y),  eventually q, always p) }")
    less = parse_endpoint_type("endpoint{ provides temporal(always p) }")
    assert match(one, more).holds
    assert match(one, less).explain("A", "B") == [
        "`A` needs `temporal(always p, f(x, y))`, and this computer does not know the formalism `temporal`"
    ]
    assert [leaf.kind for leaf in match(one, EndpointType()).leaves()] == ["formalism"]


def test_constraints_are_checked_where_they_stand() -> None:
    term = parse_type(
        """object{
            e: endpoint{ in go(reference[object{ requires cardinality(at most one instance of ghost) }]);
                provides precedence(stop only after connect) };
            provides timing(e.go within 1 s of e.connect); requires unknown(x); provides reliability(total)
        }"""
    )
    assert sorted(check_constraints(term).explain("It")) == [
        (
            "`It` says `cardinality(at most one instance of ghost)`, which cannot be understood: in `at "
            "most one "
            "instance of ghost`: this object has no endpoint named `ghost`; it has no endpoints"
        ),
        (
            "`It` says `precedence(stop only after connect)`, which cannot be understood: in `stop only "
            "after "
            "connect`: this endpoint has no event named `stop`; there are go, connect, disconnect"
        ),
        "this computer does not know the formalism `unknown`",
    ]
    assert check_constraints(parse_type("object{ e: ~$E with provides timing(x within 1 s of y) }")).holds
    assert check_constraints(parse_type("object{ e: $E; provides timing(e.x within 1 s of e.y) }")).holds


def test_a_long_constraint_is_shortened_in_words() -> None:
    text = ", ".join(f"clause number {i}" for i in range(100))
    (said,) = is_subtype(EndpointType(), EndpointType.of(provides={"x": text})).explain("A", "B")
    assert len(said) < 250
    assert "…" in said
