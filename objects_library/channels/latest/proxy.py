# SPDX-License-Identifier: BSD-3-Clause
"""A channel for values of which only the newest counts."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any

from app.runtime.library import Context, Label, ValueRefusedError, decode, encode, live_object
from app.transport_native import LOOPBACK, Policy, Slow
from objects_library.channels.native.address import Network, OwnerKey, ScopeKey, ScopeName
from objects_library.channels.native.channel import PlainChannel, T
from objects_library.channels.native.conflation import ConflatedQueue
from objects_library.channels.native.scope_registry import ScopeAddress

if TYPE_CHECKING:
    from app.transport_native.view import ViewChange

_NUMBER = struct.Struct("<Q")
_LOOK = 0.5


@live_object("4f200c89ae9fdf869ebbae233678ab94", name="Latest-value channel", group="Channels")
class LatestValueChannel(PlainChannel[T]):
    """Everyone ends up with the newest value, of each key if there are keys; who is slow skips older ones."""

    channel = PlainChannel.channel.stronger(provides={"reliability": "latest value, at most once, fifo"})
    kind = "latest"
    policy = Policy(slow=Slow.DROP)

    def __init__(
        self,
        scope: ScopeName,
        context: Context,
        group: str = "main",
        key: ScopeKey = "",
        network: Network = LOOPBACK,
        key_field: Annotated[str, Label("The field that tells one value from another; empty: none")] = "",
        owner: OwnerKey = "",
    ) -> None:
        self._key_field = key_field
        super().__init__(scope, context, group, key, network, owner)
        context.every(_LOOK, self._look_for_losses)

    def _set_up(self) -> None:
        super()._set_up()
        self._number = 0
        self._own: dict[Any, bytes] = {}
        self._unsent: dict[Any, None] = {}
        self._newest: ConflatedQueue[Any] = ConflatedQueue()
        self._received: dict[tuple[int, Any], int] = {}
        self._lost = 0

    def _begin(self, place: ScopeAddress) -> None:
        super()._begin(place)
        self._send_waiting()

    def send(self, message: T) -> None:
        """Make this the newest value."""
        key = self._key_of(message)
        self._number += 1
        self._own[key] = _NUMBER.pack(self._number) + encode(self._type, message)
        self._unsent.pop(key, None)
        self._unsent[key] = None
        self._send_waiting()

    def _send_waiting(self) -> None:
        """Send what has not been sent; of each key only the newest waits for room."""
        if self._member is None or not self._member.writable:
            return
        for key in list(self._unsent):
            if not self._member.offer(self._own[key]):
                break
            del self._unsent[key]
        if self._unsent:
            self._context.later(0.01, self._send_waiting)

    def view_changed(self, change: ViewChange) -> None:
        """Called by the group member: newcomers need what others have."""
        super().view_changed(change)
        if any(member.number != self._member_number() for member in change.joined) or change.rejoined:
            self._context.post(self._resend_all)
        self._context.post(self._send_waiting)

    def _member_number(self) -> int:
        assert self._member is not None
        return self._member.own

    def _resend_all(self) -> None:
        self._unsent.update(dict.fromkeys(self._own))
        self._send_waiting()

    def messages_delivered(self, messages: Sequence[tuple[int, bytes]]) -> None:
        """Called by the group member: newer values take the place of those that have not been shown."""
        for sender, data in messages:
            if len(data) == 1:
                self._context.post(self._resend_all)  # somebody has lost something
                continue
            if len(data) < _NUMBER.size:
                self.refused += 1
                continue
            try:
                value = decode(self._type, data[_NUMBER.size :])
                key = (sender, self._key_of(value))
            except ValueRefusedError:
                self.refused += 1
                continue
            (number,) = _NUMBER.unpack_from(data)
            if number > self._received.get(key, 0):
                self._received[key] = number
                if self._newest.put(key, value):
                    self._context.post(self._show_newest)

    def _show_newest(self) -> None:
        for value in self._newest.take():
            self.receive(value)

    def _look_for_losses(self) -> None:
        if self._member is None or not self._member.writable:
            return
        lost, self._lost = self._lost, self._member.scope.lost_segments
        if self._lost > lost:
            self._member.send(b"?")

    def _key_of(self, value: Any) -> Any:
        if not self._key_field:
            return None
        found = value.get(self._key_field) if isinstance(value, dict) else None
        return found if isinstance(found, str | int | float | bytes | None) else str(found)
