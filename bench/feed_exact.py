"""A feed over a CSV file of 10 million rows: is its result that of plain PySpark, and what does it cost more?

The file is made on the spot. Both run the query once to warm up and then on files that take the first one's
place; the feed's time runs from that moment until another process has the whole table in its hands.
"""

from __future__ import annotations

import argparse
import statistics
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.csv
import pyarrow.ipc

from bench._feed.running import Onlooker, feed
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
    # The last file is the one whose result is compared; the files take turns, so that each look is a new one.
    turns = [files[(args.rounds - number) % 2] for number in range(args.rounds + 1)]
    source = folder / "source.csv"
    _take_place(turns[0], source)
    took, plain = [], []
    out, ours_file, theirs_file = (
        str(folder / name) for name in ("out.liveobject", "feed.arrow", "plain.arrow")
    )
    theirs = Onlooker(folder, "bench._feed.plain", SQL, theirs_file, SCHEMA)
    try:
        theirs.ask(str(turns[0]))
        with feed(folder, source, SQL, "--every", "0.1"):
            viewer = Onlooker(folder, "bench._feed.viewer", out, ours_file)
            try:
                last = viewer.hear()["batch"]
                for file in turns[1:]:  # in turn, so that whatever else the computer does disturbs both alike
                    time.sleep(0.5)
                    began = time.time()
                    _take_place(file, source)
                    while (told := viewer.hear())["batch"] <= last:
                        pass
                    last = told["batch"]
                    took.append(told["time"] - began)
                    plain.append(theirs.ask(str(file))["seconds"])
                viewer.all()
            finally:
                viewer.end()
        theirs.all()
    finally:
        theirs.end()
    found, wanted = (
        pa.ipc.open_file(folder / name).read_all().sort_by("key") for name in ("feed.arrow", "plain.arrow")
    )
    same = found.num_rows == wanted.num_rows and found.to_pydict() == wanted.to_pydict()
    return {
        "mb": source.stat().st_size / 1e6,
        "result_rows": wanted.num_rows,
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
