# SPDX-License-Identifier: BSD-3-Clause
"""A subtype is a subset: checked with real values and a membership test that knows no subtyping."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any

import pytest

from app.runtime.types import (
    Anything,
    ListOf,
    MapOf,
    Record,
    Scalar,
    Union,
    ValueType,
    is_subtype,
    parse_value_type,
    union_of,
)

SAMPLES: dict[str, list[Any]] = {
    "null": [None], "bool": [True], "int": [3], "float": [3, 1.5], "text": ["t"],
}  # fmt: skip
NAMES = ("x", "y")
EVERYTHING: list[Any] = [None, True, 3, 1.5, "t", [], [3], ["t"], {"map": {}}, {"map": {"k": 3}}, {"record": {"x": 3}}]
"""Values of all kinds; maps and records are told apart by a wrapper."""


def contains(term: ValueType, value: Any) -> bool:
    match term:
        case Anything():
            return True
        case Union():
            return any(contains(option, value) for option in term.options)
        case Scalar():
            return any(type(value) is type(sample) for sample in SAMPLES[term.kind])
        case ListOf():
            return isinstance(value, list) and all(contains(term.item, item) for item in value)
        case MapOf():
            return (
                isinstance(value, dict)
                and "map" in value
                and all(contains(term.key, key) and contains(term.value, item) for key, item in value["map"].items())
            )
        case Record():
            return isinstance(value, dict) and "record" in value and fits_record(term, value["record"])
    raise AssertionError(term)


def fits_record(term: Record, value: dict[str, Any]) -> bool:
    known = {field.name for field in term.fields}
    if not term.open and set(value) - known:
        return False
    return all(
        contains(field.type, value[field.name]) if field.name in value else field.optional for field in term.fields
    )


def samples(term: ValueType) -> list[Any]:
    """Enough values of the type to tell it apart from any type in this file that it is not a subset of."""
    match term:
        case Anything():
            return EVERYTHING
        case Union():
            return [value for option in term.options for value in samples(option)]
        case Scalar():
            return SAMPLES[term.kind]
        case ListOf():
            return [[], *([item] for item in samples(term.item))]
        case MapOf():
            pairs = itertools.product(
                [key for key in samples(term.key) if not isinstance(key, list | dict)], samples(term.value)
            )
            return [{"map": {}}, *({"map": {key: value}} for key, value in pairs)]
        case Record():
            return [{"record": value} for value in record_samples(term)]
    raise AssertionError(term)


def record_samples(term: Record) -> Iterator[dict[str, Any]]:
    absent = object()
    choices: list[tuple[str, list[Any]]] = [
        (field.name, samples(field.type) + [absent] * field.optional) for field in term.fields
    ]
    if term.open:
        known = {field.name for field in term.fields}
        choices += [(name, [absent, *EVERYTHING]) for name in (*NAMES, "elsewhere") if name not in known]
    for values in itertools.product(*(possible for _, possible in choices)):
        named = zip((name for name, _ in choices), values, strict=True)
        yield {name: value for name, value in named if value is not absent}


TEXTS = [
    "nothing", "null", "bool", "int", "float", "text", "anything",
    "list[int]", "list[float]", "list[text]", "list[nothing]", "list[anything]", "list[list[int]]",
    "map[text, int]", "map[text, float]", "map[int, int]", "map[text, anything]",
    "{}", "{...}", "{x: int}", "{x?: int}", "{x: int, ...}", "{x?: int, ...}", "{x: float}",
    "{x?: float, ...}",
    "{x: int, y: text}", "{x: int, y?: text}", "{x: int, y?: text, ...}", "{y?: anything, ...}",
    "{x?: anything, ...}", "{x?: anything}", "{x: anything}", "{x: {y: int}}", "{x: {y?: float}}",
]  # fmt: skip
PLAIN = [parse_value_type(text) for text in TEXTS]
UNIONS = [union_of(a, b) for a, b in itertools.combinations(PLAIN[1:18:2], 2)]


@pytest.mark.parametrize("term", PLAIN, ids=str)
def test_subtype_is_subset_and_nothing_else(term: ValueType) -> None:
    own = samples(term)
    assert all(contains(term, value) for value in own)
    for other in PLAIN:
        assert is_subtype(term, other).holds == all(contains(other, value) for value in own), str(other)


@pytest.mark.parametrize("term", UNIONS, ids=str)
def test_unions_never_let_a_wrong_value_through(term: ValueType) -> None:
    for other in (*PLAIN, *UNIONS):
        if is_subtype(term, other).holds:
            assert all(contains(other, value) for value in samples(term)), str(other)
        if is_subtype(other, term).holds:
            assert all(contains(term, value) for value in samples(other)), str(other)


def test_unions_are_compared_one_option_at_a_time() -> None:
    """The one place where a subset is refused: its record would have to be split up first."""
    split = parse_value_type("{x: int} | {x: text}")
    together = parse_value_type("{x: int | text}")
    assert all(contains(split, value) for value in samples(together))
    assert is_subtype(split, together).holds
    assert not is_subtype(together, split).holds
