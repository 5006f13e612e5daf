# SPDX-License-Identifier: BSD-3-Clause
"""Binding: gives an instance of an author's class its endpoints."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import TYPE_CHECKING

from app.runtime.activation.endpoints import Incoming, InternalEndpoint, Portal, plain_signature
from app.runtime.activation.wires import nobody
from app.runtime.types import NULL

if TYPE_CHECKING:
    from app.runtime.activation.lifetime import Lifetime
    from app.runtime.activation.turns import Call
    from app.runtime.library import EndpointDeclaration
    from app.runtime.types import EndpointType

Declared = tuple["EndpointDeclaration", "EndpointType"]
"""An endpoint as its class declares it, with its type once all type parameters are known."""


def bind_endpoints(life: Lifetime, instance: object, endpoints: Iterable[Declared]) -> dict[str, Portal]:
    """Give an instance its portals, before its constructor runs."""
    return {declaration.name: _portal(life, instance, declaration, concrete) for declaration, concrete in endpoints}


def _portal(life: Lifetime, instance: object, declaration: EndpointDeclaration, concrete: EndpointType) -> Portal:
    portal = Portal(life, declaration.name, concrete, declaration.queued)
    for event in declaration.incoming:
        portal.incoming[event.name] = Incoming(getattr(instance, event.method), event.signature)
    for event in declaration.outgoing:
        portal.declare_outgoing(event.name, event.signature, partial(setattr, instance, event.method))
    if declaration.every_incoming is not None:
        _bind_all_incoming(portal, getattr(instance, declaration.every_incoming))
    if declaration.every_outgoing is not None:
        setattr(instance, declaration.every_outgoing, portal.emit)
        for name, _ in concrete.outgoing:
            portal.declare_outgoing(name, plain_signature(concrete, name), nobody)
    if declaration.connected is not None:
        portal.on_connected = getattr(instance, declaration.connected)
    if declaration.disconnected is not None:
        portal.on_disconnected = getattr(instance, declaration.disconnected)
    setattr(instance, declaration.attribute, InternalEndpoint(portal))
    return portal


def _bind_all_incoming(portal: Portal, method: Call) -> None:
    for name, carried in portal.type.incoming:
        handler = partial(method, name, None) if carried == NULL else partial(method, name)
        portal.incoming[name] = Incoming(handler, plain_signature(portal.type, name))
