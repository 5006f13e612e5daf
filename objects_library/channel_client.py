# SPDX-License-Identifier: BSD-3-Clause
"""A channel from a terminal: what `send`, `tail` and `nodes` share."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from app.runtime.activation import Node, Proxy, State
from app.runtime.activation.errors import ActivationError
from app.runtime.library import from_json, to_json
from app.runtime.trust import read_document, signer_of
from app.runtime.types import TEXT, EndpointType, ValueType, dual
from app.transport_native.scope import Group, Scope
from objects_library.channels.native import scope_registry
from objects_library.channels.native.address import NotAChannelError
from objects_library.channels.native.admission import ADMISSION_GROUP
from objects_library.channels.native.group_member import memberships_here
from objects_library.installed import installed_catalogue


@dataclass
class OpenChannel:
    """A channel that this process takes part in, without having its state."""

    type: ValueType
    send: Callable[[object], None]
    _received: asyncio.Queue[Any]
    _waiting: Callable[[], int]

    async def sent(self, seconds: float) -> None:
        """Wait until everything that was sent is safe."""
        async with asyncio.timeout(seconds):
            while self._waiting():  # noqa: ASYNC110  # the channel is asked, it does not tell
                await asyncio.sleep(0.02)

    def from_line(self, line: str) -> object:
        """A line of input: the text itself on a channel of texts, else JSON."""
        return line if self.type == TEXT else from_json(self.type, line)

    def to_line(self, value: Any) -> Any:
        """Format a message as a line of JSON."""
        return json.loads(to_json(self.type, value))

    async def messages(self) -> AsyncIterator[Any]:
        """Yield messages as they arrive."""
        while True:
            yield await self._received.get()

    @property
    def group(self) -> Group:
        """The group of the engine below the channel."""
        groups = [member for member in memberships_here() if member.name != ADMISSION_GROUP]
        if not groups:
            raise NotAChannelError("this channel runs inside one program only", "name one over the network")
        return groups[0].group

    @property
    def scope(self) -> Scope:
        """The scope of that group."""
        return self.group.scope


@asynccontextmanager
async def channel_node() -> AsyncIterator[Node]:
    """A node for one channel; it leaves all scopes, and refuses what is no channel."""
    try:
        async with Node(installed_catalogue()) as node:
            yield node
    except ActivationError as error:
        raise NotAChannelError(error.what, error.hint) from None
    finally:
        await asyncio.sleep(0)
        await scope_registry.closed()


@asynccontextmanager
async def open_channel(path: Path, seconds: float) -> AsyncIterator[OpenChannel]:
    """Join the channel of a file, and leave it when the context ends."""
    document = read_document(path)
    logging.getLogger("liveobjects").addHandler(logging.NullHandler())  # what is wrong is said once
    async with channel_node() as node:
        node.voucher.attribute_to(document, signer_of(document))
        proxy = await node.dereference(document.reference)
        outer = proxy.endpoints().get("channel")
        if outer is None:
            raise _not_one()
        received: asyncio.Queue[Any] = asyncio.Queue()
        kind = _onlooker(outer.type)
        endpoint: Any = node.new_endpoint(kind, receive=received.put_nowait)
        connection = node.connect(endpoint, outer)
        live = asyncio.Event()
        stop = proxy.watch(lambda _: live.set())
        async with asyncio.timeout(seconds):
            while proxy.state in (State.CREATED, State.JOINING, State.CATCHING_UP):
                live.clear()
                await live.wait()
        stop()
        if proxy.failure is not None:
            raise NotAChannelError(proxy.failure.reason, "see: liveobjects show FILE")
        try:
            waiting = _waiting_at(node, proxy)
            yield OpenChannel(dict(kind.outgoing)["send"], endpoint.send, received, waiting)
        finally:
            connection.close()


def _waiting_at(node: Node, proxy: Proxy) -> Callable[[], int]:
    """Return the object that counts the messages that are not safe yet."""
    outer = proxy.endpoints().get("status")
    if outer is None:
        return lambda: 0
    newest: dict[str, Any] = {}
    opposite = dual(outer.type)
    assert isinstance(opposite, EndpointType)
    endpoint: Any = node.new_endpoint(opposite, status=newest.update)
    connection = node.connect(endpoint, outer)

    def waiting() -> int:
        assert connection.open
        newest.clear()
        endpoint.watch()
        return int(newest.get("waiting", 0))

    return waiting


def _not_one() -> NotAChannelError:
    return NotAChannelError("this is not a channel", "name a file whose object has the endpoint channel")


def _onlooker(channel: EndpointType) -> EndpointType:
    """The other side of a channel, for somebody who does not keep its state."""
    opposite = dual(channel)
    assert isinstance(opposite, EndpointType)
    outgoing = {name: kind for name, kind in opposite.outgoing if name == "send"}
    if "send" not in outgoing or "receive" not in dict(opposite.incoming):
        raise _not_one()
    return EndpointType.of(dict(opposite.incoming), outgoing, {}, {})
