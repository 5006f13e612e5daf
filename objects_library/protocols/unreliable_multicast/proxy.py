# SPDX-License-Identifier: BSD-3-Clause
"""Unreliable multicast: the lowest layer of a channel, which sends each message once to everyone."""

from __future__ import annotations

from typing import Annotated, Any, Generic, TypeVar, cast

from app.runtime.library import Context, Endpoint, Label, ValueRefusedError, decode, encode, live_object
from app.runtime.types import ValueType
from app.transport_native import LOOPBACK, Policy, Slow
from objects_library.channels.native.address import ChannelAddress, Network, ScopeKey, ScopeName
from objects_library.channels.native.protocol_stack import Layer, Stack, StackTop, layer_at

T = TypeVar("T")


@live_object("4bd84a95d95c6e505580921c85b4bec3", name="Unreliable multicast", group="Services and protocols")
class UnreliableMulticast(Generic[T]):
    """Sends each message once to everyone, and does nothing about those that are lost."""

    channel = Endpoint(provides={"reliability": "at most once, fifo"})

    def __init__(
        self,
        scope: ScopeName,
        context: Context,
        group: str = "main",
        key: ScopeKey = "",
        network: Network = LOOPBACK,
        native: Annotated[bool, Label("Join with the layer above inside the engine, if it can")] = True,
    ) -> None:
        self._context = context
        self._type = cast(ValueType, context.types["T"])
        self._address = ChannelAddress(scope, group, key, network)
        self._allowed = network == LOOPBACK
        self._native = native
        self._top = StackTop(lambda data: context.post(self._deliver, data), lambda: context.post(self._show))
        self.crossings = 0
        """The number of messages handled in Python."""
        context.at_end(self._top.close)
        context.set_state("joining")
        if native:
            cast(Any, self.channel).make_offer(Layer(self._stack))
        if self._allowed:
            context.post(self._stand)
        else:
            context.spawn(self._ask())

    async def _ask(self) -> None:
        await self._context.permit(self._address.question(own=True))
        self._allowed = True
        self._stand()

    def _stack(self) -> Stack | None:
        if not self._allowed:
            return None
        place = (self._context.node_id, self._address.settings())
        return Stack(place, f"multicast/{self._address.group}", Policy(slow=Slow.DROP, reliable=False))

    @channel.connected
    def look(self) -> None:
        """The layer above may take over inside the engine."""
        self._context.post(self._stand)

    @channel.disconnected
    def look_again(self) -> None:
        """The layer above has disconnected."""
        self._context.post(self._stand)

    def _stand(self) -> None:
        joined = self._native and layer_at(self.channel) is not None
        self._top.stand_on(None if joined else self._stack())
        self._show()

    def _show(self) -> None:
        membership = self._top.member
        live = membership is None or membership.last_view_change is not None
        self._context.set_state("live" if live and self._allowed else "joining")

    @channel.incoming
    def send(self, message: T) -> None:
        """Send a message, which may be lost."""
        self.crossings += 1
        self._top.send(encode(self._type, message))

    @channel.outgoing
    def receive(self, message: T) -> None:
        """A received message."""

    def _deliver(self, data: bytes) -> None:
        try:
            value = decode(self._type, data)
        except ValueRefusedError as error:
            self._context.log(f"a message was refused: {error}")
            return
        self.crossings += 1
        self.receive(value)
