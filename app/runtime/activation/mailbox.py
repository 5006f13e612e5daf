"""Mailboxes: what makes the events of a queued endpoint arrive in a later turn of the loop."""

import asyncio
from collections import deque
from typing import Any

from app.runtime.activation.turns import LONGEST_QUEUE, Call, Turn, Waiting

_BATCH = 1_000
"""How many queued events are delivered before the loop may do something else."""
_FULL = 10_000
"""From how many waiting events on whoever can wait should."""


class Mailbox:
    """The events that wait for one endpoint."""

    __slots__ = ("_room", "_turn", "_waiting")

    def __init__(self, turn: Turn) -> None:
        self._turn = turn
        self._waiting: Waiting = deque()
        self._room: asyncio.Event | None = None

    def post(self, call: Call, *arguments: Any) -> None:
        """Deliver in a later turn of the loop, in order."""
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
            # Only now: as long as something is in, nobody else asks the loop for a delivery.
            waiting.popleft()
        if self._room is not None and len(waiting) < _FULL:
            self._room.set()
            self._room = None
        if waiting:
            self._turn.event_thread.loop.call_soon(self._deliver)
