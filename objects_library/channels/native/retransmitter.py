# SPDX-License-Identifier: BSD-3-Clause
"""Exactly-once sending over a group that may partition: sequence numbers and duplicate detection."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from uuid import UUID

from objects_library.channels.native.group_member import GroupMember
from objects_library.channels.native.messages import Message, pack
from objects_library.channels.native.unacknowledged import Entry, UnacknowledgedMessages

_ORIGINS = 4096


class Retransmitter:
    """Numbers this node's messages and retransmits them after a partition heals.

    Every receiver drops duplicates. There is no agreement: a newcomer cannot detect duplicates of messages
    from before it joined.
    """

    def __init__(self, membership: GroupMember, accepted: Callable[[UUID], None]) -> None:
        self.unacknowledged = UnacknowledgedMessages()
        self._origin = secrets.randbits(64)
        self._member = membership
        self._accepted = accepted
        self._delivered: dict[int, int] = {}
        self._stable = 0

    def send(self, body: bytes, request: UUID | None = None) -> bool:
        """Send a message once; False if the queue is full."""
        send = self._send if self._member.writable else None
        return self.unacknowledged.submit(body, request, self._accepted, send)

    def retransmit(self, rejoined: bool) -> None:
        """Retransmit what is not stable, once the group is writable again."""
        if rejoined:
            self._stable = 0
        for entry in self.unacknowledged:
            if entry.delivered and not rejoined:
                self._accept(entry)  # a view change guarantees that all members have it
            else:
                self._send(entry)

    def is_new(self, message: Message) -> bool:
        """Whether a message is not a duplicate."""
        last = self._delivered.pop(message.origin, 0)
        self._delivered[message.origin] = max(last, message.number)
        if len(self._delivered) > _ORIGINS:
            del self._delivered[next(iter(self._delivered))]
        if message.origin == self._origin:
            entry = self.unacknowledged.delivered(message.number)
            if entry is not None:
                self._settle(entry)
        return message.number > last

    def stable(self, count: int) -> None:
        """Record how many of this node's messages are stable."""
        self._stable = max(self._stable, count)
        for entry in self.unacknowledged:
            if not self._settle(entry):
                break

    def _settle(self, entry: Entry) -> bool:
        if not entry.delivered or entry.ticket is None or entry.ticket > self._stable:
            return False
        self._accept(entry)
        return True

    def _accept(self, entry: Entry) -> None:
        request = self.unacknowledged.accept(entry)
        if request is not None:
            self._accepted(request)

    def _send(self, entry: Entry) -> None:
        entry.ticket = self._member.send(pack(Message(self._origin, entry.number, entry.body)))
