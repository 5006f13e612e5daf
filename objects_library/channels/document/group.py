# SPDX-License-Identifier: BSD-3-Clause
"""One node's part in a document: its users, its store, and the transfer between copies."""

from __future__ import annotations

import asyncio
import copy
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, cast
from uuid import UUID, uuid4

from app.runtime.library import ValueRefusedError
from app.runtime.storage import StorageError
from app.runtime.storage.documents import Change, ChangeKind, DocumentHistory, DocumentInfo, Stored
from app.runtime.storage.documents.carried import offered
from app.runtime.storage.documents.history import HistoryError, unpack_history
from app.runtime.storage.documents.operations import APART, OpenRow
from app.runtime.trust.member_list import Right
from app.runtime.types import ValueType
from app.transport_native import Policy
from app.transport_native.view import ViewChange
from objects_library.channels.document.companions import Companions
from objects_library.channels.document.frames import DocumentMessage, Presence, pack_frame, unpack_frame
from objects_library.channels.document.keeper import DocumentKeeper
from objects_library.channels.document.opening import meet_carried
from objects_library.channels.document.signature import DocumentSigner, is_carried_signed
from objects_library.channels.document.transfer import DocumentTransfer
from objects_library.channels.native import scope_registry
from objects_library.channels.native.messages import Frame, FrameError, Message, ReplicaStatus
from objects_library.channels.native.replicated_group import (
    ChannelUser,
    ReplicatedGroup,
    find_replicated_group,
    replicated_groups,
)
from objects_library.channels.native.scope_registry import ScopeAddress
from objects_library.channels.native.snapshot import Snapshot
from objects_library.channels.native.state_stream import StateReader, StateStream

_IDLE = 0.5
"""Seconds without changes after which the state is stored, so that opening and exporting are fast."""
_IDLE_LARGE = 10.0
_LARGE = 256 << 10

_MERGING = 0.5
"""Seconds between two looks whether everything is merged."""

_BEFORE_RESET = "before it was restored"


@dataclass(frozen=True)
class _Wanted:
    """A state that the application is asked for, to be stored."""

    history: DocumentHistory
    name: str = ""
    apart: bool = False
    done: Callable[[DocumentHistory, bytes], None] | None = None


class DocumentGroup(ReplicatedGroup):
    """A replicated group that keeps its document. Created by `open_document`."""

    replica: DocumentTransfer
    small_state = 1 << 20
    """Joining the group of two nodes takes longer than such a state, and a merge waits for it."""
    _pack = staticmethod(pack_frame)
    _unpack = staticmethod(unpack_frame)

    def __init__(
        self,
        key: tuple[int, ScopeAddress, str],
        policy: Policy,
        state_type: ValueType,
        document: bytes,
        info: DocumentInfo,
        signer: DocumentSigner,
    ) -> None:
        self.document = document
        self.apart: str | None = None
        """The name of the version that could not be merged, if there is one."""
        self.damage: list[str] = []
        self.carried_problem: str | None = None
        """Why the content of the file that was opened is not used."""
        self._signer = signer
        self._wanted: dict[UUID, _Wanted] = {}
        self._restoring: dict[UUID, asyncio.Future[None]] = {}
        self._loading = self._entering = self._unreadable = False
        self._state_bytes = 0
        self._loop = asyncio.get_running_loop()
        self._idle: asyncio.TimerHandle | None = None
        self._busy_until = 0.0
        self.companions = Companions(signer.author, self.now)
        self.keeper = DocumentKeeper(
            document, info, signer.author, self._kept, self._owned, self.changed, self._thinned
        )
        super().__init__(key, policy, state_type)

    def _new_replica(self) -> DocumentTransfer:
        return DocumentTransfer(0, self, self.document, self._signer)

    def view_changed(self, change: ViewChange) -> None:
        if change.writable:  # otherwise the scope moves, and everybody follows
            self.companions.change_members(change.members, self.replica.past)
        super().view_changed(change)
        if change.writable and change.joined and len(change.members) > 1:
            self.send(Presence(self._signer.author))

    def _take(self, sender: int, frame: Frame, returned: int) -> None:
        if not isinstance(frame, Presence):
            super()._take(sender, frame, returned)
            return
        if self.companions.introduce(sender, frame):
            self.later(_MERGING, self._count_merged)
        self.changed()

    def _count_merged(self) -> None:
        if not self.companions.has_met:
            return
        if self.replica.standing is not ReplicaStatus.READY or self.replica.owed or self.replica.waits_for_owed:
            self.later(_MERGING, self._count_merged)
            return
        self.companions.count_merged(self.replica.past)
        self.changed()

    def _finish(self) -> None:
        replica = self.replica
        if len(self.member.members) > 1 and self.member.writable:
            self.send(Presence(self._signer.author, here=False))
        if self._idle is not None:
            self._idle.cancel()
        unsettled = [] if self._unreadable else replica.unsettled()
        super()._finish()
        scope_registry.finish(self.keeper.close(replica.origin, replica.next_number, unsettled))

    @staticmethod
    def _pack_history(history: Any) -> bytes:
        return cast(DocumentHistory, history).pack()

    @staticmethod
    def _unpack_history(data: bytes) -> Any:
        try:
            return unpack_history(data)
        except HistoryError as error:
            raise FrameError(str(error)) from None

    # ---- users

    def add_user(self, user: ChannelUser) -> None:
        if self.replica.standing is not ReplicaStatus.ABSENT:
            super().add_user(user)
            return
        self.register_user(user)
        if not self._loading:
            self._loading = True
            self._spawn(uuid4(), self._load())

    async def _load(self) -> None:
        stored: Stored | None = None
        try:
            stored = await self._meet_file(await self.keeper.load())
            state = None if stored is None else self._decode(stored.base.state)
        except (StorageError, ValueRefusedError) as error:
            self._unreadable = True
            self.reason = f"what was stored cannot be read: {error}"
            await self.keeper.abandon(self.reason)
        finally:
            self._loading = False
        if not self.users:
            return
        if stored is None or self._unreadable:
            self._use_origin(DocumentHistory(), ())
            self.replica.enter()
            return
        self.damage = stored.damage
        history = stored.history
        self._use_origin(history, stored.pending)
        if history.count:
            self._state_bytes = len(stored.base.state)
            self.keeper.since = len(stored.changes)
            self.keeper.bytes_since = sum(len(change.body) for change in stored.changes)
            self.keeper.count = history.count
            super().start_with(Snapshot(state))
            past = stored.base.history.copy()
            for change in stored.changes:
                if not past.repeats(change):
                    self._hand_out(change, past.count + 1)
                past.add(change)
        # What is pending is delivered while the replica becomes ready: users hear of that when they have it.
        self._entering = True
        try:
            self.replica.enter_past(history, stored.floor, stored.pending)
        finally:
            self._entering = False
        self.changed()

    def changed(self) -> None:
        if not self._entering:
            super().changed()

    async def _meet_file(self, stored: Stored | None) -> Stored | None:
        """Merge with what the file carries that was opened."""
        content = offered(self.document)
        if content is None:
            return stored
        try:
            self._decode(content.state)
            if not is_carried_signed(content):
                raise ValueRefusedError("it was changed after it was signed", "get it again")
        except ValueRefusedError as error:
            self.carried_problem = f"the content of the file is not used: {error}"
            return stored
        stored, apart = await meet_carried(self.keeper, stored, content)
        self.apart = apart or self.apart
        return stored

    def _use_origin(self, history: DocumentHistory, pending: Sequence[Change]) -> None:
        row = self.keeper.row
        if row is not None and not self.replica.unacknowledged.last:
            found = continued_origin(self.document, self._signer.author, row, history, pending)
            if found is not None:
                self.replica.continue_as(*found)

    # ---- requests of the transfer

    def now(self) -> int:
        return time.time_ns() // 1_000_000

    def deliver(self, message: Message) -> None:
        raise NotImplementedError  # documents deliver changes

    def deliver_change(self, change: Change, *, repeated: bool) -> None:
        position = self.replica.past.count
        if change.kind is ChangeKind.RESET and self._may_reset(position):
            self._ask(_Wanted(self.replica.history, _BEFORE_RESET, apart=True))
        if not repeated:
            self._hand_out(change, position)
        self.keeper.append(position, change)
        if self.keeper.wants_snapshot() and not self._wanted:
            self._ask(_Wanted(self.replica.history))
            self.keeper.since = self.keeper.bytes_since = 0
        self._wait_for_idleness()

    def _may_reset(self, position: int) -> bool:
        """Whether a state may replace what was made before; never what people have commented."""
        return self._signer.needed is Right.EDIT or position == 1

    def _hand_out(self, change: Change, position: int) -> None:
        if change.kind is not ChangeKind.RESET:
            super().deliver(DocumentMessage.of(change))
            return
        try:
            if not self._may_reset(position):
                raise ValueRefusedError("comments stay", "nothing replaces them")
            state = self._decode(change.body)
        except ValueRefusedError:
            self.replica.refused_frames += 1  # every copy refuses it alike
            return
        self._here.clear()
        for place in self.users:
            place.kept = []
            self._start(place, Snapshot(copy.deepcopy(state)))

    def start_with(self, snapshot: Snapshot) -> None:
        data = self._encode(snapshot.state)
        history = self.replica.history
        self._wanted = {request: wanted for request, wanted in self._wanted.items() if wanted.apart}
        super().start_with(snapshot)
        self.keeper.add_single(*self.replica.included)
        self._restart(history, data)

    def _restart(self, history: DocumentHistory, data: bytes) -> None:
        self.replica.waits_for_owed = True
        self._state_bytes = len(data)
        self._spawn(uuid4(), self._read_owed(history, data))

    async def _read_owed(self, history: DocumentHistory, data: bytes) -> None:
        pending, floor = await self.keeper.restart(history, data)
        if self.replica.waits_for_owed:
            self.replica.owe(pending, floor)

    # ---- states for the store

    def _ask(self, wanted: _Wanted) -> None:
        """Ask the application for its state at this position; the answer is `give_state`."""
        donor = next((each for each in self.users if each.started), None)
        if donor is not None and (self.keeper.is_owner or wanted.done is not None):
            request = uuid4()
            self._wanted[request] = wanted
            donor.user.wants_state(request)

    def give_state(self, request: UUID, state: Any) -> None:
        wanted = self._wanted.pop(request, None)
        if wanted is None:
            super().give_state(request, state)
            return
        data = self._encode(state)
        self._state_bytes = len(data)
        if wanted.done is not None:
            wanted.done(wanted.history, data)
        elif wanted.apart:
            self.keeper.keep_apart(wanted.history, data, wanted.name)
        else:
            self.keeper.snapshot(wanted.history, data, wanted.name)

    async def checkpoint(self) -> None:
        """Store the present state, and wait until it is kept; nothing to do if none is here."""
        if self.replica.standing is not ReplicaStatus.READY or not self.keeper.is_owner or not self.replica.past.count:
            return
        kept = asyncio.get_running_loop().create_future()

        def done() -> None:
            if not kept.done():
                kept.set_result(None)

        def store(history: DocumentHistory, state: bytes) -> None:
            self.keeper.snapshot(history, state, done=done)

        self._ask(_Wanted(self.replica.history, done=store))
        self.keeper.since = self.keeper.bytes_since = 0  # the same state is not stored once more when it is idle
        await kept

    def keep_apart(self, history: DocumentHistory) -> None:
        self.apart = f"{APART}, {time.strftime('%Y-%m-%d %H:%M')}"
        self._ask(_Wanted(history, self.apart, apart=True))

    def _wait_for_idleness(self) -> None:
        self._busy_until = self._loop.time() + (_IDLE if self._state_bytes < _LARGE else _IDLE_LARGE)
        if self._idle is None:
            self._idle = self._loop.call_at(self._busy_until, self._store_state)

    def _store_state(self) -> None:
        self._idle = None
        if self._loop.time() < self._busy_until:
            self._idle = self._loop.call_at(self._busy_until, self._store_state)
            return
        if self.keeper.since and self.open_count:
            self._ask(_Wanted(self.replica.history))
            self.keeper.since = self.keeper.bytes_since = 0

    def _encode(self, state: Any) -> bytes:
        return b"" if state is None else b"".join(StateStream(self._state_type, state))

    def _decode(self, data: bytes) -> Any:
        if not data:
            return None
        reader = StateReader(self._state_type)
        reader.feed(data)
        return reader.value()

    # ---- keeping

    def is_kept(self, place: int) -> bool:
        return place <= self.keeper.count if self.keeper.is_owner else self.keeper.by_others

    def _kept(self, count: int) -> None:  # noqa: ARG002
        if self.open_count:
            self.replica.review()

    def _thinned(self, floor: dict[int, int]) -> None:
        self.replica.raise_floor(floor)

    def _owned(self) -> None:
        """The program that kept the document has ended, or the disk is back: this one keeps it from here on."""
        if self.replica.standing is ReplicaStatus.READY and not self._unreadable:
            self._ask(_Wanted(self.replica.history, done=self._restart))
        self.changed()

    @property
    def kept_reason(self) -> str | None:
        """Why the document is not on this computer's disk, or None."""
        return self.reason if self._unreadable else self.keeper.reason

    # ---- effects

    def perform(self, key: bytes, body: bytes) -> bool:
        """Submit a change that is applied once, whoever else submits one with the same key."""
        if key in self.replica.past.effects:
            return True
        return self.replica.submit(key + body, None, ChangeKind.EFFECT)

    # ---- restoring

    def reset(self, state: Any) -> bool:
        """Replace the content for everyone; what was there becomes a version."""
        return self.replica.submit(self._encode(state), None, ChangeKind.RESET)

    async def restore(self, state: Any) -> bool:
        """Replace the content as `reset` does, and wait until the new one is kept; False if too much waits."""
        request = uuid4()
        accepted = self._restoring[request] = asyncio.get_running_loop().create_future()
        try:
            if not self.replica.submit(self._encode(state), request, ChangeKind.RESET):
                return False
            await accepted
        finally:
            del self._restoring[request]
        return True

    def accepted(self, request: UUID) -> None:
        restoring = self._restoring.get(request)
        if restoring is None:
            super().accepted(request)
        elif not restoring.done():
            restoring.set_result(None)

    async def ready(self) -> None:
        """Wait until the content is here, with what was to be merged."""
        came = asyncio.Event()
        self.watchers.append(came.set)
        try:
            while self.replica.standing is not ReplicaStatus.READY or self.replica.owed:
                await came.wait()
                came.clear()
        finally:
            self.watchers.remove(came.set)

    @property
    def may_edit(self) -> bool:
        """Whether the copies of others accept changes of this user."""
        return self._signer.may_edit


def running_document(document: bytes) -> DocumentGroup | None:
    """The document with this id that is open in this event loop."""
    here = id(asyncio.get_running_loop())
    groups = (group for key, group in replicated_groups().items() if key[0] == here)
    return next((each for each in groups if isinstance(each, DocumentGroup) and each.document == document), None)


def continued_origin(
    document: bytes, author: bytes, row: OpenRow, history: DocumentHistory, pending: Sequence[Change]
) -> tuple[int, int, bytes] | None:
    """The origin of this installation, its next number and chain, if all of its changes are known here."""
    head = history.heads.get(row.origin)
    if head is not None and head.author != author:
        return None
    chain, last = history.chain(document, row.origin, author), history.last(row.origin)
    for change in sorted(pending, key=lambda each: each.number):
        if change.origin == row.origin and change.number == last + 1:
            chain, last = change.chain, change.number
    return (row.origin, row.next_number, chain) if row.next_number == last + 1 else None


def open_document(
    place: ScopeAddress,
    group: str,
    policy: Policy,
    state_type: ValueType,
    document: bytes,
    info: DocumentInfo,
    signer: DocumentSigner,
) -> DocumentGroup:
    """Open the document of a channel on a node."""
    key = (id(asyncio.get_running_loop()), place, group)
    found = find_replicated_group(key, lambda: DocumentGroup(key, policy, state_type, document, info, signer))
    assert isinstance(found, DocumentGroup)
    return found
