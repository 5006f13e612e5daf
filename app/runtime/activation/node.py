# SPDX-License-Identifier: BSD-3-Clause
"""The node: dereferences references to proxies, and holds what proxies share."""

from __future__ import annotations

import asyncio
import platform
from collections.abc import Callable, Coroutine, Sequence
from typing import TYPE_CHECKING, Any, Self
from uuid import uuid4

from app.runtime.activation import casting
from app.runtime.activation.builder import Builder
from app.runtime.activation.connections import Connection, check_free, join, join_by_adapter
from app.runtime.activation.endpoints import ExternalEndpoint, InternalEndpoint, new_endpoint, portal_of
from app.runtime.activation.errors import CyclicReferenceError, DereferenceError, EndpointError
from app.runtime.activation.externals import Folders
from app.runtime.activation.lifetime import Lifetime, log
from app.runtime.activation.planner import Planner
from app.runtime.activation.plans import Plan, PrimitivePlan
from app.runtime.activation.registry import Registry, registry_definition
from app.runtime.activation.remote.stream import Limits
from app.runtime.activation.remote.ticket_server import TicketServer
from app.runtime.activation.turns import EventThread
from app.runtime.activation.views import AttachedView, attach_view
from app.runtime.library import Blueprint, Catalogue, Definition
from app.runtime.library.errors import MissingObjectError
from app.runtime.references import REGISTRY_ID, Checker, Primitive, Reference, UntypedReferenceError
from app.runtime.trust import Gate, Identity, ScopeConsent, SignerAttribution, TrustStore
from app.runtime.types import (
    STANDARD_FORMALISMS,
    Adapter,
    AdapterOffer,
    EndpointType,
    ObjectType,
    TemplateType,
    TypeModelError,
    TypeNames,
    TypeSyntaxError,
    Verdict,
    instantiate,
    match,
)

if TYPE_CHECKING:
    from types import TracebackType

    from app.runtime.activation.proxy import Proxy

_SHOWN = 5
"""How many problems of a reference one message lists."""
_FAREWELL = 5.0
"""Seconds that tasks have to end when the node closes."""


class Node:
    """The runtime of live objects, usually one per process; created in the thread of its event loop."""

    def __init__(
        self,
        catalogue: Catalogue,
        registry: Registry | None = None,
        trust: Gate | None = None,
        *,
        identity: Identity | None = None,
        name: str = "",
        colour: int | None = None,
        limits: Limits | None = None,
        fetch_timeout: float = 30.0,
    ) -> None:
        self.id = str(uuid4())
        self.name = name or platform.node() or "node"
        self.colour = colour
        """The number of the colour that the user has chosen, or None."""
        self.event_thread = EventThread(asyncio.get_running_loop())
        self.identity = identity or Identity.of_user()
        self.user = self.identity.public
        """The public identity of the user for whom the node runs."""
        self.trust = trust or Gate(TrustStore())
        self.voucher = SignerAttribution()
        self.scope_consent = ScopeConsent(self.trust, self.user)
        self.registry = registry or Registry()
        self.catalogue = _WithRegistry(catalogue, registry_definition(self.registry))
        self.names: TypeNames = catalogue.names
        self.formalisms = STANDARD_FORMALISMS
        self._checker = Checker(self.catalogue, self.names, self.formalisms)
        self._first_checker = Checker(self.catalogue, self.names, self.formalisms, self.registry.get)
        self._fetch_timeout = fetch_timeout
        self._lives: dict[Lifetime, None] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self.start_listeners: list[Callable[[Proxy], object]] = []
        """Called with each proxy that an object or a view starts, before it is connected."""
        self.ticket_server = TicketServer(self, limits or Limits())

    async def dereference(self, reference: Reference, name: str = "", *, whole: bool = False) -> Proxy:
        """Start a proxy of the referenced object.

        A composite continues without a component that fails, unless `whole` is set.
        """
        self.event_thread.require()
        self.require_sound(reference, look_ahead=True)
        folders = Folders(self, self._fetch_timeout)
        try:
            plan = await Planner(self, folders).plan(reference)
        finally:
            folders.close()
        proxy = self.build(plan, name)
        failure = proxy.failure
        if failure is not None and (whole or proxy.over):
            proxy.close()
            raise DereferenceError(
                f"{failure.name} cannot run: {failure.reason}", "open something else, or mend it"
            ) from failure.error
        return proxy

    async def dereference_for(self, asker: Lifetime, reference: Reference) -> Proxy:
        """Dereference for a proxy of this node; a node inside of a sandbox must know which one."""
        del asker
        return await self.dereference(reference)

    def build(self, plan: Plan, name: str = "") -> Proxy:
        """Start a proxy from a plan."""
        return Builder(self).build(plan, name or plan.title)

    def type_of(self, reference: Reference) -> ObjectType | TemplateType:
        """Return the type of the referenced object; does not run it."""
        try:
            return self._checker.type_of(reference)
        except UntypedReferenceError as error:
            raise DereferenceError(
                f"the type of the reference is not known: {error}", "see `liveobjects check`"
            ) from None

    def cast(self, reference: Reference, object_type: ObjectType | str) -> Reference:
        """Return a reference to the same object under another type, with installed adapters where needed."""
        return casting.cast(self, reference, self.object_type(object_type))

    def object_type(self, given: ObjectType | str) -> ObjectType:
        """Return an object type, given itself or in the notation."""
        try:
            found = self.names.parse(given) if isinstance(given, str) else given
        except (TypeSyntaxError, TypeModelError) as error:
            raise DereferenceError(f"the type cannot be read: {error}", "correct it") from None
        if not isinstance(found, ObjectType):
            raise DereferenceError(f"{str(found)[:60]!r} is not the type of an object", "give the type of an object")
        return found

    def new_endpoint(
        self, endpoint_type: EndpointType, /, *, queued: bool = False, **handlers: Callable[..., object]
    ) -> InternalEndpoint:
        """Make an endpoint for code outside of proxies, such as a window, with its own lifetime."""
        return new_endpoint(Lifetime(self, "the program"), endpoint_type, handlers, queued=queued)

    def attach_view(self, proxy: Proxy, view: Blueprint) -> AttachedView:
        """Make a view of a proxy, and connect the two."""
        return attach_view(self, proxy, view)

    def release(self, endpoint: InternalEndpoint) -> None:
        """Close an endpoint that `new_endpoint` made."""
        portal_of(endpoint).life.end()

    def connect(self, one: ExternalEndpoint, other: ExternalEndpoint, *, adapt: bool = False) -> Connection:
        """Connect two endpoints of this node; with `adapt`, through an adapter if needed."""
        check_free(one, other)
        verdict = match(one.type, other.type, self.formalisms)
        if verdict:
            return join(one, other)
        offer = casting.best_offer(self, one.type, other.type)
        if offer is None or not adapt:
            hint = f"put `{offer.name}` between them" if offer else "change one of them"
            raise EndpointError(_mismatch(one, other, verdict), hint)
        return join_by_adapter(one, other, self._adapter(offer), offer)

    def check_connection(self, one: ExternalEndpoint, other: ExternalEndpoint) -> None:
        """Raise an error if two endpoints cannot be connected now."""
        check_free(one, other)
        verdict = match(one.type, other.type, self.formalisms)
        if not verdict:
            raise EndpointError(_mismatch(one, other, verdict), "change one of them")

    async def connect_ticket(self, ticket: str, endpoint: ExternalEndpoint) -> Connection:
        """Connect an endpoint of this node to the one in another process that a ticket leads to."""
        self.event_thread.require()
        return await self.ticket_server.connect(ticket, endpoint)

    async def listen(self, address: str) -> str:
        """Accept holders of tickets from the network at `tcp:HOST:PORT`; returns the address in tickets."""
        return await self.ticket_server.listen(address)

    async def close(self) -> None:
        """End everything that runs here."""
        await self.ticket_server.close()
        for life in tuple(self._lives):
            life.end()
        if self._tasks:
            _, stubborn = await asyncio.wait(self._tasks, timeout=_FAREWELL)
            for task in stubborn:
                log.error("a task does not let itself be cancelled: %r", task)
        await asyncio.sleep(0)  # transports that were closed just now end in the next iteration of the loop

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    def require_sound(self, reference: Reference, *, look_ahead: bool = False) -> None:
        """Raise an error if the static checks find a reference wrong; missing objects are no reason.

        With `ahead`, references in the registry are followed to find cycles before anything runs.
        """
        checker = self._first_checker if look_ahead else self._checker
        problems = [problem for problem in checker.check(reference) if problem.kind != "missing"]
        if not problems:
            return
        words = "; ".join(problem.message for problem in problems[:_SHOWN])
        more = f"; and {len(problems) - _SHOWN} more" if len(problems) > _SHOWN else ""
        kind = CyclicReferenceError if problems[0].kind == "cycle" else DereferenceError
        raise kind(f"the reference is wrong: {words}{more}", "see `liveobjects check`")

    def definition(self, primitive: Primitive) -> Definition:
        """Return the installed definition of a primitive."""
        found = self.catalogue.definition(primitive.id, primitive.version)
        if found is None:
            found = self.catalogue.placeholder(primitive)
            raise MissingObjectError(f"`{found.name}` is not on this machine", found.missing or "install it")
        return found

    def adapters(self) -> list[Adapter]:
        """The installed adapters."""
        return [Adapter(f"{each.id:#x}", each.name, each.type) for each in self.catalogue.adapters()]

    def spawn(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        """Run a coroutine that `close` waits for."""
        task = self.event_thread.loop.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    def register_lifetime(self, life: Lifetime) -> None:
        """Register a lifetime that `close` must end."""
        self._lives[life] = None

    def unregister_lifetime(self, life: Lifetime) -> None:
        """Unregister a lifetime that is over."""
        self._lives.pop(life, None)

    def _adapter(self, offer: AdapterOffer) -> Proxy:
        """Start an offered adapter."""
        definition = self.catalogue.definition(int(offer.id, 16))
        assert definition is not None
        types = dict(offer.bindings)
        own = definition.type
        made = instantiate(own, types) if isinstance(own, TemplateType) else own
        plan = PrimitivePlan(casting.adapter_reference(offer), made, definition, made, {}, types)
        proxy = self.build(plan)
        if proxy.failure is not None:
            raise EndpointError(
                f"the adapter {proxy.failure.name} failed: {proxy.failure.reason}", "connect without it"
            )
        return proxy


class _WithRegistry:
    """The catalogue of one node: with its own registry among the primitives."""

    def __init__(self, catalogue: Catalogue, registry: Definition) -> None:
        self._catalogue = catalogue
        self._registry = registry
        self.names = catalogue.names

    def definition(self, identifier: int, version: int = 0, /) -> Definition | None:
        if identifier == REGISTRY_ID:
            return self._registry if version <= self._registry.version else None
        return self._catalogue.definition(identifier, version)

    def adapters(self) -> Sequence[Definition]:
        return self._catalogue.adapters()

    def placeholder(self, missing: Primitive) -> Definition:
        return self._catalogue.placeholder(missing.id, missing.version, missing.name)


def _mismatch(one: ExternalEndpoint, other: ExternalEndpoint, verdict: Verdict) -> str:
    names = [portal_of(end).life.name for end in (one, other)]
    why = "; ".join(verdict.explain(*names))
    return f"`{one.name}` of {names[0]} and `{other.name}` of {names[1]} do not match: {why}"
