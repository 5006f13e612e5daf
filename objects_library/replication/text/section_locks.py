"""What one copy does to lock sections: it asks when its places are those of all, and tells what is locked."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from objects_library.replication.replica import RefusedChangeError
from objects_library.replication.text.document import SpliceExtent, moved
from objects_library.replication.text.sections import Section, SectionedMachine


@dataclass(frozen=True)
class ShownSection:
    """A locked section, and whose it is."""

    section: UUID
    holder: str
    mine: bool
    start: int
    end: int


Places = Callable[[Section], tuple[int, int]]


class SectionLocks:
    """Speaks for one copy; `busy` tells whether edits are on their way from here."""

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
        self._told: list[ShownSection] = []

    def want(self, section: UUID, start: int, end: int) -> None:
        """Lock a part of the text as it is here."""
        self._wanted.append((section, start, end))
        self.ask()

    def ask(self) -> None:
        """Only when nothing is on its way from here, places here are places in the text that all have."""
        while self._wanted and not self._busy():
            section, start, end = self._wanted.pop(0)
            revision = self._machine().revision
            self._send("lock", section=section, start=start, end=end, revision=revision)

    def follow(self, extents: list[SpliceExtent]) -> None:
        """The text has changed here."""
        self._wanted = [
            (section, moved(start, extents, behind=True), moved(end, extents))
            for section, start, end in self._wanted
        ]

    def apply(self, change: dict[str, Any]) -> None:
        """Somebody locks or unlocks, in the order of all."""
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
        """All that is locked, and by whom."""
        machine = self._machine()
        return [
            ShownSection(
                name, machine.membership.parts[each.owner].name, each.owner == self._me, *self._places(each)
            )
            for name, each in machine.sections.items()
        ]

    def notify(self) -> None:
        """Tell what is locked, if it is not what was told last."""
        sections = self.shown()
        if sections != self._told:
            self._told = sections
            self._show(sections)

    def owners(self) -> set[UUID]:
        """Who has locked something."""
        return {section.owner for section in self._machine().sections.values()}


def own_section(sections: list[ShownSection], start: int, end: int) -> ShownSection | None:
    """The section of this person that the cursor is in, or else the only one."""
    mine = [each for each in sections if each.mine]
    here = [each for each in mine if each.start <= start and end <= each.end]
    if not here and start == end and len(mine) == 1:
        here = mine
    return here[0] if here else None
