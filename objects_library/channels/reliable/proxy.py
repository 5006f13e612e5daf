"""A channel between computers: reliable multicast, without a server."""

from __future__ import annotations

from typing import Annotated, Generic, TypeVar, cast

from app.runtime.library import Context, Endpoint, Key, Label, ValueRefusedError, decode, encode, live_object
from app.runtime.trust import Permission, Question
from app.runtime.types import ValueType
from app.transport_native import LOOPBACK, SendBufferFullError
from app.transport_native.batch import Batch
from app.transport_native.scope import Group
from objects_library.channels.reliable.address import ChannelAddress
from objects_library.channels.reliable.engines import enter_scope, leave_scope

T = TypeVar("T")


@live_object("5d0c3a7b9e214f68a1b7c2d4e6f80913", name="Reliable channel", group="Channels")
class ReliableChannel(Generic[T]):
    """Carries messages between everyone who opens it, on this computer or the local network; none is lost."""

    channel = Endpoint(provides={"reliability": "fifo, exactly once"})

    def __init__(
        self,
        scope: Annotated[str, Key()],
        context: Context,
        group: str = "main",
        key: Annotated[str, Label("Secret key, 64 hexadecimal digits; empty: everyone may take part")] = "",
        network: Annotated[
            str, Label("lo: this computer; auto: the local network; or an interface")
        ] = LOOPBACK,
    ) -> None:
        self._context = context
        self._type = cast(ValueType, context.types["T"])
        self._address = ChannelAddress(scope, group, key, network)
        self._group: Group | None = None
        self._waiting: list[bytes] = []
        self.refused = 0
        context.set_state("joining")
        context.spawn(self._join())

    async def _join(self) -> None:
        if self._address.network != LOOPBACK:
            where = f"{self._address.scope} on {self._address.network}"
            await self._context.permit(Question(Permission.JOIN_SCOPE, where, title=self._address.scope))
        scope = enter_scope(self._address.settings())
        self._context.at_end(lambda: leave_scope(scope))
        group = scope.join(self._address.group, deliver_own=True)
        self._context.at_end(group.leave)
        group.on_batch = self._take
        await group.wait_for_members(1)
        self._group = group
        for message in self._waiting:
            await group.put(message)
        self._waiting.clear()
        self._context.set_state("live")

    @channel.incoming
    def send(self, message: T) -> None:
        """Give everyone the message, including whoever sends it."""
        data = encode(self._type, message)
        if self._group is None or self._waiting:
            self._waiting.append(data)
            if self._group is not None and len(self._waiting) == 1:
                self._context.spawn(self._send_waiting())
            return
        try:
            self._group.send(data)
        except SendBufferFullError:
            self._waiting.append(data)
            self._context.spawn(self._send_waiting())

    async def _send_waiting(self) -> None:
        while self._waiting and self._group is not None:
            await self._group.put(self._waiting[0])
            del self._waiting[0]

    @channel.outgoing
    def receive(self, message: T) -> None:
        """What somebody sent."""

    def _take(self, batch: Batch) -> None:
        self._context.post(self._deliver, [bytes(message) for message in batch])

    def _deliver(self, messages: list[bytes]) -> None:
        for message in messages:
            try:
                value = decode(self._type, message)
            except ValueRefusedError as error:
                self.refused += 1  # whoever has the key may send anything
                self._context.log(f"a message was refused: {error}")
                continue
            self.receive(value)
