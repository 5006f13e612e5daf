"""Turns: every proxy runs to completion, one event at a time, in one thread.

A proxy is busy from the moment an event reaches it, or it starts to send one, until that is done. What
arrives for a busy proxy waits in its queue and is delivered when its turn ends, in order. So no proxy is
ever entered twice, and no proxy ever waits for another.

The two facts that every single event must ask about, "is it busy?" and "is something waiting?", are kept in
cells: the functions that carry events (see `wires.py`) have them as free variables, the cheapest thing to
read and write in Python.
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
"""How many synchronous deliveries may be nested; the next one waits until the chain has unwound."""
LONGEST_TURN = 100_000
"""How many times in a row a proxy may find new events waiting at the end of its turn."""
LONGEST_QUEUE = 1_000_000
"""How many events may wait for one proxy."""

Call = Callable[..., object]
Waiting = deque[tuple[Call, tuple[Any, ...]]]


class Level:
    """How deep in a chain of nested deliveries a turn runs; `next` is the level of whoever it delivers to."""

    __slots__ = ("next",)

    next: "Level"


def _above(next_level: Level) -> Level:
    level = Level()
    level.next = next_level
    return level


# The deepest level has no next one; a wire that asks for it is told so by the AttributeError.
FIRST = reduce(lambda deeper, _: _above(deeper), range(DEEPEST - 1), Level())


class Owner(Protocol):
    """Whoever runs in turns: a proxy, or code outside of proxies that has endpoints of its own."""

    @property
    def name(self) -> str:
        """What people call it."""

    @property
    def over(self) -> bool:
        """Nothing is delivered to it any more."""

    def fail(self, error: BaseException) -> None:
        """It raised: isolate it."""


class ThreadLock(Protocol):
    """The part of a re-entrant lock that tells whose it is."""

    def acquire(self) -> bool: ...

    def _is_owned(self) -> bool: ...


class EventThread:
    """The one thread, with its event loop, in which all proxies of a node run."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self.loop = loop
        # Owned for good by this thread: nothing tells a thread that it is the right one at a lower price.
        self.lock = cast(ThreadLock, threading.RLock())
        self.lock.acquire()
        self.postponed: list[Turn] | None = None
        """The turns whose events came too deep in a chain; they are claimed, though nobody runs them."""
        self._pumping = False

    def require(self) -> None:
        """Refuse to be called from any other thread."""
        if not self.lock._is_owned():  # noqa: SLF001  # threading.Condition asks its lock the same way
            raise WrongThreadError(
                f"a live object was called from the thread {threading.current_thread().name!r}",
                "call it in the thread of its event loop, or use `context.post` to get there",
            )

    def call_from_anywhere(self, call: Call) -> None:
        """Call in the next turn of the loop; any thread may ask. A closed loop has nothing left to do."""
        with suppress(RuntimeError):  # the loop is closed
            self.loop.call_soon_threadsafe(call)

    def postpone(self, turn: "Turn") -> None:
        """Run a claimed turn when the chain of deliveries has unwound, soon at the latest."""
        if self.postponed is None:
            self.postponed = []
            self.loop.call_soon(self.pump)
        self.postponed.append(turn)

    def pump(self) -> None:
        """Run what was postponed, and what that postpones in turn."""
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
        """None, or the calls that wait for the end of the turn; never anything else while idle."""

    @property
    def busy(self) -> bool:
        """Whether a turn is under way."""
        return self.level.cell_contents is not None

    def run(self, call: Call, *arguments: Any) -> None:
        """Call in a turn: now, or when the turn under way has ended."""
        self.event_thread.require()
        if self.level.cell_contents is not None:
            self._put(call, arguments)
        elif not self.owner.over:
            self.level.cell_contents = FIRST
            self._call(call, arguments)
            self.finish()
            self.event_thread.pump()

    def begin(self) -> bool:
        """Claim the turn for code that runs by itself, such as a step of a task; False if that must wait."""
        if self.level.cell_contents is not None:
            return False
        self.level.cell_contents = FIRST
        return True

    def end(self) -> None:
        """Give back what `begin` claimed."""
        self.finish()
        self.event_thread.pump()

    def later(self, call: Call, *arguments: Any) -> None:
        """Keep an event that cannot be delivered on the spot: its receiver is busy, or the chain too deep."""
        self.event_thread.require()
        if self.level.cell_contents is None:
            if self.owner.over:
                return
            self.level.cell_contents = FIRST
            self.event_thread.postpone(self)
        self._put(call, arguments)

    def soon(self, call: Call, *arguments: Any) -> None:
        """Call in a turn, never within this call."""
        self.event_thread.require()
        if self.level.cell_contents is None:
            self.level.cell_contents = FIRST
            self.finish_soon()
        self._put(call, arguments)

    def finish_soon(self) -> None:
        """Stay claimed, and end the turn when the loop is back in control."""
        self.event_thread.loop.call_soon(self.end)

    def finish(self) -> None:
        """Deliver what waits, and what comes to wait meanwhile, then be idle."""
        queue, rounds = self.queue, 0
        while (waiting := queue.cell_contents) is not None:
            queue.cell_contents = None
            rounds += 1
            if rounds > LONGEST_TURN:
                self.report_endless()
            for call, arguments in waiting:
                self._call(call, arguments)
        self.level.cell_contents = None

    def broke(self, error: BaseException) -> None:
        """The owner's code raised: isolate the owner. Only the user's interrupt goes further."""
        if isinstance(error, KeyboardInterrupt):
            self.abandon()
            raise error
        self.owner.fail(error)
        self.queue.cell_contents = None

    def abandon(self) -> None:
        """Be idle again after an interrupt."""
        self.queue.cell_contents = None
        self.level.cell_contents = None

    def report_endless(self) -> None:
        """End an owner that would keep the program busy for ever."""
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
            self.broke(error)

    def _put(self, call: Call, arguments: tuple[Any, ...]) -> None:
        waiting: Waiting | None = self.queue.cell_contents
        if waiting is None:
            waiting = self.queue.cell_contents = deque()
        elif len(waiting) >= LONGEST_QUEUE:
            self.report_endless()
            return
        waiting.append((call, arguments))
