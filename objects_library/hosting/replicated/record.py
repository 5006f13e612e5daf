# SPDX-License-Identifier: BSD-3-Clause
"""The replicated state of a platform: tickets of hosts, objects, and pending requests."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from uuid import UUID

from app.runtime.library import ValueRefusedError
from app.runtime.library.validation import check
from app.runtime.references import Reference
from objects_library.hosting.host.proxy import HOSTING
from objects_library.hosting.hosting_platform.events import Hosted, Proxies
from objects_library.hosting.hosting_platform.host_link import Node
from objects_library.replication.mutual_exclusion import MutualExclusion, MutualExclusionState
from objects_library.replication.replica import RefusedChangeError

MOST = 1_000
"""How many hosts, objects and requests there can be."""


@dataclass(frozen=True)
class KnownObject:
    """An object that runs on a node, and how to start it elsewhere."""

    id: UUID
    node: UUID
    state: str
    failure: str
    reference: Reference


@dataclass(frozen=True)
class KnownAsk:
    """A pending request."""

    request: UUID
    by: UUID
    event: str
    value: Any


@dataclass(frozen=True)
class PlatformState(MutualExclusionState):
    """The state that a copy needs to take over."""

    tickets: list[str]
    objects: list[KnownObject]
    asks: list[KnownAsk]
    nodes: list[Node]


class PlatformRecord:
    """The state machine of a replicated platform; the holder talks to the hosts."""

    def __init__(self) -> None:
        self.exclusion = MutualExclusion()
        self.tickets: list[str] = []
        self.objects: dict[UUID, dict[str, Any]] = {}
        self.asks: dict[UUID, dict[str, Any]] = {}
        self.nodes: list[dict[str, Any]] = []

    def apply(self, change: dict[str, Any]) -> UUID | None:
        """Apply a change; returns the requester of an answer, if any."""
        kind, by, request = change["kind"], change["by"], change["request"]
        if kind not in ("admit", "ask", "tell"):
            self.exclusion.apply(change)
            return None
        if by not in self.exclusion.membership.parts:
            raise RefusedChangeError("somebody who is not here spoke")
        if kind == "admit":
            if not isinstance(change["value"], str) or len(self.tickets) >= MOST:
                raise RefusedChangeError("a ticket is a text, and there is a limit to them")
            self.tickets += [change["value"]] if change["value"] not in self.tickets else []
            return None
        if kind == "ask":
            self._ask(by, request, change["event"], change["value"])
            return None
        if by != self.exclusion.holder:
            raise RefusedChangeError("only the one who speaks to the hosts knows how they are")
        return self._answer(change["event"], change["value"])

    def hosted(self) -> Proxies:
        """The running objects."""
        return [Hosted(each["id"], each["node"], each["state"], each["failure"]) for each in self.objects.values()]

    def state(self) -> dict[str, Any]:
        """The state as a plain value."""
        return {
            **self.exclusion.state(),
            "tickets": list(self.tickets),
            "objects": list(self.objects.values()),
            "asks": list(self.asks.values()),
            "nodes": list(self.nodes),
        }

    @classmethod
    def of(cls, state: dict[str, Any]) -> PlatformRecord:
        """The record in the state of another copy."""
        made = cls()
        made.exclusion = MutualExclusion.of(state)
        made.tickets, made.nodes = list(state["tickets"]), list(state["nodes"])
        made.objects = {each["id"]: each for each in state["objects"]}
        made.asks = {each["request"]: each for each in state["asks"]}
        return made

    def _ask(self, by: UUID, request: UUID | None, event: str, value: Any) -> None:
        wanted = dict(HOSTING.incoming).get(event)
        if wanted is None or event == "list" or request is None or request in self.asks or not isinstance(value, dict):
            raise RefusedChangeError("this is no request to a platform, or was made already")
        _require(wanted, {"request": request, **value})
        if len(self.asks) >= MOST:
            raise RefusedChangeError(f"{MOST} requests wait already")
        self.asks[request] = {"request": request, "by": by, "event": event, "value": value}

    def _answer(self, event: str, value: Any) -> UUID | None:
        if event == "unreachable":
            if not isinstance(value, str):
                raise RefusedChangeError("a reason is a text")
            return None
        wanted = dict(HOSTING.outgoing).get(event)
        if wanted is None or event == "listed":
            raise RefusedChangeError("nobody knows what this tells")
        _require(wanted, value)
        if event == "nodes":
            self.nodes = [{"id": each["id"], "name": each["name"]} for each in value]
            return None
        if event == "changed":
            known = self.objects.get(value["id"])
            if known is not None:
                self.objects[value["id"]] = {**known, **value}
            return None
        return self._settled(event, value)

    def _settled(self, event: str, value: dict[str, Any]) -> UUID | None:
        ask = self.asks.pop(value["request"], None)
        if event == "started" and ask is not None and len(self.objects) < MOST:
            reference = ask["value"]["reference"]
            known = {"id": value["proxy"], "node": value["node"], "state": "live", "failure": ""}
            self.objects[value["proxy"]] = {**known, "reference": reference}
        elif event == "stopped":
            self.objects.pop(value["proxy"], None)
        elif event == "moved" and value["proxy"] in self.objects:
            moved = {"node": value["node"], "state": "live", "failure": ""}
            self.objects[value["proxy"]] = {**self.objects[value["proxy"]], **moved}
        return None if ask is None else ask["by"]


def _require(wanted: Any, value: Any) -> None:
    try:
        check(wanted, value)
    except ValueRefusedError as error:
        raise RefusedChangeError(str(error)) from None
