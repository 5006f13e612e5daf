"""A note: text with looks that many write at once, also while they are cut off, and all of its past."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Annotated, Any, NamedTuple
from uuid import UUID

from app.runtime.library import (
    Cancellable,
    CheckpointedChannel,
    Context,
    Endpoint,
    Label,
    ObjectReference,
    Range,
    Unit,
    live_object,
    type_name,
)
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
from objects_library.replication.heartbeat import Heartbeat
from objects_library.replication.membership import MemberList, MembershipChange
from objects_library.replication.presence_table import LONGEST_NAME
from objects_library.replication.replica import RefusedChangeError, Replica
from objects_library.replication.text.document import EARLY, Splice, SpliceExtent, moved
from objects_library.replication.text.presence import Person, TextPresence
from objects_library.replication.text.rich_document import RichDocument, Step, splices_between
from objects_library.replication.text.section_locks import SectionLocks, ShownSection
from objects_library.replication.text.sections import Section, touches

_UNTIL_KEPT = 0.5
"""Seconds after which an edit that nobody else has is written to disk."""
_UNTIL_CLEARED = 2.0
_LONGEST_LOST = 1_000
_MOST_UNACKNOWLEDGED = 1_000


class _PendingEdit(NamedTuple):
    """An edit that has not come back yet."""

    number: int
    revision: int
    inserted: str


@type_name("NoteChange")
@dataclass(frozen=True)
class NoteChange(MembershipChange):
    """An edit, a section to lock or unlock, or something about whoever edits; `at` is by their clock."""

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
    """A text with looks, who takes part, what is locked, what the last edits did, and earlier versions."""

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
    "1d441ebf0262d858c7910d91c94f5ade",
    name="Note",
    group="Shared documents",
    limits="up to 2 million characters",
)
class Note:
    """A note with headings, lists, links and highlights that many people write at once, also offline."""

    note = Endpoint(provides={"merge": "crdt"})
    sections = Endpoint(provides={"merge": "first writer"})
    history = Endpoint()

    def __init__(
        self,
        Channel: ObjectReference[CheckpointedChannel[NoteChange, NoteState]],
        context: Context,
        lease: Annotated[float, Range(0.1, 86400), Unit("s")] = 10.0,
        keep: Annotated[bool, Label("Keep on this computer what nobody else has")] = True,
    ) -> None:
        self._context = context
        self._machine = NoteStateMachine()
        self._shown = RichDocument()
        self._number = 0
        self._unacknowledged: list[_PendingEdit] = []
        self._unsent = False
        self._past: tuple[bytes, list[dict[str, Any]]] | None = None
        self._arrived = False
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
        self._journal = (
            OfflineJournal(identity(Channel), context, self._whole_state, self._not_kept) if keep else None
        )
        self._replica = Replica(
            context, Channel, self, started=self._start, refused=self._not_sent, noticed=self._noticed
        )
        if self._journal is not None:
            context.spawn(self._read_journal(self._journal))

    # ---- the note

    @note.connected
    def show(self) -> None:
        """Whoever connects gets the note as it is, and who is there."""
        self.whole([NoteRun(*piece) for piece in self._shown.rich.pieces()])
        self._presence.show()

    @note.incoming
    def change(self, steps: list[Step]) -> None:
        """Do some steps as one, to be undone as one; everyone hears it as `changed`."""
        try:
            self._check_locks(steps)
            update, splices = self._shown.change(steps)
        except RefusedChangeError as error:
            self.refused(str(error), "".join(step.insert for step in steps)[:_LONGEST_LOST])
            return
        self._publish(update, splices, "".join(step.insert for step in steps), echo=True)

    @note.incoming
    def undo(self) -> None:
        """Take back the last thing that was done here, and nobody else's."""
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
        """The note as it is; the last character is always a line end."""

    @note.outgoing
    def changed(self, steps: list[Step], by: str, echo: bool) -> None:
        """What was done to the note; `echo` is what whoever hears it has done."""

    @note.outgoing
    def people(self, people: list[Person]) -> None:
        """The other people and their selections."""

    @note.outgoing
    def refused(self, reason: str, lost: str) -> None:
        """Something was not done, or was taken back; what was to be inserted is given back."""

    # ---- sections

    @sections.connected
    def show_sections(self) -> None:
        """Send the present state to a client that connects."""
        self.locked(self._section_locks.shown())

    @sections.incoming
    def lock(self, section: UUID, start: int, end: int) -> None:
        """Lock a part of the note under a name made up by whoever locks it."""
        if self._connected:
            self._section_locks.want(section, start, end)
        else:
            self.denied(section, "there is no connection; lock it when the others can be reached")

    @sections.incoming
    def unlock(self, section: UUID) -> None:
        """Let everyone edit it again."""
        self._heartbeat.send("unlock", section=section)

    @sections.outgoing
    def locked(self, sections: list[ShownSection]) -> None:
        """All that is locked, and by whom; places move with the text."""

    @sections.outgoing
    def denied(self, section: UUID, reason: str) -> None:
        """It was not locked or unlocked."""

    # ---- history

    @history.incoming
    def watch(self, on: bool) -> None:
        """Hear of all versions, now and whenever there is a new one, or no longer."""
        self._version_browser.watch(on)

    @history.incoming
    def look_at(self, version: int, compared: bool) -> None:
        """See the note as it was after a version, with what that changed; or compared with the present."""
        self._context.spawn(self._version_browser.look_at(version, compared))

    @history.incoming
    def bring_back(self, version: int) -> None:
        """Make the note what it was after a version: an edit like any other."""
        self._context.spawn(self._version_browser.bring_back(version))

    @history.outgoing
    def versions(self, versions: list[ShownVersion]) -> None:
        """All versions that are kept, the newest first."""

    @history.outgoing
    def seen(self, version: int, compared: bool, pieces: list[VersionRun]) -> None:
        """The note as it was, and what was different."""

    @history.outgoing
    def brought_back(self, version: int) -> None:
        """The note is what it was then."""

    # ---- what the channel says

    def apply_change(self, change: dict[str, Any]) -> None:
        """Take one change; whether an edit counts is decided here, by everyone alike."""
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
        """Have what the others have; what is written only here stays, and is said when this has started."""
        self._machine = NoteStateMachine() if state is None else NoteStateMachine.of(state)
        self._notify(self._shown.absorb(self._machine.document.state()), "")
        if self._journal is not None and self._journal.active:
            self._journal.keep()

    def _start(self) -> None:
        if not self._arrived:
            self._arrived = True
            self._context.at_end(self._heartbeat.leave)
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
        mine = change["by"] == self._me and any(
            each.number == change["number"] for each in self._unacknowledged
        )
        try:
            self._machine.write(change)
        except RefusedChangeError as error:
            if mine and str(error) == EARLY:
                self._catch_up()  # what it builds on is not there any more, and is said again with it
            elif mine:
                self._resynchronize(str(error))
            raise
        if mine:
            self._unacknowledged = [each for each in self._unacknowledged if each.number > change["number"]]
            self._section_locks.ask()
        else:
            try:
                self._notify(self._shown.merge(change["update"]), change["name"])
            except RefusedChangeError as error:  # with what is on its way from here it would be too long
                self._resynchronize(str(error))
            if self._journal is not None:  # what is written here from now on may build on it
                self._journal.wrote(change["update"])
        self._version_browser.notify_soon()
        self._schedule_journal()

    # ---- what is written here

    def _publish(
        self, update: bytes, splices: list[Splice], inserted: str = "", *, echo: bool = False
    ) -> None:
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
            self._unsent = True  # it is said when the others can be reached
        self._notify(splices, self._context.node_name, echo=echo)
        self._schedule_journal()

    def _send_edit(self, update: bytes, revision: int) -> None:
        now = datetime.now(UTC)
        self._heartbeat.send("edit", update=update, number=self._number, revision=revision, at=now)

    def _catch_up(self) -> None:
        """Say all that is here and not with the others, as one edit."""
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
        """Versions that were kept here are those of all, if nobody has the note any more."""
        past, self._past = self._past, None
        if past is not None and self._machine.document.text == "\n" and not self._machine.history.made:
            self._heartbeat.send("past", update=past[0], versions=past[1])

    def _merged_unacknowledged(self) -> _PendingEdit:
        """As if it were one edit, by somebody who knew what was known at the first of them."""
        knew = min((each.revision for each in self._unacknowledged), default=0)
        inserted = "".join(each.inserted for each in self._unacknowledged)[:_LONGEST_LOST]
        return _PendingEdit(self._number, knew, inserted)

    def _resynchronize(self, reason: str) -> None:
        """Show what all have; what was on its way from here and does not count is given back."""
        before, lost = self._shown.rich, "".join(each.inserted for each in self._unacknowledged)
        self._shown = RichDocument(self._machine.document.state())
        self._unacknowledged.clear()
        self._notify(splices_between(before, self._shown.rich), "")
        self.refused(reason, lost[:_LONGEST_LOST])
        self._section_locks.ask()

    def _notify(self, splices: list[Splice], by: str, *, echo: bool = False) -> None:
        if not splices:
            return
        extents = [splice.extent for splice in splices]
        self._presence.follow(extents)
        self._section_locks.follow(extents)
        steps = [Step(each.at, each.delete, each.insert, each.look or {}, each.restyle) for each in splices]
        self.changed(steps, by[:LONGEST_NAME], echo)

    @property
    def now(self) -> tuple[NoteStateMachine, RichDocument]:
        """What all have, and what is shown here."""
        return self._machine, self._shown

    def restore(self, steps: list[Step]) -> bool:
        """Do what brings an earlier version back; says whether it was done."""
        try:
            self._check_locks(steps)
            update, splices = self._shown.change(steps)
        except RefusedChangeError as error:
            self.refused(str(error), "")
            return False
        self._publish(update, splices)
        return True

    def _check_locks(self, steps: list[Step]) -> None:
        """Refuse to change what somebody else has locked, as far as it is known here."""
        for name, section in self._machine.sections.items() if steps else ():
            if section.owner == self._me or name not in self._machine.sections:
                continue
            start, end = self._position_of(section)
            for step in steps:
                if touches(
                    Splice(step.at, step.delete, step.insert, step.at, restyle=step.restyle), start, end
                ):
                    raise RefusedChangeError(self._machine.locked_by(section))
                extents = [SpliceExtent(step.at, step.delete, len(step.insert))]
                start, end = moved(start, extents, behind=True), moved(end, extents)

    def _position_of(self, section: Section) -> tuple[int, int]:
        """Where a section is in the text as it is shown here, edits included that are on their way."""
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
        """Whether somebody else has all that is here, or there is nothing to have."""
        if len(self._shown.text) == 1 and not self._unacknowledged:
            return True
        return self._connected and not self._unacknowledged and len(self._machine.membership.parts) > 1

    def _schedule_journal(self) -> None:
        """Soon, write to disk what nobody else has; a little later than others have it, forget it."""
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
        """What all have, with its versions, and what is only here."""
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
