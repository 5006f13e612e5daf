# SPDX-License-Identifier: BSD-3-Clause
"""Timers: a request that is repeated until it is answered, and one reply to many requests."""

from __future__ import annotations

from collections.abc import Callable

from objects_library.channels.native.group_interface import GroupInterface

_ANSWER = 0.005
"""Seconds that a node collects before it acknowledges."""
_AGAIN = 0.1
_OVERDUE = 5
"""How many times longer to wait for stability in the engine before members are asked."""


class RetryTimer:
    """Repeats a request, never two at once."""

    def __init__(self, interface: GroupInterface, waits: Callable[[], bool], ask: Callable[[bool], None]) -> None:
        self.asking = False
        self._around = interface
        self._waits = waits
        self._ask = ask
        self._times = 0

    def begin(self) -> None:
        """Start, as something waits."""
        if not self.asking:
            self.asking, self._times = True, 0
            self._around.later(_AGAIN, self._again)

    def _again(self) -> None:
        """Call `ask` with whether the answer is overdue."""
        self.asking = self._waits()
        if self.asking:
            self._times += 1
            self._ask(self._times % _OVERDUE == 0)
            self._around.later(_AGAIN, self._again)


class DelayedReply:
    """A delayed reply: one answer for all requests that arrive meanwhile."""

    def __init__(self, interface: GroupInterface, reply: Callable[[], None]) -> None:
        self._around = interface
        self._reply = reply
        self._pending = False

    def schedule(self) -> None:
        """Record a request."""
        if not self._pending:
            self._pending = True
            self._around.later(_ANSWER, self.send)

    def send(self) -> None:
        """Reply now; later requests start a new delay."""
        self._pending = False
        self._reply()
