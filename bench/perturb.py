"""One of many receivers falls asleep again and again: do the others notice?"""

from __future__ import annotations

import argparse
import json
import os
import signal
import sys
import time
from typing import Any

from bench._net import Network, PrivateLoopback, can_make_namespaces
from bench._peers.harness import Wish, measure


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.epilog = "example: liveobjects bench perturb --receivers 16 --asleep 0.5 --every 5"
    parser.add_argument("--receivers", type=int, default=16)
    parser.add_argument("--asleep", type=float, default=0.5, help="seconds that the receiver is stopped")
    parser.add_argument("--every", type=float, default=5.0, help="seconds from one sleep to the next")
    parser.add_argument("--seconds", type=float, default=15.0)
    parser.add_argument("--size", type=int, default=1000)
    parser.add_argument("--system", default="liveobjects", choices=("liveobjects", "liveobjects-shm"))
    parser.add_argument("--json", action="store_true")


def run(args: argparse.Namespace) -> int:
    wish = Wish(peer=args.system, receivers=args.receivers, size=args.size, seconds=args.seconds)
    with PrivateLoopback() if can_make_namespaces() else Network() as network:
        calm = measure(wish, network)
        disturbed = measure(wish, network, lambda pids: _disturb(pids[-1], args))
    if "error" in calm or "error" in disturbed:
        print(f"liveobjects: {calm.get('error') or disturbed['error']}; run it again", file=sys.stderr)
        return 1
    report: dict[str, Any] = {
        "calm": calm["messages_per_s"],
        "disturbed": disturbed["messages_per_s"],
        "share": round(disturbed["messages_per_s"] / calm["messages_per_s"], 3),
        "loss_of_the_sleeper": disturbed["loss"] * args.receivers,
        "results": [calm, disturbed],
    }
    if args.json:
        print(json.dumps(report, indent=1))
    else:
        print(
            f"{report['calm']:,.0f}/s in peace, {report['disturbed']:,.0f}/s disturbed: {report['share']:.0%}"
        )
    return 0


def _disturb(process: int, args: argparse.Namespace) -> None:
    """Stop and wake the process until the run is over."""
    end = time.monotonic() + args.seconds
    while time.monotonic() + args.every / 2 + args.asleep < end:
        time.sleep(args.every / 2)
        os.kill(process, signal.SIGSTOP)
        time.sleep(args.asleep)
        os.kill(process, signal.SIGCONT)
        time.sleep(max(0.0, args.every / 2 - args.asleep))
