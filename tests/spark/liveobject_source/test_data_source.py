# SPDX-License-Identifier: BSD-3-Clause
"""The data source `liveobject` with a real Spark, real channels and another member."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from app.spark.java import environment
from app.spark.liveobject_source.gateway_client import gateway_folder
from liveobjects.spark import register_liveobject
from tests.spark.liveobject_source.channels import channel, feed_channel, file_with, viewer

pytestmark = [
    pytest.mark.filterwarnings("ignore"),  # Spark's own
    pytest.mark.timeout(300),  # Java alone may take a minute on a busy machine
]
SALES = "table{country: string?, price: double?, n: int64?}"
READING = "{at: timestamp, machine: text, value: float, note?: text}"


@pytest.fixture(scope="module")
def spark() -> Iterator[Any]:
    before = dict(os.environ)
    os.environ.update(environment())
    os.environ["PYSPARK_PYTHON"] = sys.executable
    from pyspark.sql import SparkSession  # noqa: PLC0415

    builder = SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false")
    for name, value in {
        "spark.driver.memory": "512m",
        "spark.driver.extraJavaOptions": "-Xss4m -XX:+UseSerialGC",
        "spark.sql.shuffle.partitions": "2",
        "spark.ui.showConsoleProgress": "false",
        "spark.sql.streaming.pollingDelay": "50",
        "spark.driver.host": "127.0.0.1",
    }.items():
        builder = builder.config(name, value)
    session = builder.getOrCreate()
    session.sparkContext.setLogLevel("FATAL")
    register_liveobject(session)
    yield session
    session.stop()
    os.environ.clear()
    os.environ.update(before)


@pytest.fixture
def feed(tmp_path: Path) -> Path:
    return file_with(feed_channel(SALES), tmp_path / "feed.liveobject")


def sales(spark: Any, start: int, end: int, parts: int = 4) -> Any:
    columns = ("concat('country ', id % 5) country", "id * 0.5D price", "id n")
    return spark.range(start, end, 1, parts).selectExpr(*columns)


def written(frame: Any, file: Path, **options: str) -> Any:
    writer = frame.write.format("liveobject").option("reference", str(file)).option("keep", "20")
    for name, value in options.items():
        writer = writer.option(name, value)
    return writer


def loaded(spark: Any, file: Path) -> Any:
    return spark.read.format("liveobject").option("reference", str(file)).load()


def kill_gateway(file: Path, number: int = signal.SIGKILL) -> None:
    folder = gateway_folder(file.read_bytes())
    said = subprocess.run(["pgrep", "-f", f"spark_gateway {folder}"], capture_output=True, text=True, check=False)
    for process in said.stdout.split():
        os.kill(int(process), number)
        while Path(f"/proc/{process}").exists() and "Z" not in Path(f"/proc/{process}/stat").read_text().split()[2]:
            time.sleep(0.01)


def test_parts_that_are_written_in_parallel_are_seen_as_one_batch(spark: Any, feed: Path) -> None:
    with viewer(feed) as person:
        written(sales(spark, 0, 1000), feed).mode("append").save()
        person.until(lambda: person.steps)
        assert sorted(row["n"] for row in person.rows()) == list(range(1000))
        assert len(person.steps) == 1
        frame = loaded(spark, feed)
        assert frame.dtypes == [("country", "string"), ("price", "double"), ("n", "bigint")]
        assert frame.selectExpr("sum(n) s").first().s == 499_500
        written(sales(spark, 0, 3), feed).mode("overwrite").save()
        person.until(lambda: len(person.rows()) == 3)
        assert loaded(spark, feed).count() == 3
        written(sales(spark, 2, 5).selectExpr("country", "price + 100 price", "n"), feed, key="n").mode("append").save()
        person.until(lambda: len(person.rows()) == 5)
        assert {row["n"]: row["price"] for row in person.rows()} == {0: 0.0, 1: 0.5, 2: 101.0, 3: 101.5, 4: 102.0}


def test_a_job_that_fails_half_way_leaves_nothing_behind(spark: Any, feed: Path) -> None:
    with viewer(feed) as person:
        written(sales(spark, 0, 4), feed).mode("append").save()
        bad = sales(spark, 0, 100).selectExpr("country", "if(n = 99, raise_error('broken'), price) price", "n")
        with pytest.raises(Exception, match="broken"):
            written(bad, feed).mode("append").save()
        written(sales(spark, 4, 5), feed).mode("append").save()
        person.until(lambda: len(person.steps) == 2)
        assert sorted(row["n"] for row in person.rows()) == [0, 1, 2, 3, 4]


def test_records_are_read_and_written_too(spark: Any, tmp_path: Path) -> None:
    file = file_with(channel(READING, f"{{rows: list[{READING}]}}"), tmp_path / "readings.liveobject")
    with viewer(file) as person:
        frame = spark.sql(
            "select timestamp'2026-01-01 00:00:00' at, 'a' machine, 1.5D value, cast(null as string) note"
        )
        written(frame.union(frame), file).mode("append").save()
        person.until(lambda: len(person.messages) == 2)
        assert person.messages[0]["value"] == 1.5
        assert "note" not in person.messages[0]
        assert [row.machine for row in loaded(spark, file).collect()] == ["a", "a"]
        with pytest.raises(Exception, match="only be appended"):
            written(frame, file).mode("overwrite").save()


def stream_into(spark: Any, folder: Path, file: Path, checkpoint: Path) -> None:
    frame = spark.readStream.schema("country string, price double, n bigint").json(str(folder))
    query = (
        frame.writeStream.format("liveobject")
        .option("reference", str(file))
        .option("checkpointLocation", str(checkpoint))
        .trigger(availableNow=True)
        .start()
    )
    query.awaitTermination(120)
    assert query.exception() is None


def put(folder: Path, start: int, end: int) -> None:
    folder.mkdir(exist_ok=True)
    lines = [json.dumps({"country": f"country {n % 5}", "price": n * 0.5, "n": n}) for n in range(start, end)]
    (folder / f".{start}").write_text("\n".join(lines))
    (folder / f".{start}").rename(folder / f"{start}.json")


def test_a_stream_goes_on_from_its_checkpoint_without_duplicates_or_gaps(
    spark: Any, feed: Path, tmp_path: Path
) -> None:
    source, checkpoint = tmp_path / "source", tmp_path / "checkpoint"
    with viewer(feed) as person:
        put(source, 0, 50)
        stream_into(spark, source, feed, checkpoint)
        person.until(lambda: len(person.rows()) == 50)
        # As after a crash between publication and commit: Spark repeats the batch.
        (newest,) = [file for file in (checkpoint / "commits").iterdir() if file.name.isdecimal()]
        newest.unlink()
        (checkpoint / "commits" / f".{newest.name}.crc").unlink(missing_ok=True)
        kill_gateway(feed)
        put(source, 50, 80)
        stream_into(spark, source, feed, checkpoint)
        person.until(lambda: len(person.rows()) >= 80)
        assert sorted(row["n"] for row in person.rows()) == list(range(80))


def test_changes_by_key_come_from_foreach_batch_and_count_once(spark: Any, feed: Path) -> None:
    def write(start: int, batch: int) -> None:
        rows = sales(spark, start, start + 3).selectExpr("country", f"price + {batch} price", "n % 3 n")
        written(rows, feed, key="n", feed="totals", batch=str(batch)).mode("append").save()

    with viewer(feed) as person:
        write(0, 0)
        write(3, 1)
        write(6, 1)  # the same batch once more, as after a crash
        write(9, 2)
        person.until(lambda: len(person.steps) == 3)
        assert sorted((row["n"], row["price"]) for row in person.rows()) == [(0, 6.5), (1, 7.0), (2, 7.5)]
        assert [step.batch for step in person.steps] == [0, 1, 2]
        with pytest.raises(Exception, match="give both or none"):
            written(sales(spark, 0, 1), feed, batch="3").mode("append").save()


def read_into(spark: Any, file: Path, out: Path, checkpoint: Path, *, now: bool = False, **options: str) -> Any:
    trigger: dict[str, Any] = {"availableNow": True} if now else {"processingTime": "100 milliseconds"}
    reader = spark.readStream.format("liveobject").option("reference", str(file)).option("keep", "5")
    for name, value in options.items():
        reader = reader.option(name, value)
    return (
        reader.load()
        .writeStream.format("parquet")
        .option("path", str(out))
        .option("checkpointLocation", str(checkpoint))
        .trigger(**trigger)
        .start()
    )


def numbers_in(spark: Any, out: Path) -> list[int]:
    return sorted(row.n for row in spark.read.schema("n bigint").parquet(str(out)).collect())


def until_rows(spark: Any, query: Any, out: Path, count: int) -> list[int]:
    end = time.monotonic() + 90
    while time.monotonic() < end:
        query.processAllAvailable()
        found = numbers_in(spark, out) if out.exists() else []
        if len(found) >= count:
            return found
        time.sleep(0.05)
    raise AssertionError(f"{len(found)} rows, not {count}")


def test_what_a_channel_says_is_read_as_it_comes_and_after_a_restart(spark: Any, feed: Path, tmp_path: Path) -> None:
    out, checkpoint = tmp_path / "out", tmp_path / "checkpoint"
    with viewer(feed) as person:
        written(sales(spark, 0, 10), feed).mode("append").save()
        query = read_into(spark, feed, out, checkpoint)
        assert until_rows(spark, query, out, 10) == list(range(10))
        written(sales(spark, 10, 25), feed).mode("append").save()
        assert until_rows(spark, query, out, 25) == list(range(25))
        query.stop()
        kill_gateway(feed)
        # No gateway receives for the reader now, but the channel continues.
        from app.spark.live_table import batch_changes  # noqa: PLC0415
        from objects_library.spark_gateway.state_machines import change_to_value  # noqa: PLC0415

        assert person.machine is not None
        rows = person.machine.present().slice(0, 5).set_column(2, "n", [[25, 26, 27, 28, 29]])
        for change in batch_changes(rows, feed="somebody", batch=0, mode="append", key=[]):
            person.say(change_to_value(change))
        query = read_into(spark, feed, out, checkpoint, onGap="fail")
        assert until_rows(spark, query, out, 30) == list(range(30))
        query.stop()
        written(sales(spark, 30, 34), feed).mode("append").save()
        written(sales(spark, 34, 36), feed).mode("append").save()
        query = read_into(spark, feed, out, checkpoint, now=True, maxRowsPerBatch="3")
        assert query.awaitTermination(90)
        assert numbers_in(spark, out) == list(range(36))


def test_mistakes_are_said_in_a_sentence(spark: Any, feed: Path, tmp_path: Path) -> None:
    with pytest.raises(Exception, match="no channel is named; give option reference"):
        spark.read.format("liveobject").load()
    with pytest.raises(Exception, match="cannot be read"):
        loaded(spark, tmp_path / "nothing.liveobject")
    with pytest.raises(Exception, match="there is no option 'referense'"):
        spark.read.format("liveobject").option("referense", "x").load()
    with pytest.raises(Exception, match="the column 'country' is missing; the channel has the columns"):
        written(spark.range(3), feed).mode("append").save()
    nothing = file_with(channel(READING), tmp_path / "reliable.liveobject")
    with pytest.raises(Exception, match="keeps nothing that could be read at once; read it with readStream"):
        loaded(spark, nothing).collect()
    (tmp_path / "rubbish.liveobject").write_text("<rubbish/>")
    with pytest.raises(Exception, match="liveobject"):
        loaded(spark, tmp_path / "rubbish.liveobject")


def test_an_executor_without_the_program_says_so(tmp_path: Path) -> None:
    import pyspark  # noqa: PLC0415
    from pyspark import cloudpickle  # noqa: PLC0415

    from app.spark.liveobject_source.data_source import _source  # noqa: PLC0415

    pickled = tmp_path / "class"
    pickled.write_bytes(cloudpickle.dumps(_source(str(tmp_path / "elsewhere"))))  # type: ignore[no-untyped-call]
    program = "import pickle, sys; pickle.load(open(sys.argv[1], 'rb'))({'reference': 'x'}).schema()"
    packages = str(Path(pyspark.__file__).parents[1])
    done = subprocess.run(
        [sys.executable, "-S", "-c", program, str(pickled)],
        env={"PYTHONPATH": packages, "PATH": os.environ["PATH"]},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert "the package liveobjects cannot be imported on" in done.stderr
    assert "install it in the Python of every executor" in done.stderr
