"""The workhorse: one order for all, and the state for whoever comes later."""

from __future__ import annotations

from typing import Any, Generic
from uuid import UUID

from app.runtime.library import live_object
from objects_library.channels.native.with_state import CheckpointedBase, S, T


@live_object("3aab058c9650e0d3fec9974dad698eb2", name="Checkpointed channel", group="Channels")
class CheckpointedChannel(CheckpointedBase[T], Generic[T, S]):
    """One order for all; whoever comes later gets the state as it is, and then exactly what follows."""

    channel = CheckpointedBase.channel.stronger()

    @channel.connected
    def user_came(self) -> None:
        """Whoever is connected needs the state."""
        self._sit()

    @channel.disconnected
    def user_went(self) -> None:
        """Nobody here has the state any more."""
        self._rise()

    @channel.outgoing
    def checkpoint_wanted(self, request: UUID) -> None:
        """Somebody needs the state as it is now; answer with `checkpoint`."""

    @channel.incoming
    def checkpoint(self, request: UUID, state: S) -> None:
        """The state, as it was when it was wanted."""
        if self._station is not None:
            self._station.give_state(request, state)

    @channel.outgoing
    def initialize(self, state: S | None) -> None:
        """Start with this state; null is none."""

    def _ask_for_checkpoint(self, request: UUID) -> None:
        self.checkpoint_wanted(request)

    def _initialize(self, state: Any) -> None:
        self.initialize(state)
