# SPDX-License-Identifier: BSD-3-Clause
"""A large state given to a newcomer while messages flow: is anybody's message late?"""

from __future__ import annotations

import argparse
import asyncio
import json
import multiprocessing
import resource
import secrets
import time
from multiprocessing.connection import Connection
from typing import Any
from uuid import UUID

_CHANNEL = 0x3AAB058C9650E0D3FEC9974DAD698EB2
_PIECE = 64 << 10
_LIMIT = 0.1


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.epilog = "example: liveobjects bench state-transfer --mib 64 --rate 500"
    parser.add_argument("--mib", type=int, default=64, help="how large the state is (64)")
    parser.add_argument("--rate", type=int, default=500, help="messages per second (500)")
    parser.add_argument("--json", action="store_true")


def run(args: argparse.Namespace) -> int:
    report = _measure(args.mib, args.rate)
    if args.json:
        print(json.dumps(report))
    else:
        print(
            f"{report['mib']} MiB in {report['seconds']} s beside {report['rate']} messages/s: the latest "
            f"came after {report['latest_ms']} ms, without a transfer after {report['latest_before_ms']} ms; "
            f"the newcomer took {report['newcomer_mib']} MiB at most, states equal: {report['equal']}"
        )
    return 0 if report["holds"] else 1


class _Member:
    """An application with a large state, which measures how late messages are."""

    def __init__(self, pipe: Connection, rate: int) -> None:
        self._pipe = pipe
        self._rate = rate
        self._state: dict[str, Any] = {"count": 0, "pieces": []}
        self._latest = 0.0
        self._channel: Any = None
        self._begun = asyncio.Event()
        self._ended = asyncio.Event()

    async def run(self, scope: str, mib: int, writes: bool) -> None:
        from app.runtime.activation import Node  # noqa: PLC0415
        from app.runtime.references import Parameterized, Primitive, TypeArgument, ValueArgument  # noqa: PLC0415
        from app.runtime.types import EndpointType, dual  # noqa: PLC0415
        from objects_library.channels.native import scope_registry  # noqa: PLC0415
        from objects_library.installed import installed_catalogue  # noqa: PLC0415

        arguments = (
            ("T", TypeArgument("float")),
            ("S", TypeArgument("{count: int, pieces: list[bytes]}")),
            ("scope", ValueArgument(scope)),
        )
        self._mib = mib
        asyncio.get_running_loop().add_reader(self._pipe.fileno(), self._receive_command)
        async with Node(installed_catalogue()) as node:
            proxy = await node.dereference(Parameterized(Primitive(_CHANNEL, 1), arguments))
            outer = proxy.endpoint("channel")
            inner = dual(outer.type)
            assert isinstance(inner, EndpointType)
            self._channel = node.new_endpoint(
                inner, receive=self._take, initialize=self._start, checkpoint_wanted=self._give
            )
            with node.connect(self._channel, outer):
                writing = asyncio.ensure_future(self._write()) if writes else None
                await self._ended.wait()
                if writing is not None:
                    writing.cancel()
        await asyncio.sleep(0)
        await scope_registry.closed()

    def _start(self, state: dict[str, Any] | None) -> None:
        if state is None:
            pieces = [secrets.token_bytes(_PIECE) for _ in range(self._mib * 16)]
            state = {"count": 0, "pieces": pieces}
        self._state = state
        self._begun.set()
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        self._pipe.send(("started", time.monotonic(), peak))

    def _give(self, request: UUID) -> None:
        state = {"count": self._state["count"], "pieces": list(self._state["pieces"])}
        self._channel.checkpoint({"request": request, "state": state})

    def _take(self, sent: float) -> None:
        self._state["count"] += 1
        self._latest = max(self._latest, time.monotonic() - sent)

    async def _write(self) -> None:
        await self._begun.wait()
        following = time.monotonic()
        while True:
            self._channel.send(time.monotonic())
            following += 1 / self._rate
            await asyncio.sleep(max(0.0, following - time.monotonic()))

    def _receive_command(self) -> None:
        try:
            command = self._pipe.recv()
        except EOFError:
            command = "end"
        if command == "latest":
            latest, self._latest = self._latest, 0.0
            self._pipe.send(("latest", latest))
        elif command == "state":
            import hashlib  # noqa: PLC0415

            digest = hashlib.blake2b(b"".join(self._state["pieces"])).hexdigest()
            self._pipe.send(("state", digest, len(self._state["pieces"])))
        else:
            self._ended.set()


def _be(pipe: Connection, scope: str, mib: int, rate: int, writes: bool) -> None:
    asyncio.run(_Member(pipe, rate).run(scope, mib, writes))


def _measure(mib: int, rate: int) -> dict[str, Any]:
    context = multiprocessing.get_context("fork")
    scope = f"bench {secrets.token_hex(8)}"
    pipes: list[Connection] = []
    processes = []

    def add(writes: bool) -> tuple[float, float, float]:
        here, there = context.Pipe()
        started = time.monotonic()
        process = context.Process(target=_be, args=(there, scope, mib, rate, writes))
        process.start()
        pipes.append(here)
        processes.append(process)
        if not here.poll(120):
            raise RuntimeError("a member never got the state")
        _, at, peak = here.recv()
        return started, at, peak

    try:
        add(True)
        add(False)
        time.sleep(6)
        _ask(pipes, "latest")
        time.sleep(3)
        before = max(latest for _, latest in _ask(pipes, "latest"))
        started, at, peak = add(False)
        during = max(latest for _, latest in _ask(pipes[:2], "latest"))
        states = _ask(pipes, "state")
        after_rest = {"equal": len({tuple(state) for state in states}) == 1}
    finally:
        for pipe in pipes:
            pipe.close()
        for process in processes:
            process.join(20)
    return {
        "mib": mib,
        "rate": rate,
        "seconds": round(at - started, 2),
        "latest_ms": round(during * 1000, 1),
        "latest_before_ms": round(before * 1000, 1),
        "newcomer_mib": round(peak),
        "holds": during <= _LIMIT and after_rest["equal"],
    } | after_rest


def _ask(pipes: list[Connection], command: str) -> list[Any]:
    for pipe in pipes:
        pipe.send(command)
    return [pipe.recv() for pipe in pipes]
