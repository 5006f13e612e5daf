# SPDX-License-Identifier: BSD-3-Clause
"""SQL of the query builder; the panel's tests run it in Spark."""

from __future__ import annotations

import pytest

from app.spark.errors import SparkError
from app.spark.query_builder import (
    Condition,
    Interval,
    Join,
    SelectedColumn,
    SelectQuery,
    Watermark,
    Window,
    quote_name,
)


def test_everything_by_default() -> None:
    assert SelectQuery("sales").sql() == "select *\nfrom sales"


def test_aggregates_group_by_the_rest() -> None:
    form = SelectQuery(
        "sales", [SelectedColumn("country"), SelectedColumn("price", "sum"), SelectedColumn("*", "count")]
    )
    assert form.sql().splitlines() == [
        "select country,",
        "       sum(price) as sum_price,",
        "       count(*) as count",
        "from sales",
        "group by country",
    ]


def test_windows_watermarks_joins_and_order() -> None:
    form = SelectQuery(
        "sales",
        [SelectedColumn("price", "avg", "mean")],
        joins=[Join("capitals", "country", "country", "left")],
        window=Window("at", Interval(10), Interval(1)),
        watermark=Watermark("at", Interval(30, "second")),
        order="mean",
        descending=True,
        limit=5,
    )
    assert form.sql().splitlines() == [
        "select window(at, '10 minutes', '1 minute').start as `from`,",
        "       avg(price) as mean",
        "from sales watermark at delay of interval 30 seconds",
        "left join capitals on sales.country = capitals.country",
        "group by window(at, '10 minutes', '1 minute')",
        "order by mean desc",
        "limit 5",
    ]


@pytest.mark.parametrize(
    ("condition", "sql"),
    [
        (Condition("price", ">", "3"), "price > 3"),
        (Condition("zip", "=", "0123", text=True), "zip = '0123'"),
        (Condition("who", "=", "O'Neil \\"), "who = 'O\\'Neil \\\\'"),
        (Condition("who", "in", "a, b"), "who in ('a', 'b')"),
        (Condition("who", "is empty"), "who is null"),
        (Condition("who", "starts with", "A"), "startswith(who, 'A')"),
        (Condition("order", "<>", "true"), "`order` <> true"),
    ],
)
def test_conditions(condition: Condition, sql: str) -> None:
    assert SelectQuery("t", conditions=[condition]).sql() == f"select *\nfrom t\nwhere {sql}"


def test_names_that_sql_would_take_for_something_else() -> None:
    assert quote_name("a b") == "`a b`"
    assert quote_name("a`b") == "`a``b`"
    assert quote_name("t.select") == "t.`select`"


@pytest.mark.parametrize(
    ("form", "what"),
    [
        (SelectQuery(""), "names no table"),
        (SelectQuery("t", [SelectedColumn("x", "guess")]), "nobody knows how to 'guess' rows"),
        (SelectQuery("t", conditions=[Condition("x", "~")]), "nobody knows the comparison"),
        (SelectQuery("t", window=Window("", Interval(1))), "the window names no column"),
        (SelectQuery("t", window=Window("at", Interval(0))), "is no length of time"),
        (SelectQuery("t", joins=[Join("u", "", "b")]), "which rows of u belong together"),
    ],
)
def test_what_makes_no_sense_is_refused(form: SelectQuery, what: str) -> None:
    with pytest.raises(SparkError, match=what):
        form.sql()
