# SPDX-License-Identifier: BSD-3-Clause
"""A conversation with one endpoint of an object that runs for it, without a window."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from typing import Any

from app.cli import CommandError
from app.commands._event_targets import Target
from app.commands._people import own_name
from app.errors import LiveObjectsError
from app.runtime.activation import InternalEndpoint, Node, Proxy, State
from app.runtime.activation.channel_status import channel_statuses, proxies_under
from app.runtime.references import Document, Reference
from app.runtime.trust import Gate, TrustStore, signer_of
from app.runtime.types import EndpointType, dual
from objects_library.carried_content import accept_content
from objects_library.channels.document.comment_group import comment_channels
from objects_library.channels.native import scope_registry
from objects_library.channels.native.group_member import memberships_here
from objects_library.installed import installed_catalogue

_POLL = 0.02
"""Seconds between two questions to channels; they do not report by themselves that a change is safe."""
_STARTING = (State.CREATED, State.JOINING, State.CATCHING_UP)


class Conversation:
    """An endpoint of a running object: what was sent to it, and what comes back."""

    def __init__(self, node: Node, root: Proxy, mine: InternalEndpoint, received: asyncio.Queue[Any]) -> None:
        self._node = node
        self._root = root
        self._mine = mine
        self._received = received

    async def greeting(self) -> list[tuple[str, Any]]:
        """Return what the endpoint sent on connecting, before anything is asked."""
        await asyncio.sleep(0)
        found = []
        while not self._received.empty():
            found.append(self._received.get_nowait())
        return found

    def send(self, event: str, value: object) -> None:
        """Send an event."""
        self._mine.emit(event, value)

    async def answers(self, quiet: float, deadline: float, least: int = 0) -> AsyncIterator[tuple[str, Any]]:
        """Yield events with their values, until it is quiet and the change is safe, or the deadline passes."""
        loop = asyncio.get_running_loop()
        last, count = loop.time(), 0
        while (now := loop.time()) < deadline:
            if count >= least and now - last >= quiet and not self.unsafe():
                return
            try:
                yield await asyncio.wait_for(self._received.get(), min(_POLL, deadline - now))
            except TimeoutError:
                self._require_running()
            else:
                last, count = loop.time(), count + 1

    def unsafe(self) -> str:
        """Return why what was sent is not accepted and kept yet; nothing if it is."""
        for status in channel_statuses(self._node, self._root):
            if status.get("waiting") or status.get("kept") is False:
                reason = status.get("kept_reason") or status.get("reason")
                return str(reason or "nobody has accepted it yet")
        return ""

    def read_only(self) -> str:
        """Return why a channel takes nothing from this user; nothing if all do."""
        statuses = channel_statuses(self._node, self._root)
        return next((str(each.get("reason") or "") for each in statuses if each.get("state") == "read-only"), "")

    def only_here(self) -> bool:
        """Whether nobody else has the state, and nothing keeps it: it is gone with this process."""
        statuses = channel_statuses(self._node, self._root)
        alone = [each for each in statuses if len(each.get("members", ())) <= 1 and not each.get("kept")]
        return bool(alone) and not any(_is_durable(each) for each in proxies_under(self._root))

    def _require_running(self) -> None:
        if self._root.over or self._root.failure is not None:
            raise _failed(self._root)


@asynccontextmanager
async def converse(document: Document, target: Target, event: str | None, deadline: float) -> AsyncIterator[Any]:
    """Run the object of a target until it is live, and connect to its endpoint."""
    async with headless_node(document) as node:
        root = await start(node, target.reference, document.title, deadline)
        proxy = root
        for step in target.components:
            proxy = proxy.components[step]
        received: asyncio.Queue[Any] = asyncio.Queue()
        mine = _opposite(node, target.type, event, received)
        with node.connect(mine, proxy.endpoint(target.endpoint)):
            yield Conversation(node, root, mine, received)


@asynccontextmanager
async def headless_node(document: Document) -> AsyncIterator[Node]:
    """Make a node for the objects of a file, without a window; it leaves all scopes at the end."""
    logging.getLogger("liveobjects").addHandler(logging.NullHandler())  # failures are reported once
    gate = Gate(TrustStore())
    try:
        async with Node(installed_catalogue(gate), trust=gate, name=own_name()) as node:
            signer = signer_of(document)
            node.voucher.attribute_to(document, signer)
            for channel in comment_channels(document.reference).values():  # they meet where the signed parts do
                node.voucher.attribute_to(Document(channel), signer)
            accept_content(document)
            yield node
    finally:
        await asyncio.sleep(0)
        await scope_registry.closed()


async def start(node: Node, reference: Reference, name: str, deadline: float) -> Proxy:
    """Run an object until it and its channels are ready; its failure is a CommandError."""
    proxy = await node.dereference(reference, name)
    await _started(node, proxy, deadline)
    return proxy


def _opposite(node: Node, endpoint: EndpointType, event: str | None, received: asyncio.Queue[Any]) -> InternalEndpoint:
    """Make an endpoint that takes everything and sends one event only: it does not pose as a copy of the state."""
    other = dual(endpoint)
    assert isinstance(other, EndpointType)
    sent = {name: kind for name, kind in other.outgoing if name == event}
    kind = EndpointType.of(dict(other.incoming), sent, other.provides, {})
    handlers: dict[str, Any] = {name: partial(_put, received, name) for name, _ in other.incoming}
    return node.new_endpoint(kind, **handlers)


def _put(received: asyncio.Queue[Any], event: str, value: object = None) -> None:
    received.put_nowait((event, value))


async def _started(node: Node, proxy: Proxy, deadline: float) -> None:
    """Wait until a proxy and its channels are ready; channels that are read-only count as ready."""
    try:
        async with asyncio.timeout_at(deadline):
            while not _is_ready(node, proxy):  # noqa: ASYNC110 - channels are asked, they do not tell
                await asyncio.sleep(_POLL)
    except TimeoutError:
        raise CommandError(
            f"{proxy.name} is still {proxy.state}", "wait longer with --timeout, or see: liveobjects doctor"
        ) from None
    if proxy.over or proxy.failure is not None:
        raise _failed(proxy)


def _is_ready(node: Node, proxy: Proxy) -> bool:
    if proxy.over or proxy.failure is not None:
        return True
    states = [str(proxy.state), *(each["state"] for each in channel_statuses(node, proxy))]
    joined = all(each.last_view_change is not None for each in memberships_here())
    return joined and not any(each in _STARTING for each in states)


def _failed(proxy: Proxy) -> CommandError:
    error = None if proxy.failure is None else proxy.failure.error
    if isinstance(error, LiveObjectsError):
        return CommandError(f"{proxy.name} cannot run: {error.what}", error.hint)
    reason = "it has ended" if proxy.failure is None else proxy.failure.reason
    return CommandError(f"{proxy.name} cannot run: {reason}", "see: liveobjects check FILE")


def _is_durable(proxy: Proxy) -> bool:
    endpoint = proxy.endpoints().get("channel")
    if endpoint is None:
        return False
    return any(formalism == "reliability" and "durable" in text for formalism, text in endpoint.type.provides)
