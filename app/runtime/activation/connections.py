# SPDX-License-Identifier: BSD-3-Clause
"""Connections between two endpoints on one node."""

from __future__ import annotations

import weakref
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Self

from app.runtime.activation.endpoints import ExternalEndpoint, Portal, portal_of
from app.runtime.activation.errors import EndpointError
from app.runtime.activation.lifetime import Close, log
from app.runtime.activation.taps import tapped
from app.runtime.activation.wires import Wire

if TYPE_CHECKING:
    from app.runtime.activation.proxy import Proxy
    from app.runtime.types import AdapterOffer


class Link:
    """The running part of a connection: the wires between two portals."""

    __slots__ = ("_listeners", "_wires", "first", "open", "second")

    def __init__(self, first: Portal, second: Portal) -> None:
        self.first = first
        self.second = second
        self.open = True
        """Whether events can flow."""
        self._listeners: list[Close] = []
        self._wires = [*_wires(first, second), *_wires(second, first)]
        self._bind()
        for portal in (first, second):
            portal.links.append(self)
        # The first owner to run must not reach the other before that one was notified of the connection.
        claimed = [portal.life.turn for portal in (first, second) if portal.life.turn.begin()]
        for portal in (first, second):
            portal.notify(portal.on_connected)
        for turn in reversed(claimed):
            turn.end()

    def other(self, portal: Portal) -> Portal:
        """Return the opposite end."""
        return self.second if portal is self.first else self.first

    def watch(self, listener: Close) -> None:
        """Call when the two are disconnected; at once if they are already."""
        if self.open:
            self._listeners.append(listener)
        else:
            _notify(listener)

    def close(self) -> None:
        """Disconnect, and notify both owners and all watchers."""
        self.first.life.event_thread.require()
        if not self.open:
            return
        self.open = False
        self._disconnect()
        for portal in (self.first, self.second):
            portal.links.remove(self)
            portal.notify(portal.on_disconnected)
        for listener in self._listeners:
            _notify(listener)

    def rewire(self) -> None:
        """Make the wires again, after a tap was added or removed."""
        self._disconnect()
        self._wires = [*_wires(self.first, self.second), *_wires(self.second, self.first)]
        self._bind()

    def _bind(self) -> None:
        for sender, event, wire in self._wires:
            sender.bind(event, wire.send)

    def _disconnect(self) -> None:
        for sender, event, wire in self._wires:
            wire.disconnect(sender.unbind(event, wire.send))

    def close_from_anywhere(self) -> None:
        """Disconnect in a later iteration of the loop; garbage collection runs in any thread."""
        self.first.life.event_thread.call_from_anywhere(self.close)


class Connection:
    """A handle that keeps two endpoints connected until it is closed or dropped."""

    def __init__(self, links: Sequence[Link], adapters: Sequence[Proxy] = ()) -> None:
        self._links = tuple(links)
        self.adapters = tuple(adapters)
        """The adapters between the two endpoints."""
        self._dropped = weakref.finalize(self, _drop, self._links)
        self._dropped.atexit = False

    @property
    def open(self) -> bool:
        """Whether the two endpoints are still connected."""
        return all(link.open for link in self._links)

    def on_disconnect(self, call: Close) -> None:
        """Call when the two endpoints are disconnected, for whatever reason."""
        self._links[0].watch(call)

    def close(self) -> None:
        """Disconnect the two endpoints."""
        self._dropped.detach()
        for link in self._links:
            link.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def check_free(one: ExternalEndpoint, other: ExternalEndpoint) -> None:
    """Refuse two endpoints that cannot be connected now, whatever their types."""
    first, second = portal_of(one), portal_of(other)
    first.life.event_thread.require()
    if first is second:
        raise EndpointError(f"{first.label} cannot be connected to itself", "connect it to another endpoint")
    if first.life.event_thread is not second.life.event_thread:
        raise EndpointError(
            f"{first.label} and {second.label} run on different nodes",
            "use a ticket: `await other_node.connect_ticket(await endpoint.ticket(), ...)`",
        )
    for portal in (first, second):
        if portal.life.over:
            raise EndpointError(f"{portal.label} is gone: its proxy has {portal.life.state}", "open it again")
        if portal.links and not portal.type.one_way:
            raise EndpointError(
                f"{portal.label} is connected already", "an endpoint has one connection; close it first"
            )
    if any(link.other(first) is second for link in first.links):
        raise EndpointError(f"{first.label} and {second.label} are connected already", "one connection is enough")


def join(one: ExternalEndpoint, other: ExternalEndpoint) -> Connection:
    """Connect two endpoints that are free and match."""
    return Connection([Link(portal_of(one), portal_of(other))])


def join_by_adapter(one: ExternalEndpoint, other: ExternalEndpoint, adapter: Proxy, offer: AdapterOffer) -> Connection:
    """Connect two endpoints through an adapter; if any of the three parts ends, all do."""
    left, right = (adapter.endpoint(name) for name in (offer.left_endpoint, offer.right_endpoint))
    links = [Link(portal_of(one), portal_of(left)), Link(portal_of(right), portal_of(other))]
    for link in links:
        link.watch(adapter.close)
    return Connection(links, [adapter])


def _drop(links: Sequence[Link]) -> None:
    for link in links:
        link.close_from_anywhere()


def _wires(sender: Portal, receiver: Portal) -> Iterator[tuple[Portal, str, Wire]]:
    for event, outgoing in sender.outgoing.items():
        end = tapped(sender, event, receiver, receiver.receiver(event))
        yield sender, event, Wire(sender.life.turn, outgoing.signature, end)


def _notify(listener: Close) -> None:
    try:
        listener()
    except Exception:  # noqa: BLE001  # the others must hear it all the same
        log.exception("a listener for a disconnection raised")
