# SPDX-License-Identifier: BSD-3-Clause
"""Batch reads: the driver takes a snapshot of the channel's state, tasks decode it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pyarrow as pa
from pyspark.sql.pandas.types import from_arrow_schema, to_arrow_schema
from pyspark.sql.types import LongType, StringType, StructType

from app.spark.arrow_stream import from_bytes, to_bytes
from app.spark.liveobject_source.gateway_client import GatewayClient, LiveObjectSourceError

CHANGE, BATCH = "_change", "_batch"
"""The optional columns with the mode and number of the batch that a row came with."""
_ROWS_OF_A_PART = 50_000


def schema_of(work: dict[str, Any]) -> StructType:
    """The Spark schema of a channel."""
    with GatewayClient(work["reference"], work["keep"]) as gateway:
        answer = gateway.request({"do": "describe"})
    columns = pa.ipc.read_schema(pa.py_buffer(answer["schema"]))
    try:
        found = from_arrow_schema(for_spark(columns))
    except Exception as error:  # noqa: BLE001 - whatever Spark has no type for
        raise LiveObjectSourceError(f"Spark has no columns like those of the channel ({error}); read others") from None
    if work["changes"]:
        found = found.add(CHANGE, StringType()).add(BATCH, LongType())
    return found


def with_schema(work: dict[str, Any], schema: StructType) -> dict[str, Any]:
    """Add the requested schema to the options."""
    return work | {"schema": schema.json()}


def present(work: dict[str, Any]) -> list[dict[str, Any]]:
    """Read all rows of a channel, in partitions for parallel tasks."""
    with GatewayClient(work["reference"], work["keep"]) as gateway:
        table = from_bytes(gateway.request({"do": "present"})["rows"])
    starts = range(0, max(1, table.num_rows), _ROWS_OF_A_PART)
    return [{"schema": work["schema"], "tables": [to_bytes(table.slice(start, _ROWS_OF_A_PART))]} for start in starts]


def batches(part: dict[str, Any]) -> Iterator[Any]:
    """The rows of a partition with Spark's columns."""
    wanted = to_arrow_schema(StructType.fromJson(json.loads(part["schema"])), timezone="UTC")
    for data in part["tables"]:
        yield from _with_columns(from_bytes(data), wanted).to_batches()


def _with_columns(table: Any, wanted: Any) -> Any:
    remark = json.loads((table.schema.metadata or {}).get(b"liveobjects", b"{}"))
    columns = []
    for field in wanted:
        if field.name in table.column_names:
            columns.append(_cast(table.column(field.name), field))
        elif field.name == CHANGE:
            columns.append(pa.array([remark.get("mode", "append")] * table.num_rows, field.type))
        elif field.name == BATCH:
            columns.append(pa.array([remark.get("batch", -1)] * table.num_rows, field.type))
        else:
            raise LiveObjectSourceError(f"the channel has no column {field.name!r} any more; start the query anew")
    return pa.Table.from_arrays(columns, schema=wanted).combine_chunks()


def _cast(column: Any, field: Any) -> Any:
    try:
        return column.cast(field.type, safe=not pa.types.is_timestamp(field.type))
    except (pa.ArrowInvalid, pa.ArrowNotImplementedError):
        raise LiveObjectSourceError(
            f"the column {field.name!r} holds {column.type} now, not {field.type}; start the query anew"
        ) from None


def for_spark(schema: Any) -> Any:
    """Replace Arrow types that Spark lacks by the nearest wider ones."""
    return pa.schema([pa.field(each.name, _spark_type(each.type), each.nullable) for each in schema])


def _spark_type(kind: Any) -> Any:
    wider = {
        pa.uint8(): pa.int16(), pa.uint16(): pa.int32(), pa.uint32(): pa.int64(),
        pa.uint64(): pa.decimal128(20, 0), pa.float16(): pa.float32(), pa.date64(): pa.date32(),
    }  # fmt: skip
    if pa.types.is_timestamp(kind):
        return pa.timestamp("us", tz=kind.tz)
    if pa.types.is_time(kind):
        return pa.string()
    if pa.types.is_dictionary(kind):
        return _spark_type(kind.value_type)
    return wider.get(kind, kind)
