# SPDX-License-Identifier: BSD-3-Clause
"""Button, slider and gauge: copies, views, processes; slider, gauge and shared value meet on one channel."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from math import inf, nan
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QLocale, QPoint, Qt
from PySide6.QtTest import QTest

from app.runtime.activation import Node
from app.runtime.references import Reference
from objects_library.values.scale import Scale, ScaleError
from objects_library.widgets.number_view import format_number
from tests.objects_library.copies import Copy, eventually, live, local_channel, opened, replicated
from tests.objects_library.viewers import look, unnamed
from tests.objects_library.workers import Worker, network_channel, workshop

VALUE = 0x0D6E1D1B6AB44B61A1F7F1A2C3D4E501
BUTTON, SLIDER, GAUGE = (0x6F2A1C7D90B84E53A1D6C0E2B7F49A10 + number for number in (1, 2, 3))
THREE = ("Ann", "Bob", "Cid")  # when one of them dies, the others are still most of them


def control(template: int, types: dict[str, str] | None = None, **values: Any) -> Reference:
    return replicated(template, local_channel("float", "ValueState[float]", "number"), types, **values)


def a_button(**values: Any) -> Reference:
    return replicated(BUTTON, local_channel("ButtonPress", "ButtonState", "button"), None, **values)


@pytest.mark.parametrize(
    "wrong", [(1, 1, 0), (2, 1, 0), (nan, 1, 0), (0, inf, 0), (0, 1, -1), (0, 1, 2), (0, 1, nan), (0, 1e300, 0)]
)
def test_scales_without_numbers(wrong: tuple[float, float, float]) -> None:
    with pytest.raises(ScaleError):
        Scale(*wrong, "", "")


def test_scales() -> None:
    scale = Scale(0, 1, 0.1, "", "V")
    assert [scale.nearest(value) for value in (0.34, -5, 7, nan, inf)] == [0.3, 0, 1, 0, 0]
    assert [scale.share(value) for value in (0.25, -5, 7, nan)] == [0.25, 0, 1, 0]
    assert "not a number" in scale.wrong(nan)
    assert "not between 0 and 1" in scale.wrong(1.5)
    german, english = QLocale(QLocale.Language.German), QLocale(QLocale.Language.English)
    assert format_number(0.5, scale, german) == "0,5 V"
    assert format_number(0.5, scale, english) == "0.5 V"
    assert format_number(1500.0, Scale(0, 5000, 0, "", ""), english) == "1,500"
    assert format_number(inf, scale, english) == "∞ V"


async def test_a_slider_a_gauge_and_a_value_show_the_same_number(nodes: list[Node]) -> None:
    slider = await opened(nodes[0], control(SLIDER, low=0.0, high=10.0), "value")
    gauge = await opened(nodes[1], control(GAUGE), "value")
    value = await opened(nodes[1], control(VALUE, {"T": "float"}), "value")
    await live(slider, gauge, value)
    slider.send("set", 7.5)
    for copy in (slider, gauge, value):
        await copy.receives("changed", 7.5)
    value.send("set", 30.0)  # the slider's own end is at 10
    await slider.receives("changed", 30.0)
    for wrong in (11.0, nan, inf, -0.5):
        slider.send("set", wrong)
    await slider.until(lambda: len(slider.all("refused")) == 4)
    late = await opened(nodes[0], control(SLIDER, low=0.0, high=10.0), "value")
    await late.receives("changed", 30.0)
    value.send("set", nan)
    value.send("set", 4.0)
    await slider.receives("changed", 4.0)
    assert slider.body._number.replica.refusals == gauge.body._number.replica.refusals == 1


async def test_a_number_begins_where_the_reference_says(nodes: list[Node]) -> None:
    slider = await opened(nodes[0], control(SLIDER, low=0.0, high=10.0, start=4.0), "value")
    gauge = await opened(nodes[1], control(GAUGE, start=4.0), "value")
    await live(slider, gauge)
    for copy in (slider, gauge):
        await copy.receives("changed", 4.0)
        assert copy.body._number.give_state() == {"value": []}  # nobody has set it
    gauge.send("set", 6.0)
    await slider.receives("changed", 6.0)
    late = await opened(nodes[0], control(SLIDER, low=0.0, high=10.0, start=4.0), "value")
    await late.receives("changed", 6.0)
    with pytest.raises(Exception, match="the start: 11 is not between 0 and 10"):
        await opened(nodes[0], control(SLIDER, low=0.0, high=10.0, start=11.0), "value")


async def test_presses_are_counted_once_each(nodes: list[Node]) -> None:
    ann, bob = await opened(nodes[0], a_button(), "button"), await opened(nodes[1], a_button(), "button")
    await live(ann, bob)
    for _ in range(20):
        ann.send("press")
        bob.send("press")
    for copy in (ann, bob):
        await _pressed(copy, 40)
        assert [press["count"] for press in copy.all("pressed")] == list(range(1, 41))
    late = await opened(nodes[0], a_button(), "button")
    await late.until(lambda: late.last("so_far") and late.last("so_far")["count"] == 40)
    ann.body._replica.send({"by": "x" * 101, "at": datetime.now(UTC)})
    await eventually(lambda: bob.body._replica.refusals == 1)


@pytest.mark.usefixtures("qapp")
async def test_the_view_of_a_slider_and_of_a_gauge(nodes: list[Node]) -> None:
    ann = await look(nodes[0], control(SLIDER, title="Heat", unit="°C"))
    bob = await look(nodes[1], control(GAUGE, title="Heat", unit="°C", warning=80.0))
    assert unnamed(ann.view) == unnamed(bob.view) == []
    track = ann.view.track
    QTest.keyClick(track, Qt.Key.Key_Right)
    await bob.sees(lambda: bob.view.dial.words == "1 °C")
    QTest.keyClick(track, Qt.Key.Key_PageUp)
    await bob.sees(lambda: bob.view.dial.words == "11 °C")
    QTest.keyClick(track, Qt.Key.Key_End)
    await bob.sees(lambda: bob.view.dial.accessibleName() == "Heat: 100 °C Too high")
    QTest.mousePress(track, Qt.MouseButton.LeftButton, pos=QPoint(track.width() // 2, 20))
    await bob.sees(lambda: bob.view.dial.words == "50 °C")
    bob.view.act(bob.body.set, 20.0)
    await ann.sees(lambda: ann.view._others == 20.0)
    assert ann.view.shown.text() == "50 °C"  # nobody moves it away from under the mouse
    QTest.mouseMove(track, QPoint(track.width() - 1, 20))
    QTest.mouseRelease(track, Qt.MouseButton.LeftButton, pos=QPoint(track.width() - 1, 20))
    await ann.sees(lambda: ann.view.shown.text() == bob.view.dial.words)
    ann.body._number.replica._status({"writable": False})
    assert not track.isEnabled()


@pytest.mark.usefixtures("qapp")
async def test_the_view_of_a_button(nodes: list[Node]) -> None:
    ann, bob = await look(nodes[0], a_button(title="R&D")), await look(nodes[1], a_button(title="R&D"))
    assert unnamed(ann.view) == []
    assert ann.view.button.accessibleName() == "R&D"
    QTest.keyClick(ann.view.button, Qt.Key.Key_Space)
    await bob.sees(lambda: bob.view.last.text().startswith("Ann pressed it last, "))
    assert bob.view.button.isDown()
    await bob.sees(lambda: not bob.view.button.isDown())
    QTest.mouseClick(bob.view.button, Qt.MouseButton.LeftButton)
    await ann.sees(lambda: ann.view.last.text().endswith("pressed so far: 2"))
    ann.body._replica._status({"writable": False})
    assert not ann.view.button.isEnabled()


async def test_a_number_outlives_whoever_set_it(tmp_path: Path) -> None:
    reference = replicated(SLIDER, network_channel("float", "ValueState[float]"))
    async with workshop(tmp_path, reference) as shop:
        ann, bob, _ = await asyncio.gather(*(shop.start(name, "value") for name in THREE))
        for number in range(50):
            ann.send("value", "set", float(number))
        await bob.receives("changed", 49.0)
        ann.kill()
        late = await shop.start("Dan", "value")
        await late.receives("changed", 49.0)
        late.send("value", "set", 3.0)
        await bob.receives("changed", 3.0)


async def test_presses_in_processes(tmp_path: Path) -> None:
    reference = replicated(BUTTON, network_channel("ButtonPress", "ButtonState"))
    async with workshop(tmp_path, reference) as shop:
        ann, bob, _ = await asyncio.gather(*(shop.start(name, "button") for name in THREE))
        for worker in (ann, bob):  # presses before that are part of the state, and no events
            await _live(worker)
        for _ in range(25):
            ann.send("button", "press")
            bob.send("button", "press")
        for worker in (ann, bob):
            await _pressed(worker, 50)
        ann.kill()
        late = await shop.start("Dan", "button")
        await late.until(lambda: late.all("so_far")[-1]["count"] == 50)


async def _live(worker: Worker) -> None:
    await worker.until(lambda: "live" in worker.all("state"))


async def _pressed(whoever: Copy | Worker, count: int) -> None:
    await whoever.until(lambda: len(whoever.all("pressed")) == count)
