# SPDX-License-Identifier: BSD-3-Clause
"""Tickers: a channel for each symbol, one exchange at a time, and symbols by themselves."""

from __future__ import annotations

import asyncio
import secrets
from dataclasses import replace
from datetime import UTC, datetime
from math import inf, nan
from pathlib import Path
from random import Random
from typing import Any

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest

from app.runtime import references as refs
from app.runtime.activation import Node
from objects_library.values.quotes import RECENT, Market, Quote, newer, sane, symbols_in
from objects_library.widgets.object_transfer import documents_in
from objects_library.widgets.ticker_board import CHANGE, PRICE, SYMBOL
from tests.objects_library.copies import Copy, eventually, opened
from tests.objects_library.viewers import look, unnamed
from tests.objects_library.workers import Worker, network_channel, workshop

TICKER = 0x4A2CDA29C4DBCDC41A22E38805BC38E5
LATEST = 0x4F200C89AE9FDF869EBBAE233678AB94
GALLERY = Path(__file__).parents[3] / "liveobject_files" / "exchange_ticker.liveobject"


def a_ticker(symbols: str = "ABC DEF XYZ", seconds: float = 0.05, **values: Any) -> refs.Reference:
    latest: tuple[tuple[str, refs.Argument], ...] = (
        ("T", refs.TypeArgument("Quote")),
        ("scope", refs.ValueArgument(f"test {secrets.token_hex(8)}")),
    )
    given: list[tuple[str, refs.Argument]] = [
        ("Pattern", refs.ReferenceArgument(refs.Parameterized(refs.Primitive(LATEST), latest))),
        ("Election", refs.ReferenceArgument(network_channel("LeaderChange", "LeaderState"))),
        ("symbols", refs.ValueArgument(symbols)),
        ("seconds", refs.ValueArgument(seconds)),
    ]
    given += [(name, refs.ValueArgument(value)) for name, value in values.items()]
    return refs.Parameterized(refs.Primitive(TICKER), tuple(given))


def quote(symbol: str = "ABC", price: float = 2.0, **more: Any) -> Quote:
    made = Quote(symbol, price, 1.0, 100, [1.0, 2.0], datetime.now(UTC), 1, 1)
    return replace(made, **more)


def test_a_made_up_market() -> None:
    market = Market(["ABC", "XYZ"], Random(1))
    known: dict[str, Quote] = {}
    for _ in range(200):
        for made in market.move(known, 3, 1):
            assert sane(made, made.symbol)
            assert newer(made, known.get(made.symbol))
            known[made.symbol] = made
    assert set(known) == {"ABC", "XYZ"}
    assert len(known["ABC"].recent) == RECENT
    assert known["ABC"].recent[-1] == known["ABC"].price
    other = Market(["ABC"], Random(2))
    (later,) = other.move(known, 4, 1)
    assert newer(later, known["ABC"])  # whoever leads next goes on from there
    assert abs(later.price / known["ABC"].price - 1) < 0.2
    assert later.opening == known["ABC"].opening


def test_symbols_and_quotes_that_make_no_sense() -> None:
    assert symbols_in("abc, xyz\nABC;  B.RK x! " + "L" * 13) == ["ABC", "XYZ", "B.RK"]
    assert len(symbols_in(" ".join(f"S{number}" for number in range(2000)))) == 1000
    assert sane(quote(), "ABC")
    for wrong in (
        quote("XYZ"), quote(price=nan), quote(price=inf), quote(price=0), quote(price=-1), quote(opening=0),
        quote(recent=[1.0] * 41), quote(recent=[nan]), quote(volume=-1),
    ):  # fmt: skip
        assert not sane(wrong, "ABC")


async def test_all_see_the_same_prices_and_old_ones_do_not_come_back(nodes: list[Node]) -> None:
    reference = a_ticker(simulate=False)
    ann = await opened(nodes[0], reference, "board")
    await ann.until(lambda: ann.all("leader") and ann.last("leader")["mine"])
    bob = await opened(nodes[1], reference, "board")
    await bob.until(lambda: bob.all("leader") and bob.last("leader")["name"] == "Ann")
    trading = Copy(nodes[0], ann.proxy, "exchange")
    trading.send("trade", {"symbol": "ABC", "price": 10.0, "volume": 5})
    trading.send("trade", {"symbol": "ABC", "price": 11.0, "volume": 5})
    await bob.until(lambda: prices(bob).get("ABC") == 11.0)
    await ann.until(lambda: prices(ann).get("ABC") == 11.0)
    told = [each for each in bob.all("quotes") if each][-1][0]
    assert (told["opening"], told["volume"], told["recent"]) == (10.0, 10, [10.0, 11.0])
    other = Copy(nodes[1], bob.proxy, "exchange")
    for who, trade, reason in (
        (other, {"symbol": "ABC", "price": 1.0, "volume": 1}, "Ann brings the prices"),
        (trading, {"symbol": "NOT", "price": 1.0, "volume": 1}, "NOT is not a symbol"),
        (trading, {"symbol": "ABC", "price": nan, "volume": 1}, "a price is above zero"),
        (trading, {"symbol": "ABC", "price": 1.0, "volume": -1}, "a volume is not below"),
    ):
        who.send("trade", trade)
        await who.until(lambda: reason in str(who.last("refused")))  # noqa: B023 - waited for here
    liar = bob.body._channels["ABC"]
    liar.send(vars(quote(price=nan, term=99)))
    await eventually(lambda: ann.body.dropped == 1)
    liar.send(vars(quote("DEF", price=5.0, term=99)))  # on the channel of another symbol
    await eventually(lambda: ann.body.dropped == 2)
    liar.send(vars(quote(price=99.0, term=0)))  # older than what is known
    liar.send(vars(quote("DEF", price=5.0, term=99)))
    await eventually(lambda: ann.body.dropped == 3)
    assert prices(ann) == {"ABC": 11.0}


def prices(copy: Copy | Worker) -> dict[str, float]:
    return {each["symbol"]: each["price"] for told in copy.all("quotes") for each in told}


async def test_the_exchange_goes_on_when_whoever_leads_is_killed(tmp_path: Path) -> None:
    async with workshop(tmp_path, a_ticker(" ".join(f"S{number}" for number in range(30)))) as shop:
        ann = await shop.start("Ann", "board")
        await ann.until(lambda: ann.all("leader") and ann.all("leader")[-1]["mine"])
        bob, cid = [await shop.start(name, "board") for name in ("Bob", "Cid")]
        await cid.until(lambda: len(prices(cid)) == 30 and cid.all("leader")[-1]["name"] == "Ann")
        ann.kill()
        await cid.until(lambda: cid.all("leader")[-1]["name"] in ("Bob", "Cid"))
        received = len(cid.all("quotes"))
        await cid.until(lambda: len(cid.all("quotes")) > received + 3)
        await bob.until(lambda: len(prices(bob)) == 30)
        terms = {each["term"] for told in cid.all("quotes")[-2:] for each in told}
        assert terms == {2}


async def test_two_hundred_channels_in_a_small_file(tmp_path: Path) -> None:
    assert GALLERY.stat().st_size < 4000
    reference = refs.read(GALLERY).reference
    assert isinstance(reference, refs.Parameterized)
    text = dict(reference.arguments)["symbols"]
    assert isinstance(text, refs.ValueArgument)
    symbols = symbols_in(str(text.value))
    assert len(symbols) == 200
    async with workshop(tmp_path, a_ticker(" ".join(symbols), 0.2)) as shop:
        ann, bob = await asyncio.gather(shop.start("Ann", "board"), shop.start("Bob", "board"))
        for each in (ann, bob):
            await each.until(lambda: len(prices(each)) == 200)  # noqa: B023 - waited for here
        last = {each["symbol"]: each for told in ann.all("quotes") for each in told}
        await bob.until(lambda: same(bob, last))


def same(worker: Worker, wanted: dict[str, Any]) -> bool:
    """Whether somebody has heard at least what somebody else has."""
    received = {(each["symbol"], each["number"]): each for told in worker.all("quotes") for each in told}
    mine = {each["symbol"]: each for told in worker.all("quotes") for each in told}
    return all(
        received.get((symbol, each["number"]), {}).get("price") == each["price"]
        or mine.get(symbol, {}).get("number", 0) > each["number"]
        for symbol, each in wanted.items()
    )


@pytest.mark.usefixtures("qapp")
async def test_the_board(nodes: list[Node]) -> None:
    reference = a_ticker(simulate=False, title="Market")
    ann = await look(nodes[0], reference)
    assert unnamed(ann.view) == []
    await ann.sees(lambda: "this computer brings the prices" in ann.view.led.text())
    assert ann.view.model.rowCount() == 3
    trading = Copy(nodes[0], ann.proxy, "exchange")
    for symbol, price in (("ABC", 10.0), ("XYZ", 30.0), ("DEF", 20.0), ("ABC", 9.0), ("XYZ", 33.0)):
        trading.send("trade", {"symbol": symbol, "price": price, "volume": 7})
    rows = ann.view.found_rows
    await ann.sees(lambda: rows.index(0, PRICE).data() == "9.00" and rows.index(2, PRICE).data() == "33.00")
    assert rows.index(0, CHANGE).data() == "▼ 10.00 %"
    assert rows.index(2, CHANGE).data() == "▲ 10.00 %"
    ann.view.table.sortByColumn(CHANGE, Qt.SortOrder.DescendingOrder)
    assert [rows.index(row, SYMBOL).data() for row in range(3)] == ["XYZ", "DEF", "ABC"]
    ann.view.search.setText("y")
    assert rows.rowCount() == 1
    ann.view.resize(600, 300)
    ann.view.grab()
    ann.view.table.setCurrentIndex(rows.index(0, 0))
    asked: list[refs.Document] = []
    ann.view.open_asked.connect(asked.append)
    ann.view.open_button.click()
    QTest.keyClick(ann.view.table, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    ann.view._copy()
    ((name, carried),) = await documents_in(QGuiApplication.clipboard().mimeData())
    assert (name, asked[0].title, carried.reference) == ("XYZ", "XYZ", asked[0].reference)
    dragged: list[str] = []
    ann.view.table.dragged.disconnect()
    ann.view.table.dragged.connect(dragged.append)
    place = ann.view.table.visualRect(rows.index(0, 0)).center()
    QTest.mousePress(ann.view.table.viewport(), Qt.MouseButton.LeftButton, pos=place)
    QTest.mouseMove(ann.view.table.viewport(), place + QPoint(40, 20))
    await ann.sees(lambda: dragged == ["XYZ"])
    # The symbol by itself, on its own channel, at somebody else's.
    bob = await look(nodes[1], asked[0].reference)
    await bob.sees(lambda: bob.view.price.text() == "33.00")
    assert bob.view.name.text() == "XYZ"
    assert bob.view.change.text() == "▲ 10.00 %"
    trading.send("trade", {"symbol": "XYZ", "price": 27.0, "volume": 7})
    await bob.sees(lambda: bob.view.price.text() == "27.00")
    bob.view.grab()
