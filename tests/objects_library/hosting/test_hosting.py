# SPDX-License-Identifier: BSD-3-Clause
"""Hosting: objects that are started, moved and stopped on other nodes, all of them real processes."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any, cast
from uuid import UUID, uuid4

import pytest

from app.runtime.activation import Limits, Node, Proxy
from app.runtime.library import Catalogue, definition_of
from app.runtime.references import ListValue, Parameterized, Primitive, Reference, Value, ValueArgument
from app.runtime.trust import EVERYTHING, Gate, Identity, Permission, TrustStore
from app.runtime.types import EndpointType, dual, is_subtype, parse_endpoint_type, parse_object_type
from objects_library.hosting.hosting_platform.proxy import Platform
from objects_library.installed import installed_catalogue
from tests.objects_library.hosting.processes import WANDERER, Process, liveobjects

WANDERER_ID = 0x77A2DE7E700000000000000000000001
PULSE = parse_endpoint_type(
    "endpoint{ in alive(uuid); in told(text); out go(); out die(); out look(); out breed(); out end(uuid) }"
)
HOSTING_CLIENT = cast(EndpointType, dual(cast(EndpointType, parse_object_type("Hosting").endpoint("hosting"))))


def wanderer(*route: UUID, **arguments: Value) -> Reference:
    given: dict[str, Value] = {"route": ListValue(route), **arguments}
    return Parameterized(Primitive(WANDERER_ID), tuple((name, ValueArgument(v)) for name, v in given.items()))


def give_home(home: Path) -> Path:
    """A home with the wanderer among the user's own objects."""
    folder = home / "data" / "objects" / "wanderer"
    folder.mkdir(parents=True)
    (home / "data" / "objects").chmod(0o700)
    (folder / "proxy.py").write_text(WANDERER)
    return home


class Client:
    """Somebody who uses a platform."""

    def __init__(self, node: Node, platform: Proxy) -> None:
        self.node = node
        self.platform = platform  # it ends when nobody keeps it
        self.events: asyncio.Queue[tuple[str, Any]] = asyncio.Queue()
        self.access: asyncio.Queue[str] = asyncio.Queue()
        handlers: dict[str, Any] = {
            event.name: lambda value, name=event.name: self.events.put_nowait((name, value))
            for event in HOSTING_CLIENT.incoming
        }
        self.hosting = node.new_endpoint(HOSTING_CLIENT, **handlers)
        self.admitting = node.new_endpoint(
            parse_endpoint_type("endpoint{ out admit(text); in unreachable(text) }"), unreachable=self.access.put_nowait
        )
        self._kept = [
            node.connect(self.hosting, platform.endpoint("hosting")),
            node.connect(self.admitting, platform.endpoint("access")),
        ]

    async def next(self, *wanted: str) -> tuple[str, Any]:
        """The next event of these kinds; others are let go."""
        async with asyncio.timeout(30):
            while True:
                name, value = await self.events.get()
                if name in wanted:
                    return name, value

    async def nodes(self, count: int) -> dict[str, UUID]:
        """The nodes by name, as soon as there are so many."""
        while True:
            _, nodes = await self.next("nodes")
            if len(nodes) == count:
                return {node["name"]: node["id"] for node in nodes}

    async def ask(self, event: str, **value: Any) -> tuple[str, Any]:
        """Make a request and return the answer."""
        request = uuid4()
        self.hosting.emit(event, {"request": request, **value} if value else request)
        while True:
            name, answer = await self.next("started", "stopped", "moved", "listed", "refused")
            if answer["request"] == request:
                return name, answer

    async def watch(self, tickets: dict[str, str]) -> "Watch":
        """Connect to a wanderer."""
        watch = Watch(self.node)
        watch.connection = await self.node.connect_ticket(tickets["pulse"], watch.endpoint)
        return watch


class Watch:
    """Somebody who looks whether a wanderer lives."""

    connection: Any

    def __init__(self, node: Node) -> None:
        self.received: asyncio.Queue[Any] = asyncio.Queue()
        self.endpoint = node.new_endpoint(
            PULSE,
            alive=self.received.put_nowait,
            told=self.received.put_nowait,
            disconnected=lambda: self.received.put_nowait("gone"),
        )

    async def receives(self, wanted: Any) -> Any:
        """Wait until this is heard; a text need only begin like it."""
        async with asyncio.timeout(30):
            while True:
                received = await self.received.get()
                if received == wanted or (
                    isinstance(wanted, str) and isinstance(received, str) and received.startswith(wanted)
                ):
                    return received


@pytest.fixture
async def stack() -> AsyncIterator[AsyncExitStack]:
    async with AsyncExitStack() as made:
        yield made


async def start_host(stack: AsyncExitStack, home: Path, name: str) -> tuple[Process, str]:
    process = await stack.enter_async_context(liveobjects(home, "host", "--listen", "--json", "--name", name))
    return process, (await process.until(event="ticket"))["ticket"]


async def start_client(stack: AsyncExitStack, home: Path, monkeypatch: pytest.MonkeyPatch, *tickets: str) -> Client:
    monkeypatch.setenv("LIVEOBJECTS_HOME", str(home))
    gate = Gate(TrustStore())
    node = await stack.enter_async_context(
        Node(installed_catalogue(gate), trust=gate, name="client", limits=Limits(heartbeat=0.2, silence=1.0))
    )
    hosts = ValueArgument(ListValue(tickets))
    platform = await node.dereference(Parameterized(Primitive(definition_of(Platform).id), (("hosts", hosts),)))
    return Client(node, platform)


def test_the_platform_is_of_the_standard_type() -> None:
    catalogue: Catalogue = installed_catalogue()
    found = catalogue.definition(definition_of(Platform).id)
    assert found is not None
    assert is_subtype(definition_of(Platform).type.result, parse_object_type("Hosting"))  # type: ignore[union-attr]
    assert found.name == "Platform"


async def test_an_object_moves_itself_from_node_to_node(
    stack: AsyncExitStack, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = give_home(tmp_path / "home")
    hosts = [await start_host(stack, home, name) for name in "ABC"]
    client = await start_client(stack, home, monkeypatch, *(ticket for _, ticket in hosts))
    nodes = await client.nodes(3)
    route = [nodes[name] for name in "ABC"]
    name, started = await client.ask("start", reference=wanderer(*route), node=nodes["A"])
    assert (name, started["node"]) == ("started", nodes["A"])
    watch = await client.watch(started["tickets"])
    await watch.receives(nodes["A"])
    for target in "BC":
        watch.endpoint.go()
        _, moved = await client.next("moved")
        assert (moved["proxy"], moved["node"]) == (started["proxy"], nodes[target])
        await watch.receives("gone")  # the old proxy has ended, and says so
        watch = await client.watch(moved["tickets"])
        await watch.receives(nodes[target])
    watch.endpoint.look()
    await watch.receives("listed 1 on 3")
    # The node dies without a word; that is an event, not silence.
    hosts[2][0].kill()
    _, changed = await client.next("changed")
    assert (changed["id"], changed["state"]) == (started["proxy"], "failed")
    assert "the node 'C' is gone" in changed["failure"]
    await watch.receives("gone")
    assert set(await client.nodes(2)) == {"A", "B"}
    # What is known of the object is enough to run it elsewhere.
    name, moved = await client.ask("move", proxy=started["proxy"], node=nodes["A"])
    assert (name, moved["node"]) == ("moved", nodes["A"])
    watch = await client.watch(moved["tickets"])
    await watch.receives(nodes["A"])
    name, _ = await client.ask("stop", proxy=started["proxy"])
    assert name == "stopped"
    await watch.receives("gone")


async def test_requests_and_refusals(stack: AsyncExitStack, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    home = give_home(tmp_path / "home")
    hosts = [await start_host(stack, home, name) for name in "AB"]
    client = await start_client(stack, home, monkeypatch, hosts[0][1])
    nodes = await client.nodes(1)
    client.admitting.admit(hosts[1][1])
    nodes = await client.nodes(2)
    unknown = uuid4()
    for event, value, why in (
        ("start", {"reference": wanderer(), "node": unknown}, "no such node"),
        ("start", {"reference": wanderer(fail="not today")}, "ValueError: not today"),
        ("start", {"reference": Primitive(0xDEAD, 0, "Lost")}, "`Lost` is not on this machine"),
        ("stop", {"proxy": unknown}, "no such object"),
        ("move", {"proxy": unknown, "node": nodes["A"]}, "no such object"),
        ("move", {"node": nodes["A"]}, "no such object"),
    ):
        name, answer = await client.ask(event, **value)
        assert (name, why in answer["reason"]) == ("refused", True), answer
    _, one = await client.ask("start", reference=wanderer())
    _, two = await client.ask("start", reference=wanderer())
    assert {one["node"], two["node"]} == set(nodes.values())  # each on the one with less to do
    name, answer = await client.ask("move", proxy=one["proxy"], node=one["node"])
    assert "already" in answer["reason"]
    name, listed = await client.ask("list")
    assert name == "listed"
    assert {each["id"] for each in listed["proxies"]} == {one["proxy"], two["proxy"]}
    assert {node["name"] for node in listed["nodes"]} == {"A", "B"}
    watch = await client.watch(one["tickets"])
    watch.endpoint.breed()
    child = (await watch.receives("started ")).split()[1]
    watch.endpoint.end(UUID(child))
    await watch.receives(f"stopped {child}")
    watch.endpoint.end(UUID(child))
    await watch.receives("refused there is no such object")
    watch.endpoint.die()
    _, changed = await client.next("changed")
    assert (changed["id"], changed["state"]) == (one["proxy"], "failed")
    assert "RuntimeError: it is over" in changed["failure"]


async def test_strangers_need_the_permission_of_the_user(
    stack: AsyncExitStack, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    theirs, mine = give_home(tmp_path / "theirs"), give_home(tmp_path / "mine")
    _, ticket = await start_host(stack, theirs, "A")
    client = await start_client(stack, mine, monkeypatch, ticket)
    await client.nodes(1)
    name, answer = await client.ask("start", reference=wanderer())
    assert name == "refused"
    assert "liveobjects trust allow hosting" in answer["reason"]
    TrustStore(theirs / "config" / "trust.json").remember(
        Identity.of_user().public, Permission.HOSTING, EVERYTHING, allowed=True
    )
    name, _ = await client.ask("start", reference=wanderer())
    assert name == "started"


async def test_hosts_that_cannot_be_reached(
    stack: AsyncExitStack, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = give_home(tmp_path / "home")
    host, ticket = await start_host(stack, home, "A")
    host.kill()
    await host.ended()
    client = await start_client(stack, home, monkeypatch)
    client.admitting.admit(ticket)
    assert "cannot connect" in await client.access.get()
    name, answer = await client.ask("start", reference=wanderer())
    assert (name, "no such node" in answer["reason"]) == ("refused", True)
