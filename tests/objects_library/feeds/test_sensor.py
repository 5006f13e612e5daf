# SPDX-License-Identifier: BSD-3-Clause
"""Sensors: computers tell how they are; and the rows that feeds leave."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from math import inf, nan
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

from app.runtime.activation import Node
from objects_library.feeds.sensor.metrics import Machine
from objects_library.feeds.sensor.proxy import SensorReading
from objects_library.replication import recent_rows
from objects_library.replication.recent_rows import count, weigh
from tests.objects_library.copies import eventually, live, local_channel, opened, replicated
from tests.objects_library.viewers import look, unnamed
from tests.objects_library.workers import network_channel, workshop

SENSOR = 0x6F2A1C7D90B84E53A1D6C0E2B7F49A22
TYPES = "SensorReading", "RowsState[SensorReading]"
THREE = ("Ann", "Bob", "Cid")  # when one of them dies, the others are still most of them


def a_sensor(name: str = "sensor", **values: Any) -> Any:
    return replicated(SENSOR, local_channel(*TYPES, name), None, **values)


def reading(machine: str, **numbers: float) -> dict[str, Any]:
    known = {"processor": 1.0, "memory": 2.0, "disk": 3.0, "received": 4.0, "sent": 5.0}
    return {"at": datetime.now(UTC), "machine": machine, **known, **numbers}


def test_metrics_of_this_computer() -> None:
    machine = Machine()
    machine.read()
    sum(range(200_000))
    told = machine.read()
    assert 0 <= told.processor <= 100
    assert 0 < told.memory <= 100
    assert 0 < told.disk <= 100
    assert told.received >= 0


def test_metrics_from_counters(tmp_path: Path) -> None:
    (tmp_path / "net").mkdir()
    (tmp_path / "stat").write_text("cpu  100 0 100 800 0 0 0 0 0 0\n")
    (tmp_path / "meminfo").write_text("MemTotal: 1000 kB\nMemAvailable: 250 kB\n")
    (tmp_path / "net/dev").write_text("a|b\n lo: 9 0 0 0 0 0 0 0 9\n eth0: 1000 0 0 0 0 0 0 0 500\n")
    machine = Machine(tmp_path)
    machine.read()
    (tmp_path / "stat").write_text("cpu  175 0 100 825 0 0 0 0 0 0\n")
    told = machine.read()
    assert (told.processor, told.memory, told.received) == (75.0, 75.0, 0.0)
    nothing = Machine(tmp_path / "nowhere").read()
    assert (nothing.memory, nothing.received, nothing.sent) == (-1.0, -1.0, -1.0)


def test_weights() -> None:
    assert count(pa.table({"x": [1, 2, 3]})) == 3
    assert count([1, 2]) == 2
    deep: Any = 1
    for _ in range(10):
        deep = [deep]
    assert weigh(deep) > recent_rows.HEAVIEST
    assert weigh("x" * 1000) > 1000


async def test_each_tells_of_itself(nodes: list[Node]) -> None:
    ann = await opened(nodes[0], a_sensor(seconds=0.2), "sensor")
    bob = await opened(nodes[1], a_sensor(seconds=0.2), "sensor")
    await live(ann, bob)
    await ann.until(lambda: {each["machine"] for each in ann.all("read")} == {"Ann", "Bob"})
    quiet = await opened(nodes[1], a_sensor(measure=False), "sensor")
    await quiet.until(lambda: quiet.all("readings") and quiet.last("readings"))
    assert {each["machine"] for each in quiet.last("readings")} == {"Ann", "Bob"}


async def test_rows_are_bounded(nodes: list[Node], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recent_rows, "MOST", 5)
    ann = await opened(nodes[0], a_sensor(measure=False), "sensor")
    bob = await opened(nodes[1], a_sensor(measure=False), "sensor")
    await live(ann, bob)
    for number in range(8):
        ann.body._feed.add(reading(str(number)))
    await bob.until(lambda: len(bob.all("read")) == 8)
    assert [each["machine"] for each in bob.body._feed.messages] == ["3", "4", "5", "6", "7"]
    assert bob.body._feed.give_state() == ann.body._feed.give_state()
    ann.body._feed.add(reading("x" * 300_000))
    await ann.until(lambda: "at most 256 KiB" in (ann.last("refused") or ""))
    ann.body._feed.replica.send(reading("x" * 300_000))
    await eventually(lambda: bob.body._feed.replica.refusals == 1)


@pytest.mark.usefixtures("qapp")
async def test_the_view(nodes: list[Node]) -> None:
    ann = await look(nodes[0], a_sensor("view", measure=False))
    assert unnamed(ann.view) == []
    feed = ann.body._feed
    feed.add(reading("one"))
    feed.add(reading("two", processor=nan, sent=inf, memory=-inf))
    feed.add(reading("x" * 1000))
    await ann.sees(lambda: len(ann.view.machines) == 3)
    assert ann.view.machines["one"].accessibleName() == "one: Processor 1 %, Memory 2 %, Disk 3 %"
    assert ann.view.machines["two"].accessibleName().startswith("two: Processor –")
    ann.view.grab()
    old = SensorReading(**{**reading("one"), "at": datetime(2020, 1, 1, tzinfo=UTC)})
    ann.view.read(old)
    ann.view._grey_out()
    assert ann.view.machines["one"].silent


async def test_in_processes(tmp_path: Path) -> None:
    reference = replicated(SENSOR, network_channel(*TYPES), None, seconds=0.2)
    async with workshop(tmp_path, reference) as shop:
        ann, bob, _ = await asyncio.gather(*(shop.start(name, "sensor") for name in THREE))
        await ann.until(lambda: {each["machine"] for each in ann.all("read")} == set(THREE))
        await bob.until(lambda: any(each["machine"] == "Ann" for each in bob.all("read")))
        ann.kill()
        late = await shop.start("Dan", "sensor")
        await late.until(lambda: late.all("readings")[-1])
        assert {"Ann", "Bob"} <= {each["machine"] for each in late.all("readings")[-1]}
