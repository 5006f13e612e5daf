"""Five hosts in network namespaces on a bridge, one sender and four receivers, with loss at each receiver."""

from __future__ import annotations

import argparse
import json
import sys
from typing import Any

from bench._net import Bridge, can_make_namespaces
from bench._peers.catalogue import ALL, OWN
from bench._peers.harness import Wish, measure
from bench.multicast import chosen, median_of, print_row


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.epilog = "example: liveobjects bench netns --peers all --loss 0,0.01,0.05 --runs 3 --json"
    parser.add_argument("--peers", default="none", help="all, none, or names with commas")
    parser.add_argument("--own", default="liveobjects", help=f"which of ours: {', '.join(OWN)}; none")
    parser.add_argument("--reference", action="store_true", help="also what the machine allows at most")
    parser.add_argument("--receivers", type=int, default=4)
    parser.add_argument("--size", type=int, default=1000)
    parser.add_argument("--seconds", type=float, default=3.0)
    parser.add_argument("--rate", type=float, default=0.0, help="messages per second, to measure latency")
    parser.add_argument("--loss", default="0,0.01", help="shares of packets lost at each host, with commas")
    parser.add_argument("--window", type=int, default=4000)
    parser.add_argument("--runs", type=int, default=1)
    parser.add_argument(
        "--python", default=sys.executable, help="the interpreter that has the peers' packages"
    )
    parser.add_argument("--json", action="store_true")


def run(args: argparse.Namespace) -> int:
    if not can_make_namespaces():
        print("liveobjects: network namespaces need root and the program ip; run as root", file=sys.stderr)
        return 1
    names = [n for n in chosen(args.own, args.peers, reference=args.reference) if ALL[n].path != "shm"]
    results: list[dict[str, Any]] = []
    skipped: dict[str, str] = {}
    with Bridge(args.receivers + 1) as network:
        for loss in [float(text) for text in args.loss.split(",")]:
            network.set_loss(loss)
            for name in names:
                wish = Wish(
                    peer=name,
                    receivers=args.receivers,
                    size=args.size,
                    seconds=args.seconds,
                    rate=args.rate,
                    window=args.window,
                    python=sys.executable if name in OWN else args.python,
                )
                row = median_of([measure(wish, network) for _ in range(args.runs)])
                row["network_loss"] = loss
                if "error" in row:
                    skipped[f"{name} at {loss:.0%}"] = row["error"]
                    continue
                results.append(row)
                if not args.json:
                    print(f"{loss:>5.0%} lost  ", end="")
                    print_row(row)
    if args.json:
        print(json.dumps({"results": results, "skipped": skipped}, indent=1))
    else:
        for name, reason in skipped.items():
            print(f"{name:<22} failed: {reason}")
    return 0 if results else 1
