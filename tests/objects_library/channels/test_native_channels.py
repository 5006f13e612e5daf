# SPDX-License-Identifier: BSD-3-Clause
"""The channels over the engine: several nodes in one process, each a member of its own."""

from __future__ import annotations

import asyncio
import secrets
from uuid import uuid4

import pytest

from app.runtime.types import EndpointType, dual
from objects_library.channels.native.group_member import _memberships
from objects_library.channels.native.replicated_group import _replicated_groups
from tests.objects_library.channels.company import (
    BEST_EFFORT,
    CHECKPOINTED,
    LATEST,
    ORDERED,
    RELIABLE,
    SYNCHRONOUS,
    channel,
    company,
    join,
    unique_scope,
)


@pytest.mark.parametrize("kind", [BEST_EFFORT, RELIABLE, ORDERED, SYNCHRONOUS])
async def test_what_one_sends_all_receive(kind: int) -> None:
    async with company(3) as nodes:
        reference = channel(kind, scope=unique_scope())
        apps = [await join(node, reference) for node in nodes]
        for app in apps:
            await app.live(3)
        for number in range(20):
            apps[0].send(number)
        for app in apps:
            assert await app.receives(20) == list(range(20))
    assert not _memberships
    assert not _replicated_groups


@pytest.mark.parametrize("kind", [RELIABLE, ORDERED, SYNCHRONOUS])
async def test_what_is_sent_before_anybody_is_there_is_not_lost(kind: int) -> None:
    async with company(1) as (node,):
        app = await join(node, channel(kind, scope=unique_scope()))
        for number in range(5):
            app.send(number)
        await app.until(lambda: len(app.received) == 5)
        assert app.received == list(range(5))


@pytest.mark.parametrize("kind", [RELIABLE, ORDERED])
async def test_two_on_one_node_are_one_member(kind: int) -> None:
    async with company(2) as nodes:
        reference = channel(kind, scope=unique_scope())
        one, other = [await join(nodes[0], reference) for _ in range(2)]
        far = await join(nodes[1], reference)
        for app in (one, other, far):
            await app.live(2)
        assert len(one.condition["members"]) == 2
        far.send(1)
        other.send(2)
        for app in (one, other, far):
            await app.receives(2)
        one.leave()
        far.send(3)
        await other.until(lambda: len(other.received) == 3)


async def test_channels_of_two_kinds_never_meet() -> None:
    async with company(2) as nodes:
        scope = unique_scope()
        plain = [await join(node, channel(RELIABLE, scope=scope)) for node in nodes]
        ordered = [await join(node, channel(ORDERED, scope=scope)) for node in nodes]
        for app in plain + ordered:
            await app.live(2)
        plain[0].send(1)
        ordered[1].send(2)
        for app in plain + ordered:
            await app.receives(1)
        assert [app.received for app in plain + ordered] == [[1], [1], [2], [2]]


@pytest.mark.parametrize("kind", [ORDERED, SYNCHRONOUS])
async def test_what_is_submitted_is_accepted_once(kind: int) -> None:
    async with company(2) as nodes:
        reference = channel(kind, scope=unique_scope())
        apps = [await join(node, reference) for node in nodes]
        for app in apps:
            await app.live(2)
        request = uuid4()
        for _ in range(3):
            apps[0].submit(7, request)
        await apps[0].until(lambda: bool(apps[0].accepted))
        apps[0].submit(7, request)  # asked again, answered again, done once
        await apps[0].until(lambda: len(apps[0].accepted) >= 2)
        apps[0].send(8)
        await apps[1].until(lambda: len(apps[1].received) >= 2)
        assert apps[1].received == [7, 8]
        assert set(apps[0].accepted) == {request}


async def test_a_newcomer_gets_the_state_and_exactly_what_follows() -> None:
    async with company(3) as nodes:
        reference = channel(CHECKPOINTED, "int", "list[int]", scope=unique_scope())
        first = await join(nodes[0], reference)
        await first.live()
        assert first.starts == [None]

        async def talk() -> None:
            for number in range(400):
                first.send(number)
                await asyncio.sleep(0.001)

        talking = asyncio.ensure_future(talk())
        await first.until(lambda: len(first.received) >= 20)
        second = await join(nodes[1], reference)
        await second.until(lambda: bool(second.starts))
        third = await join(nodes[2], reference)
        twin = await join(nodes[2], reference)
        await talking
        for app in (first, second, third, twin):
            assert await app.has(400) == list(range(400))
        assert len(second.starts[0]) < 400
        assert second.starts[0] is not first.state


async def test_the_state_outlives_whoever_made_it() -> None:
    async with company(2) as nodes:
        reference = channel(CHECKPOINTED, "int", "list[int]", scope=unique_scope())
        first = await join(nodes[0], reference)
        first.send(1)
        await first.until(lambda: first.state == [1])
        second = await join(nodes[1], reference)
        await second.until(lambda: second.state == [1])
        first.leave()
        second.send(2)
        await second.until(lambda: second.state == [1, 2])
        again = await join(nodes[0], reference)
        await again.until(lambda: again.state == [1, 2])


async def test_nobody_is_asked_for_the_state_who_cannot_give_it() -> None:
    async with company(3) as nodes:
        reference = channel(CHECKPOINTED, "int", "list[int]", scope=unique_scope())
        mute = await join(nodes[0], reference, answers=False)
        await mute.live()
        first = await join(nodes[1], reference)
        # The only one who has the state never gives it: the newcomer says so, and goes on asking.
        await first.until(lambda: first.condition.get("state") == "catching up")
        mute.leave()
        await first.until(lambda: first.starts == [None])
        second = await join(nodes[2], reference)
        await second.until(lambda: second.starts in ([None], [[]]))


async def test_a_large_state_goes_from_node_to_node() -> None:
    async with company(2) as nodes:
        reference = channel(CHECKPOINTED, "int", "{blob: bytes, items: list[int]}", scope=unique_scope())
        first = await join(nodes[0], reference)
        await first.until(lambda: first.starts == [None])
        first.state = {"blob": bytes(range(256)) * 8000, "items": list(range(50_000))}
        second = await join(nodes[1], reference)
        await second.until(lambda: bool(second.starts))
        assert second.starts == [first.state]
        shares = [each["progress"] for each in second.conditions if "progress" in each]
        assert shares == sorted(shares)
        assert len(shares) > 5


async def test_a_donor_that_leaves_in_the_middle_is_replaced_and_what_came_is_not_sent_again() -> None:
    async with company(4) as nodes:
        reference = channel(CHECKPOINTED, "int", "list[bytes]", scope=unique_scope())
        first = await join(nodes[0], reference)
        await first.until(lambda: first.starts == [None])
        first.state = [secrets.token_bytes(60_000) for _ in range(300)]
        old = [first] + [await join(node, reference) for node in nodes[1:3]]
        for app in old:
            await app.until(lambda app=app: len(app.starts) == 1)  # type: ignore[misc]
        groups = {group._key[1][0]: group for group in _replicated_groups.values()}
        givers = [groups[node.id] for node in nodes[:3]]
        before = [giver.bytes_given for giver in givers]
        newcomer = await join(nodes[3], reference)
        await newcomer.until(lambda: newcomer.condition.get("progress", 0) > 0.3)
        (donor,) = [app for app, giver in zip(old, givers, strict=True) if giver.load]
        donor.leave()
        await newcomer.until(lambda: bool(newcomer.starts))
        assert newcomer.starts == [first.state]
        given = [now.bytes_given - then for now, then in zip(givers, before, strict=True)]
        assert min(given) == 0
        assert 0.2 * 18_000_000 < sorted(given)[1] < 0.8 * 18_000_000
        assert sum(given) < 1.3 * 18_000_000


async def test_only_the_newest_value_counts() -> None:
    async with company(2) as nodes:
        reference = channel(LATEST, "{name: text, price: int}", scope=unique_scope(), key_field="name")
        one, other = [await join(node, reference) for node in nodes]
        for app in (one, other):
            await app.live(2)
        for price in range(5000):
            one.send({"name": "ab"[price % 2], "price": price})
        newest = [{"name": "a", "price": 4998}, {"name": "b", "price": 4999}]
        await other.until(lambda: sorted(other.received[-2:], key=str) == newest)
        assert len(other.received) < 5000
        prices = [value["price"] for value in other.received if value["name"] == "a"]
        assert prices == sorted(set(prices))


async def test_a_newcomer_gets_the_newest_value() -> None:
    async with company(2) as nodes:
        reference = channel(LATEST, scope=unique_scope())
        one = await join(nodes[0], reference)
        await one.live()
        one.send(1)
        one.send(2)
        await one.until(lambda: one.received[-1:] == [2])
        other = await join(nodes[1], reference)
        await other.until(lambda: other.received == [2])


async def test_views_come_in_order_with_messages() -> None:
    async with company(2) as nodes:
        reference = channel(SYNCHRONOUS, scope=unique_scope())
        one = await join(nodes[0], reference)
        outer = one.proxy.endpoint("membership")
        inner = dual(outer.type)
        assert isinstance(inner, EndpointType)
        endpoint = nodes[0].new_endpoint(inner, view=lambda view: one.receive(-len(view["members"])))
        with nodes[0].connect(endpoint, outer):
            await one.live()
            one.send(1)
            await one.until(lambda: 1 in one.received)
            other = await join(nodes[1], reference)
            await other.live(2)
            other.send(2)
            await one.until(lambda: 2 in one.received)
            assert [each for each in one.received if each != -1] == [1, -2, 2]
