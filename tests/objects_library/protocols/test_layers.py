# SPDX-License-Identifier: BSD-3-Clause
"""Layers wired one by one: native ones join inside the engine, others by events; both deliver the same."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from app.runtime import references as refs
from app.runtime.activation import Node, Proxy
from app.runtime.types import parse_type
from objects_library.installed import installed_catalogue
from tests.objects_library.channels.company import BEST_EFFORT, RELIABLE, App, channel, company, join, unique_scope
from tests.objects_library.members import Member, count

MULTICAST = 0x4BD84A95D95C6E505580921C85B4BEC3
RECOVERY = 0x6D0F5B64C3E14AE0B1A2F1B1A7C0DE55
ORDERING = 0x725257B8935C6244EA936D7F54EDA3DE
ENCRYPTION = 0x333E54D7661DB8363B7D6838A2772AFB
CONFLATION = 0x2A6980DEFCC5F65AE4DD2450FABACB38
PERSISTENCE = 0xC1A0F968E15F94AFE522EB5FFC21A654
MEMBERSHIP = 0xF21E0512B6F606068E4EF83F072A021D
FAILURES = 0xBC365F0052F1AC71E749013F46B28816


def part(kind: int, carried: str = "int", **values: Any) -> refs.Reference:
    arguments: tuple[tuple[str, refs.Argument], ...] = (("T", refs.TypeArgument(carried)),)
    arguments += tuple((name, refs.ValueArgument(value)) for name, value in values.items())
    return refs.Parameterized(refs.Primitive(kind, 1), arguments)


def wired(parts: dict[str, refs.Reference], wires: list[tuple[str, str]], top: str) -> refs.Reference:
    def path(text: str) -> refs.EndpointPath:
        component, _, endpoint = text.partition(".")
        return refs.EndpointPath(component, endpoint)

    connections = tuple(refs.Connection(path(one), path(other)) for one, other in wires)
    return refs.Composite(tuple(parts.items()), connections, (refs.Export("channel", path(top)),))


def recovered(scope: str, native: bool) -> refs.Reference:
    """The composite of an unreliable multicast and loss recovery."""
    return wired(
        {"multicast": part(MULTICAST, "RecoveryFrame[int]", scope=scope, native=native), "recovery": part(RECOVERY)},
        [("multicast.channel", "recovery.UnreliableChannel")],
        "recovery.ReliableChannel",
    )


def ordered(scope: str) -> refs.Reference:
    return wired(
        {
            "ordering": part(ORDERING),
            "recovery": part(RECOVERY),
            "multicast": part(MULTICAST, "RecoveryFrame[int]", scope=scope),
        },
        [("recovery.ReliableChannel", "ordering.unordered"), ("multicast.channel", "recovery.UnreliableChannel")],
        "ordering.channel",
    )


def crossings(proxy: Proxy) -> dict[str, int]:
    """How many messages each part has had in its hands."""
    bodies: dict[str, Any] = {name: part._life.body for name, part in proxy.components.items()}
    return {name: getattr(body, "crossings", 0) for name, body in bodies.items()}


async def _receives_all(app: App) -> None:
    await app.until(lambda: {number for number in app.received if number > 0} == set(range(1, 40)))


async def deliveries(nodes: list[Node], reference: refs.Reference) -> tuple[list[list[int]], list[dict[str, int]]]:
    apps = [await join(node, reference) for node in nodes]
    for app in apps:
        for number in range(3):  # until all are there, nobody is waited for
            app.send(-number)
    for app in apps:
        await app.receives(1)
    for number in range(1, 40):
        apps[number % len(apps)].send(number)
    for app in apps:
        await _receives_all(app)
    found = [crossings(app.proxy) for app in apps]
    received = [[number for number in app.received if number > 0] for app in apps]
    for app in apps:
        app.leave()
    return received, found


async def test_joined_layers_deliver_what_wired_ones_do_and_no_message_crosses_python() -> None:
    async with company(2) as nodes:
        natively, counts = await deliveries(nodes, recovered(unique_scope(), True))
        assert [count for each in counts for count in each.values()] == [0] * 4
        by_events, counts = await deliveries(nodes, recovered(unique_scope(), False))
        assert all(count > 39 for each in counts for count in each.values())
    for one, other in zip(natively, by_events, strict=True):
        assert sorted(one) == sorted(other) == list(range(1, 40))
        for parity in (0, 1):  # each sender's messages in the order in which it sent them
            mine = [n for n in range(1, 40) if n % 2 == parity]
            assert [n for n in one if n in mine] == [n for n in other if n in mine] == mine


async def test_three_native_layers_are_one_group_in_one_order() -> None:
    async with company(3) as nodes:
        received, counts = await deliveries(nodes, ordered(unique_scope()))
        assert received[0] == received[1] == received[2]
        assert [count for each in counts for count in each.values()] == [0] * 9


async def test_a_ready_channel_is_ordered_by_an_adapter() -> None:
    async with company(2) as nodes:
        reference = wired(
            {"channel": channel(RELIABLE, scope=unique_scope()), "ordering": part(ORDERING)},
            [("channel.channel", "ordering.unordered")],
            "ordering.channel",
        )
        received, _ = await deliveries(nodes, reference)
        assert received[0] == received[1]


async def test_what_is_not_native_cannot_be_ordered_and_says_so() -> None:
    async with company(1) as (node,):
        reference = wired(
            {"below": recovered(unique_scope(), False), "ordering": part(ORDERING)},
            [("below.channel", "ordering.unordered")],
            "ordering.channel",
        )
        proxy = await node.dereference(reference)
        ordering = proxy.components["ordering"]
        failed = asyncio.Event()
        ordering.watch(lambda _: failed.set())
        async with asyncio.timeout(10):
            await failed.wait()
        failure = ordering.failure
        assert failure is not None
        assert "only what the engine carries can be ordered" in failure.reason


async def test_only_those_with_the_key_can_read() -> None:
    async with company(3) as nodes:
        scope = unique_scope()

        def sealed(key: str) -> refs.Reference:
            return wired(
                {"channel": channel(RELIABLE, "bytes", scope=scope), "seal": part(ENCRYPTION, key=key)},
                [("channel.channel", "seal.inner")],
                "seal.outer",
            )

        one, other = [await join(node, sealed("11" * 32)) for node in nodes[:2]]
        stranger = await join(nodes[2], sealed("22" * 32))
        onlooker = await join(nodes[2], channel(RELIABLE, "bytes", scope=scope))
        await onlooker.live(3)
        one.send(4711)
        assert await other.receives(1) == [4711]
        sealed_bytes = (await onlooker.receives(1))[0]
        assert len(sealed_bytes) > 40
        assert stranger.received == []


async def test_conflation_skips_what_is_out_of_date() -> None:
    async with company(1) as (node,):
        reference = wired(
            {"channel": channel(RELIABLE, scope=unique_scope()), "newest": part(CONFLATION, seconds=0.05)},
            [("channel.channel", "newest.inner")],
            "newest.outer",
        )
        app = await join(node, reference)
        for number in range(200):
            app.send(number)
        await app.until(lambda: 199 in app.received)
        assert len(app.received) < 20
        assert app.received == sorted(app.received)


async def test_persistence_repeats_the_past(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LIVEOBJECTS_HOME", str(tmp_path))
    scope = unique_scope()
    for times in (1, 2):
        async with company(1) as (node,):
            reference = wired(
                {"channel": ordered(scope), "kept": part(PERSISTENCE, name="test")},
                [("channel.channel", "kept.inner")],
                "kept.outer",
            )
            app = await join(node, reference)
            await app.until(lambda: len(app.received) == times - 1)  # noqa: B023
            app.send(times)
            assert await app.receives(times) == list(range(1, times + 1))


async def test_members_agree_on_views_and_the_dead_are_suspected() -> None:
    async with company(2) as nodes:
        scope = (("scope", refs.ValueArgument(unique_scope())),)
        members = [await node.dereference(refs.Parameterized(refs.Primitive(MEMBERSHIP, 1), scope)) for node in nodes]
        views = [Member(node, proxy, "membership", "view") for node, proxy in zip(nodes, members, strict=True)]
        watching = [await node.dereference(refs.Parameterized(refs.Primitive(FAILURES, 1), scope)) for node in nodes]
        trusting = Member(nodes[0], watching[0], "failures", "trusted")
        other = Member(nodes[1], watching[1], "failures", "trusted")
        for each in views:
            each.send("join", None)
        for each in views:
            await each.receives(lambda received: bool(received) and len(received[-1]["members"]) == 2)
        assert views[0].received[-1] == views[1].received[-1]
        for node in views[0].received[-1]["members"]:
            trusting.send("watch", node["id"])
        await trusting.receives(count(2))
        trusting.connection.close()
        suspecting = Member(nodes[0], watching[0], "failures", "suspected")
        watching[1].close()
        members[1].close()
        await suspecting.receives(count(1))
        await views[0].receives(lambda received: len(received[-1]["members"]) == 1)
        assert suspecting.received[0] not in [node["id"] for node in views[0].received[-1]["members"]]
        assert not other.connection.open


def test_a_channel_that_is_too_weak_does_not_check_and_the_adapter_is_offered() -> None:
    checker = refs.Checker(installed_catalogue())
    needing = part(PERSISTENCE, name="test")  # needs total order

    def problems(kind: int) -> Any:
        return checker.check(
            wired(
                {"channel": channel(kind, scope="x"), "kept": needing},
                [("channel.channel", "kept.inner")],
                "kept.outer",
            )
        )

    found = problems(RELIABLE)
    assert found
    assert "total order" in found[0].message
    assert any("Ordering" in str(offer) for offer in found[0].offers)
    lossy = wired(
        {"channel": channel(BEST_EFFORT, scope="x"), "ordering": part(ORDERING)},
        [("channel.channel", "ordering.unordered")],
        "ordering.channel",
    )
    assert ["at-least-once" in each.message or "exactly-once" in each.message for each in checker.check(lossy)]
    assert problems(BEST_EFFORT)


def test_the_types_of_the_layers() -> None:
    checker = refs.Checker(installed_catalogue())
    assert str(
        checker.type_of(refs.Parameterized(refs.Primitive(MEMBERSHIP, 1), (("scope", refs.ValueArgument("x")),)))
    )
    kind = checker.type_of(ordered("x"))
    promised = "endpoint{ in send(int); out receive(int); provides reliability(atomic, virtually synchronous) }"
    assert kind == parse_type(f"object{{ channel: {promised} }}")
