# SPDX-License-Identifier: BSD-3-Clause
"""The replicated platform: one copy talks to the hosts, another takes over when it dies."""

from dataclasses import dataclass
from functools import partial
from typing import Any, cast
from uuid import UUID

from app.runtime.library import AgreedChannel, Context, ObjectReference, definition_of, live_object, type_name
from app.runtime.references import ListValue, Parameterized, Primitive, Reference, ValueArgument
from app.runtime.types import EndpointType, dual
from objects_library.hosting.hosting_platform.events import Hosted, HostingEvents
from objects_library.hosting.hosting_platform.host_link import Node
from objects_library.hosting.hosting_platform.proxy import Platform
from objects_library.hosting.replicated.record import PlatformRecord, PlatformState
from objects_library.replication.heartbeat import Heartbeat
from objects_library.replication.membership import Lease, MembershipChange
from objects_library.replication.replica import Replica

_INTERRUPTED = "the node that did this for the platform is gone; ask for the list to see what was done"


@type_name("PlatformChange")
@dataclass(frozen=True)
class PlatformChange(MembershipChange):
    """A request, an answer, or a membership change."""

    request: UUID | None
    event: str
    value: Any


@type_name("PlatformState")
@dataclass(frozen=True)
class ReplicatedState(PlatformState):
    """The state that a copy needs to take over."""


@live_object("10571ed0000000000000000000000003", name="Replicated platform", group="Services")
class ReplicatedPlatform(HostingEvents):
    """Starts, stops and moves objects on other computers, and goes on when the computer that did it dies."""

    hosting = HostingEvents.hosting.stronger()
    access = HostingEvents.access.stronger()

    def __init__(
        self,
        Channel: ObjectReference[AgreedChannel[PlatformChange, ReplicatedState]],
        context: Context,
        hosts: tuple[str, ...] = (),
        lease: Lease = 10.0,
    ) -> None:
        self._context = context
        self._tickets = hosts
        self._record = PlatformRecord()
        self._inner: dict[str, Any] = {}
        self._leads = False
        empty = {"request": None, "event": "", "value": None}
        self._heartbeat = Heartbeat(
            context,
            lambda: self._replica,
            lambda: self._record.exclusion.membership,
            self._on_duty,
            lease,
            lambda: empty,
        )
        self._replica = Replica(context, Channel, self, started=self._start, noticed=self._heartbeat.noticed)

    @access.incoming
    def admit(self, ticket: str) -> None:
        """Add a host by its ticket."""
        self._heartbeat.send("admit", value=ticket)

    @hosting.incoming
    def start(self, request: UUID, reference: Reference, node: UUID | None = None) -> None:
        """Start an object on a node, or on the least busy one."""
        where = {} if node is None else {"node": node}
        self._ask("start", request, {"reference": reference, **where})

    @hosting.incoming
    def stop(self, request: UUID, proxy: UUID) -> None:
        """Stop an object."""
        self._ask("stop", request, {"proxy": proxy})

    @hosting.incoming
    def move(self, request: UUID, node: UUID, proxy: UUID | None = None) -> None:
        """Move an object to another node."""
        which = {} if proxy is None else {"proxy": proxy}
        self._ask("move", request, {"node": node, **which})

    @hosting.incoming
    def list(self, request: UUID) -> None:
        """Send the running objects and nodes, as replicated."""
        self.listed(request, self._record.hosted(), [Node(**node) for node in self._record.nodes])

    @hosting.connected
    def joined(self) -> None:
        """Send the present state to a client that connects."""
        self.nodes([Node(**node) for node in self._record.nodes])

    def apply_change(self, change: dict[str, Any]) -> None:
        """Apply a change; the leader executes requests, the requester receives the answer."""
        asker = self._record.apply(change)
        self._heartbeat.observe(change)
        kind, me = change["kind"], self._heartbeat.me
        if kind == "here" and change["by"] == me:
            self._heartbeat.send("acquire")
        elif kind == "tell":
            self._notify(change["event"], change["value"], asker)
        elif kind == "ask" and self._leads:
            self._do(change["event"], {"request": change["request"], **change["value"]})
        elif kind == "admit" and self._leads and "access" in self._inner:
            self._inner["access"].emit("admit", change["value"])
        if self._record.exclusion.holder == me and not self._leads:
            self._leads = True
            self._context.spawn(self._take_over())

    def give_state(self) -> dict[str, Any]:
        """Tickets, objects, nodes and requests."""
        return self._record.state()

    def take_state(self, state: dict[str, Any] | None) -> None:
        """Start from the state of another copy."""
        self._record = PlatformRecord() if state is None else PlatformRecord.of(state)

    def _start(self) -> None:
        self._heartbeat.arrive()
        for ticket in self._tickets:
            if ticket not in self._record.tickets:
                self.admit(ticket)

    def _on_duty(self) -> set[UUID]:
        return {self._record.exclusion.holder} - {None}  # type: ignore[return-value]  # mypy does not subtract types

    def _ask(self, event: str, request: UUID, value: dict[str, Any]) -> None:
        self._heartbeat.send("ask", request=request, event=event, value=value)

    async def _take_over(self) -> None:
        """Start to talk to the hosts; requests under way elsewhere are refused."""
        for request in self._record.asks:
            self._publish("refused", {"request": request, "reason": _INTERRUPTED})
        tickets = ValueArgument(ListValue(tuple(self._record.tickets)))
        definition = definition_of(Platform)
        primitive = Primitive(definition.id, definition.version, definition.name)
        proxy = await self._context.dereference(Parameterized(primitive, (("hosts", tickets),)))
        for name in ("access", "hosting"):
            outer = proxy.endpoint(name)
            inner = cast(EndpointType, dual(outer.type))
            handlers = {event.name: partial(self._publish, event.name) for event in inner.incoming}
            self._inner[name] = self._context.new_endpoint(inner, **handlers)
            self._context.connect(self._inner[name], outer)
            for known in self._record.objects.values() if name == "access" else ():
                what = {"proxy": known["id"], "reference": known["reference"], "node": known["node"]}
                self._inner["access"].emit("remember", what)

    def _do(self, event: str, value: dict[str, Any]) -> None:
        if "hosting" in self._inner:
            self._inner["hosting"].emit(event, value)
        else:
            self._publish(
                "refused", {"request": value["request"], "reason": "the platform is only starting; ask again"}
            )

    def _publish(self, event: str, value: Any) -> None:
        """Publish an event that the leader receives to all copies."""
        self._heartbeat.send("tell", event=event, value=value)

    def _notify(self, event: str, value: Any, asker: UUID | None) -> None:
        if event == "nodes":
            self.nodes([Node(**node) for node in self._record.nodes])
        elif event == "changed":
            self.changed(Hosted(**value))
        elif event == "unreachable":
            self.unreachable(value)
        elif event in ("started", "stopped", "moved", "refused") and asker == self._heartbeat.me:
            getattr(self, event)(**value)
