# SPDX-License-Identifier: BSD-3-Clause
"""The base of channels with total order, and of those with a replicated state."""

from __future__ import annotations

from typing import Any, TypeVar, cast
from uuid import UUID

from app.runtime.types import NULL, ValueType
from app.transport_native import Order, Policy
from objects_library.channels.native.channel import NativeChannel, T
from objects_library.channels.native.messages import Message, ReplicaStatus
from objects_library.channels.native.replicated_group import ReplicatedGroup, open_replicated_group
from objects_library.channels.native.scope_registry import ScopeAddress
from objects_library.channels.native.status import MINORITY, ChannelStatus, status_of
from objects_library.channels.native.submission import SubmissionEvents

S = TypeVar("S")

_TOO_MUCH = "too much waits to be sent already; try again later"
_STATES = {ReplicaStatus.EMPTY: "joining", ReplicaStatus.FORMER: "catching up", ReplicaStatus.PENDING: "catching up"}


class OrderedBase(SubmissionEvents[T], NativeChannel[T]):
    """A totally ordered channel with acknowledged submissions and no state."""

    channel = NativeChannel.channel.stronger(provides={"reliability": "atomic, virtually synchronous"})
    policy = Policy(order=Order.TOTAL)
    kind = "ordered"

    def _set_up(self) -> None:
        self._replicated_group: ReplicatedGroup | None = None
        self._attached = False
        self._observing = False
        self._early: list[tuple[bytes, UUID | None]] = []

    @property
    def _state_type(self) -> ValueType:
        return NULL

    def _open(self, place: ScopeAddress) -> ReplicatedGroup:
        return open_replicated_group(place, self._name, self.policy, self._state_type)

    def _begin(self, place: ScopeAddress) -> None:
        group = self._replicated_group = self._open(place)
        group.watchers.append(self._changed)
        self._context.at_end(self._end)
        for data, request in self._early:
            self._submit(data, request)
        self._early.clear()
        self._attach()
        self._context.post(self._show)

    def _end(self) -> None:
        if self._replicated_group is not None:
            self._detach()
            self._replicated_group.watchers.remove(self._changed)
            self._replicated_group.close()
            self._replicated_group = None

    def _attach(self) -> None:
        """Register the connected client."""
        if self._replicated_group is not None and not self._attached:
            self._attached = True
            self._replicated_group.add_user(self)

    def _detach(self) -> None:
        if self._replicated_group is not None and self._attached:
            self._attached = False
            self._replicated_group.remove_user(self)

    # ---- submission

    def _submit(self, data: bytes, request: UUID | None) -> None:
        if self._replicated_group is None:
            self._early.append((data, request))
        elif not self._replicated_group.submit(data, request):
            if request is None:
                self._context.log(_TOO_MUCH)
            else:
                self.notify_refused(request, _TOO_MUCH)

    # ---- events of the replicated group, in total order

    def accepted(self, request: UUID) -> None:
        """Notify the submitter."""
        self._context.post(self.notify_accepted, request)

    def take(self, message: Message) -> None:
        """A message."""
        self._context.post(self._deliver_encoded, message.body)

    def wants_state(self, request: UUID) -> None:
        """Answer a newcomer: there is no state but the order itself."""
        assert self._replicated_group is not None
        self._replicated_group.give_state(request, None)

    def begin_with(self, state: Any) -> None:
        """Start after the history is known."""

    def _changed(self) -> None:
        self._context.post(self._show)

    def _condition(self) -> ChannelStatus:
        group = self._replicated_group
        if group is None or group.member.last_view_change is None:
            return status_of("joining", False, ())
        standing, writable = group.replica.standing, group.member.writable
        state, reason = _STATES.get(standing, "live"), group.reason
        if group.member.gathering:
            state, reason = "catching up", None
        elif not writable:
            state, reason = "read-only", reason or MINORITY
        elif group.trouble is not None:
            state, reason, writable = "read-only", group.trouble, False
        progress = group.progress if standing is ReplicaStatus.PENDING else None
        waiting = len(group.replica.unacknowledged)
        membership = group.member
        return status_of(state, writable, membership.members, reason, progress, waiting, membership.scope.view)


class CheckpointedBase(OrderedBase[T]):
    """A channel that transfers the state to newcomers, at an exact position in the order."""

    channel = OrderedBase.channel.stronger(provides={"reliability": "checkpointed"})
    kind = "checkpointed"

    @property
    def _state_type(self) -> ValueType:
        return cast(ValueType, self._context.types["S"])

    def _attach(self) -> None:
        other: Any = self.channel
        kind = other.other_type
        if self._preview is not None and not self._attached and kind is not None:
            self._attached = True
            self.begin_with(self._earlier_state())
        if self._replicated_group is None or self._attached or self._observing or kind is None:
            return
        # A client that cannot be asked for the state does not count as having it.
        if any(event == "checkpoint" for event, _ in kind.outgoing):
            super()._attach()
        else:
            self._observing = True
            self._replicated_group.observers.append(self.take)

    def _detach(self) -> None:
        super()._detach()
        if self._observing and self._replicated_group is not None:
            self._observing = False
            self._replicated_group.observers.remove(self.take)

    def _earlier_state(self) -> Any:
        """The state to show on a node that only shows; only documents have earlier ones."""
        return None

    def wants_state(self, request: UUID) -> None:
        self._context.post(self._ask_for_checkpoint, request)

    def begin_with(self, state: Any) -> None:
        self._context.post(self._initialize, state)

    def _ask_for_checkpoint(self, request: UUID) -> None:
        raise NotImplementedError

    def _initialize(self, state: Any) -> None:
        raise NotImplementedError
