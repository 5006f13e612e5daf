# SPDX-License-Identifier: BSD-3-Clause
"""One feed, and 1 or 20 processes that look at it: what does each further one cost the publisher?

The publisher is the process that puts the batches into the channel. The work of Spark (Java and its driver)
is printed beside it; it does not know how many look. All is per second: as many rows come each second, while
Spark makes fewer and larger batches of them when less of the processors is left for it.

One viewer is measured before the many and after them, since tables grow and programs get warm, and that
several times: where processors share a core, whatever runs beside a program makes its CPU time longer. The
supervisor receives all that the publisher publishes, and shows how much of a difference is of that kind.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from bench._feed import perspective
from bench._feed.processes import FeedViewerProcess, cpu_seconds, feed
from bench._promise import Promise, finish
from bench.feed_latency import _drop as drop

SQL = (
    "select key, window(at, '1 second') as span, count(*) as n, sum(amount) as total, max(file) as newest "
    "from source group by key, window(at, '1 second')"
)
_PARTS = ("worker", "driver", "java", "guard")
_LONGEST = 6
"""How many times longer than requested a measurement may take on a busy computer."""
_FEWEST = 10
"""The number of batches below which nothing is promised."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.epilog = "example: liveobjects bench feed-viewers --viewers 20"
    parser.add_argument("--viewers", type=int, default=20)
    parser.add_argument("--rounds", type=int, default=3, help="of one viewer and many, with medians (3)")
    parser.add_argument("--seconds", type=float, default=20.0, help="of each measurement, at least (20)")
    parser.add_argument("--batches", type=int, default=30, help="in each measurement, at least (30)")
    parser.add_argument("--warm", type=float, default=20.0, help="seconds before the first one (20)")
    parser.add_argument("--rate", type=float, default=4.0, help="files per second (4)")
    parser.add_argument("--rows", type=int, default=2000, help="in each file (2000)")
    parser.add_argument("--keys", type=int, default=500)
    parser.add_argument("--peer", choices=("none", "perspective"), default="perspective", help="to compare with")
    parser.add_argument("--python", default=sys.executable, help="the interpreter that has the peer's packages")
    parser.add_argument("--json", action="store_true")


def run(args: argparse.Namespace) -> int:
    with tempfile.TemporaryDirectory() as folder:
        report = _measure(args, Path(folder))
    if not args.json:
        for found in report["phases"]:
            print(
                f"{found['viewers']:>3} viewers: {found['batches']:.1f} batches/s; CPU a second: publisher "
                f"{found['worker']:.1f} ms, its guard {found['guard']:.1f} ms, Spark "
                f"{found['driver'] + found['java']:.0f} ms; {found['behind']} batches behind at most"
            )
        print(f"    the guard's: {100 * (report['guard'] - 1):.1f} % more")
    report["peer"] = _measure_peer(args, report)
    return finish(report, _promises(report), as_json=args.json)


def _measure_peer(args: argparse.Namespace, report: dict[str, Any]) -> dict[str, Any] | None:
    """The same load on a websocket dashboard."""
    if args.peer == "none":
        return None
    if not perspective.is_installed(args.python):
        print(perspective.MISSING, file=sys.stderr)
        return None
    rate = max(0.5, report["phases"][0]["batches"])
    found = perspective.measure(args.python, args.viewers, args.keys, rate, args.seconds)
    if not args.json:
        for each in found.values():
            print(
                f"{each['viewers']:>3} viewers of {args.peer}: {each['batches']:.1f} batches/s; CPU a batch: "
                f"server {each['server']:.1f} ms; {each['behind']} batches behind at most"
            )
        more = 100 * (found["many"]["server"] / max(0.01, found["one"]["server"]) - 1)
        print(f"    {args.peer}: CPU per batch with {args.viewers} viewers beside 1: {more:.0f} % more")
    return found


def _promises(report: dict[str, Any]) -> Iterator[Promise]:
    enough = min(each["count"] for each in report["phases"]) >= _FEWEST
    more = 100 * (_growth(report["phases"], "worker") - 1) if enough else None
    count = report["phases"][1]["viewers"]
    yield Promise.under(f"publisher's CPU with {count} viewers beside 1, % more", more, 10, "{:.1f}")


def _growth(phases: list[dict[str, Any]], part: str) -> float:
    """The additional cost with many viewers, compared with one before and after."""
    triples = zip(phases[::2], phases[1::2], phases[2::2], strict=False)
    more = [float(2 * many[part] / (one[part] + other[part])) for one, many, other in triples]
    return statistics.median(more)


def _measure(args: argparse.Namespace, folder: Path) -> dict[str, Any]:
    growing = folder / "growing"
    growing.mkdir()
    drop(growing, 1, args)
    over = threading.Event()
    viewers: list[FeedViewerProcess] = []
    with feed(folder, growing, SQL, "--rows", "20000") as status:
        feeding = threading.Thread(target=_feed, args=(growing, args, over))
        feeding.start()
        numbers = FeedViewerProcess(folder, "bench._feed.status_stream", status["name"])
        latest: dict[str, Any] = {}
        listening = threading.Thread(target=_listen, args=(numbers, latest), daemon=True)
        listening.start()
        try:
            _look(folder, viewers, 1)
            time.sleep(args.warm)
            phases = [_phase(status, latest, args, 1)]
            for _ in range(args.rounds):
                _look(folder, viewers, args.viewers - 1)
                time.sleep(3)
                phases.append(_phase(status, latest, args, args.viewers))
                while len(viewers) > 1:
                    viewers[-1].end()
                    _seen.pop(id(viewers.pop()), None)
                time.sleep(5)
                phases.append(_phase(status, latest, args, 1))
        finally:
            over.set()
            feeding.join()
            for viewer in [*viewers, numbers]:
                viewer.end()
    return {"phases": phases, "guard": _growth(phases, "guard")}


def _look(folder: Path, viewers: list[FeedViewerProcess], count: int) -> None:
    fresh = [FeedViewerProcess(folder, "bench._feed.viewer", str(folder / "out.liveobject")) for _ in range(count)]
    viewers += fresh
    for each in fresh:
        each.receive()
        threading.Thread(target=_drain, args=(each,), daemon=True).start()


_seen: dict[int, int] = {}


def _drain(viewer: FeedViewerProcess) -> None:
    while True:
        try:
            _seen[id(viewer)] = viewer.receive()["batch"]
        except (RuntimeError, ValueError):
            return


def _listen(numbers: FeedViewerProcess, latest: dict[str, Any]) -> None:
    while True:
        try:
            latest.update({key: value for key, value in numbers.receive().items() if value is not None})
        except (RuntimeError, ValueError):
            return


def _feed(folder: Path, args: argparse.Namespace, over: threading.Event) -> None:
    number, began = 2, time.monotonic()
    while not over.wait(max(0.0, began + (number - 2) / args.rate - time.monotonic())):
        drop(folder, number, args)
        number += 1


def _phase(status: dict[str, Any], latest: dict[str, Any], args: argparse.Namespace, viewers: int) -> dict[str, Any]:
    before = {part: cpu_seconds(status[part]) for part in _PARTS}
    first, began = latest["batch"], time.monotonic()
    while (passed := time.monotonic() - began) < _LONGEST * args.seconds and (
        passed < args.seconds or latest["batch"] - first < args.batches
    ):
        time.sleep(0.2)
    count = latest["batch"] - first
    took = time.monotonic() - began
    spent = {part: 1000 * (cpu_seconds(status[part]) - before[part]) / took for part in _PARTS}
    behind = max((latest["batch"] - seen for seen in _seen.values()), default=0)
    return {**spent, "viewers": viewers, "batches": count / took, "count": count, "behind": behind}
