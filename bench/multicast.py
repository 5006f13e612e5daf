# SPDX-License-Identifier: BSD-3-Clause
"""One sender to many receivers, this engine beside other systems, in one run."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from typing import Any

from bench._network import Network, PrivateLoopback, can_make_namespaces
from bench._peers.catalogue import ALL, OWN, PEERS, REFERENCES
from bench._peers.harness import Workload
from bench._promise import Promise, finish, ratio
from bench._rounds import Row, installed, interpreter, measure_rounds


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.epilog = "example: liveobjects bench multicast --peers all --receivers 1,4,8 --runs 5 --check --json"
    add_system_arguments(parser, own=",".join(OWN))
    parser.add_argument("--no-reference", action="store_true", help="leave out what the machine allows at most")
    parser.add_argument("--path", choices=("udp", "shm", "all"), default="all", help="which of our paths")
    parser.add_argument("--receivers", default="4", help="how many, one or several numbers with commas")
    parser.add_argument("--groups", type=int, default=1, help="round-robin over so many groups")
    parser.add_argument(
        "--loss", type=float, default=0.0, help="share of packets that our receivers lose, such as 0.01"
    )


def add_system_arguments(parser: argparse.ArgumentParser, *, own: str) -> None:
    """Add the systems and the workload, equal for all comparisons."""
    parser.add_argument("--peers", default="none", help=f"all, none, or names with commas: {', '.join(PEERS)}")
    parser.add_argument("--own", default=own, help=f"which of ours: {', '.join(OWN)}; none")
    parser.add_argument("--size", type=int, default=1000, help="bytes of a message")
    parser.add_argument("--seconds", type=float, default=3.0)
    parser.add_argument(
        "--rate", type=float, default=0.0, help="messages per second, to measure latency; 0: all it can"
    )
    parser.add_argument("--window", type=int, default=4000, help="how far a sender without flow control may run ahead")
    parser.add_argument("--runs", type=int, default=1, help="the row is the median of so many")
    parser.add_argument(
        "--shortlist",
        type=int,
        default=0,
        help="after the first run go on with only so many of the peers, the best; 0: all",
    )
    parser.add_argument("--python", default=sys.executable, help="the interpreter that has the peers' packages")
    parser.add_argument("--check", action="store_true", help="end with 1 when a promise is broken")
    parser.add_argument("--json", action="store_true")


def run(args: argparse.Namespace) -> int:
    try:
        counts = [int(text) for text in args.receivers.split(",")]
        names = chosen(args.own, args.peers, reference=not args.no_reference)
    except ValueError as error:
        print(f"liveobjects: {error}; see --help", file=sys.stderr)
        return 2
    names = [name for name in names if name not in OWN or args.path in ("all", ALL[name].path)]
    if args.size < 16 or not all(1 <= count <= 64 for count in counts):
        print("liveobjects: 1 to 64 receivers and messages of at least 16 bytes; see --help", file=sys.stderr)
        return 2
    names, skipped = installed(names, args.python)
    results: list[Row] = []
    with PrivateLoopback() if can_make_namespaces() else Network() as network:
        for count in counts:
            workloads = [
                Workload(
                    peer=name,
                    receivers=count,
                    size=args.size,
                    seconds=args.seconds,
                    rate=args.rate,
                    groups=args.groups,
                    window=args.window,
                    loss=args.loss,
                    python=interpreter(name, args.python),
                )
                for name in names
            ]
            show = quiet if args.json else print_row
            rows = measure_rounds(workloads, network, args.runs, shortlist=args.shortlist, show=show)
            results += [row for row in rows if "error" not in row]
            for row in rows:
                if "error" in row:
                    skipped[f"{row['system']} ({count} receivers)"] = row["error"]
    return report(results, skipped, promises(results), args)


def chosen(own: str, peers: str, *, reference: bool) -> list[str]:
    """The names of systems, in the order in which they run."""
    names = [] if own == "none" else own.split(",")
    names += list(REFERENCES) if reference else []
    names += list(PEERS) if peers == "all" else [] if peers == "none" else peers.split(",")
    for name in names:
        if name not in ALL:
            raise ValueError(f"no system is called {name!r}")
    return names


def report(results: list[Row], skipped: dict[str, str], found: Iterator[Promise], args: argparse.Namespace) -> int:
    """Report skipped systems, and with `--check` the promises."""
    if not args.json:
        for name, reason in skipped.items():
            print(f"{name:<22} skipped: {reason}")
    body: dict[str, Any] = {"results": results, "skipped": skipped}
    code = finish(body, found if args.check else [], as_json=args.json)
    return code if results else 1


def best(rows: list[Row], key: str = "messages_per_s", *, least: bool = False, lossy: bool = False) -> Row | None:
    """The best of the other systems without loss; with `lossy`, of all others."""
    good = [row for row in rows if row["system"] in PEERS and row.get(key) is not None]
    good = [row for row in good if lossy or (row["reliable"] and not row["loss"])]
    return (min if least else max)(good, key=lambda row: row[key], default=None)


def value(rows: list[Row], system: str, key: str = "messages_per_s") -> float | None:
    """A value of one system, if it was measured."""
    return next((row[key] for row in rows if row["system"] == system), None)


def promises(results: list[Row]) -> Iterator[Promise]:
    """The engine's promises compared with others, for every number of receivers."""
    for count in sorted({row["receivers"] for row in results}):
        rows = [row for row in results if row["receivers"] == count]
        yield from lossless(rows, f"{count} receivers" if count > 1 else "1 receiver")
        yield from _latencies(rows, count) if rows[0]["rate"] else _throughputs(rows, count)


def lossless(rows: list[Row], where: str) -> Iterator[Promise]:
    """Our systems lose nothing and keep the order."""
    own = [row for row in rows if row["system"] in OWN]
    wrong = [
        f"{row['system']}: {row['loss']:.4%} lost, {row['disorder']} out of order"
        for row in own
        if row["loss"] or row["disorder"]
    ]
    if own:
        yield Promise(f"{where}: ours lose nothing", "all, in order", "; ".join(wrong) or "all", not wrong)


def _throughputs(rows: list[Row], count: int) -> Iterator[Promise]:
    peer = best(rows)
    rival = peer["messages_per_s"] if peer else None
    name = peer["system"] if peer else "no peer"
    udp, shm = value(rows, "liveobjects"), value(rows, "liveobjects-shm")
    if udp is not None:
        limit = 1.5 if count == 1 else 2.5
        yield Promise.at_least(f"UDP, {count}: × best peer ({name})", ratio(udp, rival), limit)
        bound = ratio(udp, value(rows, "ref-gso"))
        yield Promise.at_least(f"UDP, {count}: share of ref-gso", bound, 0.75, "{:.0%}")
        sealed = ratio(value(rows, "liveobjects-encrypted"), udp)
        yield Promise.at_least(f"UDP, {count}: encrypted keeps", sealed, 0.70, "{:.0%}")
    if shm is not None:
        if count > 1:
            yield Promise.at_least(f"shared memory, {count}: × best peer ({name})", ratio(shm, rival), 3.0)
        bound = ratio(shm, value(rows, "ref-shm"))
        yield Promise.at_least(f"shared memory, {count}: share of ref-shm", bound, 0.75, "{:.0%}")
    in_c = value(rows, "liveobjects-c")
    if in_c is not None:
        raw = ratio(in_c, value(rows, "ref-raw"))
        yield Promise.at_least(f"in C, {count}: share of raw sockets", raw, 0.80, "{:.0%}")


def _latencies(rows: list[Row], count: int) -> Iterator[Promise]:
    for key, text in (("p50_us", "p50"), ("p99_us", "p99")):
        peer = best(rows, key, least=True)
        own = [row for row in rows if row["system"] in ("liveobjects", "liveobjects-shm") and row.get(key)]
        for row in own:
            what = f"{row['system']}, {count}: {text} at {row['rate']:,.0f}/s"
            if peer is None:
                yield Promise(what, "the best peer's", f"{row[key]} µs; no peer", None)
                continue
            wanted = f"at most {peer[key]:.0f} µs"
            yield Promise(what, wanted, f"{row[key]:.0f} µs ({peer['system']})", row[key] <= peer[key])


def quiet(_: Row) -> None:
    """Shows nothing."""


def print_row(row: Row) -> None:
    if "error" in row:
        return
    latency = f"p50 {row['p50_us']} µs, p99 {row['p99_us']} µs" if row.get("p50_us") is not None else ""
    print(
        f"{row['system']:<22} {row['path']:<4} {row['receivers']:>3} receivers"
        f" {row['messages_per_s']:>10,.0f} /s"
        f"  loss {row['loss']:.4%}  {row['cpu_us_per_delivery']} µs a delivery  {latency}",
        flush=True,
    )
