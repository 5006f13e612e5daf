# SPDX-License-Identifier: BSD-3-Clause
"""A table in Arrow chunks that is replaced, appended to, or updated by key, and trimmed at either end."""

from __future__ import annotations

from array import array
from collections import OrderedDict
from collections.abc import Hashable, Iterable
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

_MOST_CHUNKS = 64
"""The number of chunks above which they are merged, since each costs time when the table is read."""
_ROOM = 1_024
"""Stale rows that are kept in addition to the live ones before compaction."""


class TableStore:
    """One table. A change costs as much as its rows; `table` compacts the chunks on access."""

    def __init__(self) -> None:
        self._chunks: list[pa.Table] = []
        self._held = 0
        """Rows in all chunks, stale ones included."""
        self._order: array[int] | None = None
        """The chunk row at each table position; None: all rows in order."""
        self._positions: OrderedDict[Hashable, int] = OrderedDict()
        self._dropped = 0
        """Rows dropped at the front since positions were assigned."""
        self._sizes: array[int] = array("q")
        self.byte_size = 0
        self.key: tuple[str, ...] = ()

    def __len__(self) -> int:
        return len(self._sizes)

    @property
    def schema(self) -> Any:
        """The schema; None before the first rows."""
        return self._chunks[0].schema if self._chunks else None

    @property
    def table(self) -> Any:
        """All rows as one Arrow table; None before the first rows."""
        if not self._chunks:
            return None
        if self._order is not None or len(self._chunks) > 1:
            self._compact()
        return self._chunks[0]

    def replace(self, table: Any) -> None:
        """Replace all rows."""
        self._clear()
        self._chunks = [table]
        self._held = table.num_rows
        self._sizes = row_sizes(table)
        self.byte_size = sum(self._sizes)

    def append(self, table: Any) -> None:
        """Append rows."""
        if self._order is not None:
            self._compact()
            self._order, self.key = None, ()
            self._positions.clear()
        self._add_chunk(table)
        fresh = row_sizes(table)
        self._sizes.extend(fresh)
        self.byte_size += sum(fresh)

    def update(self, table: Any, key: tuple[str, ...]) -> None:
        """Replace rows with a known key in place; append the others."""
        if self._order is None or self.key != key:
            before = self.table
            self._clear()
            self._order, self.key = array("q"), key
            if before is not None:
                self._chunks = [before.slice(0, 0)]
                self._upsert(before)
        self._upsert(table)
        if self._held > 2 * len(self) + _ROOM:
            self._compact()

    def drop_first(self, count: int) -> None:
        """Drop the oldest rows."""
        if count <= 0:
            return
        self.byte_size -= sum(self._sizes[:count])
        del self._sizes[:count]
        if self._order is not None:
            for _ in range(count):
                self._positions.popitem(last=False)
            self._dropped += count
            del self._order[:count]
            return
        self._held -= count
        while count:
            first = self._chunks[0]
            if first.num_rows > count or len(self._chunks) == 1:
                self._chunks[0] = first.slice(count)
                return
            count -= first.num_rows
            del self._chunks[0]

    def drop_last(self, count: int) -> None:
        """Drop the last rows."""
        if count > 0:
            self.replace(self.table.slice(0, len(self) - count))

    def surplus(self, most_rows: int, most_bytes: int, *, last: bool) -> int:
        """How many rows must be dropped, at the front or at the end, to fit the limits."""
        count = max(0, len(self) - most_rows)
        order: Iterable[int] = reversed(self._sizes) if last else self._sizes
        rest = self.byte_size
        for place, weight in enumerate(order):
            if place >= count and rest <= most_bytes:
                return place
            rest -= weight
        return len(self)

    def _upsert(self, table: Any) -> None:
        assert self._order is not None
        start = self._held
        self._add_chunk(table)
        fresh = row_sizes(table)
        places, order, weights, gone = self._positions, self._order, self._sizes, self._dropped
        for row, (name, weight) in enumerate(zip(key_rows(table, self.key), fresh, strict=True)):
            found = places.get(name)
            if found is None:
                places[name] = gone + len(order)
                order.append(start + row)
                weights.append(weight)
                self.byte_size += weight
            else:
                place = found - gone
                self.byte_size += weight - weights[place]
                order[place] = start + row
                weights[place] = weight

    def _add_chunk(self, table: Any) -> None:
        if table.num_rows or not self._chunks:
            self._chunks.append(table)
            self._held += table.num_rows
        if self._order is None and len(self._chunks) > _MOST_CHUNKS:
            self._compact()

    def _compact(self) -> None:
        table = pa.concat_tables(self._chunks).combine_chunks()
        if self._order is not None:
            table = table.take(_indices(self._order))
            self._order = array("q", range(table.num_rows))
        self._chunks, self._held = [table], table.num_rows

    def _clear(self) -> None:
        self._chunks, self._held = [], 0
        self._order, self.key = None, ()
        self._positions.clear()
        self._dropped = self.byte_size = 0
        self._sizes = array("q")


def plain_columns(table: Any) -> Any:
    """Normalize columns: no dictionaries, metadata, time zones other than UTC, or non-null flags."""
    columns = [_plain(column) for column in table.columns]
    fields = [pa.field(name, column.type) for name, column in zip(table.column_names, columns, strict=True)]
    return pa.Table.from_arrays(columns, schema=pa.schema(fields))


def _plain(column: Any) -> Any:
    kind = column.type
    if pa.types.is_dictionary(kind):
        return _plain(column.cast(kind.value_type))
    if pa.types.is_timestamp(kind) and kind.tz not in (None, "UTC"):
        # The same instants: another publisher of the feed may be in another time zone.
        return column.cast(pa.timestamp(kind.unit, "UTC"))
    return column


def describe_schema_change(here: Any, there: Any) -> str:
    """Describe how columns differ."""
    before, now = ({each.name: str(each.type) for each in schema} for schema in (here, there))
    gone, fresh = sorted(before.keys() - now.keys()), sorted(now.keys() - before.keys())
    other = [name for name in before if name in now and before[name] != now[name]]
    if gone or fresh:
        texts = [f"`{name[:40]}` is gone" for name in gone[:3]] + [f"`{name[:40]}` is new" for name in fresh[:3]]
    elif other:
        texts = [f"`{name[:40]}` holds {now[name]}, not {before[name]}" for name in other[:3]]
    else:
        texts = ["their order is another one"]
    return f"the columns have changed: {', '.join(texts)}; start the feed again to begin a new table"


def can_be_key(kind: Any) -> bool:
    """Whether values of an Arrow type can identify rows."""
    return not pa.types.is_nested(kind) and not isinstance(kind, pa.BaseExtensionType)


def key_rows(table: Any, key: tuple[str, ...]) -> list[Hashable]:
    """The key of each row."""
    columns = [_key_values(table.column(name)) for name in key]
    return list(columns[0]) if len(columns) == 1 else list(zip(*columns, strict=True))


def row_sizes(table: Any) -> array[int]:
    """The approximate size of each row in bytes, independent of how it arrived."""
    fixed = 0
    varying: Any = None
    for column in table.columns:
        kind = column.type
        try:
            fixed += max(1, kind.bit_width // 8)
            continue
        except ValueError:
            fixed += 4
        lengths = _lengths(column)
        if lengths is not None:
            varying = lengths if varying is None else pc.add(varying, lengths)
    if varying is None:
        return array("q", [fixed]) * int(table.num_rows)
    return array("q", pc.add(varying, pa.scalar(fixed, pa.int64())).to_pylist())


def _lengths(column: Any) -> Any:
    kind = column.type
    if pa.types.is_null(kind):
        return None
    if pa.types.is_string_view(kind) or pa.types.is_binary_view(kind):
        column = column.cast(pa.large_binary())
    if not pa.types.is_nested(kind):
        return pc.fill_null(pc.binary_length(column).cast(pa.int64()), 0)
    return pa.chunked_array([[_value_size(value) for value in column.to_pylist()]], pa.int64())


def _value_size(value: Any) -> int:
    if isinstance(value, dict):
        return 8 + sum(_value_size(item) for item in value.values())
    if isinstance(value, list | tuple):
        return 8 + sum(_value_size(item) for item in value)
    return 4 + len(value) if isinstance(value, str | bytes) else 8


def _key_values(column: Any) -> list[Hashable]:
    kind = column.type
    if pa.types.is_temporal(kind) and not pa.types.is_interval(kind):
        # As integers, because Python's datetime has no nanoseconds.
        column = column.cast(pa.int32() if kind.bit_width == 32 else pa.int64())
    values: list[Hashable] = column.to_pylist()
    if pa.types.is_floating(kind):
        return ["not a number" if value != value else value for value in values]  # noqa: PLR0124
    return values


def _indices(order: array[int]) -> Any:
    return pa.Array.from_buffers(pa.int64(), len(order), [None, pa.py_buffer(order.tobytes())])
