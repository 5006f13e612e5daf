# SPDX-License-Identifier: BSD-3-Clause
"""A node in a process of its own that opens a file and passes events on, one JSON line each.

python -m tests.objects_library.worker FILE NAME ENDPOINT…
"""

from __future__ import annotations

import asyncio
import json
import sys
from functools import partial
from typing import Any
from uuid import UUID

from app.runtime.activation import Node
from app.runtime.references import read
from app.runtime.types import EndpointType, dual
from objects_library.installed import installed_catalogue


def _report(endpoint: str, event: str, *value: Any) -> None:
    print(json.dumps([endpoint, event, value[0] if value else None], default=str), flush=True)


def _with_uuids(value: Any) -> Any:
    """JSON has no uuids and no bytes; here a text `uuid:…` is one, and `bytes:…` are those in hexadecimal."""
    if isinstance(value, dict):
        return {key: _with_uuids(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_with_uuids(item) for item in value]
    if isinstance(value, str) and value.startswith("bytes:"):
        return bytes.fromhex(value[6:])
    return UUID(value[5:]) if isinstance(value, str) and value.startswith("uuid:") else value


async def _main(file: str, name: str, endpoints: list[str]) -> None:
    loop = asyncio.get_running_loop()
    commands = asyncio.StreamReader()
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(commands), sys.stdin)
    async with Node(installed_catalogue(), name=name) as node:
        proxy = await node.dereference(read(file).reference)
        proxy.watch(lambda state: _report("", "state", str(state)))
        connected: dict[str, Any] = {}
        kept = []
        for endpoint in endpoints:
            outer = proxy.endpoint(endpoint)
            inner = dual(outer.type)
            assert isinstance(inner, EndpointType)
            handlers: Any = {event.name: partial(_report, endpoint, event.name) for event in inner.incoming}
            connected[endpoint] = node.new_endpoint(inner, **handlers)
            kept.append(node.connect(connected[endpoint], outer))
        _report("", "ready")
        while line := await commands.readline():
            endpoint, event, value = json.loads(line)
            connected[endpoint].emit(event, _with_uuids(value))


if __name__ == "__main__":
    asyncio.run(_main(sys.argv[1], sys.argv[2], sys.argv[3:]))
