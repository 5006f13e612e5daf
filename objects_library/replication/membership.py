# SPDX-License-Identifier: BSD-3-Clause
"""Replicated membership with failure detection; joins, heartbeats and suspicions go through the channel.

No clock decides. Members on duty send heartbeats. A member that misses them for long, by its own clock,
sends an inquiry. The silent member is removed when it does not answer and a majority of the others doubts
it. A heartbeat before the last doubt clears all doubts.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Any
from uuid import UUID

from app.runtime.library import Range, Unit
from objects_library.replication.replica import RefusedChangeError

LONGEST_NAME = 100
LARGEST = 1_000
"""The largest number of members."""

Lease = Annotated[float, Range(0.1, 86400), Unit("s")]
"""The parameter of an object: how long a member may be silent."""


@dataclass(frozen=True)
class MembershipChange:
    """A membership change, or one of the object; `by` is the sender, `whom` the member meant."""

    kind: str
    by: UUID
    whom: UUID | None
    name: str
    place: UUID | None
    beats: int


@dataclass(frozen=True)
class Member:
    """A member: name, id in the channel if known, and the state of its failure detection."""

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
    """The state machine of a membership; `apply` returns the member that a change removes, if any."""

    def __init__(self) -> None:
        self.parts: dict[UUID, _Part] = {}
        """All members, the oldest first."""

    def apply(self, change: dict[str, Any]) -> UUID | None:
        """Apply a change; returns the member that it removes."""
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
        """The names of all members."""
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
        """The membership in the state of another copy."""
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
            return None  # a heartbeat came in between
        elif kind == "miss":
            part.asked = True
            return None
        elif not part.asked or change["by"] == whom or not self._doubted(whom, change["by"]):
            return None
        del self.parts[whom]
        return whom

    def _doubted(self, whom: UUID, by: UUID) -> bool:
        """Whether a majority of the others doubts this member."""
        doubts = self.parts[whom].doubts
        doubts.add(by)
        others = self.parts.keys() - {whom}
        return len(doubts & others) > len(others) // 2
