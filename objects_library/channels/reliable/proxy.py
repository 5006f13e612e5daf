# SPDX-License-Identifier: BSD-3-Clause
"""A channel between computers: reliable multicast, without a server."""

from __future__ import annotations

from typing import Any, cast

from app.runtime.library import live_object
from objects_library.channels.native.channel import PlainChannel, T
from objects_library.channels.native.protocol_stack import Layer, Stack, layer_at
from objects_library.channels.native.scope_registry import ScopeAddress
from objects_library.channels.native.status import ChannelStatus, status_of


@live_object("5d0c3a7b9e214f68a1b7c2d4e6f80913", name="Reliable channel", group="Channels")
class ReliableChannel(PlainChannel[T]):
    """Carries messages between everyone who opens it, on this computer or the local network; none is lost."""

    channel = PlainChannel.channel.stronger(provides={"reliability": "fifo, exactly once"})
    kind = "reliable"

    def _set_up(self) -> None:
        super()._set_up()
        self._place: ScopeAddress | None = None
        cast(Any, self.channel).make_offer(Layer(self._stack))

    def _begin(self, place: ScopeAddress) -> None:
        self._place = place
        self._context.post(self._stand)  # the layer above is known by then

    def _stack(self) -> Stack | None:
        return Stack(self._place, self._name, self.policy) if self._place is not None else None

    @channel.connected
    def above_came(self) -> None:
        """A native layer takes everything over."""
        self._context.post(self._stand)

    @channel.disconnected
    def above_went(self) -> None:
        """The layer above has disconnected."""
        self._context.post(self._stand)

    def _stand(self) -> None:
        if layer_at(self.channel) is not None:
            if self._member is not None:
                self._member.detach(self)
                self._member = None
            self._show()
        elif self._member is None and self._place is not None:
            super()._begin(self._place)

    def _condition(self) -> ChannelStatus:
        if self._member is None and layer_at(self.channel) is not None:
            return status_of("live", True, ())  # who is above knows more
        return super()._condition()
