"""Who takes part, as all copies agree: everyone's comings, signs of life and doubts go through the channel.

No clock decides. Whoever has a duty gives signs of life. Those who miss them for long, by clocks of their
own, ask; only when the one who is asked says nothing and most of the others doubt it, too, is it gone. A sign
of life that comes before the last doubt makes all doubts void.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from objects_library.replication.replica import RefusedChangeError

LONGEST_NAME = 100
LARGEST = 1_000
"""How many can take part."""


@dataclass(frozen=True)
class MembershipChange:
    """Here, bye, beat, miss, doubt, gone, or a word of the object; `by` is who says it, `whom` of whom."""

    kind: str
    by: UUID
    whom: UUID | None
    name: str
    place: UUID | None
    beats: int


@dataclass(frozen=True)
class Member:
    """One who takes part: its name, its place in the channel if known, and what is thought of it."""

    id: UUID
    name: str
    place: UUID | None
    beats: int
    asked: bool
    doubts: list[UUID]


MemberList = list[Member]


@dataclass
class _Part:
    name: str
    place: UUID | None
    beats: int = 0
    asked: bool = False
    doubts: set[UUID] = field(default_factory=set)


class Membership:
    """A state machine; `apply` says who went with the change, if somebody did."""

    def __init__(self) -> None:
        self.parts: dict[UUID, _Part] = {}
        """Everyone, whoever has been here longest first."""

    def apply(self, change: dict[str, Any]) -> UUID | None:
        """Take one change; returns who is gone by it."""
        by: UUID = change["by"]
        whom, kind = change["whom"], change["kind"]
        if kind == "here":
            self._come(by, change)
            return None
        if by not in self.parts:
            raise RefusedChangeError("somebody who is not here spoke")
        if kind == "bye":
            del self.parts[by]
            return by
        if kind == "beat":
            self._alive(by)
            return None
        if whom not in self.parts:
            raise RefusedChangeError("somebody spoke of one who is not here")
        return self._report(whom, change)

    def names(self) -> list[str]:
        """Who is here, by name."""
        return [part.name for part in self.parts.values()]

    def state(self) -> list[dict[str, Any]]:
        """The state as a plain value."""
        return [
            {
                "id": member,
                "name": part.name,
                "place": part.place,
                "beats": part.beats,
                "asked": part.asked,
                "doubts": sorted(part.doubts),
            }
            for member, part in self.parts.items()
        ]

    @classmethod
    def of(cls, state: list[dict[str, Any]]) -> Membership:
        """The roster that another copy gave."""
        made = cls()
        for each in state:
            made.parts[each["id"]] = _Part(
                each["name"], each["place"], each["beats"], each["asked"], set(each["doubts"])
            )
        return made

    def _come(self, by: UUID, change: dict[str, Any]) -> None:
        if len(change["name"]) > LONGEST_NAME:
            raise RefusedChangeError("a name that long is nobody's")
        part = self.parts.get(by)
        if part is not None:
            part.name, part.place = change["name"], change["place"]
        elif len(self.parts) >= LARGEST:
            raise RefusedChangeError(f"{LARGEST} are here already")
        else:
            self.parts[by] = _Part(change["name"], change["place"])

    def _alive(self, member: UUID) -> None:
        part = self.parts[member]
        part.beats += 1
        part.asked = False
        part.doubts.clear()

    def _report(self, whom: UUID, change: dict[str, Any]) -> UUID | None:
        part, kind = self.parts[whom], change["kind"]
        if kind == "gone":
            if part.place is None or part.place != change["place"]:
                raise RefusedChangeError("whoever has another place in the channel is not the one that left")
        elif kind not in ("miss", "doubt"):
            raise RefusedChangeError(f"nobody knows the change {kind[:20]!r}")
        elif change["beats"] != part.beats:
            return None  # a sign of life came in between
        elif kind == "miss":
            part.asked = True
            return None
        elif not part.asked or change["by"] == whom or not self._doubted(whom, change["by"]):
            return None
        del self.parts[whom]
        return whom

    def _doubted(self, whom: UUID, by: UUID) -> bool:
        """Whether most of the others doubt that this one is still here."""
        doubts = self.parts[whom].doubts
        doubts.add(by)
        others = self.parts.keys() - {whom}
        return len(doubts & others) > len(others) // 2
