# SPDX-License-Identifier: BSD-3-Clause
"""Live queries: batches, commits, and failures."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

from app.runtime.activation import Node
from app.spark.client import Batch, LiveResult, LiveSettings
from app.spark.errors import QueryError, SourceError
from app.spark.feeds.publisher import Publisher
from app.spark.live_table import batch_changes
from app.spark.sources import parse_source
from objects_library.installed import installed_catalogue
from tests.spark.conftest import RecordingService
from tests.spark.liveobject_source.channels import feed_channel, file_with
from tests.spark.polling import eventually

pytestmark = pytest.mark.asyncio(loop_scope="session")


class BatchRecorder:
    """Commits batches, or refuses them."""

    def __init__(self) -> None:
        self.batches: list[Batch] = []
        self.failures: list[str] = []
        self.statistics: list[dict[str, Any]] = []
        self.refuse = False

    async def take(self, batch: Batch) -> bool:
        self.batches.append(batch)
        return not self.refuse

    def failed(self, error: QueryError, again: bool) -> None:
        self.failures.append(error.sentence)

    @property
    def last(self) -> list[dict[str, Any]]:
        return self.batches[-1].rows.to_pylist() if self.batches else []


@asynccontextmanager
async def running(spark: RecordingService, settings: LiveSettings) -> AsyncIterator[tuple[LiveResult, BatchRecorder]]:
    result = await spark.prepare_live(settings)
    recorder = BatchRecorder()
    await spark.run_live(result, recorder.take, recorder.failed, recorder.statistics.append)
    try:
        yield result, recorder
    finally:
        await spark.stop_live(result, forget=True)


def _drop(folder: Path, name: str, content: str) -> None:
    """Create a file atomically."""
    hidden = folder / f".{name}"
    hidden.write_text(content)
    hidden.rename(folder / name)


async def test_a_folder_grows_and_groups_change_by_key(spark: RecordingService, tmp_path: Path) -> None:
    folder = tmp_path / "in"
    folder.mkdir()
    _drop(folder, "a.csv", "k,at,v\nx,2026-01-01 00:00:01,1\ny,2026-01-01 00:00:02,2\n")
    sql = "select k, window(at, '10 seconds') as w, sum(v) as s from source group by k, w"
    settings = LiveSettings([parse_source(str(folder))], sql, str(tmp_path / "checkpoint"))
    async with running(spark, settings) as (result, recorder):
        assert (result.mode, result.key, result.streaming) == ("update", ["k", "w_start"], True)
        assert result.schema.names == ["k", "w_start", "w_end", "s"]
        await eventually(lambda: len(recorder.batches) == 1)
        assert sorted((row["k"], row["s"]) for row in recorder.last) == [("x", 1), ("y", 2)]
        _drop(folder, "b.csv", "k,at,v\nx,2026-01-01 00:00:09,5\n")
        await eventually(lambda: len(recorder.batches) == 2)
        assert [(row["k"], row["s"]) for row in recorder.last] == [("x", 6)]
        assert [each.number for each in recorder.batches] == [1, 2]
        await eventually(lambda: any(each.get("batch") == 2 for each in recorder.statistics))  # it is committed
        assert any(each.get("state_rows") == 2 for each in recorder.statistics)
    # Committed batches are not repeated; others are, with the same number and rows.
    again = BatchRecorder()
    again.refuse = True
    result = await spark.prepare_live(settings)
    _drop(folder, "c.csv", "k,at,v\ny,2026-01-01 00:00:03,7\n")
    await spark.run_live(result, again.take, again.failed)
    await eventually(lambda: again.failures)
    again.refuse = False
    await spark.run_live(result, again.take, again.failed)
    await eventually(lambda: len(again.batches) == 2)
    await spark.stop_live(result, forget=True)
    assert [each.number for each in again.batches] == [3, 3]
    assert again.batches[0].rows.equals(again.batches[1].rows)
    assert [(row["k"], row["s"]) for row in again.last] == [("y", 9)]


async def test_how_results_change_is_found_out(spark: RecordingService, tmp_path: Path) -> None:
    folder = tmp_path / "in"
    folder.mkdir()
    _drop(folder, "a.csv", "k,v\nx,1\n")
    wanted = {
        "select k, v from source where v > 0": ("append", []),
        "select k as name, count(*) as n from source group by k": ("update", ["name"]),
        "select v % 3 as third, max(v) as m from source group by v % 3": ("update", ["third"]),
        "select count(*) as n from source": ("complete", []),
        "select count(*) as n from source group by k": ("complete", []),
        "select k, count(*) as n from source group by k having count(*) < 9": ("complete", []),
        "select k, count(*) as n from source group by k order by n desc": ("complete", []),
        "select upper(k) as k, n from (select k, count(*) as n from source group by k)": ("complete", []),
        "select n, k as who from (select k, count(*) as n from source group by k)": ("update", ["who"]),
    }
    for number, (sql, (mode, key)) in enumerate(wanted.items()):
        settings = LiveSettings([parse_source(str(folder))], sql, str(tmp_path / str(number)))
        found = await spark.prepare_live(settings)
        await spark.stop_live(found, forget=True)
        assert (found.mode, found.key) == (mode, key), sql
    with pytest.raises(QueryError, match="no column `z`"):
        await spark.prepare_live(
            LiveSettings([parse_source(str(folder))], "select k from source", str(tmp_path), key=("z",))
        )


async def test_static_data_is_read_again_when_it_changes(spark: RecordingService, tmp_path: Path) -> None:
    file = tmp_path / "a.csv"
    file.write_text("k,v\nx,1\n")
    sql = "select k, sum(v) as s from source group by k order by k"
    settings = LiveSettings([parse_source(str(file))], sql, str(tmp_path / "c"), every=0.1)
    async with running(spark, settings) as (result, recorder):
        assert (result.mode, result.streaming) == ("complete", False)
        await eventually(lambda: recorder.last == [{"k": "x", "s": 1}])
        file.write_text("k,v\nx,1\ny,2\n")
        await eventually(lambda: recorder.last == [{"k": "x", "s": 1}, {"k": "y", "s": 2}])
        file.write_text("k,v\nx,1\nrubbish,in,it\n")
        await eventually(lambda: recorder.failures)
        assert "Malformed" in recorder.failures[0]
        file.write_text("k,v\nz,3\n")
        await eventually(lambda: recorder.last == [{"k": "z", "s": 3}])
        file.write_text("k,v\nz,three\n")
        await eventually(lambda: len(recorder.failures) == 2)
        file.write_text("k,v\nz,4\n")
        await eventually(lambda: recorder.last == [{"k": "z", "s": 4}])
        count = len(recorder.batches)
        os.utime(file)  # a new timestamp without new content
        await asyncio.sleep(0.5)
        assert len(recorder.batches) == count


async def test_results_are_bounded(spark: RecordingService, tmp_path: Path) -> None:
    file = tmp_path / "a.csv"
    file.write_text("k,v\n" + "".join(f"key {i},{i}\n" for i in range(5_000)))
    source = parse_source(str(file))
    async with running(
        spark, LiveSettings([source], "select * from source order by v", str(tmp_path / "c"), most_rows=100)
    ) as (_, recorder):
        await eventually(lambda: recorder.batches)
        assert (recorder.batches[0].rows.num_rows, recorder.batches[0].truncated) == (100, True)
        assert recorder.last[-1]["v"] == 99
    async with running(
        spark, LiveSettings([source], "select * from source", str(tmp_path / "d"), most_bytes=2_000)
    ) as (_, recorder):
        await eventually(lambda: recorder.batches)
        assert recorder.batches[0].rows.nbytes <= 2_000
        assert recorder.batches[0].truncated


async def test_a_socket_and_a_clock(spark: RecordingService, tmp_path: Path) -> None:
    lines: asyncio.Queue[bytes] = asyncio.Queue()

    async def serve(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while line := await lines.get():
            writer.write(line)
            await writer.drain()
        writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    words = parse_source(f"words=socket://127.0.0.1:{port}")
    async with running(spark, LiveSettings([words], "select upper(value) as word from words", str(tmp_path / "a"))) as (
        result,
        recorder,
    ):
        assert result.mode == "append"
        lines.put_nowait(b"one\ntwo\n")
        await eventually(lambda: [row["word"] for each in recorder.batches for row in each.rows.to_pylist()])
    lines.put_nowait(b"")
    server.close()
    ticks = parse_source("ticks=rate:50")
    async with running(
        spark,
        LiveSettings([ticks], "select value % 2 as odd, count(*) as n from ticks group by 1", str(tmp_path / "b")),
    ) as (result, recorder):
        assert (result.mode, result.key) == ("update", ["odd"])
        await eventually(lambda: sum(row["n"] for row in recorder.last) > 20)


async def test_a_live_channel_is_a_source(spark: RecordingService, tmp_path: Path) -> None:
    channel = feed_channel("table{k: string?, v: int64?}")
    file = file_with(channel, tmp_path / "sales.liveobject")
    async with Node(installed_catalogue()) as node:
        publisher = await Publisher.join(node, channel)

        async def say(batch: int, rows: dict[str, list[object]]) -> None:
            table = pa.table(rows, schema=pa.schema([("k", pa.string()), ("v", pa.int64())]))
            await publisher.publish(batch_changes(table, feed="sales", batch=batch, mode="append", key=[]))

        await say(1, {"k": ["x", "y"], "v": [1, 2]})
        sql = "select k, sum(v) as s from source group by k"
        settings = LiveSettings([parse_source(str(file))], sql, str(tmp_path / "checkpoint"))
        async with running(spark, settings) as (result, recorder):
            assert (result.mode, result.key, result.streaming) == ("update", ["k"], True)
            await eventually(lambda: _sums(recorder) == {"x": 1, "y": 2})
            await say(2, {"k": ["x", "z"], "v": [10, 5]})
            await eventually(lambda: _sums(recorder) == {"x": 11, "y": 2, "z": 5})
            assert not recorder.failures
        publisher.close()


def _sums(recorder: BatchRecorder) -> dict[str, int]:
    """The last sum of each key over all batches."""
    return {row["k"]: row["s"] for each in recorder.batches for row in each.rows.to_pylist()}


async def test_one_file_does_not_grow(spark: RecordingService, tmp_path: Path) -> None:
    file = tmp_path / "a.csv"
    file.write_text("k\nx\n")
    with pytest.raises(SourceError, match="name the folder"):
        await spark.prepare_live(
            LiveSettings([parse_source(str(file), grows=True)], "select * from source", str(tmp_path / "c"))
        )
