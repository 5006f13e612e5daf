# SPDX-License-Identifier: BSD-3-Clause
"""The events of a channel that gives newcomers the state."""

from __future__ import annotations

from typing import Any, Generic
from uuid import UUID

from objects_library.channels.native.channel import T
from objects_library.channels.native.stateful_channel import CheckpointedBase, S


class CheckpointEvents(CheckpointedBase[T], Generic[T, S]):
    """Asks whoever is connected for the state, and hands it to those who need it."""

    channel = CheckpointedBase.channel.stronger()

    @channel.connected
    def user_came(self) -> None:
        """The connected client needs the state."""
        self._attach()

    @channel.disconnected
    def user_went(self) -> None:
        """No client here has the state."""
        self._detach()

    @channel.outgoing
    def checkpoint_wanted(self, request: UUID) -> None:
        """Request the present state; answer with `checkpoint`."""

    @channel.incoming
    def checkpoint(self, request: UUID, state: S) -> None:
        """The state, as it was when it was wanted."""
        if self._replicated_group is not None:
            self._replicated_group.give_state(request, state)

    @channel.outgoing
    def initialize(self, state: S | None) -> None:
        """Start with this state; null is none."""

    def _ask_for_checkpoint(self, request: UUID) -> None:
        self.checkpoint_wanted(request)

    def _initialize(self, state: Any) -> None:
        self.initialize(state)
