# SPDX-License-Identifier: BSD-3-Clause
"""The pointers of the people at a shared object: sent best effort beside its channel, and never stored.

Any object over a channel with a scope can have them: they use a group of their own in that scope, so they are neither
in the order nor in the state of the object, and older copies of the object do not notice them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from app.errors import one_line
from app.runtime.library import Cancellable, Context, wrapper_of
from app.runtime.references import Reference
from app.runtime.types import EndpointType, dual
from objects_library.replication.drawing.presence import Pointing, is_sound
from objects_library.replication.drawing.shapes import FARTHEST
from objects_library.replication.presence_table import LONGEST_NAME, REFRESH_INTERVAL, PresenceTable
from objects_library.values.page_scope import channel_beside
from objects_library.values.person_id import new_person_id

_SHORTEST = 0.05
"""Seconds between two messages about the pointer."""
_BEST_EFFORT = 0x4C8948E5EA89AC2964AB04419A1E528F
LONGEST_PART = 300


@dataclass(frozen=True)
class ViewPlace:
    """A point of a view: in the coordinates of one of its parts, and in shares of the whole."""

    part: str
    """The path of a widget inside of the view."""
    index: int
    """Where in the content of the part: a character or a row; -1 if there is none."""
    x: float
    y: float
    across: float
    down: float


@dataclass(frozen=True)
class PointerMessage:
    """Somebody is here, and points at something or not; or has left."""

    by: UUID
    name: str
    here: bool
    pointing: Pointing | None
    """A point of a plane, and the part of it that this person sees."""
    place: ViewPlace | None
    """A point of a view."""


_MESSAGE = wrapper_of(PointerMessage)


class PointerTable(PresenceTable[PointerMessage]):
    """What the other people said last."""

    def update(self, message: PointerMessage) -> bool:
        """Set what somebody says; returns whether the values are valid."""
        pointing, place = message.pointing, message.place
        valid = (
            (pointing is None or is_sound(pointing))
            and (place is None or _is_place(place))
            and self._has_room(message.by, message.name)
        )
        if valid:
            self._put(message.by, message)
        return valid


class SharedPointers:
    """The pointer of this person, sent to the others, and theirs; nothing is sent while nobody else is there."""

    def __init__(self, context: Context, changed: Callable[[list[PointerMessage]], object]) -> None:
        self._context = context
        self._changed = changed
        self._me = new_person_id(context)
        self._others = PointerTable()
        self._endpoint: Any = None
        self._members = 0
        self._writable = False
        self._now: tuple[Pointing | None, ViewPlace | None] = None, None
        self._pending: Cancellable | None = None
        self._began = False

        self._beside = channel_beside(context.reference, _BEST_EFFORT, str(_MESSAGE.sent), "pointers")

    @property
    def available(self) -> bool:
        """Whether the object has a scope in which pointers can be sent."""
        return self._beside is not None

    def begin(self) -> None:
        """Join, once the object is live; without a scope there are no pointers."""
        if self._beside is not None and not self._began:
            self._began = True
            self._context.spawn(self._join(self._beside))

    def people(self) -> list[PointerMessage]:
        """What the other people said last."""
        return self._others.all()

    def observe(self, message: PointerMessage) -> bool:
        """Take what somebody else said; returns whether it is valid."""
        if message.by == self._me:
            return True
        valid = self._others.update(message) if message.here else self._others.gone(message.by)
        if valid:
            self._changed(self._others.all())
        return valid

    def expire(self) -> None:
        """Forget who has fallen silent."""
        if self._others.expire():
            self._changed(self._others.all())

    def point(self, pointing: Pointing | None = None, place: ViewPlace | None = None) -> None:
        """Show the others where this person points, at most twenty times a second."""
        self._now = pointing, place
        self._send_soon()

    def _send_soon(self) -> None:
        if self._pending is None and self._endpoint is not None and self._members > 1:
            self._pending = self._context.later(_SHORTEST, self._send)

    async def _join(self, channel: Reference) -> None:
        try:
            proxy = await self._context.dereference(channel)
            endpoints = proxy.endpoints()
            outer, status = endpoints["channel"], endpoints["status"]
            inner, watching = dual(outer.type), dual(status.type)
            assert isinstance(inner, EndpointType)
            assert isinstance(watching, EndpointType)
            self._endpoint = self._context.new_endpoint(inner, receive=self._receive)
            self._context.connect(self._endpoint, outer)
            watcher: Any = self._context.new_endpoint(watching, status=self._see_members)
            self._context.connect(watcher, status)
            watcher.emit("watch")
        except Exception as error:  # noqa: BLE001 - the object works without pointers
            self._context.log(f"no pointers: {one_line(error)}")
            return
        self._context.every(REFRESH_INTERVAL, self._refresh)
        self._context.at_end(self._leave)

    def _see_members(self, status: dict[str, Any]) -> None:
        """Introduce oneself to whoever comes; forget everybody when all have left."""
        before, self._members = self._members, len(status["members"])
        self._writable = status["writable"]
        if self._members > before:
            self._send_soon()
        elif self._members <= 1 and self._others.clear():
            self._changed([])

    def _send(self) -> None:
        self._pending = None
        self._say(*self._now)

    def _say(self, pointing: Pointing | None, place: ViewPlace | None, *, here: bool = True) -> None:
        if self._members > 1 and self._writable:
            name = self._context.node_name[:LONGEST_NAME]
            self._endpoint.send(_MESSAGE.lower(PointerMessage(self._me, name, here, pointing, place)))

    def _leave(self) -> None:
        self._say(None, None, here=False)

    def _receive(self, told: dict[str, Any]) -> None:
        self.observe(_MESSAGE.lift(told))

    def _refresh(self) -> None:
        """Repeat for those who missed it."""
        self._say(*self._now)
        self.expire()


def _is_place(place: ViewPlace) -> bool:
    numbers = (place.index, place.x, place.y, place.across, place.down)
    return len(place.part) <= LONGEST_PART and all(abs(each) <= FARTHEST for each in numbers)
