# SPDX-License-Identifier: BSD-3-Clause
"""The points of the curves of chapter 4: over nodes, groups, rate and loss, measured and simulated."""

from __future__ import annotations

import importlib.util
import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from bench._network import Bridge, Network, PrivateLoopback, can_make_namespaces
from bench._peers.harness import Workload
from bench._rounds import Row, measure_rounds, median_of

_REPOSITORY = Path(__file__).resolve().parent.parent
_OWN = "liveobjects"
RECEIVERS = (1, 2, 4, 8, 16, 32)
GROUPS = (1, 16, 256, 2048, 8192)
RATES = (1000, 2000, 5000, 10_000, 20_000, 50_000, 100_000)
LOSSES = (0.0, 0.001, 0.005, 0.01, 0.02, 0.05, 0.1)
NODES = (2, 5, 10, 20, 50, 100, 150, 200)


FAMILIES = ("receivers", "groups", "rate", "loss", "nodes")


def measure(family: str, runs: int, seconds: float) -> list[Row]:
    """Measure one family of curves; failed points are left out."""
    if family == "nodes":
        return _nodes()
    if family == "loss":
        return _losses(runs, seconds)
    workloads = {
        "receivers": [Workload(_OWN, receivers=count, seconds=seconds) for count in RECEIVERS],
        "groups": [Workload(_OWN, groups=count, seconds=seconds) for count in GROUPS],
        "rate": [Workload(_OWN, rate=rate, seconds=max(2.0, seconds)) for rate in RATES],
    }
    with PrivateLoopback() if can_make_namespaces() else Network() as network:
        return _rows(workloads[family], network, runs)


def _rows(workloads: Sequence[Workload], network: Network, runs: int) -> list[Row]:
    rows = measure_rounds(workloads, network, runs)
    for workload, row in zip(workloads, rows, strict=True):
        if "error" in row:
            print(f"liveobjects: no point for {workload}: {row['error']}", file=sys.stderr)
    return [row for row in rows if "error" not in row]


def _losses(runs: int, seconds: float) -> list[Row]:
    """On a bridge with loss in the kernel; without root, on loopback with the engine's loss injection."""
    found: dict[float, list[Row]] = {loss: [] for loss in LOSSES}
    with Bridge(5) if can_make_namespaces() else Network() as network:
        for _ in range(runs):
            for loss in LOSSES:
                if isinstance(network, Bridge):
                    network.set_loss(loss)
                workload = Workload(_OWN, seconds=seconds, loss=0.0 if isinstance(network, Bridge) else loss)
                found[loss] += _rows([workload], network, 1)
    return [{**median_of(rows), "network_loss": loss} for loss, rows in found.items() if rows]


def _nodes() -> list[Row]:
    """The results of the scaling benchmark, else single runs of the simulator."""
    if importlib.util.find_spec("bench.scaling") is not None:
        found: list[Row] = json.loads(_bench("scaling", "--json") or "{}").get("results", [])
        return found
    return [row for nodes in NODES for row in _simulated(nodes)]


def _simulated(nodes: int) -> list[Row]:
    """One sender, all nodes in one group, no loss, at the model's maximum speed."""
    words = f"--nodes {nodes} --profile clean --groups 1 --everyone --senders 1 --size 1000 --rate 0"
    output = _bench("simulate", *words.split(), "--seeds", "1", "--seconds", "0.5", "--json")
    rows = [json.loads(line) for line in output.splitlines() if line.startswith("{")]
    return [{**row, "messages_per_s": row["deliveries_per_s"]} for row in rows]


def _bench(*words: str) -> str:
    command = [sys.executable, "-m", "app", "bench", *words]
    return subprocess.run(command, capture_output=True, text=True, cwd=_REPOSITORY, check=False).stdout
