# SPDX-License-Identifier: BSD-3-Clause
"""Substitution of types for variables."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.runtime.types import (
    INT,
    TEXT,
    EndpointType,
    ListOf,
    ObjectType,
    TemplateType,
    Type,
    TypeModelError,
    Variable,
    instantiate,
    parse_type,
    substitute,
    variables_in,
)
from tests.runtime.types.strategies import endpoint_types, object_types, value_types

few = settings(max_examples=40, derandomize=True, deadline=None)
OPEN = [
    "$T", "list[$T]", "map[$T, $U]", "{x: $T, y?: $U, ...}", "$T | $U | int", "reference[$O]",
    "reference[object{ e: $E; f: ~$E; g: $E with provides r(x) requires s(y) }]",
    "endpoint[~$E with provides r(x)]",
    "endpoint{ in a($T); out b(list[$U]); provides r(x) }",
    "object{ e: endpoint{ in a($T) }; provides r(x) }",
    "~$E", "$E:endpoint with requires r(x)", "object{ e: $E; f: endpoint{ out a(reference[$O]) } }",
    'table{"$": int8}', '{"$T": int}',
]  # fmt: skip


@st.composite
def bindings(draw: Any) -> dict[str, Type]:
    return {
        "T": draw(value_types(0)),
        "U": draw(st.one_of(value_types(0), st.just(Variable("T")))),
        "E": draw(endpoint_types(0)),
        "O": draw(object_types(0)),
    }


open_types = st.sampled_from([parse_type(text) for text in OPEN])


@few
@given(open_types, bindings())
def test_laws(term: Type, given_types: dict[str, Type]) -> None:
    assert substitute(term, {}) == term
    closed = substitute(term, {name: bound for name, bound in given_types.items() if name != "U"})
    assert variables_in(closed) <= {Variable("U")}
    # One after the other is the same as both at once, when the first brings no variables in.
    first = {"T": given_types["T"], "O": given_types["O"]}
    second = {"U": INT, "E": given_types["E"]}
    assert substitute(substitute(term, first), second) == substitute(term, {**first, **second})
    # Names that do not occur change nothing.
    assert substitute(term, {"Z": INT}) == term
    assert substitute(closed, {"T": INT}) == closed


@few
@given(open_types)
def test_each_variable_for_itself_changes_nothing(term: Type) -> None:
    assert substitute(term, {variable.name: variable for variable in variables_in(term)}) == term


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("$T", "int"),
        ("$T | int", "int"),
        ("$T | text | null", "int | null | text"),
        ("~$E", "endpoint{ out a(); requires r(x) }"),
        ("$E:endpoint with provides r(y)", "endpoint{ in a(); provides r(x, y) }"),
        ("~$E with requires r(y)", "endpoint{ out a(); requires r(x, y) }"),
        ("$F:endpoint", "~$G:endpoint"),
        ("~$F", "$G:endpoint"),
        ("reference[$O]", "reference[object{}]"),
        ('list[table{"$T": int8}]', 'list[table{"$T": int8}]'),
        ('{"$T": text}', '{"$T": text}'),
    ],
)
def test_results(text: str, result: str) -> None:
    given_types = {
        "T": INT,
        "E": parse_type("endpoint{ in a(); provides r(x) }"),
        "F": parse_type("~$G"),
        "O": ObjectType(),
    }
    assert str(substitute(parse_type(text), given_types)) == result


def test_a_type_of_the_wrong_sort_is_refused() -> None:
    with pytest.raises(TypeModelError, match=r"the type parameter 'T' needs a value type, and 'object{}'"):
        substitute(parse_type("list[$T]"), {"T": ObjectType()})
    with pytest.raises(TypeModelError, match="the type parameter 'E' needs an endpoint type"):
        substitute(parse_type("~$E"), {"E": INT})


def template(text: str) -> TemplateType:
    found = parse_type(text)
    assert isinstance(found, TemplateType)
    return found


def test_templates_become_objects() -> None:
    two = template(
        "template[T: value type, U: value type = list[T], n: int] object{ e: endpoint{ in a(T); out b(U) } }"
    )
    assert str(instantiate(two, {"T": INT})) == "object{ e: endpoint{ in a(int); out b(list[int]) } }"
    assert str(instantiate(two, {"T": INT, "U": TEXT})) == "object{ e: endpoint{ in a(int); out b(text) } }"
    assert instantiate(template("template[] object{}"), {}) == ObjectType()
    with pytest.raises(TypeModelError, match="the template needs the type parameter 'T'"):
        instantiate(two, {})
    with pytest.raises(TypeModelError, match="the template has no type parameter 'n'"):
        instantiate(two, {"T": INT, "n": INT})


def test_a_template_keeps_its_own_variables() -> None:
    own = template("template[T: value type] object{ e: endpoint{ in a(T) } }")
    assert substitute(own, {"T": INT}) == own


def test_growing_without_bounds_is_refused() -> None:
    term: Any = parse_type("{a: $T, b: $T}")
    for _ in range(3):
        term = substitute(term, {"T": term})
    with pytest.raises(TypeModelError, match="longer than"):
        substitute(term, {"T": term})
    deep: Any = ListOf(Variable("T"))
    for _ in range(5):
        deep = substitute(deep, {"T": deep})
    with pytest.raises(TypeModelError, match="deeper"):
        substitute(deep, {"T": deep})


def test_large_substitutions_are_done_again_rather_than_kept() -> None:
    large = parse_type("{" + ", ".join(f"f{i}: $T" for i in range(2_000)) + "}")
    assert substitute(large, {"T": INT}) == substitute(large, {"T": INT})
    assert substitute(EndpointType(), {"T": INT}) == EndpointType()
