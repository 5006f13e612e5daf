# SPDX-License-Identifier: BSD-3-Clause
"""Endpoints in other processes: tickets, sessions, and how they end."""

import asyncio
import gc
import stat
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from app.runtime.activation import EndpointError, Limits, Node, RemoteError, TicketError
from app.runtime.activation.remote.tickets import Ticket, new_ticket, parse_address, read_ticket, tcp_address
from app.runtime.directories import make_private, runtime_directory
from app.runtime.types import parse_endpoint_type
from bench.activation import Relay
from tests.runtime.activation.conftest import body, make_node
from tests.runtime.activation.samples import NUMBERS_IN, Opener, Pen, Point, QueuedSink, Sink, Source, ref

NUMBERS_IN_DUAL = parse_endpoint_type("endpoint{ out back(int); in put(int) }")
QUICK = Limits(handshake=1.0, heartbeat=0.1, silence=0.4)


class Ear:
    """A private endpoint for a sink, which queues everything it receives."""

    def __init__(self, node: Node) -> None:
        self.heard: asyncio.Queue[Any] = asyncio.Queue()
        self.endpoint = node.new_endpoint(
            NUMBERS_IN,
            back=self.heard.put_nowait,
            connected=lambda: self.heard.put_nowait("connected"),
            disconnected=lambda: self.heard.put_nowait("disconnected"),
        )


@asynccontextmanager
async def two_nodes(tmp_path: Path, limits: Limits = QUICK) -> AsyncIterator[tuple[Node, Node]]:
    async with make_node(tmp_path / "a", "A", limits) as one, make_node(tmp_path / "b", "B", limits) as other:
        yield one, other


def mode_of(path: Path) -> str | None:
    """Return the file mode; None if it does not exist."""
    return oct(stat.S_IMODE(path.stat().st_mode)) if path.exists() else None


async def until(condition: Any) -> None:
    """Wait for a condition in the other node of the same loop."""
    async with asyncio.timeout(5):
        while not condition():  # noqa: ASYNC110  # a plain fact of another node, which tells nobody
            await asyncio.sleep(0.001)


@pytest.mark.parametrize("address", ["", "tcp:127.0.0.1:0", "tcp:[::1]:0"])
async def test_events_go_both_ways(tmp_path: Path, address: str) -> None:
    async with two_nodes(tmp_path) as (one, other):
        if address:
            await one.listen(address)
        sink = await one.dereference(ref(Sink))
        body(sink).react = lambda number: body(sink).back(-number)
        ear = Ear(other)
        connection = await other.connect_ticket(await sink.endpoint("wire").ticket(), ear.endpoint)
        assert ear.endpoint.peer == one.identity.public
        for number in range(300):
            ear.endpoint.put(number)
        assert await ear.heard.get() == "connected"
        assert [await ear.heard.get() for _ in range(300)] == [-number for number in range(300)]
        assert body(sink).wire.peer == other.identity.public
        connection.close()
        assert await ear.heard.get() == "disconnected"
        await until(lambda: body(sink).connections == ["connected", "disconnected"])
        assert body(sink).wire.peer is None


async def test_a_ticket_can_be_used_again_but_only_by_one_at_a_time(tmp_path: Path) -> None:
    async with two_nodes(tmp_path) as (one, other):
        sink = await one.dereference(ref(Sink))
        ticket = await sink.endpoint("wire").ticket()
        ears = [Ear(other), Ear(other)]
        with (
            await other.connect_ticket(ticket, ears[0].endpoint),
            pytest.raises(RemoteError, match="refuses the connection: `wire` of Sink is connected already"),
        ):
            await other.connect_ticket(ticket, ears[1].endpoint)
        await until(lambda: not sink.endpoint("wire").connected)
        with await other.connect_ticket(ticket, ears[1].endpoint):
            ears[1].endpoint.put(5)
            await until(lambda: body(sink).got == [5])
            one.ticket_server.revoke(ticket)
            one.ticket_server.revoke(ticket)
            ears[1].endpoint.put(6)  # existing connections stay
            await until(lambda: body(sink).got == [5, 6])
        await until(lambda: not sink.endpoint("wire").connected)
        with pytest.raises(RemoteError, match="cannot connect to unix:"):
            await other.connect_ticket(ticket, ears[0].endpoint)


async def test_the_end_of_either_proxy_is_told(tmp_path: Path) -> None:
    async with two_nodes(tmp_path) as (one, other):
        for ends in ("here", "there", "dropped"):
            sink, source = await one.dereference(ref(Sink)), await other.dereference(ref(Source))
            connection = await other.connect_ticket(await sink.endpoint("wire").ticket(), source.endpoint("wire"))
            here, there = body(sink).connections, body(source).connections
            if ends == "here":
                sink.close()
                await until(lambda there=there: there == ["connected", "disconnected"])
            elif ends == "there":
                source.close()
                await until(lambda here=here: here == ["connected", "disconnected"])
            else:
                del connection
                gc.collect()
                await until(lambda here=here: here == ["connected", "disconnected"])
                await until(lambda there=there: there == ["connected", "disconnected"])


async def test_values_of_classes_and_references_travel(tmp_path: Path) -> None:
    async with two_nodes(tmp_path) as (one, other):
        opener = await one.dereference(ref(Opener))
        told: asyncio.Queue[str] = asyncio.Queue()
        asking = other.new_endpoint(
            parse_endpoint_type("endpoint{ out open(reference[Object]); in opened_one(text) }"),
            opened_one=told.put_nowait,
        )
        with await other.connect_ticket(await opener.endpoint("requests").ticket(), asking):
            asking.open(ref(Relay))
            assert await told.get() == str(one.type_of(ref(Relay)))
            assert body(opener).opened[0].reference == ref(Relay)
        pen = await one.dereference(ref(Pen))
        drawn: asyncio.Queue[Any] = asyncio.Queue()
        paper = other.new_endpoint(
            parse_endpoint_type(
                "endpoint{ in dot(Point); in line({start: Point, end: Point}); in done() }".replace(
                    "Point", "{x: int, y: int}"
                )
            ),
            dot=drawn.put_nowait,
            line=drawn.put_nowait,
            done=lambda: drawn.put_nowait("done"),
        )
        with await other.connect_ticket(await pen.endpoint("paper").ticket(), paper):
            body(pen).dot(Point(1, 2))
            body(pen).line(Point(1, 2), Point(3, 4))
            body(pen).done()
            assert await drawn.get() == {"x": 1, "y": 2}
            assert await drawn.get() == {"start": {"x": 1, "y": 2}, "end": {"x": 3, "y": 4}}
            assert await drawn.get() == "done"


async def test_what_does_not_match_is_refused_on_this_side(tmp_path: Path) -> None:
    async with two_nodes(tmp_path) as (one, other):
        pen, sink = await one.dereference(ref(Pen)), await one.dereference(ref(Sink))
        ear = Ear(other)
        with pytest.raises(EndpointError, match="the ticket does not fit"):
            await other.connect_ticket(await pen.endpoint("paper").ticket(), ear.endpoint)
        # A ticket whose type was changed is refused by the other side.
        honest = read_ticket(await pen.endpoint("paper").ticket())
        forged = Ticket(honest.address, honest.endpoint, str(sink.endpoint("wire").type), honest.expires, honest.secret)
        with pytest.raises(RemoteError, match=r"refuses the connection.*do not match"):
            await other.connect_ticket(str(forged), ear.endpoint)
        assert not ear.endpoint.connected
        assert not pen.endpoint("paper").connected


async def test_an_endpoint_that_is_taken_meanwhile(tmp_path: Path) -> None:
    async with two_nodes(tmp_path) as (one, other):
        sink, near = await one.dereference(ref(Sink)), await other.dereference(ref(Sink))
        ear = Ear(other)
        ticket = await sink.endpoint("wire").ticket()
        calling = asyncio.ensure_future(other.connect_ticket(ticket, ear.endpoint))
        await asyncio.sleep(0)
        with other.connect(ear.endpoint, near.endpoint("wire")):
            with pytest.raises(EndpointError, match="is connected already"):
                await calling
            await until(lambda: body(sink).connections == ["connected", "disconnected"])


async def test_a_proxy_uses_tickets_as_well(tmp_path: Path) -> None:
    async with two_nodes(tmp_path) as (one, other):
        sink, opener = await one.dereference(ref(Sink)), await other.dereference(ref(Opener))
        context = body(opener).context
        mine = context.new_endpoint(NUMBERS_IN)
        await context.connect_ticket(await sink.endpoint("wire").ticket(), mine)
        mine.put(1)
        await until(lambda: body(sink).got == [1])
        opener.close()
        await until(lambda: body(sink).connections == ["connected", "disconnected"])


async def test_silence_is_noticed_and_told_to_both(tmp_path: Path) -> None:
    """One side stops answering, like a machine that has lost its network."""
    async with two_nodes(tmp_path) as (one, other):
        sink = await one.dereference(ref(Sink))
        ear = Ear(other)
        connection = await other.connect_ticket(await sink.endpoint("wire").ticket(), ear.endpoint)
        await asyncio.sleep(QUICK.silence * 1.5)
        assert connection.open  # heartbeats keep an idle session
        (session,) = [life for life in other._lives if life.peer is not None]
        for task in list(other._tasks):
            task.cancel()  # neither sends heartbeats nor listens any more
        started = time.monotonic()
        await until(lambda: body(sink).connections == ["connected", "disconnected"])
        assert time.monotonic() - started < QUICK.silence * 3
        assert not session.over
        connection.close()


async def test_a_peer_that_reads_too_slowly_is_given_up(tmp_path: Path) -> None:
    limits = Limits(handshake=1, heartbeat=60, silence=60, backlog=100_000)
    async with two_nodes(tmp_path, limits) as (one, other):
        pen = await one.dereference(ref(Opener))
        asking = other.new_endpoint(parse_endpoint_type("endpoint{ out open(reference[Object]); in opened_one(text) }"))
        connection = await other.connect_ticket(await pen.endpoint("requests").ticket(), asking)
        # The loop gets no chance to send or receive anything while this runs.
        for _ in range(10_000):
            if not connection.open:
                break
            body(pen).opened_one("x" * 10_000)
        assert not connection.open or not pen.endpoint("requests").connected
        await until(lambda: not asking.connected)


async def test_a_slow_receiver_slows_the_sender(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.runtime.activation.mailbox._FULL", 50)
    monkeypatch.setattr("app.runtime.activation.mailbox._BATCH", 10)
    async with two_nodes(tmp_path) as (one, other):
        sink = await one.dereference(ref(QueuedSink))
        ear = Ear(other)
        longest = 0
        mailbox = sink.endpoint("wire")._portal._mailbox
        assert mailbox is not None
        with await other.connect_ticket(await sink.endpoint("wire").ticket(), ear.endpoint):
            for number in range(2_000):
                ear.endpoint.put(number)
            while len(body(sink).got) < 2_000:
                await asyncio.sleep(0)
                longest = max(longest, len(mailbox._waiting))
        assert body(sink).got == list(range(2_000))
        assert longest <= 60


async def test_values_that_cannot_leave(tmp_path: Path) -> None:
    async with two_nodes(tmp_path) as (one, other):
        sink = await one.dereference(ref(Sink))
        ear = Ear(other)
        connection = await other.connect_ticket(await sink.endpoint("wire").ticket(), ear.endpoint)
        ear.endpoint.put("not a number")
        await until(lambda: body(sink).connections == ["connected", "disconnected"])
        assert not connection.open
        assert body(sink).got == []


async def test_tickets_are_text(tmp_path: Path) -> None:
    async with make_node(tmp_path / "a") as node:
        sink = await node.dereference(ref(Sink))
        text = await sink.endpoint("wire").ticket(valid_for=60)
        ticket = read_ticket(text)
        assert str(ticket) == text
        assert ticket.endpoint_type == sink.endpoint("wire").type
        assert len(ticket.key) == 32
        assert 0 < ticket.expires - time.time() < 60.01
        assert ticket.secret not in repr(ticket)
        assert ticket.unix_path is not None
        socket = Path(ticket.unix_path)
        assert (mode_of(socket.parent), mode_of(socket)) == ("0o700", "0o600")
        for seconds in (0, -1, float("nan"), 1e12):
            with pytest.raises(TicketError, match="cannot be valid"):
                await sink.endpoint("wire").ticket(valid_for=seconds)
        endpoint = sink.endpoint("wire")
        sink.close()
        with pytest.raises(EndpointError, match="is gone"):
            await endpoint.ticket()
    assert mode_of(socket) is None


async def test_a_long_home_still_has_an_address(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    long = tmp_path / ("long" * 20)
    monkeypatch.setenv("LIVEOBJECTS_HOME", str(long))
    async with make_node(tmp_path / "a") as node:
        sink = await node.dereference(ref(Sink))
        assert read_ticket(await sink.endpoint("wire").ticket()).address.startswith("unix:")
    monkeypatch.setattr(tempfile, "tempdir", str(long))  # there is no short path at all
    async with make_node(tmp_path / "b") as node:
        sink = await node.dereference(ref(Sink))
        assert read_ticket(await sink.endpoint("wire").ticket()).address.startswith("tcp:127.0.0.1:")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "nonsense",
        "[]",
        "{}",
        "\ud800",
        "x" * 600_000,
        '{"liveobject_ticket":2}',
        str(new_ticket("tcp:127.0.0.1:1", NUMBERS_IN, 60)).replace("tcp:127.0.0.1:1", "tcp:127.0.0.1:99999"),
        str(new_ticket("tcp:127.0.0.1:1", NUMBERS_IN, 60)).replace("tcp:127.0.0.1:1", "file:/etc/passwd"),
        str(new_ticket("unix:/x", NUMBERS_IN, 60)).replace('"secret":"', '"secret":"zz'),
        str(new_ticket("unix:/x", NUMBERS_IN, -60)),
    ],
)
def test_damaged_tickets_are_refused(text: str) -> None:
    with pytest.raises(TicketError) as refused:
        read_ticket(text)
    assert len(str(refused.value)) < 400
    assert "\n" not in str(refused.value)


async def test_a_ticket_with_a_damaged_type(node: Node) -> None:
    ticket = new_ticket("unix:/nowhere", NUMBERS_IN, 60)
    for damaged in ("][", "text"):
        forged = Ticket(ticket.address, ticket.endpoint, damaged, ticket.expires, ticket.secret)
        with pytest.raises(TicketError, match="its type cannot be read"):
            await node.connect_ticket(str(forged), Ear(node).endpoint)


async def test_nobody_there(node: Node, tmp_path: Path) -> None:
    for address in (f"unix:{tmp_path}/nowhere", "tcp:127.0.0.1:1"):
        with pytest.raises(RemoteError, match="cannot connect"):
            await node.connect_ticket(str(new_ticket(address, NUMBERS_IN_DUAL, 60)), Ear(node).endpoint)


async def test_addresses(node: Node) -> None:
    assert parse_address("tcp:[::1]:80") == ("::1", 80)
    assert parse_address("tcp:host.example:80") == ("host.example", 80)
    assert tcp_address("::1", 80) == "tcp:[::1]:80"
    assert tcp_address("127.0.0.1", 80) == "tcp:127.0.0.1:80"
    with pytest.raises(RemoteError, match=r"cannot listen at tcp:192\.0\.2\.1:1"):
        await node.listen("tcp:192.0.2.1:1")


async def test_expired_tickets_are_forgotten(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with two_nodes(tmp_path) as (one, other):
        sink = await one.dereference(ref(Sink))
        ticket = await sink.endpoint("wire").ticket(valid_for=100)
        assert len(one.ticket_server._admissions) == 1
        now = time.time()
        monkeypatch.setattr(time, "time", lambda: now + 200)
        with pytest.raises(TicketError, match="has expired"):
            await other.connect_ticket(ticket, Ear(other).endpoint)
        await sink.endpoint("wire").ticket(valid_for=100)
        assert len(one.ticket_server._admissions) == 1


async def test_leftovers_of_processes_that_died_are_swept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LIVEOBJECTS_HOME", str(tmp_path / "h"))
    runtime = make_private(runtime_directory())
    names = ["node-999999999-abcd", "node-1-abcd", "node-x-abcd", "other"]
    for name in names:
        (runtime / name).write_bytes(b"")
    async with make_node(tmp_path / "a") as node:
        sink = await node.dereference(ref(Sink))
        await sink.endpoint("wire").ticket()
        assert {path.name for path in runtime.iterdir()} >= set(names[1:])
        assert not (runtime / names[0]).exists()


async def test_closing_a_node_shows_strangers_out(tmp_path: Path) -> None:
    async with make_node(tmp_path / "a") as node:
        address = await node.listen("tcp:0.0.0.0:0")
        assert not address.startswith("tcp:0.0.0.0")  # nobody could connect to that
        reader, writer = await asyncio.open_connection("127.0.0.1", parse_address(address)[1])
        await reader.readexactly(40)
    assert await reader.read() == b""
    writer.close()
