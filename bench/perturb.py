# SPDX-License-Identifier: BSD-3-Clause
"""One of many receivers falls asleep again and again, or for long: do the others notice?"""

from __future__ import annotations

import argparse
import os
import signal
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any

from bench._network import Network, PrivateLoopback, can_make_namespaces
from bench._peers.harness import Workload, measure
from bench._promise import Promise, finish
from bench._rounds import Row

_FROZEN_RATE = 8000.0  # the rate of the original when one of its receivers froze
_FROZEN_BUDGET = 512 << 20  # a quarter of it holds the messages of ten seconds at that rate


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.epilog = "example: liveobjects bench perturb --receivers 16 --runs 3; … perturb --freeze 10"
    parser.add_argument("--receivers", type=int, default=16)
    parser.add_argument("--asleep", type=float, default=0.5, help="seconds that the receiver is stopped")
    parser.add_argument("--every", type=float, default=5.0, help="seconds from one sleep to the next")
    parser.add_argument("--freeze", type=float, default=0.0, help="instead, stop it once for so many seconds")
    parser.add_argument("--seconds", type=float, default=0.0, help="default 10, or the freeze and 5 more")
    parser.add_argument("--rate", type=float, default=None, help="messages/s; 0: all it can; frozen: 8,000")
    parser.add_argument("--size", type=int, default=1000)
    parser.add_argument("--runs", type=int, default=1, help="medians of so many")
    parser.add_argument("--system", default="liveobjects", choices=("liveobjects", "liveobjects-shm"))
    parser.add_argument("--json", action="store_true")


def run(args: argparse.Namespace) -> int:
    if args.receivers < 2:
        print("liveobjects: one sleeps and others have to be awake; give --receivers 2 or more", file=sys.stderr)
        return 2
    rate = (_FROZEN_RATE if args.freeze else 0.0) if args.rate is None else args.rate
    workload = Workload(
        peer=args.system,
        receivers=args.receivers,
        size=args.size,
        seconds=args.seconds or (args.freeze + 5 if args.freeze else 10.0),
        rate=rate,
        memory_budget=_FROZEN_BUDGET if args.freeze else 0,
        keep_away=args.freeze + 10 if args.freeze else 0.0,  # the scope keeps it while it is away
    )
    pairs: list[tuple[Row, Row]] = []
    with PrivateLoopback() if can_make_namespaces() else Network() as network:
        for _ in range(args.runs):
            calm, disturbed = (measure(workload, network), measure(workload, network, _disturbance(args, workload)))
            if "error" in calm or "error" in disturbed:
                reason = calm.get("error") or disturbed["error"]
                print(f"liveobjects: {reason}; run it again", file=sys.stderr)
                return 1
            pairs.append((calm, disturbed))
    report = _summary(pairs)
    if not args.json:
        print(
            f"the others: {report['calm']:,.0f}/s in peace, {report['disturbed']:,.0f}/s disturbed:"
            f" {report['share']:.1%}; missing at the sleeper: {report['missing']}"
        )
    return finish(report, _promises(args, workload, report), as_json=args.json)


def _summary(pairs: list[tuple[Row, Row]]) -> dict[str, Any]:
    """The rates of the receivers that stay awake: all but the last."""
    return {
        "calm": statistics.median(_awake(calm) for calm, _ in pairs),
        "disturbed": statistics.median(_awake(disturbed) for _, disturbed in pairs),
        "share": round(statistics.median(_awake(d) / _awake(c) for c, d in pairs), 4),
        "missing": max(d["sent"] - min(d["received"]) for _, d in pairs),
        "results": [row for pair in pairs for row in pair],
    }


def _awake(row: Row) -> float:
    rates: list[float] = row["receiver_rates"]
    return min(rates[:-1])


def _promises(args: argparse.Namespace, workload: Workload, report: dict[str, Any]) -> Iterator[Promise]:
    what = f"{args.freeze:g} s frozen" if args.freeze else f"{args.asleep:g} s asleep every {args.every:g} s"
    where = f"{workload.receivers} receivers, one {what}"
    yield Promise.at_least(f"{where}: the slowest other keeps", report["share"], 0.90, "{:.1%}")
    missing = report["missing"]
    yield Promise(f"{where}: it catches up", "nothing missing", f"{missing} missing", missing == 0)


def _disturbance(args: argparse.Namespace, workload: Workload) -> Callable[[list[int]], None]:
    return lambda pids: _freeze(pids[-1], args.freeze) if args.freeze else _doze(pids[-1], args, workload.seconds)


def _stop(process: int, seconds: float) -> None:
    os.kill(process, signal.SIGSTOP)
    time.sleep(seconds)
    os.kill(process, signal.SIGCONT)


def _freeze(process: int, seconds: float) -> None:
    time.sleep(1)
    _stop(process, seconds)


def _doze(process: int, args: argparse.Namespace, seconds: float) -> None:
    """Stop and continue the process until the run is over."""
    end = time.monotonic() + seconds
    while time.monotonic() + args.every / 2 + args.asleep < end:
        time.sleep(args.every / 2)
        _stop(process, args.asleep)
        time.sleep(max(0.0, args.every / 2 - args.asleep))
