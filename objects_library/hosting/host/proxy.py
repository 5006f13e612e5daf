# SPDX-License-Identifier: BSD-3-Clause
"""The host: runs objects on this computer for a remote platform."""

from dataclasses import dataclass
from functools import partial
from typing import Annotated, Any, cast
from uuid import UUID

from app.errors import one_line
from app.runtime.activation import ExternalEndpoint, HostingError, InternalEndpoint, Proxy, State
from app.runtime.library import Context, Endpoint, Range, live_object
from app.runtime.references import Reference, identity
from app.runtime.trust import Permission, Question
from app.runtime.types import EndpointType, parse_object_type

HOSTING = cast(EndpointType, parse_object_type("Hosting").endpoint("hosting"))
"""The type of the endpoint that starts, stops and moves objects."""
_VALID = 365 * 86400.0
"""The validity of the tickets of a hosted object; they end with the object in any case."""


@dataclass
class Hosted:
    """An object that runs for a platform."""

    id: UUID
    state: str
    failure: str = ""


@live_object("10571ed0000000000000000000000001", name="Host", group="Services")
class Host:
    """Runs objects on this computer for whoever is allowed to ask for it."""

    host = Endpoint()

    def __init__(self, context: Context, most: Annotated[int, Range(1, 10_000)] = 100) -> None:
        self._context = context
        self._most = most
        self._running: dict[UUID, Proxy] = {}
        self._starting: set[UUID] = set()
        self._portals: dict[UUID, InternalEndpoint] = {}

    @host.connected
    def joined(self) -> None:
        """Introduce this host and its objects."""
        hosted = [_described(number, proxy) for number, proxy in self._running.items()]
        self.ready(UUID(self._context.node_id), self._context.node_name, hosted)

    @host.incoming
    def start(self, request: UUID, proxy: UUID, reference: Reference) -> None:
        """Run an object, with the given id for its proxy."""
        self._context.spawn(self._start(request, proxy, reference))

    @host.incoming
    def stop(self, request: UUID, proxy: UUID) -> None:
        """Stop an object."""
        running = self._running.pop(proxy, None)
        if running is None:
            self.refused(request, f"the object {proxy} does not run here")
        else:
            running.close()
            self._forget(proxy)
            self.stopped(request, proxy)

    @host.incoming
    def answer(self, proxy: UUID, event: str, value: Any) -> None:
        """Send a hosted object the answer to its request."""
        portal = self._portals.get(proxy)
        if portal is not None and event in dict(portal.type.outgoing):
            portal.emit(event, value)

    @host.outgoing
    def ready(self, node: UUID, name: str, hosted: list[Hosted]) -> None:
        """The host is ready."""

    @host.outgoing
    def started(self, request: UUID, proxy: UUID, tickets: dict[str, str]) -> None:
        """The object runs; its endpoints are reachable with these tickets."""

    @host.outgoing
    def stopped(self, request: UUID, proxy: UUID) -> None:
        """The object has ended."""

    @host.outgoing
    def refused(self, request: UUID, reason: str) -> None:
        """A request was refused."""

    @host.outgoing
    def changed(self, hosted: Hosted) -> None:
        """The state of an object has changed."""

    @host.outgoing
    def asked(self, proxy: UUID, event: str, value: Any) -> None:
        """A hosted object makes a request."""

    async def _start(self, request: UUID, number: UUID, reference: Reference) -> None:
        try:
            self._reserve(number)
            try:
                await self._ask_the_user(reference)
                proxy = await self._context.dereference(reference)
                tickets = await self._introduce(number, proxy)
            finally:
                self._starting.discard(number)
        except Exception as error:  # noqa: BLE001  # whatever keeps it from running is for whoever asked
            self.refused(request, one_line(error))
        else:
            self._running[number] = proxy
            proxy.watch(partial(self._changed, number, proxy))
            self.started(request, number, tickets)

    def _reserve(self, number: UUID) -> None:
        if number in self._running or number in self._starting:
            raise HostingError(f"the object {number} runs here already", "stop it first")
        if len(self._running) + len(self._starting) >= self._most:
            raise HostingError(f"{self._most} objects run here, and more are not allowed", "use another node")
        self._starting.add(number)

    async def _ask_the_user(self, reference: Reference) -> None:
        """Ask the user, unless the platform is the same user's."""
        asking = cast(InternalEndpoint, self.host).peer
        if asking is not None and asking != self._context.user:
            title = f"an object for the user {asking[:8]}"
            await self._context.permit(Question(Permission.HOSTING, identity(reference), asking, title))

    async def _introduce(self, number: UUID, proxy: Proxy) -> dict[str, str]:
        """Make the object reachable, and connect its hosting endpoint if it has one."""
        try:
            if proxy.failure is not None:
                raise HostingError(str(proxy.failure), "mend it")
            endpoints = dict(proxy.endpoints())
            hosting = endpoints.pop("hosting", None)
            if hosting is not None:
                self._portals[number] = self._portal(number, hosting)
            return {name: await endpoint.ticket(valid_for=_VALID) for name, endpoint in endpoints.items()}
        except BaseException:
            proxy.close()
            self._forget(number)
            raise

    def _portal(self, number: UUID, hosting: ExternalEndpoint) -> InternalEndpoint:
        """Forward only the events that the object declares."""
        requests = [event for event in HOSTING.incoming if event.name in dict(hosting.type.outgoing)]
        answers = [event for event in HOSTING.outgoing if event.name in dict(hosting.type.incoming)]
        handlers = {event.name: partial(self._pass_on, number, event.name) for event in requests}
        portal: InternalEndpoint = self._context.new_endpoint(EndpointType(tuple(requests), tuple(answers)), **handlers)
        self._context.connect(portal, hosting)
        return portal

    def _pass_on(self, number: UUID, event: str, value: Any) -> None:
        self.asked(number, event, value)

    def _forget(self, number: UUID) -> None:
        portal = self._portals.pop(number, None)
        if portal is not None:
            self._context.release(portal)

    def _changed(self, number: UUID, proxy: Proxy, state: State) -> None:
        if number in self._running:
            self.changed(Hosted(number, state, _reason(proxy)))


def _described(number: UUID, proxy: Proxy) -> Hosted:
    return Hosted(number, proxy.state, _reason(proxy))


def _reason(proxy: Proxy) -> str:
    return "" if proxy.failure is None else str(proxy.failure)
