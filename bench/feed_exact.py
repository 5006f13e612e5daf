# SPDX-License-Identifier: BSD-3-Clause
"""A feed over a CSV file of 10 million rows: is its result that of plain PySpark, and what does it cost more?

The file is made on the spot. Both Sparks have the same settings, run the query to warm up and then on files
that take each other's place, one Spark after the other, each as often first as second. The feed's time runs
from the moment at which a file is there until another process has the whole table in its hands. The overhead
is the median over the rounds, each of which compares its own two times. Rounds in which other programs took
processors away do not count; where there are no others, nothing is promised.
"""

from __future__ import annotations

import argparse
import os
import statistics
import tempfile
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.csv
import pyarrow.ipc

from bench._feed.processes import BackgroundLoad, FeedViewerProcess, cpu_seconds, feed, with_children
from bench._promise import Promise, finish

SQL = (
    "select key, count(*) as n, sum(amount) as total, min(amount) as low, max(amount) as high, "
    "count_if(flag = 'yes') as yes from source group by key"
)
SCHEMA = "id BIGINT, key INT, amount BIGINT, flag STRING, text STRING"


PARTS = ("worker", "driver", "java", "guard")
_FEWEST = 2
"""The number of undisturbed rounds below which all rounds count."""
_DISTURBED = 0.05
"""The share of the processors that other programs may use."""


@dataclass(frozen=True)
class Round:
    """Seconds of both sides for one file, and the load of other programs."""

    plain: float
    feed: float
    plain_cpu: float
    feed_cpu: float
    """CPU seconds of PySpark with Java, and of all feed processes with the viewer."""
    others: float

    @property
    def quiet(self) -> bool:
        return self.others < _DISTURBED


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.epilog = "example: liveobjects bench feed-exact --rows 10000000"
    parser.add_argument("--rows", type=int, default=10_000_000)
    parser.add_argument("--keys", type=int, default=50_000)
    parser.add_argument("--rounds", type=int, default=6, help="that count (6)")
    parser.add_argument("--most", type=int, default=14, help="rounds while others disturb (14)")
    parser.add_argument("--warm", type=int, default=2, help="rounds that do not count (2)")
    parser.add_argument("--json", action="store_true")


def run(args: argparse.Namespace) -> int:
    with tempfile.TemporaryDirectory() as folder:
        report = _measure(args, Path(folder))
    if not args.json:
        what = f"{args.rows:,} rows, {report['mb']:.0f} MB, {report['result_rows']:,} rows of result"
        times = f"plain PySpark {report['plain_s']:.2f} s, the whole path {report['feed_s']:.2f} s"
        print(f"{what}: {times} ({report['overhead']:+.1%})")
        how = "all of them disturbed by other programs" if report["disturbed"] else "undisturbed"
        spent = f"{report['plain_cpu_s']:.2f} s and {report['feed_cpu_s']:.2f} s"
        print(f"    CPU, which others hardly disturb: {spent} ({report['overhead_cpu']:+.1%})")
        print(f"    the median of {report['counted']} rounds of {len(report['rounds'])}, {how}")
    return finish(report, _promises(report), as_json=args.json)


def _promises(report: dict[str, Any]) -> Iterator[Promise]:
    same = report["same"]
    yield Promise("the rows at a viewer", "those of plain PySpark", "the same" if same else "DIFFERENT", same)
    known = None if report["disturbed"] else 100 * report["overhead"]
    yield Promise.under("overhead of the whole path, %", known, 10, "{:.1f}")


def make_file(path: Path, rows: int, keys: int, seed: int) -> None:
    """Write pseudo-random rows, equal for the same seed."""
    flags = pa.array(["yes", "no", "maybe"])
    step, done = 500_000, 0
    with path.open("wb") as stream:
        writer: Any = None
        while done < rows:
            count = min(step, rows - done)
            ids = pa.array(range(done, done + count), pa.int64())
            mixed = pc.bit_wise_and(pc.add(pc.multiply(ids, 2_654_435_761), seed * 40_503), 0xFFFFFFFF)
            words = pc.cast(pc.bit_wise_and(mixed, 0xFFF), pa.string())
            table = pa.table(
                {
                    "id": ids,
                    "key": _rest(mixed, keys),
                    "amount": pc.shift_right(mixed, 7),
                    "flag": flags.take(_rest(mixed, 3)),
                    "text": pc.binary_join_element_wise("row", words, " "),
                }
            )
            if writer is None:
                options = pa.csv.WriteOptions(quoting_style="needed")
                writer = pa.csv.CSVWriter(stream, table.schema, write_options=options)
            writer.write_table(table)
            done += count
        writer.close()


def _rest(numbers: Any, by: int) -> Any:
    return pc.subtract(numbers, pc.multiply(pc.divide(numbers, by), by))


def _measure(args: argparse.Namespace, folder: Path) -> dict[str, Any]:
    kept = folder / "made"
    kept.mkdir()
    files = [kept / "0.csv", kept / "1.csv"]
    for seed, file in enumerate(files):
        make_file(file, args.rows, args.keys, seed)
    source = folder / "source.csv"
    _take_place(files[0], source)
    theirs = FeedViewerProcess(folder, "bench._feed.pyspark_baseline", SQL, str(folder / "plain.arrow"), SCHEMA)
    rounds: list[Round] = []
    try:
        theirs.request(str(files[0]))
        with feed(folder, source, SQL, "--every", "0.1") as status:
            viewer = FeedViewerProcess(
                folder, "bench._feed.viewer", str(folder / "out.liveobject"), str(folder / "feed.arrow")
            )
            try:
                viewer.receive()
                path = {viewer.id, *(status[part] for part in PARTS)}
                for number in range(args.warm + args.most):
                    file = files[(number + 1) % 2]  # the files alternate, so that each read is new
                    found_round = _round(number, path, theirs, viewer, file, source)
                    if number >= args.warm:
                        rounds.append(found_round)
                    if sum(each.quiet for each in rounds) >= args.rounds:
                        break
                viewer.all()
            finally:
                viewer.end()
        theirs.all()
    finally:
        theirs.end()
    quiet = [each for each in rounds if each.quiet]
    counted = quiet if len(quiet) >= _FEWEST else rounds
    found, wanted = (
        pa.ipc.open_file(folder / name).read_all().sort_by("key") for name in ("feed.arrow", "plain.arrow")
    )
    same = found.num_rows == wanted.num_rows and found.to_pydict() == wanted.to_pydict()
    return {
        "mb": source.stat().st_size / 1e6,
        "result_rows": wanted.num_rows,
        "same": same,
        "plain_s": statistics.median(each.plain for each in counted),
        "feed_s": statistics.median(each.feed for each in counted),
        "rounds": [asdict(each) for each in rounds],
        "counted": len(counted),
        "disturbed": counted is rounds,
        "overhead": statistics.median(each.feed / each.plain for each in counted) - 1,
        "plain_cpu_s": statistics.median(each.plain_cpu for each in rounds),
        "feed_cpu_s": statistics.median(each.feed_cpu for each in rounds),
        "overhead_cpu": statistics.median(each.feed_cpu / each.plain_cpu for each in rounds) - 1,
        "overhead_s": statistics.median(each.feed - each.plain for each in counted),
    }


def _round(
    number: int, path: set[int], theirs: FeedViewerProcess, viewer: FeedViewerProcess, file: Path, source: Path
) -> Round:
    """Measure the same file on both sides."""
    alone = with_children({theirs.id})
    others = BackgroundLoad({os.getpid(), *path, *alone})
    before = _cpu(alone), _cpu(path)
    if number % 2:
        plain = float(theirs.request(str(file))["seconds"])
        took = _through_feed(viewer, file, source)
    else:
        took = _through_feed(viewer, file, source)
        plain = float(theirs.request(str(file))["seconds"])
    return Round(plain, took, _cpu(alone) - before[0], _cpu(path) - before[1], others.share())


def _cpu(processes: set[int]) -> float:
    return sum(cpu_seconds(each) for each in processes)


def _through_feed(viewer: FeedViewerProcess, file: Path, source: Path) -> float:
    """Seconds from replacing the file to its table at the viewer."""
    began = time.monotonic()
    _take_place(file, source)
    return float(viewer.receive()["time"]) - began


def _take_place(file: Path, source: Path) -> None:
    """Replace the file atomically."""
    link = source.with_suffix(".new")
    link.unlink(missing_ok=True)
    link.hardlink_to(file)
    link.touch()
    link.replace(source)
