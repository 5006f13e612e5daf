# SPDX-License-Identifier: BSD-3-Clause
"""Many groups with the same members beside one group: rate, memory and the time to join."""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import secrets
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from bench._network import Network, PrivateLoopback, can_make_namespaces
from bench._peers.control import memory_kilobytes
from bench._peers.harness import Workload
from bench._promise import Promise, finish, ratio
from bench._rounds import measure_rounds

_REPOSITORY = Path(__file__).resolve().parent.parent


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.epilog = "example: liveobjects bench groups --groups 8192 --receivers 4 --runs 5"
    parser.add_argument("--groups", type=int, default=8192)
    parser.add_argument("--receivers", type=int, default=4)
    parser.add_argument("--size", type=int, default=1000)
    parser.add_argument("--seconds", type=float, default=2.0)
    parser.add_argument("--runs", type=int, default=1, help="medians of so many")
    parser.add_argument("--system", default="liveobjects", choices=("liveobjects", "liveobjects-shm"))
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--node", default="", help=argparse.SUPPRESS)  # this process is one of two that join


def run(args: argparse.Namespace) -> int:
    if args.node:
        asyncio.run(_join_all(args.node, args.groups))
        return 0
    workloads = [
        Workload(peer=args.system, receivers=args.receivers, size=args.size, seconds=args.seconds, groups=groups)
        for groups in (1, args.groups)
    ]
    with PrivateLoopback() if can_make_namespaces() else Network() as network:
        one, many = measure_rounds(workloads, network, args.runs)
        joins = [_measure_join(args.groups, network) for _ in range(min(args.runs, 3))]
    if "error" in one or "error" in many:
        print(f"liveobjects: {one.get('error') or many['error']}; run it again", file=sys.stderr)
        return 1
    report: dict[str, Any] = {
        "groups": args.groups,
        "share": ratio(many["messages_per_s"], one["messages_per_s"]),
        "join_s": sorted(join["seconds"] for join in joins)[len(joins) // 2],
        "bytes_per_group": max(join["bytes_per_group"] for join in joins),
        "results": [one, many],
    }
    if not args.json:
        print(
            f"{one['messages_per_s']:,.0f}/s with one group, {many['messages_per_s']:,.0f}/s with"
            f" {args.groups:,}; two nodes joined all in {report['join_s']:.2f} s,"
            f" {report['bytes_per_group']:,.0f} bytes a group and node"
        )
    return finish(report, _promises(report), as_json=args.json)


def _promises(report: dict[str, Any]) -> Iterator[Promise]:
    groups = f"{report['groups']:,} groups"
    yield Promise.at_least(f"{groups}: share of the rate of one group", report["share"], 0.95, "{:.1%}")
    yield Promise.under(f"{groups}: memory per group and node, bytes", report["bytes_per_group"], 8192, "{:,.0f}")
    yield Promise.under(f"{groups}: joined after, s", report["join_s"], 5.0)
    wrong = [row for row in report["results"] if row["loss"]]
    yield Promise(f"{groups}: nothing lost", "all", "lost some" if wrong else "all", not wrong)


# ---- joining, measured in two otherwise idle processes


def _measure_join(groups: int, network: Network) -> dict[str, float]:
    name = f"bench {secrets.token_hex(8)}"
    command = [sys.executable, "-m", "app", "bench", "groups", "--groups", str(groups), "--node", name]
    processes = [
        subprocess.Popen(
            [*network.enter(host), *command], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=_REPOSITORY
        )
        for host in (0, 1)
    ]
    try:
        found = [json.loads(_read_line(process) or "{}") for process in processes]
    finally:
        for process in processes:
            process.kill()
            process.wait()
    if not all(found):
        raise RuntimeError("a node that was to join the groups ended; run it again")
    return {key: max(report[key] for report in found) for key in found[0]}


def _read_line(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    return process.stdout.readline()


async def _join_all(name: str, groups: int) -> None:
    """Join all groups; print the time until the other node is in all of them, and the memory."""
    from app.transport_native import ScopeSettings  # noqa: PLC0415
    from app.transport_native.engine import Engine  # noqa: PLC0415

    with Engine() as engine:
        engine.attach()
        scope = engine.open_scope(ScopeSettings(name=name))
        await scope.wait_for_view(lambda view: len(view.members) == 2)
        await asyncio.sleep(0.5)
        before, started = memory_kilobytes(), time.monotonic()
        joined = [scope.join(f"group {index}") for index in range(groups)]
        for group in joined:
            await group.wait_for_members(2)
        seconds = time.monotonic() - started
        await asyncio.sleep(0.5)
        growth = (memory_kilobytes() - before) * 1024
        print(json.dumps({"seconds": seconds, "bytes_per_group": growth / groups}), flush=True)
        await asyncio.to_thread(os.read, sys.stdin.fileno(), 1)
