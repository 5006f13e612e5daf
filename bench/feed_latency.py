# SPDX-License-Identifier: BSD-3-Clause
"""A folder that grows by 20 files a second: how long from a closed file to a changed pixel at a viewer?

Each file has a number. The query keeps the largest one beside an aggregate by key over windows, and a window
in a process of its own paints it; a file is seen with the first frame that shows its number or a later one.
"""

from __future__ import annotations

import argparse
import statistics
import tempfile
import time
from bisect import bisect_left
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from bench._feed.processes import FeedViewerProcess, feed
from bench._promise import Promise, finish

SQL = (
    "select key, window(at, '5 seconds') as span, count(*) as n, sum(amount) as total, max(file) as newest "
    "from source watermark at delay of interval 1 minute group by key, window(at, '5 seconds')"
)
_WARM = 10.0
"""Seconds before the measurement, for Java's compiler."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.epilog = "example: liveobjects bench feed-latency --rate 20 --seconds 30"
    parser.add_argument("--rate", type=float, default=20.0, help="files per second (20)")
    parser.add_argument("--seconds", type=float, default=30.0)
    parser.add_argument("--rows", type=int, default=50, help="in each file (50)")
    parser.add_argument("--keys", type=int, default=20)
    parser.add_argument("--json", action="store_true")


def run(args: argparse.Namespace) -> int:
    with tempfile.TemporaryDirectory() as folder:
        report = _measure(args, Path(folder))
    if not args.json:
        ours = f"from closed to painted median {report['p50_ms']:.0f} ms, 90 % {report['p90_ms']:.0f} ms"
        theirs = f"Spark's own {report['batches']} batches median {report['batch_ms']:.0f} ms"
        print(f"{args.rate:.0f} files/s, {report['files']} files: {ours}; {theirs}")
    return finish(report, _promises(report), as_json=args.json)


def _promises(report: dict[str, Any]) -> Iterator[Promise]:
    above = report["p50_ms"] - report["batch_ms"]
    yield Promise.under("median from file closed to pixel above Spark's batch, ms", above, 300, "{:.0f}")
    yield Promise("files never seen", "none", str(report["lost"]), report["lost"] == 0)


def _measure(args: argparse.Namespace, folder: Path) -> dict[str, Any]:
    growing = folder / "growing"
    growing.mkdir()
    _drop(growing, 1, args)
    with feed(folder, growing, SQL) as status:
        window = FeedViewerProcess(folder, "bench._feed.number_window", str(folder / "out.liveobject"), "newest")
        numbers = FeedViewerProcess(folder, "bench._feed.status_stream", status["name"])
        try:
            window.receive()
            closed = _grow(growing, args)
            time.sleep(4)
            painted = [record for record in window.all() if record["number"] > 0]
            records = numbers.all()
        finally:
            window.end()
            numbers.end()
    begins = closed[0][1] + _WARM
    batches = {
        each["batch"]: each["statistics"]["batch_seconds"]
        for each in records
        if each.get("statistics") and each.get("batch") and each["statistics"]["rows_in_per_second"] > 0
    }
    settled = [seconds for batch, seconds in sorted(batches.items())][len(batches) // 4 :]
    return {**_delays([each for each in closed if each[1] >= begins], painted), "batches": len(batches),
            "batch_ms": 1000 * statistics.median(settled)}  # fmt: skip


def _grow(folder: Path, args: argparse.Namespace) -> list[tuple[int, float]]:
    closed = []
    began = time.monotonic()
    for number in range(2, 2 + int(args.rate * (args.seconds + _WARM))):
        time.sleep(max(0.0, began + (number - 2) / args.rate - time.monotonic()))
        _drop(folder, number, args)
        closed.append((number, time.time()))
    return closed


def _drop(folder: Path, number: int, args: argparse.Namespace) -> None:
    at = datetime.now(UTC).isoformat(timespec="milliseconds")
    lines = [f"{at},k{row % args.keys},{row},{number}" for row in range(args.rows)]
    hidden = folder / f".{number}"
    hidden.write_text("at,key,amount,file\n" + "\n".join(lines) + "\n", encoding="ascii")
    hidden.rename(folder / f"{number:06}.csv")


def _delays(closed: list[tuple[int, float]], painted: list[dict[str, Any]]) -> dict[str, Any]:
    seen = [each["number"] for each in painted]
    found, lost = [], 0
    for number, at in closed:
        place = bisect_left(seen, number)
        if place == len(seen):
            lost += 1
        else:
            found.append(1000 * (painted[place]["time"] - at))
    found.sort()
    return {
        "files": len(closed),
        "lost": lost,
        "p50_ms": statistics.median(found),
        "p90_ms": found[int(len(found) * 0.9)],
        "frames": len(painted),
    }
