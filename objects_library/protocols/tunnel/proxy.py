# SPDX-License-Identifier: BSD-3-Clause
"""A tunnel: forwards messages between two channels."""

from collections import OrderedDict
from typing import Generic, TypeVar, cast

from app.runtime.library import Context, Endpoint, encode, live_object
from app.runtime.types import ValueType

T = TypeVar("T")

_REMEMBERED = 4096
"""The number of own echoes remembered on each side."""


class _Echoes:
    """Messages forwarded to one side, whose echo must not be forwarded back."""

    def __init__(self) -> None:
        self._expected: OrderedDict[bytes, int] = OrderedDict()

    def expect(self, message: bytes) -> None:
        self._expected[message] = self._expected.pop(message, 0) + 1
        if len(self._expected) > _REMEMBERED:
            self._expected.popitem(last=False)

    def is_echo(self, message: bytes) -> bool:
        count = self._expected.pop(message, 0)
        if count > 1:
            self._expected[message] = count - 1
        return count > 0


@live_object("a3a7d8b2e35f4b4a9c66b0ad4be8f5c1", name="Tunnel", group="Services and protocols")
class Tunnel(Generic[T]):
    """Joins two channels into one: what is said on one side is heard on the other, and here."""

    first = Endpoint(requires={"reliability": "exactly once"})
    second = Endpoint(requires={"reliability": "exactly once"})
    channel = Endpoint(provides={"reliability": "exactly once, fifo"})

    def __init__(self, context: Context) -> None:
        self._type = cast(ValueType, context.types["T"])
        self._first_echoes = _Echoes()
        self._second_echoes = _Echoes()

    @channel.incoming
    def send(self, message: T) -> None:
        """Send to both sides."""
        self._forward_to_first(message)
        self._forward_to_second(message)
        self.receive(message)

    @channel.outgoing
    def receive(self, message: T) -> None:
        """A message of either side, or from here."""

    @first.outgoing("send")
    def send_first(self, message: T) -> None:
        """Send to the first side."""

    @second.outgoing("send")
    def send_second(self, message: T) -> None:
        """Send to the second side."""

    @first.incoming("receive")
    def received_first(self, message: T) -> None:
        """Forward from the first side to the second."""
        if not self._first_echoes.is_echo(encode(self._type, message)):
            self._forward_to_second(message)
            self.receive(message)

    @second.incoming("receive")
    def received_second(self, message: T) -> None:
        """Forward from the second side to the first."""
        if not self._second_echoes.is_echo(encode(self._type, message)):
            self._forward_to_first(message)
            self.receive(message)

    @first.disconnected
    def first_is_gone(self) -> None:
        """Forget the echoes of a side that has disconnected."""
        self._first_echoes = _Echoes()

    @second.disconnected
    def second_is_gone(self) -> None:
        """Forget the echoes of a side that has disconnected."""
        self._second_echoes = _Echoes()

    def _forward_to_first(self, message: T) -> None:
        self._first_echoes.expect(encode(self._type, message))
        self.send_first(message)

    def _forward_to_second(self, message: T) -> None:
        self._second_echoes.expect(encode(self._type, message))
        self.send_second(message)
