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


class Listener(Protocol):
    """How a hub reaches one of its members, from whatever thread; calls arrive in the order they are made."""

    def deliver(self, message: bytes) -> None: ...
    def ask_for_state(self, request: UUID) -> None: ...
    def start_from(self, state: bytes | None) -> None: ...
    def see_members(self, members: tuple[Node, ...]) -> None: ...


@dataclass(eq=False)
class ChannelUser:
    """One who takes part: either up to date, or waiting for the state and keeping what comes meanwhile."""

    node: Node
    listener: Listener
    current: bool = False
    kept: deque[bytes] = field(default_factory=deque)
    donor: ChannelUser | None = None
    request: UUID | None = None


class CheckpointHub:
    """A channel in one process; the state for a newcomer is asked for at the very place where it came."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._users: list[ChannelUser] = []

    def join(self, node: Node, listener: Listener) -> ChannelUser:
        """Take part from now on."""
        with self._lock:
            user = ChannelUser(node, listener)
            self._users.append(user)
            self._notify_members()
            self._provide(user)
            return user

    def leave(self, user: ChannelUser) -> None:
        """Leave; newcomers that waited for this state ask another member."""
        with self._lock:
            if user not in self._users:
                return
            self._users.remove(user)
            self._notify_members()
            for waiting in tuple(self._users):
                if not waiting.current and waiting.donor in (user, None):
                    self._provide(waiting)

    def send(self, message: bytes) -> None:
        """Give everyone the message."""
        with self._lock:
            for user in self._users:
                if user.current:
                    user.listener.deliver(message)
                else:
                    user.kept.append(message)

    def give_state(self, giver: ChannelUser, request: UUID, state: bytes) -> None:
        """Process a requested state; drop unrequested and repeated ones."""
        with self._lock:
            for user in self._users:
                if user.donor is giver and user.request == request:
                    self._start(user, state)

    def members(self) -> tuple[Node, ...]:
        """Who takes part."""
        with self._lock:
            return tuple(user.node for user in self._users)

    def _provide(self, user: ChannelUser) -> None:
        """Request the state at this position; it includes everything before."""
        user.donor = next((each for each in self._users if each.current), None)
        if user.donor is not None:
            user.kept.clear()
            user.request = uuid4()
            user.donor.listener.ask_for_state(user.request)
        elif self._users[0] is user:
            self._start(user, None)  # the first member starts without a state
            for each in self._users[1:]:
                self._provide(each)

    def _start(self, user: ChannelUser, state: bytes | None) -> None:
        user.current, user.donor, user.request = True, None, None
        user.listener.start_from(state)
        while user.kept:
            user.listener.deliver(user.kept.popleft())

    def _notify_members(self) -> None:
        members = tuple(user.node for user in self._users)
        for user in self._users:
            user.listener.see_members(members)
