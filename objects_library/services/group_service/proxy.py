# SPDX-License-Identifier: BSD-3-Clause
"""A service by a group: any copy with a server answers, and each request has a named outcome."""

from dataclasses import dataclass
from typing import Annotated, Any, Generic, TypeVar
from uuid import UUID

from app.runtime.library import (
    AgreedChannel,
    Choice,
    Context,
    Endpoint,
    Label,
    ObjectReference,
    Range,
    Unit,
    live_object,
    type_name,
)
from objects_library.replication.heartbeat import Heartbeat
from objects_library.replication.membership import Lease, MemberList, MembershipChange
from objects_library.replication.replica import RefusedChangeError, Replica
from objects_library.services.group_service.requests import POLICIES, Request, Requests

Q = TypeVar("Q")
A = TypeVar("A")


@type_name("ServiceChange")
@dataclass(frozen=True)
class ServiceChange(MembershipChange, Generic[Q, A]):
    """A change: a request, an answer, a refusal, a cancellation, or membership."""

    request: UUID | None
    attempt: int
    question: list[Q]
    answer: list[A]
    reason: str


@dataclass(frozen=True)
class KnownRequest(Generic[Q, A]):
    """A request in the state."""

    request: UUID
    question: list[Q]
    asker: UUID
    state: str
    reason: str
    attempt: int
    assigned: list[UUID]
    tried: list[UUID]
    answers: list[A]
    answered_by: list[str]


@type_name("ServiceState")
@dataclass(frozen=True)
class ServiceState(Generic[Q, A]):
    """Members, servers, and all running or remembered requests."""

    members: MemberList
    servers: list[UUID]
    requests: list[KnownRequest[Q, A]]


_EMPTY: dict[str, Any] = {"request": None, "attempt": 0, "question": [], "answer": [], "reason": ""}


@live_object(
    "0d6e1d1b6ab44b61a1f7f1a2c3d4e520",
    name="Group service",
    group="Services and protocols",
    limits="up to 1,000 members",
)
class GroupService(Generic[Q, A]):
    """Lets whoever serves answer questions; when one dies, another takes over, or it is said why not."""

    service = Endpoint()
    serving = Endpoint()

    def __init__(
        self,
        Channel: ObjectReference[AgreedChannel[ServiceChange[Q, A], ServiceState[Q, A]]],
        context: Context,
        policy: Annotated[
            str, Choice(*POLICIES), Label("Who answers: any one, the leader, the first few, all")
        ] = "any",
        first: Annotated[int, Range(1, 1000), Label("How many answers are enough for `first`")] = 1,
        patience: Annotated[float, Range(0.1, 86400), Unit("s")] = 30.0,
        remembered: Annotated[int, Range(1, 100_000), Label("How many outcomes are remembered")] = 1_000,
        lease: Lease = 10.0,
    ) -> None:
        if policy not in POLICIES:
            raise ValueError(f"there is no policy {policy!r}; there are {', '.join(POLICIES)}")
        self._context = context
        self._patience = patience
        self._requests = Requests(policy, first, remembered)
        self._requests.settled, self._requests.assigned = self._settled, self._assigned
        self._heartbeat = Heartbeat(
            context,
            lambda: self._replica,
            lambda: self._requests.membership,
            self._requests.busy,
            lease,
            lambda: _EMPTY,
        )
        self._me = self._heartbeat.me
        self._serves = False
        self._asking: UUID | None = None
        self._replica = Replica(
            context, Channel, self, started=self._start, noticed=self._heartbeat.noticed, refused=self._not_sent
        )

    @service.incoming
    def request(self, request: UUID, question: Q) -> None:
        """Submit a request under a unique name; repeating it has no second effect."""
        self._asking = request
        self._heartbeat.send("ask", request=request, question=[question])
        self._asking = None
        self._context.later(self._patience, lambda: self._give_up(request))

    @service.incoming
    def query(self, request: UUID) -> None:
        """Query the outcome of any request."""
        known = self._requests.requests.get(request)
        if known is None:
            self.outcome(request, "unknown", [], "nobody asked this, or it was long ago")
        else:
            self.outcome(request, known.state, list(known.answers), known.reason)

    @service.outgoing
    def answered(self, request: UUID, answers: list[A], by: list[str]) -> None:
        """The answers, each with its server."""

    @service.outgoing
    def failed(self, request: UUID, reason: str) -> None:
        """The request failed, with the reason."""

    @service.outgoing
    def outcome(self, request: UUID, state: str, answers: list[A], reason: str) -> None:
        """The state of a request: running, done, failed or unknown."""

    @serving.connected
    def serve_from_now_on(self) -> None:
        """A server has connected: this copy serves."""
        self._serves = True
        if self._replica.live:
            self._heartbeat.send("serve")

    @serving.disconnected
    def serve_no_more(self) -> None:
        """The server has disconnected; other copies take over."""
        self._serves = False
        if self._replica.live:
            self._heartbeat.send("retire")

    @serving.outgoing
    def serve(self, request: UUID, attempt: int, question: Q) -> None:
        """A request for the server; a second attempt may repeat work of a failed server."""

    @serving.incoming
    def answer(self, request: UUID, answer: A) -> None:
        """The answer to a request."""
        self._heartbeat.send("answer", request=request, attempt=self._attempt(request), answer=[answer])

    @serving.incoming
    def refuse(self, request: UUID, reason: str) -> None:
        """The server refuses the request."""
        self._heartbeat.send("refuse", request=request, attempt=self._attempt(request), reason=reason)

    def apply_change(self, change: dict[str, Any]) -> None:
        """Apply a change, and notify local clients and servers."""
        again = change["kind"] == "ask" and change["request"] in self._requests.requests
        try:
            self._requests.apply(change)
        except RefusedChangeError as error:
            if change["kind"] == "ask" and change["by"] == self._me and change["request"] is not None:
                self.failed(change["request"], str(error))
            raise
        if again and change["by"] == self._me:
            self.query(change["request"])
        self._heartbeat.observe(change)
        if change["kind"] == "here" and change["by"] == self._me and self._serves:
            self._heartbeat.send("serve")

    def give_state(self) -> dict[str, Any]:
        """Members, servers and requests."""
        return self._requests.state()

    def take_state(self, state: dict[str, Any] | None) -> None:
        """Start from the state of another copy, which may know more about local requests."""
        if state is not None:
            mine = {name for name, each in self._requests.requests.items() if self._is_mine(each)}
            self._requests.load(state)
            for name in mine:
                known = self._requests.requests.get(name)
                if known is not None and known.state != "running":
                    self._settled(name, known)

    def _start(self) -> None:
        self._heartbeat.arrive()

    def _is_mine(self, request: Request) -> bool:
        return request.asker == self._me and request.state == "running"

    def _attempt(self, request: UUID) -> int:
        known = self._requests.requests.get(request)
        return 0 if known is None else known.attempt

    def _assigned(self, name: UUID, request: Request, server: UUID) -> None:
        if server == self._me:
            self.serve(name, request.attempt, request.question[0])

    def _settled(self, name: UUID, request: Request) -> None:
        if request.asker != self._me:
            return
        if request.state == "done":
            self.answered(name, list(request.answers), list(request.answered_by))
        else:
            self.failed(name, request.reason)

    def _give_up(self, name: UUID) -> None:
        """Cancel a request after the client's own time-out."""
        known = self._requests.requests.get(name)
        if known is None:
            self.failed(name, f"it could not be asked within {self._patience:g} s; ask for its outcome later")
        elif self._is_mine(known):
            self._heartbeat.send("give up", request=name, reason=f"no answer within {self._patience:g} s")

    def _not_sent(self, reason: str) -> None:
        if self._asking is not None:
            self.failed(self._asking, reason)
        else:
            self._context.log(f"an answer was not sent: {reason}")
