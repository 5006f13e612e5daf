# SPDX-License-Identifier: BSD-3-Clause
"""Hostile peers: whatever they send, they achieve nothing and others are not affected."""

import asyncio
import contextlib
import secrets
from asyncio import StreamReader, StreamWriter
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest

from app.runtime.activation import Limits, Node, Proxy, RemoteError
from app.runtime.activation.remote.frames import LARGEST_MESSAGE, Opener, Sealer
from app.runtime.activation.remote.handshake import _proof, greet_as_client
from app.runtime.activation.remote.messages import Bye, Event, Hello, Message, Ping, Refused, encode
from app.runtime.activation.remote.stream import Stream
from app.runtime.activation.remote.tickets import Ticket, read_ticket
from app.runtime.trust import Identity
from app.runtime.types import EndpointType
from tests.runtime.activation.conftest import body, make_node
from tests.runtime.activation.samples import NUMBERS_IN, Sink, ref
from tests.runtime.activation.test_remote import Ear, until

PATIENCE = Limits(handshake=0.5, heartbeat=0.1, silence=0.5, strangers=4)


@pytest.fixture
async def served(tmp_path: Path) -> AsyncIterator[tuple[Node, Proxy, Ticket]]:
    """A node with a sink that any holder of the ticket may use."""
    async with make_node(tmp_path / "server", "server", PATIENCE) as node:
        await node.listen("tcp:127.0.0.1:0")
        sink = await node.dereference(ref(Sink))
        yield node, sink, read_ticket(await sink.endpoint("wire").ticket())


async def knock(ticket: Ticket) -> tuple[StreamReader, StreamWriter]:
    return await asyncio.open_connection(*ticket.tcp_address)


async def closed(reader: StreamReader, writer: StreamWriter) -> None:
    """Wait until the server has disconnected."""
    async with asyncio.timeout(5):
        with contextlib.suppress(ConnectionError):
            while await reader.read(4096):
                pass
    writer.close()
    with contextlib.suppress(ConnectionError):
        await writer.wait_closed()


async def still_serves(sink: Proxy, ticket: Ticket, tmp_path: Path) -> None:
    """Check that an honest peer is still served."""
    before = len(body(sink).got)
    async with make_node(tmp_path / "honest", "honest", PATIENCE) as node:
        ear = Ear(node)
        with await node.connect_ticket(str(ticket), ear.endpoint):
            ear.endpoint.put(before)
            await until(lambda: body(sink).got[before:] == [before])
        await until(lambda: not sink.endpoint("wire").connected)


@pytest.mark.parametrize("noise", [b"", b"GET / HTTP/1.1\r\n\r\n", bytes(10_000), b"\xff" * 10_000])
async def test_noise(served: Any, tmp_path: Path, noise: bytes) -> None:
    _, sink, ticket = served
    reader, writer = await knock(ticket)
    writer.write(noise)
    if not noise:
        writer.close()
    await closed(reader, writer)
    await still_serves(sink, ticket, tmp_path)
    assert body(sink).connections == ["connected", "disconnected"]


async def test_a_wrong_secret_and_an_unknown_endpoint_look_the_same(served: Any, tmp_path: Path) -> None:
    _, sink, ticket = served
    answers = []
    for endpoint, key in ((ticket.endpoint_id, secrets.token_bytes(32)), (secrets.token_bytes(16), ticket.key)):
        reader, writer = await knock(ticket)
        try:
            await greet_as_client(reader, writer, endpoint, key)
        except (EOFError, OSError) as error:
            answers.append(type(error))
        writer.close()
    assert answers == [asyncio.IncompleteReadError, asyncio.IncompleteReadError]
    assert body(sink).connections == []
    await still_serves(sink, ticket, tmp_path)


class Wiretap:
    """An attacker between two nodes who sees and changes what they send."""

    def __init__(self, ticket: Ticket) -> None:
        self._target = ticket
        self.from_client = bytearray()
        self.from_server = bytearray()
        self.change: Callable[[bytes, str], bytes | None] = lambda data, direction: data
        self._running: set[asyncio.Task[None]] = set()

    @asynccontextmanager
    async def listening(self) -> AsyncIterator[Ticket]:
        server = await asyncio.start_server(self._accept, "127.0.0.1", 0)
        port = server.sockets[0].getsockname()[1]
        yield msgspec.structs.replace(self._target, address=f"tcp:127.0.0.1:{port}")
        server.close()
        for task in self._running:
            task.cancel()
        await asyncio.gather(*self._running, return_exceptions=True)

    async def _accept(self, reader: StreamReader, writer: StreamWriter) -> None:
        far_reader, far_writer = await knock(self._target)
        for near, far, name in ((reader, far_writer, "client"), (far_reader, writer, "server")):
            task = asyncio.ensure_future(self._pass(near, far, name))
            self._running.add(task)

    async def _pass(self, reader: StreamReader, writer: StreamWriter, name: str) -> None:
        seen = self.from_client if name == "client" else self.from_server
        try:
            while data := await reader.read(65536):
                seen.extend(data)
                changed = self.change(data, name)
                if changed is None:
                    break
                writer.write(changed)
                await writer.drain()
        except ConnectionError:
            pass
        finally:
            writer.close()


@asynccontextmanager
async def tapped(ticket: Ticket, tmp_path: Path) -> AsyncIterator[tuple[Wiretap, Ear, Any]]:
    tap = Wiretap(ticket)
    async with tap.listening() as detour, make_node(tmp_path / "victim", "victim", PATIENCE) as node:
        ear = Ear(node)
        connection = await node.connect_ticket(str(detour), ear.endpoint)
        assert await ear.heard.get() == "connected"
        yield tap, ear, connection


async def test_what_is_overheard_is_secret_and_cannot_be_replayed(served: Any, tmp_path: Path) -> None:
    _, sink, ticket = served
    async with tapped(ticket, tmp_path) as (tap, ear, connection):
        ear.endpoint.put(123_456_789)
        await until(lambda: body(sink).got == [123_456_789])
        connection.close()
        await until(lambda: not sink.endpoint("wire").connected)
    for overheard in (tap.from_client, tap.from_server):
        assert b"put" not in overheard
        assert b"victim" not in overheard
        assert ticket.key not in overheard
    reader, writer = await knock(ticket)
    writer.write(bytes(tap.from_client))
    await closed(reader, writer)
    assert body(sink).got == [123_456_789]
    assert body(sink).connections == ["connected", "disconnected"]
    await still_serves(sink, ticket, tmp_path)


def flip_a_bit(data: bytes) -> bytes:
    return data[:-1] + bytes([data[-1] ^ 1])


def repeat(data: bytes) -> bytes:
    return data + data


def truncate(data: bytes) -> bytes | None:
    return None


@pytest.mark.parametrize("damage", [flip_a_bit, repeat, truncate])
@pytest.mark.parametrize("direction", ["client", "server"])
async def test_damage_on_the_way_ends_the_session(
    served: Any, tmp_path: Path, damage: Callable[[bytes], bytes | None], direction: str
) -> None:
    _, sink, ticket = served
    async with tapped(ticket, tmp_path) as (tap, ear, _connection):
        tap.change = lambda data, name: damage(data) if name == direction else data
        if direction == "client":
            ear.endpoint.put(1)
        else:
            body(sink).back(1)
        await until(lambda: body(sink).connections == ["connected", "disconnected"])
        assert body(sink).got in ([], [1])  # duplicates are delivered once
        heard = [await ear.heard.get()]
        while heard[-1] != "disconnected":
            heard.append(await ear.heard.get())
        assert heard in (["disconnected"], [1, "disconnected"])
    await still_serves(sink, ticket, tmp_path)


async def test_strangers_who_only_wait_are_shown_out(served: Any, tmp_path: Path) -> None:
    node, sink, ticket = served
    idle = [await knock(ticket) for _ in range(4)]
    for reader, _ in idle:
        await reader.readexactly(40)  # all four are in the handshake
    one_too_many = await knock(ticket)
    async with asyncio.timeout(PATIENCE.handshake / 2):
        assert await one_too_many[0].read() == b""

    async def dribble(writer: StreamWriter) -> None:
        with contextlib.suppress(ConnectionError):
            while True:
                writer.write(b"x")
                await writer.drain()
                await asyncio.sleep(0.02)

    slow = [asyncio.ensure_future(dribble(writer)) for _, writer in idle[:2]]
    for reader, writer in idle:
        await closed(reader, writer)
    for task in slow:
        task.cancel()
    await asyncio.gather(*slow, return_exceptions=True)
    one_too_many[1].close()
    assert not node.ticket_server._handshakes
    await still_serves(sink, ticket, tmp_path)


class Insider:
    """A hostile peer that knows the secret."""

    def __init__(self, ticket: Ticket) -> None:
        self.ticket = ticket
        self.identity = Identity.new()

    async def greet(self) -> None:
        self.reader, self.writer = await knock(self.ticket)
        keys = await greet_as_client(self.reader, self.writer, self.ticket.endpoint_id, self.ticket.key)
        self.keys = keys
        self.stream = Stream(self.reader, self.writer, keys, PATIENCE)
        self.sealer = self.stream._sealer

    async def enter(self, endpoint: EndpointType = NUMBERS_IN) -> None:
        await self.greet()
        self.stream.send_introduction("client", "insider", self.identity, endpoint)
        await self.stream.receive_introduction("server")

    def send_raw(self, message: bytes) -> None:
        self.writer.write(self.sealer.seal(message))


def greets_again(insider: Insider) -> Message:
    return Hello("x", insider.identity.public, bytes(64), str(NUMBERS_IN))


@pytest.mark.parametrize(
    "attack",
    [
        lambda insider: insider.send_raw(b"\xc1"),
        lambda insider: insider.send_raw(b"\x91" * 20_000),
        lambda insider: insider.send_raw(encode(Event("unknown", b"\x01"))),
        lambda insider: insider.send_raw(encode(Event("back", b"\x01"))),
        lambda insider: insider.send_raw(encode(Event("put", b"\xa1x"))),
        lambda insider: insider.send_raw(encode(Event("put", b"\xc1"))),
        lambda insider: insider.send_raw(encode(Event("put", b"\x91" * 50_000))),
        lambda insider: insider.send_raw(encode(Event("p" * 2_000, b"\x01"))),
        lambda insider: insider.send_raw(encode(greets_again(insider))),
        lambda insider: insider.send_raw(encode(Refused("no"))),
        lambda insider: insider.writer.write(b"\xff\xff\xff\xff"),
        lambda insider: insider.writer.write(b"\x00\x00\x00\x01x"),
        lambda insider: insider.writer.write((LARGEST_MESSAGE + 1000).to_bytes(4, "big") + bytes(100_000)),
        lambda insider: insider.writer.write(b"\x00\x10\x00\x00" + bytes(1_000)),  # and never the rest
    ],
)
async def test_an_insider_who_breaks_the_rules_is_disconnected(
    served: Any, tmp_path: Path, attack: Callable[[Insider], None]
) -> None:
    _, sink, ticket = served
    insider = Insider(ticket)
    await insider.enter()
    insider.send_raw(encode(Ping()))
    insider.send_raw(encode(Event("put", b"\x05")))
    await until(lambda: body(sink).got == [5])
    attack(insider)
    beat = asyncio.ensure_future(_beat(insider))
    await until(lambda: body(sink).connections == ["connected", "disconnected"])
    beat.cancel()
    await closed(insider.reader, insider.writer)
    assert body(sink).got == [5]
    await still_serves(sink, ticket, tmp_path)


async def _beat(insider: Insider) -> None:
    """Heartbeats do not save a peer in the middle of a frame."""
    with contextlib.suppress(ConnectionError):
        while True:
            await asyncio.sleep(0.05)
            insider.writer.write(b"\x00")


def replace_hello(insider: Insider, **changes: Any) -> Hello:
    sign = insider.identity.sign("remote endpoint", b"client" + insider.keys.transcript)
    hello = Hello("insider", insider.identity.public, sign, str(NUMBERS_IN))
    return msgspec.structs.replace(hello, **changes)


@pytest.mark.parametrize(
    "introduction",
    [
        lambda insider: replace_hello(insider, signature=bytes(64)),
        lambda insider: replace_hello(insider, identity=Identity.new().public),
        lambda insider: replace_hello(insider, endpoint="]["),
        lambda insider: replace_hello(insider, endpoint="text"),
        lambda insider: replace_hello(insider, endpoint="endpoint{ out nonsense(int) }"),
        lambda insider: replace_hello(insider, endpoint="list[" * 10_000),
        lambda insider: Ping(),
        lambda insider: Bye(),
    ],
)
async def test_wrong_introductions(served: Any, tmp_path: Path, introduction: Callable[[Insider], Message]) -> None:
    _, sink, ticket = served
    insider = Insider(ticket)
    await insider.greet()
    insider.send_raw(encode(introduction(insider)))
    await closed(insider.reader, insider.writer)
    assert body(sink).connections == []
    await still_serves(sink, ticket, tmp_path)


async def test_a_key_that_makes_every_session_the_same(served: Any, tmp_path: Path) -> None:
    _, sink, ticket = served
    reader, writer = await knock(ticket)
    greeting = await reader.readexactly(40)
    claim = ticket.endpoint_id + bytes(32)  # a point of low order
    writer.write(claim + _proof(ticket.key, b"client", greeting + claim))
    await closed(reader, writer)
    await still_serves(sink, ticket, tmp_path)


async def test_an_endpoint_that_ends_in_the_middle_of_the_handshake(served: Any) -> None:
    _, sink, ticket = served
    insider = Insider(ticket)
    await insider.greet()
    sink.close()
    insider.stream.send_introduction("client", "insider", insider.identity, NUMBERS_IN)
    with pytest.raises(RemoteError, match="the endpoint is gone"):
        await insider.stream.receive_introduction("server")
    await closed(insider.reader, insider.writer)


Behaviour = Callable[[StreamReader, StreamWriter], Awaitable[None]]


async def says_nothing(reader: StreamReader, writer: StreamWriter) -> None:
    await reader.read()


async def answers_with_another_protocol(reader: StreamReader, writer: StreamWriter) -> None:
    writer.write(b"220 mail.example ESMTP ready, how are you today\r\n")
    await reader.read()


async def does_not_know_the_secret(reader: StreamReader, writer: StreamWriter) -> None:
    writer.write(b"liveobj1" + bytes(range(32)))
    await reader.readexactly(80)
    writer.write(bytes(32))
    await reader.read()


async def hangs_up(reader: StreamReader, writer: StreamWriter) -> None:
    pass


@pytest.mark.parametrize(
    ("behaviour", "why"),
    [
        (says_nothing, "nobody answers"),
        (answers_with_another_protocol, "does not speak the protocol"),
        (does_not_know_the_secret, "does not know the ticket's secret"),
        (hangs_up, "cannot connect"),
    ],
)
async def test_servers_that_are_none(served: Any, tmp_path: Path, behaviour: Behaviour, why: str) -> None:
    _, _, ticket = served
    done = asyncio.Event()

    async def serve(reader: StreamReader, writer: StreamWriter) -> None:
        try:
            await behaviour(reader, writer)
        finally:
            writer.close()
            done.set()

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    false = msgspec.structs.replace(ticket, address=f"tcp:127.0.0.1:{port}")
    async with make_node(tmp_path / "victim", "victim", replace(PATIENCE, handshake=0.3)) as node:
        ear = Ear(node)
        with pytest.raises(RemoteError, match=why):
            await node.connect_ticket(str(false), ear.endpoint)
        assert not ear.endpoint.connected
    await done.wait()
    server.close()
    await server.wait_closed()


async def test_frames_have_a_largest_size() -> None:
    with pytest.raises(RemoteError, match="too large for another process"):
        Sealer(bytes(32)).seal(bytes(LARGEST_MESSAGE + 1))
    reader = StreamReader()
    reader.feed_data(Sealer(bytes(32)).seal(b"hello"))
    assert await Opener(reader, bytes(32), 1).open() == b"hello"
