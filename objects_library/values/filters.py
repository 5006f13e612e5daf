# SPDX-License-Identifier: BSD-3-Clause
"""Filters and selections over tables, with Arrow; local to each viewer, no Qt."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf
from typing import Any
from uuid import UUID

import pyarrow as pa
import pyarrow.compute as pc

from objects_library.values.columns import Column, kind_of_arrow

KINDS = ("choice", "range", "text", "time")
MOST_CHOICES = 200
_MOST_VALUES = 1_000
NOTHING = "–"
"""The text for a missing value."""


@dataclass(frozen=True)
class FilterSetting:
    """The setting of a filter on one column; without values, ends or text it lets everything through."""

    source: UUID
    """The id of the filter."""
    column: str
    kind: str
    values: list[str]
    low: float | None = None
    """The smallest number; for times, seconds before the newest one."""
    high: float | None = None
    text: str = ""

    @property
    def active(self) -> bool:
        """Whether it filters anything."""
        if self.kind == "choice":
            return bool(self.values)
        return bool(self.text) if self.kind == "text" else self.low is not None or self.high is not None


@dataclass(frozen=True)
class Selection:
    """Selected rows, by the values of some columns; `source` is the tile of the selection."""

    source: object
    values: tuple[tuple[str, tuple[str, ...]], ...]


def columns_in(schema: Any) -> list[Column]:
    """The columns of a table with their kinds."""
    return [Column(each.name, kind_of_arrow(str(each.type))) for each in schema]


def unfit(schema: Any, setting: FilterSetting) -> str:
    """Why a filter does not apply: `missing`, `kind`, or empty if it does."""
    if setting.column not in schema.names:
        return "missing"
    kind = kind_of_arrow(str(schema.field(setting.column).type))
    if (setting.kind == "range" and kind != "number") or (setting.kind == "time" and kind != "time"):
        return "kind"
    return ""


def filtered(table: Any, settings: Sequence[FilterSetting]) -> Any:
    """The rows that pass all filters; the caller checks that they apply."""
    mask = None
    for setting in settings:
        if setting.active and not unfit(table.schema, setting):
            passes = _passes(table.column(setting.column), setting)
            mask = passes if mask is None else pc.and_(mask, passes)
    return table if mask is None else table.filter(mask)


def selected(table: Any, selection: Selection | None) -> Any:
    """A boolean column of the selected rows; None if it cannot be computed."""
    mask = None
    for name, values in () if selection is None else selection.values:
        if name in table.column_names:
            found = pc.is_in(texts_of(table.column(name)), value_set=pa.array(values, pa.string()))
            mask = found if mask is None else pc.and_(mask, found)
    return mask


def choices(table: Any, column: str) -> list[tuple[str, int]]:
    """The texts of a column with their counts, sorted and bounded."""
    if column not in table.column_names:
        return []
    counts = pc.value_counts(texts_of(table.column(column)))
    found = [(each["values"], each["counts"]) for each in counts.to_pylist()[:_MOST_VALUES]]
    return sorted(found, key=_by_name)[:MOST_CHOICES]


def extent_of(table: Any, column: str) -> tuple[float, float] | None:
    """The smallest and largest number of a column."""
    if column not in table.column_names:
        return None
    ends = pc.min_max(numbers_of(table.column(column)), skip_nulls=True).as_py()
    low, high = ends["min"], ends["max"]
    return None if low is None or not -inf < low <= high < inf else (low, high)


def texts_of(column: Any) -> Any:
    """A column as texts, with the same format everywhere."""
    kind = column.type
    if pa.types.is_nested(kind) or pa.types.is_binary(kind) or pa.types.is_large_binary(kind):
        made = pa.chunked_array([[None if each is None else str(each)[:200] for each in column.to_pylist()]])
        return pc.fill_null(made.cast(pa.string()), NOTHING)
    return pc.fill_null(column.cast(pa.string()), NOTHING)


def numbers_of(column: Any) -> Any:
    """A column as numbers; times are seconds since 1970, anything else is missing."""
    kind = column.type
    if pa.types.is_timestamp(kind) or pa.types.is_date(kind):
        # every calendar here can represent microseconds
        micros = column.cast(pa.timestamp("us"), safe=False).cast(pa.int64())
        return pc.divide(micros.cast(pa.float64(), safe=False), 1e6)
    if pa.types.is_boolean(kind):
        return column.cast(pa.int8()).cast(pa.float64())
    if kind_of_arrow(str(kind)) != "number":
        return pa.chunked_array([pa.nulls(len(column), pa.float64())])
    return column.cast(pa.float64(), safe=False)


def _passes(column: Any, setting: FilterSetting) -> Any:
    if setting.kind == "choice":
        return pc.is_in(texts_of(column), value_set=pa.array(setting.values, pa.string()))
    if setting.kind == "text":
        return pc.match_substring(texts_of(column), setting.text, ignore_case=True)
    numbers = numbers_of(column)
    low, high = setting.low, setting.high
    if setting.kind == "time":
        newest = pc.max(numbers).as_py()
        low = None if low is None or newest is None else newest - low
        high = None
    mask = pc.is_valid(numbers)
    if low is not None:
        mask = pc.and_(mask, pc.greater_equal(numbers, low))
    if high is not None:
        mask = pc.and_(mask, pc.less_equal(numbers, high))
    return pc.fill_null(mask, False)


def _by_name(choice: tuple[str, int]) -> tuple[bool, float, str]:
    """Sort numbers by size, texts alphabetically, missing values last."""
    try:
        return choice[0] == NOTHING, float(choice[0]), ""
    except ValueError:
        return choice[0] == NOTHING, inf, choice[0].casefold()
