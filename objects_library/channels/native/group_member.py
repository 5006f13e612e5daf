# SPDX-License-Identifier: BSD-3-Clause
"""One node's membership of a group of the engine, shared by all users on that node."""

from __future__ import annotations

import asyncio
import contextlib
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Protocol
from uuid import UUID

from app.transport_native import ClosedError, Order, Policy, SendBufferFullError
from app.transport_native.batch import Batch
from app.transport_native.view import Member, ViewChange
from objects_library.channels.native.scope_registry import ScopeAddress, enter_scope, leave_scope, scope_at

if TYPE_CHECKING:
    from app.transport_native.scope import Group

_GATHERING = 2.0
"""Seconds that members have to follow when their scope moves."""

_memberships: dict[tuple[int, ScopeAddress, str], GroupMember] = {}


class Listener(Protocol):
    """A user of a group member; calls come in the order of the group."""

    def messages_delivered(self, messages: Sequence[tuple[int, bytes]]) -> None:
        """Messages, each with the number of its sender."""

    def view_changed(self, change: ViewChange) -> None:
        """The membership changes at this position."""

    def stable(self, count: int) -> None:
        """The number of this node's messages that are stable."""


def join_group(place: ScopeAddress, group: str, policy: Policy, listener: Listener) -> GroupMember:
    """Join a group; users on one node share the membership. The group's name must imply the policy."""
    key = (id(asyncio.get_running_loop()), place, group)
    membership = _memberships.get(key)
    if membership is None:
        membership = _memberships[key] = GroupMember(key, policy)
    membership.attach(listener)
    return membership


def memberships_here() -> list[GroupMember]:
    """All memberships of this event loop."""
    here = id(asyncio.get_running_loop())
    return [membership for (loop, _, _), membership in _memberships.items() if loop == here]


class GroupMember:
    """Sends to the group and notifies its listeners. Created by `join_group`."""

    def __init__(self, key: tuple[int, ScopeAddress, str], policy: Policy) -> None:
        self._key = key
        self.place, self.name = key[1], key[2]
        self.policy = policy
        self.scope = enter_scope(self.place)
        self.group = self._join()
        self.gathered: list[Callable[[], None]] = []
        """Called when enough members have followed a move, so that all receive what is sent from then on."""
        self._gathering = 0
        self._moved = False
        self._own = 0
        self.last_view_change: ViewChange | None = None
        self.sent = 0
        self.returned = 0
        """How many of this node's messages were delivered before the present batch."""
        self._listeners: list[Listener] = []
        self._waiting: deque[bytes] = deque()
        self._flushing: asyncio.Task[None] | None = None

    @property
    def own(self) -> int:
        """The number of this node, after the first view change."""
        if self.scope.view is not None:
            self._own = self.scope.view.own.number
        return self._own

    @property
    def members(self) -> tuple[Member, ...]:
        """The members."""
        return self.last_view_change.members if self.last_view_change is not None else ()

    @property
    def writable(self) -> bool:
        """Whether this node may send: it has joined and, if required, is in the majority."""
        return self.last_view_change is not None and self.last_view_change.writable and not self._gathering

    @property
    def gathering(self) -> bool:
        """Whether members have yet to follow a move."""
        return self._gathering > 0

    def attach(self, listener: Listener) -> None:
        self._listeners.append(listener)

    def detach(self, listener: Listener) -> None:
        """Remove a listener; the last one leaves the group."""
        if listener not in self._listeners:
            return
        self._listeners.remove(listener)
        if not self._listeners and _memberships.get(self._key) is self:
            del _memberships[self._key]
            if self._flushing is not None:
                self._flushing.cancel()
            self._be_deaf()
            self._leave()

    def _join(self) -> Group:
        group = self.scope.join(self.name, self.policy, deliver_own=True)
        group.on_batch = self._batch
        group.on_view_change = self._view_change
        group.on_stable = self._stable
        if self.policy.order is Order.SENDER:
            group.on_members = self._members_changed
        return group

    def _be_deaf(self) -> None:
        self.group.on_batch = self.group.on_view_change = self.group.on_stable = self.group.on_members = None

    def retire(self) -> None:
        """Stop sending until `move` is called; transfers with others end."""
        before = self.last_view_change
        if before is not None:
            alone = tuple(member for member in before.members if member.number == self.own)
            left = tuple(member for member in before.members if member.number != self.own)
            self._view_change(ViewChange(before.view, alone, (), left, False, False))
        self._be_deaf()
        with contextlib.suppress(SendBufferFullError, ClosedError):
            self.group.leave()

    def move(self, expected: int) -> None:
        """Continue in the scope that the address has now, as after a partition.

        Nothing is sent until `expected` members are there or a time-out has passed, so that a late member
        misses nothing.
        """
        self._gathering = expected
        asyncio.get_running_loop().call_later(_GATHERING, self._gather)
        if self.policy.order is not Order.SENDER:
            self._waiting.clear()  # users that need an order retransmit what was not delivered
        self._moved = self.last_view_change is not None
        self.scope = scope_at(self.place)
        self.group = self._join()

    def _leave(self) -> None:
        try:
            self.group.leave()
        except SendBufferFullError:
            asyncio.get_running_loop().call_later(0.05, self._leave)
            return
        leave_scope(self.place, self.scope)

    def send(self, data: bytes) -> int:
        """Send as soon as there is room; return the number of messages sent so far."""
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
        """Send if there is room now."""
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
            listener.messages_delivered(messages)
        self.returned += sum(sender == self.own for sender, _ in messages)

    def _members_changed(self, members: tuple[Member, ...]) -> None:
        """Report members of groups with FIFO order, which have no view changes."""
        view, before = self.scope.view, self.members
        if view is None or view.own not in members:
            return
        joined = tuple(member for member in members if member not in before)
        left = tuple(member for member in before if member not in members)
        writable = not view.groups[self.group.number].read_only
        self._view_change(ViewChange(view.number, members, joined, left, False, writable))

    def _view_change(self, change: ViewChange) -> None:
        if self._moved:
            self._moved, change = False, replace(change, joined=change.members, rejoined=True)
        if self.last_view_change is None or change.rejoined:
            self.sent = self.returned = 0  # from here on the engine counts from zero
        self.last_view_change = change
        enough = len(change.members) >= self._gathering
        if self.policy.order is not Order.TOTAL:
            self._gathering = 0 if enough else self._gathering
            change = replace(change, writable=change.writable and enough)
        for listener in tuple(self._listeners):
            listener.view_changed(change)
        if enough:
            self._end_gathering()

    def _gather(self) -> None:
        """End the wait; members that follow later catch up like newcomers."""
        if self._gathering and self.last_view_change is not None:
            self._end_gathering()
            if self.policy.order is not Order.TOTAL:
                self._view_change(replace(self.last_view_change, joined=(), left=(), rejoined=False))

    def _end_gathering(self) -> None:
        if self._gathering:
            self._gathering = 0
            for call in tuple(self.gathered):
                call()

    def _stable(self, count: int) -> None:
        view = self.scope.view
        group = view.groups.get(self.group.number) if view is not None else None
        if group is None or group.read_only:
            return  # a minority cannot make messages stable
        for listener in tuple(self._listeners):
            listener.stable(count)


def node_of(member: Member) -> dict[str, object]:
    """A member as a value of the type `Node`."""
    return {"id": UUID(bytes=member.id), "name": f"{member.address}:{member.port}"}
