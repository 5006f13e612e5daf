# SPDX-License-Identifier: BSD-3-Clause
"""Endpoints: the typed ports of a proxy, as its own code and as others see them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from app.runtime.activation.errors import EndpointError
from app.runtime.activation.mailbox import Mailbox
from app.runtime.activation.wires import Receiver, Send, nobody
from app.runtime.library.signatures import Signature
from app.runtime.library.wrappers import Wrapper
from app.runtime.types import ANYTHING, NULL, EndpointType

if TYPE_CHECKING:
    from app.runtime.activation.connections import Link
    from app.runtime.activation.lifetime import Lifetime
    from app.runtime.activation.taps import Tap
    from app.runtime.activation.turns import Call

_ONE_VALUE = Signature(("value",), (Wrapper(object, ANYTHING, ANYTHING),))
_NO_VALUE = Signature((), ())
Bind = Callable[[Send], None]


@dataclass(frozen=True, slots=True)
class Incoming:
    """The handler of an incoming event."""

    handler: Call
    signature: Signature


@dataclass(frozen=True, slots=True)
class Outgoing:
    """The parameters of an outgoing event, and how its sender gets the wire."""

    signature: Signature
    bind: Bind
    send: Send
    """Sends through the present wire; what a sender calls before it is connected, and may keep."""


def plain_signature(endpoint: EndpointType, event: str) -> Signature:
    """Return the signature of an event whose plain value is passed unchanged."""
    carried = dict((*endpoint.incoming, *endpoint.outgoing))[event]
    return _NO_VALUE if carried == NULL else _ONE_VALUE


class Portal:
    """One endpoint of a running proxy: its events, and the link that it is part of."""

    __slots__ = (
        "_disown",
        "_mailbox",
        "_parallel",
        "incoming",
        "life",
        "links",
        "name",
        "offer",
        "on_connected",
        "on_disconnected",
        "outgoing",
        "taps",
        "type",
        "wires",
    )

    def __init__(self, life: Lifetime, name: str, endpoint_type: EndpointType, queued: bool = False) -> None:
        self.life = life
        self.name = name
        self.type = endpoint_type
        self.incoming: dict[str, Incoming] = {}
        self.outgoing: dict[str, Outgoing] = {}
        self.on_connected: Call | None = None
        self.on_disconnected: Call | None = None
        self.wires: dict[str, Send] = {}
        self.links: list[Link] = []
        """The connections: at most one, unless the endpoint is one-way."""
        self._parallel: dict[str, list[Send]] = {}
        """The wires of each outgoing event, if there are several connections."""
        self.offer: object = None
        self.taps: tuple[Tap, ...] = ()
        """The listeners of taps; see `taps.py`."""
        self._mailbox = Mailbox(life.turn) if queued else None
        self._disown = life.own(self.close)

    @property
    def label(self) -> str:
        """The name of this endpoint in messages."""
        return f"`{self.name}` of {self.life.name}"

    def receiver(self, event: str) -> Receiver:
        """Return the receiver of an incoming event; events without a handler are dropped."""
        incoming = self.incoming.get(event)
        if incoming is None:
            incoming = Incoming(nobody, plain_signature(self.type, event))
        post = self._mailbox.post if self._mailbox is not None else None
        return Receiver(self.life.turn, incoming.handler, incoming.signature, post)

    def declare_outgoing(self, event: str, signature: Signature, bind: Bind) -> None:
        """Declare an outgoing event; `bind` gives its sender the function to call, now and after changes."""
        wires = self.wires

        def send(*arguments: object, **named: object) -> None:
            wire = wires.get(event)
            if wire is not None:
                wire(*arguments, **named)

        self.outgoing[event] = Outgoing(signature, bind, send)
        bind(send)

    @property
    def link(self) -> Link | None:
        """The connection, or the oldest of several."""
        return self.links[0] if self.links else None

    def bind(self, event: str, send: Send) -> None:
        """Connect an outgoing event to a wire, beside those that it has."""
        wires = self._parallel.setdefault(event, [])
        wires.append(send)
        self._use(event, wires)

    def unbind(self, event: str, send: Send) -> Send:
        """Disconnect an outgoing event from a wire; returns what sends through a later wire."""
        wires = self._parallel[event]
        wires.remove(send)
        self._use(event, wires)
        return self.outgoing[event].send

    def _use(self, event: str, wires: list[Send]) -> None:
        outgoing = self.outgoing[event]
        if not wires:
            self.wires.pop(event, None)
            outgoing.bind(outgoing.send)
            return
        send = self.wires[event] = wires[0] if len(wires) == 1 else _to_each(wires)
        outgoing.bind(send)

    def notify(self, call: Call | None) -> None:
        """Call the owner, in order with the events."""
        if call is None or self.life.over:
            return
        if self._mailbox is not None:
            self._mailbox.post(call)
        else:
            self.life.turn.run(call)

    def emit(self, event: str, value: object = None) -> None:
        """Send an event by its name, with a plain value."""
        send = self.wires.get(event)
        if send is not None:
            if self.outgoing[event].signature is _NO_VALUE:
                send()
            else:
                send(value)
        elif event not in self.outgoing:
            raise EndpointError(f"{self.label} has no outgoing event `{event}`", f"it has {_listed(self.outgoing)}")

    async def room_on_other_side(self) -> None:
        """Wait until the connected endpoint has room for more events."""
        mailbox = self.link.other(self)._mailbox if self.link is not None else None  # noqa: SLF001
        if mailbox is not None:
            await mailbox.room()

    def close(self) -> None:
        """Disconnect."""
        for link in tuple(self.links):
            link.close()

    def release(self) -> None:
        """Disconnect and disown."""
        self.close()
        self._disown()


class ExternalEndpoint:
    """An endpoint as others see it; it can only be connected."""

    def __init__(self, portal: Portal, seen: EndpointType | None = None) -> None:
        self._portal = portal
        self._type = seen or portal.type

    @property
    def name(self) -> str:
        """The name of the endpoint in its object."""
        return self._portal.name

    @property
    def type(self) -> EndpointType:
        """The type of the endpoint."""
        return self._type

    @property
    def connected(self) -> bool:
        """Whether it is connected at the moment."""
        return bool(self._portal.links)

    def seen_as(self, general: EndpointType) -> ExternalEndpoint:
        """Return the same endpoint under a more general type."""
        return ExternalEndpoint(self._portal, general)

    async def ticket(self, *, valid_for: float = 3600.0) -> str:
        """Return a text with which another process can connect to this endpoint; it contains a secret."""
        return await self._portal.life.node.ticket_server.ticket(self, valid_for)

    def __repr__(self) -> str:
        return f"<endpoint {self._portal.label}>"


class InternalEndpoint(ExternalEndpoint):
    """An endpoint as its own proxy sees it; outgoing events are methods unless their names are taken."""

    def emit(self, event: str, value: object = None) -> None:
        """Send any event by its name, with a plain value."""
        self._portal.emit(event, value)

    @property
    def peer(self) -> str | None:
        """The public identity of the node on the other side, if it is connected to another process."""
        link = self._portal.link
        return None if link is None else link.other(self._portal).life.peer

    @property
    def other_type(self) -> EndpointType | None:
        """The type of the connected endpoint, if there is one."""
        link = self._portal.link
        return None if link is None else link.other(self._portal).type

    def make_offer(self, offer: object) -> None:
        """Publish an object to the connected endpoint of this node: a shortcut besides events."""
        self._portal.offer = offer

    @property
    def other_offer(self) -> object:
        """The offer of the connected endpoint; None from adapters and other processes."""
        link = self._portal.link
        return None if link is None else link.other(self._portal).offer

    if TYPE_CHECKING:

        def __getattr__(self, event: str) -> Send: ...


def portal_of(endpoint: ExternalEndpoint) -> Portal:
    """Return the portal behind an endpoint, for the rest of the runtime."""
    return endpoint._portal  # noqa: SLF001  # hidden from the authors of objects, not from the runtime


def new_endpoint(
    life: Lifetime, endpoint_type: EndpointType, handlers: dict[str, Call], name: str = "private", queued: bool = False
) -> InternalEndpoint:
    """Make a private endpoint; handlers take the plain value of their event, or nothing if it has none.

    `connected` and `disconnected` are handlers for the two events that every connection has.
    """
    portal = Portal(life, name, endpoint_type, queued)
    endpoint = InternalEndpoint(portal)
    known = [event.name for event in endpoint_type.incoming]
    for event, handler in handlers.items():
        if event in known:
            portal.incoming[event] = Incoming(handler, plain_signature(endpoint_type, event))
        elif event == "connected":
            portal.on_connected = handler
        elif event == "disconnected":
            portal.on_disconnected = handler
        else:
            raise EndpointError(f"the endpoint has no incoming event `{event}`", f"it has {_listed(known)}")
    for event, _ in endpoint_type.outgoing:
        portal.declare_outgoing(event, plain_signature(endpoint_type, event), _bind_to(endpoint, event))
    return endpoint


def _to_each(wires: list[Send]) -> Send:
    """Return what sends through each of several wires; one of them may be cut meanwhile."""

    def send(*arguments: object, **named: object) -> None:
        for wire in tuple(wires):
            wire(*arguments, **named)

    return send


def _bind_to(endpoint: InternalEndpoint, event: str) -> Bind:
    if hasattr(InternalEndpoint, event) or event.startswith("_"):
        return nobody
    return partial(setattr, endpoint, event)


def _listed(names: Iterable[str]) -> str:
    return ", ".join(f"`{name}`" for name in names) or "none"
