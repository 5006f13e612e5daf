# SPDX-License-Identifier: BSD-3-Clause
"""Clocks: a stopwatch that everyone starts and stops."""

from __future__ import annotations

import asyncio
from math import nan
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from app.runtime.activation import DereferenceError, Node
from objects_library.feeds.clock.view import in_words
from tests.objects_library.copies import Copy, eventually, live, local_channel, opened, replicated
from tests.objects_library.viewers import look, unnamed
from tests.objects_library.workers import network_channel, workshop

CLOCK = 0x6F2A1C7D90B84E53A1D6C0E2B7F49A21
THREE = ("Ann", "Bob", "Cid")  # when one of them dies, the others are still most of them


def a_clock(name: str = "clock", **values: Any) -> Any:
    return replicated(CLOCK, local_channel("ClockChange", "ClockState", name), None, **values)


async def test_what_it_showed_at_the_stop_is_what_all_see(nodes: list[Node]) -> None:
    ann, bob = await opened(nodes[0], a_clock(), "clock"), await opened(nodes[1], a_clock(), "clock")
    await live(ann, bob)
    ann.send("start")
    await bob.until(lambda: bob.last("stopwatch") and bob.last("stopwatch")["running"])
    late = await opened(nodes[1], a_clock(), "clock")
    await late.until(lambda: late.last("stopwatch") and late.last("stopwatch")["running"])
    bob.send("start")  # it runs already
    bob.send("stop")
    for copy in (ann, bob, late):
        await _stands(copy)
    shown = {copy.last("stopwatch")["seconds"] for copy in (ann, bob, late)}
    assert len(shown) == 1
    assert 0 < shown.pop() < 20
    assert ann.last("stopwatch")["by"] == "Bob"
    ann.send("count_down", 90.0)
    await bob.until(lambda: bob.last("stopwatch")["limit"] == 90.0)
    assert bob.last("stopwatch")["seconds"] == 0.0
    await ann.until(lambda: ann.all("time"))
    assert ann.last("time")["time"].tzinfo is not None


async def _stands(copy: Copy) -> None:
    await copy.until(lambda: not copy.last("stopwatch")["running"])


async def test_hostile_values_are_refused(nodes: list[Node]) -> None:
    ann = await opened(nodes[0], a_clock(), "clock")
    await live(ann)
    for wrong in (nan, -1.0, 1e300):
        ann.send("count_down", wrong)
    await ann.until(lambda: len(ann.all("refused")) == 3)
    for change in (("explode", 1.0, "x"), ("stop", nan, "x"), ("reset", 0.0, "x" * 101)):
        ann.body._replica.send(dict(zip(("kind", "seconds", "by"), change, strict=True)))
    await eventually(lambda: ann.body._replica.refusals == 3)
    ann.body.take_state({"running": True, "seconds": nan, "limit": -5.0, "by": ""})
    assert ann.body.give_state() == {"running": False, "seconds": 0.0, "limit": 0.0, "by": ""}
    with pytest.raises(DereferenceError, match="nobody knows the time zone"):
        await nodes[0].dereference(a_clock("nowhere", zone="../../etc/passwd"))


def test_words() -> None:
    said = [in_words(seconds) for seconds in (0, 9.96, 75.5, 3661.0)]
    assert said == ["0:00.0", "0:09.9", "1:15.5", "1:01:01.0"]


@pytest.mark.usefixtures("qapp")
async def test_the_view(nodes: list[Node]) -> None:
    ann = await look(nodes[0], a_clock("view", zone="UTC"))
    bob = await look(nodes[1], a_clock("view", zone="UTC"))
    assert unnamed(ann.view) == []
    await ann.sees(lambda: ann.view.shown.text().count(":") == 2)
    assert "UTC" in ann.view.day.text()
    QTest.keyClick(ann.view.toggle, Qt.Key.Key_Space)
    await bob.sees(lambda: bob.view.toggle.accessibleName() == "Stop the stopwatch")
    await bob.sees(lambda: bob.view.watch.text() != "0:00.0")
    bob.view.toggle.click()
    await ann.sees(lambda: ann.view.watch.text() == bob.view.watch.text() and not ann.view._running)
    ann.view.limit.setValue(2.5)
    await bob.sees(lambda: bob.view.watch.text() == "2:30.0")
    assert bob.view.limit.value() == 2.5
    ann.body._replica._status({"writable": False})
    assert not ann.view.toggle.isEnabled()


async def test_it_runs_on_when_whoever_started_it_is_killed(tmp_path: Path) -> None:
    reference = replicated(CLOCK, network_channel("ClockChange", "ClockState"))
    async with workshop(tmp_path, reference) as shop:
        ann, bob, _ = await asyncio.gather(*(shop.start(name, "clock") for name in THREE))
        ann.send("clock", "start")
        await bob.until(lambda: bob.all("stopwatch")[-1]["running"])
        ann.kill()
        late = await shop.start("Dan", "clock")
        await late.until(lambda: late.all("stopwatch")[-1]["running"])
        late.send("clock", "stop")
        await bob.until(lambda: not bob.all("stopwatch")[-1]["running"])
        await late.until(lambda: not late.all("stopwatch")[-1]["running"])
        assert bob.all("stopwatch")[-1] == late.all("stopwatch")[-1]
