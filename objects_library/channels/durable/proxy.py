# SPDX-License-Identifier: BSD-3-Clause
"""A channel that outlives its users: what was accepted is on disk, and comes back."""

from __future__ import annotations

from typing import Annotated, Generic

from app.runtime.library import Context, Label, Range, live_object
from app.runtime.references import identity
from app.transport_native import LOOPBACK
from objects_library.channels.checkpointed.events import CheckpointEvents
from objects_library.channels.native.address import Network, OwnerKey, ScopeKey, ScopeName
from objects_library.channels.native.channel import T
from objects_library.channels.native.durable_group import open_durable
from objects_library.channels.native.replicated_group import ReplicatedGroup
from objects_library.channels.native.scope_registry import ScopeAddress
from objects_library.channels.native.stateful_channel import S


@live_object("bd061ce84e0f7f22bcd2b01b7ecef41f", name="Durable channel", group="Channels", limits="state up to 1 GB")
class DurableChannel(CheckpointEvents[T, S], Generic[T, S]):
    """Everyone sees the same, and it is kept on disk: it is there again after its last user left."""

    channel = CheckpointEvents.channel.stronger(provides={"reliability": "durable"})
    kind = "durable"

    def __init__(
        self,
        scope: ScopeName,
        context: Context,
        group: str = "main",
        key: ScopeKey = "",
        network: Network = LOOPBACK,
        copies: Annotated[int, Range(1, 64), Label("On so many disks before it counts as accepted")] = 1,
        owner: OwnerKey = "",
    ) -> None:
        self._copies = copies
        super().__init__(scope, context, group, key, network, owner)

    def _open(self, place: ScopeAddress) -> ReplicatedGroup:
        name = identity(self._context.reference)
        return open_durable(place, self._name, self.policy, self._state_type, name, self._copies)
