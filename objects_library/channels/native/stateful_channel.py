"""The channels with one order for all, of which most also keep a state in common."""

from __future__ import annotations

from typing import Any, TypeVar, cast
from uuid import UUID

from app.runtime.library import Endpoint, encode
from app.runtime.types import NULL, ValueType
from app.transport_native import Order, Policy
from objects_library.channels.native.channel import NativeChannel
from objects_library.channels.native.messages import ReplicaStatus
from objects_library.channels.native.replicated_group import ReplicatedGroup, open_replicated_group
from objects_library.channels.native.scope_registry import ScopeAddress
from objects_library.channels.native.status import MINORITY, ChannelStatus, status_of

T = TypeVar("T")
S = TypeVar("S")

_TOO_MUCH = "too much waits to be sent already; try again later"
_STATES = {
    ReplicaStatus.EMPTY: "joining",
    ReplicaStatus.FORMER: "catching up",
    ReplicaStatus.PENDING: "catching up",
}


class OrderedBase(NativeChannel[T]):
    """One order for all, and word of what is safe; without a state that anybody must hand over."""

    channel = NativeChannel.channel.stronger(provides={"reliability": "atomic, virtually synchronous"})
    submission = Endpoint()
    policy = Policy(order=Order.TOTAL)
    kind = "ordered"

    def _set_up(self) -> None:
        self._replicated_group: ReplicatedGroup | None = None
        self._seated = False
        self._observing = False
        self._early: list[tuple[bytes, UUID | None]] = []

    @property
    def _state_type(self) -> ValueType:
        return NULL

    def _open(self, place: ScopeAddress) -> ReplicatedGroup:
        return open_replicated_group(place, self._name, self.policy, self._state_type)

    def _begin(self, place: ScopeAddress) -> None:
        station = self._replicated_group = self._open(place)
        station.watchers.append(self._changed)
        self._context.at_end(self._end)
        for data, request in self._early:
            self._submit(data, request)
        self._early.clear()
        self._sit()
        self._context.post(self._show)

    def _end(self) -> None:
        if self._replicated_group is not None:
            self._rise()
            self._replicated_group.watchers.remove(self._changed)
            self._replicated_group.close()
            self._replicated_group = None

    def _sit(self) -> None:
        """Take part with whoever is connected."""
        if self._replicated_group is not None and not self._seated:
            self._seated = True
            self._replicated_group.sit(self)

    def _rise(self) -> None:
        if self._replicated_group is not None and self._seated:
            self._seated = False
            self._replicated_group.rise(self)

    # ---- saying something

    def _say(self, data: bytes) -> None:
        self._submit(data, None)

    @submission.incoming
    def submit(self, request: UUID, message: T) -> None:
        """Give everyone the message, once, however often it is submitted under this request."""
        self._submit(encode(self._type, message), request)

    @submission.outgoing("accepted")
    def tell_accepted(self, request: UUID) -> None:
        """The message of this request is safe."""

    @submission.outgoing("refused")
    def tell_refused(self, request: UUID, reason: str) -> None:
        """The message of this request was not sent, and will not be."""

    def _submit(self, data: bytes, request: UUID | None) -> None:
        if self._replicated_group is None:
            self._early.append((data, request))
        elif not self._replicated_group.submit(data, request):
            if request is None:
                self._context.log(_TOO_MUCH)
            else:
                self.tell_refused(request, _TOO_MUCH)

    # ---- what the station tells, in the order of all

    def accepted(self, request: UUID) -> None:
        """Word for whoever submitted it."""
        self._context.post(self.tell_accepted, request)

    def take(self, body: bytes) -> None:
        """A message."""
        self._context.post(self._hear, body)

    def wants_state(self, request: UUID) -> None:
        """A newcomer needs the state; here there is none but the order itself."""
        assert self._replicated_group is not None
        self._replicated_group.give_state(request, None)

    def begin_with(self, state: Any) -> None:
        """The past is known now."""

    def _changed(self) -> None:
        self._context.post(self._show)

    def _condition(self) -> ChannelStatus:
        station = self._replicated_group
        if station is None or station.line.last_view_change is None:
            return status_of("joining", False, ())
        standing, writable = station.replica.standing, station.line.writable
        state, reason = _STATES.get(standing, "live"), station.reason
        if station.line.gathering:
            state, reason = "catching up", None
        elif not writable:
            state, reason = "read-only", reason or MINORITY
        elif station.trouble is not None:
            state, reason, writable = "read-only", station.trouble, False
        progress = station.progress if standing is ReplicaStatus.PENDING else None
        waiting = len(station.replica.unacknowledged)
        line = station.line
        return status_of(state, writable, line.members, reason, progress, waiting, line.scope.view)


class CheckpointedBase(OrderedBase[T]):
    """A channel that gives newcomers the state, at an exact place in the order."""

    channel = OrderedBase.channel.stronger(provides={"reliability": "checkpointed"})
    kind = "checkpointed"

    @property
    def _state_type(self) -> ValueType:
        return cast(ValueType, self._context.types["S"])

    def _sit(self) -> None:
        other: Any = self.channel
        kind = other.other_type
        if self._replicated_group is None or self._seated or self._observing or kind is None:
            return
        # Who cannot be asked for the state does not count as having it.
        if any(event == "checkpoint" for event, _ in kind.outgoing):
            super()._sit()
        else:
            self._observing = True
            self._replicated_group.observers.append(self.take)

    def _rise(self) -> None:
        super()._rise()
        if self._observing and self._replicated_group is not None:
            self._observing = False
            self._replicated_group.observers.remove(self.take)

    def wants_state(self, request: UUID) -> None:
        self._context.post(self._ask_for_checkpoint, request)

    def begin_with(self, state: Any) -> None:
        self._context.post(self._initialize, state)

    def _ask_for_checkpoint(self, request: UUID) -> None:
        raise NotImplementedError

    def _initialize(self, state: Any) -> None:
        raise NotImplementedError
