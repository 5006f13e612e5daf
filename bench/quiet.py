# SPDX-License-Identifier: BSD-3-Clause
"""A node that is idle in many groups: what does it cost?"""

from __future__ import annotations

import argparse
import asyncio
import os
import secrets
import statistics
import time
from collections.abc import Iterator
from pathlib import Path

from bench._promise import Promise, finish


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.epilog = "example: liveobjects bench quiet --groups 1000 --nodes 5"
    parser.add_argument("--groups", type=int, default=1000)
    parser.add_argument("--nodes", type=int, default=5, help="how many, all in this process")
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--runs", type=int, default=1, help="medians of so many")
    parser.add_argument("--json", action="store_true")


def run(args: argparse.Namespace) -> int:
    runs = [asyncio.run(_measure(args)) for _ in range(args.runs)]
    report = {key: statistics.median(found[key] for found in runs) for key in runs[0]}
    if not args.json:
        print(
            f"{report['nodes']:.0f} nodes idle in {report['groups']:.0f} groups:"
            f" {report['cpu_share']:.3%} of a CPU and {report['packets_per_s']:.1f} packets/s for each;"
            f" joined in {report['join_s']:.2f} s,"
            f" {report['bytes_per_group']:.0f} bytes a group and node in the core"
        )
    return finish(report, _promises(report), as_json=args.json)


def _promises(report: dict[str, float]) -> Iterator[Promise]:
    where = f"idle in {report['groups']:,.0f} groups"
    yield Promise.under(f"{where}: share of a processor", report["cpu_share"], 0.005, "{:.2%}")
    yield Promise.under(f"{where}: packets/s of a node", report["packets_per_s"], 20.0, "{:.1f}")


async def _measure(args: argparse.Namespace) -> dict[str, float]:
    from app.transport_native import ScopeSettings  # noqa: PLC0415
    from app.transport_native.engine import Engine  # noqa: PLC0415

    name = f"bench {secrets.token_hex(8)}"
    engines = [Engine() for _ in range(args.nodes)]
    scopes = []
    for engine in engines:
        engine.attach()
        scopes.append(engine.open_scope(ScopeSettings(name=name)))
    for scope in scopes:
        await scope.wait_for_view(lambda view: len(view.members) == args.nodes)
    before_memory = (await scopes[0].stats()).node["memory_used"]
    started = time.monotonic()
    groups = [[scope.join(f"group {index}") for index in range(args.groups)] for scope in scopes]
    for own in groups:
        await asyncio.gather(*[group.wait_for_members(args.nodes) for group in (own[0], own[-1])])
    join_seconds = time.monotonic() - started
    after_memory = (await scopes[0].stats()).node["memory_used"]
    await asyncio.sleep(2)
    before = [(await scope.stats()).io["packets_out"] for scope in scopes]
    cpu = _cpu_seconds()
    await asyncio.sleep(args.seconds)
    used = _cpu_seconds() - cpu
    after = [(await scope.stats()).io["packets_out"] for scope in scopes]
    for engine in engines:
        engine.close()
    return {
        "nodes": args.nodes,
        "groups": args.groups,
        "join_s": round(join_seconds, 2),
        "cpu_share": used / args.seconds / args.nodes,
        "packets_per_s": max(b - a for a, b in zip(before, after, strict=True)) / args.seconds,
        "bytes_per_group": (after_memory - before_memory) / args.groups,
    }


def _cpu_seconds() -> float:
    """The CPU time of all threads of this process."""
    fields = Path("/proc/self/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
