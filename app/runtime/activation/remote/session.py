# SPDX-License-Identifier: BSD-3-Clause
"""Sessions: one endpoint here connected to one endpoint in another process.

A session represents the other side: its bridge is an endpoint of the other side's type, connected to the
local endpoint like any other. Events of the local endpoint are checked, encoded and sent; events of the peer
are decoded, checked and delivered. A peer that violates the protocol is disconnected.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from functools import partial
from typing import TYPE_CHECKING, NoReturn

from app.runtime.activation.endpoints import InternalEndpoint, new_endpoint, portal_of
from app.runtime.activation.errors import RemoteError
from app.runtime.activation.lifetime import Lifetime, log
from app.runtime.activation.remote.messages import Bye, Event, Hello, Ping
from app.runtime.library.encoding import decode, encode
from app.runtime.library.errors import ValueRefusedError

if TYPE_CHECKING:
    from app.runtime.activation.node import Node
    from app.runtime.activation.remote.stream import Stream
    from app.runtime.types import EndpointType, ValueType

_BATCH = 100
"""How many events in a row a peer may deliver before the loop continues."""
_LONGEST_BATCH = 0.002
"""Seconds that these may take."""


class Session:
    """The remote end of one endpoint."""

    def __init__(self, node: Node, stream: Stream, endpoint_type: EndpointType, peer: Hello) -> None:
        self._stream = stream
        self._incoming: dict[str, ValueType] = dict(endpoint_type.incoming)
        self._outgoing: dict[str, ValueType] = dict(endpoint_type.outgoing)
        self.life = Lifetime(node, f"the node {peer.name!r}", peer.identity)
        self.life.own(self._close)
        handlers: dict[str, Callable[..., object]] = {name: partial(self._carry, name) for name in self._incoming}
        self.bridge: InternalEndpoint = new_endpoint(
            self.life, endpoint_type, {**handlers, "disconnected": self._part}, name="remote"
        )

    def start(self) -> None:
        """Start delivery; called when the bridge is connected."""
        for work in (self._listen(), self._beat()):
            self._run(work)

    def _close(self) -> None:
        self._stream.close()
        self.life.node.spawn(self._stream.closed())

    def _run(self, work: Coroutine[object, object, None]) -> None:
        task = self.life.node.spawn(work)
        self.life.own(task.cancel)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        if not task.cancelled() and (error := task.exception()) is not None:
            self.life.fail(error)

    def _carry(self, event: str, value: object = None) -> None:
        """Send an event of the local endpoint to the peer."""
        try:
            data = encode(self._incoming[event], value)
        except ValueRefusedError as error:
            raise RemoteError(f"the event `{event}` cannot leave this process: {error.what}", error.hint) from None
        self._stream.send(Event(event, data))

    def _part(self) -> None:
        """The local endpoint was disconnected."""
        self._stream.send(Bye())
        self.life.end()

    async def _listen(self) -> None:
        clock = self.life.event_thread.loop.time
        while True:
            began, spent = clock(), 0.0
            for _ in range(_BATCH):
                message = await self._stream.receive()
                if isinstance(message, Event):
                    came = clock()
                    self._deliver(message)
                    spent += clock() - came
                    await portal_of(self.bridge).room_on_other_side()
                    if spent > _LONGEST_BATCH:
                        break
                elif isinstance(message, Bye):
                    log.debug("%s has parted: %s", self.life.name, message.reason)
                    self.life.end()
                    return
                elif not isinstance(message, Ping):
                    _violates("it greeted twice")
            # Pause for a peer that exceeds its share; otherwise only yield.
            await asyncio.sleep(max(0.0, spent / self._stream.limits.share - (clock() - began)))

    def _deliver(self, event: Event) -> None:
        wanted = self._outgoing.get(event.name)
        if wanted is None:
            _violates(f"it sent the unknown event {event.name[:40]!r}")
        try:
            value = decode(wanted, event.value)
        except ValueRefusedError as error:
            _violates(f"in the event `{event.name}`, {error.what}")
        self.life.turn.run(self.bridge.emit, event.name, value)

    async def _beat(self) -> None:
        while True:
            sent = self._stream.sent
            await asyncio.sleep(self._stream.limits.heartbeat)
            if self._stream.sent == sent:
                self._stream.send(Ping())


def _violates(what: str) -> NoReturn:
    raise RemoteError(f"the other side broke the protocol: {what}", "it needs a correct program")
