# SPDX-License-Identifier: BSD-3-Clause
"""Aggregation of rows to one number, or one per value of a column; Arrow, no Qt."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from math import isfinite, nan
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from objects_library.values.columns import Column
from objects_library.values.filters import columns_in, numbers_of, texts_of
from objects_library.values.series import Store

WAYS = ("sum", "mean", "least", "greatest", "count", "last", "each row")
"""The aggregations of rows to one number; `each row` leaves them as they are."""
_ARROW = {"sum": "sum", "mean": "mean", "least": "min", "greatest": "max", "count": "count", "last": "last"}


def combined(table: Any, column: str, way: str) -> float | None:
    """The aggregate of all rows, or None."""
    if way == "count":
        return float(table.num_rows)
    if column not in table.column_names or not table.num_rows:
        return None
    numbers = numbers_of(table.column(column))
    if way in ("last", "each row"):
        values = pc.drop_null(numbers)
        found = values[-1].as_py() if len(values) else None
    else:
        function = {"sum": pc.sum, "mean": pc.mean, "least": pc.min, "greatest": pc.max}[way]
        found = function(numbers).as_py()
    return found if found is not None and isfinite(found) else None


def grouped(table: Any, by: Sequence[str], columns: Sequence[str], way: str) -> Any:
    """One row per combination of values of some columns, in the order of appearance."""
    columns = [name for name in columns if name in table.column_names and name not in by]
    if way == "each row" or not by:
        return table.select([*by, *columns])
    numbers = pa.table(
        {name: table.column(name) for name in by} | {f"={name}": numbers_of(table.column(name)) for name in columns}
    )
    plan = [(f"={name}", _ARROW[way]) for name in columns]
    found = numbers.group_by(list(by), use_threads=False).aggregate(plan)
    found = found.rename_columns([*by, *columns])
    return found.sort_by([(name, "ascending") for name in by])


def store_of(table: Any, most: int) -> Store:
    """The last rows of a table, for charts."""
    table = table.slice(max(0, table.num_rows - most))
    columns = columns_in(table.schema)
    store = Store(columns, most)
    for place, column in enumerate(columns):
        values = table.column(column.name)
        if column.kind in ("number", "time"):
            store.numbers[place] = floats(numbers_of(values))
        else:
            store.numbers[place] = array("d", range(table.num_rows))
            store.texts[place] = [text[:60] for text in texts_of(values).to_pylist()]
    return store


def pivoted(table: Any, row: str, column: str, value: str, most: int) -> Store:
    """A pivot table: texts of one column down, of another across, with an aggregate in each cell."""
    rows, columns = (texts_of(table.column(name)).to_pylist() for name in (row, column))
    numbers = floats(numbers_of(table.column(value)))
    across = list(dict.fromkeys(columns))[:most]
    down = list(dict.fromkeys(rows))
    places = {name: number for number, name in enumerate(down)}
    store = Store([Column(row, "text"), *(Column(name, "number") for name in across)], len(down))
    store.numbers[0], store.texts[0] = array("d", range(len(down))), [name[:60] for name in down]
    for number, name in enumerate(across, 1):
        store.numbers[number] = array("d", [nan]) * len(down)
        for at, other, figure in zip(rows, columns, numbers, strict=True):
            if other == name:
                store.numbers[number][places[at]] = figure
    return store


def floats(column: Any) -> array[float]:
    """A column as an array of floats; missing values are NaN."""
    whole = pc.fill_null(column.cast(pa.float64()), nan).combine_chunks()
    whole = pa.concat_arrays(whole.chunks) if isinstance(whole, pa.ChunkedArray) else whole
    found = array("d")
    buffer = whole.buffers()[1]
    if len(whole) and buffer is not None:
        found.frombytes(memoryview(buffer)[whole.offset * 8 : (whole.offset + len(whole)) * 8])
    return found
