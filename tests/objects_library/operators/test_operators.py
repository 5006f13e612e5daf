# SPDX-License-Identifier: BSD-3-Clause
"""Operators: what each makes of its inputs, with its cause, for new wires, and on its block."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import UTC, datetime
from math import inf, nan
from typing import Any

import pyarrow as pa
import pytest

from app.runtime.activation import Node
from app.runtime.types import find_adapters
from objects_library.installed import installed_catalogue
from tests.objects_library.operators.wired import Wired, flow_end, wire
from tests.objects_library.viewers import people

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
SALES = pa.table({"shop": ["a", "b", "c"], "sold": [3, 1, None], "price": [2.0, 4.0, 6.0]})


@pytest.fixture
async def node() -> AsyncIterator[Node]:
    async with people("Ann") as (made,):
        yield made


def _made(wired: Wired, inlet: str, outlet: str, *values: Any) -> list[Any]:
    """What comes out for each value."""
    found = []
    for value in values:
        wired.offer(inlet, value)
        found.append(wired.present(outlet))
    return found


async def test_constants(node: Node) -> None:
    assert (await wire(node, "Constant", value="2.5")).present("number") == 2.5
    text = await wire(node, "Constant", value="2.5 m")
    assert (text.present("number"), text.present("text")) == (None, "2.5 m")
    assert (await wire(node, "Constant", value="x" * 20_000)).present("text") == "x" * 10_000


async def test_a_formula_offers_its_result_by_kind(node: Node) -> None:
    wired = await wire(node, "Formula", formula="if(a > b, a - b, 'less')")
    assert wired.present("number") is None
    wired.offer("a", 5.0)
    assert wired.present("text") is None  # b is missing
    wired.offer("b", 3.0)
    assert [wired.present(outlet) for outlet in ("number", "text", "yes")] == [2.0, "2", True]
    wired.offer("b", 8.0)
    assert [wired.present(outlet) for outlet in ("number", "text", "yes")] == [None, "less", None]
    wired.offer("b", NOON)
    assert wired.present("text") is None
    assert wired.body._trouble == ("kind", ">")
    wired.offer("b", nan)
    assert wired.body._trouble is None
    assert (await wire(node, "Formula", formula="1 + ")).body._trouble == ("unended", "")
    assert (await wire(node, "Formula", formula="6 * 7")).present("number") == 42


async def test_comparisons(node: Node) -> None:
    wired = await wire(node, "Compare", sign="≥")
    wired.offer("a", 2.0)
    assert _made(wired, "b", "yes", 1.0, 2.0, 3.0, None, "x") == [True, True, False, None, None]
    assert wired.body._trouble == ("kind", ">=")


async def test_a_threshold_has_two_levels(node: Node) -> None:
    wired = await wire(node, "Threshold", level=30.0, gap=2.0)
    assert _made(wired, "takes", "yes", 29.0, 30.0, 28.5, 28.0, 27.9, 29.0, inf) == [
        False, True, True, True, False, False, None,
    ]  # fmt: skip
    low = await wire(node, "Threshold", level=5.0, direction="at or below")
    assert _made(low, "takes", "yes", 6.0, 5.0, 5.1) == [False, True, False]


async def test_one_of_two_values(node: Node) -> None:
    wired = await wire(node, "If … else", types={"T": "text"})
    wired.offer("first", "warm")
    wired.offer("second", "cold")
    assert _made(wired, "condition", "chosen", None, True, False, 2.0) == [None, "warm", "cold", "warm"]


async def test_numbers_of_rows(node: Node) -> None:
    assert _made(await wire(node, "Count rows"), "takes", "number", SALES, SALES[:1], None) == [3, 1, None]
    expected = {"sum": 4, "average": 2, "least": 1, "greatest": 3, "last": 1}
    for way, number in expected.items():
        wired = await wire(node, "Sum or average of a column", way=way)
        assert _made(wired, "takes", "number", SALES) == [number]
    wired = await wire(node, "Sum or average of a column", column="cost")
    assert _made(wired, "takes", "number", SALES) == [None]
    assert wired.body._trouble == ("column", "cost")
    wired = await wire(node, "Count rows")
    assert _made(wired, "takes", "number", pa.table({"n": pa.array(range(200_001))})) == [None]
    assert wired.body._trouble == ("rows", "200000")


async def test_texts_and_numbers(node: Node) -> None:
    wired = await wire(node, "Format text", pattern="It is {value} °C {here}", decimals=1)
    assert _made(wired, "takes", "text", 21.55, True, "x") == [
        "It is 21.6 °C {here}", "It is yes °C {here}", "It is x °C {here}",
    ]  # fmt: skip
    assert (await wire(node, "Format text", pattern="none")).body._trouble is None
    place = {"name": "Bus 7", "latitude": 48.1, "longitude": 11.5, "altitude": 0.0, "heading": 0.0, "speed": 0.0}
    wired = await wire(node, "Format text")
    assert _made(wired, "takes", "text", place | {"at": NOON}) == ["Bus 7: 48.10000, 11.50000"]
    wired = await wire(node, "Number from text")
    texts = ("21,5 °C", "1.234,5", "1,234.5", "-3", "1e3", "x", "")
    assert _made(wired, "takes", "number", *texts) == [21.5, 1234.5, 1234.5, -3, 1000, None, None]
    wired = await wire(node, "Number from yes or no", yes_number=5.0)
    assert _made(wired, "takes", "number", True, False, None) == [5, 0, None]


async def test_events_become_events(node: Node) -> None:
    wired = await wire(node, "Format text", pattern="<{value}>")
    for _ in range(2):
        wired.happen("takes", 4.0)
    assert wired.events("texts") == ["<4>", "<4>"]
    assert len(wired.values("text")) == 2  # when it was wired, and once


async def test_changes_are_events_and_what_is_repeated_is_none(node: Node) -> None:
    wired = await wire(node, "When it changes", types={"T": "float"})
    wired.offer("takes", 1.0, again=True)
    for value in (1.0, 2.0, 2.0, None, 3.0):
        wired.offer("takes", value)
    wired.offer("takes", 4.0, again=True)
    assert wired.events("changes") == [2.0, 3.0]


async def test_causes_pass_through_and_are_marked(node: Node) -> None:
    wired = await wire(node, "Threshold")
    wired.offer("takes", 80.0, cause=b"c" * 16)
    first, last = wired.causes("yes")
    assert (first["again"], last["again"]) == (True, False)
    assert last["id"] not in (b"", b"c" * 16)
    assert last["own"]
    wired.offer("takes", 90.0)
    assert len(wired.causes("yes")) == 2, "the answer is the same, so nothing is sent"
    late = wired.listen("yes")
    assert late.received[-1][1]["value"] is True
    assert late.received[-1][1]["cause"]["again"]


async def test_a_wire_that_is_cut_takes_its_value_along(node: Node) -> None:
    wired = await wire(node, "Threshold")
    wired.offer("takes", 80.0)
    wired.cut("takes")
    assert wired.present("yes") is None


OFFERS = {
    ("table{...}", "float"): ["Count rows", "Sum or average of a column", "Value from a column"],
    ("table{...}", "text"): ["Value from a column"],
    ("map[text, anything]", "float"): ["Pick a field"],
    ("float", "table{...}"): ["Last values"],
    ("float", "text"): ["Format text"],
    ("timestamp", "text"): ["Format text"],
    ("text", "float"): ["Number from text"],
    ("bool", "float"): ["Number from yes or no"],
    ("float", "bool"): ["Threshold"],
}


@pytest.mark.parametrize(("left", "right"), OFFERS)
def test_operators_are_offered_where_a_wire_does_not_fit(left: str, right: str) -> None:
    catalogue = installed_catalogue()
    source, target = flow_end(left), flow_end(right, takes=True)
    assert [offer.name for offer in find_adapters(source, target, _adapters())] == OFFERS[left, right]
    assert catalogue.definition(int(find_adapters(source, target, _adapters())[0].id, 16)) is not None


def test_a_change_is_offered_where_an_event_is_wanted() -> None:
    (offer,) = find_adapters(flow_end("float"), flow_end("float", takes=True, event=True), _adapters())
    assert offer.name == "When it changes"
    assert dict(offer.bindings)["T"].text == "float"
    assert (offer.left_endpoint, offer.right_endpoint) == ("takes", "changes")


def _adapters() -> list[Any]:
    from app.runtime.types import Adapter  # noqa: PLC0415

    return [Adapter(f"{each.id:#x}", each.name, each.type) for each in installed_catalogue().adapters()]
