# SPDX-License-Identifier: BSD-3-Clause
"""Section locks of one copy: requests them when no edit is in flight, and reports what is locked."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from app.runtime.library import Endpoint
from objects_library.replication.heartbeat import Heartbeat
from objects_library.replication.replica import RefusedChangeError
from objects_library.replication.text.document import SpliceExtent, moved
from objects_library.replication.text.sections import Section, SectionedMachine


@dataclass(frozen=True)
class ShownSection:
    """A locked section and its owner."""

    section: UUID
    holder: str
    mine: bool
    start: int
    end: int


Places = Callable[[Section], tuple[int, int]]


class SectionLocks:
    """Locks sections for one copy; `busy` tells whether edits of this copy are in flight."""

    def __init__(
        self,
        me: UUID,
        machine: Callable[[], SectionedMachine],
        send: Callable[..., object],
        busy: Callable[[], bool],
        show: Callable[[list[ShownSection]], object],
        deny: Callable[[UUID, str], object],
        places: Places = lambda section: (section.start, section.end),
    ) -> None:
        self._me = me
        self._machine = machine
        self._send = send
        self._busy = busy
        self._show = show
        self._deny = deny
        self._places = places
        self._wanted: list[tuple[UUID, int, int]] = []
        self._published: list[ShownSection] = []

    def want(self, section: UUID, start: int, end: int) -> None:
        """Request a lock at positions of this copy."""
        self._wanted.append((section, start, end))
        self.ask()

    def ask(self) -> None:
        """Send the requests when no edit is in flight; only then positions are those of the ordered text."""
        while self._wanted and not self._busy():
            section, start, end = self._wanted.pop(0)
            revision = self._machine().revision
            self._send("lock", section=section, start=start, end=end, revision=revision)

    def follow(self, extents: list[SpliceExtent]) -> None:
        """Adapt to an edit of this copy."""
        self._wanted = [
            (section, moved(start, extents, behind=True), moved(end, extents)) for section, start, end in self._wanted
        ]

    def apply(self, change: dict[str, Any]) -> None:
        """Apply a lock or unlock in the total order."""
        by, name = change["by"], change["section"]
        try:
            if name is None:
                raise RefusedChangeError("a section has a name")
            if change["kind"] == "lock":
                self._machine().claim(by, name, change["start"], change["end"], change["revision"])
            else:
                self._machine().release(by, name)
        except RefusedChangeError as error:
            if by == self._me and name is not None:
                self._deny(name, str(error))
            raise

    def shown(self) -> list[ShownSection]:
        """All locked sections."""
        machine = self._machine()
        return [
            ShownSection(name, machine.membership.parts[each.owner].name, each.owner == self._me, *self._places(each))
            for name, each in machine.sections.items()
        ]

    def notify(self) -> None:
        """Report the locked sections if they have changed."""
        sections = self.shown()
        if sections != self._published:
            self._published = sections
            self._show(sections)

    def owners(self) -> set[UUID]:
        """The members that own a section."""
        return {section.owner for section in self._machine().sections.values()}


def own_section(sections: list[ShownSection], start: int, end: int) -> ShownSection | None:
    """The user's section at the cursor, or else the only one."""
    mine = [each for each in sections if each.mine]
    here = [each for each in mine if each.start <= start and end <= each.end]
    if not here and start == end and len(mine) == 1:
        here = mine
    return here[0] if here else None


class SectionEvents:
    """The endpoint `sections` of a text: locks and unlocks sections, and reports them."""

    sections = Endpoint(provides={"merge": "first writer"})
    _section_locks: SectionLocks
    _heartbeat: Heartbeat

    @sections.connected
    def show_sections(self) -> None:
        """Send the present state to a client that connects."""
        self.locked(self._section_locks.shown())

    @sections.incoming
    def lock(self, section: UUID, start: int, end: int) -> None:
        """Lock a range under an id of the sender's choice."""
        self._section_locks.want(section, start, end)

    @sections.incoming
    def unlock(self, section: UUID) -> None:
        """Release a section."""
        self._heartbeat.send("unlock", section=section)

    @sections.outgoing
    def locked(self, sections: list[ShownSection]) -> None:
        """All locked sections and their owners; positions move with the text."""

    @sections.outgoing
    def denied(self, section: UUID, reason: str) -> None:
        """A lock or unlock was refused."""
