"""What every channel over the engine has: its address, its endpoint `status`, and how it is joined."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Generic, TypeVar, cast

from app.runtime.library import Address, Context, Endpoint, Key, Label, ValueRefusedError, decode, encode
from app.runtime.trust import Permission, Question
from app.runtime.types import ValueType
from app.transport_native import LOOPBACK, Policy
from objects_library.channels.native.address import ChannelAddress
from objects_library.channels.native.admission import AdmissionScope, open_admission
from objects_library.channels.native.group_member import GroupMember, join_group
from objects_library.channels.native.scope_registry import ScopeAddress
from objects_library.channels.native.send_queue import SendQueue
from objects_library.channels.native.status import MINORITY, ChannelStatus, status_of

if TYPE_CHECKING:
    from app.transport_native.view import ViewChange

T = TypeVar("T")

OWNER = "Owner; the public key of whoever may remove others, or empty: nobody can"


class NativeChannel(Generic[T]):
    """The common part; a kind of channel says what happens with messages."""

    channel = Endpoint()
    status = Endpoint()
    policy = Policy()
    kind = "plain"
    """How messages look on the way: channels of two kinds never meet, whatever their groups are called."""

    def __init__(
        self,
        scope: Annotated[str, Key(), Label("Meeting place; all who name the same one meet there")],
        context: Context,
        group: str = "main",
        key: Annotated[str, Key(), Label("Secret key; 64 hexadecimal digits, or empty: all may join")] = "",
        network: Annotated[str, Address(), Label("Network; who can be met")] = LOOPBACK,
        owner: Annotated[str, Label(OWNER)] = "",
    ) -> None:
        self._context = context
        self._type = cast(ValueType, context.types["T"])
        self._address = ChannelAddress(scope, group, key, network, owner)
        self._doorway: AdmissionScope | None = None
        self._status: ChannelStatus | None = None
        self.refused = 0
        self._set_up()
        context.set_state("joining")
        if network == LOOPBACK and not owner:
            self._begin((context.node_id, self._address.settings()))
        else:
            self._address.settings()
            context.spawn(self._ask())

    async def _ask(self) -> None:
        if self._address.network != LOOPBACK:
            where = f"{self._address.scope} on {self._address.network}"
            await self._context.permit(Question(Permission.JOIN_SCOPE, where, title=self._address.scope))
        if self._address.owner:
            self._begin(await self._come_to_the_door())
        else:
            self._begin((self._context.node_id, self._address.settings()))

    async def _come_to_the_door(self) -> ScopeAddress:
        """Return when this user is in; until then the status says why not."""
        context = self._context
        doorway = await open_admission(self._address, context.node_id, context.user, context.node_name)
        self._doorway = doorway
        inside = asyncio.Event()

        def look() -> None:
            if not doorway.barred:
                inside.set()
            context.post(self._show)

        def leave() -> None:
            doorway.watchers.remove(look)
            doorway.close()

        doorway.watchers.append(look)
        context.at_end(leave)
        if await doorway.entered():
            inside.clear()
            context.post(self._show)
            await inside.wait()
        return doorway.place

    @property
    def _name(self) -> str:
        """What the group is called in the scope."""
        return f"{self.kind}/{self._address.group}"

    def _set_up(self) -> None:
        """Have all that events need that may come before this node takes part."""

    def _begin(self, place: ScopeAddress) -> None:
        """Take part."""
        raise NotImplementedError

    def _condition(self) -> ChannelStatus:
        """How it is going now."""
        raise NotImplementedError

    @channel.incoming
    def send(self, message: T) -> None:
        """Give everyone the message, including whoever sends it."""
        self._say(encode(self._type, message))

    def _say(self, data: bytes) -> None:
        raise NotImplementedError

    @channel.outgoing
    def receive(self, message: T) -> None:
        """What somebody sent."""

    def _hear(self, data: bytes) -> None:
        """Hand a message on, in a turn of this proxy."""
        try:
            value = decode(self._type, data)
        except ValueRefusedError as error:
            self.refused += 1  # whoever has the key may send anything
            self._context.log(f"a message was refused: {error}")
            return
        self.receive(value)

    @status.incoming
    def watch(self) -> None:
        """Say how it is going, now and whenever that changes."""
        self.tell_status(self._now())

    def _now(self) -> ChannelStatus:
        barred = self._doorway.barred if self._doorway is not None else ""
        return status_of("read-only", False, (), barred) if barred else self._condition()

    @status.outgoing("status")
    def tell_status(self, status: ChannelStatus) -> None:
        """How it is going."""

    def _show(self) -> None:
        """Tell of a change, in a turn of this proxy."""
        condition = self._now()
        if condition != self._status:
            self._status = condition
            self._context.set_state(condition["state"])
            self.tell_status(condition)


class PlainChannel(NativeChannel[T]):
    """A channel that hands on what its group delivers, and nothing else."""

    def _set_up(self) -> None:
        self._member: GroupMember | None = None
        self._unsaid = SendQueue()

    def _begin(self, place: ScopeAddress) -> None:
        line = self._member = join_group(place, self._name, self.policy, self)
        self._context.at_end(lambda: line.detach(self))
        if line.last_view_change is not None:
            self._context.post(self._show)

    def _say(self, data: bytes) -> None:
        if self._member is not None and self._member.writable:
            self._member.send(data)
        else:
            self._unsaid.keep(data)

    def messages_delivered(self, messages: Sequence[tuple[int, bytes]]) -> None:
        """From the line."""
        self._context.post(self._deliver, messages)

    def _deliver(self, messages: Sequence[tuple[int, bytes]]) -> None:
        for _, data in messages:
            self._hear(data)

    def view_changed(self, change: ViewChange) -> None:
        """From the line."""
        if change.writable and self._member is not None:
            for data in self._unsaid.take():
                self._member.send(data)
        self._context.post(self._show)

    def stable(self, count: int) -> None:
        """From the line; nobody waits for that here."""

    def _condition(self) -> ChannelStatus:
        line = self._member
        if line is None or line.last_view_change is None:
            return status_of("joining", False, ())
        state, reason = ("live", None) if line.writable else ("read-only", self._unsaid.reason or MINORITY)
        if line.gathering:
            state, reason = "catching up", None
        return status_of(
            state, line.writable, line.members, reason, waiting=len(self._unsaid), view=line.scope.view
        )
