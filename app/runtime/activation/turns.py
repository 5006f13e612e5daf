# SPDX-License-Identifier: BSD-3-Clause
"""Turns: every proxy runs to completion, one event at a time, in one thread.

A proxy is busy from the moment an event reaches it, or it starts to send one, until that is done. Events for
a busy proxy are queued and delivered in order when its turn ends. So no proxy is entered twice, and none
blocks another.

Two facts are needed for every event: whether a proxy is busy, and whether events are queued. They are kept
in cells: the functions that carry events (see `wires.py`) have them as free variables, which is the fastest
access in Python.
"""

import asyncio
import threading
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from functools import reduce
from types import CellType
from typing import Any, Protocol, cast

from app.runtime.activation.errors import EndlessEventsError, WrongThreadError

DEEPEST = 50
"""Maximum nesting of synchronous deliveries; deeper ones wait until the chain has unwound."""
LONGEST_TURN = 100_000
"""How many times in a row a proxy may find new events at the end of its turn."""
LONGEST_QUEUE = 1_000_000
"""How many events may wait for one proxy."""

Call = Callable[..., object]
Waiting = deque[tuple[Call, tuple[Any, ...]]]


class Level:
    """The nesting depth of a turn in a chain of deliveries; `next` is the level of the receiver."""

    __slots__ = ("next",)

    next: "Level"


def _above(next_level: Level) -> Level:
    level = Level()
    level.next = next_level
    return level


# The deepest level has no `next`; a wire notices that by the AttributeError.
FIRST = reduce(lambda deeper, _: _above(deeper), range(DEEPEST - 1), Level())


class Owner(Protocol):
    """Code that runs in turns: a proxy, or code outside of proxies with endpoints of its own."""

    @property
    def name(self) -> str:
        """The name in messages."""

    @property
    def over(self) -> bool:
        """Whether nothing is delivered to it any more."""

    def fail(self, error: BaseException) -> None:
        """Isolate it after it raised."""


class ThreadLock(Protocol):
    """The part of a re-entrant lock that tells its owner."""

    def acquire(self) -> bool: ...

    def _is_owned(self) -> bool: ...


class EventThread:
    """The one thread, with its event loop, in which all proxies of a node run."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self.loop = loop
        # Held for ever by this thread: the cheapest way to test for the right thread.
        self.lock = cast(ThreadLock, threading.RLock())
        self.lock.acquire()
        self.postponed: list[Turn] | None = None
        """Turns whose events were nested too deeply; they are claimed, but do not run yet."""
        self._pumping = False

    def require(self) -> None:
        """Raise an error in any other thread."""
        if not self.lock._is_owned():  # noqa: SLF001  # threading.Condition asks its lock the same way
            raise WrongThreadError(
                f"a live object was called from the thread {threading.current_thread().name!r}",
                "call it in the thread of its event loop, or use `context.post` to get there",
            )

    def call_from_anywhere(self, call: Call) -> None:
        """Call in a later iteration of the loop; thread-safe. Does nothing if the loop is closed."""
        with suppress(RuntimeError):  # the loop is closed
            if self.lock._is_owned():  # noqa: SLF001
                if not self.loop.is_closed():
                    self.loop.call_soon(call)  # without the system call that wakes up the loop
            else:
                self.loop.call_soon_threadsafe(call)

    def postpone(self, turn: "Turn") -> None:
        """Run a claimed turn when the chain of deliveries has unwound."""
        if self.postponed is None:
            self.postponed = []
            self.loop.call_soon(self.pump)
        self.postponed.append(turn)

    def pump(self) -> None:
        """Run the postponed turns, and those that they postpone."""
        if self._pumping:
            return
        self._pumping = True
        rounds = 0
        try:
            while (turns := self.postponed) is not None:
                self.postponed = None
                rounds += 1
                for turn in turns:
                    if rounds > LONGEST_TURN // DEEPEST:
                        turn.report_endless()
                    turn.finish()
        finally:
            self._pumping = False


class Turn:
    """The right to run one owner's code."""

    __slots__ = ("event_thread", "level", "owner", "queue")

    def __init__(self, event_thread: EventThread, owner: Owner) -> None:
        self.event_thread = event_thread
        self.owner = owner
        self.level = CellType(None)
        """None while idle, else the `Level` at which the owner runs."""
        self.queue = CellType(None)
        """None, or the calls that wait for the end of the turn; always None while idle."""

    @property
    def busy(self) -> bool:
        """Whether a turn is under way."""
        return self.level.cell_contents is not None

    def run(self, call: Call, *arguments: Any) -> None:
        """Call in a turn: now, or after the turn under way."""
        self.event_thread.require()
        if self.level.cell_contents is not None:
            self._put(call, arguments)
        elif not self.owner.over:
            self.level.cell_contents = FIRST
            self._call(call, arguments)
            self.finish()
            self.event_thread.pump()

    def begin(self) -> bool:
        """Claim the turn for code that runs by itself, such as a step of a task; False if it is busy."""
        if self.level.cell_contents is not None:
            return False
        self.level.cell_contents = FIRST
        return True

    def end(self) -> None:
        """Release what `begin` claimed."""
        self.finish()
        self.event_thread.pump()

    def later(self, call: Call, *arguments: Any) -> None:
        """Queue an event that cannot be delivered at once: the receiver is busy, or the chain too deep."""
        self.event_thread.require()
        if self.level.cell_contents is None:
            if self.owner.over:
                return
            self.level.cell_contents = FIRST
            self.event_thread.postpone(self)
        self._put(call, arguments)

    def soon(self, call: Call, *arguments: Any) -> None:
        """Call in a turn, but not within this call."""
        self.event_thread.require()
        if self.level.cell_contents is None:
            self.level.cell_contents = FIRST
            self.finish_soon()
        self._put(call, arguments)

    def finish_soon(self) -> None:
        """Stay claimed, and end the turn in a later iteration of the loop."""
        self.event_thread.loop.call_soon(self.end)

    def finish(self) -> None:
        """Deliver queued events until none are left, then become idle."""
        queue, rounds = self.queue, 0
        while (waiting := queue.cell_contents) is not None:
            queue.cell_contents = None
            rounds += 1
            if rounds > LONGEST_TURN:
                self.report_endless()
            for call, arguments in waiting:
                self._call(call, arguments)
        self.level.cell_contents = None

    def fail_owner(self, error: BaseException) -> None:
        """Isolate the owner after its code raised; only KeyboardInterrupt propagates."""
        if isinstance(error, KeyboardInterrupt):
            self.abandon()
            raise error
        self.owner.fail(error)
        self.queue.cell_contents = None

    def abandon(self) -> None:
        """Become idle after an interrupt."""
        self.queue.cell_contents = None
        self.level.cell_contents = None

    def report_endless(self) -> None:
        """Fail an owner that would keep the program busy for ever."""
        self.owner.fail(
            EndlessEventsError(
                f"{self.owner.name} and its neighbours answer each other's events without end",
                "change one of them, or make the endpoint `queued` so that each answer has a turn of its own",
            )
        )

    def _call(self, call: Call, arguments: tuple[Any, ...]) -> None:
        if self.owner.over:
            return
        try:
            call(*arguments)
        except BaseException as error:  # noqa: BLE001  # whatever a proxy raises must stay its own
            self.fail_owner(error)

    def _put(self, call: Call, arguments: tuple[Any, ...]) -> None:
        waiting: Waiting | None = self.queue.cell_contents
        if waiting is None:
            waiting = self.queue.cell_contents = deque()
        elif len(waiting) >= LONGEST_QUEUE:
            self.report_endless()
            return
        waiting.append((call, arguments))
