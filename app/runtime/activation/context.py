# SPDX-License-Identifier: BSD-3-Clause
"""The services of the node for one proxy."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from app.runtime.activation.connections import Connection
from app.runtime.activation.endpoints import ExternalEndpoint, InternalEndpoint, new_endpoint, portal_of
from app.runtime.activation.errors import ActivationError, DereferenceError
from app.runtime.activation.lifetime import CHOSEN_BY_PROXY, Lifetime, State, log
from app.runtime.activation.tasks import OwnedTask, Timer
from app.runtime.trust import Permission, Question

if TYPE_CHECKING:
    from app.runtime.activation.proxy import Proxy
    from app.runtime.activation.views import AttachedView
    from app.runtime.references import Reference
    from app.runtime.types import EndpointType, ObjectType, TemplateType, Type


class ProxyContext:
    """The services that a proxy gets through its `Context`; they end with the proxy."""

    def __init__(self, life: Lifetime, reference: Reference, types: Mapping[str, Type] | None = None) -> None:
        self._life = life
        self._reference = reference
        self._types = MappingProxyType(dict(types or {}))

    @property
    def node_id(self) -> str:
        """The public identity of the node that runs this proxy."""
        return self._life.node.id

    @property
    def node_name(self) -> str:
        """The name of that node."""
        return self._life.node.name

    @property
    def user(self) -> str:
        """The public identity of the user for whom that node runs."""
        return self._life.node.user

    @property
    def colour(self) -> int | None:
        """The number of the colour that the user has chosen, or None."""
        return self._life.node.colour

    @property
    def name(self) -> str:
        """The name of this proxy in messages: its path through the enclosing composites."""
        return self._life.name

    @property
    def reference(self) -> Reference:
        """The reference that this proxy was made from."""
        return self._reference

    @property
    def types(self) -> Mapping[str, Type]:
        """The type arguments of this object, by parameter name."""
        return self._types

    def spawn(self, work: Coroutine[Any, Any, object]) -> OwnedTask:
        """Run a coroutine until the proxy ends; if the coroutine raises, the proxy fails."""
        self._life.event_thread.require()
        return OwnedTask(self._life, work)

    def later(self, seconds: float, call: Callable[[], object]) -> Timer:
        """Call once after a delay, in a turn of the proxy."""
        self._life.event_thread.require()
        return Timer(self._life, seconds, call, repeat=False)

    def every(self, seconds: float, call: Callable[[], object]) -> Timer:
        """Call periodically, each time in a turn of the proxy."""
        self._life.event_thread.require()
        return Timer(self._life, seconds, call, repeat=True)

    def post(self, call: Callable[..., object], *arguments: object) -> None:
        """Call in a later turn of the proxy; the only method that other threads may use."""
        self._life.event_thread.call_from_anywhere(lambda: self._life.turn.run(call, *arguments))

    def act(self, call: Callable[..., object], *arguments: object) -> None:
        """Call now, in a turn; returns after all answers were delivered. For input such as a key press."""
        self._life.turn.run(call, *arguments)

    async def dereference(self, reference: Reference) -> Proxy:
        """Start a proxy of another object, owned by this one."""
        proxy = await self._life.node.dereference_for(self._life, reference)
        if self._life.over:
            proxy.close()
            raise DereferenceError(f"{self._life.name} has ended meanwhile", "open it again")
        self._own(proxy)
        return proxy

    def show(self, proxy: Proxy) -> list[AttachedView]:
        """Make the views of another object, or of its components, inside of this view; they end with it."""
        from app.runtime.activation.views import show_inside  # noqa: PLC0415 - views have contexts, too

        self._life.event_thread.require()
        return show_inside(self._life, proxy)

    def has_view(self, reference: Reference) -> bool:
        """Whether the referenced object, or a component of it, has a view; does not run it."""
        from app.runtime.activation.views import has_view  # noqa: PLC0415 - views have contexts, too

        return has_view(self._life.node, reference)

    def type_of(self, reference: Reference) -> ObjectType | TemplateType:
        """Return the type of the referenced object; does not run it."""
        return self._life.node.type_of(reference)

    def cast(self, reference: Reference, object_type: ObjectType | str) -> Reference:
        """Return a reference to the same object under another type, with installed adapters where needed."""
        return self._life.node.cast(reference, object_type)

    def new_endpoint(self, endpoint_type: EndpointType, **handlers: Callable[..., object]) -> InternalEndpoint:
        """Make a private endpoint with handlers for its incoming events, to connect to another proxy."""
        return new_endpoint(self._life, endpoint_type, handlers)

    def release(self, endpoint: ExternalEndpoint) -> None:
        """Give up a private endpoint before the proxy ends."""
        portal_of(endpoint).release()

    def connect(self, one: ExternalEndpoint, other: ExternalEndpoint) -> Connection:
        """Join two endpoints for as long as this proxy lives."""
        connection = self._life.node.connect(one, other)
        self._keep(connection)
        return connection

    async def connect_ticket(self, ticket: str, endpoint: ExternalEndpoint) -> Connection:
        """Join an endpoint to one in another process, for as long as this proxy lives."""
        connection = await self._life.node.connect_ticket(ticket, endpoint)
        self._keep(connection)
        return connection

    async def permit(self, question: Question) -> None:
        """Ask the user for a permission; raises an error if it is denied."""
        node = self._life.node
        asked = node.voucher.attribute(question, self._reference)
        if asked.permission is Permission.JOIN_SCOPE:
            await node.scope_consent.require(asked, self._reference)
        else:
            await node.trust.require(asked)

    def set_state(self, state: str) -> None:
        """Set the visible state of this proxy: joining, catching up, live or read-only."""
        self._life.event_thread.require()
        chosen = {str(known): known for known in CHOSEN_BY_PROXY}.get(state)
        if chosen is None:
            raise ActivationError(
                f"{self._life.name} cannot call itself {state!r}",
                f"use {', '.join(CHOSEN_BY_PROXY)}; raise to fail, and the runtime knows when it ends",
            )
        self._life.set_state(chosen)

    def at_end(self, call: Callable[[], object]) -> None:
        """Call when the proxy ends, for whatever reason."""
        self._life.own(call)

    def log(self, message: str) -> None:
        """Write a line to the log of the node, under the name of this proxy."""
        log.info("%s: %s", self._life.name, message)

    def _own(self, proxy: Proxy) -> None:
        disown = self._life.own(proxy.close)
        started = self._life.started
        started.append(proxy)

        def ended(state: State) -> None:
            if state is State.ENDED:
                disown()
                if proxy in started:
                    started.remove(proxy)

        proxy.watch(ended)
        for listener in self._life.node.start_listeners:
            listener(proxy)

    def _keep(self, connection: Connection) -> None:
        disown = self._life.own(connection.close)
        connection.on_disconnect(disown)


def lifetime_of(context: ProxyContext) -> Lifetime:
    """Return the lifetime behind a context, for the rest of the runtime."""
    return context._life  # noqa: SLF001  # hidden from the authors of objects, not from the runtime
