# SPDX-License-Identifier: BSD-3-Clause
"""The hybrid object: two channels joined by a tunnel act as one."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from app.runtime.activation import Node
from app.runtime.references import read
from objects_library.installed import installed_catalogue
from objects_library.protocols.tunnel.proxy import _Echoes
from tests.objects_library.members import Member, count

GALLERY = Path(__file__).resolve().parents[3] / "liveobject_files"


@pytest.fixture
async def node() -> AsyncIterator[Node]:
    async with Node(installed_catalogue()) as made:
        yield made


async def take_part(node: Node, name: str) -> Member:
    proxy = await node.dereference(read(GALLERY / f"{name}.liveobject").reference)
    return Member(node, proxy, "channel", "receive")


async def test_all_hear_everything_once(node: Node) -> None:
    between = await take_part(node, "hybrid_multicast")
    in_x = [await take_part(node, "hybrid_multicast_lan_x") for _ in range(2)]
    in_y = await take_part(node, "hybrid_multicast_lan_y")
    members = [between, *in_x, in_y]
    for number, member in enumerate(members):
        for repeat in range(20):
            member.send("send", f"{number} {repeat}")
            member.send("send", "the same")
    wanted = sorted([f"{number} {repeat}" for number in range(4) for repeat in range(20)] + ["the same"] * 80)
    for member in members:
        assert sorted(await member.receives(count(160))) == wanted
    for _ in range(10):
        await asyncio.sleep(0)
    assert [len(member.received) for member in members] == [160] * 4


async def test_each_senders_words_keep_their_order(node: Node) -> None:
    between = await take_part(node, "hybrid_multicast")
    in_x, in_y = (await take_part(node, "hybrid_multicast_lan_x"), await take_part(node, "hybrid_multicast_lan_y"))
    for repeat in range(30):
        in_x.send("send", f"x {repeat:02}")
        in_y.send("send", f"y {repeat:02}")
        await asyncio.sleep(0)
    for member in (between, in_x, in_y):
        received = await member.receives(count(60))
        for name in ("x", "y"):
            mine = [word for word in received if word.startswith(name)]
            assert mine == sorted(mine)


async def test_a_side_that_is_gone_leaves_the_other_whole(node: Node) -> None:
    reference = read(GALLERY / "hybrid_multicast.liveobject").reference
    proxy = await node.dereference(reference)
    between = Member(node, proxy, "channel", "receive")
    in_y = await take_part(node, "hybrid_multicast_lan_y")
    proxy.close()
    in_y.send("send", "alone")
    assert await in_y.receives(count(1)) == ["alone"]
    assert between.received == []


def test_echoes_are_counted_and_forgotten() -> None:
    echoes = _Echoes()
    echoes.expect(b"a")
    echoes.expect(b"a")
    assert [echoes.is_echo(b"a") for _ in range(3)] == [True, True, False]
    for number in range(5000):
        echoes.expect(str(number).encode())
    assert not echoes.is_echo(b"0")
    assert echoes.is_echo(b"4999")
