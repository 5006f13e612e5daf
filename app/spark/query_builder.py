# SPDX-License-Identifier: BSD-3-Clause
"""Builds SQL from a structured query: columns, filters, joins, windows, watermarks, aggregates."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from app.spark.errors import SparkError

AGGREGATES = ("", "count", "count distinct", "sum", "avg", "min", "max", "first", "last", "stddev")
OPERATORS = (
    "=", "<>", "<", "<=", ">", ">=", "contains", "starts with", "ends with", "in", "is empty", "is not empty",
)  # fmt: skip
JOINS = ("inner", "left", "right", "full", "left semi", "left anti")
UNITS = ("second", "minute", "hour", "day")
_RESERVED = frozenset(
    """all and anti any as asc between both by case cast cross current date day desc distinct else end
    except exists false filter first for from full group having hour if in inner interval into is join
    last lateral left like limit minute month natural not null of on or order outer over right row rows
    second select semi some table then time to true union unique using values when where window with
    year""".split()  # noqa: SIM905 - easier to read
)
_NUMBER = re.compile(r"[+-]?\d+(\.\d+)?([eE][+-]?\d+)?")


@dataclass(frozen=True)
class SelectedColumn:
    """A column of the result with its aggregate and alias."""

    column: str
    aggregate: str = ""
    name: str = ""


@dataclass(frozen=True)
class Condition:
    """A filter; the value is text as typed."""

    column: str
    operator: str = "="
    value: str = ""
    text: bool = False
    """Whether the column holds text, so that numbers are quoted."""


@dataclass(frozen=True)
class Join:
    """A join on equality of two columns."""

    table: str
    left: str
    right: str
    kind: str = "inner"


@dataclass(frozen=True)
class Interval:
    """A time interval."""

    number: int
    unit: str = "minute"

    def sql(self) -> str:
        """The interval as SQL text."""
        if self.unit not in UNITS or not 1 <= self.number <= 1_000_000:
            raise SparkError(f"{self.number} {self.unit[:20]} is no length of time", "use one such as 5 minutes")
        return f"{self.number} {self.unit}{'s' if self.number > 1 else ''}"


@dataclass(frozen=True)
class Window:
    """Groups rows by time windows; with a slide, they overlap."""

    column: str
    length: Interval
    slide: Interval | None = None


@dataclass(frozen=True)
class Watermark:
    """How late rows may arrive; later ones are dropped, and older state is discarded."""

    column: str
    delay: Interval


@dataclass(frozen=True)
class SelectQuery:
    """A SELECT statement."""

    table: str
    columns: list[SelectedColumn] = field(default_factory=list)
    """Empty: all columns."""
    conditions: list[Condition] = field(default_factory=list)
    joins: list[Join] = field(default_factory=list)
    window: Window | None = None
    watermark: Watermark | None = None
    order: str = ""
    descending: bool = False
    limit: int = 0

    @property
    def grouped(self) -> bool:
        """Whether rows are grouped."""
        return self.window is not None or any(each.aggregate for each in self.columns)

    def sql(self) -> str:
        """The SQL text; raises SparkError if the query is incomplete."""
        if not self.table:
            raise SparkError("the form names no table", "choose one")
        chosen = self._chosen()
        lines = ["select " + ",\n       ".join(chosen) if len(chosen) > 1 else f"select {chosen[0]}"]
        lines.append(self._from())
        lines += [_join(each, self.table) for each in self.joins]
        if self.conditions:
            lines.append("where " + "\n  and ".join(_condition(each) for each in self.conditions))
        groups = self._groups()
        if groups:
            lines.append(f"group by {', '.join(groups)}")
        if self.order:
            lines.append(f"order by {quote_name(self.order)}{' desc' if self.descending else ''}")
        if self.limit:
            lines.append(f"limit {int(self.limit)}")
        return "\n".join(lines)

    def _from(self) -> str:
        if self.watermark is None:
            return f"from {quote_name(self.table)}"
        mark = self.watermark
        if not mark.column:
            raise SparkError("the watermark names no column", "choose a column with times")
        watermark = f"watermark {quote_name(mark.column)} delay of interval {mark.delay.sql()}"
        return f"from {quote_name(self.table)} {watermark}"

    def _chosen(self) -> list[str]:
        found = []
        if self.window is not None:
            found.append(f"{self._window()}.start as `from`")
        found += [_chosen(each) for each in self.columns]
        if self.window is not None and not any(each.aggregate for each in self.columns):
            found.append("count(*) as count")
        return found or ["*"]

    def _window(self) -> str:
        window = self.window
        assert window is not None
        if not window.column:
            raise SparkError("the window names no column", "choose a column with times")
        slide = f", '{window.slide.sql()}'" if window.slide is not None else ""
        return f"window({quote_name(window.column)}, '{window.length.sql()}'{slide})"

    def _groups(self) -> list[str]:
        if not self.grouped:
            return []
        plain = [quote_name(each.column) for each in self.columns if not each.aggregate]
        return [*([self._window()] if self.window is not None else []), *plain]


def quote_name(text: str) -> str:
    """Quote a name where SQL needs it; a dot separates a table from its column."""
    return ".".join(quote_identifier(each) for each in text.split(".")) if "." in text else quote_identifier(text)


def quote_identifier(text: str) -> str:
    """Quote an identifier where SQL needs it."""
    plain = re.fullmatch(r"[A-Za-z_]\w*", text, re.ASCII) is not None and text.lower() not in _RESERVED
    return text if plain else "`" + text.replace("`", "``") + "`"


def _chosen(chosen: SelectedColumn) -> str:
    if chosen.aggregate not in AGGREGATES:
        raise SparkError(f"nobody knows how to {chosen.aggregate[:20]!r} rows", f"use {', '.join(AGGREGATES[1:])}")
    column = "*" if chosen.column == "*" else quote_name(chosen.column)
    if not chosen.aggregate:
        return f"{column} as {quote_name(chosen.name)}" if chosen.name and chosen.name != chosen.column else column
    if chosen.aggregate == "count distinct":
        made, called = f"count(distinct {column})", f"distinct {chosen.column}"
    else:
        made = f"{chosen.aggregate}({column})"
        called = "count" if column == "*" else f"{chosen.aggregate} {chosen.column}"
    return f"{made} as {quote_name(chosen.name or _plain(called))}"


def _condition(condition: Condition) -> str:
    if condition.operator not in OPERATORS:
        raise SparkError(f"nobody knows the comparison {condition.operator[:20]!r}", "choose another one")
    column, given = quote_name(condition.column), condition.value
    if condition.operator == "is empty":
        return f"{column} is null"
    if condition.operator == "is not empty":
        return f"{column} is not null"
    if condition.operator == "in":
        values = [_value(each.strip(), condition.text) for each in given.split(",") if each.strip()]
        return f"{column} in ({', '.join(values) or 'null'})"
    words = {"contains": "contains", "starts with": "startswith", "ends with": "endswith"}
    if condition.operator in words:
        return f"{words[condition.operator]}({column}, {_value(given, text=True)})"
    return f"{column} {condition.operator} {_value(given, condition.text)}"


def _value(given: str, text: bool) -> str:
    """The SQL literal of typed text: numbers and booleans as they are, everything else quoted."""
    if not text and _NUMBER.fullmatch(given):
        return given
    if not text and given.lower() in ("true", "false"):
        return given.lower()
    return "'" + given.replace("\\", "\\\\").replace("'", "\\'") + "'"


def _join(join: Join, first: str) -> str:
    if join.kind not in JOINS:
        raise SparkError(f"nobody knows the join {join.kind[:20]!r}", f"use {', '.join(JOINS)}")
    if not join.left or not join.right:
        raise SparkError(f"nobody knows which rows of {join.table} belong together", "choose a column on both sides")
    left = join.left if "." in join.left else f"{first}.{join.left}"
    kind = "" if join.kind == "inner" else f"{join.kind} "
    table = quote_name(join.table)
    return f"{kind}join {table} on {quote_name(left)} = {table}.{quote_identifier(join.right)}"


def _plain(words: str) -> str:
    return re.sub(r"\W+", "_", words)
