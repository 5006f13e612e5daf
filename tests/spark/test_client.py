# SPDX-License-Identifier: BSD-3-Clause
"""A real Spark in its own process: sources of all kinds, queries, and errors."""

from __future__ import annotations

import asyncio
import gzip
import json
from pathlib import Path

import pyarrow as pa
import pyarrow.orc
import pyarrow.parquet
import pytest

from app.spark.errors import QueryError, SourceError, SparkError
from app.spark.sources import parse_source
from tests.postgres import Server
from tests.spark.conftest import RecordingService
from tests.spark.polling import eventually

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def _rows(spark: RecordingService, sql: str) -> list[tuple[object, ...]]:
    found = await spark.preview(sql)
    return [tuple(row.values()) for row in found.rows.to_pylist()]


async def test_it_tells_how_far_its_start_is(spark: RecordingService) -> None:
    assert spark.running
    assert "Spark is ready" in spark.heard
    assert spark.java_process > 0
    with pytest.raises(SparkError, match="started already"):
        await spark.start()


async def test_schema_and_sample_come_at_once_and_the_count_later(spark: RecordingService, tmp_path: Path) -> None:
    file = tmp_path / "sales.csv"
    file.write_text("country,price,at\n" + "".join(f"DE,{i}.5,2026-01-01 00:00:{i % 60:02}\n" for i in range(300)))
    found = await spark.attach(parse_source(str(file), "counted"))
    assert [(each.name, each.type) for each in found.columns] == [
        ("country", "string"), ("price", "double"), ("at", "timestamp"),
    ]  # fmt: skip
    assert found.sample.num_rows == 50
    assert found.size == file.stat().st_size
    await eventually(lambda: any(fact.source == "counted" and fact.rows == 300 for fact in spark.facts))


async def test_inference_can_be_corrected(spark: RecordingService, tmp_path: Path) -> None:
    file = tmp_path / "codes.csv"
    file.write_text("code,n\n007,1\n012,2\n")
    assert (await spark.attach(parse_source(f"codes={file}"))).columns[0].type == "int"
    corrected = parse_source(f"codes={file}", schema="code STRING, n BIGINT")
    found = await spark.attach(corrected)
    assert [each.type for each in found.columns] == ["string", "bigint"]
    assert await _rows(spark, "select code from codes order by n") == [("007",), ("012",)]
    with pytest.raises(SourceError, match="write them as in SQL"):
        await spark.attach(parse_source(f"codes={file}", schema="code STRINGY"))


async def test_files_of_every_format(spark: RecordingService, tmp_path: Path) -> None:
    (tmp_path / "a.tsv").write_text("k\tv\na\t1\n")
    (tmp_path / "b.csv").write_text("1,2\n3,4\n")
    (tmp_path / "c.jsonl").write_text("\n".join(json.dumps({"k": "ä", "v": i}) for i in range(3)))
    (tmp_path / "d.txt").write_text("one\ntwo\n")
    with gzip.open(tmp_path / "e.csv.gz", "wt") as stream:
        stream.write("k,v\nz,26\n")
    table = pa.table({"k": ["x", "y"], "v": [1.5, None]})
    pa.parquet.write_table(table, tmp_path / "f.parquet")
    pa.orc.write_table(table, tmp_path / "g.orc")
    wanted = {
        "a.tsv": ("select k, v from {}", [("a", 1)]),
        "b.csv": ("select _c0 + _c1 as s from {} order by s", [(3,), (7,)]),
        "c.jsonl": ("select k, sum(v) as s from {} group by k", [("ä", 3)]),
        "d.txt": ("select value from {} order by value", [("one",), ("two",)]),
        "e.csv.gz": ("select k, v from {}", [("z", 26)]),
        "f.parquet": ("select k, v from {} order by k", [("x", 1.5), ("y", None)]),
        "g.orc": ("select k, v from {} order by k", [("x", 1.5), ("y", None)]),
    }
    for file, (sql, rows) in wanted.items():
        name = f"form_{file[0]}"
        await spark.attach(parse_source(str(tmp_path / file), name), count=False)
        assert await _rows(spark, sql.format(name)) == rows, file


async def test_a_folder_is_all_its_files_and_grows(spark: RecordingService, tmp_path: Path) -> None:
    for number in range(3):
        (tmp_path / f"{number}.csv").write_text(f"n\n{number}\n")
    assert (await spark.attach(parse_source(str(tmp_path), "folder"), count=False)).grows
    assert await _rows(spark, "select sum(n) as s from folder") == [(3,)]
    empty = tmp_path / "empty"
    empty.mkdir()
    with pytest.raises(SourceError, match="--format"):
        await spark.attach(parse_source(str(empty), "empty"))
    with pytest.raises(SourceError, match="--schema"):
        await spark.attach(parse_source(str(empty), "empty", format="csv"))


async def test_a_database(spark: RecordingService, postgres: Server) -> None:
    database = postgres.new_database()
    database.do("create table if not exists plants (name text, height double precision)")
    database.do("truncate plants", "insert into plants values ('oak', 30.5), ('fern', 0.4)")
    where = f"postgresql://{database.user}:{database.password}@{database.host}:{database.port}/{database.database}"
    await spark.attach(parse_source(f"plants={where}?table=plants"))
    assert await _rows(spark, "select name from plants where height > 1") == [("oak",)]
    with pytest.raises(SourceError) as refused:
        await spark.attach(parse_source(f"plants={where}?table=weeds"))
    assert "weeds" in str(refused.value)
    wrong = where.replace(database.password, "wrong")
    with pytest.raises(SourceError, match="password") as refused:
        await spark.attach(parse_source(f"plants={wrong}?table=plants"))


async def test_what_needs_a_connector_says_so(spark: RecordingService) -> None:
    with pytest.raises(SourceError, match=r"connector for Kafka is not here; .*jars"):
        await spark.attach(parse_source("kafka://127.0.0.1:1/topic"))


async def test_test_sources_and_tables(spark: RecordingService, tmp_path: Path) -> None:
    made = await spark.attach(parse_source("ticks=rate:5"), count=False)
    assert [each.name for each in made.columns] == ["timestamp", "value"]
    assert made.sample.num_rows == 10
    names = {each.name: each for each in await spark.tables()}
    assert [each.name for each in names["ticks"].columns] == ["timestamp", "value"]
    copied = await spark.attach(parse_source("again=table:ticks"), count=False)
    assert copied.columns == made.columns
    await spark.detach("again")
    assert "again" not in {each.name for each in await spark.tables()}


@pytest.mark.parametrize(
    ("sql", "words", "place"),
    [
        ("select nope from ticks", "`nope` cannot be resolved", (1, 8)),
        ("\n\n  select *\nfrom nowhere", "`nowhere` cannot be found", (4, 6)),
        ("select value from ticks wher value", "Syntax error", (1, 30)),
        ("  selec 1", "Syntax error", (1, 3)),
        ("select 1 a, 2 a", "two columns of the result are called `a`", (0, 0)),
        ("drop table ticks", "would change something", (1, 1)),
        ("with x as (select 1) insert into y select * from x", "would change something", (1, 1)),
        ("", "no query yet", (1, 1)),
        ("select cast('x' as int) as n from ticks", "cannot be cast", (1, 8)),
    ],
)
async def test_errors_have_a_sentence_and_a_place(
    spark: RecordingService, sql: str, words: str, place: tuple[int, int]
) -> None:
    await spark.attach(parse_source("ticks=rate:5"), count=False)
    with pytest.raises(QueryError) as refused:
        await spark.preview(sql)
    assert words in refused.value.sentence
    assert (refused.value.line, refused.value.column) == place
    assert "\n" not in str(refused.value)


async def test_previews_are_cut_and_can_be_given_up(spark: RecordingService) -> None:
    found = await spark.preview("select id from range(500)", limit=20)
    assert (found.rows.num_rows, found.truncated) == (20, True)
    assert [each.name for each in await spark.check("select id, id * 2 as twice from range(3)")] == ["id", "twice"]
    started = asyncio.Event()
    spark.on_query_progress = lambda running: started.set() if running.token == "long" else None
    slow = "select count(*) as n from range(20000000000) where sqrt(id) % 7 = 1"
    task = asyncio.create_task(spark.preview(slow, token="long"))
    await asyncio.wait_for(started.wait(), 60)
    await spark.cancel("long")
    with pytest.raises(QueryError):
        await task
