# SPDX-License-Identifier: BSD-3-Clause
"""Filters, selections and what is made of rows: they equal the plainest Python."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from math import isclose, isnan, nan
from typing import Any
from uuid import uuid4

import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from objects_library.replication.filter_registry import FilterRegistry
from objects_library.values.aggregation import combined, floats, grouped, pivoted, store_of
from objects_library.values.filters import (
    NOTHING,
    FilterSetting,
    Selection,
    choices,
    columns_in,
    extent_of,
    filtered,
    numbers_of,
    selected,
    texts_of,
    unfit,
)
from objects_library.values.indicators import Course, change_of, course_over, first_number, first_time, verdict

COLUMNS = pa.schema([("g", pa.string()), ("v", pa.float64()), ("t", pa.timestamp("us", "UTC"))])
START = datetime(2026, 1, 1, tzinfo=UTC)
texts = st.sampled_from(["a", "b", "Ab", "", None])
numbers = st.one_of(st.none(), st.floats(-5, 5), st.just(nan))
rows = st.lists(st.tuples(texts, numbers, st.one_of(st.none(), st.integers(0, 100))), max_size=30)


def a_table(some: list[Any]) -> Any:
    return pa.Table.from_pylist(
        [{"g": g, "v": v, "t": None if t is None else START + timedelta(seconds=t)} for g, v, t in some], schema=COLUMNS
    )


def setting(column: str, kind: str, values: list[str] | None = None, **more: Any) -> FilterSetting:
    return FilterSetting(uuid4(), column, kind, values or [], **more)


@settings(max_examples=120, deadline=None)
@given(rows, st.lists(st.sampled_from(["a", "b", NOTHING]), max_size=2), numbers, numbers, st.integers(0, 100))
def test_filters_equal_plain_python(
    some: list[Any], wanted: list[str], low: float | None, high: float | None, back: int
) -> None:
    low, high = (None if end is None or isnan(end) else end for end in (low, high))
    settings_here = [
        setting("g", "choice", wanted),
        setting("v", "range", low=low, high=high),
        setting("t", "time", low=float(back)),
        setting("g", "text", text="A"),
    ]
    newest = max((t for _, _, t in some if t is not None), default=None)

    def passes(row: Any, number: int) -> bool:
        g, v, t = row
        if number == 0:
            return not wanted or (NOTHING if g is None else g) in wanted
        if number == 1:
            if low is None and high is None:
                return True
            return v is not None and (low is None or v >= low) and (high is None or v <= high)
        if number == 2:
            return t is not None and newest is not None and t >= newest - back
        return "a" in (NOTHING if g is None else g).lower()

    for number, each in enumerate(settings_here):
        expected = [row for row in some if passes(row, number)]
        found = filtered(a_table(some), [each]).to_pylist()
        assert [row["g"] for row in found] == [row[0] for row in expected], each
    together = [row for row in some if all(passes(row, number) for number in range(4))]
    assert filtered(a_table(some), settings_here).num_rows == len(together)


@settings(max_examples=80, deadline=None)
@given(rows)
def test_numbers_equal_plain_python(some: list[Any]) -> None:
    table = a_table([(g, None if v is None or isnan(v) else v, t) for g, v, t in some])
    values = [v for _, v, _ in some if v is not None and not isnan(v)]
    plain = {
        "sum": sum(values) if values else None,
        "mean": sum(values) / len(values) if values else None,
        "least": min(values, default=None),
        "greatest": max(values, default=None),
        "last": values[-1] if values else None,
        "count": float(len(some)),
    }
    for way, expected in plain.items():
        found = combined(table, "v", way)
        if expected is None or found is None:
            assert found == expected, way
        else:
            assert isclose(found, expected, abs_tol=1e-9), way
    sums = {row["g"]: row["v"] for row in grouped(table, ["g"], ["v"], "sum").to_pylist()}
    for name in {g for g, _, _ in some}:
        mine = [v for g, v, _ in some if g == name and v is not None and not isnan(v)]
        assert isclose(sums[name] or 0.0, sum(mine), abs_tol=1e-9)


def test_what_a_filter_means_elsewhere() -> None:
    schema = a_table([]).schema
    assert unfit(schema, setting("z", "choice")) == "missing"
    assert unfit(schema, setting("g", "range")) == "kind"
    assert unfit(schema, setting("v", "time")) == "kind"
    assert unfit(schema, setting("t", "time")) == unfit(schema, setting("v", "choice")) == ""
    table = a_table([("a", 1.0, 1)])
    assert filtered(table, [setting("z", "choice", ["x"])]).num_rows == 1  # said, and greyed by the tile


def test_selections() -> None:
    table = a_table([("a", 1.0, 1), (None, 2.0, 2), ("b", 3.0, 3)])
    assert selected(table, None) is None
    assert selected(table, Selection(None, (("z", ("a",)),))) is None
    assert selected(table, Selection(None, (("g", ("a", NOTHING)),))).to_pylist() == [True, True, False]
    both = Selection(None, (("g", ("a", "b")), ("v", ("3",)), ("z", ("x",))))
    assert selected(table, both).to_pylist() == [False, False, True]


def test_what_there_is_to_choose_from() -> None:
    table = a_table([("b", 10.0, 1), (None, 9.0, 2), ("a", nan, None), ("b", None, 2)])
    assert choices(table, "g") == [("a", 1), ("b", 2), (NOTHING, 1)]
    assert [name for name, _ in choices(table.slice(0, 2), "v")] == ["9", "10"]
    assert choices(table, "z") == []
    assert extent_of(table.slice(0, 2), "v") == (9, 10)
    assert extent_of(table, "z") is None
    assert extent_of(a_table([]), "v") is None


def test_columns_of_all_kinds() -> None:
    table = pa.table(
        {
            "b": [True, None],
            "d": pa.array([1, None], pa.date32()),
            "ns": pa.array([10**18, None], pa.timestamp("ns")),
            "dec": pa.array([None, 1], pa.decimal128(5, 2)),
            "list": [[1], None],
            "bytes": [b"x", None],
        }
    )
    assert [column.kind for column in columns_in(table.schema)] == [
        "number", "time", "time", "number", "other", "other",
    ]  # fmt: skip
    assert floats(numbers_of(table.column("b")))[0] == 1.0
    assert floats(numbers_of(table.column("d")))[0] == 86400.0
    assert floats(numbers_of(table.column("ns")))[0] == 1e9
    assert texts_of(table.column("list")).to_pylist() == ["[1]", NOTHING]
    assert texts_of(table.column("bytes")).to_pylist() == ["b'x'", NOTHING]
    assert combined(table, "list", "sum") is None
    assert store_of(table, 1).texts[4] == [NOTHING]


def test_pivots() -> None:
    table = pa.table({"x": ["p", "p", "q"], "g": ["a", "b", "a"], "v": [1.0, 2.0, 3.0]})
    store = pivoted(table, "x", "g", "v", 12)
    assert store.texts[0] == ["p", "q"]
    assert [column.name for column in store.columns] == ["x", "a", "b"]
    assert list(store.numbers[1]) == [1, 3]
    assert store.numbers[2][0] == 2
    assert isnan(store.numbers[2][1])


def test_courses() -> None:
    table = a_table([("a", 1.0, 0), ("b", 2.0, 0), ("a", 5.0, 60)])
    assert course_over(table, "v", "sum", "t") == [3, 5]
    assert course_over(table, "v", "count", "t") == [2, 1]
    assert course_over(table, "z", "sum", "t") == course_over(table, "v", "sum", "") == []
    assert (first_number(table.schema, ""), first_time(table.schema, "nothing")) == ("v", "t")
    course = Course()
    for batch, value in enumerate((1.0, 1.0, 2.0, None)):
        course.note(value, "all", batch)
    course.note(2.0, "all", 2.5)
    assert list(course.values) == [1, 1, 2, 2]
    course.note(7.0, "north", 3)  # under another filter it is another number
    assert list(course.values) == [7]
    assert change_of([4.0, 5.0]) == pytest.approx(0.25)
    assert change_of([0.0, 5.0]) is change_of([1.0]) is None


@pytest.mark.parametrize(
    ("value", "warning", "alarm", "expected"),
    [(5, 0, 0, ""), (5, 10, 20, "good"), (15, 10, 20, "warning"), (20, 10, 20, "bad"), (None, 1, 2, ""),
     (5, 10, 3, "warning"), (2, 10, 3, "bad"), (11, 10, 3, "good")],
)  # fmt: skip
def test_verdicts(value: float | None, warning: float, alarm: float, expected: str) -> None:
    assert verdict(value, warning, alarm) == expected


def test_the_board() -> None:
    board = FilterRegistry()
    received: list[object] = []
    stop = board.listen(received.append)
    one = setting("g", "choice", ["a"])
    board.put(one)
    board.put(one)
    assert board.of(one.source) == one
    board.take_off(one.source)
    board.take_off(one.source)
    stop()
    board.put(one)
    assert received == [one.source, one.source]
