# SPDX-License-Identifier: BSD-3-Clause
"""The present status of the channels that a proxy uses, for code outside of proxies."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from app.runtime.activation.endpoints import portal_of
from app.runtime.activation.taps import TappedEvent, tap
from app.runtime.types import EndpointType, dual

if TYPE_CHECKING:
    from app.runtime.activation.endpoints import ExternalEndpoint
    from app.runtime.activation.node import Node
    from app.runtime.activation.proxy import Proxy

_EVENT = "status"


def proxies_under(proxy: Proxy) -> Iterator[Proxy]:
    """Yield a proxy, its components, and what these have dereferenced, such as channels."""
    pending = [proxy]
    while pending:
        each = pending.pop()
        yield each
        pending += [*each.components.values(), *each.started]


def channel_statuses(node: Node, proxy: Proxy) -> list[dict[str, Any]]:
    """Return the present status of each channel under a proxy that reports one."""
    endpoints = [each.endpoints().get(_EVENT) for each in proxies_under(proxy) if not each.over]
    return [
        status
        for endpoint in endpoints
        if endpoint is not None and _reports_status(endpoint.type)
        for status in _present_status(node, endpoint)
    ]


def _reports_status(kind: EndpointType) -> bool:
    return _EVENT in dict(kind.outgoing) and "watch" in dict(kind.incoming)


def _present_status(node: Node, endpoint: ExternalEndpoint) -> list[Any]:
    """Ask for the status; through a tap if the user of the channel is connected to the endpoint."""
    found: list[Any] = []
    if endpoint.connected:

        def look(event: TappedEvent) -> None:
            if event.outward and event.event == _EVENT:
                found.append(event.value)

        portal = portal_of(endpoint)
        stop = tap(endpoint, look)
        receiver = portal.receiver("watch")
        receiver.turn.run(receiver.handler)
        stop()
    else:
        kind = dual(endpoint.type)
        assert isinstance(kind, EndpointType)
        asking = node.new_endpoint(kind, status=found.append)
        with node.connect(asking, endpoint):
            asking.emit("watch")
        node.release(asking)
    return found[-1:]
