# SPDX-License-Identifier: BSD-3-Clause
"""The Python binding of the engine, with real threads and sockets on loopback."""

from __future__ import annotations

import asyncio
import gc
import secrets
import sys
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from app.transport_native import (
    ClosedError,
    Faults,
    Policy,
    ScopeFailedError,
    ScopeSettings,
    SendBufferFullError,
    Slow,
    group_id,
)
from app.transport_native import engine as engine_module
from app.transport_native.batch import Batch
from app.transport_native.engine import Engine
from app.transport_native.view import Dissemination, MemberFlag
from tests.transport_native.conftest import MakeParties, Party


async def _flood(sender: Party, count: int, size: int = 1000) -> list[bytes]:
    messages = [index.to_bytes(8, "little") + bytes([index % 251]) * (size - 8) for index in range(count)]
    for message in messages:
        await sender.group.put(message)
    return messages


async def test_every_member_receives_in_order(make_parties: MakeParties) -> None:
    sender, *others = await make_parties(3)
    messages = await _flood(sender, 5000)
    for other in others:
        await other.until_received(5000)
        assert other.received == messages
    assert sender.received == []


async def test_an_unreliable_stream_goes_on_after_a_loss(make_parties: MakeParties) -> None:
    """What is lost stays lost, and nothing else does: a video does not stand still until the sender gives up."""
    policy = Policy(slow=Slow.DROP, reliable=False)
    sender, *others = await make_parties(3, policy=policy)
    for party in others:
        party.scope.set_faults(Faults(loss=0.05, seed=7))
    sent = []
    for number in range(1000):
        sent.append(number.to_bytes(8, "little") * 100)
        await sender.group.put(sent[-1])
        await asyncio.sleep(0.0005)
    for other in others:
        await other.until_received(850)
        assert len(other.received) < 1000
        assert other.received == [message for message in sent if message in set(other.received)]


async def test_the_shared_memory_path_is_chosen_by_itself(make_parties: MakeParties, private_directory: Path) -> None:
    parties = await make_parties(3, shared_directory=private_directory)
    view = parties[0].scope.view
    assert view is not None
    assert [region.dissemination for region in view.regions] == [Dissemination.SHARED_MEMORY]
    messages = await _flood(parties[1], 5000)
    await parties[0].until_received(5000)
    await parties[2].until_received(5000)
    assert parties[0].received == parties[2].received == messages
    stats = await parties[0].scope.stats()
    assert stats.io["ring_packets_in"] > 0
    for party in parties:
        await party.scope.close()
    assert list(private_directory.iterdir()) == []  # noqa: ASYNC240  a look at an empty directory


async def test_own_messages_are_delivered_on_request(make_parties: MakeParties) -> None:
    (alone,) = await make_parties(1, deliver_own=True)
    messages = await _flood(alone, 100)
    await alone.until_received(100)
    assert alone.received == messages


@pytest.mark.parametrize("shared", [False, True])
async def test_messages_of_every_size_arrive_whole(
    make_parties: MakeParties, private_directory: Path, shared: bool
) -> None:
    sender, other = await make_parties(2, shared_directory=private_directory if shared else None)
    sizes = [0, 1, 7, 511, 512, 513, 1463, 64999, 65000, 65001, 524288, 524289, 3_000_001]
    for size in sizes:
        await sender.group.put(secrets.token_bytes(min(size, 64)).ljust(size, b".")[:size])
    await other.until_received(len(sizes))
    assert [len(message) for message in other.received] == sizes


async def test_loss_is_repaired(make_parties: MakeParties) -> None:
    sender, other, third = await make_parties(3, segment_bytes=1472)
    for party in (other, third):
        party.scope.set_faults(Faults(loss=0.05, duplicate=0.02, jitter=0.001, seed=3))
    messages = await _flood(sender, 3000)
    await other.until_received(3000)
    await third.until_received(3000)
    assert other.received == third.received == messages
    stats = await other.scope.stats()
    assert stats.io["faults_dropped"] > 0
    assert stats.node["repairs_received"] > 0


async def test_without_multicast_nodes_of_a_host_find_each_other_and_say_so(
    make_parties: MakeParties, private_directory: Path
) -> None:
    parties = await make_parties(3, multicast=False, shared_directory=private_directory)
    view = parties[0].scope.view
    assert view is not None
    assert all(member.flags & MemberFlag.NO_MULTICAST for member in view.members)
    messages = await _flood(parties[0], 500)
    await parties[2].until_received(500)
    assert parties[2].received == messages


async def test_without_multicast_a_seed_is_asked_and_packets_fan_out(make_parties: MakeParties) -> None:
    name = f"test {secrets.token_hex(8)}"
    with Engine() as first, Engine() as second:
        first.attach()
        second.attach()
        one = first.open_scope(ScopeSettings(name=name, multicast=False))
        group_one = one.join("group")
        async with asyncio.timeout(20):
            view = await one.wait_for_view()
            seeds = ((view.own.address, view.own.port),)
            two = second.open_scope(ScopeSettings(name=name, multicast=False, seeds=seeds))
            group_two = two.join("group")
            party = Party(second, two, group_two)
            party.record()
            await group_one.wait_for_members(2)
            assert one.view is not None
            assert one.view.regions[0].dissemination == Dissemination.UNICAST
            await group_one.put(b"hello")
            await party.until_received(1)
        assert party.received == [b"hello"]


async def test_an_encrypted_scope_works_and_outsiders_receive_nothing(make_parties: MakeParties) -> None:
    key = secrets.token_bytes(32)
    sender, other = await make_parties(2, key=key)
    with Engine() as outside:
        outside.attach()
        scope = outside.open_scope(ScopeSettings(name=sender.scope.settings.name, key=secrets.token_bytes(32)))
        stranger = Party(outside, scope, scope.join("group"))
        stranger.record()
        messages = await _flood(sender, 1000)
        await other.until_received(1000)
        assert other.received == messages
        assert stranger.received == []
        stats = await scope.stats()
        assert stats.node["messages_delivered"] == 0
        assert sender.scope.view is not None
        assert len(sender.scope.view.members) == 2


async def test_batches_can_be_iterated_and_keep_the_memory_until_released(make_parties: MakeParties) -> None:
    sender, other = await make_parties(2)
    other.group.on_batch = None
    messages = await _flood(sender, 2000)
    got: list[bytes] = []
    async with asyncio.timeout(30):
        async for batch in other.group.batches():
            got.extend(bytes(message) for message in batch)
            assert set(batch.senders) == {sender.scope.view.own.number}  # type: ignore[union-attr]  # it has one
            if len(got) == len(messages):
                break
    assert got == messages


async def test_a_reader_that_does_not_read_slows_the_sender_and_loses_nothing(make_parties: MakeParties) -> None:
    sender, other = await make_parties(2, Policy(slow=Slow.THROTTLE), memory_budget=16 << 20)
    other.engine.detach()
    sent = 0
    try:
        for _ in range(200_000):
            sender.group.send(sent.to_bytes(8, "little") + bytes(992))
            sent += 1
    except SendBufferFullError:
        pass
    else:
        for _ in range(200_000):
            await asyncio.wait_for(sender.group.put(sent.to_bytes(8, "little") + bytes(992)), 0.5)
            sent += 1
    assert 1000 < sent < 200_000
    other.engine.attach()
    await other.until_received(sent, 60)
    assert [int.from_bytes(message[:8], "little") for message in other.received] == list(range(sent))


async def test_many_groups_are_told_apart(make_parties: MakeParties) -> None:
    sender, other = await make_parties(2)
    names = [f"group {index}" for index in range(200)]
    mine = [sender.scope.join(name) for name in names]
    theirs = [other.scope.join(name) for name in names]
    received: dict[int, list[bytes]] = {}
    done = asyncio.Event()

    def listen(index: int) -> Any:
        def keep(batch: Any) -> None:
            received.setdefault(index, []).extend(bytes(message) for message in batch)
            if len(received) == len(names):
                done.set()

        return keep

    for index, group in enumerate(theirs):
        group.on_batch = listen(index)
    async with asyncio.timeout(30):
        await mine[-1].wait_for_members(2)
        await theirs[-1].wait_for_members(2)
        sender.engine.send_many([group.number for group in mine], [name.encode() for name in names])
        await done.wait()
    assert received == {index: [name.encode()] for index, name in enumerate(names)}


async def test_a_left_group_delivers_nothing(make_parties: MakeParties) -> None:
    sender, other = await make_parties(2)
    names = [f"group {index}" for index in range(20)]
    mine = [sender.scope.join(name) for name in names]
    theirs = [other.scope.join(name) for name in names]
    async with asyncio.timeout(30):
        await mine[-1].wait_for_members(2)
        await theirs[-1].wait_for_members(2)
        other.engine.detach()  # so that messages wait while a group is left
        received: list[tuple[int, bytes]] = []
        done = asyncio.Event()
        for number in range(2000):
            await mine[number % 20].put(number.to_bytes(4, "little") + bytes(996))
        theirs[3].leave()

        def keep(batch: Any) -> None:
            with batch:
                received.extend(zip(batch.groups, (bytes(message[:4]) for message in batch), strict=True))
            if received[-1][1] == b"last":
                done.set()

        other.engine.on_batch = keep
        other.engine.attach()
        await mine[0].put(b"last")
        await done.wait()
    numbers = [group.number for group in theirs]
    for group, message in received[:-1]:
        assert numbers[int.from_bytes(message, "little") % 20] == group
    kept = [message for group, message in received if group != numbers[3]]
    assert len(kept) == 1901


async def test_who_cannot_read_a_ring_comes_again_over_the_network(private_directory: Path) -> None:
    settings = ScopeSettings(name=f"test {secrets.token_hex(8)}", shared_directory=private_directory)
    with Engine() as one, Engine() as other:
        one.attach()
        other.attach()
        first = one.open_scope(settings)
        await first.wait_for_view()
        for ring in private_directory.iterdir():  # noqa: ASYNC240  a look at a small directory
            ring.unlink()
        groups = [first.join("group"), other.open_scope(settings).join("group")]
        received = asyncio.Event()
        groups[1].on_batch = lambda _: received.set()
        async with asyncio.timeout(30):
            await first.wait_for_view(
                lambda view: [region.dissemination for region in view.regions] == [Dissemination.MULTICAST]
            )
            groups[0].send(b"hello")
            await received.wait()


async def test_others_are_reached_whose_groups_and_rings_differ(tmp_path: Path) -> None:
    """Two nodes share memory and a group of their own; a third one elsewhere is in the other group."""
    homes = [tmp_path / "here", tmp_path / "there"]
    for home in homes:
        home.mkdir(mode=0o700)
    name = f"test {secrets.token_hex(8)}"
    with Engine() as one, Engine() as other, Engine() as third:
        scopes = []
        for engine, home in ((one, homes[0]), (other, homes[1]), (third, homes[1])):
            engine.attach()
            scopes.append(engine.open_scope(ScopeSettings(name=name, shared_directory=home)))
        shared = [scope.join("shared") for scope in scopes]
        for scope in scopes[1:]:
            scope.join("more")
        received: list[set[bytes]] = [set(), set(), set()]
        everything = asyncio.Event()

        def keep(number: int, batch: Batch) -> None:
            received[number].update(bytes(message) for message in batch)
            if all(len(each) == 2 for each in received):
                everything.set()

        for number, group in enumerate(shared):
            group.on_batch = partial(keep, number)
        async with asyncio.timeout(30):
            for scope in scopes:
                await scope.wait_for_view(lambda view: len(view.members) == 3 and view.groups_in_scope == 2)
            for number, group in enumerate(shared):
                group.send(bytes([number]))
            await everything.wait()
    assert received == [{b"\1", b"\2"}, {b"\0", b"\2"}, {b"\0", b"\1"}]


async def test_leaving_is_seen_by_the_others(make_parties: MakeParties) -> None:
    first, second, third = await make_parties(3)
    await third.scope.close()
    async with asyncio.timeout(20):
        await first.scope.wait_for_view(lambda view: len(view.members) == 2)
        second.group.leave()
        await first.scope.wait_for_view(lambda view: len(view.members_of(first.group.number)) == 1)
    with pytest.raises(ClosedError):
        second.group.send(b"too late")


async def test_what_cannot_be_opened_says_what_to_do() -> None:
    with Engine() as engine:
        engine.attach()
        scope = engine.open_scope(ScopeSettings(name="nowhere", interface="no-such-device"))
        with pytest.raises(ScopeFailedError, match="no network interface no-such-device; choose another"):
            await asyncio.wait_for(scope.wait_for_view(), 10)
    with pytest.raises(ClosedError, match="make a new one"):
        engine.fileno()
    with pytest.raises(ValueError, match="32 bytes"):
        ScopeSettings(name="short", key=b"short")


async def test_a_closed_engine_leaves_messages_readable(make_parties: MakeParties) -> None:
    sender, other = await make_parties(2)
    kept: asyncio.Future[memoryview] = asyncio.get_running_loop().create_future()
    other.group.on_batch = lambda batch: kept.set_result(batch.memory[batch.offsets[0] : batch.offsets[0] + 5])
    await sender.group.put(b"hello" * 200)
    message = await asyncio.wait_for(kept, 10)
    other.engine.close()
    gc.collect()
    assert len(bytes(message)) == 5  # whatever is there now, looking is safe


_ENDS_WITHOUT_CLOSING = """
import asyncio, sys
from app.transport_native import ScopeSettings
from app.transport_native.engine import Engine

async def main():
    global engines, batches  # alive until the interpreter takes its modules apart
    engines, batches = [], []
    for _ in range(2):
        engine = Engine()
        engine.attach()
        engine.on_batch = batches.append
        engines.append((engine, engine.open_scope(ScopeSettings(name=sys.argv[1])).join("group")))
    for _, group in engines:
        await group.wait_for_members(2)
    while len(batches) < 3:
        await engines[0][1].put(bytes(10))
        await asyncio.sleep(0.001)

asyncio.run(main())
"""


async def test_a_program_may_end_without_closing() -> None:
    for _ in range(3):
        process = await asyncio.create_subprocess_exec(
            *[sys.executable, "-c", _ENDS_WITHOUT_CLOSING, f"test {secrets.token_hex(8)}"],
            stderr=asyncio.subprocess.PIPE,
        )
        _, output = await process.communicate()
        assert (process.returncode, output) == (0, b"")


def test_group_ids_are_stable() -> None:
    assert group_id("a") == group_id("a") != group_id("b")
    assert len(group_id("a")) == 16
    with pytest.raises(ValueError, match="16 bytes"):
        group_id(b"short")


async def test_a_view_callback_may_close_the_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    engine = Engine()
    scope = engine.open_scope(ScopeSettings(name=f"test {secrets.token_hex(8)}"))
    ended, taken_after = asyncio.Event(), []
    take = engine_module._take

    def watched(handle: Any, most: int) -> int:
        if ended.is_set():
            taken_after.append(handle)
            return 0
        return int(take(handle, most))

    def close(_: object) -> None:
        engine.close()
        ended.set()

    monkeypatch.setattr(engine_module, "_take", watched)
    scope.on_view = close
    engine.attach()
    await asyncio.wait_for(ended.wait(), 30)
    await asyncio.sleep(0)
    assert scope.closed
    assert not taken_after  # its memory is gone
