# SPDX-License-Identifier: BSD-3-Clause
"""The note: a rich text that many edit at the same time, also offline, with its history."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Annotated, Any, NamedTuple
from uuid import UUID

from app.runtime.library import Cancellable, ChannelReference, Context, Endpoint, Label, live_object, type_name
from app.runtime.references import identity
from objects_library.documents.note.history import ShownVersion, VersionRun, packed, unpacked
from objects_library.documents.note.offline_journal import OfflineJournal
from objects_library.documents.note.state_machine import (
    NOTHING,
    NoteSection,
    NoteStateMachine,
    NoteVersion,
    SpliceExtents,
)
from objects_library.documents.note.version_browser import VersionBrowser
from objects_library.replication.effects import Effects
from objects_library.replication.heartbeat import Heartbeat
from objects_library.replication.membership import Lease, MemberList, MembershipChange
from objects_library.replication.presence_table import LONGEST_NAME
from objects_library.replication.replica import RefusedChangeError, Replica
from objects_library.replication.text.document import EARLY, Splice, SpliceExtent, moved
from objects_library.replication.text.presence import Person, TextPresence
from objects_library.replication.text.rich_document import RichDocument, Step, splices_between
from objects_library.replication.text.section_locks import SectionEvents, SectionLocks
from objects_library.replication.text.sections import Section, touches
from objects_library.replication.text.wired_text import WiredText

_UNTIL_KEPT = 0.5
"""Seconds until an edit that no other copy has is written to disk."""
_UNTIL_CLEARED = 2.0
_LONGEST_LOST = 1_000
_MOST_UNACKNOWLEDGED = 1_000


class _PendingEdit(NamedTuple):
    """An edit that has not been delivered yet."""

    number: int
    revision: int
    inserted: str


@type_name("NoteChange")
@dataclass(frozen=True)
class NoteChange(MembershipChange):
    """An edit, a lock or unlock, or a presence message; `at` is the time of the author's clock."""

    update: bytes
    number: int
    section: UUID | None
    start: int
    end: int
    revision: int
    at: datetime | None
    versions: list[NoteVersion]


@type_name("NoteState")
@dataclass(frozen=True)
class NoteState:
    """A rich text, members, locked sections, the extents of the last edits, and earlier versions."""

    update: bytes
    members: MemberList
    sections: list[NoteSection]
    revision: int
    past: list[SpliceExtents]
    versions: list[NoteVersion]
    made: int


@dataclass(frozen=True)
class NoteRun:
    """Consecutive characters with the same look."""

    text: str
    look: dict[str, str]


@live_object(
    "1d441ebf0262d858c7910d91c94f5ade", name="Note", group="Shared documents", limits="up to 2 million characters"
)
class Note(WiredText, SectionEvents):
    """A note with headings, lists, links and highlights that many people write at once, also offline."""

    note = Endpoint(provides={"merge": "crdt"})
    history = Endpoint()

    def __init__(
        self,
        Channel: ChannelReference[NoteChange, NoteState],
        context: Context,
        lease: Lease = 10.0,
        keep: Annotated[bool, Label("Keep on this computer what nobody else has")] = True,
    ) -> None:
        self._context = context
        self._machine = NoteStateMachine()
        self._shown = RichDocument()
        self._number = 0
        self._unacknowledged: list[_PendingEdit] = []
        self._unsent = False
        self._past: tuple[bytes, list[dict[str, Any]]] | None = None
        self._keeping: Cancellable | None = None
        self._heartbeat = Heartbeat(
            context,
            lambda: self._replica,
            lambda: self._machine.membership,
            lambda: self._section_locks.owners(),  # noqa: PLW0108 - it is made below
            lease,
            lambda: NOTHING,
        )
        me = self._me = self._heartbeat.me
        self._presence = TextPresence(
            context, me, lambda: len(self._shown.text) - 1, self._send_if_connected, self.people
        )
        self._section_locks = SectionLocks(
            me,
            lambda: self._machine,
            self._heartbeat.send,
            lambda: bool(self._unacknowledged),
            self.locked,
            self.denied,
            self._position_of,
        )
        self._version_browser = VersionBrowser(self, context)
        self._journal = OfflineJournal(identity(Channel), context, self._whole_state, self._not_kept) if keep else None
        self._replica = Replica(
            context, Channel, self, started=self._start, refused=self._not_sent, noticed=self._noticed, causes=True
        )
        self._effects = Effects(context, self._replica)
        if self._journal is not None:
            context.spawn(self._read_journal(self._journal))

    # ---- the note

    @note.connected
    def show(self) -> None:
        """Send the note and the people to a client that connects."""
        self.whole([NoteRun(*piece) for piece in self._shown.rich.pieces()])
        self._presence.show()

    @note.incoming
    def change(self, steps: list[Step]) -> None:
        """Apply steps as one edit; everyone receives `changed`."""
        try:
            self._check_locks(steps)
            update, splices = self._shown.change(steps)
        except RefusedChangeError as error:
            self.refused(str(error), "".join(step.insert for step in steps)[:_LONGEST_LOST])
            return
        self._publish(update, splices, "".join(step.insert for step in steps), echo=True)

    @note.incoming
    def undo(self) -> None:
        """Undo the last edit of this copy."""
        self._publish(*self._shown.undo())

    @note.incoming
    def redo(self) -> None:
        """Redo the last step that was undone."""
        self._publish(*self._shown.redo())

    @note.incoming
    def select(self, start: int, end: int) -> None:
        """Show the selection or cursor of this person to the others."""
        self._presence.select(start, end)

    @note.outgoing
    def whole(self, pieces: list[NoteRun]) -> None:
        """The whole note; the last character is always a line end."""

    @note.outgoing
    def changed(self, steps: list[Step], by: str, echo: bool) -> None:
        """Steps that changed the note; `echo` marks the receiver's own."""

    @note.outgoing
    def people(self, people: list[Person]) -> None:
        """The other people and their selections."""

    @note.outgoing
    def refused(self, reason: str, lost: str) -> None:
        """An edit was refused or reverted; `lost` is the text that it would have inserted."""

    # ---- wires

    @property
    def _words(self) -> str:
        return self._shown.text[:-1]

    def _change_that_appends(self, text: str) -> dict[str, Any]:
        copy = RichDocument(self._machine.document.state())
        end = len(copy.text) - 1
        before = "\n" if end and not copy.text.endswith("\n\n") else ""
        update, _ = copy.change([Step(end, 0, f"{before}{text}\n")])
        # Edits that are waited for have a number above 0.
        return self._heartbeat.change(
            "edit", update=update, number=0, revision=self._machine.revision, at=datetime.now(UTC)
        )

    # ---- sections

    def lock(self, section: UUID, start: int, end: int) -> None:
        """Lock a range under an id of the sender's choice, while the others can be reached."""
        if self._connected:
            super().lock(section, start, end)
        else:
            self.denied(section, "there is no connection; lock it when the others can be reached")

    # ---- history

    @history.incoming
    def watch(self, on: bool) -> None:
        """Start or stop to receive `versions`."""
        self._version_browser.watch(on)

    @history.incoming
    def look_at(self, version: int, compared: bool) -> None:
        """Request the note after a version, with its changes, or compared with the present."""
        self._context.spawn(self._version_browser.look_at(version, compared))

    @history.incoming
    def bring_back(self, version: int) -> None:
        """Restore a version; this is an edit like any other."""
        self._context.spawn(self._version_browser.bring_back(version))

    @history.outgoing
    def versions(self, versions: list[ShownVersion]) -> None:
        """Show the versions, the newest first."""

    @history.outgoing
    def seen(self, version: int, compared: bool, pieces: list[VersionRun]) -> None:
        """The note after a version, with the differences."""

    @history.outgoing
    def brought_back(self, version: int) -> None:
        """A version was restored."""

    # ---- what the channel says

    def apply_change(self, change: dict[str, Any]) -> None:
        """Apply a change; all copies decide alike whether an edit counts."""
        kind = change["kind"]
        if self._presence.handle_change(change):
            return
        if kind == "edit":
            self._apply_edit(change)
        elif kind == "past":
            self._machine.remember(change)
            self._notify(self._shown.merge(change["update"]), change["name"])
            self._version_browser.notify_soon()
        elif kind in ("lock", "unlock"):
            self._section_locks.apply(change)
        else:
            gone = self._machine.apply_membership(change)
            self._heartbeat.observe(change)
            if gone is not None:
                self._presence.forget(gone)
            self._schedule_journal()
        self._section_locks.notify()

    def give_state(self) -> dict[str, Any]:
        """Text, members, sections and versions."""
        return self._machine.state()

    def take_state(self, state: dict[str, Any] | None) -> None:
        """Start from the state of another copy; local edits stay, and are sent when this copy has started."""
        self._machine = NoteStateMachine() if state is None else NoteStateMachine.of(state)
        self._notify(self._shown.absorb(self._machine.document.state()), "")
        if self._journal is not None and self._journal.active:
            self._journal.keep()

    def _start(self) -> None:
        self._heartbeat.arrive()
        self._presence.greet()
        self._catch_up()
        self._section_locks.notify()
        self._version_browser.notify_soon()

    def _noticed(self, status: dict[str, Any]) -> None:
        self._heartbeat.noticed(status)
        if self._connected and self._unsent:
            self._catch_up()

    @property
    def _connected(self) -> bool:
        return self._replica.live and self._replica.writable

    def _apply_edit(self, change: dict[str, Any]) -> None:
        mine = change["by"] == self._me and any(each.number == change["number"] for each in self._unacknowledged)
        try:
            self._machine.write(change)
        except RefusedChangeError as error:
            if mine and str(error) == EARLY:
                self._catch_up()  # its dependencies are gone, so it is sent again with them
            elif mine:
                self._resynchronize(str(error))
            raise
        if mine:
            self._unacknowledged = [each for each in self._unacknowledged if each.number > change["number"]]
            self._section_locks.ask()
        else:
            try:
                self._notify(self._shown.merge(change["update"]), change["name"])
            except RefusedChangeError as error:  # together with the edits in flight it would be too long
                self._resynchronize(str(error))
            if self._journal is not None:  # later edits of this copy may depend on it
                self._journal.wrote(change["update"])
        self._version_browser.notify_soon()
        self._schedule_journal()

    # ---- what is written here

    def _publish(self, update: bytes, splices: list[Splice], inserted: str = "", *, echo: bool = False) -> None:
        if not update:
            return
        self._number += 1
        self._unacknowledged.append(_PendingEdit(self._number, self._machine.revision, inserted))
        if len(self._unacknowledged) > _MOST_UNACKNOWLEDGED:
            self._unacknowledged = [self._merged_unacknowledged()]
        if self._journal is not None:
            self._journal.wrote(update)
        if self._connected:
            self._send_edit(update, self._machine.revision)
        else:
            self._unsent = True  # it is sent when the others can be reached
        self._notify(splices, self._context.node_name, echo=echo)
        self._schedule_journal()

    def _send_edit(self, update: bytes, revision: int) -> None:
        now = datetime.now(UTC)
        self._heartbeat.send("edit", update=update, number=self._number, revision=revision, at=now)

    def _catch_up(self) -> None:
        """Send everything that the others lack as one edit."""
        if not self._connected:
            self._unsent = True
            return
        self._unsent = False
        self._send_versions()
        missing = self._shown.missing_in(self._machine.document)
        if missing:
            self._number += 1
            self._unacknowledged = [self._merged_unacknowledged()]
            self._send_edit(missing, self._unacknowledged[0].revision)
        else:
            self._unacknowledged.clear()

    def _send_versions(self) -> None:
        """Send the stored versions if no other copy has the note any more."""
        past, self._past = self._past, None
        if past is not None and self._machine.document.text == "\n" and not self._machine.history.made:
            self._heartbeat.send("past", update=past[0], versions=past[1])

    def _merged_unacknowledged(self) -> _PendingEdit:
        """Join all edits in flight into one, which is based on the revision of the first."""
        knew = min((each.revision for each in self._unacknowledged), default=0)
        inserted = "".join(each.inserted for each in self._unacknowledged)[:_LONGEST_LOST]
        return _PendingEdit(self._number, knew, inserted)

    def _resynchronize(self, reason: str) -> None:
        """Show the ordered text, and give back the text of edits that do not count."""
        before, lost = self._shown.rich, "".join(each.inserted for each in self._unacknowledged)
        self._shown = RichDocument(self._machine.document.state())
        self._unacknowledged.clear()
        self._notify(splices_between(before, self._shown.rich), "")
        self.refused(reason, lost[:_LONGEST_LOST])
        self._section_locks.ask()

    def _notify(self, splices: list[Splice], by: str, *, echo: bool = False) -> None:
        if not splices:
            return
        self._offer_soon()
        extents = [splice.extent for splice in splices]
        self._presence.follow(extents)
        self._section_locks.follow(extents)
        steps = [Step(each.at, each.delete, each.insert, each.look or {}, each.restyle) for each in splices]
        self.changed(steps, by[:LONGEST_NAME], echo)

    @property
    def now(self) -> tuple[NoteStateMachine, RichDocument]:
        """The ordered state, and the document shown here."""
        return self._machine, self._shown

    def restore(self, steps: list[Step]) -> bool:
        """Apply the steps that restore a version; returns whether they were accepted."""
        try:
            self._check_locks(steps)
            update, splices = self._shown.change(steps)
        except RefusedChangeError as error:
            self.refused(str(error), "")
            return False
        self._publish(update, splices)
        return True

    def _check_locks(self, steps: list[Step]) -> None:
        """Refuse to change sections that others have locked, as far as this copy knows."""
        for name, section in self._machine.sections.items() if steps else ():
            if section.owner == self._me or name not in self._machine.sections:
                continue
            start, end = self._position_of(section)
            for step in steps:
                if touches(Splice(step.at, step.delete, step.insert, step.at, restyle=step.restyle), start, end):
                    raise RefusedChangeError(self._machine.locked_by(section))
                extents = [SpliceExtent(step.at, step.delete, len(step.insert))]
                start, end = moved(start, extents, behind=True), moved(end, extents)

    def _position_of(self, section: Section) -> tuple[int, int]:
        """The range of a section in the text shown here, edits in flight included."""
        if not self._unacknowledged:
            return section.start, section.end
        document = self._machine.document
        return document.place_in(self._shown, section.start), document.place_in(self._shown, section.end)

    # ---- what is kept here

    async def _read_journal(self, journal: OfflineJournal) -> None:
        for kept in await journal.read():
            try:
                versions, updates = unpacked(kept.data) if kept.whole else ([], [kept.data])
                for update in updates:
                    self._notify(self._shown.merge(update) if update else [], "")
            except (RefusedChangeError, ValueError, KeyError, TypeError) as error:
                self._context.log(f"something that was kept cannot be read: {error}")
                continue
            if versions:
                self._past = updates[0], versions
        if self._connected:
            self._catch_up()
        self._schedule_journal()

    @property
    def _is_replicated(self) -> bool:
        """Whether another copy has everything, or there is nothing to keep."""
        if len(self._shown.text) == 1 and not self._unacknowledged:
            return True
        return self._connected and not self._unacknowledged and len(self._machine.membership.parts) > 1

    def _schedule_journal(self) -> None:
        """Schedule writing what no other copy has to disk, or clearing it after others have it."""
        journal = self._journal
        if journal is not None and self._keeping is None and journal.active == self._is_replicated:
            wait = _UNTIL_CLEARED if journal.active else _UNTIL_KEPT
            self._keeping = self._context.later(wait, lambda: self._update_journal(journal))

    def _update_journal(self, journal: OfflineJournal) -> None:
        self._keeping = None
        if journal.active and self._is_replicated:
            journal.clear()
        elif not journal.active and not self._is_replicated:
            journal.keep()

    def _whole_state(self) -> bytes:
        """The ordered state with its versions, and what only this copy has."""
        document = self._machine.document
        return packed(self._machine.history.versions, [document.state(), self._shown.missing_in(document)])

    def _not_kept(self, reason: str) -> None:
        self.refused(f"what you write cannot be kept on this computer: {reason}", "")

    # ---- words

    def _send_if_connected(self, kind: str, **more: Any) -> None:
        if self._connected:
            self._heartbeat.send(kind, **more)

    def _not_sent(self, reason: str) -> None:
        self.refused(reason, "")
