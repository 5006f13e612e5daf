# SPDX-License-Identifier: BSD-3-Clause
"""A member of a totally ordered group in its own process, for tests.

Lines in: `send COUNT`, `digest`. Lines out: `members COUNT` at each view change, `got COUNT`, and
`digest HASH`, over the view changes and messages since the last view change with as many members as the
second argument says.
"""

from __future__ import annotations

import asyncio
import hashlib
import sys

from app.transport_native import Order, Policy, ScopeSettings
from app.transport_native.batch import Batch
from app.transport_native.engine import Engine
from app.transport_native.view import ViewChange


async def main(name: str, members: int) -> None:
    engine = Engine()
    engine.attach()
    scope = engine.open_scope(ScopeSettings(name=name, heartbeat=0.1, suspect_after=0.6))
    group = scope.join("ordered", Policy(order=Order.TOTAL))
    log = hashlib.sha256()
    got = 0

    def take(batch: Batch) -> None:
        nonlocal got
        for message, sender in zip(batch, batch.senders, strict=True):
            log.update(sender.to_bytes(4, "little") + bytes(message))
        got += len(batch)
        print("got", got, flush=True)

    def view_change(found: ViewChange) -> None:
        nonlocal log
        if len(found.members) == members:
            log = hashlib.sha256()
        log.update(found.view.to_bytes(8, "little") + bytes([len(found.members), len(found.joined)]))
        print("members", len(found.members), flush=True)

    group.on_batch, group.on_view_change = take, view_change
    reader = asyncio.StreamReader()
    await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    while line := (await reader.readline()).decode().split():
        if line[0] == "digest":
            print("digest", log.hexdigest(), flush=True)
        for number in range(int(line[1]) if line[0] == "send" else 0):
            await group.put(f"{number}".encode())
            if number % 10 == 0:
                await asyncio.sleep(0)


asyncio.run(main(sys.argv[1], int(sys.argv[2])))
