# SPDX-License-Identifier: BSD-3-Clause
"""Checklists: written down, ticked off and tidied up together."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit

from app.runtime.activation import Node
from app.runtime.references import Reference
from objects_library.documents.checklist import proxy as checklist_proxy
from tests.objects_library.copies import Copy, eventually, live, local_channel, opened, replicated
from tests.objects_library.viewers import Looker, look, type_text, unnamed
from tests.objects_library.workers import network_channel, workshop

CHECKLIST = 0xAFC6DAFCF437B38E7BB34A9393AD9ADA
TYPES = ("ChecklistChange", "ListState[ChecklistEntry]")
THREE = ("Ann", "Bob", "Cid")  # when one of them dies, the others are still most of them


def a_checklist(channel: Reference | None = None) -> Reference:
    return replicated(CHECKLIST, channel or local_channel(*TYPES, "checklist"))


def kept(copy: Any) -> list[tuple[str, bool, str]]:
    return [(each["text"], each["done"], each["by"]) for _, each in copy.body._sequence.items()]


def add(copy: Copy, text: str, after: UUID | None = None) -> UUID:
    item = uuid4()
    copy.send("add", {"item": item, "text": text, "after": after})
    return item


async def test_ticked_and_rewritten_at_once_both_count(nodes: list[Node]) -> None:
    ann, bob = [await opened(node, a_checklist(), "checklist") for node in nodes]
    await live(ann, bob)
    milk = add(ann, " milk ")
    await bob.until(lambda: bob.all("put"))
    ann.send("tick", {"item": milk, "done": True})
    bob.send("rewrite", {"item": milk, "text": "oat milk"})
    await eventually(lambda: kept(ann) == kept(bob) and kept(ann)[0][:2] == ("oat milk", True))
    bread = add(bob, "bread", milk)
    bob.send("move", {"item": bread, "after": None})
    await ann.until(lambda: ann.last("put")["item"] == bread and ann.last("put")["after"] is None)
    late = await opened(nodes[0], a_checklist(), "checklist")
    await late.until(lambda: late.all("tasks") and late.last("tasks"))
    assert [task["text"] for task in late.last("tasks")] == ["bread", "oat milk"]
    ann.send("tidy")
    await bob.receives("removed", milk)
    bob.send("remove", bread)
    await eventually(lambda: kept(ann) == kept(late) == [])


async def test_what_makes_no_sense_is_refused_by_all(nodes: list[Node], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checklist_proxy, "MOST", 2)
    ann, bob = [await opened(node, a_checklist(), "checklist") for node in nodes]
    await live(ann, bob)
    for text, reason in (("  ", "nothing in it"), ("x" * 501, "at most 500")):
        add(ann, text)
        await ann.until(lambda: reason in str(ann.last("refused")))  # noqa: B023 - waited for here
    add(ann, "one")
    add(ann, "two")
    await bob.until(lambda: len(bob.all("put")) == 2)
    change = {"kind": "add", "item": uuid4(), "after": None, "text": "x", "done": False, "by": "Eve"}
    for wrong in (
        {}, {"kind": "explode"}, {"text": "x" * 600}, {"by": "E" * 101}, {"kind": "tick"},
        {"kind": "remove"}, {"kind": "rewrite", "text": " "},
    ):  # fmt: skip
        ann.body._replica.send({**change, **wrong})
    await eventually(lambda: ann.body._replica.refusals == bob.body._replica.refusals == 7)
    assert [text for text, _, _ in kept(bob)] == ["two", "one"]


def texts(looker: Looker) -> list[str]:
    return [task.text for task in looker.view.model.tasks]


@pytest.mark.usefixtures("qapp")
async def test_the_view(nodes: list[Node]) -> None:
    ann, bob = [await look(node, a_checklist()) for node in nodes]
    assert unnamed(ann.view) == []
    ann.view.grab()  # words in the place of tasks
    for word in ("milk", "bread", "eggs"):
        type_text(ann.view.field, word)
        QTest.keyClick(ann.view.field, Qt.Key.Key_Return)
    await bob.sees(lambda: texts(bob) == ["milk", "bread", "eggs"])
    bob.view.list.setCurrentIndex(bob.view.model.index(1))
    QTest.keyClick(bob.view.list, Qt.Key.Key_Space)
    await ann.sees(lambda: ann.view.progress.text() == "1 of 3 done")
    ann.view.list.setCurrentIndex(ann.view.model.index(1))
    assert ann.view.progress.text() == "1 of 3 done · ticked by Bob"
    QTest.keyClick(ann.view.list, Qt.Key.Key_Up, Qt.KeyboardModifier.AltModifier)
    await bob.sees(lambda: texts(ann) == texts(bob) == ["bread", "milk", "eggs"])
    QTest.keyClick(ann.view.list, Qt.Key.Key_Down, Qt.KeyboardModifier.AltModifier)
    await ann.sees(lambda: texts(ann) == ["milk", "bread", "eggs"])
    ann.view.list.setCurrentIndex(ann.view.model.index(1))
    QTest.keyClick(ann.view.list, Qt.Key.Key_Down, Qt.KeyboardModifier.AltModifier)
    await bob.sees(lambda: texts(bob) == ["milk", "eggs", "bread"])
    bob.view.list.setCurrentIndex(bob.view.model.index(0))
    bob.view.list.edit(bob.view.model.index(0))
    (writing,) = bob.view.list.viewport().findChildren(QLineEdit)
    writing.selectAll()
    type_text(writing, "oat milk")
    QTest.keyClick(writing, Qt.Key.Key_Escape)  # throws no text away
    await ann.sees(lambda: texts(ann)[0] == "oat milk")
    ann.view.resize(300, 300)
    ann.view.grab()
    place = ann.view.list.visualRect(ann.view.model.index(0)).center()
    place.setX(14)
    QTest.mouseClick(ann.view.list.viewport(), Qt.MouseButton.LeftButton, pos=place)
    await bob.sees(lambda: bob.view.model.tasks[0].done)
    QTest.mouseClick(ann.view.list.viewport(), Qt.MouseButton.LeftButton, pos=place)
    await bob.sees(lambda: not bob.view.model.tasks[0].done)
    ann.view.tidy_button.click()
    await bob.sees(lambda: texts(bob) == ["oat milk", "eggs"])
    bob.view.list.setCurrentIndex(bob.view.model.index(0))
    QTest.keyClick(bob.view.list, Qt.Key.Key_Delete)
    await ann.sees(lambda: texts(ann) == ["eggs"])
    ann.body._replica._status({"writable": False})
    assert ann.view.field.isReadOnly()
    assert not ann.view.add_button.isEnabled()


async def test_three_processes_one_killed(tmp_path: Path) -> None:
    reference = a_checklist(network_channel(*TYPES))
    async with workshop(tmp_path, reference) as shop:
        ann, bob, _ = await asyncio.gather(*(shop.start(name, "checklist") for name in THREE))
        milk = f"uuid:{uuid4()}"
        ann.send("checklist", "add", {"item": milk, "text": "milk", "after": None})
        await bob.until(lambda: bob.all("put"))
        ann.kill()
        bob.send("checklist", "tick", {"item": milk, "done": True})
        late = await shop.start("Dan", "checklist")
        await late.until(lambda: any(each["done"] for each in [*late.all("put"), *(late.all("tasks") or [[]])[-1]]))
