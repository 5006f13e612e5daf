# SPDX-License-Identifier: BSD-3-Clause
"""Places of a feed on a map: bubbles, what they say, and pointing at them."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import pyarrow as pa
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from app.runtime.activation import Node
from app.spark.live_table import table_type
from tests.objects_library.tiles.feeding import Publisher, a_channel, a_tile
from tests.objects_library.viewers import look, people, unnamed

MAP = 0x3EF282B5616186A01886FB60C3760E99
CITIES = pa.schema([("city", pa.string()), ("lat", pa.float64()), ("lon", pa.float64()), ("n", pa.int64())])
KIND = table_type(CITIES)

pytestmark = pytest.mark.usefixtures("qapp")


@pytest.fixture
async def nodes() -> AsyncIterator[list[Node]]:
    async with people("Ann") as made:
        yield made


def cities(rows: list[tuple[Any, ...]]) -> Any:
    return pa.Table.from_pylist([dict(zip(CITIES.names, row, strict=True)) for row in rows], schema=CITIES)


async def test_bubbles(nodes: list[Node]) -> None:
    channel = a_channel("cities", KIND)
    feed = await Publisher.opened(nodes[0], channel)
    feed.publish(
        cities(
            [("Rome", 41.9, 12.5, 10), ("Rome", 41.9, 12.5, 30), ("Oslo", 59.9, 10.8, 10), ("Nowhere", 99.0, 0.0, 1)]
        ),
        "complete",
    )
    ann = await look(nodes[0], a_tile(MAP, channel, KIND, title="Cities"))
    assert unnamed(ann.view) == []
    await ann.sees(lambda: len(ann.view.plane.bubbles) == 2)
    assert {each.name: each.value for each in ann.view.plane.bubbles} == {"Rome": 40, "Oslo": 10}
    await ann.sees(lambda: ann.view.settled)
    ann.view.grab()
    plane = ann.view.plane
    rome = next(at for at, each in enumerate(plane.bubbles) if each.name == "Rome")
    where = plane._where(plane._places[rome]).toPoint()
    assert plane.bubble_at(plane._where(plane._places[rome])).name == "Rome"
    QTest.mouseMove(plane, where)
    QTest.mouseClick(plane, Qt.MouseButton.LeftButton, pos=where)
    assert dict(ann.view.selection.values) == {"city": ("Rome",)}
    assert {each.name: each.marked for each in plane.bubbles} == {"Rome": True, "Oslo": False}
    ann.view.grab()
    QTest.mouseClick(plane, Qt.MouseButton.LeftButton, pos=plane.rect().topLeft())
    assert ann.view.selection is None
    assert "Oslo 10" in plane.accessibleDescription()
    feed.publish(cities([]), "complete")
    await ann.sees(lambda: not plane.bubbles)
    ann.view.grab()


async def test_without_names_or_places(nodes: list[Node]) -> None:
    kind = table_type(pa.schema([("latitude", pa.float64()), ("lng", pa.float64())]))
    channel = a_channel("points", kind)
    feed = await Publisher.opened(nodes[0], channel)
    feed.publish(pa.table({"latitude": [1.0, None, 2.0], "lng": [3.0, 4.0, float("nan")]}), "complete")
    ann = await look(nodes[0], a_tile(MAP, channel, kind))
    await ann.sees(lambda: len(ann.view.plane.bubbles) == 1)
    ann.view.plane.picked.emit("0")  # a point without a name cannot be pointed at
    assert ann.view.selection is None
    nowhere = table_type(pa.schema([("a", pa.int64())]))
    other = a_channel("nowhere", nowhere)
    (await Publisher.opened(nodes[0], other)).publish(pa.table({"a": [1]}), "complete")
    bob = await look(nodes[0], a_tile(MAP, other, nowhere))
    await bob.sees(lambda: "latitudes" in bob.view.cover.text())
