# SPDX-License-Identifier: BSD-3-Clause
"""The replicated platform: every copy can be asked, and another goes on when the one in charge is gone."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from typing import Any
from uuid import UUID, uuid4

import pytest

from app.runtime.activation import Limits, Node
from app.runtime.library import Library, definition_of
from app.runtime.references import ListValue, Primitive, Reference
from app.runtime.trust import Identity
from objects_library.hosting.hosting_platform import proxy as platform_module
from objects_library.hosting.replicated.record import PlatformRecord
from objects_library.installed import installed_catalogue
from objects_library.replication.replica import RefusedChangeError
from tests.objects_library.copies import Copy, live, local_channel, opened, replicated
from tests.objects_library.hosting.test_in_one_process import Wanderer

HOST, REPLICATED = 0x10571ED0000000000000000000000001, 0x10571ED0000000000000000000000003
WANDERER = Primitive(definition_of(Wanderer).id)


def platform(*tickets: str) -> Reference:
    channel = local_channel("PlatformChange", "PlatformState", "platform")
    return replicated(REPLICATED, channel, hosts=ListValue(tickets), lease=30.0)


@pytest.fixture
async def nodes(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[list[Node]]:
    monkeypatch.setattr(platform_module, "_FIRST_RETRY", 0.05)
    user = Identity.new()
    async with AsyncExitStack() as stack:
        made = []
        for name in ("A", "B", "C", "D"):
            catalogue = installed_catalogue()
            catalogue.add(Library("test", (definition_of(Wanderer),)))
            limits = Limits(heartbeat=0.1, silence=1.0)
            made.append(await stack.enter_async_context(Node(catalogue, identity=user, name=name, limits=limits)))
        yield made


async def asked(copy: Copy, event: str, **value: Any) -> tuple[str, Any]:
    """What became of a request."""
    request = uuid4()

    def answers() -> list[tuple[str, Any]]:
        return [
            (name, told) for name, told in copy.received if isinstance(told, dict) and told.get("request") == request
        ]

    copy.send(event, {"request": request, **value} if value else request)
    await copy.until(answers)
    return answers()[0]


async def test_another_copy_goes_on(nodes: list[Node]) -> None:
    hosts = [await node.dereference(Primitive(HOST)) for node in nodes[:2]]
    tickets = [await host.endpoint("host").ticket() for host in hosts]
    first = await opened(nodes[2], platform(*tickets), "hosting")
    await live(first)
    second = await opened(nodes[3], platform(*tickets), "hosting")
    await live(second)
    for copy in (first, second):
        await copy.until(lambda copy=copy: len(copy.last("nodes") or []) == 2)  # type: ignore[misc]
    name, started = await asked(second, "start", reference=WANDERER, node=UUID(nodes[0].id))
    assert name == "started"
    assert set(started["tickets"]) == {"pulse"}
    for copy in (first, second):
        _, listed = await asked(copy, "list")
        assert [(each["id"], each["state"]) for each in listed["proxies"]] == [(started["proxy"], "live")]
    first.proxy.close()
    await second.until(lambda: second.body._leads)
    await second.until(lambda: len(second.last("nodes") or []) == 2)
    _, listed = await asked(second, "list")
    assert [each["id"] for each in listed["proxies"]] == [started["proxy"]]
    name, moved = await asked(second, "move", proxy=started["proxy"], node=UUID(nodes[1].id))
    assert (name, moved["node"]) == ("moved", UUID(nodes[1].id))
    assert (await asked(second, "stop", proxy=started["proxy"]))[0] == "stopped"
    _, listed = await asked(second, "list")
    assert listed["proxies"] == []
    assert (await asked(second, "stop", proxy=uuid4()))[0] == "refused"


def change(kind: str, by: UUID, **more: Any) -> dict[str, Any]:
    membership: dict[str, Any] = {"whom": None, "name": "n", "place": None, "beats": 0}
    return {"kind": kind, "by": by, **membership, "request": None, "event": "", "value": None, **more}


def test_what_makes_no_sense_is_refused() -> None:
    record, leader, other = PlatformRecord(), uuid4(), uuid4()
    for member in (leader, other):
        record.apply(change("here", member))
        record.apply(change("acquire", member))
    request = uuid4()
    for wrong in (
        change("ask", uuid4(), request=request, event="stop", value={"proxy": uuid4()}),
        change("ask", other, request=request, event="stop", value={"proxy": "x"}),
        change("ask", other, request=request, event="list", value={}),
        change("ask", other, event="stop", value={"proxy": uuid4()}),
        change("ask", other, request=request, event="explode", value={}),
        change("admit", other, value=7),
        change("tell", other, event="nodes", value=[]),
        change("tell", leader, event="nodes", value=["x"]),
        change("tell", leader, event="sing", value=[]),
        change("tell", leader, event="unreachable", value=1),
    ):
        with pytest.raises(RefusedChangeError):
            record.apply(wrong)
    record.apply(change("ask", other, request=request, event="stop", value={"proxy": uuid4()}))
    copy = PlatformRecord.of(record.state())
    assert copy.state() == record.state()
    refusal = {"request": request, "reason": "no"}
    assert copy.apply(change("tell", leader, event="refused", value=refusal)) == other
    assert copy.asks == {}
