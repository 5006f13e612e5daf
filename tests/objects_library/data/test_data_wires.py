# SPDX-License-Identifier: BSD-3-Clause
"""What charts and tables offer on wires, what wires add to them, and what they show instead of their channel."""

from __future__ import annotations

from datetime import UTC, datetime
from math import nan

import pyarrow as pa
import pytest

from app.runtime.activation import Node
from app.runtime.types import parse_value_type
from objects_library.values.wire_values import as_text, fit_value, table_of
from tests.objects_library.copies import live
from tests.objects_library.data.test_chart import a_chart
from tests.objects_library.data.test_table import a_table
from tests.objects_library.viewers import look
from tests.objects_library.wires import ports, ports_of

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)
PRICES = pa.table({"city": ["Rome", "Oslo"], "price": [1.5, 2.5]})


@pytest.mark.parametrize(
    ("kind", "value", "made"),
    [
        ("float", 3, 3.0),
        ("int", 3.9, 3),
        ("int", nan, None),
        ("int", "3", None),
        ("text", 2.5, "2.5"),
        ("text", None, None),
        ("bool", 1.0, None),
        ("timestamp", NOON, NOON),
        ("list[float]", 2, [2.0]),
        ("int | null", 2.0, 2),
        ("{at: timestamp, value: float}", 2, {"at": NOON, "value": 2.0}),
        ("{at: timestamp, who: text, value: float}", "Ann", {"at": NOON, "value": nan, "who": "Ann"}),
        ("{at: timestamp, who: text}", None, {"at": NOON, "who": ""}),
        ("{a: int, b?: text}", {"a": 1.0, "c": 2}, {"a": 1}),
        ("{a: int, b: bool}", {"b": True}, {"a": 0, "b": True}),
        ("{a: int}", "x", None),
        ("{a: list[int]}", {"a": "x"}, None),
    ],
)
def test_values_are_made_to_fit(kind: str, value: object, made: object) -> None:
    assert repr(fit_value(parse_value_type(kind), value, NOON)) == repr(made)


def test_words_are_bounded() -> None:
    assert as_text([1] * 30) == "1, " * 19 + "1 …"
    assert as_text({"a": [[[[[1]]]]]}) == "a: …"
    assert len(as_text("x" * 10**6, 100)) == 100
    assert as_text(b"abc") == "3 B"
    assert as_text(PRICES) == "city: Rome, price: 1.5, city: Oslo, price: 2.5"
    assert table_of([{"a": 1}, {"a": "x", "b": 2}]).to_pylist() == [{"a": "1", "b": None}, {"a": "x", "b": 2}]


async def test_a_table_offers_its_rows_and_adds_those_of_events(nodes: list[Node]) -> None:
    ann, bob = [await ports(node, a_table(), "rows") for node in nodes]
    await live(ann.main, bob.main)
    assert (bob.value("content"), bob.events("added")) == (None, [])
    ann.main.send("add", {"name": "tea", "price": 2.0})
    bob.happen("adds", {"name": "milk", "price": 1, "colour": "white"})
    bob.happen("adds", {"name": "x" * 10**6, "price": 1})  # words have an end
    bob.happen("adds", "bread")
    bob.happen("adds", None)
    await ann.main.until(lambda: len(ann.main.all("added")) == 4)
    assert [row["name"][:5] for row in bob.events("added")] == ["tea", "milk", "xxxxx", "bread"]
    await bob.at("content").until(lambda: bob.value("content") is not None and bob.value("content").num_rows == 4)
    assert bob.value("content").column("price").to_pylist()[:2] == [2.0, 1.0]


@pytest.mark.usefixtures("qapp")
async def test_a_table_shows_what_is_wired_instead(nodes: list[Node]) -> None:
    ann = await look(nodes[0], a_table())
    wires = ports_of(ann)
    wires.put("shows", PRICES)
    await ann.sees(lambda: ann.view.row_count() == 2)
    assert [column.name for column in ann.view.columns] == ["city", "price"]
    assert ann.view.found.index(1, 0).data() == "Oslo"
    assert wires.value("content").num_rows == 2
    bob = await ports(nodes[1], a_table(), "rows")
    bob.main.send("add", {"name": "tea", "price": 2.0})
    ann.view.pause_button.click()
    wires.put("shows", PRICES.slice(1))
    assert ann.view.row_count() == 2
    ann.view.pause_button.click()
    await ann.sees(lambda: ann.view.row_count() == 1)
    late = await look(nodes[0], a_table())
    assert late.view.row_count() == 0 or late.view.columns[0].name == "name"
    wires.at("shows").connection.close()
    await ann.sees(lambda: [row[0] for row in ann.view.kept_rows()] == ["tea"])
    assert [column.name for column in ann.view.columns] == ["name", "price"]


@pytest.mark.usefixtures("qapp")
async def test_a_chart_draws_the_last_numbers_and_rows_of_wires(nodes: list[Node]) -> None:
    ann = await look(nodes[0], a_chart(title="How it goes"))
    wires = ports_of(ann)
    for number in (1.0, 2.0, None, nan, 4.0):
        wires.put("records", number)
    wires.happen("records", 5.0)
    await ann.sees(lambda: ann.view.row_count() == 4)
    assert list(ann.view.store.numbers[1]) == [1.0, 2.0, 4.0, 5.0]
    assert ann.view.columns[ann.view.plot.settings.x].name == "time"
    assert ann.view.title.text() == "How it goes"
    ann.view.grab()
    wires.at("records").connection.close()
    await ann.sees(lambda: ann.view.row_count() == 0)
    wires.put("shows", PRICES)
    await ann.sees(lambda: ann.view.row_count() == 2)
    ann.view.grab()
    assert list(ann.view.store.numbers[1]) == [1.5, 2.5]
