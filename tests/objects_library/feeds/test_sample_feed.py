# SPDX-License-Identifier: BSD-3-Clause
"""The sample feed: orders that are made up, counted by a real Spark, at one node at a time."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from pathlib import Path

import pyarrow.parquet
import pytest

from app.runtime.activation import Node
from app.runtime.references import Parameterized, Primitive, Reference, ReferenceArgument, ValueArgument
from app.spark.java import is_installed
from app.spark.live_table import table_type
from objects_library.feeds.sample_feed.orders import CITIES, COLUMNS, PRODUCTS, RESULT, Shop, now, write_file
from objects_library.installed import installed_catalogue
from tests.objects_library.copies import eventually
from tests.objects_library.tiles.feeding import Publisher
from tests.objects_library.workers import network_channel, workshop

SAMPLE = 0x8A4A86B82A87D3890EFF4B3D582551EF
KIND = table_type(RESULT)


def test_orders_are_made_up() -> None:
    start = now()
    rows = Shop(seed=1).orders(start, start + timedelta(seconds=10), 20)
    assert rows.schema == COLUMNS
    assert rows.num_rows == 200
    assert set(rows.column("city").to_pylist()) <= set(CITIES)
    assert set(rows.column("product").to_pylist()) == set(PRODUCTS)
    assert min(rows.column("price").to_pylist()) > 0
    assert all(start <= at <= start + timedelta(seconds=10) for at in rows.column("ordered").to_pylist())


def test_the_folder_stays_small(tmp_path: Path) -> None:
    rows = Shop(seed=1).orders(now(), now() + timedelta(seconds=1), 2)
    for number in range(70):
        write_file(tmp_path, number, rows)
    files = sorted(file.name for file in tmp_path.iterdir())
    assert (len(files), files[-1]) == (60, "000000069.parquet")
    assert pyarrow.parquet.read_table(tmp_path / files[-1]).num_rows == 2


def a_sample(channel: Reference) -> Reference:
    arguments = (("Channel", ReferenceArgument(channel)), ("seconds", ValueArgument(0.5)))
    return Parameterized(Primitive(SAMPLE), arguments)


def a_feed() -> Reference:
    return network_channel(f"TableChange[{KIND}]", f"TableState[{KIND}]")


@pytest.mark.skipif(not is_installed(), reason="Spark is installed at its first use")
async def test_one_node_leads_and_the_next_takes_over(tmp_path: Path) -> None:
    async with workshop(tmp_path, a_sample(a_feed())) as shop:
        ann = await shop.start("Ann", "sample")
        await ann.until(lambda: [each for each in ann.all("leader") if each["mine"]])
        # Three, so that two are still most of them when one dies.
        bob, cid = await asyncio.gather(*(shop.start(name, "sample") for name in ("Bob", "Cid")))
        for each in (bob, cid):
            await each.until(lambda each=each: each.all("leader")[-1]["name"] == "Ann")  # type: ignore[misc]
            await each.until(lambda each=each: each.all("told")[-1]["state"] == "starting")  # type: ignore[misc]
            assert not each.all("leader")[-1]["mine"]
        ann.kill()
        await bob.until(lambda: bob.all("leader")[-1]["name"] in ("Bob", "Cid"))
        next_one = bob if bob.all("leader")[-1]["mine"] else cid
        await next_one.until(lambda: next_one.all("leader")[-1]["mine"])
        await next_one.until(lambda: next_one.all("told")[-1]["state"] == "starting")


@pytest.mark.timeout(300)
@pytest.mark.skipif(not is_installed(), reason="Spark is installed at its first use")
async def test_a_real_spark_counts_the_orders(tmp_path: Path) -> None:
    channel = a_feed()
    async with Node(installed_catalogue(), name="Viewer") as node, workshop(tmp_path, a_sample(channel)) as shop:
        viewer = await Publisher.opened(node, channel)  # who only looks
        ann = await shop.start("Ann", "sample")
        await ann.until(lambda: ann.all("told")[-1]["state"] == "live", 270)
        await eventually(lambda: len(viewer.table) > 1000)  # the first batch has the past in it
        assert viewer.table.key == ["at", "city", "product"]
        assert viewer.table.table.schema == RESULT
        rows = viewer.table.table.to_pylist()
        assert len({(row["at"], row["city"], row["product"]) for row in rows}) == len(rows)
