"""A group of the engine as one node takes part in it, shared by all that use it there."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol
from uuid import UUID

from app.transport_native import ClosedError, Order, Policy, SendBufferFullError
from app.transport_native.batch import Batch
from app.transport_native.view import Cut, Member
from objects_library.channels.native.engines import Place, enter_scope, leave_scope

if TYPE_CHECKING:
    from app.transport_native.scope import Group

_lines: dict[tuple[int, Place, str], Line] = {}


class Listener(Protocol):
    """Whoever uses a line; everything is told in the order of the group."""

    def heard(self, messages: Sequence[tuple[int, bytes]]) -> None:
        """Messages, each with the number of the member that sent it."""

    def cut(self, cut: Cut) -> None:
        """The membership changes at this place."""

    def stable(self, count: int) -> None:
        """So many of the messages that this node has sent are safe."""


def open_line(place: Place, group: str, policy: Policy, listener: Listener) -> Line:
    """Take part in a group; several on one node share it. Its name must imply the policy."""
    key = (id(asyncio.get_running_loop()), place, group)
    line = _lines.get(key)
    if line is None:
        line = _lines[key] = Line(key, policy)
    line.attach(listener)
    return line


def lines_here() -> list[Line]:
    """All lines of this event loop."""
    here = id(asyncio.get_running_loop())
    return [line for (loop, _, _), line in _lines.items() if loop == here]


class Line:
    """Sends, and tells its listeners what comes. Made by `open_line`."""

    def __init__(self, key: tuple[int, Place, str], policy: Policy) -> None:
        self._key = key
        self.place, self.name = key[1], key[2]
        self.policy = policy
        self.scope = enter_scope(self.place)
        self.group: Group = self.scope.join(key[2], policy, deliver_own=True)
        self.group.on_batch = self._batch
        self.group.on_cut = self._cut
        self.group.on_stable = self._stable
        if policy.order is Order.SENDER:
            self.group.on_members = self._members_changed
        self.last_cut: Cut | None = None
        self.sent = 0
        self._listeners: list[Listener] = []
        self._waiting: deque[bytes] = deque()
        self._flushing: asyncio.Task[None] | None = None

    @property
    def own(self) -> int:
        """The number of this node, once there is a cut."""
        assert self.scope.view is not None
        return self.scope.view.own.number

    @property
    def members(self) -> tuple[Member, ...]:
        """Who takes part."""
        return self.last_cut.members if self.last_cut is not None else ()

    @property
    def writable(self) -> bool:
        """Whether anything can be said: this node takes part, and with the majority if that is asked for."""
        return self.last_cut is not None and self.last_cut.writable

    def attach(self, listener: Listener) -> None:
        self._listeners.append(listener)

    def detach(self, listener: Listener) -> None:
        """Take part no longer, if this was the last."""
        if listener not in self._listeners:
            return
        self._listeners.remove(listener)
        if not self._listeners and _lines.get(self._key) is self:
            del _lines[self._key]
            if self._flushing is not None:
                self._flushing.cancel()
            self.group.on_batch = self.group.on_cut = self.group.on_stable = self.group.on_members = None
            self._leave()

    def _leave(self) -> None:
        try:
            self.group.leave()
        except SendBufferFullError:
            asyncio.get_running_loop().call_later(0.05, self._leave)
            return
        leave_scope(self.place, self.scope)

    def send(self, data: bytes) -> int:
        """Say something, as soon as there is room; returns how much has been said so far."""
        self.sent += 1
        if not self._waiting:
            try:
                self.group.send(data)
                return self.sent
            except SendBufferFullError:
                pass
        self._waiting.append(data)
        if self._flushing is None or self._flushing.done():
            self._flushing = asyncio.get_running_loop().create_task(self._flush())
        return self.sent

    def offer(self, data: bytes) -> bool:
        """Say something if there is room for it now."""
        if self._waiting:
            return False
        try:
            self.group.send(data)
        except SendBufferFullError:
            return False
        self.sent += 1
        return True

    async def _flush(self) -> None:
        while self._waiting:
            try:
                await self.group.put(self._waiting[0])
            except ClosedError:
                self._waiting.clear()
                return
            self._waiting.popleft()

    def _batch(self, batch: Batch) -> None:
        messages = [(sender, bytes(data)) for data, sender in zip(batch, batch.senders, strict=True)]
        for listener in tuple(self._listeners):
            listener.heard(messages)

    def _members_changed(self, members: tuple[Member, ...]) -> None:
        """Groups that are only ordered by sender have no cuts, but their members are known all the same."""
        view, before = self.scope.view, self.members
        if view is None or view.own not in members:
            return
        joined = tuple(member for member in members if member not in before)
        left = tuple(member for member in before if member not in members)
        writable = not view.groups[self.group.number].read_only
        self._cut(Cut(view.number, members, joined, left, False, writable))

    def _cut(self, cut: Cut) -> None:
        if self.last_cut is None or cut.rejoined:
            self.sent = 0  # from here on the engine counts anew
        self.last_cut = cut
        for listener in tuple(self._listeners):
            listener.cut(cut)

    def _stable(self, count: int) -> None:
        view = self.scope.view
        group = view.groups.get(self.group.number) if view is not None else None
        if group is None or group.read_only:
            return  # a minority has lost the others, and with them what it takes to be safe
        for listener in tuple(self._listeners):
            listener.stable(count)


def node_of(member: Member) -> dict[str, object]:
    """A member as a value of the type `Node`."""
    return {"id": UUID(bytes=member.id), "name": f"{member.address}:{member.port}"}
