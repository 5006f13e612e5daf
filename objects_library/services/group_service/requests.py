# SPDX-License-Identifier: BSD-3-Clause
"""The replicated state machine of requests: assignments, answers, failures."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from objects_library.replication.membership import Membership
from objects_library.replication.replica import RefusedChangeError

MOST_RUNNING = 1_000
"""The number of requests that may be pending."""
LONGEST_REASON = 500
POLICIES = ("any", "leader", "first", "all")


@dataclass
class Request:
    """One request: running, done or failed; `assigned` are the servers whose answers are pending."""

    question: list[Any]
    asker: UUID
    state: str = "running"
    reason: str = ""
    attempt: int = 0
    assigned: list[UUID] = field(default_factory=list)
    tried: list[UUID] = field(default_factory=list)
    answers: list[Any] = field(default_factory=list)
    answered_by: list[str] = field(default_factory=list)


class Requests:
    """The state machine; `settled` is called when a request ends, `assigned` when a server gets it."""

    def __init__(self, policy: str, first: int, remembered: int) -> None:
        self.policy = policy
        self.first = first
        self.remembered = remembered
        self.membership = Membership()
        self.servers: list[UUID] = []
        self.requests: dict[UUID, Request] = {}
        self.settled: Callable[[UUID, Request], object] = lambda _name, _request: None
        self.assigned: Callable[[UUID, Request, UUID], object] = lambda _name, _request, _server: None

    def apply(self, change: dict[str, Any]) -> None:
        """Apply a change."""
        kind, by = change["kind"], change["by"]
        if kind not in ("serve", "retire", "ask", "answer", "refuse", "give up"):
            names = {member: part.name for member, part in self.membership.parts.items()}
            gone = self.membership.apply(change)
            if gone is not None:
                self._lost(gone, f"{names[gone]} is gone")
            return
        if by not in self.membership.parts:
            raise RefusedChangeError("somebody who is not here spoke")
        if kind == "serve":
            self.servers += [by] if by not in self.servers else []
        elif kind == "retire":
            self._lost(by, f"{self._name(by)} serves no more")
        elif kind == "ask":
            self._ask(by, change["request"], change["question"])
        else:
            self._apply_outcome(change)

    def busy(self) -> set[UUID]:
        """The servers with pending answers."""
        return {each for request in self._running() for each in request.assigned}

    def _ask(self, by: UUID, name: UUID | None, question: list[Any]) -> None:
        if name is None or len(question) != 1:
            raise RefusedChangeError("a request has a name and one question")
        if name in self.requests:
            return  # asked already; what became of it is known
        if sum(1 for _ in self._running()) >= MOST_RUNNING and not self._drop_orphan():
            raise RefusedChangeError(f"{MOST_RUNNING} requests wait for their answers already")
        request = self.requests[name] = Request(question, by)
        self._forget_old()
        self._assign(name, request, "nobody serves it")

    def _assign(self, name: UUID, request: Request, otherwise: str) -> None:
        """Assign servers; the request fails if there is none."""
        free = [server for server in self.servers if server not in request.tried]
        needed = self.first if self.policy == "first" else 1
        if len(free) < needed:
            few = f"{needed} servers are needed, and {len(free)} serve" if needed > 1 else otherwise
            self._settle(name, request, "failed", few)
            return
        if self.policy == "any":
            load = [server for each in self._running() for server in each.assigned]
            free = [min(free, key=load.count)]
        elif self.policy == "leader":
            free = free[:1]
        request.attempt += 1
        request.assigned, request.tried = free, [*request.tried, *free]
        for server in free:
            self.assigned(name, request, server)

    def _apply_outcome(self, change: dict[str, Any]) -> None:
        name, by, kind = change["request"], change["by"], change["kind"]
        request = self.requests.get(name)
        if request is None or request.state != "running":
            raise RefusedChangeError("no such request runs")
        if kind == "give up":
            if by != request.asker:
                raise RefusedChangeError("only whoever asked can give up")
            self._settle(name, request, "failed", change["reason"][:LONGEST_REASON])
        elif by not in request.assigned or change["attempt"] != request.attempt:
            raise RefusedChangeError("somebody answered who was not asked, or is not asked any more")
        elif kind == "refuse":
            self._unanswered(name, request, by, f"{self._name(by)} refused: {change['reason'][:LONGEST_REASON]}")
        elif len(change["answer"]) != 1:
            raise RefusedChangeError("there is one answer to a question")
        else:
            request.assigned.remove(by)
            request.answers.append(change["answer"][0])
            request.answered_by.append(self._name(by))
            if not request.assigned or (self.policy == "first" and len(request.answers) >= self.first):
                self._settle(name, request, "done", "")

    def _lost(self, server: UUID, why: str) -> None:
        """Remove a server: reassign its requests, or fail them."""
        if server in self.servers:
            self.servers.remove(server)
        for name, request in list(self.requests.items()):
            if request.state == "running" and server in request.assigned:
                self._unanswered(name, request, server, why)

    def _unanswered(self, name: UUID, request: Request, server: UUID, why: str) -> None:
        request.assigned.remove(server)
        if self.policy in ("any", "leader"):
            self._assign(name, request, f"{why}, and nobody else serves it")
        elif self.policy == "all":
            self._settle(name, request, "failed", why)
        elif len(request.assigned) + len(request.answers) < self.first:
            self._settle(name, request, "failed", f"{why}, and fewer than {self.first} are left")

    def _settle(self, name: UUID, request: Request, state: str, reason: str) -> None:
        request.state, request.reason, request.assigned = state, reason, []
        request.question = []  # nobody needs it any more
        self.requests[name] = self.requests.pop(name)  # the last to be settled is forgotten last
        self.settled(name, request)

    def _forget_old(self) -> None:
        settled = [name for name, request in self.requests.items() if request.state != "running"]
        for name in settled[: max(0, len(settled) - self.remembered)]:
            del self.requests[name]

    def _drop_orphan(self) -> bool:
        """Evict a request whose client is gone."""
        for name, request in list(self.requests.items()):
            if request.state == "running" and request.asker not in self.membership.parts:
                self._settle(name, request, "failed", "whoever asked is gone")
                return True
        return False

    def _running(self) -> list[Request]:
        return [request for request in self.requests.values() if request.state == "running"]

    def _name(self, member: UUID) -> str:
        return self.membership.parts[member].name

    def state(self) -> dict[str, Any]:
        """The state as a plain value."""
        requests = [{"request": name, **_copied(vars(request))} for name, request in self.requests.items()]
        return {"members": self.membership.state(), "servers": list(self.servers), "requests": requests}

    def load(self, state: dict[str, Any]) -> None:
        """Restore the state of another copy."""
        self.membership = Membership.of(state["members"])
        self.servers = [server for server in state["servers"] if server in self.membership.parts]
        self.requests = {}
        for each in state["requests"]:
            rest = _copied(each)
            self.requests[rest.pop("request")] = Request(**rest)


def _copied(record: dict[str, Any]) -> dict[str, Any]:
    """A record with lists of its own: what is sent is not changed any more."""
    return {key: list(value) if isinstance(value, list) else value for key, value in record.items()}
