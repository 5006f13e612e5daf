# SPDX-License-Identifier: BSD-3-Clause
"""Converts the messages of a channel to Arrow tables and back: records, lists, tables, single values."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from datetime import datetime
from typing import Any
from uuid import UUID

import pyarrow as pa

from app.runtime.types import NULL, ListOf, MapOf, Record, Scalar, Table, Union, ValueType
from app.spark.liveobject_source.gateway_client import LiveObjectSourceError
from objects_library.values.columns import SINGLE

_SCALARS = {
    "bool": pa.bool_(), "int": pa.int64(), "float": pa.float64(), "text": pa.string(), "bytes": pa.binary(),
    "uuid": pa.string(), "null": pa.null(),
}  # fmt: skip
_TIME = pa.timestamp("us", tz="UTC")
_BIG_MESSAGE = 1_000
"""Rows per message of a channel of lists or tables."""
_WITH_UNIT = re.compile(r"(timestamp|duration|time32|time64)\[(s|ms|us|ns)(?:, ?tz=([\w/+:\-]+))?\]")
_DECIMAL = re.compile(r"decimal(?:128|256)?\[(\d+), ?(-?\d+)\]")
_LIST = re.compile(r"list\[(?:\w+: )?(.+)\]")


class RowConverter:
    """Converts between a channel's messages and Arrow rows."""

    def __init__(self, message: ValueType) -> None:
        self.message = message
        self.item = message.item if isinstance(message, ListOf) else message
        self.schema: Any = _schema(self.item)
        """The Arrow schema; None if the type leaves it open."""

    def rows(self, message: Any) -> Any:
        """Convert a message to an Arrow table."""
        if isinstance(message, pa.Table):
            return message
        given = message if isinstance(message, list | tuple) else [message]
        names = self.schema.names
        rows = [row if isinstance(row, dict) else {SINGLE: row} for row in given]
        columns = [
            pa.array([_plain(row.get(name), kind) for row in rows], kind)
            for name, kind in zip(names, self.schema.types, strict=True)
        ]
        return pa.Table.from_arrays(columns, schema=self.schema)

    def messages(self, table: Any) -> Iterator[Any]:
        """Convert an Arrow table to messages."""
        if isinstance(self.message, Table):
            for start in range(0, table.num_rows, _BIG_MESSAGE):
                yield table.slice(start, _BIG_MESSAGE)
            return
        rows = [self._item(row) for row in table.to_pylist()]
        if isinstance(self.message, ListOf):
            for start in range(0, len(rows), _BIG_MESSAGE):
                yield rows[start : start + _BIG_MESSAGE]
        else:
            yield from rows

    def _item(self, row: dict[str, Any]) -> Any:
        if not isinstance(self.item, Record):
            return _value(self.item, row[SINGLE])
        found = {}
        for field in self.item.fields:
            if row.get(field.name) is not None or not field.optional:
                found[field.name] = _value(field.type, row.get(field.name))
        return found


def fit_to_schema(table: Any, schema: Any, *, in_order: bool = True) -> Any:
    """Cast rows to the channel's schema; raises LiveObjectSourceError if they do not fit."""
    if schema is None:
        return table
    missing = [name for name in schema.names if name not in table.column_names]
    further = [name for name in table.column_names if name not in schema.names]
    if missing or further:
        there = ", ".join(f"{each.name} {each.type}" for each in schema)
        what = f"the column {missing[0]!r} is missing" if missing else f"there is no column {further[0]!r}"
        raise LiveObjectSourceError(f"{what}; the channel has the columns {there}"[:600])
    if not in_order:
        schema = pa.schema([schema.field(name) for name in table.column_names])
    try:
        return table.select(schema.names).cast(schema)
    except (pa.ArrowInvalid, pa.ArrowNotImplementedError, ValueError) as error:
        raise LiveObjectSourceError(
            f"the rows do not fit the channel's columns ({str(error).splitlines()[0][:200]}); cast them first"
        ) from None


def _schema(item: ValueType) -> Any:
    if isinstance(item, Table):
        return table_schema(item)
    if isinstance(item, Record):
        if item.open and not item.fields:
            return None
        return pa.schema([pa.field(field.name, arrow_of(field.type)) for field in item.fields])
    return pa.schema([pa.field(SINGLE, arrow_of(item))])


def table_schema(table: Table) -> Any:
    """The Arrow schema of a table type; None if it is open, or a type's name is ambiguous."""
    if table.open or not table.columns:
        return None
    kinds = [_arrow_type(column.arrow_type) for column in table.columns]
    if any(kind is None for kind in kinds):
        return None
    return pa.schema([pa.field(each.name, kind) for each, kind in zip(table.columns, kinds, strict=True)])


def arrow_of(kind: ValueType) -> Any:
    """The Arrow type of a value type; types without an equivalent become JSON text."""
    if isinstance(kind, Union):
        options = [each for each in kind.options if each != NULL]
        return arrow_of(options[0]) if len(options) == 1 else pa.string()
    if isinstance(kind, Scalar):
        return _TIME if kind.kind == "timestamp" else _SCALARS[kind.kind]
    if isinstance(kind, ListOf):
        return pa.list_(arrow_of(kind.item))
    if isinstance(kind, MapOf):
        return pa.map_(arrow_of(kind.key), arrow_of(kind.value))
    if isinstance(kind, Record) and kind.fields and not kind.open:
        return pa.struct([pa.field(field.name, arrow_of(field.type)) for field in kind.fields])
    return pa.string()


def _arrow_type(name: str) -> Any:
    if found := _WITH_UNIT.fullmatch(name):
        make = getattr(pa, found[1])
        return make(found[2], tz=found[3]) if found[1] == "timestamp" else make(found[2])
    if found := _DECIMAL.fullmatch(name):
        return pa.decimal128(int(found[1]), int(found[2]))
    if found := _LIST.fullmatch(name):
        inside = _arrow_type(found[1])
        return None if inside is None else pa.list_(inside)
    simple = {"date": "date32", "decimal": None, "timestamp": "timestamp[us]"}.get(name, name)
    try:
        return None if simple is None else pa.type_for_alias(simple)
    except ValueError:
        return None


def _plain(value: Any, kind: Any) -> Any:
    if isinstance(value, UUID):
        return str(value)
    if pa.types.is_string(kind) and value is not None and not isinstance(value, str):
        return json.dumps(value, default=str, ensure_ascii=False)
    if pa.types.is_map(kind) and isinstance(value, dict):
        return list(value.items())
    return value


def _value(kind: ValueType, value: Any) -> Any:
    """Convert a value from Arrow to the message's type."""
    if isinstance(kind, Union):
        options = [each for each in kind.options if each != NULL]
        return None if value is None or not options else _value(options[0], value)
    text = kind.kind if isinstance(kind, Scalar) else ""
    if text == "uuid" and isinstance(value, str):
        return UUID(value)
    if text == "float" and isinstance(value, int):
        return float(value)
    if isinstance(kind, MapOf) and isinstance(value, list):
        return dict(value)
    if isinstance(value, datetime) and value.tzinfo is None:
        return value.astimezone()
    return value
