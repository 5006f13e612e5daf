# SPDX-License-Identifier: BSD-3-Clause
"""Views of replicated variables: what one person does at a view, the other one sees at theirs."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from app.runtime.activation import Node
from app.runtime.references import Reference
from tests.objects_library.copies import local_channel, replicated
from tests.objects_library.variables.test_variables import (
    COUNTER,
    FORM,
    LEADER,
    LIST,
    LOCK,
    VALUE,
    a_map,
    a_set,
    counter,
)
from tests.objects_library.viewers import Looker, look, type_text, unnamed
from tests.objects_library.workers import network_channel, workshop

pytestmark = pytest.mark.usefixtures("qapp")


async def both(nodes: list[Node], reference: Reference) -> tuple[Looker, Looker]:
    ann, bob = await look(nodes[0], reference), await look(nodes[1], reference)
    assert unnamed(ann.view) == []
    return ann, bob


def value(kind: str) -> Reference:
    return replicated(VALUE, local_channel(kind, f"ValueState[{kind}]", "view"), {"T": kind})


def a_list() -> Reference:
    return replicated(LIST, local_channel("ListChange[text]", "ListState[text]", "view"), {"T": "text"})


def a_form() -> Reference:
    fields = "{name: text, guests: int, late: bool, note?: text}"
    return replicated(FORM, local_channel("FormEntry", "list[FormEntry]", "view"), {"T": fields})


async def test_a_counter(nodes: list[Node]) -> None:
    ann, bob = await both(nodes, counter())
    QTest.mouseClick(ann.view.more, Qt.MouseButton.LeftButton)
    QTest.keyClick(ann.view, Qt.Key.Key_PageUp)
    QTest.keyClick(bob.view, Qt.Key.Key_Minus)
    await bob.sees(lambda: bob.view.number.text() == "10")
    ann.view.act(ann.view.add, 2**63 - 1)
    await bob.sees(lambda: bob.view.number.text() == "9,223,372,036,854,775,817")
    bob.view.act(bob.view.add, 1 - 2**63)
    await ann.sees(lambda: ann.view.number.text() == "10")
    ann.body._replica._status({"writable": False})
    assert not ann.view.more.isEnabled()
    QTest.keyClick(ann.view, Qt.Key.Key_Plus)
    bob.view.more.click()
    await ann.sees(lambda: ann.view.number.text() == "11")


async def test_a_counter_shared_with_another_process(nodes: list[Node], tmp_path: Path) -> None:
    reference = replicated(COUNTER, network_channel("int", "int"))
    async with workshop(tmp_path, reference) as shop:
        cid = await shop.start("Cid", "counter")
        ann = await look(nodes[0], reference)
        ann.view.more.click()
        await cid.receives("value", 1)
        cid.send("counter", "add", 41)
        await ann.sees(lambda: ann.view.number.text() == "42")


@pytest.mark.parametrize(
    ("kind", "typed", "shown"),
    [
        ("int", "1200", "1200"),
        ("float", "2,5", "2.5"),
        ("text", "<b>hello</b>", "<b>hello</b>"),
        ("timestamp", "2026-01-31 12:00:00Z", None),
        ("list[int]", "[1, 2]", "1, 2"),
    ],
)
async def test_a_value(nodes: list[Node], kind: str, typed: str, shown: str | None) -> None:
    ann, bob = await both(nodes, value(kind))
    type_text(ann.view.field.line, typed)
    QTest.keyClick(ann.view.field.line, Qt.Key.Key_Return)
    await bob.sees(lambda: bob.view.shown.text() == (shown or ann.view.shown.text()) != "nobody has set it yet")
    assert ann.view.field.is_empty()


async def test_a_value_that_is_none(nodes: list[Node]) -> None:
    ann, bob = await both(nodes, value("int"))
    type_text(ann.view.field.line, "ten")
    assert ann.view.field._problem.text() == "this is not a whole number"
    QTest.keyClick(ann.view.field.line, Qt.Key.Key_Return)
    assert "not a whole number" in ann.view.notice.text
    assert ann.view.field.line.text() == "ten"  # nothing is lost
    assert bob.view.shown.text() == "nobody has set it yet"


async def test_a_switch(nodes: list[Node]) -> None:
    ann, bob = await both(nodes, value("bool"))
    QTest.keyClick(ann.view.field.switch, Qt.Key.Key_Space)
    await bob.sees(lambda: bob.view.shown.text() == "On" and bob.view.field.value() is True)
    QTest.mouseClick(bob.view.field.switch, Qt.MouseButton.LeftButton)
    await ann.sees(lambda: ann.view.shown.text() == "Off" and ann.view.field.value() is False)


async def test_a_record_is_a_form(nodes: list[Node]) -> None:
    ann, bob = await both(nodes, value("{name: text, size?: int}"))
    type_text(ann.view.field.fields["name"].line, "Box")
    ann.view.set_button.click()
    await bob.sees(lambda: bob.view.shown.text() == "name: Box")


async def test_a_set(nodes: list[Node]) -> None:
    ann, bob = await both(nodes, a_set())
    for item in ("tea", "bread", "tea"):
        type_text(ann.view.fields[0].line, item + "\n")
    await bob.sees(lambda: bob.view.rows.texts() == [("tea",), ("bread",)])
    assert bob.view._count.text() == "2 items"
    bob.view.table.setCurrentIndex(bob.view.rows.index(0, 0))
    QTest.keyClick(bob.view.table, Qt.Key.Key_Delete)
    await ann.sees(lambda: ann.view.rows.texts() == [("bread",)])


async def test_a_map(nodes: list[Node]) -> None:
    ann, bob = await both(nodes, a_map())
    for key, number in (("eggs", "6"), ("milk", "1")):
        type_text(ann.view.fields[0].line, key)
        type_text(ann.view.fields[1].line, number + "\n")
    await bob.sees(lambda: bob.view.rows.texts() == [("eggs", "6"), ("milk", "1")])
    bob.view.rows.setData(bob.view.rows.index(0, 1), "12")
    await ann.sees(lambda: ann.view.rows.texts()[0] == ("eggs", "12"))
    bob.view.rows.setData(bob.view.rows.index(0, 1), "a dozen")
    assert "not a whole number" in bob.view.notice.text
    bob.view.table.choose(bob.view.rows.key_at(1))
    bob.view.remove_button.click()
    await ann.sees(lambda: ann.view.rows.texts() == [("eggs", "12")])


async def test_a_list(nodes: list[Node]) -> None:
    ann, bob = await both(nodes, a_list())
    for item in ("one", "two", "three"):
        type_text(ann.view.fields[0].line, item + "\n")
    await bob.sees(lambda: bob.view.rows.texts() == [("one",), ("two",), ("three",)])
    bob.view.table.setCurrentIndex(bob.view.rows.index(2, 0))
    QTest.keyClick(bob.view.table, Qt.Key.Key_Up, Qt.KeyboardModifier.AltModifier)
    await ann.sees(lambda: ann.view.rows.texts() == [("one",), ("three",), ("two",)])
    bob.view.up_button.click()
    await ann.sees(lambda: ann.view.rows.texts() == [("three",), ("one",), ("two",)])
    assert not bob.view.up_button.isEnabled()
    bob.view.down_button.click()
    await ann.sees(lambda: ann.view.rows.texts() == [("one",), ("three",), ("two",)])
    type_text(bob.view.fields[0].line, "four\n")  # behind the selected one
    await ann.sees(lambda: ann.view.rows.texts() == [("one",), ("three",), ("four",), ("two",)])
    ann.view.rows.setData(ann.view.rows.index(0, 0), "ONE")
    await bob.sees(lambda: bob.view.rows.texts()[0] == ("ONE",))
    bob.view.remove_button.click()
    await ann.sees(lambda: ann.view.rows.rowCount() == 3)
    late = await look(nodes[1], a_list())
    assert late.view.rows.texts() == ann.view.rows.texts()


async def test_a_lock(nodes: list[Node]) -> None:
    ann, bob = await both(nodes, replicated(LOCK, local_channel("LockChange", "LockState", "view")))
    ann.view.button.click()
    await ann.sees(lambda: ann.view.holder.text() == "You hold it")
    await bob.sees(lambda: bob.view.holder.text() == "Ann holds it")
    assert bob.view.button.text() == "&Wait for it"
    bob.view.button.click()
    await ann.sees(lambda: ann.view.line.text() == "one waits for it")
    assert bob.view.button.text() == "&Wait no longer"
    assert ann.view.button.accessibleName() == "Give it back"
    ann.view.button.click()
    await bob.sees(lambda: bob.view.holder.text() == "You hold it")
    bob.view.button.click()
    await ann.sees(lambda: ann.view.holder.text() == "Nobody holds it")


async def test_a_leader(nodes: list[Node]) -> None:
    ann, bob = await both(nodes, replicated(LEADER, local_channel("LeaderChange", "LeaderState", "view")))
    await bob.sees(lambda: bob.view.name.text() == "Ann leads")
    assert ann.view.name.text() == "You lead"
    ann.view.button.click()
    await ann.sees(lambda: ann.view.name.text() == "Bob leads")
    await bob.sees(lambda: bob.view.name.text() == "You lead")


async def test_a_form(nodes: list[Node]) -> None:
    ann, bob = await both(nodes, a_form())
    name, guests = ann.view.fields["name"], ann.view.fields["guests"]
    type_text(name.line, "Party\n")
    await bob.sees(lambda: bob.view.fields["name"].line.text() == "Party")
    await bob.sees(lambda: bob.view._by["name"].text().startswith("Ann, "))
    ann.view.fields["late"].switch.click()
    await bob.sees(lambda: bob.view.fields["late"].value() is True)
    type_text(guests.line, "many\n")
    assert "guests: this is not a whole number" in ann.view.notice.text
    type_text(bob.view.fields["note"].line, "half a")  # not sent yet
    ann.view.act(ann.view.write, "note", "other")
    await bob.sees(lambda: bob.view._by["note"].text() == "Ann wrote: other")
    assert bob.view.fields["note"].line.text() == "half a"
    bob.body._replica._status({"writable": False})
    assert bob.view.fields["name"].line.isReadOnly()
    assert not bob.view.fields["late"].switch.isEnabled()
