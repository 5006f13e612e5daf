# SPDX-License-Identifier: BSD-3-Clause
"""Copies of replicated objects over the local checkpointed channel, and what is heard of them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from typing import Any

from app.runtime import references as refs
from app.runtime.activation import Node, Proxy, State
from app.runtime.types import EndpointType, dual

LOCAL_CHECKPOINTED = 0x4F0C52D1A96E4D0FB8F2D5C8A1E37B66


def local_channel(changes: str, states: str, name: str) -> refs.Reference:
    """A channel in this process."""
    arguments: tuple[tuple[str, refs.Argument], ...] = (
        ("T", refs.TypeArgument(changes)),
        ("S", refs.TypeArgument(states)),
        ("name", refs.ValueArgument(name)),
    )
    return refs.Parameterized(refs.Primitive(LOCAL_CHECKPOINTED), arguments)


def replicated(
    template: int, channel: refs.Reference, types: dict[str, str] | None = None, **values: Any
) -> refs.Reference:
    """An object over a channel."""
    arguments: list[tuple[str, refs.Argument]] = [
        (name, refs.TypeArgument(text)) for name, text in (types or {}).items()
    ]
    arguments.append(("Channel", refs.ReferenceArgument(channel)))
    arguments += [(name, refs.ValueArgument(value)) for name, value in values.items()]
    return refs.Parameterized(refs.Primitive(template), tuple(arguments))


class Copy:
    """Somebody connected to one endpoint of a copy, who hears everything."""

    def __init__(self, node: Node, proxy: Proxy, endpoint: str) -> None:
        self.proxy = proxy
        self.received: list[tuple[str, Any]] = []
        self._news = asyncio.Event()
        outer = proxy.endpoint(endpoint)
        inner = dual(outer.type)
        assert isinstance(inner, EndpointType)
        handlers: dict[str, Any] = {event.name: partial(self._receive, event.name) for event in inner.incoming}
        self.endpoint: Any = node.new_endpoint(inner, **handlers)
        self.connection = node.connect(self.endpoint, outer)

    @property
    def body(self) -> Any:
        """The instance of the class behind the proxy."""
        return self.proxy._life.body

    def send(self, event: str, value: object = None) -> None:
        """Send an event."""
        self.endpoint.emit(event, value)

    def all(self, event: str) -> list[Any]:
        """All values of one event so far."""
        return [value for name, value in self.received if name == event]

    def last(self, event: str) -> Any:
        """The last value of one event so far."""
        return self.all(event)[-1:] and self.all(event)[-1]

    async def until(self, true: Callable[[], object], patience: float = 20) -> None:
        """Wait until something is true, looking whenever something is heard."""
        async with asyncio.timeout(patience):
            while not true():
                self._news.clear()
                await self._news.wait()

    async def receives(self, event: str, value: Any, patience: float = 20) -> None:
        """Wait until the last value of an event is this one."""
        await self.until(lambda: self.last(event) == value, patience)

    def _receive(self, event: str, *value: Any) -> None:
        self.received.append((event, value[0] if value else None))
        self._news.set()


async def opened(node: Node, reference: refs.Reference, endpoint: str) -> Copy:
    """One more copy."""
    return Copy(node, await node.dereference(reference), endpoint)


async def open_copies(nodes: list[Node], reference: refs.Reference, endpoint: str) -> list[Copy]:
    """A live copy on each node."""
    copies = [await opened(node, reference, endpoint) for node in nodes]
    await live(*copies)
    return copies


async def opened_in_turn(nodes: list[Node], reference: refs.Reference, endpoint: str) -> list[Copy]:
    """A live copy on each node, opened when those before are live."""
    copies: list[Copy] = []
    for node in nodes:
        copies.append(await opened(node, reference, endpoint))
        await live(*copies)
    return copies


async def live(*copies: Copy) -> None:
    """Wait until all have their state."""
    for copy in copies:
        await reached(copy.proxy, State.LIVE)


async def reached(proxy: Proxy, state: State) -> None:
    """Wait until a proxy is in a state."""
    news = asyncio.Event()
    stop = proxy.watch(lambda _: news.set())
    async with asyncio.timeout(20):
        while proxy.state is not state:
            news.clear()
            await news.wait()
    stop()


async def eventually(true: Callable[[], object]) -> None:
    """Wait until something is true that no single event tells."""
    for _ in range(2000):
        if true():
            return
        await asyncio.sleep(0.01)
    raise AssertionError("it did not become true within 20 s")


async def settled(node: Node) -> None:
    """Let everything that is on its way in this process arrive."""
    for _ in range(20):
        await asyncio.sleep(0)
