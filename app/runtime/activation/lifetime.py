# SPDX-License-Identifier: BSD-3-Clause
"""Lifetimes: the state of a proxy, what it owns, and how it ends."""

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
    """The state of a proxy."""

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
    """The traceback, for the author of the object."""

    @property
    def reason(self) -> str:
        """The reason on one line, with the class of an error that does not explain itself."""
        return describe(self.error)

    def __str__(self) -> str:
        return f"{self.name}: {self.reason}"


Listener = Callable[[State], object]


class Lifetime:
    """The running part of a proxy: its turn, its state, and everything that ends with it."""

    def __init__(self, node: "Node", name: str, peer: str | None = None) -> None:
        self.node = node
        self.peer = peer
        """The public identity of the node that runs it, if that is another process."""
        self.event_thread: EventThread = node.event_thread
        self.name = name
        self.turn = Turn(self.event_thread, self)
        self.state = State.CREATED
        self.failure: Failure | None = None
        self.over = False
        self.body: object = None
        """The instance of the author's class; this is its only strong reference."""
        self.started: list[Proxy] = []
        """The proxies that it has dereferenced; it owns them."""
        self._owned: dict[int, Close] = {}
        self._owned_so_far = 0
        self._listeners: dict[int, Listener] = {}
        self._listeners_so_far = 0
        node.register_lifetime(self)

    def own(self, close: Close) -> Close:
        """Call `close` at the end, in reverse order of ownership; returns a function that disowns it."""
        if self.over:
            _close(close, self.name)
            return lambda: None
        self._owned_so_far += 1
        number = self._owned_so_far
        self._owned[number] = close
        return lambda: self._owned.pop(number, None)

    def watch(self, listener: Listener) -> Close:
        """Call `listener` at every change of state; returns a function that stops this."""
        self._listeners_so_far += 1
        number = self._listeners_so_far
        self._listeners[number] = listener
        return lambda: self._listeners.pop(number, None)

    def set_state(self, state: State) -> None:
        """Change the state, unless the lifetime is over."""
        if not self.over and state is not self.state:
            self._enter(state)

    def fail(self, error: BaseException) -> None:
        """Isolate a proxy that raised: it ends, its neighbours are notified, everything else continues."""
        if self.over:
            log.debug("%s raised after its end: %r", self.name, error)
            return
        self.failure = Failure(self.name, error, _traced(error))
        log.warning("%s failed: %s", self.name, self.failure.reason)
        log.debug("%s", self.failure.trace)
        self._stop(State.FAILED)

    def end(self) -> None:
        """End everything owned, last first."""
        self.event_thread.require()
        if not self.over:
            self._stop(State.ENDED)
        elif self.state is State.FAILED:
            self._enter(State.ENDED)

    def end_from_anywhere(self) -> None:
        """End in a later iteration of the loop; garbage collection runs in any thread."""
        self.event_thread.call_from_anywhere(self.end)

    def _stop(self, state: State) -> None:
        self.over = True
        self.state = state
        self.turn.queue.cell_contents = None
        # Handlers at the end run in a turn and may send; answers are no longer delivered.
        claimed = self.turn.begin()
        while self._owned:
            _, close = self._owned.popitem()
            _close(close, self.name)
        if claimed:
            self.turn.end()
        self.body = None
        self.started.clear()
        self.node.unregister_lifetime(self)
        self._notify(state)

    def _enter(self, state: State) -> None:
        self.state = state
        self._notify(state)

    def _notify(self, state: State) -> None:
        listeners = tuple(self._listeners.values())
        if state is State.ENDED:
            self._listeners.clear()  # listeners may keep the proxy alive, and no further state follows
        for listener in listeners:
            try:
                listener(state)
            except Exception:
                log.exception("a listener for the state of %s raised", self.name)


def _close(close: Close, name: str) -> None:
    """Close one part; an error in it must not keep the others from ending."""
    try:
        close()
    except (Exception, asyncio.CancelledError):
        log.exception("%s did not end cleanly", name)


def _traced(error: BaseException) -> str:
    """Return the traceback of an error as text, and remove it from the error.

    A traceback keeps all frames alive, and so objects that should be collected.
    """
    text = "".join(traceback.format_exception(error, limit=-20))
    chain: list[BaseException | None] = [error]
    for each in chain:
        if each is not None and each.__traceback__ is not None:
            each.__traceback__ = None
            chain += [each.__cause__, each.__context__]
    return text
