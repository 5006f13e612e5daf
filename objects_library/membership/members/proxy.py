# SPDX-License-Identifier: BSD-3-Clause
"""Membership: who takes part in a group, as a sequence of views that all members agree on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypedDict

from app.runtime.library import Context, Endpoint, live_object
from app.transport_native import LOOPBACK, Order, Policy
from app.transport_native.view import ViewChange
from objects_library.channels.native.address import ChannelAddress, Network, ScopeKey, ScopeName
from objects_library.channels.native.group_member import GroupMember, join_group
from objects_library.channels.native.status import NodeInfo, nodes_of


class AgreedView(TypedDict):
    """A view: its members by seniority."""

    number: int
    members: list[NodeInfo]
    writable: bool


class GroupOfNodes:
    """A node's part in a group of the engine that carries nothing but its own membership."""

    membership_of = "members"

    def __init__(
        self, scope: ScopeName, context: Context, group: str = "main", key: ScopeKey = "", network: Network = LOOPBACK
    ) -> None:
        self._context = context
        self._address = ChannelAddress(scope, group, key, network)
        self._member: GroupMember | None = None
        self._wanted = False
        context.at_end(self._stop)

    def _start(self) -> None:
        if not self._wanted:
            self._wanted = True
            self._context.set_state("joining")
            self._context.spawn(self._join())

    async def _join(self) -> None:
        if self._address.network != LOOPBACK:
            await self._context.permit(self._address.question(own=True))
        if self._wanted and self._member is None:
            place = (self._context.node_id, self._address.settings())
            name = f"{self.membership_of}/{self._address.group}"
            self._member = join_group(place, name, Policy(order=Order.VIEW), self)
            if self._member.last_view_change is not None:
                self.view_changed(self._member.last_view_change)

    def _stop(self) -> None:
        self._wanted = False
        if self._member is not None:
            self._member.detach(self)
            self._member = None

    # ---- events of the group member

    def messages_delivered(self, messages: Sequence[tuple[int, bytes]]) -> None:
        """No messages are sent in this group."""

    def stable(self, count: int) -> None:
        """No messages are sent in this group."""

    def view_changed(self, change: ViewChange) -> None:
        """Report the new view."""
        self._context.post(self._changed, change)

    def _changed(self, change: ViewChange) -> None:
        raise NotImplementedError


@live_object("f21e0512b6f606068e4ef83f072a021d", name="Membership", group="Services and protocols")
class Members(GroupOfNodes):
    """Says who takes part, as a sequence of views that all of them agree on."""

    membership = Endpoint()

    @membership.incoming
    def join(self) -> None:
        """Join, and report every view."""
        if self._member is not None and self._member.last_view_change is not None:
            self._changed(self._member.last_view_change)
        self._start()

    @membership.incoming
    def leave(self) -> None:
        """Leave the group."""
        self._stop()

    @membership.outgoing
    def view(self, view: AgreedView) -> None:
        """The new view."""

    def _changed(self, change: ViewChange) -> None:
        self._context.set_state("live" if change.writable else "read-only")
        number = change.view & (2**63 - 1)
        self.view({"number": number, "members": nodes_of(change.members), "writable": change.writable})
