# SPDX-License-Identifier: BSD-3-Clause
"""Mutual exclusion, the common base of locks and leaders: one holder, and a queue."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from app.runtime.library import Context
from app.runtime.references import Reference
from objects_library.replication.heartbeat import Heartbeat
from objects_library.replication.membership import MemberList, Membership
from objects_library.replication.replica import RefusedChangeError, Replica


@dataclass(frozen=True)
class MutualExclusionState:
    """Members, the holder, the fencing number, and the queue."""

    members: MemberList
    holder: UUID | None
    fence: int
    queue: list[UUID]


class MutualExclusion:
    """A state machine: the first to ask holds it, the others queue; members that are gone hold nothing."""

    def __init__(self) -> None:
        self.membership = Membership()
        self.holder: UUID | None = None
        self.fence = 0
        self.queue: deque[UUID] = deque()

    @property
    def holder_name(self) -> str:
        """The name of the holder."""
        return "" if self.holder is None else self.membership.parts[self.holder].name

    def apply(self, change: dict[str, Any]) -> None:
        """Apply a change."""
        kind, by = change["kind"], change["by"]
        if kind in ("acquire", "release") and by not in self.membership.parts:
            raise RefusedChangeError("somebody who is not here spoke")
        if kind == "acquire":
            if by != self.holder and by not in self.queue:
                self.queue.append(by)
        elif kind == "release":
            self._give_up(by)
        else:
            gone = self.membership.apply(change)
            if gone is not None:
                self._give_up(gone)
        if self.holder is None and self.queue:
            self.holder = self.queue.popleft()
            self.fence += 1

    def on_duty(self) -> list[UUID]:
        """Who must send heartbeats: the holder."""
        return [] if self.holder is None else [self.holder]

    def state(self) -> dict[str, Any]:
        """The state as a plain value."""
        return {
            "members": self.membership.state(),
            "holder": self.holder,
            "fence": self.fence,
            "queue": list(self.queue),
        }

    @classmethod
    def of(cls, state: dict[str, Any]) -> MutualExclusion:
        """The machine in the state of another copy."""
        made = cls()
        made.membership = Membership.of(state["members"])
        known = made.membership.parts
        made.holder = state["holder"] if state["holder"] in known else None
        made.fence = state["fence"]
        made.queue = deque(each for each in state["queue"] if each in known)
        return made

    def _give_up(self, member: UUID) -> None:
        if member == self.holder:
            self.holder = None
        elif member in self.queue:
            self.queue.remove(member)


class MutualExclusionReplica:
    """A replicated lock or leader; a subclass declares the event `refused` and reports changes."""

    refused: Any

    def _replicate(self, context: Context, channel: Reference, lease: float) -> None:
        self._exclusion = MutualExclusion()
        self._shown: tuple[object, ...] = ()
        self._heartbeat = Heartbeat(
            context, lambda: self._replica, lambda: self._exclusion.membership, self._on_duty, lease
        )
        self._replica = Replica(
            context, channel, self, started=self._start, refused=self.refused, noticed=self._heartbeat.noticed
        )

    def _report_changes(self) -> None:
        raise NotImplementedError

    def apply_change(self, change: dict[str, Any]) -> None:
        """Apply a change, and report what it changed."""
        self._exclusion.apply(change)
        self._heartbeat.observe(change)
        self._report_changes()

    def give_state(self) -> dict[str, Any]:
        """Who holds it, and who waits."""
        return self._exclusion.state()

    def take_state(self, state: dict[str, Any] | None) -> None:
        """Start from the state of another copy."""
        self._exclusion = MutualExclusion() if state is None else MutualExclusion.of(state)

    def _on_duty(self) -> list[UUID]:
        return self._exclusion.on_duty()

    def _start(self) -> None:
        self._heartbeat.arrive()
        self._report_changes()
