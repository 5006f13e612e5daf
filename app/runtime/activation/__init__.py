# SPDX-License-Identifier: BSD-3-Clause
"""Activation: proxies, endpoints, connections and lifetimes on a node, and endpoints in other processes."""

from app.runtime.activation.connections import Connection
from app.runtime.activation.endpoints import ExternalEndpoint, InternalEndpoint
from app.runtime.activation.errors import (
    ActivationError,
    CyclicReferenceError,
    DereferenceError,
    EndlessEventsError,
    EndpointError,
    HostingError,
    RemoteError,
    TicketError,
    WrongThreadError,
)
from app.runtime.activation.lifetime import Failure, State
from app.runtime.activation.node import Node
from app.runtime.activation.proxy import Proxy
from app.runtime.activation.registry import Registry
from app.runtime.activation.remote.stream import Limits
from app.runtime.activation.taps import TappedEvent, tap
from app.runtime.activation.views import AttachedView

__all__ = [
    "ActivationError",
    "AttachedView",
    "Connection",
    "CyclicReferenceError",
    "DereferenceError",
    "EndlessEventsError",
    "EndpointError",
    "ExternalEndpoint",
    "Failure",
    "HostingError",
    "InternalEndpoint",
    "Limits",
    "Node",
    "Proxy",
    "Registry",
    "RemoteError",
    "State",
    "TappedEvent",
    "TicketError",
    "WrongThreadError",
    "tap",
]
