# SPDX-License-Identifier: BSD-3-Clause
"""The addresses that --source accepts."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.spark.errors import SourceError
from app.spark.sources import SourceSpec, format_of, parse_source


def test_files_and_folders(tmp_path: Path) -> None:
    file = tmp_path / "sales.csv"
    file.write_text("a,b\n1,2\n")
    made = parse_source(f"sales={file}")
    assert (made.name, made.kind, made.format, made.location, made.grows) == (
        "sales", "file", "csv", str(file), False,
    )  # fmt: skip
    folder = parse_source(str(tmp_path))
    assert (folder.name, folder.kind, folder.format, folder.grows) == ("source", "folder", "csv", True)
    assert parse_source(str(tmp_path), grows=False).grows is False
    assert parse_source(f"file://{file}").location == str(file)


@pytest.mark.parametrize(
    ("name", "format_"),
    [("a.csv", "csv"), ("a.CSV.gz", "csv"), ("a.tsv", "csv"), ("a.jsonl", "json"), ("a.parquet", "parquet"),
     ("a.orc", "orc"), ("a.log", "text"), ("a.unknown", ""), ("a", "")],
)  # fmt: skip
def test_formats_by_name(name: str, format_: str) -> None:
    assert format_of(name) == format_


def test_databases_keep_what_is_secret_apart() -> None:
    made = parse_source("postgresql://me:s3cret%21@db.example:5432/shop?table=orders&ssl=true")
    assert made.location == "jdbc:postgresql://db.example:5432/shop?ssl=true"
    assert made.options == {"dbtable": "orders"}
    assert made.secrets == {"user": "me", "password": "s3cret!"}
    assert "s3cret" not in str(made.to_dict())
    assert SourceSpec.from_dict(made.to_dict(secrets=True)) == made
    asked = parse_source("jdbc:postgresql://h/d?query=select 1&user=u&password=p")
    assert asked.options == {"query": "select 1"}
    assert asked.secrets == {"user": "u", "password": "p"}


def test_streams_tables_and_channels(tmp_path: Path) -> None:
    kafka = parse_source("events=kafka://broker:9092/clicks")
    assert (kafka.name, kafka.location, kafka.options["subscribe"], kafka.grows) == (
        "events", "broker:9092", "clicks", True,
    )  # fmt: skip
    assert parse_source("rate:20").options == {"rowsPerSecond": "20"}
    assert parse_source("rate:").options == {"rowsPerSecond": "1"}
    assert parse_source("socket://127.0.0.1:99").options == {"host": "127.0.0.1", "port": "99"}
    assert parse_source("table:shop.orders").location == "shop.orders"
    channel = parse_source(str(tmp_path / "a.liveobject"))
    assert (channel.kind, channel.grows) == ("channel", True)


@pytest.mark.parametrize(
    "text",
    ["", "no=", "/nowhere/a.csv", "rate:0", "rate:x", "rate:99999999", "socket://host", "socket://h:99999999",
     "kafka://broker", "postgresql://host/db", "table:a b", "table:a;drop", "x" * 5000, "/etc/hostname"],
)  # fmt: skip
def test_what_makes_no_sense_is_refused_in_a_sentence(text: str) -> None:
    with pytest.raises(SourceError) as refused:
        parse_source(text)
    assert "; " in str(refused.value)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(("name", "kind"), [("1a", "file"), ("a-b", "file"), ("", "file"), ("a", "carrier pigeon")])
def test_names_and_kinds(name: str, kind: str) -> None:
    with pytest.raises(SourceError):
        SourceSpec(name, kind, "x")
