# SPDX-License-Identifier: BSD-3-Clause
"""A leader: the one of those who take part who has been here longest; when it goes, the next one leads."""

from dataclasses import dataclass
from typing import Annotated, Any

from app.runtime.library import AgreedChannel, Context, Endpoint, Label, ObjectReference, live_object, type_name
from objects_library.replication.membership import Lease, MembershipChange
from objects_library.replication.mutual_exclusion import MutualExclusionReplica, MutualExclusionState


@type_name("LeaderChange")
@dataclass(frozen=True)
class LeaderChange(MembershipChange):
    """A change of an election."""


@type_name("LeaderState")
@dataclass(frozen=True)
class LeaderState(MutualExclusionState):
    """Who leads, and who would be next."""


@live_object("0d6e1d1b6ab44b61a1f7f1a2c3d4e507", name="Leader", group="Shared documents", limits="up to 1,000 members")
class Leader(MutualExclusionReplica):
    """Chooses one of those who take part to lead; when it dies or falls silent, the next in line leads."""

    election = Endpoint(provides={"merge": "first writer"})

    def __init__(
        self,
        Channel: ObjectReference[AgreedChannel[LeaderChange, LeaderState]],
        context: Context,
        lease: Lease = 10.0,
        candidate: Annotated[bool, Label("Whoever opens this is ready to lead")] = True,
    ) -> None:
        self._candidate = candidate
        self._replicate(context, Channel, lease)

    @election.connected
    def show(self) -> None:
        """Send the present state to a client that connects."""
        exclusion = self._exclusion
        self.leader(exclusion.holder_name, exclusion.holder == self._heartbeat.me, exclusion.fence)

    @election.incoming
    def stand(self) -> None:
        """Be ready to lead, behind all who are already."""
        self._candidate = True
        self._heartbeat.send("acquire")

    @election.incoming
    def withdraw(self) -> None:
        """Lead no more, and do not stand."""
        self._candidate = False
        self._heartbeat.send("release")

    @election.outgoing
    def leader(self, name: str, mine: bool, term: int) -> None:
        """Who leads (nobody: empty), whether it is this one, and the number of the term, which only grows."""

    @election.outgoing
    def refused(self, reason: str) -> None:
        """The change was refused."""

    def apply_change(self, change: dict[str, Any]) -> None:
        """Apply a change; stand for election on arrival."""
        super().apply_change(change)
        if change["kind"] == "here" and change["by"] == self._heartbeat.me and self._candidate:
            self._heartbeat.send("acquire")

    def _report_changes(self) -> None:
        shown = (self._exclusion.holder, self._exclusion.fence)
        if shown != self._shown:
            self._shown = shown
            self.show()
