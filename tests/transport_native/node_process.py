# SPDX-License-Identifier: BSD-3-Clause
"""A node in its own process, controlled through standard input; for tests.

Lines in: `send COUNT`, `blast COUNT` (large messages, `sent COUNT` when all are accepted), `quit`. Lines out:
`view MEMBERS`, `writable yes` or `no`, `got COUNT`, `gap SEGMENTS`, each when it changes.
"""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

from app.transport_native import Faults, Policy, ScopeSettings, Slow
from app.transport_native.batch import Batch
from app.transport_native.engine import Engine
from app.transport_native.view import View


async def main(name: str, interface: str, directory: str, loss: float, slow: Slow, patience: float) -> None:
    engine = Engine()
    engine.attach()
    settings = ScopeSettings(
        name=name,
        interface=interface,
        shared_directory=Path(directory) if directory else None,
        heartbeat=0.1,
        suspect_after=patience,
        memory_budget=16 << 20,
        receive_bytes=1 << 20,
        ring_bytes=4 << 20,
    )
    scope = engine.open_scope(settings)
    if loss:
        scope.set_faults(Faults(loss=loss, seed=1))
    group = scope.join("group", Policy(slow=slow))

    def report(view: View) -> None:
        print("view", len(view.members), flush=True)
        found = view.groups.get(group.number)
        print("writable", "yes" if found and not found.read_only else "no", flush=True)

    scope.on_view = report
    expected: dict[int, int] = {}
    got = lost = 0

    def take(batch: Batch) -> None:
        nonlocal got, lost
        if scope.lost_segments != lost:
            lost = scope.lost_segments
            expected.clear()
            print("gap", lost, flush=True)
        for message, sender in zip(batch, batch.senders, strict=True):
            number = int.from_bytes(message[:8], "little")
            if number != expected.get(sender, number):
                print("disorder", sender, number, expected[sender], flush=True)
            expected[sender] = number + 1
        got += len(batch)
        print("got", got, flush=True)

    group.on_batch = take
    sent = 0
    while line := await asyncio.to_thread(sys.stdin.readline):
        words = line.split()
        if words[0] == "quit":
            break
        for _ in range(int(words[1])):
            await group.put(sent.to_bytes(8, "little") + bytes(7992 if words[0] == "blast" else 492))
            sent += 1
        print("sent", sent, flush=True)
    await scope.close()
    engine.close()


if __name__ == "__main__":
    name, interface, directory, loss, slow, patience = sys.argv[1:]
    asyncio.run(main(name, interface, directory, float(loss), Slow(int(slow)), float(patience)))
