"""A node in a process of its own, told what to do through its standard input: for the tests.

Lines in: `send COUNT`, `quit`. Lines out: `view MEMBERS`, `got COUNT`, `gap`, each when it changes.
"""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

from app.transport_native import Faults, Policy, ScopeSettings, Slow
from app.transport_native.batch import Batch
from app.transport_native.engine import Engine


async def main(name: str, interface: str, directory: str, loss: float) -> None:
    engine = Engine()
    engine.attach()
    settings = ScopeSettings(
        name=name,
        interface=interface,
        shared_directory=Path(directory) if directory else None,
        heartbeat=0.1,
        suspect_after=0.6,
    )
    scope = engine.open_scope(settings)
    if loss:
        scope.set_faults(Faults(loss=loss, seed=1))
    scope.on_view = lambda view: print("view", len(view.members), flush=True)
    group = scope.join("group", Policy(slow=Slow.EVICT))
    expected: dict[int, int] = {}
    got = 0

    def take(batch: Batch) -> None:
        nonlocal got
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
            await group.put(sent.to_bytes(8, "little") + bytes(492))
            sent += 1
    await scope.close()
    engine.close()


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], sys.argv[2], sys.argv[3], float(sys.argv[4])))
