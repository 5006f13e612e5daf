# SPDX-License-Identifier: BSD-3-Clause
"""The base of all channels over the engine: address, endpoint `status`, and joining."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import TYPE_CHECKING, Generic, TypeVar, cast

from app.runtime.library import Context, Endpoint, ValueRefusedError, decode, encode
from app.runtime.trust.member_list import Right
from app.runtime.types import ValueType
from app.transport_native import LOOPBACK, Policy
from objects_library.channels.native.address import ChannelAddress, Network, OwnerKey, ScopeKey, ScopeName
from objects_library.channels.native.admission import AdmissionScope, open_admission
from objects_library.channels.native.group_member import GroupMember, join_group
from objects_library.channels.native.preview import EARLIER, preview_of
from objects_library.channels.native.scope_registry import ScopeAddress
from objects_library.channels.native.send_queue import SendQueue
from objects_library.channels.native.status import MINORITY, ChannelStatus, status_of

if TYPE_CHECKING:
    from app.transport_native.view import ViewChange

T = TypeVar("T")


class NativeChannel(Generic[T]):
    """A channel over the engine; subclasses define how messages are handled."""

    channel = Endpoint()
    status = Endpoint()
    policy = Policy()
    kind = "plain"
    """The message format; part of the group's name, so channels of two kinds never meet."""

    def __init__(
        self,
        scope: ScopeName,
        context: Context,
        group: str = "main",
        key: ScopeKey = "",
        network: Network = LOOPBACK,
        owner: OwnerKey = "",
    ) -> None:
        self._context = context
        self._type = cast(ValueType, context.types["T"])
        self._address = ChannelAddress(scope, group, key, network, owner)
        self._admission: AdmissionScope | None = None
        self._status: ChannelStatus | None = None
        self.refused = 0
        self._set_up()
        self._preview = preview_of(context.node_id)
        context.set_state("joining")
        if self._preview is not None:
            context.post(self._show)
        elif network == LOOPBACK and not owner:
            self._begin((context.node_id, self._address.settings()))
        else:
            self._address.settings()
            context.spawn(self._ask())

    async def _ask(self) -> None:
        if self._address.network != LOOPBACK:
            await self._context.permit(self._address.question(own=self._address.owner == self._context.user))
        if self._address.owner:
            self._begin(await self._pass_admission())
        else:
            self._begin((self._context.node_id, self._address.settings()))

    async def _pass_admission(self) -> ScopeAddress:
        """Wait until this user is admitted; until then the status gives the reason."""
        context = self._context
        admission = await open_admission(self._address, context.node_id, context.user, context.node_name)
        self._admission = admission
        inside = asyncio.Event()

        def look() -> None:
            if not admission.barred:
                inside.set()
            context.post(self._show)

        def leave() -> None:
            admission.watchers.remove(look)
            admission.close()

        admission.watchers.append(look)
        context.at_end(leave)
        if await admission.entered():
            inside.clear()
            context.post(self._show)
            await inside.wait()
        return admission.place

    @property
    def _name(self) -> str:
        """The name of the group in the scope."""
        return f"{self.kind}/{self._address.group}"

    def _set_up(self) -> None:
        """Create what events need that may arrive before this node has joined."""

    def _begin(self, place: ScopeAddress) -> None:
        """Join the group."""
        raise NotImplementedError

    def _condition(self) -> ChannelStatus:
        """The present status."""
        raise NotImplementedError

    @channel.incoming
    def send(self, message: T) -> None:
        """Send a message to all members, including this one; whoever may only look sends nothing."""
        if why := self._why_not():
            self._context.log(f"a message was not sent: {why}")
        else:
            self._send_encoded(encode(self._type, message))

    def _why_not(self) -> str:
        """Why this user may not send; empty if they may."""
        if self._preview is not None:
            return EARLIER
        admission = self._admission
        if admission is None or admission.barred:
            return ""
        right, needed = admission.right_of(admission.me), self._needed_right
        if right >= needed:
            return ""
        may = "comment on it" if right is Right.COMMENT else "look at it"
        return f"You may {may}; {admission.owner_name} can let you {needed.word}"

    @property
    def _needed_right(self) -> Right:
        """The right that sending needs."""
        return Right.EDIT

    def _send_encoded(self, data: bytes) -> None:
        raise NotImplementedError

    @channel.outgoing
    def receive(self, message: T) -> None:
        """A message of a member."""

    def _deliver_encoded(self, data: bytes) -> None:
        """Deliver a message in a turn of this proxy."""
        try:
            value = decode(self._type, data)
        except ValueRefusedError as error:
            self.refused += 1  # whoever has the key may send anything
            self._context.log(f"a message was refused: {error}")
            return
        self.receive(value)

    @status.incoming
    def watch(self) -> None:
        """Report the status now and at every change."""
        self.publish_status(self._now())

    def _now(self) -> ChannelStatus:
        if self._preview is not None:
            return status_of("live", True, ())  # nobody is cut off; what is sent is refused with the reason
        barred = self._admission.barred if self._admission is not None else ""
        if barred:
            return status_of("read-only", False, (), barred)
        status = self._condition()
        if status["state"] == "live" and (why := self._why_not()):
            status["state"], status["writable"], status["reason"] = "read-only", False, why
        return status

    @status.outgoing("status")
    def publish_status(self, status: ChannelStatus) -> None:
        """The status of the channel."""

    def _show(self) -> None:
        """Report a change in a turn of this proxy."""
        condition = self._now()
        if condition != self._status:
            self._status = condition
            self._context.set_state(condition["state"])
            self.publish_status(condition)


class PlainChannel(NativeChannel[T]):
    """A channel that delivers what its group delivers."""

    def _set_up(self) -> None:
        self._member: GroupMember | None = None
        self._send_queue = SendQueue()

    def _begin(self, place: ScopeAddress) -> None:
        membership = self._member = join_group(place, self._name, self.policy, self)
        self._context.at_end(lambda: membership.detach(self))
        if membership.last_view_change is not None:
            self._context.post(self._show)

    def _send_encoded(self, data: bytes) -> None:
        if self._member is not None and self._member.writable:
            self._member.send(data)
        else:
            self._send_queue.keep(data)

    def messages_delivered(self, messages: Sequence[tuple[int, bytes]]) -> None:
        """Called by the group member."""
        self._context.post(self._deliver, messages)

    def _deliver(self, messages: Sequence[tuple[int, bytes]]) -> None:
        for _, data in messages:
            self._deliver_encoded(data)

    def view_changed(self, change: ViewChange) -> None:
        """Called by the group member."""
        if change.writable and self._member is not None:
            for data in self._send_queue.take():
                self._member.send(data)
        self._context.post(self._show)

    def stable(self, count: int) -> None:
        """Called by the group member; nothing depends on it here."""

    def _condition(self) -> ChannelStatus:
        membership = self._member
        if membership is None or membership.last_view_change is None:
            return status_of("joining", False, ())
        state, reason = ("live", None) if membership.writable else ("read-only", self._send_queue.reason or MINORITY)
        if membership.gathering:
            state, reason = "catching up", None
        return status_of(
            state,
            membership.writable,
            membership.members,
            reason,
            waiting=len(self._send_queue),
            view=membership.scope.view,
        )
