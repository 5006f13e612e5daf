# SPDX-License-Identifier: BSD-3-Clause
"""What arrives by a wire, made into what an object can take: a line of text, or a value of its own type."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from math import isfinite, nan
from typing import Any

import pyarrow as pa

from app.runtime.library import Cause
from app.runtime.library.validation import fits
from app.runtime.types import ListOf, Record, Scalar, Table, Type, Union, ValueType

LONGEST_TEXT = 4_000
_MOST_PARTS = 20
_DEEPEST = 4
_LARGEST_INT = 2**53


def as_text(value: Any, longest: int = LONGEST_TEXT) -> str:
    """A value in words, the same in every language, cut to a length."""
    text = _words(value, 0)
    return text if len(text) <= longest else text[: longest - 1] + "…"


def _words(value: Any, level: int) -> str:
    for kind, say in _WORDS.items():
        if isinstance(value, kind):
            return say(value)
    if isinstance(value, pa.Table):
        value = value.slice(0, _MOST_PARTS + 1).to_pylist()
    if isinstance(value, dict) and all(isinstance(value.get(name), float) for name in ("latitude", "longitude")):
        place = f"{value['latitude']:.5g}, {value['longitude']:.5g}"
        name = value.get("name")
        return f"{name[:LONGEST_TEXT]} ({place})" if isinstance(name, str) and name else place
    if level < _DEEPEST and isinstance(value, dict):
        parts = [f"{_words(key, level + 1)}: {_words(item, level + 1)}" for key, item in _first(value.items())]
        return ", ".join(parts) + (" …" if len(value) > _MOST_PARTS else "")
    if level < _DEEPEST and isinstance(value, list | tuple):
        return ", ".join(_words(item, level + 1) for item in _first(value)) + (" …" if len(value) > _MOST_PARTS else "")
    return "–" if value is None else "…"


def _first(items: Any) -> list[Any]:
    return [item for item, _ in zip(items, range(_MOST_PARTS), strict=False)]


_WORDS: dict[type, Callable[[Any], str]] = {
    bool: lambda value: "✓" if value else "✗",
    str: lambda value: value[: LONGEST_TEXT + 1],
    datetime: lambda value: str(value.astimezone().strftime("%Y-%m-%d %H:%M:%S")),
    bytes: lambda value: f"{len(value)} B",
    float: lambda value: f"{value:.10g}",
    int: str,
}
"""The first match counts, because a bool is an int, too."""


def time_of(cause: Cause) -> datetime:
    """When something was caused; now, if nobody knows."""
    return cause.at or datetime.now(UTC)


def fit_value(wanted: Type, value: Any, at: datetime) -> Any:
    """The value as one of a type, with a time for whatever needs one; None if it cannot be one."""
    assert isinstance(wanted, ValueType)
    if isinstance(wanted, Record):
        return _fit_record(wanted, value, at)
    if isinstance(wanted, Scalar):
        value = _fit_scalar(wanted, value)
    elif isinstance(wanted, Table) and isinstance(value, dict):
        value = table_of([value])
    elif isinstance(wanted, ListOf) and not isinstance(value, list):
        value = [fit_value(wanted.item, value, at)]
    elif isinstance(wanted, Union) and not fits(wanted, value):
        made = (fit_value(option, value, at) for option in wanted.options)
        value = next((each for each in made if each is not None), None)
    return value if value is not None and fits(wanted, value) else None


def _fit_scalar(wanted: Scalar, value: Any) -> Any:
    if wanted.kind == "text" and value is not None:
        return as_text(value)
    number = isinstance(value, int | float) and isfinite(value)
    if wanted.kind == "float" and number:
        return float(value)
    if wanted.kind == "int" and number and abs(value) <= _LARGEST_INT:
        return int(value)
    return value


def _fit_record(wanted: Record, value: Any, at: datetime) -> dict[str, Any] | None:
    """A row: of another row the fields of the same names, of a single value the first field that can hold it.

    A press, which has no value, is a row if that has a time.
    """
    given = value if isinstance(value, dict) else None
    found: dict[str, Any] = {}
    used = given is not None or (value is None and any(_is_time(field.type) for field in wanted.fields))
    for field in wanted.fields:
        if given is not None:
            made = fit_value(field.type, given.get(field.name), at)
        elif not used and _same_kind(field.type, value):
            made, used = fit_value(field.type, value, at), True
        else:
            made = None
        if made is None:
            if field.optional:
                continue
            made = _nothing(field.type, at)
        found[field.name] = made
    return found if used and fits(wanted, found) else None


def _is_time(wanted: ValueType) -> bool:
    return isinstance(wanted, Scalar) and wanted.kind == "timestamp"


def _same_kind(wanted: ValueType, value: Any) -> bool:
    """Whether a single value belongs into a field: texts take what is no number, no time and no yes or no."""
    if isinstance(wanted, Scalar) and wanted.kind == "text":
        return value is not None and not isinstance(value, int | float | datetime)
    if isinstance(wanted, Scalar) and isinstance(value, bool):
        return wanted.kind == "bool"
    return fit_value(wanted, value, datetime.now(UTC)) is not None


def _nothing(wanted: ValueType, at: datetime) -> Any:
    """What stands in a field about which nothing came."""
    empty = {"timestamp": at, "text": "", "float": nan, "int": 0, "bool": False}
    return empty.get(wanted.kind) if isinstance(wanted, Scalar) else None


def table_of(rows: list[dict[str, Any]]) -> Any:
    """Rows as an Arrow table; a column whose values are not of one kind is one of texts."""
    names = list(dict.fromkeys(name for row in rows for name in row))
    return pa.table({name: _column([row.get(name) for row in rows]) for name in names})


def _column(values: list[Any]) -> Any:
    try:
        return pa.array(values)
    except (pa.ArrowException, ValueError, TypeError, OverflowError):
        return pa.array([None if value is None else as_text(value) for value in values], pa.string())


def last_rows(table: Any, most: int) -> Any:
    """The last rows of a table, or the table itself if it has no more; None is none."""
    return table if table is None or table.num_rows <= most else table.slice(table.num_rows - most)
