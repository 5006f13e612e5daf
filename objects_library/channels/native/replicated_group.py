# SPDX-License-Identifier: BSD-3-Clause
"""One node's part in a channel with a replicated state: users, state transfer, bulk transfers."""

from __future__ import annotations

import asyncio
import copy
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import TYPE_CHECKING, Any, Protocol
from uuid import UUID, uuid4

from app.runtime.library import ValueRefusedError
from app.runtime.types import BYTES, Field, ListOf, Record, ValueType
from app.transport_native import Policy
from objects_library.channels.native.bulk_transfer import Spool, StateReceiver, StateSender
from objects_library.channels.native.group_member import GroupMember, join_group
from objects_library.channels.native.messages import (
    Frame,
    FrameError,
    Give,
    History,
    Message,
    ReplicaStatus,
    pack,
    pack_history,
    unpack,
    unpack_history,
)
from objects_library.channels.native.pair_group import is_used, leave_idle, open_pair
from objects_library.channels.native.scope_registry import ScopeAddress
from objects_library.channels.native.snapshot import Snapshot
from objects_library.channels.native.state_stream import StateReader, StateStream
from objects_library.channels.native.state_transfer import StateTransfer

if TYPE_CHECKING:
    from app.transport_native.view import ViewChange

_SMALL = 32 << 10
"""Bytes up to which a state is sent in the group; a larger one goes from node to node."""


_MOVING = 3.0
"""Seconds to wait for members that have followed a move but do not ask for the state."""


class ChannelUser(Protocol):
    """A user of the channel on this node; calls come in the total order."""

    def take(self, message: Message) -> None: ...
    def wants_state(self, request: UUID) -> None: ...
    def begin_with(self, state: Any) -> None: ...
    def accepted(self, request: UUID) -> None: ...


@dataclass
class AttachedUser:
    """A user, and whether it has the state."""

    user: ChannelUser
    started: bool = False
    kept: list[Message] = field(default_factory=list)


_replicated_groups: dict[tuple[int, ScopeAddress, str], ReplicatedGroup] = {}


def open_replicated_group(place: ScopeAddress, group: str, policy: Policy, state_type: ValueType) -> ReplicatedGroup:
    """Open the replicated group of a channel on a node; users there share it."""
    key = (id(asyncio.get_running_loop()), place, group)
    return find_replicated_group(key, lambda: ReplicatedGroup(key, policy, state_type))


def find_replicated_group(key: tuple[int, ScopeAddress, str], make: Callable[[], ReplicatedGroup]) -> ReplicatedGroup:
    """Find or create the group under a key; the caller closes it."""
    group = _replicated_groups.get(key)
    if group is None:
        group = _replicated_groups[key] = make()
    group.open_count += 1
    return group


def replicated_groups() -> Mapping[tuple[int, ScopeAddress, str], ReplicatedGroup]:
    """All open groups of this process, by event loop, address and name."""
    return _replicated_groups


class ReplicatedGroup:
    """Implements `GroupInterface` for a state transfer. Created by `open_replicated_group`."""

    small_state = _SMALL

    def __init__(self, key: tuple[int, ScopeAddress, str], policy: Policy, state_type: ValueType) -> None:
        self.open_count = 0
        self.progress: float | None = None
        self.reason: str | None = None
        self.bytes_given = 0
        self._key = key
        self._state_type = state_type
        self._snapshot_type = Record((Field("state", state_type, True), Field("tail", ListOf(BYTES))))
        self.users: list[AttachedUser] = []
        self._here: dict[UUID, AttachedUser] = {}
        self._tasks: dict[UUID, asyncio.Task[None]] = {}
        self._giving = 0
        self._spool: Spool | None = None
        self.watchers: list[Callable[[], None]] = []
        self.observers: list[Callable[[Message], None]] = []
        """Users that receive messages without having the state."""
        self.trouble: str | None = None
        """Why the channel is read-only, if not for lack of a majority."""
        self.replica = self._new_replica()
        self.member: GroupMember = join_group(key[1], key[2], policy, self)
        self.member.gathered.append(self._gathered)

    def _new_replica(self) -> StateTransfer:
        return StateTransfer(0, self)

    @property
    def state_type(self) -> ValueType:
        """The type of the state."""
        return self._state_type

    def close(self) -> None:
        """Release one use; the last one leaves the channel."""
        self.open_count -= 1
        if self.open_count == 0 and _replicated_groups.get(self._key) is self:
            del _replicated_groups[self._key]
            self._finish()

    def _finish(self) -> None:
        for task in list(self._tasks.values()):
            task.cancel()
        if self._spool is not None:
            self._spool.close()
        self.member.gathered.remove(self._gathered)
        self.member.detach(self)
        if not is_used(self._key[1]):
            leave_idle(self._key[1])

    # ---- users

    def add_user(self, user: ChannelUser) -> None:
        """Add a user that needs the state."""
        donor = next((each for each in self.users if each.started), None)
        place = self.register_user(user)
        if self.replica.standing is ReplicaStatus.ABSENT:
            self.replica.enter()
        elif self.replica.standing is ReplicaStatus.READY and donor is not None:
            self._start_from(donor, place)

    def register_user(self, user: ChannelUser) -> AttachedUser:
        """Register a user without the state."""
        place = AttachedUser(user)
        self.users.append(place)
        return place

    def remove_user(self, user: ChannelUser) -> None:
        """Remove a user."""
        place = next((each for each in self.users if each.user is user), None)
        if place is None:
            return
        self.users.remove(place)
        if self.replica.standing is ReplicaStatus.READY and not any(each.started for each in self.users):
            self.replica.leave()
            if self.users:
                self.replica.enter()
        elif not self.users:
            self.replica.leave()

    def submit(self, body: bytes, request: UUID | None = None) -> bool:
        """Submit a message exactly once; False if the queue is full."""
        return self.replica.submit(body, request)

    def give_state(self, request: UUID, state: Any) -> None:
        """Answer `wants_state`: the state, or an older one with the messages since."""
        snapshot = state if isinstance(state, Snapshot) else Snapshot(state)
        newcomer = self._here.pop(request, None)
        if newcomer is not None:
            self._start(newcomer, copy.deepcopy(snapshot))
            return
        gift = self.replica.gift(request)
        if gift is not None:
            self._give(request, gift[0], gift[1], snapshot)

    def _start_from(self, donor: AttachedUser, newcomer: AttachedUser) -> None:
        """Transfer the state between two users on one node."""
        request = uuid4()
        self._here[request] = newcomer
        donor.user.wants_state(request)

    def _start(self, place: AttachedUser, snapshot: Snapshot) -> None:
        place.started = True
        place.user.begin_with(snapshot.state)
        kept, place.kept = place.kept, []
        for message in chain(snapshot.tail, kept):
            place.user.take(message)

    # ---- events of the group member

    def messages_delivered(self, messages: Sequence[tuple[int, bytes]]) -> None:
        own, returned = self.member.own, self.member.returned
        for sender, data in messages:
            returned += sender == own
            try:
                frame = self._unpack(data)
            except FrameError:
                self.replica.refused_frames += 1
                continue
            self._take(sender, frame, returned)

    def _take(self, sender: int, frame: Frame, returned: int) -> None:
        self.replica.take(sender, frame, returned)

    def view_changed(self, change: ViewChange) -> None:
        self.replica.own = self.member.own
        self._hold()
        self.replica.change_view(change)

    def _hold(self) -> None:
        """Hold messages while members follow a move, or while the disk is full."""
        self.replica.hold(self.trouble is not None or self.member.gathering)
        if self.member.gathering:
            self.replica.move(together=True)

    def _gathered(self) -> None:
        self._hold()
        if self.replica.together:
            self.later(_MOVING, lambda: self.replica.move(together=self.member.gathering))

    def stable(self, count: int) -> None:
        self.replica.stable(count)

    # ---- requests of the state transfer

    # A document has frames and histories of its own.
    _pack = staticmethod(pack)
    _unpack = staticmethod(unpack)
    _pack_history = staticmethod(pack_history)
    _unpack_history = staticmethod(unpack_history)

    def send(self, frame: Frame) -> None:
        self.member.send(self._pack(frame))

    def deliver(self, message: Message) -> None:
        for place in self.users:
            if place.started:
                place.user.take(message)
            else:
                place.kept.append(message)

        self.observe(message)

    def observe(self, message: Message) -> None:
        for observer in tuple(self.observers):
            observer(message)

    def ask_for_state(self, request: UUID) -> None:
        donor = next((each for each in self.users if each.started), None)
        if donor is None:
            self.replica.state_refused(request)
        else:
            donor.user.wants_state(request)

    def start_empty(self) -> None:
        for place in self.users:
            place.kept = []
            self._start(place, Snapshot(None))

    def start_with(self, snapshot: Snapshot) -> None:
        for number, place in enumerate(self.users):
            place.kept = []
            self._start(place, copy.deepcopy(snapshot) if number else snapshot)
        self.progress = None
        if self._spool is not None:
            self._spool.close()
            self._spool = None

    def is_kept(self, place: int) -> bool:  # noqa: ARG002  # nothing is promised here
        return True

    def keeps(self, member: int, count: int) -> None:
        """Nothing asks for it here."""

    def accepted(self, request: UUID) -> None:
        for place in self.users:
            place.user.accepted(request)

    def changed(self) -> None:
        for watcher in tuple(self.watchers):
            watcher()

    def later(self, seconds: float, call: Callable[[], object]) -> None:
        loop = asyncio.get_running_loop()
        # While the program ends, Qt fires timers of a loop that no longer runs.
        loop.call_later(seconds, lambda: call() if self.open_count and loop.is_running() else None)

    @property
    def load(self) -> int:
        return self._giving

    # ---- transfers

    def _give(self, request: UUID, newcomer: int, history: History, snapshot: Snapshot) -> None:
        value: dict[str, Any] = {} if snapshot.state is None else {"state": snapshot.state}
        stream = StateStream(self._snapshot_type, {**value, "tail": [pack(each) for each in snapshot.tail]})
        parts = iter(stream)
        head, size = list[bytes](), 0
        try:
            for part in parts:
                head.append(part)
                size += len(part)
                if size > self.small_state:
                    break
        except ValueRefusedError:
            self.replica.state_refused(request)
            raise
        large = size > self.small_state
        small = b"" if large else b"".join(head)
        self.send(Give(request, newcomer, large, self._pack_history(history) + small))
        if not large:
            self.replica.state_sent(request)
            return
        self._spawn(request, self._give_large(request, newcomer, stream, chain(head, parts)))

    async def _give_large(self, request: UUID, newcomer: int, stream: StateStream, parts: Iterator[bytes]) -> None:
        pair = open_pair(self._key[1], self.member.own, newcomer)
        self._giving += 1
        giving = StateSender(pair, request, stream, parts)
        try:
            await giving.run()
        except ValueRefusedError:
            await giving.fail()
        except TimeoutError:
            pass  # it will ask again, or is gone
        finally:
            self._giving -= 1
            self.bytes_given += giving.bytes_sent
            pair.close(request)
            self.replica.state_sent(request)

    def expect(self, request: UUID, donor: int, give: Give) -> None:
        try:
            history, rest = self._unpack_history(give.data)
            if give.large:
                self._spawn(request, self._receive_large(request, donor, history))
                return
            reader = StateReader(self._snapshot_type)
            reader.feed(rest)
            snapshot = _snapshot(reader.value())
        except (FrameError, ValueRefusedError):
            self.replica.refused_frames += 1
            self.replica.donor_failed(request)
            return
        self.replica.state_arrived(request, history, snapshot)

    async def _receive_large(self, request: UUID, donor: int, history: History) -> None:
        pair = open_pair(self._key[1], self.member.own, donor)
        if self._spool is None:
            self._spool = Spool()
        try:
            receiving = StateReceiver(pair, request, self._spool, self._show_progress)
            snapshot = _snapshot(await receiving.run(self._snapshot_type))
        except (TimeoutError, ValueRefusedError, FrameError):
            self.replica.donor_failed(request)
            return
        except OSError as error:
            self.reason = f"the state cannot be kept on this computer: {error.strerror}"
            self.replica.donor_failed(request)
            return
        finally:
            pair.close(request)
        self.reason = None
        self.replica.state_arrived(request, history, snapshot)

    def _show_progress(self, share: float) -> None:
        if self.progress is None or abs(share - self.progress) >= 0.01:
            self.progress = share
            self.changed()

    def is_expecting(self, request: UUID) -> bool:
        return request in self._tasks

    def forget(self, request: UUID) -> None:
        task = self._tasks.pop(request, None)
        if task is not None:
            task.cancel()

    def _spawn(self, request: UUID, work: Any) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks[request] = task
        task.add_done_callback(lambda _: self._tasks.pop(request, None))


def _snapshot(value: dict[str, Any]) -> Snapshot:
    tail = [unpack(each) for each in value["tail"]]
    messages = tuple(each for each in tail if isinstance(each, Message))
    if len(messages) < len(tail):
        raise FrameError("what follows a state are not all messages")
    return Snapshot(value.get("state"), messages)
