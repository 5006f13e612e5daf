# SPDX-License-Identifier: BSD-3-Clause
"""Ordering: total order over a reliable native channel."""

from __future__ import annotations

from typing import Any, Generic, TypeVar, cast

from app.errors import LiveObjectsError
from app.runtime.library import Context, Endpoint, ValueRefusedError, adapter, decode, encode
from app.runtime.types import ValueType
from app.transport_native import Order
from objects_library.channels.native.protocol_stack import NativePart, Stack

T = TypeVar("T")


class NotNativeError(LiveObjectsError):
    """The layer below cannot be ordered."""

    def __init__(self) -> None:
        super().__init__(
            "only what the engine carries can be ordered here",
            "put it on a Reliable channel, or on Loss recovery over Unreliable multicast",
        )


@adapter("725257b8935c6244ea936d7f54eda3de", name="Ordering", group="Services and protocols")
class Ordering(Generic[T]):
    """Makes everyone hear everything in one order; joins with what is below inside the engine."""

    unordered = Endpoint(requires={"reliability": "exactly once, fifo"})
    channel = Endpoint(provides={"reliability": "atomic, virtually synchronous"})

    def __init__(self, context: Context) -> None:
        self._context = context
        self._type = cast(ValueType, context.types["T"])
        self.crossings = 0
        """The number of messages received as events."""
        self._native = NativePart(context, self.unordered, self.channel, _strengthened, self._deliver, _refuse)

    @unordered.connected
    def below_came(self) -> None:
        """Check that the layer below is native."""
        self._native.look()

    @unordered.disconnected
    def below_went(self) -> None:
        """The layer below has disconnected."""
        self._native.look()

    @channel.connected
    def above_came(self) -> None:
        """Check whether the layer above is native."""
        self._native.look()

    @channel.disconnected
    def above_went(self) -> None:
        """The layer above has disconnected."""
        self._native.look()

    @channel.incoming
    def send(self, message: T) -> None:
        """Send a message in the total order."""
        self._native.send(encode(self._type, message))

    @channel.outgoing
    def receive(self, message: T) -> None:
        """A message, at the same position for everyone."""

    @unordered.outgoing("send")
    def send_below(self, message: T) -> None:
        """Unused: native layers exchange no events."""

    @unordered.incoming("receive")
    def received_below(self, message: T) -> None:  # noqa: ARG002  # only counted
        """Unused: native layers exchange no events."""
        self.crossings += 1

    def _deliver(self, data: bytes) -> None:
        try:
            value: Any = decode(self._type, data)
        except ValueRefusedError as error:
            self._context.log(f"a message was refused: {error}")
            return
        self.receive(value)


def _refuse() -> None:
    raise NotNativeError


def _strengthened(below: Stack) -> Stack:
    return below.under("ordering", order=Order.TOTAL)
