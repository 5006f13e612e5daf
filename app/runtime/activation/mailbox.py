# SPDX-License-Identifier: BSD-3-Clause
"""Mailboxes: deliver the events of a queued endpoint in a later iteration of the loop."""

import asyncio
from collections import deque
from typing import Any

from app.runtime.activation.turns import LONGEST_QUEUE, Call, Turn, Waiting

_BATCH = 1_000
"""How many queued events are delivered before the loop continues."""
_FULL = 10_000
"""The number of waiting events from which senders should wait."""


class Mailbox:
    """The events that wait for one endpoint."""

    __slots__ = ("_room", "_turn", "_waiting")

    def __init__(self, turn: Turn) -> None:
        self._turn = turn
        self._waiting: Waiting = deque()
        self._room: asyncio.Event | None = None

    def post(self, call: Call, *arguments: Any) -> None:
        """Deliver in a later iteration of the loop, in order."""
        self._turn.event_thread.require()
        if not self._waiting:
            self._turn.event_thread.loop.call_soon(self._deliver)
        if len(self._waiting) < LONGEST_QUEUE:
            self._waiting.append((call, arguments))
        else:
            self._turn.report_endless()

    async def room(self) -> None:
        """Wait until there is room for more."""
        if len(self._waiting) >= _FULL:
            self._room = self._room or asyncio.Event()
            await self._room.wait()

    def _deliver(self) -> None:
        waiting = self._waiting
        for _ in range(min(len(waiting), _BATCH)):
            call, arguments = waiting[0]
            self._turn.run(call, *arguments)
            # Only now: while the mailbox is not empty, nobody else schedules a delivery.
            waiting.popleft()
        if self._room is not None and len(waiting) < _FULL:
            self._room.set()
            self._room = None
        if waiting:
            self._turn.event_thread.loop.call_soon(self._deliver)
