# SPDX-License-Identifier: BSD-3-Clause
"""The presence list: everybody who has it open, with status and note."""

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

from app.runtime.library import Cause, ChannelReference, Context, Endpoint, live_object, type_name
from objects_library.replication.heartbeat import Heartbeat
from objects_library.replication.membership import Lease, MemberList, Membership, MembershipChange
from objects_library.replication.replica import RefusedChangeError, Replica

STATUSES = ("here", "busy", "away")
LONGEST_NOTE = 200


@type_name("PresenceChange")
@dataclass(frozen=True)
class PresenceChange(MembershipChange):
    """A status, or a membership change."""

    status: str
    note: str
    since: datetime


@dataclass(frozen=True)
class Saying:
    """The status of a person."""

    id: UUID
    status: str
    note: str
    since: datetime


Sayings = list[Saying]


@type_name("PresenceState")
@dataclass(frozen=True)
class PresenceState:
    """All members with their status."""

    attendants: MemberList
    sayings: Sayings


@dataclass(frozen=True)
class Present:
    """A person, since when by their clock; `mine` marks this copy."""

    id: UUID
    name: str
    status: str
    note: str
    since: datetime
    mine: bool


@live_object(
    "6f2a1c7d90b84e53a1d6c0e2b7f49a02", name="Presence list", group="Shared documents", limits="up to 1,000 people"
)
class PresenceList:
    """Shows who has it open, since when, and whether they have time; whoever goes or dies is gone from it."""

    presence = Endpoint(provides={"merge": "last writer per part"})
    count = Endpoint(words="how many people are in {name}")
    arrivals = Endpoint(words="each person who comes to {name}")

    def __init__(
        self, Channel: ChannelReference[PresenceChange, PresenceState], context: Context, lease: Lease = 20.0
    ) -> None:
        self._context = context
        self._membership = Membership()
        self._sayings: dict[UUID, dict[str, Any]] = {}
        self._own: dict[str, Any] = {"status": "here", "note": "", "since": datetime.now(UTC)}
        self._heartbeat = Heartbeat(
            context, lambda: self._replica, lambda: self._membership, list, lease, lambda: dict(self._own)
        )
        self._replica = Replica(
            context, Channel, self, started=self._start, refused=self.refused, noticed=self._heartbeat.noticed,
            causes=True,
        )  # fmt: skip

    @count.connected
    def offer_count_again(self) -> None:
        """Send the number of people to a new wire."""
        self.offer_count(len(self._membership.parts), self._replica.cause.repeated())

    @count.outgoing("value")
    def offer_count(self, value: float | None, cause: Cause) -> None:
        """The number of people, for wires."""

    @arrivals.outgoing("happened")
    def offer_arrival(self, value: str, cause: Cause) -> None:
        """The name of a person who has come, for wires."""

    @presence.connected
    def show(self) -> None:
        """Send the present state to a client that connects."""
        me = self._heartbeat.me
        parts = self._membership.parts.items()
        self.people([Present(each, part.name, mine=each == me, **self._status_of(each)) for each, part in parts])

    @presence.incoming
    def set(self, status: str, note: str = "") -> None:
        """Set the own status (here, busy, away) and a note."""
        reason = _wrong(status, note)
        if reason:
            self.refused(reason)
            return
        self._own.update(status=status, note=note)
        if self._replica.live:  # otherwise it is sent on arrival
            self._heartbeat.send("status")

    @presence.outgoing
    def people(self, people: list[Present]) -> None:
        """All people, the longest present first."""

    @presence.outgoing
    def refused(self, reason: str) -> None:
        """A status was refused."""

    def apply_change(self, change: dict[str, Any]) -> None:
        """Apply a membership change or a status."""
        kind, by = change["kind"], change["by"]
        reason = _wrong(change["status"], change["note"]) if kind in ("here", "status") else ""
        if reason:
            raise RefusedChangeError(reason)
        gone: UUID | None = None
        before = frozenset(self._membership.parts)
        if kind != "status":
            gone = self._membership.apply(change)
        elif by not in self._membership.parts:
            raise RefusedChangeError("somebody who is not here spoke")
        if gone is not None:
            self._sayings.pop(gone, None)
        if kind in ("here", "status"):
            self._sayings[by] = {key: change[key] for key in ("status", "note", "since")}
        self._heartbeat.observe(change)
        if kind not in ("beat", "miss", "doubt") or gone is not None:
            self.show()
            self._offer_difference(before)

    def _offer_difference(self, before: frozenset[UUID]) -> None:
        parts, cause = self._membership.parts, self._replica.cause
        if parts.keys() != before:
            self.offer_count(len(parts), cause)
        for each in parts.keys() - before:
            self.offer_arrival(parts[each].name, cause)

    def give_state(self) -> dict[str, Any]:
        """All people."""
        sayings = [{"id": each, **self._status_of(each)} for each in self._membership.parts]
        return {"attendants": self._membership.state(), "sayings": sayings}

    def take_state(self, state: dict[str, Any] | None) -> None:
        """Start from the state of another copy."""
        self._membership = Membership.of([] if state is None else state["attendants"])
        self._sayings = {
            each["id"]: {key: each[key] for key in ("status", "note", "since")}
            for each in ([] if state is None else state["sayings"])
            if not _wrong(each["status"], each["note"])
        }

    def _start(self) -> None:
        self._heartbeat.arrive()
        self.show()
        self.offer_count_again()

    def _status_of(self, member: UUID) -> dict[str, Any]:
        unknown = {"status": "here", "note": "", "since": datetime.fromtimestamp(0, UTC)}
        return self._sayings.get(member, unknown)


def _wrong(status: str, note: str) -> str:
    if status not in STATUSES:
        return f"nobody can be {status[:20]!r}; say {', '.join(STATUSES)}"
    return "" if len(note) <= LONGEST_NOTE else f"a note has at most {LONGEST_NOTE} characters"
