# SPDX-License-Identifier: BSD-3-Clause
"""Tables: Arrow tables as values. Arrow is imported when the first table is met."""

import importlib
import struct
import sys
from typing import Any

from app.runtime.library.errors import ValueRefusedError
from app.runtime.types import Table, TypeModelError
from app.runtime.types.arrow import column_type, widens

_RECORD_BATCH, _DICTIONARY_BATCH = 3, 2
_COMPRESSION_FIELD = 3
_HINT = "send a table that Arrow has written, without compression"


def is_table(value: object) -> bool:
    """Whether the value is an Arrow table; does not import Arrow."""
    arrow = sys.modules.get("pyarrow")
    return arrow is not None and isinstance(value, arrow.Table)


def mismatch(wanted: Table, value: Any) -> str | None:
    """Return why the value is not a table of the type; None if it is."""
    if not is_table(value):
        return f"expected a table, found a {value.__class__.__name__}"
    found = {column.name: column for column in value.schema}
    if len(found) < len(value.schema):
        return "two columns have the same name"
    for name, arrow_type, nullable in wanted.columns:
        if name not in found:
            return f"the column `{name}` is missing"
        if not widens(_name_of(found[name].type), arrow_type):
            return f"the column `{name}` holds {found[name].type}, not {arrow_type}"
        if not nullable and value.column(name).null_count:
            return f"the column `{name}` has gaps"
    further = found.keys() - {column.name for column in wanted.columns}
    return f"there is no column `{min(further)[:40]}`" if further and not wanted.open else None


def table_to_bytes(table: Any) -> bytes:
    """Encode the table as an Arrow stream."""
    pa = _arrow()
    sink = pa.BufferOutputStream()
    with pa.ipc.new_stream(sink, table.schema) as writer:
        writer.write_table(table)
    return bytes(sink.getvalue())


def table_from_bytes(data: bytes) -> Any:
    """Decode a table from an untrusted stream; takes no more memory than the stream itself."""
    pa = _arrow()
    try:
        _refuse_compressed(data)
        with pa.ipc.open_stream(data) as reader:
            table = reader.read_all()
        table.validate(full=True)
    except (pa.ArrowException, OSError, ValueError, struct.error) as error:
        raise ValueRefusedError(f"a table cannot be read: {_first_line(error)}", _HINT) from None
    # A column of nulls has a length but no bytes.
    if table.num_rows > 8 * len(data):
        raise ValueRefusedError("a table claims to have more rows than it holds", _HINT)
    return table


def rows_of(table: Any) -> list[dict[str, object]]:
    """Return the table as a list of records, for JSON."""
    rows: list[dict[str, object]] = table.to_pylist()
    return rows


def table_of(wanted: Table, rows: list[dict[str, object]]) -> Any:
    """Make a table from records that came as JSON."""
    pa = _arrow()
    try:
        found = pa.Table.from_pylist(rows)
        types = {column.name: column.arrow_type for column in wanted.columns}
        for position, field in enumerate(found.schema):
            target = _arrow_type(types.get(field.name, ""))
            if target is not None and field.type != target:
                found = found.set_column(position, field.name, found.column(position).cast(target))
    except (pa.ArrowException, TypeError, AttributeError) as error:
        raise ValueRefusedError(f"the rows are no table: {_first_line(error)}", "send a list of records") from None
    return found


def _arrow() -> Any:
    """Import Arrow, which takes longer than all of the runtime and is rarely needed."""
    return importlib.import_module("pyarrow")


def _arrow_type(name: str) -> Any:
    """Return the Arrow type of that name, if the name determines it."""
    pa = _arrow()
    try:
        return pa.type_for_alias(name)
    except ValueError:
        return None


def _name_of(arrow_type: Any) -> str:
    try:
        return column_type(str(arrow_type))
    except TypeModelError:
        return str(arrow_type)


def _refuse_compressed(data: bytes) -> None:
    """Refuse compressed data: a few bytes can expand to gigabytes, and Arrow has no limit."""
    pa = _arrow()
    reader = pa.ipc.MessageReader.open_stream(data)
    for message in reader:
        if _is_compressed(bytes(message.metadata)):
            raise ValueError("it is compressed")


def _is_compressed(metadata: bytes) -> bool:
    """Whether the flat buffer of an Arrow message names a compression."""
    message = _u32(metadata, 0)
    kind_at = _field(metadata, message, 1)
    header_at = _field(metadata, message, 2)
    if not kind_at or not header_at or metadata[kind_at] not in (_RECORD_BATCH, _DICTIONARY_BATCH):
        return False
    batch = header_at + _u32(metadata, header_at)
    if metadata[kind_at] == _DICTIONARY_BATCH:
        data_at = _field(metadata, batch, 1)
        batch = data_at + _u32(metadata, data_at)
    return _field(metadata, batch, _COMPRESSION_FIELD) != 0


def _field(buffer: bytes, table: int, number: int) -> int:
    """Return the position of a field of a flat-buffer table; zero if it is absent."""
    layout = table - struct.unpack_from("<i", buffer, table)[0]
    (size,) = struct.unpack_from("<H", buffer, layout)
    if 4 + 2 * number >= size:
        return 0
    (offset,) = struct.unpack_from("<H", buffer, layout + 4 + 2 * number)
    return table + int(offset) if offset else 0


def _u32(buffer: bytes, position: int) -> int:
    return int(struct.unpack_from("<I", buffer, position)[0])


def _first_line(error: Exception) -> str:
    return str(error).partition("\n")[0][:120]
