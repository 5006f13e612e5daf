"""A leader: the one of those who take part who has been here longest; when it goes, the next one leads."""

from dataclasses import dataclass
from typing import Annotated, Any
from uuid import UUID

from app.runtime.library import (
    CheckpointedChannel,
    Context,
    Endpoint,
    Label,
    ObjectReference,
    Range,
    Unit,
    live_object,
    type_name,
)
from objects_library.replication.heartbeat import Attendance
from objects_library.replication.membership import RosterChange
from objects_library.replication.mutual_exclusion import Tenure, TenureState
from objects_library.replication.replica import Replica


@type_name("LeaderChange")
@dataclass(frozen=True)
class LeaderChange(RosterChange):
    """What the candidates say to each other."""


@type_name("LeaderState")
@dataclass(frozen=True)
class LeaderState(TenureState):
    """Who leads, and who would be next."""


@live_object("0d6e1d1b6ab44b61a1f7f1a2c3d4e507", name="Leader", group="Shared documents")
class Leader:
    """Chooses one of those who take part to lead; when it dies or falls silent, the next in line leads."""

    election = Endpoint(provides={"merge": "first writer"})

    def __init__(
        self,
        Channel: ObjectReference[CheckpointedChannel[LeaderChange, LeaderState]],
        context: Context,
        lease: Annotated[float, Range(0.1, 86400), Unit("s")] = 10.0,
        candidate: Annotated[bool, Label("Whoever opens this is ready to lead")] = True,
    ) -> None:
        self._context = context
        self._tenure = Tenure()
        self._shown: tuple[object, ...] = ()
        self._candidate = candidate
        self._attendance = Attendance(
            context, lambda: self._replica, lambda: self._tenure.roster, self._on_duty, lease
        )
        self._replica = Replica(
            context,
            Channel,
            self,
            started=self._start,
            refused=self.refused,
            noticed=self._attendance.noticed,
        )

    @election.connected
    def show(self) -> None:
        """Whoever connects hears at once who leads."""
        tenure = self._tenure
        self.leader(tenure.holder_name, tenure.holder == self._attendance.me, tenure.fence)

    @election.incoming
    def stand(self) -> None:
        """Be ready to lead, behind all who are already."""
        self._candidate = True
        self._attendance.say("acquire")

    @election.incoming
    def withdraw(self) -> None:
        """Lead no more, and do not stand."""
        self._candidate = False
        self._attendance.say("release")

    @election.outgoing
    def leader(self, name: str, mine: bool, term: int) -> None:
        """Who leads (nobody: empty), whether it is this one, and the number of the term, which only grows."""

    @election.outgoing
    def refused(self, reason: str) -> None:
        """It was not done."""

    def apply_change(self, change: dict[str, Any]) -> None:
        """Take one change, and tell who leads if that is another one."""
        self._tenure.apply(change)
        self._attendance.heard(change)
        if change["kind"] == "here" and change["by"] == self._attendance.me and self._candidate:
            self._attendance.say("acquire")
        self._compare()

    def give_state(self) -> dict[str, Any]:
        """Who leads, and who is next."""
        return self._tenure.state()

    def take_state(self, state: dict[str, Any] | None) -> None:
        """Start from what the others have."""
        self._tenure = Tenure() if state is None else Tenure.of(state)

    def _start(self) -> None:
        self._context.at_end(self._attendance.leave)
        self._attendance.arrive()
        self._compare()

    def _on_duty(self) -> list[UUID]:
        return [] if self._tenure.holder is None else [self._tenure.holder]

    def _compare(self) -> None:
        shown = (self._tenure.holder, self._tenure.fence)
        if shown != self._shown:
            self._shown = shown
            self.show()
