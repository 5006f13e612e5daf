# SPDX-License-Identifier: BSD-3-Clause
"""Chats: copies in one process, views, and real processes of which one is killed."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from app.runtime.activation import Node
from objects_library.people.chat import proxy as chat_proxy
from tests.objects_library.copies import Copy, eventually, live, local_channel, opened, replicated
from tests.objects_library.viewers import look, type_text, unnamed
from tests.objects_library.workers import Worker, network_channel, workshop

CHAT = 0x6F2A1C7D90B84E53A1D6C0E2B7F49A01
THREE = ("Ann", "Bob", "Cid")  # when one of them dies, the others are still most of them


def a_chat(name: str = "chat") -> Any:
    return replicated(CHAT, local_channel("ChatChange", "list[ChatMessage]", name))


async def two(nodes: list[Node]) -> tuple[Copy, Copy]:
    ann, bob = await opened(nodes[0], a_chat(), "chat"), await opened(nodes[1], a_chat(), "chat")
    await live(ann, bob)
    return ann, bob


def post(copy: Copy, text: str) -> UUID:
    message = uuid4()
    copy.send("say", {"message": message, "text": text})
    return message


async def test_what_one_says_all_read_and_only_the_writer_changes_it(nodes: list[Node]) -> None:
    ann, bob = await two(nodes)
    first = post(ann, "hello")
    await bob.until(lambda: bob.all("said"))
    received = bob.last("said")
    assert (received["name"], received["text"], received["mine"]) == ("Ann", "hello", False)
    assert ann.last("said")["mine"] is True
    bob.send("rewrite", {"message": first, "text": "bye"})
    await bob.until(lambda: bob.all("refused"))
    assert bob.last("refused") == {"reason": "only Ann can change that message", "text": "bye"}
    ann.send("rewrite", {"message": first, "text": "good morning"})
    await bob.receives("rewritten", {"message": first, "text": "good morning"})
    late = await opened(nodes[1], a_chat(), "chat")
    await late.until(lambda: late.all("messages") and late.last("messages"))
    assert [(line["text"], line["edited"]) for line in late.last("messages")] == [("good morning", True)]
    second = post(ann, "thre")
    ann.send("rewrite", {"message": second, "text": "three"})  # before it is back
    await bob.receives("rewritten", {"message": second, "text": "three"})
    ann.send("remove", first)
    ann.send("remove", second)
    await bob.receives("removed", second)
    assert bob.body.give_state() == late.body.give_state() == []


async def test_who_is_writing_is_told_and_forgotten(nodes: list[Node], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chat_proxy, "_TYPING_FOR", 0.05)
    ann, bob = await two(nodes)
    ann.send("typing")
    await bob.receives("writing", ["Ann"])
    await bob.receives("writing", [])
    assert ann.all("writing") == []
    assert ann.body.give_state() == []


async def test_hostile_values_are_refused_by_all(nodes: list[Node], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chat_proxy, "MOST", 3)
    ann, bob = await two(nodes)
    for text, reason in (("", "nothing in it"), (" \n", "nothing in it"), ("x" * 4001, "at most 4,000")):
        post(ann, text)
        await _refused(ann, reason)
    kept = post(ann, "kept")
    await bob.until(lambda: bob.all("said"))
    change = {"message": kept, "by": "x", "name": "Eve", "text": "ha", "at": datetime.now(UTC)}
    for wrong in (
        {"kind": "rewrite"}, {"kind": "remove"}, {"kind": "explode"}, {"kind": "say"},
        {"kind": "say", "message": uuid4(), "name": "E" * 101},
        {"kind": "say", "message": uuid4(), "text": "x" * 5000},
        {"kind": "remove", "message": uuid4()},
    ):  # fmt: skip
        ann.body._replica.send({**change, **wrong})
    await eventually(lambda: bob.body._replica.refusals == 7 and ann.body._replica.refusals == 7)
    assert [each["text"] for each in bob.body.give_state()] == ["kept"]
    for number in range(3):
        post(bob, str(number))
    await ann.receives("removed", kept)  # the oldest goes
    assert [each["text"] for each in ann.body.give_state()] == ["0", "1", "2"]


async def _refused(copy: Copy, reason: str) -> None:
    await copy.until(lambda: copy.all("refused") and reason in copy.last("refused")["reason"])


@pytest.mark.usefixtures("qapp")
async def test_the_view(nodes: list[Node]) -> None:
    ann, bob = await look(nodes[0], a_chat("view")), await look(nodes[1], a_chat("view"))
    assert unnamed(ann.view) == []
    type_text(ann.view.field, "<b>hello</b>")
    await bob.sees(lambda: bob.view.writers.text() == "Ann is writing …")
    QTest.keyClick(ann.view.field, Qt.Key.Key_Return)
    await bob.sees(lambda: bob.view.list.rows.texts == ["<b>hello</b>"])
    assert bob.view.writers.text() == ""
    assert ann.view.field.toPlainText() == ""
    QTest.keyClick(ann.view.field, Qt.Key.Key_Up)
    assert ann.view.field.toPlainText() == "<b>hello</b>"
    type_text(ann.view.field, "hi")
    QTest.keyClick(ann.view.field, Qt.Key.Key_Return)
    await bob.sees(lambda: bob.view.list.rows.texts == ["hi"])
    bob.view.list.setCurrentIndex(bob.view.list.rows.index(0))
    bob.view.activateWindow()  # shortcuts work in the active window only
    await bob.sees(bob.view.isActiveWindow)
    QTest.keyClick(bob.view.list, Qt.Key.Key_Delete)
    await bob.sees(lambda: "only Ann" in bob.view.notice.text)
    said = bob.view.list.rows.data(bob.view.list.rows.index(0), Qt.ItemDataRole.AccessibleTextRole)
    assert said.startswith("Ann, ")
    type_text(bob.view.field, "mine")
    bob.view.send_button.click()
    await ann.sees(lambda: ann.view.list.rows.texts == ["hi", "mine"])
    QTest.keyClick(bob.view.field, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    await ann.sees(lambda: ann.view.list.rows.texts == ["hi"])
    ann.body._replica._status({"writable": False})
    assert ann.view.field.isReadOnly()
    assert not ann.view.send_button.isEnabled()


def texts(worker: Worker) -> list[str]:
    shown = [line["text"] for line in (worker.all("messages") or [[]])[-1]]
    return shown + [line["text"] for line in worker.all("said")]


async def test_three_processes_one_killed(tmp_path: Path) -> None:
    reference = replicated(CHAT, network_channel("ChatChange", "list[ChatMessage]"))
    async with workshop(tmp_path, reference) as shop:
        ann, bob, _ = await asyncio.gather(*(shop.start(name, "chat") for name in THREE))
        for number in range(30):
            ann.send("chat", "say", {"message": f"uuid:{uuid4()}", "text": f"a{number}"})
            bob.send("chat", "say", {"message": f"uuid:{uuid4()}", "text": f"b{number}"})
        for worker in (ann, bob):
            await _has(worker, 60)
        ann.kill()
        late = await shop.start("Dan", "chat")
        await _has(late, 60)
        assert texts(late) == texts(bob)  # nothing of whoever died is lost
        late.send("chat", "say", {"message": f"uuid:{uuid4()}", "text": "anybody?"})
        await bob.until(lambda: texts(bob)[-1] == "anybody?")


async def _has(worker: Worker, count: int) -> None:
    await worker.until(lambda: len(texts(worker)) == count)
