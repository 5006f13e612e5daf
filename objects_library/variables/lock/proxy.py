# SPDX-License-Identifier: BSD-3-Clause
"""A shared lock: one holds it, everyone sees who; it is free again when its holder dies or falls silent."""

from dataclasses import dataclass
from typing import Annotated

from app.runtime.library import (
    AgreedChannel,
    Cancellable,
    Context,
    Endpoint,
    Label,
    ObjectReference,
    live_object,
    type_name,
)
from objects_library.replication.membership import Lease, MembershipChange
from objects_library.replication.mutual_exclusion import MutualExclusionReplica, MutualExclusionState


@type_name("LockChange")
@dataclass(frozen=True)
class LockChange(MembershipChange):
    """A change of a lock."""


@type_name("LockState")
@dataclass(frozen=True)
class LockState(MutualExclusionState):
    """Who holds a lock, and who waits."""


@live_object(
    "0d6e1d1b6ab44b61a1f7f1a2c3d4e506", name="Shared lock", group="Shared documents", limits="up to 1,000 members"
)
class SharedLock(MutualExclusionReplica):
    """Lets one at a time do something; shows who, and passes on when its holder dies or its lease ends."""

    lock = Endpoint(provides={"merge": "first writer"})

    def __init__(
        self,
        Channel: ObjectReference[AgreedChannel[LockChange, LockState]],
        context: Context,
        lease: Lease = 10.0,
        keep: Annotated[bool, Label("Renew the lease for as long as the holder is there")] = True,
    ) -> None:
        self._context = context
        self._lease, self._keep = lease, keep
        self._mine = 0
        self._ending: Cancellable | None = None
        self._replicate(context, Channel, lease)

    @lock.connected
    def show(self) -> None:
        """Send the present state to a client that connects."""
        now = self._exclusion
        self.state(now.holder_name, now.holder == self._heartbeat.me, now.fence, len(now.queue))

    @lock.incoming
    def acquire(self) -> None:
        """Queue for the lock; `granted` follows."""
        self._heartbeat.send("acquire")

    @lock.incoming
    def release(self) -> None:
        """Give the lock back, or wait for it no longer."""
        self._heartbeat.send("release")

    @lock.incoming
    def renew(self) -> None:
        """Hold the lock for another lease from now."""
        self._count_down()

    @lock.outgoing
    def granted(self, fence: int) -> None:
        """The lock is granted, with its fence: targets refuse lower numbers."""

    @lock.outgoing
    def lost(self, fence: int) -> None:
        """The lock is not here any more: given back, or passed on after too long a silence."""

    @lock.outgoing
    def state(self, holder: str, mine: bool, fence: int, waiting: int) -> None:
        """Who holds the lock, by name (nobody: empty), and how many wait."""

    @lock.outgoing
    def refused(self, reason: str) -> None:
        """The change was refused."""

    @lock.disconnected
    def abandoned(self) -> None:
        """Withdraw this copy's request."""
        me, exclusion = self._heartbeat.me, self._exclusion
        if me == exclusion.holder or me in exclusion.queue:
            self._heartbeat.send("release")

    def _report_changes(self) -> None:
        exclusion = self._exclusion
        held = exclusion.fence if exclusion.holder == self._heartbeat.me else 0
        if self._mine and held != self._mine:
            self.lost(self._mine)
        if held and held != self._mine:
            self.granted(held)
        if held != self._mine:
            self._mine = held
            self._count_down()
        shown = (exclusion.holder, exclusion.fence, len(exclusion.queue))
        if shown != self._shown:
            self._shown = shown
            self.show()

    def _count_down(self) -> None:
        """End an expired lease; the holder's clock may shorten it, never lengthen it."""
        if self._ending is not None:
            self._ending.cancel()
            self._ending = None
        if self._mine and not self._keep:
            self._ending = self._context.later(self._lease, self.release)
