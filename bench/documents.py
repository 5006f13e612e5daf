# SPDX-License-Identifier: BSD-3-Clause
"""Documents: disk and time of a counter, merging, typing, hostile authors, and simulated lives by seeds."""

from __future__ import annotations

import argparse
import asyncio
import json
import shutil
import tempfile
import time
from pathlib import Path
from typing import Any

_LARGEST_COUNTER = 100 << 10
_SLOWEST_OPENING = 0.5
_SLOWEST_MERGE = 1.0
_PARTS = ("counter", "merge", "typing", "hostile", "seeds")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.epilog = "example: liveobjects bench documents --only seeds --seeds 1000"
    parser.add_argument("--only", choices=_PARTS, action="append", help="measure this part; may be repeated")
    parser.add_argument("--changes", type=int, default=10_000, help="changes made apart (10,000)")
    parser.add_argument("--edits", type=int, default=1_000, help="edits of a note of 20,000 characters (1,000)")
    parser.add_argument("--seeds", type=int, default=100, help="simulated lives (100)")
    parser.add_argument("--first-seed", type=int, default=0)
    parser.add_argument("--json", action="store_true")


def run(args: argparse.Namespace) -> int:
    report: dict[str, Any] = {}
    for part in args.only or _PARTS:
        home = Path(tempfile.mkdtemp(prefix="documents-"))
        try:
            report[part] = _measure(part, args, home)
        finally:
            shutil.rmtree(home, ignore_errors=True)
    if args.json:
        print(json.dumps(report))
    else:
        for part, numbers in report.items():
            print(f"{part}: " + ", ".join(f"{name.replace('_', ' ')} {value}" for name, value in numbers.items()))
    return 0 if all(numbers["holds"] for numbers in report.values()) else 1


def _measure(part: str, args: argparse.Namespace, home: Path) -> dict[str, Any]:
    if part == "counter":
        return asyncio.run(measure_counter(home))
    if part == "merge":
        return asyncio.run(measure_merge(home, args.changes))
    if part == "typing":
        return asyncio.run(measure_typing(home, args.edits))
    if part == "hostile":
        return measure_hostile()
    return measure_seeds(args.first_seed, args.seeds)


async def measure_counter(home: Path) -> dict[str, Any]:
    """A counter is opened, changed and closed: the disk that it takes, and how soon it is live again."""
    from bench._documents.homes import DOCUMENT, at_home, channel, end, new_node  # noqa: PLC0415 - heavy
    from bench._references import on_channel  # noqa: PLC0415
    from objects_library.installed import installed_catalogue  # noqa: PLC0415
    from objects_library.variables.counter.proxy import SharedCounter  # noqa: PLC0415

    catalogue, template = installed_catalogue(), SharedCounter.__live_object__.id  # type: ignore[attr-defined]
    reference = on_channel(template, channel(DOCUMENT, "int", "int", f"bench {home.name}"))
    with at_home(home):
        node = await new_node(catalogue, "counter")
        proxy, _ = await _counter(node, reference)
        proxy._life.body.add(5)  # noqa: SLF001 - as its view does
        await _shows(proxy, 5)
        await end(node)
        await asyncio.to_thread(_finish)
        data = sum(path.stat().st_size for path in (home / "data").glob("documents*"))
        node = await new_node(catalogue, "counter")
        proxy, seconds = await _counter(node, reference)
        await _shows(proxy, 5)
        await end(node)
        await asyncio.to_thread(_finish)
    holds = data < _LARGEST_COUNTER and seconds < _SLOWEST_OPENING
    return {"kib_on_disk": round(data / 1024, 1), "seconds_until_live": round(seconds, 3), "holds": holds}


def _finish() -> None:
    from app.runtime.storage.documents import DocumentStore  # noqa: PLC0415

    DocumentStore.of_user().finish()


async def _counter(node: Any, reference: Any) -> tuple[Any, float]:
    from app.runtime.activation import State  # noqa: PLC0415

    started = time.perf_counter()
    proxy = await node.dereference(reference)
    live = asyncio.Event()
    proxy.watch(lambda state: live.set() if state is State.LIVE else None)
    if proxy.state is not State.LIVE:
        async with asyncio.timeout(20):
            await live.wait()
    return proxy, time.perf_counter() - started


async def _shows(proxy: Any, value: int) -> None:
    async with asyncio.timeout(20):
        while proxy._life.body._total != value:  # noqa: SLF001, ASYNC110 - it tells nobody without a view
            await asyncio.sleep(0.002)


async def measure_merge(home: Path, changes: int) -> dict[str, Any]:
    """Two people make changes apart, and meet: what it takes until both have everything, and if anything is lost."""
    from bench._documents.homes import DOCUMENT, at_home, channel, end, new_node, open_writer, set_loss  # noqa: PLC0415
    from objects_library.installed import installed_catalogue  # noqa: PLC0415

    catalogue = installed_catalogue()
    reference = channel(DOCUMENT, "text", "list[text]", f"bench {home.name}")
    nodes, writers = [], []
    for name in ("ann", "bob"):
        with at_home(home / name):
            nodes.append(await new_node(catalogue, name))
            writers.append(await open_writer(nodes[-1], reference))
    for writer in writers:
        await writer.until(lambda writer=writer: writer.members == 2)  # type: ignore[misc]
    set_loss(1.0)
    for writer in writers:
        await writer.until(lambda writer=writer: writer.members == 1)  # type: ignore[misc]
    half = changes // 2
    for number, writer in enumerate(writers):
        for index in range(half):
            writer.channel.send(f"{number}:{index}: something that somebody wrote while apart")
            if index % 100 == 99:
                await asyncio.sleep(0)
        await writer.until(lambda writer=writer: len(writer.state) == half)  # type: ignore[misc]
    healed = time.perf_counter()
    set_loss(0.0)
    await writers[0].until(lambda: writers[0].members == 2)
    met, used = time.perf_counter(), time.process_time()
    for writer in writers:
        await writer.until(lambda writer=writer: len(writer.state) == 2 * half)  # type: ignore[misc]
    merged = time.perf_counter()
    cpu = time.process_time() - used
    equal = writers[0].state == writers[1].state
    whole = len(set(writers[0].state)) == 2 * half
    await end(*nodes)
    return {
        "changes": 2 * half,
        "seconds_until_met": round(met - healed, 3),
        "seconds_until_merged": round(merged - met, 3),
        "cpu_seconds_of_both": round(cpu, 3),
        "equal": equal,
        "nothing_lost": whole,
        "holds": equal and whole and cpu < _SLOWEST_MERGE,  # the clock also measures what else runs here
    }


async def measure_typing(home: Path, edits: int) -> dict[str, Any]:
    """Edits of a long note on the document channel and on the volatile one: CPU time of each."""
    from bench._documents.homes import CHECKPOINTED, DOCUMENT, at_home, channel, end, new_node  # noqa: PLC0415
    from bench._references import on_channel  # noqa: PLC0415
    from objects_library.documents.note.proxy import Note  # noqa: PLC0415
    from objects_library.installed import installed_catalogue  # noqa: PLC0415

    catalogue, template = installed_catalogue(), Note.__live_object__.id  # type: ignore[attr-defined]
    seconds: dict[int, list[float]] = {CHECKPOINTED: [], DOCUMENT: []}
    for turn in range(4):
        for kind in (CHECKPOINTED, DOCUMENT):
            with at_home(home / f"{kind:x}"):
                node = await new_node(catalogue, "typist")
                scope = f"bench {home.name} {kind:x} {turn}"
                reference = on_channel(template, channel(kind, "NoteChange", "NoteState", scope))
                proxy, _ = await _counter(node, reference)
                used = await _type(proxy._life.body, edits)  # noqa: SLF001 - as its view does
                if turn:  # the first one warms up
                    seconds[kind].append(used)
                await end(node)
    volatile, document = min(seconds[CHECKPOINTED]), min(seconds[DOCUMENT])
    more = 100 * (document / volatile - 1)
    return {
        "edits": edits,
        "ms_cpu_each_volatile": round(1000 * volatile / edits, 3),
        "ms_cpu_each_document": round(1000 * document / edits, 3),
        "percent_more": round(more, 1),
        "holds": more <= 5,
    }


async def _type(note: Any, edits: int) -> float:
    from objects_library.replication.text.rich_document import Step  # noqa: PLC0415

    def insert(at: int, text: str) -> None:
        note.change([Step(at, 0, text, {}, 0)])

    insert(0, "some words of a long note " * 770)
    await asyncio.sleep(0.3)
    used = time.process_time()
    for index in range(edits):
        insert(17 * index % 20_000, "x")
        await asyncio.sleep(0.002)
    await asyncio.sleep(0.1)
    return time.process_time() - used


def measure_hostile() -> dict[str, Any]:
    """Forged runs at one copy: how many a second are refused, and whether an honest change still comes through."""
    from bench._documents.world import World  # noqa: PLC0415
    from objects_library.channels.document.frames import pack_run, unpack_frame  # noqa: PLC0415

    world = World(1, 1)
    world.start(world.devices[0], alone=True)
    (session,) = world.sessions
    session.change("honest")
    world.settle()
    (mine,) = list(session.replica.past.heads.values())
    changes = session.replica.unsettled()
    assert not changes
    forged = _forged(world, mine.author)
    started, refused = time.perf_counter(), session.replica.refused_frames
    for data, before in forged:
        session.replica.take(9, unpack_frame(pack_run([data], before)))
    seconds = time.perf_counter() - started
    session.change("honest again")
    world.settle()
    unharmed = session.state == ["honest", "honest again"]
    counted = session.replica.refused_frames - refused
    return {
        "refused_per_second": round(len(forged) / seconds),
        "counted": counted,
        "unharmed": unharmed,
        "holds": unharmed and counted == len(forged),
    }


def _forged(world: Any, author: bytes) -> list[tuple[Any, bytes]]:
    """Changes in another's name, each of an origin of its own."""
    from app.runtime.storage.documents import Change, ChangeKind  # noqa: PLC0415
    from app.runtime.storage.documents.change import first_chain, next_chain  # noqa: PLC0415

    found = []
    for origin in range(1, 2_001):
        before = first_chain(world.document, origin, author)
        chain = next_chain(before, ChangeKind.CHANGE, 1, b"forged")
        found.append((Change(origin, 1, author, 1, ChangeKind.CHANGE, b"forged", chain, bytes(64)), before))
    return found


def measure_seeds(first: int, count: int) -> dict[str, Any]:
    """Simulated lives of four to seven devices and a hostile author: equal at the end, every kept change once."""
    from bench._documents.world import World  # noqa: PLC0415

    started, kept, violations = time.process_time(), 0, list[str]()
    merges = mails = attacks = 0
    for seed in range(first, first + count):
        world = World(seed, 4 + seed % 4)
        violations += [f"seed {seed}: {line}" for line in world.run(800)]
        kept += len(world.accepted)
        merges, mails, attacks = merges + world.merges, mails + world.mails, attacks + world.attacks
    return {
        "seeds": count,
        "kept_changes": kept,
        "merges": merges,
        "mailed_copies": mails,
        "hostile_frames": attacks,
        "cpu_seconds": round(time.process_time() - started, 1),
        "violations": violations,
        "holds": not violations,
    }
