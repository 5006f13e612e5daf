# SPDX-License-Identifier: BSD-3-Clause
"""From 2 to 200 nodes in the simulator: what a node sends, how soon it is acknowledged, what gets through.

The model: one group of all nodes, one sender, messages of 1,000 bytes in packets of 1,472; a link that
carries 12.5 MB/s out of each node, 2 µs of a receiver's processor for a packet, 0.1 ms from node to node.
"""

from __future__ import annotations

import argparse
import json
import math
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from app.transport_native import build
from bench._promise import Promise, finish

EXAMPLE = "liveobjects bench scaling --nodes 2 8 32 200"
NODES = (2, 4, 8, 16, 32, 64, 100, 200)
_FOLDER = Path(build.__file__).resolve().parent / "simulator"
_MODEL = {"link-rate": 12.5e6, "packet-cost": 2e-6, "heartbeat": 0.5, "size": 1000, "senders": 1, "groups": 1}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the numbers of nodes and the load."""
    parser.add_argument("--nodes", type=int, nargs="+", default=list(NODES), help="numbers of nodes to compare")
    parser.add_argument("--rate", type=float, default=1000, help="messages/s while control packets are counted")
    parser.add_argument("--seconds", type=float, default=2, help="simulated seconds of that (default 2)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", action="store_true")


def run(options: argparse.Namespace) -> int:
    """Exit 1 when a promise is broken."""
    program = build.build_program(build.Variant(), "simulate", sorted(_FOLDER.glob("*.c")))
    if not options.json:
        print("nodes  control/node/s  acknowledged ms  token ms  idle packets/node/s  messages/s")
    rows = []
    for nodes in sorted(set(options.nodes)):
        row = _measure(program, nodes, options)
        rows.append(row)
        if not options.json:
            print(
                f"{row['nodes']:5}  {row['control_per_node_s']:14.1f}  {row['acknowledge_ms']:15.1f}"
                f"  {row['token_ms']:8.2f}  {row['quiet_per_node_s']:19.1f}  {row['messages_per_s']:10,.0f}",
                flush=True,
            )
    return finish({"model": _MODEL, "results": rows}, promises(rows), as_json=options.json)


def _measure(program: Path, nodes: int, options: argparse.Namespace) -> dict[str, Any]:
    steady = _simulate(program, nodes, options.seed, options.rate, options.seconds)
    full = _simulate(program, nodes, options.seed, 0, min(options.seconds, 0.5))
    row = {name: steady[name] for name in ("control_per_node_s", "acknowledge_ms", "token_ms", "quiet_per_node_s")}
    violation = steady["violation"] or full["violation"]
    return {"nodes": nodes, **row, "messages_per_s": full["deliveries_per_s"], "violation": violation}


def _simulate(program: Path, nodes: int, seed: int, rate: float, seconds: float) -> dict[str, Any]:
    settings = {**_MODEL, "nodes": nodes, "start": seed, "rate": rate, "seconds": seconds}
    words = [word for name, value in settings.items() for word in (f"--{name}", str(value))]
    command = [str(program), "--everyone", "--profile", "clean", *words]
    finished = subprocess.run(command, capture_output=True, text=True, check=False)
    if not finished.stdout:
        return {"violation": f"the simulator stopped: {finished.stderr.strip()[-300:]}", **dict.fromkeys(_NUMBERS, 0)}
    found: dict[str, Any] = json.loads(finished.stdout)
    return found


_NUMBERS = ("control_per_node_s", "acknowledge_ms", "token_ms", "quiet_per_node_s", "deliveries_per_s")


def promises(rows: list[dict[str, Any]]) -> Iterator[Promise]:
    """The promises from the fewest to the most nodes."""
    broken = [f"{row['nodes']} nodes: {row['violation']}" for row in rows if row["violation"]]
    yield Promise("no checker of the simulator complains", "none does", "; ".join(broken) or "none", not broken)
    if len(rows) < 2 or broken:
        return
    control = [row["control_per_node_s"] for row in rows]
    yield Promise.under("control packets per node and second, most over fewest", max(control) / min(control), 1.5)
    first = rows[0]
    growth = [
        (row["acknowledge_ms"] / first["acknowledge_ms"]) / (math.log(row["nodes"]) / math.log(first["nodes"]))
        for row in rows[1:]
    ]
    yield Promise.under("time to acknowledge, growth over that of the logarithm", max(growth), 1.0 + 1e-9)
    rates = [row["messages_per_s"] for row in rows]
    yield Promise.at_least("messages/s of the model, least over that of the fewest nodes", min(rates) / rates[0], 0.95)
