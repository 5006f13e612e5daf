"""A channel with a common state, as one node takes part in it: the replica, its users, the transfers."""

from __future__ import annotations

import asyncio
import copy
from collections.abc import Callable, Iterator, Sequence
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
"""A state of up to so many bytes is said to all; a larger one goes from node to node."""


_MOVING = 3.0
"""Seconds after which nobody waits any more for those who came along but do not ask for the state."""


class ChannelUser(Protocol):
    """Somebody on this node who uses the channel; everything is told in the order of all."""

    def take(self, body: bytes) -> None: ...
    def wants_state(self, request: UUID) -> None: ...
    def begin_with(self, state: Any) -> None: ...
    def accepted(self, request: UUID) -> None: ...


@dataclass
class AttachedUser:
    """A seat, and whether whoever sits there has the state."""

    seat: ChannelUser
    started: bool = False
    kept: list[bytes] = field(default_factory=list)


_replicated_groups: dict[tuple[int, ScopeAddress, str], ReplicatedGroup] = {}


def open_replicated_group(place: ScopeAddress, group: str, policy: Policy, state_type: ValueType) -> ReplicatedGroup:
    """The station of a channel on a node; several users there share it."""
    key = (id(asyncio.get_running_loop()), place, group)
    return find_replicated_group(key, lambda: ReplicatedGroup(key, policy, state_type))


def find_replicated_group(key: tuple[int, ScopeAddress, str], make: Callable[[], ReplicatedGroup]) -> ReplicatedGroup:
    """The station under a key, made by the first who asks; whoever gets it closes it."""
    station = _replicated_groups.get(key)
    if station is None:
        station = _replicated_groups[key] = make()
    station.users += 1
    return station


class ReplicatedGroup:
    """The surroundings of a replica. Made by `open_replicated_group`."""

    def __init__(self, key: tuple[int, ScopeAddress, str], policy: Policy, state_type: ValueType) -> None:
        self.users = 0
        self.progress: float | None = None
        self.reason: str | None = None
        self.bytes_given = 0
        self._key = key
        self._state_type = state_type
        self._snapshot_type = Record((Field("state", state_type, True), Field("tail", ListOf(BYTES))))
        self.seats: list[AttachedUser] = []
        self._here: dict[UUID, AttachedUser] = {}
        self._tasks: dict[UUID, asyncio.Task[None]] = {}
        self._giving = 0
        self._spool: Spool | None = None
        self.watchers: list[Callable[[], None]] = []
        self.observers: list[Callable[[bytes], None]] = []
        """Those who hear messages without having the state."""
        self.trouble: str | None = None
        """Why nothing can be changed, if it is not for want of a majority."""
        self.replica = StateTransfer(0, self)
        self.line: GroupMember = join_group(key[1], key[2], policy, self)
        self.line.gathered.append(self._gathered)

    def close(self) -> None:
        """One user less; the last one leaves the channel."""
        self.users -= 1
        if self.users == 0 and _replicated_groups.get(self._key) is self:
            del _replicated_groups[self._key]
            self._finish()

    def _finish(self) -> None:
        for task in list(self._tasks.values()):
            task.cancel()
        if self._spool is not None:
            self._spool.close()
        self.line.gathered.remove(self._gathered)
        self.line.detach(self)
        if not is_used(self._key[1]):
            leave_idle(self._key[1])

    # ---- users

    def sit(self, seat: ChannelUser) -> None:
        """Somebody begins to use the channel, and needs its state."""
        donor = next((each for each in self.seats if each.started), None)
        place = self.add_seat(seat)
        if self.replica.standing is ReplicaStatus.ABSENT:
            self.replica.enter()
        elif self.replica.standing is ReplicaStatus.READY and donor is not None:
            self._start_from(donor, place)

    def add_seat(self, seat: ChannelUser) -> AttachedUser:
        """Somebody is there, who does not have the state."""
        place = AttachedUser(seat)
        self.seats.append(place)
        return place

    def rise(self, seat: ChannelUser) -> None:
        """Somebody uses the channel no longer."""
        place = next((each for each in self.seats if each.seat is seat), None)
        if place is None:
            return
        self.seats.remove(place)
        if self.replica.standing is ReplicaStatus.READY and not any(each.started for each in self.seats):
            self.replica.leave()
            if self.seats:
                self.replica.enter()
        elif not self.seats:
            self.replica.leave()

    def submit(self, body: bytes, request: UUID | None = None) -> bool:
        """Say something to all, once; False if too much waits already."""
        return self.replica.submit(body, request)

    def give_state(self, request: UUID, state: Any) -> None:
        """The answer to `wants_state`: the state, or an older one and what has been said since."""
        snapshot = state if isinstance(state, Snapshot) else Snapshot(state)
        newcomer = self._here.pop(request, None)
        if newcomer is not None:
            self._start(newcomer, copy.deepcopy(snapshot))
            return
        gift = self.replica.gift(request)
        if gift is not None:
            self._give(request, gift[0], gift[1], snapshot)

    def _start_from(self, donor: AttachedUser, newcomer: AttachedUser) -> None:
        """Two on one node: the one gives the other its state."""
        request = uuid4()
        self._here[request] = newcomer
        donor.seat.wants_state(request)

    def _start(self, place: AttachedUser, snapshot: Snapshot) -> None:
        place.started = True
        place.seat.begin_with(snapshot.state)
        kept, place.kept = place.kept, []
        for body in chain((message.body for message in snapshot.tail), kept):
            place.seat.take(body)

    # ---- what the line tells

    def messages_delivered(self, messages: Sequence[tuple[int, bytes]]) -> None:
        own, returned = self.line.own, self.line.returned
        for sender, data in messages:
            returned += sender == own
            try:
                frame = unpack(data)
            except FrameError:
                self.replica.refused_frames += 1
                continue
            self.replica.take(sender, frame, returned)

    def view_changed(self, change: ViewChange) -> None:
        self.replica.own = self.line.own
        self._hold()
        self.replica.change_view(change)

    def _hold(self) -> None:
        """Say nothing while the others are on their way, or the disk is full."""
        self.replica.hold(self.trouble is not None or self.line.gathering)
        if self.line.gathering:
            self.replica.move(together=True)

    def _gathered(self) -> None:
        self._hold()
        if self.replica.together:
            self.later(_MOVING, lambda: self.replica.move(together=self.line.gathering))

    def stable(self, count: int) -> None:
        self.replica.stable(count)

    # ---- what the replica asks for

    def send(self, frame: Frame) -> None:
        self.line.send(pack(frame))

    def deliver(self, message: Message) -> None:
        for place in self.seats:
            if place.started:
                place.seat.take(message.body)
            else:
                place.kept.append(message.body)

        self.observe(message)

    def observe(self, message: Message) -> None:
        for observer in tuple(self.observers):
            observer(message.body)

    def ask_for_state(self, request: UUID) -> None:
        donor = next((each for each in self.seats if each.started), None)
        if donor is None:
            self.replica.state_refused(request)
        else:
            donor.seat.wants_state(request)

    def start_empty(self) -> None:
        for place in self.seats:
            place.kept = []
            self._start(place, Snapshot(None))

    def start_with(self, snapshot: Snapshot) -> None:
        for number, place in enumerate(self.seats):
            place.kept = []
            self._start(place, copy.deepcopy(snapshot) if number else snapshot)
        self.progress = None
        if self._spool is not None:
            self._spool.close()
            self._spool = None

    def is_kept(self, place: int) -> bool:  # noqa: ARG002  # nothing is promised here
        return True

    def keeps(self, member: int, count: int) -> None:
        """Nobody asks here."""

    def accepted(self, request: UUID) -> None:
        for place in self.seats:
            place.seat.accepted(request)

    def changed(self) -> None:
        for watcher in tuple(self.watchers):
            watcher()

    def later(self, seconds: float, call: Callable[[], object]) -> None:
        asyncio.get_running_loop().call_later(seconds, lambda: call() if self.users else None)

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
                if size > _SMALL:
                    break
        except ValueRefusedError:
            self.replica.state_refused(request)
            raise
        large = size > _SMALL
        self.send(Give(request, newcomer, large, pack_history(history) + (b"" if large else b"".join(head))))
        if not large:
            self.replica.state_sent(request)
            return
        self._spawn(request, self._give_large(request, newcomer, stream, chain(head, parts)))

    async def _give_large(
        self, request: UUID, newcomer: int, stream: StateStream, parts: Iterator[bytes]
    ) -> None:
        pair = open_pair(self._key[1], self.line.own, newcomer)
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
            history, rest = unpack_history(give.data)
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
        pair = open_pair(self._key[1], self.line.own, donor)
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
