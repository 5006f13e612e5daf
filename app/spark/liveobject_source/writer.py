# SPDX-License-Identifier: BSD-3-Clause
"""Writes: tasks stage their rows in parallel, and the driver publishes them atomically."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pyarrow as pa
from pyspark import TaskContext
from pyspark.sql.pandas.types import to_arrow_schema

from app.spark.liveobject_source.gateway_client import GatewayClient, LiveObjectSourceError, is_local_gateway

_LARGEST_PART = 128 * 1024 * 1024


def begin(work: dict[str, Any], schema: Any) -> dict[str, Any]:
    """Check on the driver that the channel accepts the columns."""
    columns = to_arrow_schema(schema, timezone="UTC")
    with GatewayClient(work["reference"], work["keep"]) as gateway:
        gateway.request(
            {
                "do": "check_columns",
                "schema": columns.serialize().to_pybytes(),
                "mode": work["mode"],
                "key": work["key"],
            }
        )
        return work | {"gateway": gateway.id}


def stage(work: dict[str, Any], batches: Iterable[Any]) -> dict[str, Any]:
    """Stage a task's rows: in the gateway if it runs on this computer, else in Spark's commit message."""
    context = TaskContext.get()
    place = {"partition": context.partitionId() if context is not None else 0}
    data = _encode(batches)
    if not data:
        return place
    if is_local_gateway(work["reference"], work["gateway"]):
        with GatewayClient(work["reference"], work["keep"]) as gateway:
            return place | {"token": gateway.request({"do": "stage", "rows": data})["token"]}
    return place | {"data": data}


def publish(work: dict[str, Any], parts: list[dict[str, Any]], batch: int | None) -> None:
    """Publish the batch after all tasks have succeeded."""
    written = sorted((part for part in parts if len(part) > 1), key=lambda part: part["partition"])
    with GatewayClient(work["reference"], work["keep"]) as gateway:
        gateway.request(
            {
                "do": "publish",
                "feed": work["feed"],
                "batch": work["batch"] if batch is None else batch,
                "mode": work["mode"],
                "key": work["key"],
                "parts": written,
            }
        )


def discard(work: dict[str, Any], parts: list[dict[str, Any]]) -> None:
    """Discard staged rows after a failure."""
    with GatewayClient(work["reference"], work["keep"]) as gateway:
        gateway.request({"do": "discard", "parts": parts})


def _encode(batches: Iterable[Any]) -> bytes:
    """Encode the rows of a task; empty without batches."""
    sink = pa.BufferOutputStream()
    writer: Any = None
    for batch in batches:
        if writer is None:
            writer = pa.ipc.new_stream(sink, batch.schema)
        writer.write_batch(batch)
        if sink.tell() > _LARGEST_PART:
            raise LiveObjectSourceError(
                "one partition has more than 128 MB; a channel is for what people look at: limit the rows"
            )
    if writer is None:
        return b""
    writer.close()
    return bytes(sink.getvalue())
