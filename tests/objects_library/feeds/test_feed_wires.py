# SPDX-License-Identifier: BSD-3-Clause
"""What sensors, clocks, quotes and tickers offer on wires, and what wires do with them."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from app.runtime.activation import Node
from tests.objects_library.copies import live
from tests.objects_library.feeds.test_clock import a_clock
from tests.objects_library.feeds.test_sensor import a_sensor, reading
from tests.objects_library.feeds.test_ticker import a_ticker
from tests.objects_library.wires import Ports, ports


async def test_a_sensor_offers_the_mean_of_whoever_reports(nodes: list[Node]) -> None:
    ann, bob = [await ports(node, a_sensor(measure=False), "sensor") for node in nodes]
    await live(ann.main, bob.main)
    assert (ann.value("processor"), bob.value("memory"), bob.events("reading")) == (None, None, [])
    ann.main.body._feed.add(reading("one", processor=20.0))
    ann.main.body._feed.add(reading("two", processor=40.0, memory=-1.0))
    for each in (ann, bob):
        await each.offers("processor", 30.0)
        await each.offers("memory", 2.0)  # that of the other is not known
    assert [told["machine"] for told in bob.events("reading")] == ["one", "two"]
    for _ in range(6):
        ann.main.body._feed.add(reading("two", processor=44.0))
    await bob.offers("processor", 44.0)  # the first is silent
    late = await ports(nodes[0], a_sensor(measure=False), "sensor")
    await late.offers("processor", 44.0)
    ann_cause, bob_cause = (each.at("processor").last("value")["cause"] for each in (ann, bob))
    assert (ann_cause["own"], bob_cause["own"]) == (True, False)


async def test_a_clock_offers_the_time_and_its_seconds(nodes: list[Node]) -> None:
    ann, bob = [await ports(node, a_clock(), "clock") for node in nodes]
    await live(ann.main, bob.main)
    assert abs((ann.value("time") - datetime.now(UTC)).total_seconds()) < 5
    assert ann.value("seconds") == 0
    bob.happen("starts")
    await ann.main.until(lambda: ann.main.last("stopwatch")["running"])
    await ann.at("seconds").until(lambda: ann.value("seconds") >= 1)
    bob.happen("stops")
    await ann.main.until(lambda: not ann.main.last("stopwatch")["running"])
    moments = [told["cause"]["id"] for told in ann.at("time").all("value")]
    assert len(set(moments)) >= 2
    assert not any(told["cause"]["own"] for told in ann.at("time").all("value"))


async def test_a_countdown_rings_once(nodes: list[Node]) -> None:
    ann, bob = [await ports(node, a_clock(), "clock") for node in nodes]
    await live(ann.main, bob.main)
    assert (ann.events("rings"), bob.events("rings")) == ([], [])
    ann.main.send("count_down", 1.0)
    await bob.offers("seconds", 1)
    bob.main.send("start")
    await ann.tells("rings", [None])
    await bob.tells("rings", [None])
    own = [each.at("rings").last("happened")["cause"]["own"] for each in (ann, bob)]
    assert own == [False, True]  # whoever started it
    late = await ports(nodes[0], a_clock(), "clock")
    await live(late.main)
    late.main.body._tick()
    assert late.events("rings") == []


async def test_a_ticker_and_a_quote_offer_prices(nodes: list[Node]) -> None:
    ticker = await ports(nodes[0], a_ticker("ABC XYZ", simulate=False), "board")
    assert (ticker.value("rows"), ticker.events("trades")) == (None, [])
    await ticker.main.until(lambda: ticker.main.last("leader") and ticker.main.last("leader")["mine"])
    ticker.main.send("by_itself", "ABC")
    await ticker.main.until(lambda: ticker.main.all("found"))
    quote = await ports(nodes[1], ticker.main.last("found")["reference"], "quote")
    await live(quote.main)
    assert quote.value("price") is None
    trade(ticker, "ABC", 4.0)
    await quote.offers("price", 4.0)
    trade(ticker, "ABC", 5.0)
    await quote.offers("price", 5.0)
    await quote.offers("change", 25.0)
    await ticker.at("trades").until(lambda: [told["price"] for told in ticker.events("trades")][-1:] == [5.0])
    table = ticker.value("rows")
    assert table.column("symbol").to_pylist() == ["ABC"]
    assert table.column("price").to_pylist() == [5.0]
    here, there = ticker.at("trades").last("happened")["cause"], quote.at("price").last("value")["cause"]
    assert here["id"] == there["id"]
    assert (here["own"], there["own"]) == (True, False)


def trade(ticker: Ports, symbol: str, price: float) -> Any:
    ticker.at("exchange").send("trade", {"symbol": symbol, "price": price, "volume": 1})
