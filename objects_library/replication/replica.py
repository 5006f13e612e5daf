# SPDX-License-Identifier: BSD-3-Clause
"""A replicated state machine driven by a checkpointed channel."""

from __future__ import annotations

import secrets
from collections import deque
from collections.abc import Callable
from typing import Any, Protocol
from uuid import UUID

from app.errors import LiveObjectsError
from app.runtime.library import NO_CAUSE, Cause, Context, ValueRefusedError
from app.runtime.library.cause import CAUSE_BYTES
from app.runtime.library.validation import check
from app.runtime.references import Reference
from app.runtime.types import EndpointType, ValueType, dual

_REMEMBERED = 1_000
_LONGEST_REASON = 500
_WAITING = 10_000
"""How many changes wait until the channel is live."""
_STARTING = ("joining", "catching up")


def _ignore(*_: object) -> None:
    """The default callback; it ignores the event."""


class RefusedChangeError(Exception):
    """A change that is invalid in the present state; all copies refuse it alike."""


class ChannelLostError(LiveObjectsError):
    """The channel under a replicated object has ended."""


class StateMachine(Protocol):
    """What is replicated. The same changes in the same order lead to the same state in every copy."""

    def apply_change(self, change: Any) -> None:
        """Apply a change from the channel, or raise RefusedChangeError; whatever else it raises is a refusal, too."""

    def give_state(self) -> Any:
        """The state, as a plain value."""

    def take_state(self, state: Any) -> None:
        """Start from the state of another copy, or from none."""


class Replica:
    """Connects a state machine to its channel; changes are queued until the channel is live."""

    def __init__(
        self,
        context: Context,
        channel: Reference,
        machine: StateMachine,
        *,
        started: Callable[[], object] = _ignore,
        refused: Callable[[str], object] = _ignore,
        noticed: Callable[[dict[str, Any]], object] = _ignore,
        causes: bool = False,
    ) -> None:
        self._context = context
        self._machine = machine
        self._started = started
        self._refused = refused
        self._noticed = noticed
        self._wants_causes = causes
        self._causes: Any = None
        self._delivered: dict[str, Any] | None = None
        self.cause = NO_CAUSE
        """The change that is being applied, or the last one; for outgoing events that lead to others."""
        self.at_start: list[Callable[[], object]] = []
        """Called whenever the copy gets a state."""
        self._depths: deque[int] = deque(maxlen=_REMEMBERED)
        """Of each change in `_sent`, the number of effects that led to it."""
        self.performed: dict[bytes, None] = {}
        """The keys of the last effects that were delivered here."""
        self._channel: Any = None
        self._change_type: ValueType | None = None
        self._waiting: list[Any] = []
        self._sent: deque[Any] = deque(maxlen=_REMEMBERED)
        """Changes of this copy that have not come back, to tell its user which ones are refused."""
        self.live = False
        self.writable = True
        self._watched = self._caught_up = False
        self.refusals = 0
        """How many changes of others were refused."""
        context.set_state("joining")
        context.spawn(self._join(channel))

    @property
    def settled(self) -> bool:
        """Whether the channel has delivered all that it has; after `live`, stored changes may still follow a state."""
        return self.live and (self._caught_up or not self._watched)

    def send(self, change: Any, *, depth: int = 0) -> None:
        """Send a change to all copies, this one included; it takes effect when it is delivered.

        `depth` is the number of effects that led to it.
        """
        if not self.live:
            if len(self._waiting) >= _WAITING:
                self._refused(f"{_WAITING} changes wait for the channel already; wait until it is there")
                return
            self._waiting.append(change)
            return
        assert self._change_type is not None
        try:
            check(self._change_type, change)
        except ValueRefusedError as error:
            self._refused(str(error))
            return
        self._sent.append(change)
        if self._wants_causes:
            self._depths.append(depth)
        self._channel.send(change)

    @property
    def performs_once(self) -> bool:
        """Whether several copies may perform one effect, because the channel applies it once."""
        return self._causes is not None

    def refuse_here(self, reason: str) -> None:
        """Notify the user of this copy that something was refused."""
        self._refused(reason)

    def perform(self, key: bytes, change: Any) -> None:
        """Send a change that is applied once, whoever else sends it with this key; see `performs_once`.

        The last byte of the key is the number of effects that led to the change, this one included.
        """
        assert self._change_type is not None
        try:
            check(self._change_type, change)
        except ValueRefusedError as error:
            self._refused(str(error))
            return
        self._causes.emit("perform", {"key": key, "message": change})

    async def _join(self, reference: Reference) -> None:
        proxy = await self._context.dereference(reference)
        endpoints = proxy.endpoints()
        outer = endpoints["channel"]
        self._change_type = dict(outer.type.incoming)["send"]
        inner = dual(outer.type)
        assert isinstance(inner, EndpointType)
        self._channel = self._context.new_endpoint(
            inner,
            receive=self._receive,
            checkpoint_wanted=self._checkpoint,
            initialize=self._initialize,
            disconnected=lambda: self._lost(proxy.failure),
        )
        self._context.set_state("catching up")
        if self._wants_causes and "causes" in endpoints:
            self._causes = self._mirror(endpoints["causes"], delivered=self._note_delivered)
        status = endpoints.get("status")
        self._watched = status is not None and "status" in dict(status.type.outgoing)
        self._context.connect(self._channel, outer)
        if self._watched:
            self._mirror(status, status=self._status)

    def _mirror(self, outer: Any, **handlers: Callable[..., object]) -> Any:
        """An endpoint of its own that is connected to one of the channel."""
        inner = dual(outer.type)
        assert isinstance(inner, EndpointType)
        endpoint = self._context.new_endpoint(inner, **handlers)
        self._context.connect(endpoint, outer)
        return endpoint

    def _initialize(self, state: Any) -> None:
        self._machine.take_state(state)
        self.live = True
        self._show_state()
        self._started()
        waiting, self._waiting = self._waiting, []
        for change in waiting:
            self.send(change)
        for begin in self.at_start:
            begin()

    def _note_delivered(self, delivered: dict[str, Any]) -> None:
        self._delivered = delivered

    def _next_cause(self, mine: bool) -> Cause:
        """The cause of what follows from the change that is delivered now."""
        told, self._delivered = self._delivered, None
        depth = self._depths.popleft() if mine and self._depths else 0
        if told is None:  # of another channel; no other copy knows it under this id
            return Cause(secrets.token_bytes(CAUSE_BYTES) if mine else b"", mine, depth=depth)
        if told["effect"]:
            depth = told["effect"][-1]
            self.performed[told["effect"]] = None
            if len(self.performed) > _REMEMBERED:
                del self.performed[next(iter(self.performed))]
        return Cause(told["cause"], told["own"], False, told["by"], told["at"], depth)

    def _receive(self, change: Any) -> None:
        mine = bool(self._sent) and self._sent[0] == change
        if mine:
            self._sent.popleft()
        if self._wants_causes:
            self.cause = self._next_cause(mine)
        try:
            self._machine.apply_change(change)
        except RefusedChangeError as error:
            self._refuse(str(error))  # the object tells its user, if it is one of this copy
        except Exception as error:  # noqa: BLE001 - a change that fails here fails in every copy, at every opening
            reason = f"it cannot be applied: {error!r}"[:_LONGEST_REASON]
            self._refuse(reason)
            if mine:
                self._refused(reason)

    def _refuse(self, reason: str) -> None:
        self.refusals += 1
        self._context.log(f"a change was refused: {reason}")

    def _checkpoint(self, request: UUID) -> None:
        self._channel.emit("checkpoint", {"request": request, "state": self._machine.give_state()})

    def _status(self, status: dict[str, Any]) -> None:
        self.writable = status.get("writable", True) is not False
        self._caught_up = status.get("state") not in _STARTING
        self._show_state()
        self._noticed(status)

    def _show_state(self) -> None:
        if self.live:
            self._context.set_state("live" if self.writable else "read-only")

    def _lost(self, failure: Any) -> None:
        error = None if failure is None else failure.error
        if isinstance(error, LiveObjectsError):
            raise ChannelLostError(f"its channel has ended: {error.what}", error.hint)
        reason = "" if failure is None else f": {failure.reason}"
        raise ChannelLostError(f"its channel has ended{reason}", "open it again")
