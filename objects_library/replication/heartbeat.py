# SPDX-License-Identifier: BSD-3-Clause
"""The membership protocol of one copy: join, heartbeats, and detection of silent members."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from time import monotonic
from typing import Any
from uuid import UUID

from app.runtime.library import Context
from objects_library.replication.membership import LONGEST_NAME, Membership
from objects_library.replication.replica import Replica
from objects_library.values.person_id import new_person_id

_FIRST_REPORT, _NEXT_REPORT = 0.02, 0.2
"""Seconds until the oldest member reports a member that left the channel, and between the next ones."""


class Heartbeat:
    """Membership of one copy; `on_duty` yields who must send heartbeats, `extra` adds fields to changes."""

    def __init__(
        self,
        context: Context,
        replica: Callable[[], Replica],
        membership: Callable[[], Membership],
        on_duty: Callable[[], Iterable[UUID]],
        lease: float,
        extra: Callable[[], dict[str, Any]] = dict,
    ) -> None:
        self.me = new_person_id(context)
        self._context = context
        self._replica = replica
        self._membership = membership
        self._on_duty = on_duty
        self._lease = max(lease, 0.05)
        self._extra = extra
        self._place: UUID | None = None
        self._present: set[UUID] | None = None
        self._last_beats: dict[UUID, tuple[int, bool, float]] = {}
        self._arrived = False
        context.every(self._lease / 4, self._tick)

    def send(self, kind: str, whom: UUID | None = None, place: UUID | None = None, beats: int = 0, **more: Any) -> None:
        """Send a change in the name of this copy."""
        self._replica().send(self.change(kind, whom, place, beats, **more))

    def change(
        self, kind: str, whom: UUID | None = None, place: UUID | None = None, beats: int = 0, **more: Any
    ) -> dict[str, Any]:
        """A change in the name of this copy."""
        name = self._context.node_name[:LONGEST_NAME]
        change = {"kind": kind, "by": self.me, "whom": whom, "name": name, "place": place, "beats": beats}
        return {**change, **self._extra(), **more}

    def arrive(self) -> None:
        """Join, also again after the others have removed this member; it leaves when the object ends."""
        if not self._arrived:
            self._arrived = True
            self._context.at_end(self.leave)
        self.send("here", place=self._place)

    def leave(self) -> None:
        """Send a good-bye; a member that cannot is detected by the others."""
        if self._replica().live and self.me in self._membership().parts:
            self.send("bye")

    def observe(self, change: dict[str, Any]) -> None:
        """Handle an applied change: answer inquiries about this member, and rejoin after a removal."""
        kind, whom = change["kind"], change["whom"]
        if kind == "miss" and whom == self.me:
            self.send("beat")
        elif whom == self.me and self.me not in self._membership().parts:
            self.arrive()

    def noticed(self, status: dict[str, Any]) -> None:
        """Handle the membership of the channel; members that have left it are reported as gone."""
        self._present = {member["id"] for member in status["members"]}
        place = status.get("me")
        if place is None:  # a channel without member ids may name members by node
            place = UUID(self._context.node_id)
        if place != self._place and place in self._present:
            self._place = place
            if self._replica().live:
                self.arrive()
        if self._absent():
            self._context.later(_FIRST_REPORT + _NEXT_REPORT * self._rank(), self._report_absent)

    def _rank(self) -> int:
        present = [each for each, part in self._membership().parts.items() if part.place in (self._present or ())]
        return present.index(self.me) if self.me in present else len(present)

    def _absent(self) -> list[UUID]:
        if self._present is None or not self._replica().writable:
            return []
        parts = self._membership().parts.items()
        return [each for each, part in parts if part.place is not None and part.place not in self._present]

    def _report_absent(self) -> None:
        for whom in self._absent() if self.me in self._membership().parts else ():
            self.send("gone", whom, place=self._membership().parts[whom].place)

    def _tick(self) -> None:
        """Periodically: send a heartbeat if one is due, and check those of others."""
        if not self._replica().live:
            return
        # Without a membership of the channel, every member sends heartbeats.
        duty = set(self._on_duty()) if self._present is not None else set(self._membership().parts)
        if self.me in duty:
            self.send("beat")
        for whom in duty - {self.me}:
            self._check_silence(whom)

    def _check_silence(self, whom: UUID) -> None:
        part, now = self._membership().parts.get(whom), monotonic()
        if part is None:
            return
        beats, asked, since = self._last_beats.get(whom, (-1, False, now))
        if (beats, asked) != (part.beats, part.asked):
            self._last_beats = {
                each: seen for each, seen in self._last_beats.items() if each in self._membership().parts
            }
            self._last_beats[whom] = (part.beats, part.asked, now)
        elif now - since >= (self._lease / 2 if part.asked else self._lease):
            self.send("doubt" if part.asked else "miss", whom, beats=part.beats)
