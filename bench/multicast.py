"""One sender to many receivers, this engine beside other systems, in one run."""

from __future__ import annotations

import argparse
import json
import statistics
import sys
from typing import Any

from bench._net import Network, PrivateLoopback, can_make_namespaces
from bench._peers.catalogue import ALL, OWN, PEERS, REFERENCES
from bench._peers.harness import Wish, measure

_MEDIANS = (
    "messages_per_s",
    "slowest_messages_per_s",
    "loss",
    "p50_us",
    "p99_us",
    "p999_us",
    "cpu_us_per_delivery",
    "sender_memory_mb",
    "receiver_memory_mb",
    "setup_s",
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.epilog = "example: liveobjects bench multicast --peers all --receivers 1,4,8 --json"
    parser.add_argument(
        "--peers", default="none", help=f"all, none, or names with commas: {', '.join(PEERS)}"
    )
    parser.add_argument("--own", default=",".join(OWN), help=f"which of ours: {', '.join(OWN)}; none")
    parser.add_argument(
        "--no-reference", action="store_true", help="leave out what the machine allows at most"
    )
    parser.add_argument("--path", choices=("udp", "shm", "all"), default="all", help="which of our paths")
    parser.add_argument("--receivers", default="4", help="how many, one or several numbers with commas")
    parser.add_argument("--size", type=int, default=1000, help="bytes of a message")
    parser.add_argument("--seconds", type=float, default=3.0)
    parser.add_argument("--groups", type=int, default=1, help="round-robin over so many groups")
    parser.add_argument(
        "--rate", type=float, default=0.0, help="messages per second, to measure latency; 0: all it can"
    )
    parser.add_argument(
        "--loss", type=float, default=0.0, help="share of packets that our receivers lose, such as 0.01"
    )
    parser.add_argument(
        "--window", type=int, default=4000, help="how far a sender without flow control may run ahead"
    )
    parser.add_argument("--runs", type=int, default=1, help="the row is the median of so many")
    parser.add_argument(
        "--python", default=sys.executable, help="the interpreter that has the peers' packages"
    )
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
    results, skipped = [], {}
    with PrivateLoopback() if can_make_namespaces() else Network() as network:
        for name in names:
            if (missing := ALL[name].missing()) is not None and args.python == sys.executable:
                skipped[name] = f"not installed: {missing}"
                continue
            for count in counts:
                wish = Wish(
                    peer=name,
                    receivers=count,
                    size=args.size,
                    seconds=args.seconds,
                    rate=args.rate,
                    groups=args.groups,
                    window=args.window,
                    loss=args.loss,
                    python=sys.executable if name in OWN else args.python,
                )
                row = median_of([measure(wish, network) for _ in range(args.runs)])
                if "error" in row:
                    skipped[f"{name} ({count} receivers)"] = row["error"]
                else:
                    results.append(row)
                    if not args.json:
                        print_row(row)
    report(results, skipped, as_json=args.json)
    return 0 if results else 1


def chosen(own: str, peers: str, *, reference: bool) -> list[str]:
    """Names of systems, in the order in which they run."""
    names = [] if own == "none" else own.split(",")
    names += list(REFERENCES) if reference else []
    names += list(PEERS) if peers == "all" else [] if peers == "none" else peers.split(",")
    for name in names:
        if name not in ALL:
            raise ValueError(f"no system is called {name!r}")
    return names


def median_of(rows: list[dict[str, Any]]) -> dict[str, Any]:
    """The median of every number over the runs that worked; the loss is the worst one."""
    good = [row for row in rows if "error" not in row]
    if not good:
        return rows[0]
    row = dict(good[0])
    for key in _MEDIANS:
        values = [r[key] for r in good if r.get(key) is not None]
        if values:
            row[key] = max(values) if key == "loss" else statistics.median(values)
    row["runs"] = len(good)
    if len(good) < len(rows):
        row["failed_runs"] = len(rows) - len(good)
    return row


def print_row(row: dict[str, Any]) -> None:
    latency = f"p50 {row['p50_us']} µs, p99 {row['p99_us']} µs" if row.get("p50_us") is not None else ""
    print(
        f"{row['system']:<22} {row['path']:<4} {row['receivers']:>3} receivers"
        f" {row['messages_per_s']:>10,.0f} /s"
        f"  loss {row['loss']:.4%}  {row['cpu_us_per_delivery']} µs a delivery  {latency}",
        flush=True,
    )


def report(results: list[dict[str, Any]], skipped: dict[str, str], *, as_json: bool) -> None:
    if as_json:
        print(json.dumps({"results": results, "skipped": skipped}, indent=1))
        return
    for name, reason in skipped.items():
        print(f"{name:<22} skipped: {reason}")
