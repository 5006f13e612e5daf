# SPDX-License-Identifier: BSD-3-Clause
"""The common base of adapters that pass messages between a client and a channel."""

from typing import Generic, TypeVar

from app.runtime.library import Endpoint

T = TypeVar("T")


class ForwardingAdapter(Generic[T]):
    """Sends the client's messages to the channel; a subclass delivers those of the channel."""

    inner = Endpoint()
    outer = Endpoint()

    @outer.incoming
    def send(self, message: T) -> None:
        """Send a message to all members."""
        self.send_on(message)

    @outer.outgoing
    def receive(self, message: T) -> None:
        """A message of a member."""

    @inner.outgoing("send")
    def send_on(self, message: T) -> None:
        """Send the message to the channel."""

    @inner.incoming("receive")
    def handle_message(self, message: T) -> None:
        """Handle a message of the channel."""
        raise NotImplementedError
