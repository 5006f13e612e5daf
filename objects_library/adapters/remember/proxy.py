"""An adapter that replays the whole history to newcomers, over a channel with checkpoints."""

from typing import Generic, TypeVar
from uuid import UUID

from app.runtime.library import Endpoint, adapter

T = TypeVar("T")


@adapter("2ea40a12bb01091a3ffa182f9f5e5543", name="Remember everything")
class RememberEverything(Generic[T]):
    """Gives whoever comes late all messages from the start; the checkpoint is the list of them."""

    inner = Endpoint(requires={"reliability": "total, checkpointed"})
    outer = Endpoint(provides={"reliability": "total, state transfer"})

    def __init__(self) -> None:
        self._past: list[T] = []

    @outer.connected
    def catch_up(self) -> None:
        """Replay the history to a client that connects."""
        for message in self._past:
            self.receive(message)

    @outer.incoming
    def send(self, message: T) -> None:
        """Send a message to all members."""
        self.send_on(message)

    @outer.outgoing
    def receive(self, message: T) -> None:
        """A message, new or from the history."""

    @inner.outgoing("send")
    def send_on(self, message: T) -> None:
        """Send the message to the channel."""

    @inner.incoming("receive")
    def heard(self, message: T) -> None:
        """Store the message and deliver it."""
        self._past.append(message)
        self.receive(message)

    @inner.incoming
    def checkpoint_wanted(self, request: UUID) -> None:
        """The channel requests the state for a newcomer."""
        self.checkpoint(request, list(self._past))

    @inner.outgoing
    def checkpoint(self, request: UUID, state: list[T]) -> None:
        """All messages so far."""

    @inner.incoming
    def initialize(self, state: list[T] | None) -> None:
        """Start from the state of another copy, and deliver what the client has not received."""
        before, self._past = self._past, list(state or [])
        known = len(before) if self._past[: len(before)] == before else 0
        for message in self._past[known:]:
            self.receive(message)
