# SPDX-License-Identifier: BSD-3-Clause
"""Rows and columns of any messages: records, lists of them, tables, single values."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from math import nan
from typing import Any

import pyarrow as pa

from app.runtime.types import ListOf, Record, Scalar, Table, Type, Union

MOST_COLUMNS = 64
_FURTHEST = 1e300
"""The largest magnitude for which the length of an axis is a finite number."""
SINGLE = "value"
"""The name of the only column of single values."""


@dataclass(frozen=True)
class Column:
    """A column; its kind is number, time, text or other."""

    name: str
    kind: str
    type: Type | None = None


def columns_of(wanted: Type) -> list[Column]:
    """The columns of a feed by its type."""
    if isinstance(wanted, ListOf):
        wanted = wanted.item
    if isinstance(wanted, Record):
        found = [Column(field.name, _kind(field.type), field.type) for field in wanted.fields]
    elif isinstance(wanted, Table):
        found = [Column(column.name, kind_of_arrow(column.arrow_type)) for column in wanted.columns]
    else:
        found = [Column(SINGLE, _kind(wanted), wanted)]
    return found[:MOST_COLUMNS]


def columns_of_schema(schema: Any) -> list[Column]:
    """The columns of an Arrow table."""
    return [Column(field.name, kind_of_arrow(str(field.type))) for field in schema][:MOST_COLUMNS]


def rows_in(columns: list[Column], message: Any) -> list[tuple[Any, ...]]:
    """The rows of a message, with one value per column; missing ones are None."""
    if isinstance(message, pa.Table):
        message = message.to_pylist()
    rows = message if isinstance(message, list | tuple) else [message]
    names = [column.name for column in columns]
    return [tuple(row.get(name) for name in names) if isinstance(row, dict) else (row,) for row in rows]


def as_number(value: Any) -> float:
    """A value as a number for an axis; times are seconds since 1970, anything else is None."""
    if isinstance(value, datetime):
        return (value if value.tzinfo else value.replace(tzinfo=UTC)).timestamp()
    if isinstance(value, int | float):
        return float(value) if -_FURTHEST <= value <= _FURTHEST else nan
    return nan


def _kind(wanted: Type) -> str:
    if isinstance(wanted, Union):
        kinds = {_kind(option) for option in wanted.options if str(option) != "null"}
        return kinds.pop() if len(kinds) == 1 else "other"
    scalar = wanted.kind if isinstance(wanted, Scalar) else ""
    kinds_of_scalars = {
        "int": "number", "float": "number", "bool": "number",
        "timestamp": "time", "text": "text", "uuid": "text",
    }  # fmt: skip
    return kinds_of_scalars.get(scalar, "other")


def kind_of_arrow(name: str) -> str:
    """The kind of an Arrow column: number, time, text or other."""
    if name.startswith(("timestamp", "date")):
        return "time"
    if name.startswith(("int", "uint", "float", "double", "half", "bool", "decimal")):
        return "number"
    return "text" if name.startswith(("string", "large_string", "utf8", "dictionary")) else "other"
