# SPDX-License-Identifier: BSD-3-Clause
"""The shared text with lockable sections; the order of the channel decides which edits count."""

from dataclasses import dataclass
from typing import Any
from uuid import UUID, uuid4

from app.runtime.library import ChannelReference, Context, live_object, type_name
from objects_library.replication.heartbeat import Heartbeat
from objects_library.replication.membership import Lease, MemberList, MembershipChange
from objects_library.replication.replica import RefusedChangeError, Replica
from objects_library.replication.text.document import Splice, SpliceExtent, TextDocument, difference
from objects_library.replication.text.editor_port import EditorPort
from objects_library.replication.text.section_locks import SectionEvents, SectionLocks
from objects_library.replication.text.sections import SectionedMachine


@type_name("SectionedChange")
@dataclass(frozen=True)
class SectionedChange(MembershipChange):
    """An edit, a lock or unlock, or a presence message."""

    update: bytes
    epoch: UUID | None
    section: UUID | None
    start: int
    end: int
    revision: int


@dataclass(frozen=True)
class LockedSection:
    """A section in the state."""

    section: UUID
    owner: UUID
    start: int
    end: int


SpliceExtents = list[SpliceExtent]


@type_name("SectionedState")
@dataclass(frozen=True)
class SectionedState:
    """A text with its history, members, locked sections, and the extents of the last edits."""

    update: bytes
    members: MemberList
    sections: list[LockedSection]
    revision: int
    past: list[SpliceExtents]


_EMPTY = {"update": b"", "epoch": None, "section": None, "start": 0, "end": 0, "revision": 0}


@live_object(
    "0d6e1d1b6ab44b61a1f7f1a2c3d4e511",
    name="Shared text with sections",
    group="Shared documents",
    limits="up to 2 million characters",
)
class SectionedText(SectionEvents, EditorPort):
    """A text in which many people type at once, and anyone can lock a section while they are there."""

    text = EditorPort.text.stronger()

    def __init__(
        self, Channel: ChannelReference[SectionedChange, SectionedState], context: Context, lease: Lease = 10.0
    ) -> None:
        self._machine = SectionedMachine()
        self._shown = TextDocument()
        self._epoch = uuid4()
        self._unacknowledged: list[tuple[bytes, str]] = []
        self._heartbeat = Heartbeat(
            context, lambda: self._replica, lambda: self._machine.membership, self._owners, lease, lambda: _EMPTY
        )
        self._section_locks = SectionLocks(
            self._heartbeat.me,
            lambda: self._machine,
            self._heartbeat.send,
            lambda: bool(self._unacknowledged),
            self.locked,
            self.denied,
        )
        super().__init__(context, self._heartbeat.me)
        self._replica = Replica(
            context, Channel, self, started=self._start, refused=self._not_sent, noticed=self._heartbeat.noticed
        )

    def apply_change(self, change: dict[str, Any]) -> None:
        """Apply a change; all copies decide alike whether an edit counts."""
        kind = change["kind"]
        if self._presence.handle_change(change):
            return
        if kind == "edit":
            self._apply_edit(change)
        elif kind in ("lock", "unlock"):
            self._section_locks.apply(change)
        else:
            gone = self._machine.apply_membership(change)
            self._heartbeat.observe(change)
            if gone is not None:
                self._presence.forget(gone)
        self._section_locks.notify()

    def give_state(self) -> dict[str, Any]:
        """Text, members and sections."""
        return self._machine.state()

    def take_state(self, state: dict[str, Any] | None) -> None:
        """Start from the state of another copy."""
        self._machine = SectionedMachine() if state is None else SectionedMachine.of(state)
        self._resynchronize("the others have gone on without this copy" if self._replica.live else "")

    @property
    def _document(self) -> TextDocument:
        return self._shown

    def _objection(self, edit: Splice) -> str:
        if not self._replica.live:
            return "the text is not here yet"
        # With edits in flight, positions are not those of the ordered text; the order decides.
        return "" if self._unacknowledged else self._machine.objection(self._me, [edit])

    def _publish(self, update: bytes, inserted: str) -> None:
        self._unacknowledged.append((update, inserted))
        self._heartbeat.send("edit", update=update, epoch=self._epoch)

    def _send(self, kind: str, **more: Any) -> None:
        self._heartbeat.send(kind, **more)

    def _start(self) -> None:
        self._heartbeat.arrive()
        self._presence.greet()
        self._section_locks.notify()

    def _apply_edit(self, change: dict[str, Any]) -> None:
        update = change["update"]
        mine = change["epoch"] == self._epoch and [update] == [each for each, _ in self._unacknowledged[:1]]
        try:
            self._machine.edit(change["by"], update)
        except RefusedChangeError as error:
            if mine:
                self._resynchronize(str(error))
            raise
        if mine:
            self._unacknowledged.pop(0)
            self._section_locks.ask()
            return
        try:
            self._notify(self._shown.merge(update), change["name"])
        except RefusedChangeError as error:  # together with the edits in flight it would be too long
            self._resynchronize(str(error))

    def _resynchronize(self, reason: str) -> None:
        """Show the ordered text, and give back the text of edits that do not count."""
        before, lost = self._shown.text, "".join(inserted for _, inserted in self._unacknowledged)
        self._shown = TextDocument(self._machine.document.state())
        self._epoch = uuid4()
        self._unacknowledged.clear()
        self._notify(difference(before, self._shown.text), "")
        if reason:
            self.refused(reason, lost)
        self._section_locks.ask()

    def _notify(self, splices: list[Splice], by: str, *, echo: bool = False) -> None:
        self._section_locks.follow([splice.extent for splice in splices])
        super()._notify(splices, by, echo=echo)

    def _owners(self) -> set[UUID]:
        return self._section_locks.owners()

    def _not_sent(self, reason: str) -> None:
        self.refused(reason, "")
