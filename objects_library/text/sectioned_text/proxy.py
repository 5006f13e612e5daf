"""A shared text in which sections can be locked: the order of the channel decides whose edits count."""

from dataclasses import dataclass
from typing import Annotated, Any
from uuid import UUID, uuid4

from app.runtime.library import (
    CheckpointedChannel,
    Context,
    Endpoint,
    ObjectReference,
    Range,
    Unit,
    live_object,
    type_name,
)
from objects_library.text.document import Cut, Splice, TextDocument, difference, moved
from objects_library.text.sections import SectionedMachine
from objects_library.text.writing import TextBase
from objects_library.variables.attendance import Attendance
from objects_library.variables.replica import RefusedChangeError, Replica
from objects_library.variables.roster import Attendants, RosterChange


@type_name("SectionedChange")
@dataclass(frozen=True)
class SectionedChange(RosterChange):
    """An edit, a section to lock or unlock, or something about whoever edits."""

    update: bytes
    epoch: UUID | None
    section: UUID | None
    start: int
    end: int
    revision: int


@dataclass(frozen=True)
class LockedSection:
    """A section as the state has it."""

    section: UUID
    owner: UUID
    start: int
    end: int


Cuts = list[Cut]


@type_name("SectionedState")
@dataclass(frozen=True)
class SectionedState:
    """A text with its history, who takes part, what is locked, and what the last edits did."""

    update: bytes
    members: Attendants
    sections: list[LockedSection]
    revision: int
    past: list[Cuts]


@dataclass(frozen=True)
class ShownSection:
    """A locked section, and whose it is."""

    section: UUID
    holder: str
    mine: bool
    start: int
    end: int


_EMPTY = {"update": b"", "epoch": None, "section": None, "start": 0, "end": 0, "revision": 0}


@live_object("0d6e1d1b6ab44b61a1f7f1a2c3d4e511", name="Shared text with sections", group="Shared documents")
class SectionedText(TextBase):
    """A text in which many people type at once, and anyone can lock a section while they are there."""

    text = TextBase.text.stronger()
    sections = Endpoint(provides={"merge": "first writer"})

    def __init__(
        self,
        Channel: ObjectReference[  # noqa: N803 - as references say it
            CheckpointedChannel[SectionedChange, SectionedState]
        ],
        context: Context,
        lease: Annotated[float, Range(0.1, 86400), Unit("s")] = 10.0,
    ) -> None:
        self._machine = SectionedMachine()
        self._shown = TextDocument()
        self._epoch = uuid4()
        self._unheard: list[tuple[bytes, str]] = []
        self._wanted: list[tuple[UUID, int, int]] = []
        self._told: list[ShownSection] = []
        self._attendance = Attendance(
            context, lambda: self._replica, lambda: self._machine.roster, self._owners, lease, lambda: _EMPTY
        )
        super().__init__(context, self._attendance.me)
        self._replica = Replica(
            context,
            Channel,
            self,
            started=self._start,
            refused=self._not_sent,
            noticed=self._attendance.noticed,
        )

    @sections.connected
    def show_sections(self) -> None:
        """Whoever connects sees what is locked."""
        self.locked(self._sections())

    @sections.incoming
    def lock(self, section: UUID, start: int, end: int) -> None:
        """Lock a part of the text under a name made up by whoever locks it."""
        self._wanted.append((section, start, end))
        self._ask_for_wanted()

    @sections.incoming
    def unlock(self, section: UUID) -> None:
        """Let everyone edit it again."""
        self._attendance.say("unlock", section=section)

    @sections.outgoing
    def locked(self, sections: list[ShownSection]) -> None:
        """All that is locked, and by whom; places move with the text."""

    @sections.outgoing
    def denied(self, section: UUID, reason: str) -> None:
        """It was not locked or unlocked."""

    def apply_change(self, change: dict[str, Any]) -> None:
        """Take one change; whether an edit counts is decided here, by everyone alike."""
        kind = change["kind"]
        if self._heard_of(change):
            return
        if kind == "edit":
            self._apply_edit(change)
        elif kind in ("lock", "unlock"):
            self._apply_lock(change)
        else:
            gone = self._machine.attend(change)
            self._attendance.heard(change)
            if gone is not None:
                self._forget(gone)
        self._tell_sections()

    def give_state(self) -> dict[str, Any]:
        """Text, members and sections."""
        return self._machine.state()

    def take_state(self, state: dict[str, Any] | None) -> None:
        """Start from what the others have."""
        self._machine = SectionedMachine() if state is None else SectionedMachine.of(state)
        self._start_again("the others have gone on without this copy" if self._replica.live else "")

    @property
    def _document(self) -> TextDocument:
        return self._shown

    def _objection(self, edit: Splice) -> str:
        if not self._replica.live:
            return "the text is not here yet"
        # With edits on their way, places are not those of the text that all have; the order decides.
        return "" if self._unheard else self._machine.objection(self._me, [edit])

    def _publish(self, update: bytes, inserted: str) -> None:
        self._unheard.append((update, inserted))
        self._attendance.say("edit", update=update, epoch=self._epoch)

    def _say(self, kind: str, **more: Any) -> None:
        self._attendance.say(kind, **more)

    def _start(self) -> None:
        if not self._greeted:
            self._context.at_end(self._attendance.leave)
        self._attendance.arrive()
        self._greet()
        self._tell_sections()

    def _apply_edit(self, change: dict[str, Any]) -> None:
        update = change["update"]
        mine = change["epoch"] == self._epoch and [update] == [each for each, _ in self._unheard[:1]]
        try:
            self._machine.edit(change["by"], update)
        except RefusedChangeError as error:
            if mine:
                self._start_again(str(error))
            raise
        if mine:
            self._unheard.pop(0)
            self._ask_for_wanted()
            return
        try:
            self._tell(self._shown.merge(update), change["name"])
        except RefusedChangeError as error:  # with what is on its way from here it would be too long
            self._start_again(str(error))

    def _apply_lock(self, change: dict[str, Any]) -> None:
        by, name = change["by"], change["section"]
        try:
            if name is None:
                raise RefusedChangeError("a section has a name")
            if change["kind"] == "lock":
                self._machine.claim(by, name, change["start"], change["end"], change["revision"])
            else:
                self._machine.release(by, name)
        except RefusedChangeError as error:
            if by == self._me and name is not None:
                self.denied(name, str(error))
            raise

    def _start_again(self, reason: str) -> None:
        """Show what all have; what was on its way from here and did not count is given back."""
        before, lost = self._shown.text, "".join(inserted for _, inserted in self._unheard)
        self._shown = TextDocument(self._machine.document.state())
        self._epoch = uuid4()
        self._unheard.clear()
        self._tell(difference(before, self._shown.text), "")
        if reason:
            self.refused(reason, lost)
        self._ask_for_wanted()

    def _tell(self, splices: list[Splice], by: str, *, echo: bool = False) -> None:
        cuts = [splice.cut for splice in splices]
        self._wanted = [
            (section, moved(start, cuts, behind=True), moved(end, cuts))
            for section, start, end in self._wanted
        ]
        super()._tell(splices, by, echo=echo)

    def _ask_for_wanted(self) -> None:
        """Only when nothing is on its way from here, places here are places in the text that all have."""
        while self._wanted and not self._unheard:
            section, start, end = self._wanted.pop(0)
            revision = self._machine.revision
            self._attendance.say("lock", section=section, start=start, end=end, revision=revision)

    def _owners(self) -> set[UUID]:
        return {section.owner for section in self._machine.sections.values()}

    def _sections(self) -> list[ShownSection]:
        parts = self._machine.roster.parts
        return [
            ShownSection(name, parts[each.owner].name, each.owner == self._me, each.start, each.end)
            for name, each in self._machine.sections.items()
        ]

    def _tell_sections(self) -> None:
        sections = self._sections()
        if sections != self._told:
            self._told = sections
            self.locked(sections)

    def _not_sent(self, reason: str) -> None:
        self.refused(reason, "")
