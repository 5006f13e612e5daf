# SPDX-License-Identifier: BSD-3-Clause
"""What shared values, lists, sets, maps and forms offer on wires, and what wires do with them."""

from __future__ import annotations

from uuid import uuid4

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from app.runtime.activation import Node
from tests.objects_library.copies import eventually, live
from tests.objects_library.variables.test_variables import ENTRY, a_list, a_map, a_set, form, value
from tests.objects_library.viewers import look, unnamed
from tests.objects_library.wires import ports, ports_of


async def test_a_value_offers_itself_and_takes_what_fits(nodes: list[Node]) -> None:
    ann, bob = [await ports(node, value("float"), "value") for node in nodes]
    assert ann.value("content") is None
    await live(ann.main, bob.main)
    ann.main.send("set", 2.5)
    for each in (ann, bob):
        await each.offers("content", 2.5)
    assert [told["cause"]["own"] for told in ann.at("content").all("value")][-1]
    assert not [told["cause"]["own"] for told in bob.at("content").all("value")][-1]
    bob.put("takes", 7)
    await ann.offers("content", 7.0)
    sent = len(ann.at("content").received)
    bob.put("takes", 7.0)  # it is that already
    bob.put("takes", "seven")
    bob.happen("takes", None)
    bob.happen("takes", 8.0, own=False)  # whoever caused it sets it
    bob.happen("takes", 9.0)
    await ann.offers("content", 9.0)
    assert len(ann.at("content").received) == sent + 1
    late = await ports(nodes[0], value("float"), "value")
    await late.offers("content", 9.0)
    assert late.at("content").last("value")["cause"]["again"]


async def test_a_value_of_text_takes_anything_in_words(nodes: list[Node]) -> None:
    ann = await ports(nodes[0], value(), "value")
    await live(ann.main)
    for given, said in ((1.5, "1.5"), (True, "✓"), ({"a": 1, "b": None}, "a: 1, b: –"), ([1, 2], "1, 2")):
        ann.put("takes", given)
        await ann.offers("content", said)


async def test_lists_and_sets_count_and_add(nodes: list[Node]) -> None:
    for reference, endpoint in ((a_list(), "list"), (a_set(), "collection")):
        ann, bob = [await ports(node, reference, endpoint) for node in nodes]
        await live(ann.main, bob.main)
        assert bob.events("added") == []
        for text in ("milk", "bread"):
            ann.happen("adds", text)
        ann.happen("adds", None)
        ann.happen("adds", 3)
        await bob.offers("count", 3)
        await bob.tells("added", ["milk", "bread", "3"])
    assert bob.main.body.give_state() == ["milk", "bread", "3"]
    bob.main.send("remove", "milk")
    await ann.offers("count", 2)


async def test_an_item_of_a_wire_goes_to_the_end_of_a_list(nodes: list[Node]) -> None:
    ann = await ports(nodes[0], a_list(), "list")
    await live(ann.main)
    ann.main.send("insert", {"item": uuid4(), "value": "first", "after": None})
    ann.happen("adds", "last")
    await ann.offers("count", 2)
    assert [text for _, text in ann.main.body._sequence.items()] == ["first", "last"]


async def test_a_map_counts_its_keys(nodes: list[Node]) -> None:
    ann, bob = [await ports(node, a_map(), "map") for node in nodes]
    await live(ann.main, bob.main)
    ann.main.send("put", {"key": "a", "value": 1})
    ann.main.send("put", {"key": "b", "value": 1})
    ann.main.send("remove", "a")
    await bob.offers("count", 1)


async def test_a_form_offers_what_is_filled_in_and_is_sent(nodes: list[Node]) -> None:
    ann, bob = [await ports(node, form(), "form") for node in nodes]
    await live(ann.main, bob.main)
    ann.main.send("set", {"field": "name", "value": "Ann"})
    await bob.offers("row", {"name": "Ann"})
    ann.main.send("set", {"field": "age", "value": 7})
    assert bob.events("sent") == []
    ann.at("outbox").send("send")
    row = {"age": 7, "name": "Ann"}
    await bob.tells("sent", [row])
    await bob.offers("row", row)
    for wrong in ({"name": 1}, "x"):
        ann.main.body._replica.send({"field": "", "value": wrong, "by": "Eve", "at": ENTRY["at"]})
    await eventually(lambda: bob.main.body._replica.refusals == 2)
    assert bob.events("sent") == [row]


@pytest.mark.usefixtures("qapp")
async def test_the_button_that_sends_is_there_when_somebody_waits(nodes: list[Node]) -> None:
    ann = await look(nodes[0], form())
    assert ann.view.send_button.isHidden()
    wires = ports_of(ann)
    assert wires.events("sent") == []
    await ann.sees(lambda: not ann.view.send_button.isHidden())
    assert unnamed(ann.view) == []
    ann.body.set("name", "Ann")
    await ann.sees(lambda: ann.body._row)
    QTest.mouseClick(ann.view.send_button, Qt.MouseButton.LeftButton)
    await wires.tells("sent", [{"name": "Ann"}])
    wires.at("sent").connection.close()
    await ann.sees(ann.view.send_button.isHidden)
