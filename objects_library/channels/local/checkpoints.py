# SPDX-License-Identifier: BSD-3-Clause
"""What the proxies of one local checkpointed channel share: one order for messages, comings and goings."""

from __future__ import annotations

import threading
from collections import deque
from dataclasses import dataclass, field
from typing import Protocol
from uuid import UUID, uuid4


@dataclass(frozen=True)
class Node:
    """Somebody who takes part in the channel."""

    id: UUID
    name: str


class Ear(Protocol):
    """How a hub reaches one of its members, from whatever thread; calls arrive in the order they are made."""

    def deliver(self, message: bytes) -> None: ...
    def ask_for_state(self, request: UUID) -> None: ...
    def start_from(self, state: bytes | None) -> None: ...
    def see_members(self, members: tuple[Node, ...]) -> None: ...


@dataclass(eq=False)
class ChannelUser:
    """One who takes part: either up to date, or waiting for the state and keeping what comes meanwhile."""

    node: Node
    ear: Ear
    current: bool = False
    kept: deque[bytes] = field(default_factory=deque)
    donor: ChannelUser | None = None
    request: UUID | None = None


class CheckpointHub:
    """A channel in one process; the state for a newcomer is asked for at the very place where it came."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._seats: list[ChannelUser] = []

    def join(self, node: Node, ear: Ear) -> ChannelUser:
        """Take part from now on."""
        with self._lock:
            seat = ChannelUser(node, ear)
            self._seats.append(seat)
            self._notify_members()
            self._provide(seat)
            return seat

    def leave(self, seat: ChannelUser) -> None:
        """Leave; newcomers that waited for this state ask another member."""
        with self._lock:
            if seat not in self._seats:
                return
            self._seats.remove(seat)
            self._notify_members()
            for waiting in tuple(self._seats):
                if not waiting.current and waiting.donor in (seat, None):
                    self._provide(waiting)

    def send(self, message: bytes) -> None:
        """Give everyone the message."""
        with self._lock:
            for seat in self._seats:
                if seat.current:
                    seat.ear.deliver(message)
                else:
                    seat.kept.append(message)

    def give_state(self, giver: ChannelUser, request: UUID, state: bytes) -> None:
        """Process a requested state; drop unrequested and repeated ones."""
        with self._lock:
            for seat in self._seats:
                if seat.donor is giver and seat.request == request:
                    self._start(seat, state)

    def members(self) -> tuple[Node, ...]:
        """Who takes part."""
        with self._lock:
            return tuple(seat.node for seat in self._seats)

    def _provide(self, seat: ChannelUser) -> None:
        """Request the state at this position; it includes everything before."""
        seat.donor = next((each for each in self._seats if each.current), None)
        if seat.donor is not None:
            seat.kept.clear()
            seat.request = uuid4()
            seat.donor.ear.ask_for_state(seat.request)
        elif self._seats[0] is seat:
            self._start(seat, None)  # the first member starts without a state
            for each in self._seats[1:]:
                self._provide(each)

    def _start(self, seat: ChannelUser, state: bytes | None) -> None:
        seat.current, seat.donor, seat.request = True, None, None
        seat.ear.start_from(state)
        while seat.kept:
            seat.ear.deliver(seat.kept.popleft())

    def _notify_members(self) -> None:
        members = tuple(seat.node for seat in self._seats)
        for seat in self._seats:
            seat.ear.see_members(members)
