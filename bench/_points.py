"""The points of the curves of chapter 4: against nodes, groups, rate and loss, measured and simulated."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from bench._net import Bridge, Network, PrivateLoopback, can_make_namespaces
from bench._peers.harness import Wish
from bench._rounds import Row, measure_rounds

_REPOSITORY = Path(__file__).resolve().parent.parent
_OWN = "liveobjects"
RECEIVERS = (1, 2, 4, 8, 16, 32)
GROUPS = (1, 16, 256, 2048, 8192)
RATES = (1000, 2000, 5000, 10_000, 20_000, 50_000, 100_000)
LOSSES = (0.0, 0.001, 0.005, 0.01, 0.02, 0.05, 0.1)
NODES = (2, 5, 10, 20, 50, 100, 150, 200)


def measure_all(runs: int, seconds: float) -> dict[str, list[Row]]:
    """Every curve that this machine can measure; a point that failed is left out."""
    with PrivateLoopback() if can_make_namespaces() else Network() as network:
        found = {
            "receivers": _rows([Wish(_OWN, receivers=n, seconds=seconds) for n in RECEIVERS], network, runs),
            "groups": _rows([Wish(_OWN, groups=n, seconds=seconds) for n in GROUPS], network, runs),
            "rate": _rows([Wish(_OWN, rate=r, seconds=max(2.0, seconds)) for r in RATES], network, runs),
        }
    found["loss"] = _losses(runs, seconds)
    found["nodes"] = [row for nodes in NODES for row in _simulated(nodes)]
    return found


def _rows(wishes: Sequence[Wish], network: Network, runs: int) -> list[Row]:
    return [row for row in measure_rounds(wishes, network, runs) if "error" not in row]


def _losses(runs: int, seconds: float) -> list[Row]:
    """On a bridge, with loss in the kernel; without the right to make one, on loopback with our own."""
    rows: list[Row] = []
    if not can_make_namespaces():
        for loss in LOSSES:
            found = _rows([Wish(_OWN, seconds=seconds, loss=loss)], Network(), runs)
            rows += [{**row, "network_loss": loss} for row in found]
        return rows
    with Bridge(5) as network:
        for loss in LOSSES:
            network.set_loss(loss)
            rows += [
                {**row, "network_loss": loss} for row in _rows([Wish(_OWN, seconds=seconds)], network, runs)
            ]
    return rows


def _simulated(nodes: int) -> list[dict[str, Any]]:
    """One sender, everyone in one group, no loss, as fast as the model goes."""
    command = [
        sys.executable,
        "-m",
        "app",
        "bench",
        "simulate",
        "--profile",
        "clean",
        "--seeds",
        "1",
        "--json",
    ]
    command += ["--nodes", str(nodes), "--groups", "1", "--everyone", "--senders", "1", "--size", "1000"]
    command += ["--rate", "0", "--seconds", "0.5"]
    finished = subprocess.run(command, capture_output=True, text=True, cwd=_REPOSITORY, check=False)
    return [json.loads(line) for line in finished.stdout.splitlines() if line.startswith("{")]
