# SPDX-License-Identifier: BSD-3-Clause
"""Hosted objects: objects that run here for the other side of the boundary."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, cast

from app.runtime.activation.connections import Connection
from app.runtime.activation.endpoints import InternalEndpoint, new_endpoint
from app.runtime.activation.errors import RemoteError
from app.runtime.activation.lifetime import Lifetime, State
from app.runtime.library import ValueRefusedError
from app.runtime.library.encoding import decode, encode
from app.runtime.sandbox import messages
from app.runtime.sandbox.errors import SandboxError
from app.runtime.sandbox.exit_reasons import REPORT_TO_AUTHOR, out_of_memory
from app.runtime.types import EndpointType, dual

if TYPE_CHECKING:
    from app.runtime.activation.lifetime import Failure
    from app.runtime.activation.node import Node
    from app.runtime.activation.proxy import Proxy
    from app.runtime.activation.turns import Call
    from app.runtime.sandbox.boundary import Boundary
    from app.runtime.types import ValueType


class HostedObject:
    """One object that runs here; its endpoints are connected while the stub's are."""

    def __init__(self, boundary: Boundary, number: int, node: Node, proxy: Proxy) -> None:
        self._boundary = boundary
        self._number = number
        self._node = node
        self._proxy = proxy
        self._connections: dict[str, tuple[InternalEndpoint, Connection]] = {}
        proxy.watch(self._send_state)

    def begin(self) -> None:
        """Send its present state."""
        self._send_state(self._proxy.state)

    def is_run_by(self, life: Lifetime) -> bool:
        """Whether it has this lifetime."""
        return self._proxy._life is life  # noqa: SLF001  # hidden from the authors of objects

    def join(self, endpoint: str) -> None:
        """Connect an endpoint."""
        if endpoint in self._connections or self._proxy.over:
            return
        outer = self._proxy.endpoint(endpoint)
        inner = cast(EndpointType, dual(outer.type))
        handlers: dict[str, Call] = {
            event: partial(self._forward, endpoint, event, carried) for event, carried in inner.incoming
        }
        mine = new_endpoint(Lifetime(self._node, f"whoever is connected to {self._proxy.name}"), inner, handlers)
        self._connections[endpoint] = mine, self._node.connect(mine, outer)

    def part(self, endpoint: str) -> None:
        """Disconnect an endpoint."""
        mine, connection = self._connections.pop(endpoint, (None, None))
        if mine is not None and connection is not None:
            connection.close()
            self._node.release(mine)

    def deliver(self, endpoint: str, event: str, data: bytes) -> None:
        """Deliver an event to it."""
        connected = self._connections.get(endpoint)
        if connected is None:
            return  # it has just been disconnected from this side
        mine = connected[0]
        wanted = dict(mine.type.outgoing).get(event)
        if wanted is None:
            raise RemoteError(f"`{endpoint}` takes no event {event[:40]!r}", "mend the code that sent it")
        mine.emit(event, decode(wanted, data))

    def end(self) -> None:
        """End it: the other side has closed it."""
        self._boundary.hosted_objects.pop(self._number, None)
        for endpoint in tuple(self._connections):
            self.part(endpoint)
        self._proxy.close()

    def _forward(self, endpoint: str, event: str, wanted: ValueType, value: object = None) -> None:
        try:
            data = encode(wanted, value)
            self._boundary.record_references(wanted, value)
            self._boundary.send(messages.EventMessage(self._number, endpoint, event, data))
        except (ValueRefusedError, SandboxError) as error:
            self._give_up(f"the event `{event}` cannot leave: {error.what}; {error.hint}")
        except MemoryError:
            self._give_up(f"{out_of_memory()}; {REPORT_TO_AUTHOR}")

    def _send_state(self, state: State) -> None:
        if self._number not in self._boundary.hosted_objects:
            return
        if state is State.FAILED and self._proxy.failure is not None:
            self._give_up(_words(self._proxy.failure))
        elif state is State.ENDED:
            self._boundary.hosted_objects.pop(self._number, None)
            self._boundary.send(messages.End(self._number))
        else:
            self._boundary.send(messages.State(self._number, str(state)))

    def _give_up(self, reason: str) -> None:
        self._boundary.hosted_objects.pop(self._number, None)
        self._boundary.send(messages.Failed(self._number, reason[: messages.LONGEST_REASON]))
        self._proxy.close()


def _words(failure: Failure) -> str:
    if isinstance(failure.error, MemoryError):
        return f"{out_of_memory()}; {REPORT_TO_AUTHOR}"
    return failure.reason
