# SPDX-License-Identifier: BSD-3-Clause
"""The gateway in a real process: one member of a channel for all Spark tasks on a computer."""

from __future__ import annotations

import os
import secrets
import signal
import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

from app.runtime.references import Primitive
from app.spark.arrow_stream import from_bytes, to_bytes
from app.spark.live_table import batch_changes
from app.spark.liveobject_source import gateway_client as way
from app.spark.liveobject_source.gateway_client import (
    GatewayClient,
    GatewayLostError,
    LiveObjectSourceError,
    gateway_folder,
    short_path,
)
from objects_library.spark_gateway import spool as spool_module
from objects_library.spark_gateway.spool import Spool
from objects_library.spark_gateway.state_machines import RowBatch, change_to_value
from tests.spark.liveobject_source.channels import Viewer, channel, feed_channel, file_with, viewer

TABLE = "table{name: string?, n: int64?}"
RECORD = "{name: text, n: int}"


@pytest.fixture
def feed(tmp_path: Path) -> Path:
    return file_with(feed_channel(TABLE), tmp_path / "feed.liveobject")


@pytest.fixture(autouse=True)
def ended(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """End all gateways with the test."""
    started: list[subprocess.Popen[bytes]] = []
    popen = subprocess.Popen

    def noted(*arguments: Any, **more: Any) -> Any:
        process = popen(*arguments, **more)
        started.append(process)
        return process

    monkeypatch.setattr(subprocess, "Popen", noted)
    yield
    for process in started:
        process.kill()
        process.wait()


def kill(file: Path) -> None:
    """Kill the gateway of a file."""
    with GatewayClient(file.read_bytes(), 5.0) as gateway:
        number = gateway.request({"do": "hello", "keep": 0.0})["process"]
        os.kill(number, signal.SIGKILL)
        with pytest.raises(GatewayLostError):
            gateway.request({"do": "describe"})


def rows(*pairs: tuple[str, int]) -> Any:
    return pa.table({"name": [name for name, _ in pairs], "n": [n for _, n in pairs]})


def publish(person: Viewer, table: Any, batch: int, mode: str = "append", key: list[str] | None = None) -> None:
    for change in batch_changes(table, feed="somebody", batch=batch, mode=mode, key=key or []):
        person.say(change_to_value(change))


def taken(gateway: GatewayClient, reader: str, after: int, on_gap: str = "present") -> tuple[int, list[dict[str, Any]]]:
    asked = {"do": "latest", "reader": reader, "after": after, "rows": 0, "on_gap": on_gap}
    number = gateway.request(asked)["number"]
    found = gateway.request({"do": "between", "reader": reader, "start": after, "end": number})["messages"]
    return number, [row for data in found for row in from_bytes(data).to_pylist()]


def until(holds: Callable[[], bool]) -> None:
    end = time.monotonic() + 30
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.02)


def test_many_tasks_at_once_find_one_gateway(feed: Path) -> None:
    with ThreadPoolExecutor(8) as pool:
        gateways = list(pool.map(lambda _: GatewayClient(feed.read_bytes(), 5.0), range(8)))
    assert len({each.id for each in gateways}) == 1
    assert way.is_local_gateway(feed.read_bytes(), gateways[0].id)
    assert not way.is_local_gateway(feed.read_bytes(), "another")
    for each in gateways:
        each.close()


def test_a_gateway_ends_by_itself(feed: Path) -> None:
    with GatewayClient(feed.read_bytes(), 0.5) as gateway:
        assert gateway.request({"do": "describe"})["schema"]
    until(lambda: not (gateway_folder(feed.read_bytes()) / way.SOCKET).exists())
    assert not way.is_local_gateway(feed.read_bytes(), gateway.id)


def test_readers_of_a_feed_that_appends_miss_nothing_while_nobody_listens(feed: Path) -> None:
    with viewer(feed) as person:
        publish(person, rows(("a", 1), ("b", 2)), 0)
        with GatewayClient(feed.read_bytes(), 5.0) as gateway:
            reader = gateway.request({"do": "begin_reading", "present": True})["reader"]
            number, found = taken(gateway, reader, 0)
            assert [row["n"] for row in found] == [1, 2]
            publish(person, rows(("c", 3)), 1)
            until(lambda: taken(gateway, reader, number)[1] == [{"name": "c", "n": 3}])
            gateway.request({"do": "forget", "reader": reader, "number": number})
        kill(feed)
        publish(person, rows(("d", 4), ("e", 5)), 2)
        with GatewayClient(feed.read_bytes(), 5.0) as gateway:
            _, found = taken(gateway, reader, number, "fail")
            assert [row["n"] for row in found] == [3, 4, 5]
            with pytest.raises(LiveObjectSourceError, match="message 1 is not kept"):
                taken(gateway, reader, 0)
            with pytest.raises(LiveObjectSourceError, match="known on another computer only"):
                taken(gateway, secrets.token_hex(8), 0)


def test_a_gap_is_noticed_and_filled_with_the_present_table(feed: Path) -> None:
    with viewer(feed) as person:
        publish(person, rows(("a", 1), ("b", 2)), 0, "update", ["name"])
        with GatewayClient(feed.read_bytes(), 5.0) as gateway:
            reader = gateway.request({"do": "begin_reading", "present": True})["reader"]
            number, _ = taken(gateway, reader, 0)
        kill(feed)
        publish(person, rows(("b", 7), ("c", 3)), 1, "update", ["name"])
        with GatewayClient(feed.read_bytes(), 5.0) as gateway:
            with pytest.raises(LiveObjectSourceError, match="only the present table is left"):
                taken(gateway, reader, number, "fail")
            _, found = taken(gateway, reader, number)
            assert {row["name"]: row["n"] for row in found} == {"a": 1, "b": 7, "c": 3}


def test_readers_of_records_miss_nothing_that_is_kept(tmp_path: Path) -> None:
    file = file_with(channel(RECORD, f"{{rows: list[{RECORD}]}}"), tmp_path / "records.liveobject")
    with viewer(file) as person:
        for n in range(3):
            person.say({"name": "same", "n": n % 2})
        with GatewayClient(file.read_bytes(), 5.0) as gateway:
            reader = gateway.request({"do": "begin_reading", "present": True})["reader"]
            number, found = taken(gateway, reader, 0)
            assert [row["n"] for row in found] == [0, 1, 0]
        kill(file)
        for n in (1, 0, 5):
            person.say({"name": "same", "n": n})
        with GatewayClient(file.read_bytes(), 5.0) as gateway:
            assert [row["n"] for row in taken(gateway, reader, number, "fail")[1]] == [1, 0, 5]


def test_a_batch_is_published_once_and_what_is_staged_is_seen_by_nobody(feed: Path) -> None:
    with viewer(feed) as person, GatewayClient(feed.read_bytes(), 5.0) as gateway:
        tokens = [gateway.request({"do": "stage", "rows": to_bytes(rows((name, 1)))})["token"] for name in "ab"]
        batch: dict[str, Any] = {"do": "publish", "feed": "job", "mode": "append", "key": []}
        parts = [{"partition": number, "token": token} for number, token in enumerate(tokens)]
        assert person.rows() == []
        assert gateway.request({**batch, "batch": 4, "parts": parts})["rows"] == 2
        person.until(lambda: len(person.rows()) == 2)
        again = gateway.request({**batch, "batch": 4, "parts": [{"data": to_bytes(rows(("x", 9)))}]})
        assert again == {"rows": 0, "again": True}
        with pytest.raises(LiveObjectSourceError, match="run it again"):
            gateway.request({**batch, "batch": 5, "parts": parts})
        wrong = to_bytes(pa.table({"name": ["a"], "n": ["no number"]}))
        with pytest.raises(LiveObjectSourceError, match="do not fit the channel's columns"):
            gateway.request({**batch, "batch": 5, "parts": [{"data": wrong}]})
        assert len(person.steps) == 1


def test_rubbish_is_answered_or_ends_the_conversation_and_never_the_gateway(feed: Path) -> None:
    with GatewayClient(feed.read_bytes(), 5.0) as gateway:
        for question in ({"do": "dance"}, {}, {"do": "latest"}, {"do": "stage", "rows": 5}, {"do": "publish"}):
            with pytest.raises(LiveObjectSourceError):
                gateway.request(question)
        for data in (b"\xff" * 64, b"\x00\x00\x00\x03\xc1\xc1\xc1"):
            with socket.socket(socket.AF_UNIX) as stranger, short_path(gateway_folder(feed.read_bytes())) as place:
                stranger.connect(f"{place}/{way.SOCKET}")
                stranger.sendall(data)
                stranger.shutdown(socket.SHUT_WR)
                stranger.recv(1000)
        assert gateway.request({"do": "describe"})["schema"]


def test_what_is_no_channel_says_so(tmp_path: Path) -> None:
    nothing = file_with(Primitive(0xDEAD, 1, "Lost thing"), tmp_path / "nothing.liveobject")
    with pytest.raises(LiveObjectSourceError):
        GatewayClient(nothing.read_bytes(), 5.0)
    with pytest.raises(LiveObjectSourceError, match="the root is <rubbish>"):
        GatewayClient(b"<rubbish/>", 5.0)


def test_a_spool_is_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(spool_module, "MOST_BYTES", 1000)
    spool = Spool(tmp_path / "reader")
    for n in range(10):
        spool.add(RowBatch(rows(("a", n))))
    assert spool.number < 10
    with pytest.raises(LiveObjectSourceError, match="behind"):
        spool.check_capacity()
    assert Spool(tmp_path / "reader").number == spool.number
    assert spool.last_message_within(0, 1) == 1
