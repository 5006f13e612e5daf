# SPDX-License-Identifier: BSD-3-Clause
"""Formulas: what they compute, and that no text and no input makes one raise or take long."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from math import isfinite
from time import process_time
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from objects_library.values.conversions import LONGEST_TEXT, parse_number
from objects_library.values.formula import DEEPEST, LONGEST, Formula
from objects_library.values.formula_functions import FUNCTIONS, MOST_ITEMS

INPUTS = {"a": 31.0, "b": "two, three", "c": datetime(2026, 3, 1, 12, tzinfo=UTC)}


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1 + 2 * 3", 7), ("(1 + 2) * 3", 9), ("2 ^ -1", 0.5), ("-a ^ 2", -961), ("--a", 31), ("7 % 4", 3), (".5e1", 5),
        ("10 - 4 - 3", 3), ("A * 2", 62), ("a > 30 and not (a > 40)", True), ("no or yes", True), ("not not 3", True),
        ('"x" & a & "y"', "x31y"), ("'it''s'", "it's"), ("a = 31", True), ('a = "31"', False), ("yes = 1", True),
        ("if(a > 30, 'hot', 'fine')", "hot"), ("if(no, 1)", None), ("if(a > 40; 1; 2)", 2), ("d", None),
        ("no and d", False), ("either(d, 3)", 3), ("empty(d)", True), ("sum(d, [1, 2], 3)", 6), ("average([])", None),
        ("round(a / 3, 2)", 10.33), ("clamp(a, 0, 9)", 9), ("max(1, [5, 2])", 5), ('min("b", "a")', "a"),
        ("count([1, nothing, 2])", 2), ("split(b)[2]", "three"), ("[1, 2][3]", None), ("join(sort([3, 1]))", "1, 3"),
        ("last(split(b, ' '))", "three"), ("upper(left(b, 3))", "TWO"), ("mid(b, 2, 2)", "wo"), ("right(b, 0)", ""),
        ("contains(b, 'THREE')", True), ("starts(b, 'w')", False), ("replace(b, 'o', '00')", "tw00, three"),
        ("length(b)", 10), ("number('1.234,5 m')", 1234.5), ("text(pi, 2)", "3.14"), ("weekday(c)", 7), ("hour(c)", 12),
        ("c - date(2026, 3, 1)", 43_200), ("c + 86400 = date('2026-03-02T12:00')", True), ("year(date(0))", 1970),
    ],
)  # fmt: skip
def test_results(text: str, value: Any) -> None:
    found = Formula(text).evaluate(INPUTS)
    assert found.trouble is None
    assert found.value == value
    assert isinstance(found.value, bool) is isinstance(value, bool)


@pytest.mark.parametrize(
    ("text", "what", "detail"),
    [
        ("", "unwritten", ""), ("x" * (LONGEST + 1), "long", ""), ("(" * 30 + "1", "deep", ""),
        ("a" + "[1]" * 30, "deep", ""), ("1 +", "unended", ""), ("(1", "unended", ""), ("1 ) 2", "unreadable", ") 2"),
        ("1 $ 2", "unreadable", "$ 2"), ('"open', "unreadable", '"open'), ("1 < 2 < 3", "unreadable", "< 3"),
        ("e", "name", "e"), ("open(1)", "function", "open"), ("round()", "arguments", "round"),
        ("if(1)", "arguments", "if"), ("date(1, 2)", "arguments", "date"), ('"a" + 1', "kind", "+"),
        ("sqrt(-1)", "kind", "sqrt"), ("(-1) ^ 0.5", "kind", "^"), ("[[1]]", "kind", "[ ]"), ("a < b", "kind", "<"),
        ("1 / 0", "zero", ""), ("1 % 0", "zero", ""), ("0 ^ -1", "zero", ""), ("10 ^ 400", "range", ""),
        ("1e999", "range", ""), ("1e308 * 10", "range", ""), ("c + 1e300", "range", ""), ("exp(1000)", "range", ""),
        ("date(2026, 2, 30)", "kind", "date"), ("sort([1, 'a'])", "kind", "sort"), ("if('x', 1, 2)", "kind", "if"),
    ],
)  # fmt: skip
def test_troubles(text: str, what: str, detail: str) -> None:
    assert Formula(text).evaluate(INPUTS) == (None, (what, detail))


def test_results_are_bounded_before_they_are_made() -> None:
    long = {"a": "x" * LONGEST_TEXT, "b": "," * LONGEST_TEXT}
    assert Formula("replace(a, 'x', a)").evaluate(long).trouble == ("range", "")
    assert Formula("join(split(b), a)").evaluate(long).trouble == ("range", "")
    assert Formula("a & a").evaluate(long).trouble == ("range", "")
    assert Formula("split(b)").evaluate(long).trouble == ("range", "")


_SIGNS = re.findall(r"\S+", 'if( a b c d ( ) [ ] , ; and or not + - * / % ^ & = <> < >= 1 0 1e300 .5 "x" \'\' " é $')
_PIECES = st.sampled_from([*FUNCTIONS, *(f"{name}(" for name in FUNCTIONS), *_SIGNS, "\n"])
_TEXTS = st.one_of(st.text(max_size=60), st.lists(_PIECES, max_size=60).map(" ".join))
_VALUES = st.one_of(
    st.none(), st.booleans(), st.floats(), st.integers(), st.text(max_size=30), st.datetimes(timezones=st.just(UTC)),
    st.datetimes(), st.binary(max_size=5),
    st.lists(st.one_of(st.floats(), st.text(max_size=5), st.lists(st.floats(), max_size=2)), max_size=5),
)  # fmt: skip


def _is_whole(value: Any) -> bool:
    if isinstance(value, list):
        return len(value) <= MOST_ITEMS and all(_is_whole(item) and not isinstance(item, list) for item in value)
    if isinstance(value, str):
        return len(value) <= LONGEST_TEXT
    return value is None or isinstance(value, bool | datetime) or (isinstance(value, float) and isfinite(value))


@settings(max_examples=150, deadline=None)
@given(text=_TEXTS, values=st.lists(_VALUES, min_size=4, max_size=4))
def test_nothing_makes_a_formula_raise(text: str, values: list[Any]) -> None:
    value, trouble = Formula(text).evaluate(dict(zip("abcd", values, strict=True)))
    assert trouble is None or value is None
    assert _is_whole(value)


@st.composite
def _expressions(draw: st.DrawFn, depth: int = 3) -> str:
    """Formulas that can be read, so that their parts are computed."""
    if depth == 0 or draw(st.booleans()):
        return draw(st.sampled_from(["a", "b", "c", "d", "1", "0", "1e300", "-2", '"x"', "yes", "nothing", "[1, 2]"]))
    inner = _expressions(depth - 1)
    if draw(st.booleans()):
        sign = draw(st.sampled_from(["+", "-", "*", "/", "%", "^", "&", "=", "<", ">=", "and", "or"]))
        return f"({draw(inner)} {sign} {draw(inner)})"
    name = draw(st.sampled_from(sorted(FUNCTIONS)))
    count = draw(st.integers(FUNCTIONS[name].least, min(FUNCTIONS[name].most, 3)))
    return f"{name}({', '.join(draw(inner) for _ in range(max(count, FUNCTIONS[name].least)))})"


@settings(max_examples=200, deadline=None)
@given(text=_expressions(), values=st.lists(_VALUES, min_size=4, max_size=4))
def test_no_values_make_a_readable_formula_raise(text: str, values: list[Any]) -> None:
    formula = Formula(text)
    assert formula.trouble is None or formula.trouble.what in ("long", "deep")
    value, trouble = formula.evaluate(dict(zip("abcd", values, strict=True)))
    assert trouble is None or value is None
    assert _is_whole(value)


@pytest.mark.parametrize(
    "text",
    [
        "(" * DEEPEST + "a" + ")" * DEEPEST,
        "if(" * (DEEPEST - 1) + "a > 1 and a + a * a ^ 2 & a" + ", 1, 2)" * (DEEPEST - 1),
        "+".join(["a"] * (LONGEST // 2)),
        "&".join(["split(b)[9]"] * 80),
        "join(sort(split(b)))&" * 40 + "1",
        "replace(b, ',', ',,')&" * 40 + "1",
        "-" * (LONGEST - 1) + "a",
        "not " * (LONGEST // 4 - 1) + "a",
        "max(" + ",".join(["split(b)"] * 50) + ")",
        '"' * (LONGEST - 1),
    ],
)
def test_no_formula_takes_long(text: str) -> None:
    """Steps grow with the length of the formula and of the values, not faster."""
    began = process_time()
    Formula(text).evaluate({"a": 2.0, "b": "a," * (MOST_ITEMS - 1)})
    assert process_time() - began < 1


@given(st.text(max_size=80))
def test_numbers_are_found_in_any_text(text: str) -> None:
    number = parse_number(text)
    assert number is None or isfinite(number)
