# SPDX-License-Identifier: BSD-3-Clause
"""Five hosts in network namespaces on a bridge, one sender and four receivers, with loss at each receiver."""

from __future__ import annotations

import argparse
import statistics
import sys
from collections.abc import Iterator

from bench._network import Bridge, Network, can_make_namespaces
from bench._peers.catalogue import ALL, OWN
from bench._peers.harness import Workload, measure
from bench._promise import Promise, ratio
from bench._rounds import Row, installed, interpreter, measure_rounds
from bench.multicast import add_system_arguments, best, chosen, lossless, print_row, report, value

_BURST_EVERY, _BURST_LENGTH = 1.0, 0.010
_MAIN = "liveobjects"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.epilog = "example: liveobjects bench netns --peers all --loss 0,0.01,0.05 --bursts --runs 3 --check"
    add_system_arguments(parser, own=_MAIN)
    parser.add_argument("--reference", action="store_true", help="also what the machine allows at most")
    parser.add_argument("--receivers", type=int, default=4)
    parser.add_argument("--loss", default="0,0.01", help="shares of packets lost at each host, with commas")
    parser.add_argument("--bursts", action="store_true", help="also 10 ms of total loss every second, at our receivers")


def run(args: argparse.Namespace) -> int:
    if not can_make_namespaces():
        print("liveobjects: network namespaces need root and the program ip; run as root", file=sys.stderr)
        return 1
    try:
        losses = [float(text) for text in args.loss.split(",")]
        names = [n for n in chosen(args.own, args.peers, reference=args.reference) if ALL[n].path != "shm"]
    except ValueError as error:
        print(f"liveobjects: {error}; see --help", file=sys.stderr)
        return 2
    names, skipped = installed([name for name in names if ALL[name].networked], args.python)
    results: list[Row] = []
    with Bridge(args.receivers + 1) as network:
        for loss in losses:
            network.set_loss(loss)
            rows = _measure(args, network, [_workload(args, name) for name in names], loss, "", skipped)
            for row in rows:
                if row["system"] == _MAIN and loss and not args.rate:
                    row["share_of_calm"] = _share_of_calm(args, network, loss)
            results += rows
        if args.bursts:
            network.set_loss(0)
            workloads = [_workload(args, name, bursts=True) for name in names if name in OWN]
            results += _measure(args, network, workloads, 0.0, "bursts", skipped)
    return report(results, skipped, promises(results), args)


def _workload(args: argparse.Namespace, name: str, *, bursts: bool = False) -> Workload:
    return Workload(
        peer=name,
        receivers=args.receivers,
        size=args.size,
        seconds=max(args.seconds, 3.0) if bursts else args.seconds,
        rate=args.rate,
        window=args.window,
        burst_every=_BURST_EVERY if bursts else 0.0,
        burst_length=_BURST_LENGTH if bursts else 0.0,
        python=interpreter(name, args.python),
    )


def _measure(
    args: argparse.Namespace,
    network: Network,
    workloads: list[Workload],
    loss: float,
    kind: str,
    skipped: dict[str, str],
) -> list[Row]:
    """The rows of one state of the network; failed systems are added to the skipped ones."""
    label = kind or f"{loss:.0%} lost"
    rows = measure_rounds(workloads, network, args.runs, shortlist=args.shortlist)
    for row in rows:
        row["network_loss"], row["network"] = loss, label
        if "counters" in row:
            row["repairs_per_lost_packet"] = _repairs_per_loss(row["counters"])
        if "error" in row:
            skipped[f"{row['system']}, {label}"] = row["error"]
        elif not args.json:
            print(f"{label:>8}  ", end="")
            print_row(row)
            if "counters" in row and _lost(row["counters"]):
                _print_counters(row)
    return [row for row in rows if "error" not in row]


def _share_of_calm(args: argparse.Namespace, network: Bridge, loss: float) -> float | None:
    """The share of the rate without loss, both measured alternately."""
    shares = []
    for _ in range(args.runs):
        speeds = []
        for share in (0.0, loss):
            network.set_loss(share)
            speeds.append(measure(_workload(args, _MAIN), network).get("messages_per_s"))
        shares.append(ratio(speeds[1], speeds[0]))
    good = [share for share in shares if share is not None]
    return statistics.median(good) if good else None


def _lost(counters: dict[str, int]) -> int:
    """Lost packets: those that the engine was told to drop, else the gaps it noticed."""
    return counters["faults_dropped"] or counters["lost_segments"]


def _repairs_per_loss(counters: dict[str, int]) -> float | None:
    lost = _lost(counters)
    return round(counters["repairs_sent"] / lost, 3) if lost else None


def _print_counters(row: Row) -> None:
    counted = row["counters"]
    print(
        f"{'':>10}{_lost(counted):,} packets lost, {counted['repairs_sent']:,} repairs"
        f" ({row['repairs_per_lost_packet']} each), {counted['requests_sent']:,} requests,"
        f" {counted['duplicates']:,} duplicates",
        flush=True,
    )


def promises(results: list[Row]) -> Iterator[Promise]:
    """The engine's promises on a lossy network."""
    calm = [row for row in results if row["network"] == "0% lost"]
    base = value(calm, _MAIN)
    for label in dict.fromkeys(row["network"] for row in results):
        rows = [row for row in results if row["network"] == label]
        yield from lossless(rows, label)
        if rows[0]["rate"]:
            yield from _latencies(rows, label)
        else:
            yield from _throughputs(rows, label, base)
        for row in rows:
            if (share := row.get("repairs_per_lost_packet")) is not None and row["system"] in OWN:
                yield Promise.under(f"{row['system']}, {label}: repairs per lost packet", share, 1.5)


def _throughputs(rows: list[Row], label: str, base: float | None) -> Iterator[Promise]:
    own = value(rows, _MAIN)
    if own is None:
        return
    if label != "bursts":
        peer = best(rows, lossy=True)
        name = peer["system"] if peer else "no peer"
        above = ratio(own, peer["messages_per_s"] if peer else None)
        yield Promise.at_least(f"{label}: × best peer ({name})", above, 1.0)
    kept = {"bursts": 0.75, "1% lost": 0.85}.get(label)
    if kept is not None:
        shares = [row["share_of_calm"] for row in rows if row.get("share_of_calm") is not None]
        share = shares[0] if shares else ratio(own, base)
        yield Promise.at_least(f"{label}: share of own rate without loss", share, kept, "{:.0%}")


def _latencies(rows: list[Row], label: str) -> Iterator[Promise]:
    for row in rows:
        if row["system"] in OWN and row["network_loss"] <= 0.01:
            what = f"{row['system']}, {label}: p99 at {row['rate']:,.0f}/s, ms"
            yield Promise.under(what, row["p99_us"] / 1000, 20.0, "{:.1f}")
