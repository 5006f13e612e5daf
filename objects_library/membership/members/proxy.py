"""Membership: who takes part in a group, as a sequence of views that all members agree on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, TypedDict

from app.runtime.library import Address, Context, Endpoint, Key, Label, live_object
from app.runtime.trust import Permission, Question
from app.transport_native import LOOPBACK, Order, Policy
from app.transport_native.view import ViewChange
from objects_library.channels.native.address import ChannelAddress
from objects_library.channels.native.conditions import NodeInfo, nodes_of
from objects_library.channels.native.line import Line, open_line


class AgreedView(TypedDict):
    """Who takes part; whoever is first has been there longest."""

    number: int
    members: list[NodeInfo]
    writable: bool


class GroupOfNodes:
    """A node's part in a group of the engine that carries nothing but its own membership."""

    membership_of = "members"

    def __init__(
        self,
        scope: Annotated[str, Key(), Label("Meeting place; all who name the same one meet there")],
        context: Context,
        group: str = "main",
        key: Annotated[str, Key(), Label("Secret key; 64 hexadecimal digits, or empty: all may join")] = "",
        network: Annotated[str, Address(), Label("Network; who can be met")] = LOOPBACK,
    ) -> None:
        self._context = context
        self._address = ChannelAddress(scope, group, key, network)
        self._line: Line | None = None
        self._wanted = False
        context.at_end(self._stop)

    def _start(self) -> None:
        if not self._wanted:
            self._wanted = True
            self._context.set_state("joining")
            self._context.spawn(self._join())

    async def _join(self) -> None:
        if self._address.network != LOOPBACK:
            where = f"{self._address.scope} on {self._address.network}"
            await self._context.permit(Question(Permission.JOIN_SCOPE, where, title=self._address.scope))
        if self._wanted and self._line is None:
            place = (self._context.node_id, self._address.settings())
            name = f"{self.membership_of}/{self._address.group}"
            self._line = open_line(place, name, Policy(order=Order.VIEW), self)
            if self._line.last_cut is not None:
                self.cut(self._line.last_cut)

    def _stop(self) -> None:
        self._wanted = False
        if self._line is not None:
            self._line.detach(self)
            self._line = None

    # ---- what the line tells

    def heard(self, messages: Sequence[tuple[int, bytes]]) -> None:
        """Nothing is said here."""

    def stable(self, count: int) -> None:
        """Nothing is said here."""

    def cut(self, cut: ViewChange) -> None:
        """Others take part from here on."""
        self._context.post(self._changed, cut)

    def _changed(self, cut: ViewChange) -> None:
        raise NotImplementedError


@live_object("f21e0512b6f606068e4ef83f072a021d", name="Membership", group="Services and protocols")
class Members(GroupOfNodes):
    """Says who takes part, as a sequence of views that all of them agree on."""

    membership = Endpoint()

    @membership.incoming
    def join(self) -> None:
        """Take part, and hear of every view."""
        if self._line is not None and self._line.last_cut is not None:
            self._changed(self._line.last_cut)
        self._start()

    @membership.incoming
    def leave(self) -> None:
        """Take part no longer."""
        self._stop()

    @membership.outgoing
    def view(self, view: AgreedView) -> None:
        """Who takes part from here on."""

    def _changed(self, cut: ViewChange) -> None:
        self._context.set_state("live" if cut.writable else "read-only")
        number = cut.view & (2**63 - 1)
        self.view({"number": number, "members": nodes_of(cut.members), "writable": cut.writable})
