# SPDX-License-Identifier: BSD-3-Clause
"""The invitation to an object: who invites, what for, until when, and the answers."""

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Annotated, Any, Generic, TypeVar
from uuid import UUID, uuid4

from app.runtime.library import (
    ChannelReference,
    Context,
    Endpoint,
    Label,
    Lines,
    ObjectReference,
    live_object,
    type_name,
)
from app.runtime.types import ObjectType
from objects_library.replication.replica import RefusedChangeError, Replica

T = TypeVar("T", bound=ObjectType)
LONGEST_NAME, LONGEST_NOTE = 100, 1_000
MOST = 10_000
"""How many answers are kept."""


@type_name("InvitationAnswer")
@dataclass(frozen=True)
class Answer:
    """An answer with the time of its author's clock; only the last one of each person counts."""

    who: UUID
    name: str
    accepts: bool
    note: str
    at: datetime


Answers = list[Answer]


@live_object("0d6e1d1b6ab44b61a1f7f1a2c3d4e532", name="Invitation", group="Folders", limits="up to 10,000 answers")
class Invitation(Generic[T]):
    """Invites to an object: says who invites, what for and until when; shows who accepts."""

    invitation = Endpoint()

    def __init__(
        self,
        Invited: ObjectReference[T],
        context: Context,
        host: Annotated[str, Label("Who invites")] = "",
        purpose: Annotated[str, Lines(), Label("What for")] = "",
        until: Annotated[datetime | None, Label("Until when one can come")] = None,
        Channel: ChannelReference[Answer, Answers] | None = None,
    ) -> None:
        self._context = context
        self._invited = Invited
        self._host, self._purpose, self._until = host, purpose, until
        self._who = uuid4()
        self._answers: dict[UUID, dict[str, Any]] = {}
        self._replica = (
            None if Channel is None else Replica(context, Channel, self, started=self._notify, refused=self.refused)
        )

    @invitation.connected
    def show(self) -> None:
        """Send the invitation to a client that connects."""
        self.details(self._host, self._purpose, self._until, self._is_open())
        self._notify()

    @invitation.incoming
    def come(self) -> None:
        """Request the object, before the deadline."""
        if self._is_open():
            self.invited(self._invited)
        else:
            self.refused(self._over())

    @invitation.incoming
    def answer(self, accepts: bool, name: str, note: str = "") -> None:
        """Accept or decline; everyone with the invitation sees it."""
        if self._replica is None:
            self.refused("this invitation keeps no answers; it has no channel for them")
        elif not self._is_open():
            self.refused(self._over())
        elif not _fits(name, note):
            self.refused(f"give a name of at most {LONGEST_NAME} and a note of at most {LONGEST_NOTE} characters")
        else:
            answer = {"who": self._who, "name": name, "accepts": accepts, "note": note, "at": datetime.now(UTC)}
            self._replica.send(answer)

    @invitation.outgoing
    def details(self, host: str, purpose: str, until: datetime | None, open_now: bool) -> None:
        """Who invites, what for, until when, and whether the deadline has passed by this computer's clock."""

    @invitation.outgoing
    def invited(self, reference: ObjectReference[T]) -> None:
        """The object of the invitation."""

    @invitation.outgoing
    def answers(self, answers: Answers) -> None:
        """All answers, ordered by the first answer of each person."""

    @invitation.outgoing
    def refused(self, reason: str) -> None:
        """A request was refused."""

    def apply_change(self, change: dict[str, Any]) -> None:
        """Store an answer."""
        if not _fits(change["name"], change["note"]) or (
            change["who"] not in self._answers and len(self._answers) >= MOST
        ):
            raise RefusedChangeError("an answer is too long, or one too many")
        if self._until is not None and change["at"] > self._until:
            raise RefusedChangeError("an answer says itself that it comes too late")
        self._answers[change["who"]] = change
        self._notify()

    def give_state(self) -> list[dict[str, Any]]:
        """All answers."""
        return list(self._answers.values())

    def take_state(self, state: list[dict[str, Any]] | None) -> None:
        """Start from the state of another copy."""
        self._answers = {answer["who"]: answer for answer in state or []}

    def _notify(self) -> None:
        self.answers([Answer(**answer) for answer in self._answers.values()])

    def _is_open(self) -> bool:
        return self._until is None or datetime.now(UTC) <= self._until

    def _over(self) -> str:
        return f"the invitation ended at {self._until:%Y-%m-%d %H:%M %Z}"


def _fits(name: str, note: str) -> bool:
    return bool(name.strip()) and len(name) <= LONGEST_NAME and len(note) <= LONGEST_NOTE
