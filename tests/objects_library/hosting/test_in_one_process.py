# SPDX-License-Identifier: BSD-3-Clause
"""The host and the platform, with nodes that share one process: the same events, and all the corners."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any, cast
from uuid import UUID, uuid4

import pytest

from app.runtime.activation import Limits, Node, Proxy, Registry
from app.runtime.library import Catalogue, Endpoint, Library, definition_of, live_object
from app.runtime.references import Composite, ListValue, Parameterized, Primitive, Reference, Value, ValueArgument
from app.runtime.trust import EVERYTHING, Gate, Identity, Permission, TrustStore
from app.runtime.types import EndpointType, TemplateType, dual
from objects_library.hosting.host.proxy import Host, Hosted
from objects_library.hosting.hosting_platform import host_link
from objects_library.hosting.hosting_platform import proxy as platform_module
from objects_library.hosting.hosting_platform.proxy import Platform
from tests.objects_library.hosting.processes import WANDERER
from tests.objects_library.hosting.test_hosting import Client

_names: dict[str, Any] = {"__name__": "wanderer"}
exec(WANDERER, _names)
Wanderer: type = _names["Wanderer"]


@live_object("77a2de7e700000000000000000000002", name="Impossible")
class Impossible:
    """Wants a hosting endpoint of a kind that nobody has."""

    hosting = Endpoint(requires={"security": "encrypted"})

    @hosting.outgoing
    def list(self, request: UUID) -> None: ...


CLASSES = (Host, Platform, Wanderer, Impossible)
TO_HOST = cast(EndpointType, dual(dict(cast(TemplateType, definition_of(Host).type).result.endpoints)["host"]))


def ref(cls: type, **arguments: Value) -> Reference:
    primitive = Primitive(definition_of(cls).id)
    given = tuple((name, ValueArgument(value)) for name, value in arguments.items())
    return Parameterized(primitive, given) if given else primitive


@pytest.fixture
async def make(tmp_path: Path) -> AsyncIterator[Callable[..., Any]]:
    """Makes nodes, all of one user unless another is given."""
    user = Identity.new()
    async with AsyncExitStack() as stack:

        async def made(name: str, identity: Identity = user) -> Node:
            catalogue = Catalogue([Library("test", tuple(definition_of(cls) for cls in CLASSES))])
            return await stack.enter_async_context(
                Node(
                    catalogue,
                    Registry(tmp_path / "registry"),
                    Gate(TrustStore(tmp_path / "trust.json")),
                    identity=identity,
                    name=name,
                    limits=Limits(heartbeat=0.1, silence=1.0),
                )
            )

        yield made


class HostClient:
    """Somebody who speaks to a host directly."""

    def __init__(self, node: Node, host: Proxy) -> None:
        self.host = host
        self.events: asyncio.Queue[tuple[str, Any]] = asyncio.Queue()
        handlers: dict[str, Any] = {
            event.name: lambda value, name=event.name: self.events.put_nowait((name, value))
            for event in TO_HOST.incoming
        }
        self.endpoint = node.new_endpoint(TO_HOST, **handlers)

    async def next(self) -> tuple[str, Any]:
        async with asyncio.timeout(10):
            return await self.events.get()

    async def start(self, reference: Reference, proxy: UUID | None = None) -> tuple[str, Any]:
        self.endpoint.start({"request": uuid4(), "proxy": proxy or uuid4(), "reference": reference})
        return await self.next()


async def test_what_a_host_does(make: Callable[..., Any]) -> None:
    node = await make("A")
    host = await node.dereference(ref(Host, most=2))
    client = HostClient(node, host)
    connection = node.connect(client.endpoint, host.endpoint("host"))
    name, ready = await client.next()
    assert (name, ready["name"], ready["node"], ready["hosted"]) == ("ready", "A", UUID(node.id), [])
    number = uuid4()
    name, started = await client.start(ref(Wanderer), number)
    assert (name, set(started["tickets"])) == ("started", {"pulse"})
    for reference, proxy, why in (
        (ref(Wanderer), number, "runs here already"),
        (ref(Impossible), None, "do not match"),
        (ref(Wanderer, fail="no"), None, "ValueError: no"),
    ):
        name, refused = await client.start(reference, proxy)
        assert (name, why in refused["reason"]) == ("refused", True), refused
    assert (await client.start(ref(Wanderer)))[0] == "started"
    name, refused = await client.start(ref(Wanderer))
    assert "2 objects run here, and more are not allowed" in refused["reason"]
    client.endpoint.answer({"proxy": number, "event": "nonsense", "value": 1})
    client.endpoint.answer({"proxy": uuid4(), "event": "moved", "value": 1})
    client.endpoint.stop({"request": uuid4(), "proxy": uuid4()})
    assert "does not run here" in (await client.next())[1]["reason"]
    connection.close()
    with node.connect(client.endpoint, host.endpoint("host")):
        name, ready = await client.next()
        assert [each["state"] for each in ready["hosted"]] == ["live", "live"]
        client.endpoint.stop({"request": uuid4(), "proxy": number})
        assert (await client.next())[0] == "stopped"
    host.close()


async def start_platform(node: Node, *tickets: str) -> Client:
    return Client(node, await node.dereference(ref(Platform, hosts=ListValue(tickets))))


async def host_ticket(node: Node) -> tuple[Proxy, str]:
    host = await node.dereference(ref(Host))
    return host, await host.endpoint("host").ticket()


async def start_wanderer(make: Callable[..., Any]) -> tuple[Proxy, Client, Any]:
    """A host, a platform with its ticket, and what the platform tells of an object started there."""
    there, here = await make("A"), await make("B")
    host, ticket = await host_ticket(there)
    client = await start_platform(here, ticket)
    await client.nodes(1)
    _, started = await client.ask("start", reference=ref(Wanderer))
    return host, client, started


async def test_a_platform_knows_what_still_runs_when_it_is_connected_again(
    make: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(platform_module, "_FIRST_RETRY", 0.01)
    host, client, started = await start_wanderer(make)
    host.endpoint("host")._portal.close()  # the connection breaks; host and object live on
    _, changed = await client.next("changed")
    assert (changed["state"], "is gone" in changed["failure"]) == ("failed", True)
    await client.nodes(0)
    name, changed = await client.next("changed", "nodes")
    assert (name, changed["id"], changed["state"]) == ("changed", started["proxy"], "live")
    # An object on a node that is gone can be stopped: it is forgotten.
    host.close()
    await client.next("changed")
    await client.nodes(0)
    assert (await client.ask("stop", proxy=started["proxy"]))[0] == "stopped"
    assert (await client.ask("list"))[1]["proxies"] == []


async def test_what_a_platform_waits_for_in_vain(make: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    host, client, started = await start_wanderer(make)
    # A host that does not answer, and one that goes away while it is asked.
    body = cast(Any, host._life.body)
    body.stopped = lambda *given: None
    monkeypatch.setattr(host_link, "PATIENCE", 0.05)
    name, refused = await client.ask("stop", proxy=started["proxy"])
    assert (name, "does not answer" in refused["reason"]) == ("refused", True)
    monkeypatch.setattr(host_link, "PATIENCE", 10.0)
    body.stopped = lambda *given: host.close()
    _, again = await client.ask("start", reference=ref(Wanderer))
    name, refused = await client.ask("stop", proxy=again["proxy"])
    assert (name, "is gone" in refused["reason"]) == ("refused", True)


async def test_a_host_cannot_make_a_platform_do_nonsense(make: Callable[..., Any]) -> None:
    host, client, started = await start_wanderer(make)
    body = cast(Any, host._life.body)
    for proxy, event, value in (
        (uuid4(), "list", uuid4()),
        (started["proxy"], "nonsense", 1),
        (started["proxy"], "start", {"request": "no"}),
        (started["proxy"], "move", 5),
    ):
        body.asked(proxy, event, value)
    body.started(uuid4(), uuid4(), {})
    body.refused(uuid4(), "nobody asked")
    body.changed(Hosted(uuid4(), "live"))
    assert (await client.ask("list"))[1]["proxies"] == [
        {"id": started["proxy"], "node": started["node"], "state": "live", "failure": ""}
    ]


async def test_an_object_on_its_way_waits(make: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    one, two, here = await make("A"), await make("B"), await make("C")
    (host, first), (other_host, second) = await host_ticket(one), await host_ticket(two)
    client = await start_platform(here, first, second)
    nodes = await client.nodes(2)
    _, started = await client.ask("start", reference=ref(Wanderer), node=nodes["A"])
    body = cast(Any, host._life.body)
    stopped, held = body.stopped, asyncio.Event()
    answer: list[Any] = []

    def hold(*given: object) -> None:
        answer.extend(given)
        held.set()

    body.stopped = hold
    client.hosting.move({"request": uuid4(), "proxy": started["proxy"], "node": nodes["B"]})
    async with asyncio.timeout(10):
        await held.wait()
    name, refused = await client.ask("stop", proxy=started["proxy"])
    assert (name, "on its way" in refused["reason"]) == ("refused", True)
    stopped(*answer)
    assert other_host.state == "live"
    assert (await client.next("moved"))[1]["node"] == nodes["B"]


async def test_an_object_asks_and_hears_the_answer(make: Callable[..., Any]) -> None:
    host, client, started = await start_wanderer(make)
    watch = await client.watch(started["tickets"])
    watch.endpoint.look()
    await watch.receives("listed 1 on 1")
    watch.endpoint.breed()
    child = (await watch.receives("started ")).split()[1]
    watch.endpoint.end(UUID(child))
    await watch.receives(f"stopped {child}")
    watch.endpoint.end(started["proxy"])  # nobody is left to hear that it has stopped
    await watch.receives("gone")
    assert host.state == "live"


async def test_other_users_need_permission(make: Callable[..., Any], tmp_path: Path) -> None:
    stranger = Identity.new()
    there, here = await make("A"), await make("B", stranger)
    host, ticket = await host_ticket(there)
    client = await start_platform(here, ticket)
    await client.nodes(1)
    name, refused = await client.ask("start", reference=ref(Wanderer))
    assert (name, "trust allow hosting" in refused["reason"]) == ("refused", True)
    TrustStore(tmp_path / "trust.json").remember(stranger.public, Permission.HOSTING, EVERYTHING, allowed=True)
    assert (await client.ask("start", reference=ref(Wanderer)))[0] == "started"
    half = Composite((("good", ref(Wanderer)), ("bad", ref(Wanderer, fail="no"))))
    name, refused = await client.ask("start", reference=half)
    assert (name, "ValueError: no" in refused["reason"]) == ("refused", True)
    whole = Composite((("good", ref(Wanderer)),))
    assert (await client.ask("start", reference=whole))[0] == "started"
    assert host.state == "live"


async def test_a_host_that_does_not_say_who_it_is(make: Callable[..., Any]) -> None:
    """What it says before that means nothing."""
    node = await make("A")
    platform = await node.dereference(ref(Platform))
    body = cast(Any, platform._life.body)
    link = host_link.HostLink(body._context, body)
    link._settle({"request": uuid4(), "reason": "no"})
    link._changed({"id": uuid4(), "state": "live", "failure": ""})
    link._gone()
    assert platform.state == "live"
