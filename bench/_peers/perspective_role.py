# SPDX-License-Identifier: BSD-3-Clause
"""A websocket dashboard for comparison: a Perspective server and its viewers.

python perspective_role.py serve KEYS RATE        prints its port, then the number of batches
python perspective_role.py look PORT              prints the number of changes

It runs in its own interpreter with `perspective-python` and `tornado`, and imports nothing else.
"""

from __future__ import annotations

import asyncio
import json
import random
import sys
import time
from importlib import import_module
from typing import Any


def _print_json(**what: Any) -> None:
    print(json.dumps(what), flush=True)


def _rows(keys: int, number: int, dice: random.Random) -> dict[str, list[Any]]:
    """A batch like that of the feed: each key in the current window."""
    window = int(time.time())
    return {
        "id": [f"{key}/{window}" for key in range(keys)],
        "key": list(range(keys)),
        "span": [window * 1000] * keys,
        "n": [dice.randrange(100) for _ in range(keys)],
        "total": [dice.random() * 1000 for _ in range(keys)],
        "newest": [number] * keys,
    }


async def _serve(keys: int, rate: float) -> None:
    perspective, web = (
        import_module("perspective"),
        import_module("tornado.web"),
    )  # installed only in this interpreter
    httpserver, netutil = import_module("tornado.httpserver"), import_module("tornado.netutil")
    handlers = import_module("perspective.handlers.tornado")
    server = perspective.Server()
    client = server.new_local_client()
    columns = {
        "id": "string", "key": "integer", "span": "datetime", "n": "integer", "total": "float",
        "newest": "integer",
    }  # fmt: skip
    table = client.table(columns, index="id", name="feed")
    handler = (r"/websocket", handlers.PerspectiveTornadoHandler, {"perspective_server": server})
    sockets = netutil.bind_sockets(0, "127.0.0.1")
    httpserver.HTTPServer(web.Application([handler])).add_sockets(sockets)
    _print_json(port=sockets[0].getsockname()[1])
    dice, number, began = random.Random(1), 0, time.monotonic()
    while True:
        number += 1
        await asyncio.sleep(max(0.0, began + number / rate - time.monotonic()))
        table.update(_rows(keys, number, dice))
        _print_json(batch=number)


async def _look(port: int) -> None:
    perspective, websocket = import_module("perspective"), import_module("tornado.websocket")
    connection = await websocket.websocket_connect(f"ws://127.0.0.1:{port}/websocket", max_message_size=2**30)

    async def send(message: bytes) -> None:
        await connection.write_message(message, binary=True)

    client = perspective.AsyncClient(send)

    async def receive() -> None:
        while (message := await connection.read_message()) is not None:
            await client.handle_response(message)

    receiving = asyncio.create_task(receive())
    table = await client.open_table("feed")
    view = await table.view()
    seen = 0

    def changed(*_: Any) -> None:
        nonlocal seen
        seen += 1
        _print_json(batch=seen)

    await view.on_update(changed, mode="row")
    _print_json(batch=0)
    await receiving


if __name__ == "__main__":
    if sys.argv[1] == "serve":
        asyncio.run(_serve(int(sys.argv[2]), float(sys.argv[3])))
    else:
        asyncio.run(_look(int(sys.argv[2])))
