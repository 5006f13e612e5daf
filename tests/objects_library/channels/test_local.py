# SPDX-License-Identifier: BSD-3-Clause
"""Local channels: everyone in the process who follows the same reference gets everything, in one order."""

import asyncio
import threading
from collections.abc import AsyncIterator, Callable
from typing import Any

import pytest

from app.runtime.activation import Node, Proxy
from app.runtime.references import Parameterized, Primitive, Reference, TypeArgument, ValueArgument
from app.runtime.types import EndpointType, dual
from objects_library.channels.local.proxy import _hubs
from objects_library.installed import installed_catalogue

LOCAL = 0x9F4AEACE30B5D219A8C9C8C995B2EA79
REMEMBERING = 0xF2AEB74D38D79599620091D153BC1133


def channel(name: str, carried: str = "int", number: int = LOCAL) -> Reference:
    arguments = (("T", TypeArgument(carried)), ("name", ValueArgument(name)))
    return Parameterized(Primitive(number, 1), arguments)


class Member:
    """Somebody outside of all proxies who takes part in a channel."""

    def __init__(self, node: Node, proxy: Proxy, answer: Callable[[Any], object] | None = None) -> None:
        self.received: list[Any] = []
        self.proxy = proxy
        self._answer = answer
        self._news = asyncio.Event()
        outer = proxy.endpoint("channel")
        inner = dual(outer.type)
        assert isinstance(inner, EndpointType)
        self._endpoint: Any = node.new_endpoint(inner, receive=self._receive)
        self.connection = node.connect(self._endpoint, outer)

    def send(self, message: object) -> None:
        self._endpoint.send(message)

    async def receives(self, count: int) -> list[Any]:
        """Everything heard, once that many messages have come."""
        async with asyncio.timeout(10):
            while len(self.received) < count:
                self._news.clear()
                await self._news.wait()
        return self.received

    def _receive(self, message: Any) -> None:
        self.received.append(message)
        self._news.set()
        if self._answer is not None:
            self._answer(message)


@pytest.fixture
async def node() -> AsyncIterator[Node]:
    async with Node(installed_catalogue()) as node:
        yield node
    assert _hubs == {}


async def member(node: Node, reference: Reference) -> Member:
    return Member(node, await node.dereference(reference))


async def test_what_one_sends_all_receive(node: Node) -> None:
    members = [await member(node, channel("a")) for _ in range(3)]
    other = await member(node, channel("b"))
    members[0].send(1)
    members[2].send(2)
    assert [await each.receives(2) for each in members] == [[1, 2]] * 3
    assert other.received == []


async def test_everyone_gets_everything_in_one_order(node: Node) -> None:
    members = [await member(node, channel("a", "{who: int, what: int}")) for _ in range(4)]
    for round_number in range(50):
        for number, each in enumerate(members):
            each.send({"who": number, "what": round_number})
        if round_number % 7 == 0:
            await asyncio.sleep(0)
    received = [await each.receives(200) for each in members]
    assert all(each == received[0] for each in received)
    for number in range(4):
        assert [m["what"] for m in received[0] if m["who"] == number] == list(range(50))


async def test_answers_from_within_a_handler_keep_the_order(node: Node) -> None:
    members: list[Member] = []

    def answer(number: int) -> Callable[[int], None]:
        return lambda message: members[number].send(message * 10 + number) if message < 100 else None

    proxies = [await node.dereference(channel("a")) for _ in range(3)]
    members += [Member(node, proxy, answer(number)) for number, proxy in enumerate(proxies)]
    members[0].send(1)
    received = [await each.receives(13) for each in members]
    assert received[0] == received[1] == received[2]
    assert len(received[0]) == 13


async def test_nobody_shares_a_value_with_anybody(node: Node) -> None:
    one, other = [await member(node, channel("a", "list[int]")) for _ in range(2)]
    sent = [1]
    one.send(sent)
    sent.append(2)
    (await one.receives(1))[0].append(3)
    assert await other.receives(1) == [[1]]


async def test_newcomers_get_what_comes_after_them(node: Node) -> None:
    early = await member(node, channel("a"))
    early.send(1)
    await early.receives(1)
    late = await member(node, channel("a"))
    early.send(2)
    assert await early.receives(2) == [1, 2]
    assert await late.receives(1) == [2]


async def test_a_channel_that_remembers_gives_newcomers_everything(node: Node) -> None:
    reference = channel("a", number=REMEMBERING)
    early = await member(node, reference)
    for number in range(5):
        early.send(number)
    late = await member(node, reference)
    late.send(5)
    assert await early.receives(6) == await late.receives(6) == [0, 1, 2, 3, 4, 5]


async def test_the_memory_ends_with_the_last_user(node: Node) -> None:
    reference = channel("a", number=REMEMBERING)
    first = await member(node, reference)
    first.send(1)
    await first.receives(1)
    first.proxy.close()
    second = await member(node, reference)
    second.send(2)
    assert await second.receives(1) == [2]


async def test_one_who_disconnects_hears_no_more_and_can_come_back(node: Node) -> None:
    one, other = [await member(node, channel("a")) for _ in range(2)]
    other.connection.close()
    one.send(1)
    await one.receives(1)
    again = Member(node, other.proxy)
    one.send(2)
    assert await one.receives(2) == [1, 2]
    assert await again.receives(1) == [2]
    assert other.received == []


async def test_nodes_in_other_threads_take_part(node: Node) -> None:
    here = await member(node, channel("a"))
    found: list[int] = []

    async def elsewhere() -> None:
        async with Node(installed_catalogue()) as other_node:
            there = await member(other_node, channel("a"))
            for number in range(20):
                there.send(number)
            found.extend(await there.receives(20))

    thread = threading.Thread(target=lambda: asyncio.run(elsewhere()))
    thread.start()
    assert await here.receives(20) == list(range(20))
    await asyncio.to_thread(thread.join)
    assert found == list(range(20))


async def test_two_types_are_two_channels(node: Node) -> None:
    numbers, texts = await member(node, channel("a", "int")), await member(node, channel("a", "text"))
    numbers.send(1)
    texts.send("x")
    assert await numbers.receives(1) == [1]
    assert await texts.receives(1) == ["x"]


async def test_one_who_never_connects_leaves_no_trace(node: Node) -> None:
    proxy = await node.dereference(channel("a"))
    proxy.close()
    assert _hubs == {}
