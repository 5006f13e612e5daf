# SPDX-License-Identifier: BSD-3-Clause
"""Export of rows as CSV (safe for spreadsheets) and Parquet, in a thread, atomically."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.csv
import pyarrow.parquet

_FORMULA = r"^([=+\-@\t\r])"


def write_csv(table: Any, path: Path) -> None:
    """Write CSV; texts that look like formulas are quoted."""
    columns = [_harmless(column) for column in table.columns]
    names = [_harmless(pa.chunked_array([[name]]))[0].as_py() for name in table.column_names]
    _whole(path, lambda file: pa.csv.write_csv(pa.Table.from_arrays(columns, names=names), file))


def write_parquet(table: Any, path: Path) -> None:
    """Write Parquet, with column types."""
    _whole(path, lambda file: pa.parquet.write_table(table, file))


def _harmless(column: Any) -> Any:
    kind = column.type
    if pa.types.is_nested(kind) or pa.types.is_binary(kind) or pa.types.is_large_binary(kind):
        texts = [None if each is None else str(each) for each in column.to_pylist()]
        column = pa.chunked_array([pa.array(texts, pa.string())])
    elif not (pa.types.is_string(kind) or pa.types.is_large_string(kind) or pa.types.is_string_view(kind)):
        return column
    return pc.replace_substring_regex(column.cast(pa.string()), pattern=_FORMULA, replacement=r"'\1")


def _whole(path: Path, write: Callable[[Any], object]) -> None:
    """The old file stays until the new one is complete."""
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name[:60]}.")
    made = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            write(file)
        made.chmod(0o644)
        made.replace(path)
    except BaseException:
        made.unlink(missing_ok=True)
        raise
