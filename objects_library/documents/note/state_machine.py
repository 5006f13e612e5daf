# SPDX-License-Identifier: BSD-3-Clause
"""The state machine of a note: text, members, locked sections and versions.

An edit counts although its place has been locked, if whoever made it could not know that: nobody's words are
lost, neither those that were on their way nor those that were written while the network was cut.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from objects_library.documents.note.history import History, Mark, Version, are_valid
from objects_library.replication.membership import LONGEST_NAME, Membership
from objects_library.replication.replica import RefusedChangeError
from objects_library.replication.text.document import Splice, SpliceExtent
from objects_library.replication.text.rich_document import RichDocument
from objects_library.replication.text.sections import Section, SectionedMachine, touches


@dataclass(frozen=True)
class NoteVersion:
    """A version in the state."""

    number: int
    since: datetime
    until: datetime
    last: int
    people: list[str]
    marks: list[Mark]


@dataclass(frozen=True)
class NoteSection:
    """A locked section in the state."""

    section: UUID
    owner: UUID
    start: int
    end: int
    since: int


SpliceExtents = list[SpliceExtent]

NOTHING = {"update": b"", "number": 0, "section": None, "start": 0, "end": 0, "revision": 0, "at": None, "versions": []}
"""The fields of changes that are not about a note."""


class NoteStateMachine(SectionedMachine):
    """The state machine of a note."""

    document: RichDocument

    def __init__(self) -> None:
        super().__init__()
        self.history = History()

    def new_document(self) -> RichDocument:
        """An empty note."""
        return RichDocument()

    def write(self, change: dict[str, Any]) -> list[Splice]:
        """Merge an edit, unless it changes a section whose lock its author knew."""
        by, when = change["by"], change["at"]
        if when is None or len(change["name"]) > LONGEST_NAME:
            raise RefusedChangeError("an edit says who made it and when")
        known = [each for each in self.sections.values() if each.since <= change["revision"]]
        splices = self.document.merge(change["update"], lambda done: self._against(by, known, done))
        self._follow(by, splices)
        self.history.record(splices, change["name"], when)
        return splices

    def remember(self, change: dict[str, Any]) -> list[Splice]:
        """Take over a stored note with its versions, if this one is empty."""
        versions = [Version.of(each) for each in change["versions"]]
        if self.document.text != "\n" or self.history.made:
            raise RefusedChangeError("the note has a past already")
        if not are_valid(versions):
            raise RefusedChangeError("these are no versions of a note")
        splices = self.document.merge(change["update"])
        self._follow(change["by"], splices)
        self.history = History(versions, versions[-1].number)
        return splices

    def _against(self, by: UUID, known: list[Section], splices: list[Splice]) -> str:
        for section in known:
            for splice in splices if section.owner != by else ():
                if touches(splice, section.start, section.end):
                    return self.locked_by(section)
        return ""

    def claim(self, by: UUID, name: UUID, start: int, end: int, revision: int) -> None:
        """Lock a section; it counts as known from the next revision on."""
        super().claim(by, name, start, end, revision)
        self.revision += 1
        self._past.append([])
        self.sections[name].since = self.revision

    def state(self) -> dict[str, Any]:
        """The state as a plain value."""
        found = super().state()
        found["sections"] = [{**each, "since": self.sections[each["section"]].since} for each in found["sections"]]
        found["versions"] = [version.plain() for version in self.history.versions]
        found["made"] = self.history.made
        return found

    @classmethod
    def of(cls, state: dict[str, Any]) -> NoteStateMachine:
        """The machine in the state of another copy."""
        made = cls()
        made.document = RichDocument(state["update"])
        made.membership = Membership.of(state["members"])
        made.sections = {
            each["section"]: Section(each["owner"], each["start"], each["end"], each["since"])
            for each in state["sections"]
            if each["owner"] in made.membership.parts
        }
        made.revision = state["revision"]
        made._past.extend([SpliceExtent(**extent) for extent in extents] for extents in state["past"])
        made.history = History(map(Version.of, state["versions"]), state["made"])
        return made
