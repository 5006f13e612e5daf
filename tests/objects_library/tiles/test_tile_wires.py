# SPDX-License-Identifier: BSD-3-Clause
"""What tiles offer on wires, and what they show instead of their feed."""

from __future__ import annotations

import pyarrow as pa
import pytest

from app.runtime.activation import Node
from tests.objects_library.copies import live
from tests.objects_library.tiles.feeding import CHART, GAUGE, NUMBER, TABLE, a_tile, sales
from tests.objects_library.tiles.test_alert import an_alert
from tests.objects_library.tiles.test_tiles import a_feed, has_rows
from tests.objects_library.viewers import look
from tests.objects_library.wires import ports, ports_of

pytestmark = pytest.mark.usefixtures("qapp")
ELSEWHERE = pa.table({"city": ["Rome", "Oslo"], "price": [1.5, 2.5]})


async def test_tiles_offer_rows_and_numbers(nodes: list[Node]) -> None:
    feed = await a_feed(nodes[0])
    number = await ports(nodes[1], a_tile(NUMBER, column="orders", way="count"), "number")
    table = await ports(nodes[1], a_tile(TABLE), "rows")
    await number.offers("number", 60.0)
    await table.at("rows").until(lambda: table.value("rows") is not None and table.value("rows").num_rows == 60)
    feed.publish(sales(minutes=2), "complete")
    await number.offers("number", 24.0)
    await table.at("rows").until(lambda: table.value("rows").num_rows == 24)
    number.main.connection.close()
    assert number.main.body._feed._offer is None


async def test_numbers_of_wires_are_shown_instead(nodes: list[Node]) -> None:
    feed = await a_feed(nodes[0])
    number = await look(nodes[0], a_tile(NUMBER, way="count", unit="°C"))
    gauge = await look(nodes[0], a_tile(GAUGE, column="revenue", high=50.0, warning=40.0))
    await number.sees(lambda: number.view.face.figure.words == "60")
    for each in (number, gauge):
        ports = ports_of(each)
        ports.put("shows", 12.0)
        ports.put("shows", 42.0)
        await each.sees(lambda each=each: each.view.rows_shown.to_pylist() == [{"value": 42.0}])  # type: ignore[misc]
        assert ports.value("number") == 42.0
        if each is number:
            await each.sees(lambda: number.view.face.figure.words == "42")
        else:
            await each.sees(lambda: gauge.view.dial.too_high)
        feed.publish(sales(minutes=3), "complete")
        ports.at("shows").connection.close()
        await each.sees(lambda each=each: has_rows(each, 36))  # type: ignore[misc]
        await ports.at("number").until(lambda ports=ports: ports.value("number") != 42.0)  # type: ignore[misc]
    await number.sees(lambda: number.view.face.figure.words == "36")


async def test_rows_of_wires_are_shown_instead(nodes: list[Node]) -> None:
    await a_feed(nodes[0])
    for template in (TABLE, CHART):
        ann = await look(nodes[0], a_tile(template))
        await ann.sees(lambda ann=ann: has_rows(ann, 60))  # type: ignore[misc]
        wires = ports_of(ann)
        wires.put("shows", ELSEWHERE)
        await ann.sees(lambda ann=ann: has_rows(ann, 2))  # type: ignore[misc]
        ann.view.grab()
        assert wires.value("rows").num_rows == 2
        wires.put("shows", None)
        await ann.sees(lambda ann=ann: has_rows(ann, 60))  # type: ignore[misc]


async def test_an_alert_is_raised_by_wire_once(nodes: list[Node]) -> None:
    await a_feed(nodes[0])
    ann = await look(nodes[0], an_alert())
    bob = await ports(nodes[1], an_alert(), "alert")
    await live(bob.main)
    assert (bob.value("raised"), bob.events("alerts")) == (False, [])
    wires = ports_of(ann)
    wires.put("raises", False)
    bob.put("raises", True, own=False)  # both copies hear of it, and one has caused it
    wires.put("raises", True)
    await ann.sees(lambda: ann.view.banner.tone == "bad")
    assert ann.view.banner.head.text() == "Alert"
    await bob.offers("raised", True)
    await bob.tells("alerts", ["Too many rows"])
    wires.put("raises", False)
    await bob.offers("raised", False)
    assert [each.kind for each in ann.body._events] == ["raised", "cleared"]
