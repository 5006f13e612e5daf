# SPDX-License-Identifier: BSD-3-Clause
"""The state machine of a text with locked sections, in total order."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from objects_library.replication.membership import Membership
from objects_library.replication.replica import RefusedChangeError
from objects_library.replication.text.document import Splice, SpliceExtent, TextDocument, moved

MOST = 1_000
"""The largest number of locked sections."""
_REMEMBERED = 1_000
"""How many edits back the positions of a lock request may refer to."""


@dataclass
class Section:
    """A range of the text, owned by a member."""

    owner: UUID
    start: int
    end: int
    since: int = 0
    """The revision in which it was locked."""


class SectionedMachine:
    """The state machine of a text with members and locked sections."""

    def __init__(self) -> None:
        self.document = self.new_document()
        self.membership = Membership()
        self.sections: dict[UUID, Section] = {}
        self.revision = 0
        self._past: deque[list[SpliceExtent]] = deque(maxlen=_REMEMBERED)

    def new_document(self) -> TextDocument:
        """An empty text."""
        return TextDocument()

    def edit(self, by: UUID, update: bytes) -> None:
        """Merge an edit, unless it changes a section of another member."""
        if by not in self.membership.parts:
            raise RefusedChangeError("somebody who is not here edited")
        self._follow(by, self.document.merge(update, lambda splices: self.objection(by, splices)))

    def _follow(self, by: UUID, splices: list[Splice]) -> None:
        """Move the sections with an edit."""
        self.revision += 1
        extents = [splice.extent for splice in splices if splice.delete or splice.insert]
        if len(extents) > _REMEMBERED:
            self._past.clear()  # too many revisions to keep; the requester tries again
        else:
            self._past.append(extents)
        for section in self.sections.values():
            own = section.owner == by
            section.start = moved(section.start, extents, behind=not own)
            section.end = max(section.start, moved(section.end, extents, behind=own))

    def objection(self, by: UUID, splices: list[Splice]) -> str:
        """Whose section an edit would change, as a sentence; empty if none."""
        for section in self.sections.values():
            for splice in splices if section.owner != by else ():
                if touches(splice, section.start, section.end):
                    return self.locked_by(section)
        return ""

    def locked_by(self, section: Section) -> str:
        """Why a section cannot be changed."""
        return f"{self.membership.parts[section.owner].name} has locked this section"

    def claim(self, by: UUID, name: UUID, start: int, end: int, revision: int) -> None:
        """Lock a section at positions of an earlier revision; the first request wins."""
        if by not in self.membership.parts or name in self.sections or len(self.sections) >= MOST:
            raise RefusedChangeError("whoever is not here can lock nothing, nor can a section be locked twice")
        behind = self.revision - revision
        if not 0 <= behind <= len(self._past):
            raise RefusedChangeError("the text has changed too much since; try again")
        for extents in list(self._past)[len(self._past) - behind :]:
            start, end = moved(start, extents, behind=True), moved(end, extents)
        if not 0 <= start < end <= len(self.document.text):
            raise RefusedChangeError("there is nothing to lock")
        for other in self.sections.values():
            if start < other.end and other.start < end:
                raise RefusedChangeError(f"{self.membership.parts[other.owner].name} has locked a part of it already")
        self.sections[name] = Section(by, start, end, self.revision)

    def release(self, by: UUID, name: UUID) -> None:
        """Unlock a section."""
        if name not in self.sections or self.sections[name].owner != by:
            raise RefusedChangeError("only its owner can unlock a section")
        del self.sections[name]

    def apply_membership(self, change: dict[str, Any]) -> UUID | None:
        """Apply a membership change; sections of a removed member are released."""
        gone = self.membership.apply(change)
        if gone is not None:
            self.sections = {name: each for name, each in self.sections.items() if each.owner != gone}
        return gone

    def state(self) -> dict[str, Any]:
        """The state as a plain value."""
        return {
            "update": self.document.state(),
            "members": self.membership.state(),
            "sections": [
                {"section": name, "owner": each.owner, "start": each.start, "end": each.end}
                for name, each in self.sections.items()
            ],
            "revision": self.revision,
            "past": [[extent._asdict() for extent in extents] for extents in self._past],
        }

    @classmethod
    def of(cls, state: dict[str, Any]) -> SectionedMachine:
        """The machine in the state of another copy."""
        made = cls()
        made.document = TextDocument(state["update"])
        made.membership = Membership.of(state["members"])
        made.sections = {
            each["section"]: Section(each["owner"], each["start"], each["end"])
            for each in state["sections"]
            if each["owner"] in made.membership.parts
        }
        made.revision = state["revision"]
        made._past.extend([SpliceExtent(**extent) for extent in extents] for extents in state["past"])
        return made


def touches(splice: Splice, start: int, end: int) -> bool:
    """Whether a splice changes a range; insertions of others at its edges are outside."""
    gone = splice.delete + splice.restyle
    deleted = gone and splice.was_at < end and start < splice.was_at + gone
    return bool(deleted or (splice.insert and start < splice.was_at < end))
