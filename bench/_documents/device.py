# SPDX-License-Identifier: BSD-3-Clause
"""A simulated device with one document: the real transfer and the real tables, without threads, time or network."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from typing import TYPE_CHECKING, Any
from uuid import UUID, uuid4

from app.runtime.storage.documents import Change, ChangeKind, DocumentHistory, Stored, StoredState, operations
from app.runtime.storage.documents.history import unpack_history
from app.runtime.storage.documents.schema import create_tables
from app.runtime.trust.identity import Identity
from bench._documents.mailed_file import INFO, open_file
from objects_library.channels.document.frames import pack_frame, unpack_frame
from objects_library.channels.document.group import continued_origin
from objects_library.channels.document.signature import DocumentSigner
from objects_library.channels.document.transfer import DocumentTransfer
from objects_library.channels.native.messages import Frame, FrameError, Give, ReplicaStatus

if TYPE_CHECKING:
    from bench._documents.world import Side, ViewChange, World


class Device:
    """A computer of one person: its disk outlives its sessions."""

    def __init__(self, world: World, number: int) -> None:
        self.world, self.number = world, number
        self.identity = Identity(bytes([number + 1]) * 32)
        self.signer = DocumentSigner(world.document, self.identity)
        self.disk = sqlite3.connect(":memory:", isolation_level=None)
        create_tables(self.disk)
        self.clock = 1_000_000
        self.session: Session | None = None
        self.made = self.starts = 0
        self.mailbox: list[bytes] = []
        """Files that others sent."""

    def start(self) -> None:
        """Begin a session; the network knows nothing of it yet."""
        self.starts += 1
        self.session = Session(self)

    def apart_states(self) -> list[list[str]]:
        """The states that could not be merged and are kept as versions."""
        found = [
            operations.state(self.disk, self.world.document, each.serial) for each in self._versions() if each.name
        ]
        return [json.loads(each.state) for each in found if each is not None and each.state]

    def _versions(self) -> list[Any]:
        return operations.versions(self.disk, self.world.document)


class Session:
    """A running program; everything that is not committed is lost when it is killed."""

    def __init__(self, device: Device) -> None:
        self.device, self.world = device, device.world
        self.side: Side | None = None
        self.cursor = self.returned = 0
        self.state: list[str] | None = None
        self.outbox: list[bytes] = []
        self.uncommitted: list[Callable[[], None]] = []
        self.kept = 0
        self.accepted_here: list[UUID] = []
        self.expected: dict[UUID, tuple[DocumentHistory, list[str] | None]] = {}
        self.timers: list[Callable[[], object]] = []
        self.since = 0
        self.replica = DocumentTransfer(device.number, self, self.world.document, device.signer)
        self._load()

    # ---- the disk

    def _load(self) -> None:
        document, disk = self.world.document, self.device.disk
        stored = operations.read(disk, document)
        self.row = operations.open_row(disk, document, INFO, self.device.clock)
        if self.device.mailbox:
            stored = open_file(self, self.device.mailbox.pop(0), stored)
        if stored is None:
            self.replica.enter()
            return
        self._take(stored)

    def _take(self, stored: Stored) -> None:
        history = stored.history
        origin = continued_origin(self.world.document, self.device.signer.author, self.row, history, stored.pending)
        if origin is not None:
            self.replica.continue_as(*origin)
        if history.count:
            self.state = json.loads(stored.base.state) if stored.base.state else []
            for change in stored.changes:
                self._apply(change)
            self.kept = history.count
        self.replica.enter_past(history, stored.floor, stored.pending)

    def commit(self) -> None:
        """Everything written so far is on disk."""
        work, self.uncommitted = self.uncommitted, []
        for each in work:
            each()
        self.replica.review()

    def close(self) -> None:
        """End cleanly."""
        unsettled, disk, now = self.replica.unsettled(), self.device.disk, self.device.clock
        self.commit()
        if unsettled:
            operations.append(disk, self.row, 0, unsettled, now)
        self.row.origin, self.row.next_number = self.replica.origin, self.replica.next_number
        operations.close_row(disk, self.row, clean=True)

    def snapshot(self) -> None:
        """Store the state."""
        if self.replica.standing is ReplicaStatus.READY and self.state is not None and self.replica.past.count:
            stored = self._stored(self.replica.history, self.state)
            self.uncommitted.append(
                lambda: self.replica.raise_floor(
                    operations.snapshot(self.device.disk, self.row, stored, self.device.clock)
                )
            )

    def _stored(self, history: DocumentHistory, state: list[str] | None, name: str = "") -> StoredState:
        data = b"" if state is None else json.dumps(state).encode()
        return StoredState(history, data, self.device.clock, self.device.signer.author, name)

    # ---- the application

    def change(self, text: str) -> UUID:
        """Make a change."""
        request = uuid4()
        self.replica.submit(text.encode(), request)
        return request

    def _apply(self, change: Change) -> None:
        assert self.state is not None
        if change.kind is ChangeKind.RESET:
            self.state = json.loads(change.body)
        else:
            self.state.append(change.content.decode())

    # ---- requests of the transfer

    def now(self) -> int:
        return self.device.clock

    def send(self, frame: Frame) -> None:
        if self.side is not None:
            self.outbox.append(pack_frame(frame))

    def deliver(self, message: object) -> None:
        raise NotImplementedError

    def deliver_change(self, change: Change, *, repeated: bool) -> None:
        if not repeated:
            self._apply(change)
        position, row, disk = self.replica.past.count, self.row, self.device.disk

        def write() -> None:
            operations.append(disk, row, position, (change,), self.device.clock)
            self.kept = position

        self.uncommitted.append(write)

    def observe(self, message: object) -> None:
        raise NotImplementedError

    def keep_apart(self, history: DocumentHistory) -> None:
        stored = self._stored(history, self.state, "worked apart")
        self.uncommitted.append(
            lambda: _ignore(operations.keep_apart(self.device.disk, self.row, stored, self.device.clock))
        )

    def ask_for_state(self, request: UUID) -> None:
        gift = self.replica.gift(request)
        assert gift is not None
        self.world.states[request, gift[0]] = None if self.state is None else list(self.state)
        self.send(Give(request, gift[0], True, self.replica.history.pack()))

    def start_empty(self) -> None:
        self.state = []

    def start_with(self, state: Any) -> None:
        self.state = list(state)
        stored = self._stored(self.replica.history, self.state)
        self.replica.waits_for_owed = True
        replica, (place, singles) = self.replica, self.replica.included

        def write() -> None:
            operations.append(self.device.disk, self.row, place, singles, self.device.clock)
            pending, floor = operations.restart(self.device.disk, self.row, stored, self.device.clock)
            self.kept = stored.position
            if replica.waits_for_owed:
                replica.owe(pending, floor)

        self.uncommitted.append(write)

    def expect(self, request: UUID, donor: int, give: Give) -> None:
        del donor
        self.expected[request] = (unpack_history(give.data)[0], self.world.states[request, self.device.number])

    def is_expecting(self, request: UUID) -> bool:
        return request in self.expected

    def forget(self, request: UUID) -> None:
        self.expected.pop(request, None)

    def is_kept(self, place: int) -> bool:
        return place <= self.kept

    def keeps(self, member: int, count: int) -> None:
        raise NotImplementedError

    def accepted(self, request: UUID) -> None:
        self.accepted_here.append(request)
        self.world.accepted.add(request)

    def changed(self) -> None:
        pass

    def later(self, seconds: float, call: Callable[[], object]) -> None:
        del seconds
        self.timers.append(call)

    @property
    def load(self) -> int:
        return 0

    # ---- steps of the world

    def read(self) -> bool:
        """Process the next frame or view change of this side."""
        assert self.side is not None
        if self.cursor >= len(self.side.log):
            return False
        sender, entry = self.side.log[self.cursor]
        self.cursor += 1
        if isinstance(entry, bytes):
            self.returned += sender == self.device.number
            refused = self.replica.refused_frames
            try:
                self.replica.take(sender, unpack_frame(entry), self.returned)
            except FrameError:
                self.replica.refused_frames += 1
            counts = entry in self.world.must_refuse and self.replica.standing is ReplicaStatus.READY
            self.world.unrefused += counts and self.replica.refused_frames == refused
        else:
            self.replica.change_view(entry)
        return True

    def arrive(self) -> bool:
        """A state that was expected arrives."""
        for request, (history, state) in list(self.expected.items()):
            del self.expected[request]
            self.replica.state_arrived(request, history, state or [])
            return True
        return False

    def tick(self) -> bool:
        """The oldest timer fires."""
        if not self.timers:
            return False
        self.timers.pop(0)()
        return True

    def see(self, change: ViewChange) -> None:
        """A view change at the beginning of a new side."""
        self.replica.change_view(change)


def _ignore(value: object) -> None:
    del value
