# SPDX-License-Identifier: BSD-3-Clause
"""A virtually synchronous channel."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, TypedDict
from uuid import UUID

from app.runtime.library import Endpoint, live_object
from app.transport_native import Order, Policy
from objects_library.channels.native.channel import PlainChannel, T
from objects_library.channels.native.messages import FrameError, Message, unpack
from objects_library.channels.native.retransmitter import Retransmitter
from objects_library.channels.native.scope_registry import ScopeAddress
from objects_library.channels.native.status import NodeInfo, nodes_of
from objects_library.channels.native.submission import SubmissionEvents

if TYPE_CHECKING:
    from app.transport_native.view import ViewChange


class ViewOfMembers(TypedDict):
    """The new view."""

    number: int
    members: list[NodeInfo]


@live_object("f01c502658504b888b3f10453bcff38b", name="Virtually synchronous channel", group="Channels")
class SynchronousChannel(SubmissionEvents[T], PlainChannel[T]):
    """All who stay hear the same messages between the same views; each message in the view it was sent in."""

    channel = PlainChannel.channel.stronger(provides={"reliability": "virtually synchronous"})
    membership = Endpoint()
    kind = "synchronous"
    policy = Policy(order=Order.VIEW)

    def _set_up(self) -> None:
        super()._set_up()
        self._retransmitter: Retransmitter | None = None
        self._early: list[tuple[bytes, UUID | None]] = []

    def _begin(self, place: ScopeAddress) -> None:
        super()._begin(place)
        assert self._member is not None
        retransmitter = self._retransmitter = Retransmitter(
            self._member, lambda each: self._context.post(self.notify_accepted, each)
        )
        for data, request in self._early:
            retransmitter.send(data, request)
        self._early.clear()

    def _submit(self, data: bytes, request: UUID | None) -> None:
        if self._retransmitter is None:
            self._early.append((data, request))
        elif not self._retransmitter.send(data, request) and request is not None:
            self.notify_refused(request, "too much waits to be sent already; try again later")

    @membership.outgoing("view")
    def publish_view(self, view: ViewOfMembers) -> None:
        """Who takes part, in order with the messages."""

    @membership.incoming
    def join(self) -> None:
        """Show who takes part now."""
        if self._member is not None and self._member.last_view_change is not None:
            self._publish_view(self._member.last_view_change)

    @membership.incoming
    def leave(self) -> None:
        """Nothing: who opens the channel takes part."""

    def view_changed(self, change: ViewChange) -> None:
        """Called by the group member."""
        super().view_changed(change)
        if change.writable and self._retransmitter is not None:
            self._retransmitter.retransmit(change.rejoined)
        self._context.post(self._publish_view, change)

    def _publish_view(self, change: ViewChange) -> None:
        self.publish_view({"number": change.view & (2**63 - 1), "members": nodes_of(change.members)})

    def stable(self, count: int) -> None:
        """Called by the group member."""
        if self._retransmitter is not None:
            self._retransmitter.stable(count)

    def _deliver(self, messages: Sequence[tuple[int, bytes]]) -> None:
        for _, data in messages:
            try:
                message = unpack(data)
            except FrameError:
                message = None
            if self._retransmitter is None or not isinstance(message, Message):
                self.refused += 1
            elif self._retransmitter.is_new(message):
                self._deliver_encoded(message.body)
