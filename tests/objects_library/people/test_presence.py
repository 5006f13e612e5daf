# SPDX-License-Identifier: BSD-3-Clause
"""Presence lists: who comes, goes, says something, or dies."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from app.runtime.activation import Node
from tests.objects_library.copies import Copy, eventually, live, local_channel, opened, replicated
from tests.objects_library.viewers import look, type_text, unnamed
from tests.objects_library.workers import Worker, network_channel, workshop

PRESENCE = 0x6F2A1C7D90B84E53A1D6C0E2B7F49A02


def a_list(name: str = "presence", **values: Any) -> Any:
    return replicated(PRESENCE, local_channel("PresenceChange", "PresenceState", name), None, **values)


def who(received: list[Any]) -> list[tuple[str, str, str]]:
    last = received[-1] if received else []
    return [(each["name"], each["status"], each["note"]) for each in last]


def seen(copy: Copy) -> list[tuple[str, str, str]]:
    return who(copy.all("people"))


async def test_who_comes_says_and_goes(nodes: list[Node]) -> None:
    ann, bob = await opened(nodes[0], a_list(), "presence"), await opened(nodes[1], a_list(), "presence")
    await live(ann, bob)
    both = [("Ann", "here", ""), ("Bob", "here", "")]
    await ann.until(lambda: seen(ann) == both)
    await bob.until(lambda: seen(bob) == both)
    assert [each["mine"] for each in bob.last("people")] == [False, True]
    bob.send("set", {"status": "busy", "note": "back at ten"})
    await ann.until(lambda: seen(ann)[1] == ("Bob", "busy", "back at ten"))
    late = await opened(nodes[0], a_list(), "presence")
    await late.until(lambda: len(seen(late)) == 3)
    assert seen(late)[1] == ("Bob", "busy", "back at ten")
    bob.proxy.close()
    await ann.until(lambda: [name for name, *_ in seen(ann)] == ["Ann", "Ann"])


async def test_hostile_values_are_refused(nodes: list[Node]) -> None:
    ann = await opened(nodes[0], a_list(), "presence")
    await live(ann)
    for wrong in ({"status": "dead", "note": ""}, {"status": "here", "note": "x" * 201}):
        ann.send("set", wrong)
    await ann.until(lambda: len(ann.all("refused")) == 2)
    assert "nobody can be 'dead'" in ann.all("refused")[0]
    body, me = ann.body, ann.body._heartbeat.me
    body._heartbeat.send("status", status="x" * 1000)
    body._heartbeat.send("here", note="x" * 1000)
    body._heartbeat.send("explode", me)
    await eventually(lambda: body._replica.refusals == 3)
    assert seen(ann) == [("Ann", "here", "")]


@pytest.mark.usefixtures("qapp")
async def test_the_view(nodes: list[Node]) -> None:
    ann, bob = await look(nodes[0], a_list("view")), await look(nodes[1], a_list("view"))
    assert unnamed(ann.view) == []
    await ann.sees(lambda: [texts[0] for texts in ann.view.rows.texts()] == ["Ann (you)", "Bob"])
    assert ann.view.summary.text() == "2 are here"
    QTest.keyClick(bob.view.status, Qt.Key.Key_Down)
    type_text(bob.view.note, "in a <b>meeting</b>\n")
    await ann.sees(lambda: ann.view.rows.texts()[1][1] == "◐ Busy · in a <b>meeting</b>")
    ann.body._replica._status({"writable": False, "members": []})
    assert not ann.view.status.isEnabled()


async def test_whoever_is_killed_is_not_shown_any_more(tmp_path: Path) -> None:
    reference = replicated(PRESENCE, network_channel("PresenceChange", "PresenceState"))
    async with workshop(tmp_path, reference) as shop:
        ann, bob, cid = await asyncio.gather(*(shop.start(name, "presence") for name in ("Ann", "Bob", "Cid")))
        for worker in (ann, bob, cid):
            await _sees(worker, {"Ann", "Bob", "Cid"})
        bob.send("presence", "set", {"status": "away", "note": "lunch"})
        await ann.until(lambda: ("Bob", "away", "lunch") in who(ann.all("people")))
        ann.kill()
        for worker in (bob, cid):
            await _sees(worker, {"Bob", "Cid"})
        assert ("Bob", "away", "lunch") in who(cid.all("people"))


async def _sees(worker: Worker, names: set[str]) -> None:
    await worker.until(lambda: {name for name, *_ in who(worker.all("people"))} == names)
