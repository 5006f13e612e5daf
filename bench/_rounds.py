# SPDX-License-Identifier: BSD-3-Clause
"""Repeats several measurements in rounds, so that background noise affects all of them alike."""

from __future__ import annotations

import statistics
import sys
from collections.abc import Callable, Sequence
from typing import Any

from bench._network import Network
from bench._peers.catalogue import OWN, PEERS, REFERENCES
from bench._peers.harness import Workload, measure, missing_parts

Row = dict[str, Any]
_MEDIANS = (
    "messages_per_s",
    "slowest_messages_per_s",
    "p50_us",
    "p99_us",
    "p999_us",
    "cpu_us_per_delivery",
    "sender_memory_mb",
    "receiver_memory_mb",
    "setup_s",
    "acknowledge_us",
    "token_round_trip_us",
    "engine_memory_mb",
)
_WORST = ("loss", "disorder", "max_us")


def interpreter(name: str, peers_python: str) -> str:
    """Our systems and references run in this interpreter, others where their packages are installed."""
    return sys.executable if name in OWN or name in REFERENCES else peers_python


def installed(names: Sequence[str], peers_python: str) -> tuple[list[str], dict[str, str]]:
    """The systems that can run, and why the others cannot."""
    missing: dict[str, str] = {}
    for python in {interpreter(name, peers_python) for name in names}:
        missing |= missing_parts([n for n in names if interpreter(n, peers_python) == python], python)
    reasons = {name: f"not installed: {missing[name]}" for name in names if name in missing}
    return [name for name in names if name not in missing], reasons


def median_of(rows: list[Row]) -> Row:
    """The median of every number over the successful runs; of loss and disorder the worst."""
    good = [row for row in rows if "error" not in row]
    if not good:
        return rows[0]
    row = dict(good[0])
    for key in (*_MEDIANS, *_WORST):
        values = [r[key] for r in good if r.get(key) is not None]
        if values:
            row[key] = max(values) if key in _WORST else statistics.median(values)
    if any("counters" in r for r in good):
        row["counters"] = _sum_of([r.get("counters", {}) for r in good])
    row["sent"] = sum(r["sent"] for r in good)
    row["runs"] = len(good)
    if len(good) < len(rows):
        row["failed_runs"] = len(rows) - len(good)
    return row


def _sum_of(counters: list[dict[str, int]]) -> dict[str, int]:
    names = {name: None for found in counters for name in found}
    return {name: sum(found.get(name, 0) for found in counters) for name in names}


def measure_rounds(
    workloads: Sequence[Workload],
    network: Network,
    runs: int,
    *,
    shortlist: int = 0,
    show: Callable[[Row], None] = lambda _: None,
) -> list[Row]:
    """Measure one row per workload, in their order; a failed one has an `error`.

    With a shortlist, only the best systems of the first round are measured again.
    """
    found: list[list[Row]] = [[measure(workload, network)] for workload in workloads]
    again = list(range(len(workloads)))
    if shortlist:
        peers = [index for index in again if workloads[index].peer in PEERS]
        best = set(sorted(peers, key=lambda index: _rank(found[index][0]))[:shortlist])
        again = [index for index in again if index not in peers or index in best]
    for _ in range(runs - 1):
        for index in again:
            found[index].append(measure(workloads[index], network))
    rows = [median_of(of_one) for of_one in found]
    for row in rows:
        show(row)
    return rows


def _rank(row: Row) -> float:
    """The rank, lowest first: latency at a fixed rate, else throughput; reliable systems before others."""
    if "error" in row:
        return float("inf")
    penalty = 0.0 if row["reliable"] and not row["loss"] else 1e12
    return penalty + (row["p99_us"] or 1e9 if row["rate"] else -row["messages_per_s"])
