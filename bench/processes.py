# SPDX-License-Identifier: BSD-3-Clause
"""Many real processes on this machine: how soon do they agree on their view?"""

from __future__ import annotations

import argparse
import asyncio
import secrets
import statistics
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from bench._promise import Promise, finish

_REPOSITORY = Path(__file__).resolve().parent.parent


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.epilog = "example: liveobjects bench processes --nodes 64"
    parser.add_argument("--nodes", type=int, default=64)
    parser.add_argument("--runs", type=int, default=1, help="the median of so many")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--node", default="", help=argparse.SUPPRESS)  # this process is one of them


def run(args: argparse.Namespace) -> int:
    if args.node:
        asyncio.run(_node(args.node, args.nodes))
        return 0
    runs = [_measure(args.nodes) for _ in range(args.runs)]
    seconds = statistics.median(found["seconds"] for found in runs)
    same = all(found["agree"] for found in runs)
    if not args.json:
        print(f"{args.nodes} nodes in one view after {seconds:.2f} s: {same}")
    what = f"{args.nodes} processes"
    promises = [
        Promise.under(f"{what}: one view after the last start, s", seconds, 3.0),
        Promise(f"{what}: the same view at all", "one view", "one view" if same else "several", same),
    ]
    report = {"nodes": args.nodes, "seconds": round(seconds, 3), "agree": same}
    return finish(report, promises, as_json=args.json)


def _measure(nodes: int) -> dict[str, Any]:
    name = f"bench {secrets.token_hex(8)}"
    command = [sys.executable, "-m", "app", "bench", "processes", "--nodes", str(nodes), "--node", name]
    processes = [
        subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=_REPOSITORY)
        for _ in range(nodes)
    ]
    try:
        started = [_read(process) for process in processes]
        agreed = [_read(process) for process in processes]
    finally:
        for process in processes:
            process.kill()
            process.wait()
    if not all(started) or not all(agreed):
        raise RuntimeError("a node ended before all agreed; run it again")
    last_start = max(float(words[1]) for words in started)
    seconds = max(float(words[1]) for words in agreed) - last_start
    return {"seconds": seconds, "agree": len({words[2] for words in agreed}) == 1}


def _read(process: subprocess.Popen[str]) -> list[str]:
    assert process.stdout is not None
    return process.stdout.readline().split()


async def _node(name: str, count: int) -> None:
    from app.transport_native import ScopeSettings  # noqa: PLC0415
    from app.transport_native.engine import Engine  # noqa: PLC0415

    with Engine() as engine:
        engine.attach()
        scope = engine.open_scope(ScopeSettings(name=name))
        group = scope.join("group")
        print("started", time.monotonic(), flush=True)
        await group.wait_for_members(count)
        assert scope.view is not None
        print("agreed", time.monotonic(), scope.view.number, flush=True)
        await asyncio.to_thread(sys.stdin.read)
