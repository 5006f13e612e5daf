# SPDX-License-Identifier: BSD-3-Clause
"""Trends: how a number went, written down by one and kept by all."""

from __future__ import annotations

from datetime import UTC, datetime
from math import nan
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QPointF

from app.runtime.activation import Node
from app.runtime.references import Parameterized, Primitive, Reference, ReferenceArgument, ValueArgument
from tests.objects_library.copies import local_channel, opened, replicated
from tests.objects_library.viewers import look
from tests.objects_library.workers import Worker, network_channel, workshop

TREND = 0x46CC9DA2FF5730A0D97968D28B805DE3
SLIDER = 0x6F2A1C7D90B84E53A1D6C0E2B7F49A12
ENDS = ("float", "ValueState[float]")


def a_trend(value: Reference, history: Reference, election: Reference) -> Reference:
    given = (("Channel", value), ("History", history), ("Election", election))
    arguments: Any = [(name, ReferenceArgument(channel)) for name, channel in given]
    arguments += [("title", ValueArgument("Heating")), ("unit", ValueArgument("°C"))]
    return Parameterized(Primitive(TREND), tuple(arguments))


def in_this_process() -> tuple[Reference, Reference]:
    value = local_channel(*ENDS, "number")
    history = local_channel("TrendPoint", "RowsState[TrendPoint]", "history")
    election = local_channel("LeaderChange", "LeaderState", "election")
    return replicated(SLIDER, value), a_trend(value, history, election)


@pytest.mark.usefixtures("qapp")
async def test_one_writes_it_down_and_all_see_it(nodes: list[Node]) -> None:
    slider, trend = in_this_process()
    ann, bob = await look(nodes[0], trend), await look(nodes[1], trend)
    moving = await opened(nodes[1], slider, "value")
    moving.send("set", 20.0)
    await bob.sees(lambda: list(bob.view.store.numbers[1]) == [20.0])
    moving.send("set", 25.0)
    moving.send("set", 30.0)  # too soon after the last; only what it is a moment later counts
    await ann.sees(lambda: list(ann.view.store.numbers[1])[-1:] == [30.0])
    assert list(ann.view.store.numbers[1]) in ([20.0, 20.0, 30.0], [20.0, 20.0, 25.0, 25.0, 30.0])
    await bob.sees(lambda: list(bob.view.store.numbers[1]) == list(ann.view.store.numbers[1]))
    late = await look(nodes[0], trend)
    await late.sees(lambda: list(late.view.store.numbers[1]) == list(ann.view.store.numbers[1]))
    late.view.resize(400, 300)
    late.view.grab()
    assert "Heating [°C]" in late.view.plot.tooltip_at(QPointF(late.view.plot.rect().center()))
    ann.body._rows.replica.send({"at": datetime.now(UTC), "value": nan})
    moving.send("set", 1.0)
    await bob.sees(lambda: list(bob.view.store.numbers[1])[-1:] == [1.0])
    assert not any(value != value for value in bob.view.store.numbers[1])  # noqa: PLR0124 - no number


async def test_somebody_else_writes_when_whoever_did_is_killed(tmp_path: Path) -> None:
    value = network_channel(*ENDS)
    reference = a_trend(
        value, network_channel("TrendPoint", "RowsState[TrendPoint]"), network_channel("LeaderChange", "LeaderState")
    )
    (tmp_path / "slider").mkdir()
    async with (
        workshop(tmp_path, reference) as shop,
        workshop(tmp_path / "slider", replicated(SLIDER, value)) as sliders,
    ):
        ann = await shop.start("Ann", "trend")
        moving = await sliders.start("Dan", "value")
        moving.send("value", "set", 10.0)
        await ann.until(lambda: values(ann) == [10.0])
        others = [await shop.start(name, "trend") for name in ("Bob", "Cid")]
        for each in others:
            await each.until(lambda: values(each) == [10.0])  # noqa: B023 - waited for here
        ann.kill()
        moving.send("value", "set", 42.0)
        for each in others:
            await each.until(lambda: values(each) == [10.0, 10.0, 42.0])  # noqa: B023 - waited for here


def values(worker: Worker) -> list[float]:
    kept = [point["value"] for point in (worker.all("points") or [[]])[-1]]
    return kept + [point["value"] for point in worker.all("point")]
