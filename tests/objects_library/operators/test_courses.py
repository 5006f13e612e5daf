# SPDX-License-Identifier: BSD-3-Clause
"""Operators on what came before, on rows and on time."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any

import pyarrow as pa
import pytest

from app.runtime.activation import Node
from objects_library.operators.schedule.proxy import Schedule
from objects_library.values.units import UNITS, convert
from tests.objects_library.operators.wired import Wired, wire
from tests.objects_library.viewers import people

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)  # a Sunday
SALES = pa.table({"shop": ["a", "b", "c"], "sold": [3, 1, None], "price": [2.0, 4.0, 6.0]})


@pytest.fixture
async def nodes() -> AsyncIterator[list[Node]]:
    async with people("Ann", "Bob") as made:
        yield made


@pytest.fixture
def node(nodes: list[Node]) -> Node:
    return nodes[0]


def _made(wired: Wired, outlet: str, *numbers: float | None) -> list[Any]:
    """What comes out for numbers that come 10 s apart."""
    found = []
    for count, number in enumerate(numbers):
        wired.offer("takes", number, at=NOON + timedelta(seconds=10 * count))
        found.append(wired.present(outlet))
    return found


async def test_averages(node: Node) -> None:
    wired = await wire(node, "Average", numbers=3)
    assert _made(wired, "number", 3, 6, 9, 12, None, 5) == [3, 4.5, 6, 9, None, 5]
    wired = await wire(node, "Average", seconds=10.0)
    assert _made(wired, "number", 3, 6, 9) == [3, 4.5, 7.5]
    wired.offer("takes", 9.0, again=True)
    assert wired.present("number") == 7.5, "what a new wire repeats is no further number"


async def test_smooth_numbers_and_changes(node: Node) -> None:
    assert _made(await wire(node, "Smooth", share=0.5), "number", 4, 8, 8) == [4, 6, 7]
    assert _made(await wire(node, "Change since"), "number", 4, 9, 3) == [0, 5, -1]
    assert _made(await wire(node, "Change since", since="the number before"), "number", 4, 9, 3) == [0, 5, -6]
    wired = await wire(node, "Change since")
    _made(wired, "number", 4, 9)
    wired.happen("restarts")
    assert wired.present("number") == 0
    assert _made(wired, "number", 10) == [1]


async def test_rates(node: Node) -> None:
    wired = await wire(node, "Rate", per="minute", seconds=20.0)
    assert _made(wired, "number", 1, 2, 4, 8) == [None, 6, 9, 18]
    wired = await wire(node, "Rate")
    for number in (1.0, 2.0):
        wired.offer("takes", number, at=NOON)
    assert wired.present("number") is None, "no time has passed"


async def test_the_last_values_are_rows(node: Node) -> None:
    wired = await wire(node, "Last values", numbers=2)
    rows = _made(wired, "rows", 1, 2, 3)[-1]
    assert rows.to_pylist() == [
        {"time": NOON + timedelta(seconds=10), "value": 2.0}, {"time": NOON + timedelta(seconds=20), "value": 3.0},
    ]  # fmt: skip


async def test_values_by_a_list(node: Node) -> None:
    wired = await wire(node, "Map of values", lines="1 = low\n2=high\nno line\nRED = stop = now", other="?")
    found = []
    for value in (1.0, 2.0, "red", "blue", None):
        wired.offer("takes", value)
        found.append(wired.present("text"))
    assert found == ["low", "high", "stop = now", "?", None]


async def test_holding_a_value(node: Node) -> None:
    wired = await wire(node, "Sample and hold", types={"T": "float"})
    wired.offer("samples", 1.0)
    assert wired.present("held") is None
    wired.happen("when", "anything")
    wired.offer("samples", 2.0)
    assert wired.present("held") == 1.0
    event = await wire(node, "Last event", types={"T": "text"})
    event.happen("takes", "x")
    assert event.present("latest") == "x"


async def test_merging_and_splitting(node: Node) -> None:
    merged = await wire(node, "Merge", types={"T": "float"})
    merged.offer("takes", 1.0)
    for _ in range(2):
        merged.happen("takes", 2.0)
    assert (merged.values("latest"), merged.events("events")) == ([None, 1.0, 2.0], [2.0, 2.0])
    split = await wire(node, "Split", types={"T": "float"})
    for number, condition in enumerate((None, True, False)):
        split.offer("condition", condition)
        split.happen("takes", float(number))
    assert (split.events("while yes"), split.events("while no")) == ([1.0], [2.0])


async def test_joining_rows(node: Node) -> None:
    towns = pa.table({"shop": ["b", "a", "a"], "town": ["Bern", "Aachen", "Ahlen"], "price": [0, 1, 2]})
    wired = await wire(node, "Join rows")
    wired.offer("first", SALES)
    assert wired.present("rows") is None
    wired.offer("second", towns)
    rows = wired.present("rows")
    assert rows.column_names == ["shop", "sold", "price", "town", "price (2)"]
    assert rows["town"].to_pylist() == ["Aachen", "Ahlen", "Bern", None]
    inner = await wire(node, "Join rows", key="shop", which="only rows with a match")
    inner.offer("first", SALES)
    inner.offer("second", towns)
    assert inner.present("rows").num_rows == 3
    same = pa.table({"shop": ["a"] * 1_000})
    for inlet in ("first", "second"):
        inner.offer(inlet, same)
    assert inner.body._trouble == ("rows", "200000")
    inner.offer("second", pa.table({"shop": [1]}))
    assert inner.present("rows") is None


async def test_sorting_rows(node: Node) -> None:
    wired = await wire(node, "Sort and top", column="price", most=2)
    wired.offer("takes", SALES)
    assert wired.present("rows")["shop"].to_pylist() == ["c", "b"]
    wired = await wire(node, "Sort and top", order="smallest first", most=0, column="sold")
    wired.offer("takes", SALES)
    assert wired.present("rows")["sold"].to_pylist() == [1, 3, None]
    wired.offer("takes", pa.table({"x": [1]}))
    assert wired.body._trouble == ("column", "sold")


async def test_picking_and_building(node: Node) -> None:
    row = {"name": "Ann", "age": "41 years", "since": "2026-03-01 12:00", "here": True}
    expected = {("text", "name"): "Ann", ("float", "age"): 41, ("timestamp", "since"): NOON, ("bool", "here"): True}
    for (kind, field), value in expected.items():
        wired = await wire(node, "Pick a field", types={"T": kind}, field=field)
        wired.offer("takes", row)
        assert wired.present("picked") == value
    wired = await wire(node, "Pick a field", types={"T": "float"})
    wired.happen("takes", row)
    assert wired.events("happens") == [41]
    missing = await wire(node, "Pick a field", types={"T": "text"}, field="x")
    missing.offer("takes", row)
    assert missing.body._trouble == ("field", "x")
    cell = await wire(node, "Value from a column", types={"T": "float"})
    cell.offer("takes", SALES)
    assert cell.present("picked") == 6
    first = await wire(node, "Value from a column", types={"T": "text"}, which="the first row", column="sold")
    first.offer("takes", SALES)
    assert first.present("picked") == "3"
    built = await wire(node, "Build a row", names="who, age")
    built.offer("a", "Ann")
    built.happen("b", 41.0)
    assert built.present("row") == {"who": "Ann", "age": 41.0}
    assert built.events("happens") == [{"who": "Ann", "age": 41.0}]


async def test_random_numbers_follow_from_the_cause(nodes: list[Node]) -> None:
    both = [await wire(node, "Random number", seed="x") for node in nodes]
    drawn: list[list[float]] = [[], []]
    for count in range(40):
        for wired, numbers in zip(both, drawn, strict=True):
            wired.happen("rolls", cause=count.to_bytes(16, "big"))
            numbers.append(wired.present("number"))
    assert drawn[0] == drawn[1]
    assert set(drawn[0]) == {1, 2, 3, 4, 5, 6}
    exact = await wire(nodes[0], "Random number", low=0.0, high=1.0, whole=False)
    assert 0 <= exact.present("number") < 1


async def test_units(node: Node) -> None:
    wired = await wire(node, "Convert units")
    assert _made(wired, "number", 0, 100, -40) == [32, 212, -40]
    wired = await wire(node, "Convert units", source="km", target="kg")
    assert _made(wired, "number", 1) == [None]
    assert wired.body._trouble == ("units", "km, kg")


def test_units_there_and_back() -> None:
    assert convert(36.0, "km/h", "m/s") == 10
    assert convert(1.0, "kWh", "J") == 3_600_000
    for name, unit in UNITS.items():
        for other, another in UNITS.items():
            there = convert(20.0, name, other)
            assert (there is None) is (unit.measures != another.measures)
            if there is not None:
                assert convert(there, other, name) == pytest.approx(20)


def _has_two(wired: Wired, outlet: str) -> bool:
    return len(wired.causes(outlet)) == 2


async def test_ticks_have_one_cause_in_all_copies(nodes: list[Node]) -> None:
    """Both copies send a tick when it is due, with the same cause, so what it does is done once."""
    both = [await wire(node, "Timer", seconds=1.0) for node in nodes]
    for wired in both:
        await wired.outlet("ticks").until(partial(_has_two, wired, "ticks"))
    ids = [{cause["at"]: cause["id"] for cause in wired.causes("ticks")} for wired in both]
    shared = ids[0].keys() & ids[1].keys()
    assert shared
    assert all(ids[0][at] == ids[1][at] for at in shared)
    assert all(at.microsecond == 0 for at in shared)


async def test_schedules(node: Node) -> None:
    daily = await wire(node, "Schedule", at="08:30", zone="Europe/Berlin", days="Monday to Friday")
    body: Schedule = daily.body
    assert body.next_time(NOON) == datetime(2026, 3, 2, 7, 30, tzinfo=UTC)
    assert body.next_time(datetime(2026, 3, 2, 7, 30, tzinfo=UTC)) == datetime(2026, 3, 3, 7, 30, tzinfo=UTC)
    assert body.next_time(datetime(2026, 3, 27, 8, tzinfo=UTC)) == datetime(2026, 3, 30, 6, 30, tzinfo=UTC)  # summer
    for wrong in ("25:00", "noon"):
        refused = await wire(node, "Schedule", at=wrong)
        assert refused.body._trouble == ("time", wrong)
        assert refused.body.next_time(NOON) is None
    for wrong in ("Moon/Sea", "../../etc/passwd", "\0"):
        refused = await wire(node, "Schedule", zone=wrong)
        assert refused.body._trouble == ("setting", wrong)
        assert refused.body.next_time(NOON) is None
