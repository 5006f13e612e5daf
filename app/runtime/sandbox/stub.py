# SPDX-License-Identifier: BSD-3-Clause
"""Stubs: local representatives of objects on the other side of the boundary.

A stub has the endpoints of the object, so its neighbours see no difference: what they send crosses the
boundary, and what the object sends comes out here. It handles plain values only.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial, partialmethod
from typing import TYPE_CHECKING, Any, cast

from app.runtime.activation.context import ProxyContext, lifetime_of
from app.runtime.activation.lifetime import CHOSEN_BY_PROXY, State
from app.runtime.activation.wires import nobody
from app.runtime.library import Blueprint, EndpointDeclaration, Setting, ValueRefusedError, Wrapper
from app.runtime.library.encoding import decode, encode
from app.runtime.sandbox.errors import SandboxError
from app.runtime.sandbox.messages import End, EventMessage, Joined, Parted
from app.runtime.types import ANYTHING

if TYPE_CHECKING:
    from app.runtime.activation.endpoints import InternalEndpoint
    from app.runtime.activation.proxy import Proxy
    from app.runtime.sandbox.boundary import Boundary
    from app.runtime.types import NamedEndpoint, ValueType

# Names with a space cannot be parameters of an author's class.
_CONTEXT, _ENTER = "the context", "the way in"
_ANY_VALUE = Wrapper(object, ANYTHING, ANYTHING)

Enter = Callable[["Stub", ProxyContext, Mapping[str, object]], tuple["Boundary", int]]
"""What a stub calls when it begins; returns its boundary and its number."""


class Stub:
    """One object that runs elsewhere; `blueprint` makes its endpoints."""

    ports: Mapping[str, str]
    """The names of its endpoints, each with the suffix of its methods and attributes."""

    def __init__(self, **given: object) -> None:
        context = cast(ProxyContext, given.pop(_CONTEXT))
        enter = cast(Enter, given.pop(_ENTER))
        self.life = lifetime_of(context)
        self._known = {name: self._senders(mark) for name, mark in self.ports.items()}
        self._joined_ports: set[str] = set()
        self._set_state = context.set_state
        self._set_state("joining")
        self._boundary, self._number = enter(self, context, given)
        context.at_end(self._end)

    def deliver(self, endpoint: str, event: str, data: bytes) -> None:
        """Deliver an event that the object has sent."""
        send, known = self._known.get(endpoint, (nobody, {}))
        wanted = known.get(event)
        if wanted is None:
            raise ValueRefusedError(f"`{endpoint[:40]}` has no such outgoing event", "mend its code")
        self.life.turn.run(send, event, decode(wanted, data))

    def follow(self, state: str) -> None:
        """Follow the state of the object."""
        if state in CHOSEN_BY_PROXY and not self.life.over:
            self._set_state(state)

    def has_started(self, proxy: Proxy) -> None:
        """Record a proxy that was opened for the object, so that it is visible in the composition."""
        started = self.life.started
        started.append(proxy)

        def ended(state: State) -> None:
            if state is State.ENDED and proxy in started:
                started.remove(proxy)

        proxy.watch(ended)

    def fail(self, error: Exception) -> None:
        """Fail: the object, or its process, has failed."""
        self._boundary.remove_stub(self._number)
        self.life.fail(error)

    def _senders(self, mark: str) -> tuple[Callable[..., object], dict[str, ValueType]]:
        """Return the sender of an endpoint, and the types of its events."""
        port = cast("InternalEndpoint", getattr(self, f"port_{mark}"))
        return getattr(self, f"say_{mark}"), dict(port.type.outgoing)

    def _port(self, endpoint: str) -> InternalEndpoint:
        return cast("InternalEndpoint", getattr(self, f"port_{self.ports[endpoint]}"))

    def _forward(self, endpoint: str, event: str, value: Any) -> None:
        wanted = dict(self._port(endpoint).type.incoming)[event]
        try:
            data = encode(wanted, value)
        except ValueRefusedError as error:
            raise SandboxError(f"the event `{event}` cannot go into the sandbox: {error.what}", error.hint) from None
        self._boundary.record_references(wanted, value)
        self._boundary.send(EventMessage(self._number, endpoint, event, data))

    def _joined(self, endpoint: str) -> None:
        """The object sees one connection; a further one at this side is a new connection there."""
        if endpoint in self._joined_ports:
            self._boundary.send(Parted(self._number, endpoint))
        self._joined_ports.add(endpoint)
        self._boundary.send(Joined(self._number, endpoint))

    def _parted(self, endpoint: str) -> None:
        if not self._port(endpoint).connected:
            self._joined_ports.discard(endpoint)
            self._boundary.send(Parted(self._number, endpoint))

    def _end(self) -> None:
        if self._boundary.remove_stub(self._number):
            self._boundary.send(End(self._number))


def blueprint(endpoints: Iterable[NamedEndpoint], parameters: Iterable[str], enter: Enter) -> Blueprint:
    """Return the blueprint of a stub with these endpoints and parameters."""
    named = tuple(endpoints)
    ports = {name: str(number) for number, (name, _) in enumerate(named)}
    methods: dict[str, object] = {"ports": ports}
    for name, mark in ports.items():
        methods[f"heard_{mark}"] = partialmethod(Stub._forward, name)  # noqa: SLF001  # its own methods
        methods[f"joined_{mark}"] = partialmethod(Stub._joined, name)  # noqa: SLF001
        methods[f"parted_{mark}"] = partialmethod(Stub._parted, name)  # noqa: SLF001
    declared = tuple(
        EndpointDeclaration(
            name,
            f"port_{ports[name]}",
            declared_type,
            connected=f"joined_{ports[name]}",
            disconnected=f"parted_{ports[name]}",
            every_incoming=f"heard_{ports[name]}",
            every_outgoing=f"say_{ports[name]}",
        )
        for name, declared_type in named
    )
    return Blueprint(
        type("Stub", (Stub,), methods),
        declared,
        tuple(Setting(name, _ANY_VALUE) for name in parameters),
        ((_CONTEXT, "context"), (_ENTER, _ENTER)),
        {_ENTER: enter},
    )


def entering(boundary: Boundary, number: int) -> Enter:
    """Return the `Enter` of an object that has its number already."""
    return partial(_enter, boundary, number)


def _enter(
    boundary: Boundary, number: int, stub: Stub, context: ProxyContext, arguments: Mapping[str, object]
) -> tuple[Boundary, int]:
    del context, arguments
    boundary.stubs[number] = stub
    return boundary, number
