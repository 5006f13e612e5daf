# SPDX-License-Identifier: BSD-3-Clause
"""The engine under Qt's event loop: batches arrive, and timers keep firing."""

from __future__ import annotations

import asyncio
import secrets

import pytest

from app.transport_native import ScopeSettings
from app.transport_native.batch import Batch
from app.transport_native.engine import Engine

qasync = pytest.importorskip("qasync")


def test_batches_arrive_while_timers_go_on(qapp: object) -> None:
    from PySide6.QtCore import QTimer  # noqa: PLC0415  only this test needs Qt

    count, ticks = 0, 0
    name = f"test {secrets.token_hex(8)}"

    def tick() -> None:
        nonlocal ticks
        ticks += 1

    async def main() -> None:
        nonlocal count
        done = asyncio.Event()

        def take(batch: Batch) -> None:
            nonlocal count
            count += len(batch)
            if count == 20_000:
                done.set()

        with Engine() as one, Engine() as other:
            one.attach()
            other.attach()
            sender = one.open_scope(ScopeSettings(name=name)).join("feed")
            receiver = other.open_scope(ScopeSettings(name=name)).join("feed")
            receiver.on_batch = take
            await sender.wait_for_members(2)
            for _ in range(200):
                await sender.room()
                sender.send_many([bytes(100)] * 100)
            await asyncio.wait_for(done.wait(), 30)

    loop = qasync.QEventLoop(qapp)
    timer = QTimer()
    timer.timeout.connect(tick)
    timer.start(5)
    with loop:
        loop.run_until_complete(main())
    timer.stop()
    assert count == 20_000
    assert ticks > 10
