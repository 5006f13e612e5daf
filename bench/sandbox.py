# SPDX-License-Identifier: BSD-3-Clause
"""What a sandbox costs: starting an object in one, an event through its wall and back, memory, and idling."""

import argparse
import asyncio
import json
import os
import statistics
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from app.runtime.activation import Node, Proxy, Registry
from app.runtime.library import Catalogue, Library, attach_store, digest_of, make_archive
from app.runtime.library.library_scan import definitions_of
from app.runtime.library.modules import Package
from app.runtime.references import LIBRARY_ID, External, Parameterized, Primitive, Reference, ValueArgument
from app.runtime.sandbox import Sandboxes
from app.runtime.trust import EVERYTHING, Gate, Identity, Permission, TrustStore
from app.runtime.types import parse_endpoint_type

START, ROUND = 2.0, 5.0
"""The promised seconds to a running object, and milliseconds of a round trip."""

_SOURCE = '''
from app.runtime.library import Endpoint, live_object


@live_object("be9c0000000000000000000000000009", name="Echo")
class Echo:
    """Answers."""

    wire = Endpoint()

    @wire.incoming
    def put(self, number: int) -> None:
        self.back(number)

    @wire.outgoing
    def back(self, number: int) -> None: ...
'''
_TYPE = "object{ wire: endpoint{ in put(int); out back(int) } }"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the number of repetitions and the output format."""
    parser.add_argument("--starts", type=int, default=10, help="objects started, one after the other")
    parser.add_argument("--events", type=int, default=2_000, help="events there and back")
    parser.add_argument("--idle", type=float, default=10.0, help="seconds of doing nothing")
    parser.add_argument("--json", action="store_true", help="for machines")


def run(args: argparse.Namespace) -> int:
    """Measure, print, and check the promise."""
    found = asyncio.run(_measure(args.starts, args.events, args.idle))
    if args.json:
        print(json.dumps({"promise": {"start_s": START, "round_ms": ROUND}, "results": found}))
    else:
        for place in ("sandbox", "in_process"):
            row = found[place]
            print(
                f"{place.replace('_', ' '):<11} start {row['start_s'] * 1e3:7.1f} ms (worst "
                f"{row['worst_start_s'] * 1e3:.1f})  there and back {row['round_us']:7.1f} µs (99 %: "
                f"{row['slow_round_us']:.0f})  in a row {row['row_us']:6.1f} µs each"
            )
        print(
            f"a second object of the library, in the same sandbox: {found['second_s'] * 1e3:.1f} ms; "
            f"a sandbox takes {found['memory_mb']:.0f} MB and, idle, {found['idle_percent']:.2f} % of a core"
        )
    kept = found["sandbox"]["start_s"] < START and found["sandbox"]["round_us"] < ROUND * 1e3
    return 0 if kept else 1


async def _measure(starts: int, events: int, idle: float) -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        async with _desktop(folder, Sandboxes()) as (node, reference):
            await _started(node, reference)  # the library is unpacked once
            memory, percent = await _alone(node, reference, idle)
            sandboxed = await _row(node, reference, starts, events)
            later = await _second(node, reference)
        async with _desktop(folder, _InProcess()) as (node, reference):
            plain = await _row(node, reference, starts, events)
    return {"sandbox": sandboxed, "in_process": plain, "second_s": later, "memory_mb": memory, "idle_percent": percent}


class _InProcess:
    """The same library without a sandbox."""

    def definitions_of(self, offer: Any, package: Package, library: str) -> Any:
        return definitions_of(offer, package, library)


@asynccontextmanager
async def _desktop(folder: Path, confinement: Any) -> AsyncIterator[tuple[Node, Reference]]:
    source = folder / "source" / "echo"
    source.mkdir(parents=True, exist_ok=True)
    (source / "proxy.py").write_text(_SOURCE)
    maker = Identity.new()
    data = make_archive(folder / "source", "Echoes", maker)
    (folder / "library.zip").write_bytes(data)
    trust = TrustStore(folder / "trust.json")
    trust.remember(maker.public, Permission.RUN_CODE, EVERYTHING, True)
    catalogue, gate = Catalogue([Library("none")]), Gate(trust)
    attach_store(catalogue, gate, confinement, folder / "libraries")
    library = Parameterized(
        Primitive(LIBRARY_ID),
        (("URL", ValueArgument((folder / "library.zip").as_uri())), ("digest", ValueArgument(digest_of(data)))),
    )
    async with Node(catalogue, Registry(folder / "registry"), gate, identity=maker) as node:
        yield node, External("Echo", _TYPE, library)


class _Caller:
    """A connection to the object."""

    def __init__(self, node: Node, proxy: Proxy) -> None:
        self.received: asyncio.Queue[int] = asyncio.Queue()
        self.proxy = proxy
        own = parse_endpoint_type("endpoint{ out put(int); in back(int) }")
        self.endpoint: Any = node.new_endpoint(own, back=self.received.put_nowait)
        self.connection = node.connect(self.endpoint, proxy.endpoint("wire"))


async def _started(node: Node, reference: Reference) -> tuple[_Caller, float]:
    """Start an object; return it after its first answer, and the seconds."""
    began = time.perf_counter()
    caller = _Caller(node, await node.dereference(reference))
    caller.endpoint.put(0)
    await caller.received.get()
    return caller, time.perf_counter() - began


async def _row(node: Node, reference: Reference, starts: int, events: int) -> dict[str, float]:
    times = []
    for _ in range(starts):
        caller, seconds = await _started(node, reference)
        times.append(seconds)
        caller.proxy.close()
        await asyncio.sleep(0.05)
    caller, _ = await _started(node, reference)
    rounds = []
    for number in range(events):
        began = time.perf_counter()
        caller.endpoint.put(number)
        await caller.received.get()
        rounds.append(time.perf_counter() - began)
    began = time.perf_counter()
    for number in range(events):
        caller.endpoint.put(number)
    for _ in range(events):
        await caller.received.get()
    row = (time.perf_counter() - began) / events
    caller.proxy.close()
    return {
        "start_s": statistics.median(times),
        "worst_start_s": max(times),
        "round_us": statistics.median(rounds) * 1e6,
        "slow_round_us": statistics.quantiles(rounds, n=100)[-1] * 1e6,
        "row_us": row * 1e6,
    }


async def _second(node: Node, reference: Reference) -> float:
    """Seconds to start an object beside another one of its library."""
    first, _ = await _started(node, reference)
    times = [(await _started(node, reference))[1] for _ in range(5)]
    first.proxy.close()
    return statistics.median(times)


async def _alone(node: Node, reference: Reference, idle: float) -> tuple[float, float]:
    """The private memory of a sandbox, and its CPU use when idle."""
    before = _below(os.getpid())
    caller, _ = await _started(node, reference)
    processes = _below(os.getpid()) - before  # including its wrapper process, if there is one
    used = sum(map(_processor_time, processes))
    await asyncio.sleep(idle)
    percent = (sum(map(_processor_time, processes)) - used) / max(idle, 0.001) * 100
    memory = sum(map(_own_memory, processes))
    caller.proxy.close()
    await asyncio.sleep(0.05)
    return memory, percent


def _own_memory(process: int) -> float:
    """The private memory in megabytes."""
    status = Path("/proc", str(process), "status").read_text(encoding="ascii").splitlines()
    return next(int(line.split()[1]) for line in status if line.startswith("RssAnon")) / 1024


def _below(process: int) -> set[int]:
    """All descendants of a process."""
    own = Path("/proc", str(process), "task", str(process), "children").read_text(encoding="ascii").split()
    return {int(each) for each in own} | {lower for each in own for lower in _below(int(each))}


def _processor_time(process: int) -> float:
    fields = Path("/proc", str(process), "stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
