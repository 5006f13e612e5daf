# SPDX-License-Identifier: BSD-3-Clause
"""Messages that a node has submitted and that are not yet accepted."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from uuid import UUID

_REMEMBERED = 4096
"""The number of accepted requests remembered, for repeated submissions."""
MOST_BYTES = 64 << 20


@dataclass(slots=True)
class Entry:
    """A numbered message; it is accepted when it is delivered and safe."""

    number: int
    body: bytes
    request: UUID | None
    delivered: bool = False
    ticket: int | None = None
    """Its position among this node's sent messages; None while it waits."""
    place: int = 0
    """Its position in the total order, once delivered."""


class UnacknowledgedMessages:
    """Messages in the order of their numbers until they are accepted."""

    def __init__(self) -> None:
        self._entries: OrderedDict[int, Entry] = OrderedDict()
        self._requests: dict[UUID, int] = {}
        self._accepted: OrderedDict[UUID, None] = OrderedDict()
        self._last = 0
        self.size = 0

    def __len__(self) -> int:
        return len(self._entries)

    def __iter__(self) -> Iterator[Entry]:
        return iter(list(self._entries.values()))

    @property
    def first(self) -> int:
        """The number of the first message not accepted, or of the next one."""
        return next(iter(self._entries), self._last + 1)

    @property
    def last(self) -> int:
        """The number of the last message."""
        return self._last

    def start_at(self, number: int) -> None:
        """Give the next message this number; nothing waits yet."""
        assert not self._entries
        self._last = number - 1

    def count_anew(self) -> None:
        """Renumber waiting messages from 1."""
        entries = list(self._entries.values())
        self._entries.clear()
        for number, entry in enumerate(entries, 1):
            entry.number, entry.delivered, entry.ticket = number, False, None
            self._entries[number] = entry
            if entry.request is not None:
                self._requests[entry.request] = number
        self._last = len(entries)

    @property
    def full(self) -> bool:
        """Whether the queue is full."""
        return self.size > MOST_BYTES

    def was_accepted(self, request: UUID) -> bool:
        """Whether a request was accepted before."""
        return request in self._accepted

    def holds(self, request: UUID) -> bool:
        """Whether a request is pending."""
        return request in self._requests

    def submit(
        self,
        body: bytes,
        request: UUID | None,
        accepted: Callable[[UUID], object],
        send: Callable[[Entry], object] | None,
    ) -> bool:
        """Add a message unless its request is known, and send it if possible; False if the queue is full."""
        if request is not None:
            if self.was_accepted(request):
                accepted(request)
                return True
            if self.holds(request):
                return True
        if self.full:
            return False
        entry = self.add(body, request)
        if send is not None:
            send(entry)
        return True

    def add(self, body: bytes, request: UUID | None) -> Entry:
        """Number and add a message."""
        self._last += 1
        entry = Entry(self._last, body, request)
        self._entries[entry.number] = entry
        self.size += len(body)
        if request is not None:
            self._requests[request] = entry.number
        return entry

    def delivered(self, number: int, place: int = 0) -> Entry | None:
        """Record the delivery of this node's message."""
        entry = self._entries.get(number)
        if entry is not None:
            entry.delivered, entry.place = True, place
        return entry

    def accept(self, entry: Entry) -> UUID | None:
        """Remove an accepted message; return its request, if any."""
        if self._entries.pop(entry.number, None) is None:
            return None
        self.size -= len(entry.body)
        if entry.request is None:
            return None
        del self._requests[entry.request]
        self._accepted[entry.request] = None
        if len(self._accepted) > _REMEMBERED:
            self._accepted.popitem(last=False)
        return entry.request
