# SPDX-License-Identifier: BSD-3-Clause
"""The pointers of the people at a shared object: sent best effort beside its channel, and never stored.

Any object over a channel with a scope can have them: they use a group of their own in that scope, so they are neither
in the order nor in the state of the object, and older copies of the object do not notice them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from uuid import UUID, uuid4

from app.errors import one_line
from app.runtime.library import Cancellable, Context, wrapper_of
from app.runtime.references import Reference
from app.runtime.types import EndpointType, dual
from objects_library.replication.drawing.presence import DrawingPresence, Person, Pointing
from objects_library.replication.presence_table import LONGEST_NAME, REFRESH_INTERVAL
from objects_library.values.page_scope import channel_beside

_SHORTEST = 0.05
"""Seconds between two messages about the pointer."""
_BEST_EFFORT = 0x4C8948E5EA89AC2964AB04419A1E528F


@dataclass(frozen=True)
class PointerMessage:
    """Where a person points; without a pointing, the person has left."""

    by: UUID
    name: str
    pointing: Pointing | None


_MESSAGE = wrapper_of(PointerMessage)


class SharedPointers:
    """The pointer of this person, sent to the others, and theirs."""

    def __init__(self, context: Context, changed: Callable[[list[Person]], object]) -> None:
        self._context = context
        self._changed = changed
        self._me = uuid4()
        self._others = DrawingPresence()
        self._endpoint: Any = None
        self._pointing: Pointing | None = None
        self._pending: Cancellable | None = None
        self._began = False

    def begin(self) -> None:
        """Join, once the object is live; without a scope there are no pointers."""
        channel = channel_beside(self._context.reference, _BEST_EFFORT, str(_MESSAGE.sent), "pointers")
        if channel is not None and not self._began:
            self._began = True
            self._context.spawn(self._join(channel))

    def people(self) -> list[Person]:
        """The other people who point."""
        return self._others.all()

    def point(self, pointing: Pointing) -> None:
        """Show the others where this person points, at most twenty times a second."""
        self._pointing = pointing
        if self._pending is None:
            self._pending = self._context.later(_SHORTEST, self._send)

    async def _join(self, channel: Reference) -> None:
        try:
            proxy = await self._context.dereference(channel)
            outer = proxy.endpoints()["channel"]
            inner = dual(outer.type)
            assert isinstance(inner, EndpointType)
            self._endpoint = self._context.new_endpoint(inner, receive=self._receive)
            self._context.connect(self._endpoint, outer)
        except Exception as error:  # noqa: BLE001 - the object works without pointers
            self._context.log(f"no pointers: {one_line(error)}")
            return
        self._context.every(REFRESH_INTERVAL, self._refresh)
        self._context.at_end(self._leave)

    def _send(self) -> None:
        self._pending = None
        if self._endpoint is not None and self._pointing is not None:
            self._say(self._pointing)

    def _say(self, pointing: Pointing | None) -> None:
        name = self._context.node_name[:LONGEST_NAME]
        self._endpoint.send(_MESSAGE.lower(PointerMessage(self._me, name, pointing)))

    def _leave(self) -> None:
        if self._pointing is not None:
            self._say(None)

    def _receive(self, told: dict[str, Any]) -> None:
        message: PointerMessage = _MESSAGE.lift(told)
        if message.by == self._me:
            return
        if message.pointing is None:
            known = self._others.gone(message.by)
        else:
            known = self._others.update(message.by, message.name, message.pointing)
        if known:
            self._changed(self._others.all())

    def _refresh(self) -> None:
        """Send the pointer to those who came since, and forget who has fallen silent."""
        if self._pointing is not None and not self._pointing.away:
            self._say(self._pointing)
        if self._others.expire():
            self._changed(self._others.all())
