# SPDX-License-Identifier: BSD-3-Clause
"""This project's engine, driven through its Python interface."""

from __future__ import annotations

import asyncio
import json
import select
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from bench._peers.control import Control, Run, Sink
from bench._peers.peer import Peer, group_name
from bench._peers.sender import Sender

if TYPE_CHECKING:
    from app.transport_native.engine import Engine
    from app.transport_native.scope import Group, Scope
    from app.transport_native.statistics import Stats


class LiveObjects(Peer):
    """Reliable multicast with agreed membership; its own flow control, no oracle."""

    own_flow_control = True

    def __init__(self, *, shared: bool, encrypted: bool = False) -> None:
        self.path = "shm" if shared else "udp"
        self._shared, self._encrypted = shared, encrypted

    def missing(self) -> str | None:
        try:
            import app.transport_native.engine  # noqa: F401, PLC0415
        except Exception as error:  # noqa: BLE001  whatever it is, the row is skipped and says why
            return str(error)
        return None

    def _open(self, run: Run, *, receiver: int | None) -> tuple[Engine, Scope, list[Group]]:
        from app.transport_native import Faults, ScopeSettings  # noqa: PLC0415  peers' interpreters lack it
        from app.transport_native.engine import Engine  # noqa: PLC0415

        settings = ScopeSettings(
            name=f"bench {run.port}",
            port=run.port,
            key=bytes(range(32)) if self._encrypted else None,
            interface=run.sender_address if receiver is None else run.receiver_address(receiver),
            shared_directory=run.scratch / "shared" if self._shared else None,
            memory_budget=run.memory_budget,
            keep_away=run.keep_away,
        )
        engine = Engine()
        scope = engine.open_scope(settings)
        if (run.loss or run.burst_every) and receiver is not None:
            scope.set_faults(
                Faults(loss=run.loss, burst_every=run.burst_every, burst_length=run.burst_length, seed=receiver + 1)
            )
        return engine, scope, [scope.join(group_name(group)) for group in range(run.groups)]

    def receive(self, run: Run, index: int, sink: Sink, ready: Callable[[], None], stopped: Callable[[], bool]) -> None:
        engine, scope, groups = self._open(run, receiver=index)
        reported_ready = False
        waiting = select.poll()
        waiting.register(engine, select.POLLIN)
        while True:
            batch = engine.take()
            if batch is not None:
                memory = batch.memory
                for offset in batch.offsets:
                    sink(memory, offset)
                batch.release()
            elif not reported_ready and scope.view is not None and len(scope.view.groups) == len(groups):
                reported_ready = True
                ready()
            if engine.arm() and not waiting.poll(100) and stopped():
                break
        _leave_counters(engine, scope, Control(run.control).counters_file("receive", index))
        engine.close()

    def send(self, run: Run, control: Control) -> None:
        from app.transport_native import SendBufferFullError  # noqa: PLC0415
        from app.transport_native.view import View  # noqa: PLC0415

        engine, scope, groups = self._open(run, receiver=None)

        def complete(view: View | None) -> bool:
            return view is not None and len(view.members_of(groups[-1].number)) > run.receivers

        while not complete(scope.view) and not control.stopped:
            _take_all(engine)
            select.select([engine], [], [], 0.1)

        numbers = [group.number for group in groups]

        def send(group: int, data: bytes) -> None:
            while True:
                try:
                    engine.send(numbers[group], data)
                    return
                except SendBufferFullError:
                    _wait_for_room(engine)

        def send_batch(chosen: list[int], messages: list[bytes]) -> None:
            targets = [numbers[group] for group in chosen] if len(numbers) > 1 else numbers[0]
            while True:
                try:
                    engine.send_many(targets, messages)
                    return
                except SendBufferFullError:
                    _wait_for_room(engine)

        Sender(run, control, send, send_batch=send_batch if run.size <= 4096 else None).go()
        stats = _leave_counters(engine, scope, control.counters_file("send", 0))
        _leave_gauges(stats, control.gauges_file)
        engine.close()


def _take_all(engine: Engine) -> None:
    while (batch := engine.take()) is not None:
        batch.release()
    engine.arm()


def _wait_for_room(engine: Engine) -> None:
    _take_all(engine)
    if not engine.has_room():
        select.select([engine], [], [], 0.1)


_COUNTERS = (
    "segments_sent",
    "lost_segments",
    "requests_sent",
    "repairs_sent",
    "repairs_from_peers",
    "duplicates",
    "control_packets_sent",
    "gaps_delivered",
)


def _leave_counters(engine: Engine, scope: Scope, path: Path) -> Stats:
    async def read() -> Stats:
        engine.on_batch = lambda batch: batch.release()
        engine.attach()
        stats = await asyncio.wait_for(scope.stats(), 5)
        engine.detach()
        return stats

    stats = asyncio.run(read())
    counters = {name: stats.node[name] for name in _COUNTERS}
    counters |= {name: stats.io[name] for name in ("faults_dropped", "packets_out")}
    path.write_text(json.dumps(counters))
    return stats


def _leave_gauges(stats: Stats, path: Path) -> None:
    gauges = {
        "acknowledge_us": round(stats.node["acknowledge_ns"] / 1000),
        "token_round_trip_us": round(stats.node["token_round_trip_ns"] / 1000),
        "engine_memory_mb": round(stats.node["memory_peak"] / 2**20, 2),
    }
    path.write_text(json.dumps(gauges))
