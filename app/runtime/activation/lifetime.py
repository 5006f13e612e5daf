"""Lifetimes: the states of a proxy, what it owns, and how it ends on every path."""

import asyncio
import logging
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from app.errors import describe
from app.runtime.activation.turns import EventThread, Turn

if TYPE_CHECKING:
    from app.runtime.activation.node import Node
    from app.runtime.activation.proxy import Proxy

log = logging.getLogger("liveobjects.activation")

Close = Callable[[], object]


class State(StrEnum):
    """Where a proxy is in its life."""

    CREATED = "created"
    JOINING = "joining"
    CATCHING_UP = "catching up"
    LIVE = "live"
    READ_ONLY = "read-only"
    FAILED = "failed"
    ENDED = "ended"


CHOSEN_BY_PROXY = (State.JOINING, State.CATCHING_UP, State.LIVE, State.READ_ONLY)


@dataclass(frozen=True)
class Failure:
    """Which proxy failed, and why."""

    name: str
    error: BaseException
    trace: str = ""
    """Where it was raised, for the author of the object."""

    @property
    def reason(self) -> str:
        """The reason in one line: a named error speaks for itself, any other is shown with its class."""
        return describe(self.error)

    def __str__(self) -> str:
        return f"{self.name}: {self.reason}"


Listener = Callable[[State], object]


class Lifetime:
    """The running part of a proxy: its turn, its state, and all that must end when it ends."""

    def __init__(self, node: "Node", name: str, peer: str | None = None) -> None:
        self.node = node
        self.peer = peer
        """The public identity of the node that really runs it, if that is another process."""
        self.event_thread: EventThread = node.event_thread
        self.name = name
        self.turn = Turn(self.event_thread, self)
        self.state = State.CREATED
        self.failure: Failure | None = None
        self.over = False
        self.body: object = None
        """The instance of the author's class; nothing else is bound to keep it."""
        self.started: list[Proxy] = []
        """What it has dereferenced itself; owned like everything else."""
        self._owned: dict[int, Close] = {}
        self._owned_so_far = 0
        self._listeners: dict[int, Listener] = {}
        self._listeners_so_far = 0
        node.enlist(self)

    def own(self, close: Close) -> Close:
        """Call `close` when this life ends, last owned first; returns what makes it no longer owned."""
        if self.over:
            _quietly(close, self.name)
            return lambda: None
        self._owned_so_far += 1
        number = self._owned_so_far
        self._owned[number] = close
        return lambda: self._owned.pop(number, None)

    def watch(self, listener: Listener) -> Close:
        """Call `listener` at every change of state; returns what stops that."""
        self._listeners_so_far += 1
        number = self._listeners_so_far
        self._listeners[number] = listener
        return lambda: self._listeners.pop(number, None)

    def set_state(self, state: State) -> None:
        """Enter another state; a life that is over stays over."""
        if not self.over and state is not self.state:
            self._enter(state)

    def fail(self, error: BaseException) -> None:
        """Isolate a proxy that raised: it ends, its neighbours hear that, and the rest goes on."""
        if self.over:
            log.debug("%s raised after its end: %r", self.name, error)
            return
        self.failure = Failure(self.name, error, _traced(error))
        log.warning("%s failed: %s", self.name, self.failure.reason)
        log.debug("%s", self.failure.trace)
        self._stop(State.FAILED)

    def end(self) -> None:
        """End in order: everything owned, last first."""
        self.event_thread.require()
        if not self.over:
            self._stop(State.ENDED)
        elif self.state is State.FAILED:
            self._enter(State.ENDED)

    def end_from_anywhere(self) -> None:
        """End in the next turn of the loop; garbage is collected in any thread, at any point."""
        self.event_thread.call_from_anywhere(self.end)

    def _stop(self, state: State) -> None:
        self.over = True
        self.state = state
        self.turn.queue.cell_contents = None
        # Its last words are said in a turn; what they are answered is not heard any more.
        claimed = self.turn.begin()
        while self._owned:
            _, close = self._owned.popitem()
            _quietly(close, self.name)
        if claimed:
            self.turn.end()
        self.body = None
        self.started.clear()
        self.node.dismiss(self)
        self._tell(state)

    def _enter(self, state: State) -> None:
        self.state = state
        self._tell(state)

    def _tell(self, state: State) -> None:
        listeners = tuple(self._listeners.values())
        if state is State.ENDED:
            self._listeners.clear()  # they may hold the proxy, and nothing follows any more
        for listener in listeners:
            try:
                listener(state)
            except Exception:
                log.exception("a listener for the state of %s raised", self.name)


def _quietly(close: Close, name: str) -> None:
    """Nothing that goes wrong while one part ends may keep the others from ending."""
    try:
        close()
    except (Exception, asyncio.CancelledError):
        log.exception("%s did not end cleanly", name)


def _traced(error: BaseException) -> str:
    """Where an error was raised, as text.

    The error itself must forget it: it would keep all that was going on, also what somebody wants to drop.
    """
    text = "".join(traceback.format_exception(error, limit=-20))
    chain: list[BaseException | None] = [error]
    for each in chain:
        if each is not None and each.__traceback__ is not None:
            each.__traceback__ = None
            chain += [each.__cause__, each.__context__]
    return text
