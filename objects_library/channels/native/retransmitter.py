"""Saying things once over a group that may be cut in two: numbers, and a memory of what was said."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from uuid import UUID

from objects_library.channels.native.group_member import GroupMember
from objects_library.channels.native.messages import Message, pack
from objects_library.channels.native.unacknowledged import Entry, UnacknowledgedMessages

_ORIGINS = 4096


class Retransmitter:
    """Numbers what this node says and says it again when a side of a cut network comes back.

    Every listener drops what it has heard. Nobody here agrees on anything: what a newcomer hears twice of
    before its time is new to it.
    """

    def __init__(self, line: GroupMember, accepted: Callable[[UUID], None]) -> None:
        self.unacknowledged = UnacknowledgedMessages()
        self._origin = secrets.randbits(64)
        self._member = line
        self._accepted = accepted
        self._heard: dict[int, int] = {}
        self._stable = 0

    def say(self, body: bytes, request: UUID | None = None) -> bool:
        """Say something once; False if too much waits already."""
        if request is not None:
            if self.unacknowledged.was_accepted(request):
                self._accepted(request)
                return True
            if self.unacknowledged.holds(request):
                return True
        if self.unacknowledged.full:
            return False
        entry = self.unacknowledged.add(body, request)
        if self._member.writable:
            self._send(entry)
        return True

    def retransmit(self, rejoined: bool) -> None:
        """The group can be written again: whatever is not safe may have been lost."""
        if rejoined:
            self._stable = 0
        for entry in self.unacknowledged:
            if entry.delivered and not rejoined:
                self._accept(entry)  # all who go on have it: that is what a cut means
            else:
                self._send(entry)

    def is_new(self, message: Message) -> bool:
        """Whether a message is heard for the first time."""
        last = self._heard.pop(message.origin, 0)
        self._heard[message.origin] = max(last, message.number)
        if len(self._heard) > _ORIGINS:
            del self._heard[next(iter(self._heard))]
        if message.origin == self._origin:
            entry = self.unacknowledged.delivered(message.number)
            if entry is not None:
                self._settle(entry)
        return message.number > last

    def stable(self, count: int) -> None:
        """So much of what this node said is safe."""
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
