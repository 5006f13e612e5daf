# SPDX-License-Identifier: BSD-3-Clause
"""An adapter that replays the whole history to newcomers, over a channel with checkpoints."""

from uuid import UUID

from app.runtime.library import adapter
from objects_library.channels.native.forwarding_adapter import ForwardingAdapter, T


@adapter("2ea40a12bb01091a3ffa182f9f5e5543", name="Remember everything")
class RememberEverything(ForwardingAdapter[T]):
    """Gives whoever comes late all messages from the start; the checkpoint is the list of them."""

    inner = ForwardingAdapter.inner.stronger(requires={"reliability": "total, checkpointed"})
    outer = ForwardingAdapter.outer.stronger(provides={"reliability": "total, state transfer"})

    def __init__(self) -> None:
        self._past: list[T] = []

    @outer.connected
    def catch_up(self) -> None:
        """Replay the history to a client that connects."""
        for message in self._past:
            self.receive(message)

    def handle_message(self, message: T) -> None:
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
