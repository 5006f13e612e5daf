"""A feed over a CSV file of 10 million rows: is its result that of plain PySpark, and what does it cost more?

The file is made on the spot. Both run the query once to warm up and then on files that take the first one's
place; the feed's time runs from that moment until another process has the whole table in its hands.
"""

from __future__ import annotations

import argparse
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.csv
import pyarrow.ipc

from bench._feed.running import REPOSITORY, Onlooker, feed, surroundings
from bench._promise import Promise, finish

SQL = (
    "select key, count(*) as n, sum(amount) as total, min(amount) as low, max(amount) as high, "
    "count_if(flag = 'yes') as yes from source group by key"
)
SCHEMA = "id BIGINT, key INT, amount BIGINT, flag STRING, text STRING"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.epilog = "example: liveobjects bench feed-exact --rows 10000000"
    parser.add_argument("--rows", type=int, default=10_000_000)
    parser.add_argument("--keys", type=int, default=50_000)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--json", action="store_true")


def run(args: argparse.Namespace) -> int:
    with tempfile.TemporaryDirectory() as folder:
        report = _measure(args, Path(folder))
    if not args.json:
        what = f"{args.rows:,} rows, {report['mb']:.0f} MB, {report['result_rows']:,} rows of result"
        times = f"plain PySpark {report['plain_s']:.2f} s, the whole path {report['feed_s']:.2f} s"
        print(f"{what}: {times} ({report['overhead']:+.1%})")
    return finish(report, _promises(report), as_json=args.json)


def _promises(report: dict[str, Any]) -> Iterator[Promise]:
    same = report["same"]
    yield Promise("the rows at a viewer", "those of plain PySpark", "the same" if same else "DIFFERENT", same)
    yield Promise.under("overhead of the whole path, %", 100 * report["overhead"], 10, "{:.1f}")


def make_file(path: Path, rows: int, keys: int, seed: int) -> None:
    """Rows that look random and are the same for the same seed."""
    flags = pa.array(["yes", "no", "maybe"])
    step, done = 500_000, 0
    with path.open("wb") as stream:
        writer: Any = None
        while done < rows:
            ids = range(done, min(rows, done + step))
            mixed = [(number * 2_654_435_761 + seed * 40_503) & 0xFFFFFFFF for number in ids]
            table = pa.table(
                {
                    "id": pa.array(ids, pa.int64()),
                    "key": pa.array([number % keys for number in mixed], pa.int32()),
                    "amount": pa.array([number >> 7 for number in mixed], pa.int64()),
                    "flag": flags.take(pa.array([number % 3 for number in mixed])),
                    "text": pa.array([f"row {number & 0xFFF}" for number in mixed]),
                }
            )
            if writer is None:
                options = pa.csv.WriteOptions(quoting_style="needed")
                writer = pa.csv.CSVWriter(stream, table.schema, write_options=options)
            writer.write_table(table)
            done += len(ids)
        writer.close()


def _measure(args: argparse.Namespace, folder: Path) -> dict[str, Any]:
    kept = folder / "made"
    kept.mkdir()
    files = [kept / "0.csv", kept / "1.csv"]
    for seed, file in enumerate(files):
        make_file(file, args.rows, args.keys, seed)
    # The last file is the one whose result is compared; the files take turns, so that each look is a new one.
    turns = [files[(args.rounds - number) % 2] for number in range(args.rounds + 1)]
    source = folder / "source.csv"
    _take_place(turns[0], source)
    took = []
    with feed(folder, source, SQL, "--every", "0.1"):
        viewer = Onlooker(
            folder, "bench._feed.viewer", str(folder / "out.liveobject"), str(folder / "feed.arrow")
        )
        try:
            last = viewer.hear()["batch"]
            for file in turns[1:]:
                time.sleep(1.0)
                began = time.time()
                _take_place(file, source)
                while (told := viewer.hear())["batch"] <= last:
                    pass
                last = told["batch"]
                took.append(told["time"] - began)
            viewer.all()
        finally:
            viewer.end()
    plain = _plain(folder, [str(file) for file in turns])
    ours, theirs = (
        pa.ipc.open_file(folder / name).read_all().sort_by("key") for name in ("feed.arrow", "plain.arrow")
    )
    same = ours.num_rows == theirs.num_rows and ours.to_pydict() == theirs.to_pydict()
    return {
        "mb": source.stat().st_size / 1e6,
        "result_rows": theirs.num_rows,
        "same": same,
        "plain_s": statistics.median(plain),
        "feed_s": statistics.median(took),
        "plain_rounds": plain,
        "feed_rounds": took,
        "overhead": statistics.median(took) / statistics.median(plain) - 1,
    }


def _take_place(file: Path, source: Path) -> None:
    """Another file under the same name, at once."""
    link = source.with_suffix(".new")
    link.unlink(missing_ok=True)
    link.hardlink_to(file)
    link.replace(source)
    source.touch()


def _plain(folder: Path, files: list[str]) -> list[float]:
    import json  # noqa: PLC0415

    done = subprocess.run(
        [sys.executable, "-m", "bench._feed.plain", SQL, str(folder / "plain.arrow"), SCHEMA, *files],
        cwd=REPOSITORY,
        env=surroundings(folder),
        capture_output=True,
        text=True,
        check=True,
    )
    return [json.loads(line)["seconds"] for line in done.stdout.splitlines()[1:]]
