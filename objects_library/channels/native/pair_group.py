# SPDX-License-Identifier: BSD-3-Clause
"""A group of two nodes of a scope, shared by all their channels."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING
from uuid import UUID

from app.transport_native import Partition, Policy
from objects_library.channels.native.group_member import GroupMember, join_group, memberships_here
from objects_library.channels.native.scope_registry import ScopeAddress

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.transport_native.view import ViewChange

_LINGER = 5.0
"""Seconds that the group stays open after its last transfer, since every join and leave is seen by all."""
_MEET = 5.0
_NAME = "transfer:"

Handle = Callable[[bytes], None]
_pairs: dict[tuple[int, ScopeAddress, int], PairGroup] = {}


def open_pair(place: ScopeAddress, own: int, other: int) -> PairGroup:
    """Open the group with another node; the caller closes it."""
    key = (id(asyncio.get_running_loop()), place, other)
    pair = _pairs.get(key)
    if pair is None:
        pair = _pairs[key] = PairGroup(key, own, other)
    pair.users += 1
    return pair


def is_used(place: ScopeAddress) -> bool:
    """Whether the scope has groups other than pairs."""
    return any(membership.place == place and not membership.name.startswith(_NAME) for membership in memberships_here())


def leave_idle(place: ScopeAddress) -> None:
    """Leave idle pairs: the last channel of the scope is closed."""
    loop = id(asyncio.get_running_loop())
    for key, pair in list(_pairs.items()):
        if key[:2] == (loop, place) and not pair.users:
            pair._leave()  # noqa: SLF001  # part of the same concept


def forget_pairs(place: ScopeAddress) -> None:
    """Forget the pairs of a scope that has moved, where members have other numbers."""
    loop = id(asyncio.get_running_loop())
    for key, pair in list(_pairs.items()):
        if key[:2] == (loop, place):
            pair.users = 0
            pair._leave()  # noqa: SLF001  # part of the same concept


class PairGroup:
    """Carries frames of 17 bytes or more between two nodes: a kind, the id of the transfer, and the rest."""

    def __init__(self, key: tuple[int, ScopeAddress, int], own: int, other: int) -> None:
        self.users = 0
        self.other = other
        self._key = key
        self._handlers: dict[UUID, Handle] = {}
        self._early: dict[UUID, list[bytes]] = {}
        self._together = asyncio.Event()
        name = f"{_NAME}{min(own, other):08x}-{max(own, other):08x}"
        self._member: GroupMember = join_group(key[1], name, Policy(partition=Partition.MERGE), self)

    async def meet(self) -> None:
        """Wait until both nodes have joined."""
        async with asyncio.timeout(_MEET):
            await self._together.wait()

    def handle(self, transfer: UUID, handler: Handle) -> None:
        """Register the handler of a transfer; it gets what arrived before, too."""
        self._handlers[transfer] = handler
        for frame in self._early.pop(transfer, []):
            handler(frame)

    async def send(self, kind: int, transfer: UUID, rest: bytes = b"") -> None:
        """Send to the other node as soon as there is room."""
        self._member.send(bytes([kind]) + transfer.bytes + rest)
        await self._member.group.room()

    def close(self, transfer: UUID) -> None:
        """End a transfer."""
        self._handlers.pop(transfer, None)
        self._early.pop(transfer, None)
        self.users -= 1
        if self.users:
            return
        if is_used(self._key[1]):
            asyncio.get_running_loop().call_later(_LINGER, self._leave)
        else:
            self._leave()

    def _leave(self) -> None:
        if not self.users and _pairs.get(self._key) is self:
            del _pairs[self._key]
            self._member.detach(self)

    # ---- events of the group member

    def messages_delivered(self, messages: Sequence[tuple[int, bytes]]) -> None:
        for sender, data in messages:
            if sender != self.other or len(data) < 17:
                continue
            transfer = UUID(bytes=data[1:17])
            handler = self._handlers.get(transfer)
            if handler is not None:
                handler(data)
            elif len(self._early) < 64 and len(early := self._early.setdefault(transfer, [])) < 16:
                early.append(data)

    def view_changed(self, change: ViewChange) -> None:
        if any(member.number == self.other for member in change.members):
            self._together.set()
        else:
            self._together.clear()

    def stable(self, count: int) -> None:
        """Nothing depends on stability here."""
