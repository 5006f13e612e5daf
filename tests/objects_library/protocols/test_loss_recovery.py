# SPDX-License-Identifier: BSD-3-Clause
"""Loss recovery over a channel that loses, repeats and swaps what is sent."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator, Callable
from typing import Any, Generic, TypeVar
from uuid import UUID, uuid4

import pytest

from app.runtime import references as refs
from app.runtime.activation import Node
from app.runtime.library import Context, Endpoint, Library, definition_of, live_object
from objects_library.installed import installed_catalogue
from objects_library.protocols.loss_recovery import proxy as protocol
from tests.objects_library.members import Member, count

T = TypeVar("T")
RECOVERY = 0x6D0F5B64C3E14AE0B1A2F1B1A7C0DE55
LOSSY = 0x1055
FRAME = "{kind: text, origin: uuid, number: int, body: list[int]}"


class Air:
    """What the lossy channels of a test share."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.members: list[Callable[[Any], None]] = []
        self.frames: list[Any] = []
        self.loss = 0.0
        self.silent = False


AIRS: dict[int, Air] = {}


@live_object(f"{LOSSY:032x}", name="Lossy channel")
class LossyChannel(Generic[T]):
    """Loses, repeats and swaps what it is given to carry."""

    channel = Endpoint(provides={"reliability": "best effort"})

    def __init__(self, seed: int, context: Context) -> None:
        self._context = context
        self._air = AIRS[seed]
        post = self._post
        self._air.members.append(post)
        context.at_end(lambda: self._air.members.remove(post))

    @channel.incoming
    def send(self, message: T) -> None:
        """Perhaps somebody hears it."""
        air = self._air
        air.frames.append(message)
        for post in air.members:
            for _ in range(air.random.choice([1, 1, 1, 2])):
                if not air.silent and air.random.random() >= air.loss:
                    post(message)

    @channel.outgoing
    def receive(self, message: T) -> None:
        """What came through."""

    def _post(self, message: T) -> None:
        delay = self._air.random.choice([0.0, 0.0, 0.003])
        self._context.later(delay, lambda: self.receive(message))


def recovered(seed: int) -> refs.Reference:
    """A channel that loses nothing, made of one that does."""
    lossy = refs.Parameterized(
        refs.Primitive(LOSSY), (("T", refs.TypeArgument(FRAME)), ("seed", refs.ValueArgument(seed)))
    )
    recovery = refs.Parameterized(refs.Primitive(RECOVERY), (("T", refs.TypeArgument("int")),))
    return refs.Composite(
        (("lossy", lossy), ("recovery", recovery)),
        (refs.Connection(refs.EndpointPath("lossy", "channel"), refs.EndpointPath("recovery", "UnreliableChannel")),),
        (refs.Export("channel", refs.EndpointPath("recovery", "ReliableChannel")),),
    )


def only_lossy(seed: int) -> refs.Reference:
    """The bare channel, to play tricks with."""
    return refs.Parameterized(
        refs.Primitive(LOSSY), (("T", refs.TypeArgument(FRAME)), ("seed", refs.ValueArgument(seed)))
    )


@pytest.fixture
async def node() -> AsyncIterator[Node]:
    catalogue = installed_catalogue()
    catalogue.add(Library("test", (definition_of(LossyChannel),)))
    async with Node(catalogue) as made:
        yield made


async def take_part(node: Node, seed: int) -> Member:
    return Member(node, await node.dereference(recovered(seed)), "channel", "receive")


@pytest.mark.parametrize("seed", [1, 2, 3])
async def test_nothing_is_lost_doubled_or_swapped(node: Node, seed: int) -> None:
    air = AIRS[seed] = Air(seed)
    members = [await take_part(node, seed) for _ in range(3)]
    for member in members:
        member.send("send", 0)  # everyone has heard of everyone before anything is lost
    for member in members:
        await member.receives(count(3))
    air.loss = 0.3
    for number in range(1, 60):
        for who, member in enumerate(members, 1):
            member.send("send", who * 1000 + number)
        if number % 9 == 0:
            await asyncio.sleep(0.001)
    for member in members:
        received = await member.receives(count(3 + 3 * 59))
        for who in range(1, 4):
            mine = [number for number in received if number // 1000 == who]
            assert mine == [who * 1000 + number for number in range(1, 60)]
    await asyncio.sleep(0.05)
    assert [len(member.received) for member in members] == [180] * 3


async def test_the_last_message_is_recovered_too(node: Node) -> None:
    air = AIRS[7] = Air(7)
    one, two = await take_part(node, 7), await take_part(node, 7)
    one.send("send", 1)
    await two.receives(count(1))
    air.silent = True
    one.send("send", 2)
    air.silent = False
    assert await two.receives(count(2)) == [1, 2]


async def test_a_newcomer_starts_with_what_comes_next(node: Node) -> None:
    AIRS[8] = Air(8)
    one = await take_part(node, 8)
    one.send("send", 1)
    await asyncio.sleep(0.02)
    late = await take_part(node, 8)
    one.send("send", 2)
    assert await late.receives(count(1)) == [2]
    newest = await take_part(node, 8)
    await asyncio.sleep(0.6)  # by now it has heard of the newest, and asks for nothing
    one.send("send", 3)
    assert await newest.receives(count(1)) == [3]


async def test_strange_frames_do_no_harm(node: Node, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(protocol, "_SENDERS", 4)
    air = AIRS[9] = Air(9)
    member = await take_part(node, 9)
    rogue = Member(node, await node.dereference(only_lossy(9)), "channel", "receive")
    me = UUID(int=5)

    def frame(kind: str, number: int, body: list[int], origin: UUID = me) -> dict[str, object]:
        return {"kind": kind, "origin": origin, "number": number, "body": body}

    rogue.send("send", frame("message", 10, [10]))
    await member.receives(count(1))
    rogue.send("send", frame("message", 9, [9]))
    rogue.send("send", frame("message", 10, [99]))
    rogue.send("send", frame("message", 2**62, [1]))
    rogue.send("send", frame("message", 11, []))
    rogue.send("send", frame("message", 11, [1, 2]))
    rogue.send("send", frame("nonsense", 11, [7]))
    rogue.send("send", frame("wanted", 1, [], uuid4()))
    rogue.send("send", frame("message", 11, [11]))
    assert await member.receives(count(2)) == [10, 11]
    for _ in range(10):
        rogue.send("send", frame("newest", 5, [], uuid4()))
    member.send("send", 12)
    assert await member.receives(count(3)) == [10, 11, 12]
    wanted = [each for each in air.frames if each["kind"] == "wanted"]
    assert len(wanted) < 2000


async def test_a_sender_that_is_gone_is_given_up(node: Node, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(protocol, "_PATIENCE", 2)
    monkeypatch.setattr(protocol, "_ASK_AGAIN", 0.01)
    air = AIRS[10] = Air(10)
    member = await take_part(node, 10)
    rogue = Member(node, await node.dereference(only_lossy(10)), "channel", "receive")
    gone = {"kind": "message", "origin": UUID(int=6), "number": 1, "body": [1]}
    rogue.send("send", gone)
    await member.receives(count(1))
    rogue.send("send", {**gone, "number": 3, "body": [3]})

    def wishes(frames: list[Any]) -> int:
        return sum(each["kind"] == "wanted" for each in frames)

    await rogue.receives(lambda received: wishes(received) >= 2)
    await asyncio.sleep(0.1)
    assert wishes(air.frames) == 2
    rogue.send("send", {**gone, "number": 4, "body": [4]})
    assert await member.receives(count(3)) == [1, 3, 4]


async def test_a_new_sender_takes_the_place_of_a_silent_one(node: Node, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(protocol, "_SENDERS", 2)
    AIRS[11] = Air(11)
    member = await take_part(node, 11)
    rogue = Member(node, await node.dereference(only_lossy(11)), "channel", "receive")

    async def send(sender: int, number: int) -> None:
        frame = {"kind": "message", "origin": UUID(int=sender), "number": number, "body": [sender]}
        received = len(rogue.received)
        rogue.send("send", frame)
        await rogue.receives(count(received + 1))

    for sender in (1, 2, 3):
        await send(sender, 1)
    assert await member.receives(count(2)) == [1, 2]
    monkeypatch.setattr(protocol, "_SILENCE", 0.0)
    await send(4, 1)
    assert await member.receives(count(3)) == [1, 2, 4]
