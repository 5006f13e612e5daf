# SPDX-License-Identifier: BSD-3-Clause
"""The platform: starts, stops and moves objects on hosts (Figure 2.5)."""

import asyncio
import contextlib
from collections.abc import Coroutine
from dataclasses import asdict, dataclass
from typing import Any
from uuid import UUID, uuid4

from app.errors import one_line
from app.runtime.activation import HostingError
from app.runtime.library import Context, ValueRefusedError, live_object
from app.runtime.library.validation import check
from app.runtime.references import Reference
from objects_library.hosting.host.proxy import HOSTING
from objects_library.hosting.hosting_platform.events import Hosted, HostingEvents, Nodes, Reports
from objects_library.hosting.hosting_platform.host_link import HostLink, Reached

_FIRST_RETRY, _LAST_RETRY = 1.0, 30.0


@dataclass
class _Known:
    """A known object, and how to start it elsewhere."""

    reference: Reference
    hosted: Hosted
    moving: bool = False


@live_object("10571ed0000000000000000000000002", name="Platform", group="Services")
class Platform(HostingEvents):
    """Starts, stops and moves objects on other computers, each of which has given it a ticket."""

    hosting = HostingEvents.hosting.stronger()
    access = HostingEvents.access.stronger()

    def __init__(self, context: Context, hosts: tuple[str, ...] = ()) -> None:
        self._context = context
        self._hosts: dict[UUID, Reached] = {}
        self._known: dict[UUID, _Known] = {}
        for ticket in hosts:
            self.admit(ticket)

    @access.incoming
    def admit(self, ticket: str) -> None:
        """Add a host by its ticket."""
        self._context.spawn(self._keep_reaching(ticket))

    @access.incoming
    def remember(self, proxy: UUID, reference: Reference, node: UUID) -> None:
        """Register an object that another copy of the platform has started; its host reports its state."""
        self._known.setdefault(proxy, _Known(reference, Hosted(proxy, node, "created")))

    @hosting.incoming
    def start(self, request: UUID, reference: Reference, node: UUID | None = None) -> None:
        """Start an object on a node, or on the least busy one."""
        self._serve(None, request, self._start(None, request, reference, node))

    @hosting.incoming
    def stop(self, request: UUID, proxy: UUID) -> None:
        """Stop an object."""
        self._serve(None, request, self._stop(None, request, proxy))

    @hosting.incoming
    def move(self, request: UUID, node: UUID, proxy: UUID | None = None) -> None:
        """Move an object to another node; a hosted object that names none means itself."""
        self._serve(None, request, self._move(None, request, proxy, node))

    @hosting.incoming
    def list(self, request: UUID) -> None:
        """Send the running objects and nodes."""
        self._list(None, request)

    @hosting.connected
    def joined(self) -> None:
        """Send the present state to a client that connects."""
        self.nodes(self._nodes())

    # Unsolicited messages of hosts

    async def _keep_reaching(self, ticket: str) -> None:
        """Stay connected to a host; its loss and its return are events."""
        retry = _FIRST_RETRY
        while True:
            try:
                await HostLink(self._context, self).until_lost(ticket)
                retry = _FIRST_RETRY
            except Exception as error:  # noqa: BLE001  # whatever it is, it is told, and tried again
                self.unreachable(one_line(error))
            await asyncio.sleep(retry)
            retry = min(2 * retry, _LAST_RETRY)

    def reached(self, host: Reached, hosted: Reports) -> None:
        """Handle a host that is reached; objects count that were started from here."""
        self._hosts[host.node.id] = host
        for each in hosted:
            self.noticed(host, each)
        self.nodes(self._nodes())

    def lost(self, host: Reached) -> None:
        """Handle the loss of a host and its objects."""
        self._hosts.pop(host.node.id, None)
        for known in self._known.values():
            if known.hosted.node == host.node.id and not known.moving:
                self._note(known, "failed", f"the node {host.node.name!r} is gone")
        self.nodes(self._nodes())

    def noticed(self, host: Reached, hosted: dict[str, Any]) -> None:
        """Handle a new state of an object."""
        known = self._known.get(hosted["id"])
        if known is not None and known.hosted.node == host.node.id and not known.moving:
            self._note(known, hosted["state"], hosted["failure"])

    def asked(self, value: dict[str, Any]) -> None:
        """Handle a request of a hosted object; messages of hosts are validated."""
        asker, event, arguments = value["proxy"], value["event"], value["value"]
        wanted = dict(HOSTING.incoming).get(event)
        if wanted is None or asker not in self._known:
            return
        try:
            check(wanted, arguments)
        except ValueRefusedError:
            return
        if event == "list":
            self._list(asker, arguments)
            return
        request = arguments["request"]
        if event == "start":
            work = self._start(asker, request, arguments["reference"], arguments.get("node"))
        elif event == "stop":
            work = self._stop(asker, request, arguments["proxy"])
        else:
            work = self._move(asker, request, arguments.get("proxy", asker), arguments["node"])
        self._serve(asker, request, work)

    # Requests: of a connected client, if `asker` is None, or of a hosted object.

    def _serve(self, asker: UUID | None, request: UUID, work: Coroutine[Any, Any, None]) -> None:
        async def serve() -> None:
            try:
                await work
            except HostingError as error:
                self._answer(asker, "refused", {"request": request, "reason": str(error)})

        self._context.spawn(serve())

    def _answer(self, asker: UUID | None, event: str, value: dict[str, Any]) -> None:
        if asker is None:
            getattr(self, event)(**value)
        elif asker in self._known:
            host = self._hosts.get(self._known[asker].hosted.node)
            if host is not None:
                host.send_answer(asker, event, value)

    async def _start(self, asker: UUID | None, request: UUID, reference: Reference, node: UUID | None) -> None:
        host, proxy = self._host(node), uuid4()
        known = self._known[proxy] = _Known(reference, Hosted(proxy, host.node.id, "created"), moving=True)
        try:
            answer = await host.ask("start", proxy=proxy, reference=reference)
        except BaseException:
            del self._known[proxy]
            raise
        known.hosted, known.moving = Hosted(proxy, host.node.id, "live"), False
        self._answer(asker, "started", _where(request, proxy, host, answer))

    async def _stop(self, asker: UUID | None, request: UUID, proxy: UUID) -> None:
        known = self._object(proxy)
        host = self._hosts.get(known.hosted.node)
        if host is not None:
            await host.ask("stop", proxy=proxy)
        self._known.pop(proxy, None)
        self._answer(asker, "stopped", {"request": request, "proxy": proxy})

    async def _move(self, asker: UUID | None, request: UUID, proxy: UUID | None, node: UUID) -> None:
        known = self._object(proxy)
        target, source = self._host(node), self._hosts.get(known.hosted.node)
        if target is source:
            raise HostingError(f"the object is on the node {target.node.name!r} already", "choose another one")
        number = known.hosted.id
        known.moving = True
        try:
            # The new proxy starts before the old one ends, so that they can hand over.
            answer = await target.ask("start", proxy=number, reference=known.reference)
            known.hosted = Hosted(number, target.node.id, "live")
            if source is not None:
                with contextlib.suppress(HostingError):  # it is gone in any case
                    await source.ask("stop", proxy=number)
        finally:
            known.moving = False
        location = _where(request, number, target, answer)
        self.moved(**location)
        if asker is not None:
            self._answer(asker, "moved", location)

    def _list(self, asker: UUID | None, request: UUID) -> None:
        proxies = [known.hosted for known in self._known.values()]
        if asker is None:
            self.listed(request, proxies, self._nodes())
        else:
            plain = {"proxies": [asdict(each) for each in proxies], "nodes": [asdict(each) for each in self._nodes()]}
            self._answer(asker, "listed", {"request": request, **plain})

    def _note(self, known: _Known, state: str, failure: str) -> None:
        new = Hosted(known.hosted.id, known.hosted.node, state, failure)
        if new != known.hosted:
            known.hosted = new
            self.changed(new)

    def _nodes(self) -> Nodes:
        return [host.node for host in self._hosts.values()]

    def _object(self, proxy: UUID | None) -> _Known:
        known = None if proxy is None else self._known.get(proxy)
        if known is None:
            raise HostingError("there is no such object", "ask for the list")
        if known.moving:
            raise HostingError("the object is on its way", "try again in a moment")
        return known

    def _host(self, node: UUID | None) -> Reached:
        if node is None and self._hosts:
            busy = [known.hosted.node for known in self._known.values()]
            return min(self._hosts.values(), key=lambda host: busy.count(host.node.id))
        if node is None or node not in self._hosts:
            raise HostingError("there is no such node", "ask for the list")
        return self._hosts[node]


def _where(request: UUID, proxy: UUID, host: Reached, answer: dict[str, Any]) -> dict[str, Any]:
    return {"request": request, "proxy": proxy, "node": host.node.id, "tickets": answer["tickets"]}
