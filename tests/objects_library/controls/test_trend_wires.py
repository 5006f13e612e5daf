# SPDX-License-Identifier: BSD-3-Clause
"""A trend keeps what a wire offers, once, however many people have it open."""

from __future__ import annotations

import pytest

from app.runtime.activation import Node
from tests.objects_library.controls.test_trend import in_this_process
from tests.objects_library.viewers import look
from tests.objects_library.wires import ports_of


@pytest.mark.usefixtures("qapp")
async def test_a_trend_keeps_each_point_once(nodes: list[Node]) -> None:
    _, trend = in_this_process()
    people = [await look(node, trend) for node in nodes]
    wires = [ports_of(each) for each in people]
    await people[0].sees(lambda: any(each.body._mine for each in people))
    for number in (20.0, 30.0):
        for own, wire in enumerate(wires):  # every copy hears of the change, and one has caused it
            wire.put("records", number, own=bool(own))
        for each in people:
            await each.sees(lambda each=each, number=number: list(each.view.store.numbers[1])[-1:] == [number])  # type: ignore[misc]
    for each in people:
        assert list(each.view.store.numbers[1]) == [20.0, 20.0, 30.0]  # it was 20 until it was 30
    for own, wire in enumerate(wires):
        wire.happen("records", 30.0, own=bool(own))
    for each in people:
        await each.sees(lambda each=each: list(each.view.store.numbers[1]) == [20.0, 20.0, 30.0, 30.0])  # type: ignore[misc]
    assert wires[0].value("rows").column("value").to_pylist() == [20.0, 20.0, 30.0, 30.0]
