# SPDX-License-Identifier: BSD-3-Clause
"""Several nodes in one process, each a member of its own in the engine, and applications on them."""

from __future__ import annotations

import asyncio
import copy
import secrets
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any
from uuid import UUID, uuid4

from app.runtime.activation import Node, Proxy
from app.runtime.references import Parameterized, Primitive, Reference, TypeArgument, ValueArgument
from app.runtime.types import EndpointType, dual
from objects_library.channels.native import scope_registry
from objects_library.installed import installed_catalogue

BEST_EFFORT = 0x4C8948E5EA89AC2964AB04419A1E528F
RELIABLE = 0x5D0C3A7B9E214F68A1B7C2D4E6F80913
ORDERED = 0xEE479C7D1AADD5EBE520B47F8B91FAF2
SYNCHRONOUS = 0xF01C502658504B888B3F10453BCFF38B
CHECKPOINTED = 0x3AAB058C9650E0D3FEC9974DAD698EB2
DURABLE = 0xBD061CE84E0F7F22BCD2B01B7ECEF41F
LATEST = 0x4F200C89AE9FDF869EBBAE233678AB94

SECONDS = 20.0


def channel(kind: int, carried: str = "int", state: str | None = None, **values: str | int) -> Reference:
    """A reference to a channel."""
    arguments: list[tuple[str, Any]] = [("T", TypeArgument(carried))]
    if state is not None:
        arguments.append(("S", TypeArgument(state)))
    arguments += [(name, ValueArgument(value)) for name, value in values.items()]
    return Parameterized(Primitive(kind, 1), tuple(arguments))


def unique_scope() -> str:
    return f"test {secrets.token_hex(8)}"


@asynccontextmanager
async def company(count: int) -> AsyncIterator[list[Node]]:
    """So many nodes, which all end."""
    nodes = [Node(installed_catalogue()) for _ in range(count)]
    try:
        for node in nodes:
            await node.__aenter__()
        yield nodes
    finally:
        for node in nodes:
            await node.__aexit__(None, None, None)
        await asyncio.sleep(0)
        await scope_registry.closed()


class Watching:
    """Something to wait for."""

    def __init__(self) -> None:
        self._news = asyncio.Event()

    def news(self) -> None:
        self._news.set()

    async def until(self, enough: Callable[[], bool], seconds: float = SECONDS) -> None:
        async with asyncio.timeout(seconds):
            while not enough():
                self._news.clear()
                await self._news.wait()


class App(Watching):
    """An application on a channel: its state is the list of all that it has heard."""

    def __init__(self, node: Node, proxy: Proxy, answers: bool = True) -> None:
        super().__init__()
        self.proxy = proxy
        self.state: Any = None
        self.received: list[Any] = []
        self.starts: list[Any] = []
        self.accepted: list[UUID] = []
        self.refused: list[Any] = []
        self.conditions: list[Any] = []
        self.views: list[Any] = []
        self.answers = answers
        self._keep: list[Any] = []
        endpoints = proxy.endpoints()
        self._channel = self._join(node, proxy, "channel", self._handlers(endpoints["channel"].type))
        if "status" in endpoints:
            self._join(node, proxy, "status", {"status": self._condition}).watch()
        if "submission" in endpoints:
            self._submission = self._join(
                node, proxy, "submission", {"accepted": self._accept, "refused": self._refuse}
            )

    def _join(self, node: Node, proxy: Proxy, name: str, handlers: dict[str, Any]) -> Any:
        outer = proxy.endpoint(name)
        inner = dual(outer.type)
        assert isinstance(inner, EndpointType)
        endpoint = node.new_endpoint(inner, **handlers)
        self._keep.append(node.connect(endpoint, outer))
        return endpoint

    def _handlers(self, kind: EndpointType) -> dict[str, Any]:
        known = {"receive": self.receive, "checkpoint_wanted": self._give, "initialize": self._start}
        return {event: known[event] for event, _ in kind.outgoing if event in known}

    def receive(self, message: Any) -> None:
        self.received.append(message)
        if isinstance(self.state, list):
            self.state.append(message)
        self.news()

    def _give(self, request: UUID) -> None:
        if self.answers:
            state = list(self.state) if isinstance(self.state, list) else self.state
            self._channel.checkpoint({"request": request, "state": state})

    def _start(self, state: Any) -> None:
        self.starts.append(copy.deepcopy(state))
        self.state = [] if state is None else state
        self.news()

    def _condition(self, condition: Any) -> None:
        self.conditions.append(condition)
        self.news()

    def _accept(self, request: UUID) -> None:
        self.accepted.append(request)
        self.news()

    def _refuse(self, refusal: Any) -> None:
        self.refused.append(refusal)
        self.news()

    async def receives(self, count: int) -> list[Any]:
        """Everything heard, once that many messages have come."""
        await self.until(lambda: len(self.received) >= count)
        return self.received

    async def has(self, count: int) -> list[Any]:
        """The state, once that many messages are in it."""
        await self.until(lambda: self.state is not None and len(self.state) >= count)
        return list(self.state)

    def send(self, message: object) -> None:
        self._channel.send(message)

    def submit(self, message: object, request: UUID | None = None) -> UUID:
        request = request or uuid4()
        self._submission.submit({"request": request, "message": message})
        return request

    @property
    def condition(self) -> Any:
        return self.conditions[-1] if self.conditions else {}

    async def live(self, members: int = 1) -> App:
        await self.until(lambda: self.condition.get("state") == "live" and len(self.condition["members"]) >= members)
        return self

    def leave(self) -> None:
        self.proxy.close()


async def join(node: Node, reference: Reference, **options: Any) -> App:
    return App(node, await node.dereference(reference), **options)


async def close(app: App) -> None:
    """Leave, and wait until the scope is closed and everything is stored."""
    app.leave()
    await asyncio.sleep(0)
    await scope_registry.closed()


async def check_return(reference: Reference) -> Any:
    """Check that all messages are there after the last member has left; return the status after the return."""
    async with company(2) as nodes:
        first = await join(nodes[0], reference)
        requests = [first.submit(number) for number in range(50)]
        await first.until(lambda: len(first.accepted) == 50)
        assert first.accepted == requests
        await close(first)
        back = await join(nodes[1], reference)
        assert await back.has(50) == list(range(50))
        await back.live()
        condition = back.condition
        back.submit(50)
        await back.until(lambda: len(back.accepted) == 1)
        await close(back)
        again = await join(nodes[0], reference)
        assert await again.has(51) == list(range(51))
    return condition
