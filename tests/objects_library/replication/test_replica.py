# SPDX-License-Identifier: BSD-3-Clause
"""A replica refuses what its state machine cannot apply, whatever it raises, and goes on."""

from __future__ import annotations

from typing import Any

import pytest

from app.runtime.activation import Node
from app.runtime.library import Catalogue, ChannelReference, Context, Endpoint, Library, definition_of, live_object
from objects_library.channels.local.proxy import LocalCheckpointedChannel
from objects_library.replication.replica import Replica
from tests.objects_library.copies import live, local_channel, opened, replicated

FRAIL = 0x7F2A11C09B3D4E5586AA00C1D2E3F405


@live_object(f"{FRAIL:032x}", name="Frail")
class Frail:
    """Adds numbers, and has bugs: 13 overflows the stack, 0 divides."""

    total = Endpoint()

    def __init__(self, Channel: ChannelReference[int, int], context: Context) -> None:  # noqa: N803
        self._total = 0
        self._replica = Replica(context, Channel, self, started=self.show, refused=self.refused)

    def apply_change(self, change: int) -> None:
        if change == 13:
            self.apply_change(change)
        self._total += 1 // change * 0 + change
        self.sum(self._total)

    def give_state(self) -> int:
        return self._total

    def take_state(self, state: Any) -> None:
        self._total = state or 0

    def show(self) -> None:
        self.sum(self._total)

    @total.incoming
    def add(self, value: int) -> None:
        self._replica.send(value)

    @total.outgoing
    def sum(self, value: int) -> None: ...

    @total.outgoing
    def refused(self, reason: str) -> None: ...


@pytest.mark.parametrize(("change", "reason"), [(13, "RecursionError"), (0, "ZeroDivisionError")])
async def test_whatever_a_machine_raises_is_a_refusal_told_to_the_sender(change: int, reason: str) -> None:
    frail, channel = definition_of(Frail), definition_of(LocalCheckpointedChannel)
    async with Node(Catalogue([Library("frail", (frail, channel))])) as node:
        reference = replicated(FRAIL, local_channel("int", "int", f"frail {change}"))
        one, two = [await opened(node, reference, "total") for _ in range(2)]
        await live(one, two)
        one.send("add", change)
        one.send("add", 5)
        await one.receives("sum", 5)
        await two.receives("sum", 5)
        assert reason in one.last("refused")
        assert two.all("refused") == []
        assert one.body._replica.refusals == two.body._replica.refusals == 1
