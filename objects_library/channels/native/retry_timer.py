"""What is said later: a question, again and again until nothing waits for it; an answer, once for many."""

from __future__ import annotations

from collections.abc import Callable

from objects_library.channels.native.group_interface import GroupInterface

_ANSWER = 0.005
"""How long a node waits for more before it says what it has."""
_AGAIN = 0.1
_OVERDUE = 5
"""So many times longer is waited for the engine's word before the members are asked."""


class RetryTimer:
    """One question after the other, never two at once."""

    def __init__(
        self, surroundings: GroupInterface, waits: Callable[[], bool], ask: Callable[[bool], None]
    ) -> None:
        self.asking = False
        self._around = surroundings
        self._waits = waits
        self._ask = ask
        self._times = 0

    def begin(self) -> None:
        """Something waits from now on."""
        if not self.asking:
            self.asking, self._times = True, 0
            self._around.later(_AGAIN, self._again)

    def _again(self) -> None:
        """`ask` is told whether word is overdue."""
        self.asking = self._waits()
        if self.asking:
            self._times += 1
            self._ask(self._times % _OVERDUE == 0)
            self._around.later(_AGAIN, self._again)


class DelayedReply:
    """An answer that is owed is given once, for all that asked meanwhile."""

    def __init__(self, surroundings: GroupInterface, pay: Callable[[], None]) -> None:
        self._around = surroundings
        self._pay = pay
        self._owing = False

    def incur(self) -> None:
        """Somebody waits for it."""
        if not self._owing:
            self._owing = True
            self._around.later(_ANSWER, self.settle)

    def settle(self) -> None:
        """Give it now; what is asked from here on is owed anew."""
        self._owing = False
        self._pay()
