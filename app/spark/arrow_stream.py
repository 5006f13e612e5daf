# SPDX-License-Identifier: BSD-3-Clause
"""Arrow tables as IPC streams, for messages and files."""

from __future__ import annotations

from typing import Any

import pyarrow as pa


def to_bytes(table: Any) -> bytes:
    """Serialize an Arrow table."""
    sink = pa.BufferOutputStream()
    with pa.ipc.new_stream(sink, table.schema) as writer:
        writer.write_table(table)
    return bytes(sink.getvalue())


def from_bytes(data: bytes) -> Any:
    """Deserialize an Arrow table."""
    with pa.ipc.open_stream(data) as reader:
        return reader.read_all()
