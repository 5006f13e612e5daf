# SPDX-License-Identifier: BSD-3-Clause
"""Indicators of a feed: course, change and limits of one number; no Qt."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from typing import Any

from objects_library.values.aggregation import combined, floats, grouped
from objects_library.values.filters import columns_in, numbers_of

MOST_POINTS = 120


def first_number(schema: Any, wanted: str) -> str:
    """The given column, or the first one with numbers."""
    if wanted in schema.names:
        return wanted
    return next((column.name for column in columns_in(schema) if column.kind == "number"), "")


def first_time(schema: Any, wanted: str) -> str:
    """The given column, or the first one with times; empty without one."""
    if wanted in schema.names:
        return wanted
    return next((column.name for column in columns_in(schema) if column.kind == "time"), "")


def course_over(rows: Any, column: str, way: str, over: str) -> list[float]:
    """The number over time, limited to the last points."""
    if not over or not rows.num_rows or (column not in rows.column_names and way != "count"):
        return []
    if way == "count":
        counted = rows.append_column("=n", numbers_of(rows.column(over)))
        found = grouped(counted, [over], ["=n"], "count")
        column = "=n"
    else:
        found = grouped(rows, [over], [column], "last" if way == "each row" else way)
    return list(floats(numbers_of(found.column(column))))[-MOST_POINTS:]


class Course:
    """The course of a number over batches, while its meaning stays the same."""

    def __init__(self) -> None:
        self._meaning: object = None
        self.values: deque[float] = deque(maxlen=MOST_POINTS)

    def note(self, value: float | None, meaning: object, batch: object) -> None:
        """Record a number; under another filter the course starts again."""
        if meaning != self._meaning:
            self._meaning = meaning
            self.values.clear()
            self._batch = None
        if value is not None and batch != self._batch:
            self._batch = batch
            self.values.append(value)

    _batch: object = None


def change_of(values: Sequence[float]) -> float | None:
    """The relative change from the number before; None if undefined."""
    if len(values) < 2 or not values[-2]:
        return None
    return (values[-1] - values[-2]) / abs(values[-2])


def verdict(value: float | None, warning: float, alarm: float) -> str:
    """The verdict on a number: `good`, `warning` or `bad`; empty without limits.

    An alarm above the warning means that high is bad, one below it that low is.
    """
    if value is None or warning == alarm:
        return ""
    sign = 1 if alarm > warning else -1
    if sign * value >= sign * alarm:
        return "bad"
    return "warning" if sign * value >= sign * warning else "good"


def figure_of(rows: Any, column: str, way: str) -> float | None:
    """The present number."""
    return combined(rows, first_number(rows.schema, column), way)
