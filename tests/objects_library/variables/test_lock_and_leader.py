# SPDX-License-Identifier: BSD-3-Clause
"""Locks and leaders: one at a time, everyone sees who, and death or silence passes them on."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, suppress
from dataclasses import replace
from typing import Any
from uuid import UUID, uuid4

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.runtime.activation import Node
from app.runtime.references import Parameterized, Reference
from objects_library.installed import installed_catalogue
from objects_library.replication.membership import Membership
from objects_library.replication.mutual_exclusion import MutualExclusion
from objects_library.replication.replica import RefusedChangeError
from tests.objects_library.copies import Copy, live, local_channel, opened, replicated
from tests.objects_library.variables.test_variables import LEADER, LOCK

CATALOGUE = installed_catalogue()


def lock(name: str = "k", *, told: bool = True, **values: Any) -> Reference:
    """A lock; `told` says whether its channel tells who is connected to it."""
    return replicated(LOCK, _channel("Lock", name, told), **values)


def leader(name: str = "k", *, told: bool = True, **values: Any) -> Reference:
    return replicated(LEADER, _channel("Leader", name, told), **values)


def _channel(kind: str, name: str, told: bool) -> Reference:
    channel = local_channel(f"{kind}Change", f"{kind}State", name)
    assert isinstance(channel, Parameterized)
    return channel if told else replace(channel, as_type=f"AgreedChannel[{kind}Change, {kind}State]")


@pytest.fixture
async def nodes() -> AsyncIterator[list[Node]]:
    async with AsyncExitStack() as stack:
        yield [await stack.enter_async_context(Node(CATALOGUE, name=name)) for name in ("Ann", "Bob", "Cid")]


async def several(nodes: list[Node], reference: Reference, endpoint: str) -> list[Copy]:
    copies = []
    for node in nodes:
        copies.append(await opened(node, reference, endpoint))
        await live(*copies)
    return copies


def silence(copy: Copy) -> None:
    """Nothing that it says reaches anybody any more, as if its computer stood still."""
    copy.body._replica.send = lambda change: None


async def test_one_holds_it_and_the_others_wait_in_line(nodes: list[Node]) -> None:
    ann, bob, cid = await several(nodes, lock(), "lock")
    ann.send("acquire")
    await ann.receives("granted", 1)
    bob.send("acquire")
    cid.send("acquire")
    await cid.receives("state", {"holder": "Ann", "mine": False, "fence": 1, "waiting": 2})
    ann.send("release")
    await ann.receives("lost", 1)
    await bob.receives("granted", 2)
    await cid.receives("state", {"holder": "Bob", "mine": False, "fence": 2, "waiting": 1})
    cid.send("release")  # waits no longer
    bob.send("release")
    await ann.receives("state", {"holder": "", "mine": False, "fence": 2, "waiting": 0})
    assert cid.all("granted") == []


async def test_those_who_come_late_see_who_holds_it(nodes: list[Node]) -> None:
    (ann,) = await several(nodes[:1], lock(), "lock")
    ann.send("acquire")
    await ann.receives("granted", 1)
    bob = await opened(nodes[1], lock(), "lock")
    await bob.receives("state", {"holder": "Ann", "mine": False, "fence": 1, "waiting": 0})


@pytest.mark.parametrize("way", ["closed", "disconnected", "failed"])
async def test_whoever_goes_holds_it_no_more(nodes: list[Node], way: str) -> None:
    ann, bob, cid = await several(nodes, lock(lease=30.0), "lock")
    ann.send("acquire")
    await ann.receives("granted", 1)
    bob.send("acquire")
    await cid.receives("state", {"holder": "Ann", "mine": False, "fence": 1, "waiting": 1})
    if way == "closed":
        ann.proxy.close()
    elif way == "disconnected":
        ann.connection.close()
    else:
        silence(ann)  # it cannot say good-bye: the channel tells that it is gone
        ann.proxy.close()
    await bob.receives("granted", 2, patience=5)
    await cid.receives("state", {"holder": "Bob", "mine": False, "fence": 2, "waiting": 0}, patience=5)


@pytest.mark.parametrize("told", [True, False])
async def test_the_lock_of_one_who_falls_silent_passes_on(nodes: list[Node], told: bool) -> None:
    ann, bob, cid = await several(nodes, lock(told=told, lease=0.3), "lock")
    ann.send("acquire")
    await ann.receives("granted", 1)
    bob.send("acquire")
    await bob.receives("state", {"holder": "Ann", "mine": False, "fence": 1, "waiting": 1})
    silence(ann)
    await bob.receives("granted", 2)
    await ann.receives("lost", 1)  # it hears that it was given up, and its number is no longer the highest
    await cid.receives("state", {"holder": "Bob", "mine": False, "fence": 2, "waiting": 0})


async def test_one_hasty_clock_takes_no_lock_from_anybody(nodes: list[Node]) -> None:
    ann, bob, cid = await several(nodes, lock(lease=0.4), "lock")
    ann.send("acquire")
    await ann.receives("granted", 1)
    holder, heartbeat = bob.body._exclusion.holder, bob.body._heartbeat
    for _ in range(20):  # asks and doubts without waiting for anything
        beats = bob.body._exclusion.membership.parts[holder].beats
        heartbeat.send("miss", holder, beats=beats)
        heartbeat.send("doubt", holder, beats=beats)
        await asyncio.sleep(0.01)
    assert [copy.body._exclusion.holder for copy in (ann, bob, cid)] == [holder] * 3
    assert ann.all("lost") == []


async def test_a_lease_that_is_not_kept_ends_and_can_be_renewed(nodes: list[Node]) -> None:
    (ann, bob) = await several(nodes[:2], lock(lease=0.4, keep=False), "lock")
    ann.send("acquire")
    await ann.receives("granted", 1)
    clock = asyncio.get_running_loop().time
    began = clock()
    for _ in range(3):
        await asyncio.sleep(0.2)
        ann.send("renew")
    await bob.receives("state", {"holder": "", "mine": False, "fence": 1, "waiting": 0})
    assert clock() - began >= 0.95
    await ann.receives("lost", 1)


async def test_whoever_was_taken_for_gone_comes_back_and_can_hold_it_again(nodes: list[Node]) -> None:
    ann, bob, _ = await several(nodes, lock(lease=0.3), "lock")
    ann.send("acquire")
    await ann.receives("granted", 1)
    send = ann.body._replica.send
    silence(ann)
    await ann.receives("lost", 1)
    ann.body._replica.send = send
    ann.body._heartbeat.arrive()
    ann.send("acquire")
    await ann.receives("granted", 2)
    await bob.receives("state", {"holder": "Ann", "mine": False, "fence": 2, "waiting": 0})


async def test_the_one_who_has_been_here_longest_leads(nodes: list[Node]) -> None:
    ann, bob, cid = await several(nodes, leader(), "election")
    for copy in (ann, bob, cid):
        await copy.receives("leader", {"name": "Ann", "mine": copy is ann, "term": 1})
    ann.proxy.close()
    for copy in (bob, cid):
        await copy.receives("leader", {"name": "Bob", "mine": copy is bob, "term": 2})
    again = await opened(nodes[0], leader(), "election")
    await again.receives("leader", {"name": "Bob", "mine": False, "term": 2})
    bob.send("withdraw")
    await again.receives("leader", {"name": "Cid", "mine": False, "term": 3})
    bob.send("stand")
    cid.proxy.close()
    await again.receives("leader", {"name": "Ann", "mine": True, "term": 4})  # before Bob, who stood again later


async def test_nobody_who_only_watches_leads(nodes: list[Node]) -> None:
    # Whether one is a candidate is no part of the channel, so that both kinds meet in it.
    watcher = await opened(nodes[0], leader(candidate=False), "election")
    await live(watcher)
    assert watcher.last("leader") == {"name": "", "mine": False, "term": 0}
    other = await opened(nodes[1], leader(), "election")
    await watcher.receives("leader", {"name": "Bob", "mine": False, "term": 1})
    await other.receives("leader", {"name": "Bob", "mine": True, "term": 1})


@pytest.mark.parametrize("told", [True, False])
async def test_a_leader_that_falls_silent_is_replaced(nodes: list[Node], told: bool) -> None:
    ann, bob, cid = await several(nodes, leader(told=told, lease=0.3), "election")
    await cid.receives("leader", {"name": "Ann", "mine": False, "term": 1})
    silence(ann)
    for copy in (bob, cid):
        await copy.receives("leader", {"name": "Bob", "mine": copy is bob, "term": 2})


# The machine by itself.


def change(kind: str, by: UUID, whom: UUID | None = None, **more: Any) -> dict[str, Any]:
    return {"kind": kind, "by": by, "whom": whom, "name": "n", "place": None, "beats": 0, **more}


MEMBERS = [UUID(int=number) for number in range(1, 5)]
changes = st.builds(
    change,
    st.sampled_from(["here", "bye", "beat", "miss", "doubt", "gone", "acquire", "release", "nonsense"]),
    st.sampled_from(MEMBERS),
    st.sampled_from([None, *MEMBERS]),
    place=st.sampled_from([None, MEMBERS[0]]),
    beats=st.integers(0, 2),
)


@settings(max_examples=200, deadline=None, derandomize=True)
@given(said=st.lists(changes, max_size=60), cut=st.integers(0, 60))
def test_whatever_is_said_one_at_most_holds_it_and_numbers_only_grow(said: list[dict[str, Any]], cut: int) -> None:
    one, other = MutualExclusion(), MutualExclusion()
    for place, each in enumerate(said):
        if place == cut:
            other = MutualExclusion.of(one.state())
        before = (one.holder, one.fence)
        for tenure in (one, other) if place >= cut else (one,):
            with suppress(RefusedChangeError):
                tenure.apply(each)
        assert one.fence - before[1] == (one.holder is not None and (one.holder, one.fence) != before)
        assert one.holder not in one.queue
        assert {one.holder, *one.queue} - {None} <= one.membership.parts.keys()
        assert len(set(one.queue)) == len(one.queue)
    if cut < len(said):
        assert one.state() == other.state()


def membership(count: int) -> Membership:
    made = Membership()
    for member in MEMBERS[:count]:
        made.apply(change("here", member))
    return made


def test_most_of_the_others_must_doubt() -> None:
    a, b, c, d = MEMBERS
    made = membership(4)
    assert made.apply(change("doubt", b, a)) is None  # nobody has asked yet
    made.apply(change("miss", b, a))
    assert made.apply(change("doubt", b, a)) is None
    assert made.apply(change("doubt", b, a)) is None  # twice is once
    assert made.apply(change("doubt", a, a)) is None
    assert made.apply(change("doubt", c, a)) == a
    assert list(made.parts) == [b, c, d]


def test_a_sign_of_life_makes_doubts_void() -> None:
    a, b, c = MEMBERS[:3]
    made = membership(3)
    made.apply(change("miss", b, a))
    made.apply(change("doubt", b, a))
    made.apply(change("beat", a))
    assert made.apply(change("doubt", c, a)) is None
    assert made.apply(change("doubt", b, a, beats=1)) is None  # it must be asked again
    assert a in made.parts


def test_what_makes_no_sense_is_refused() -> None:
    made = membership(2)
    stranger = uuid4()
    for wrong in (
        change("beat", stranger),
        change("miss", MEMBERS[0], stranger),
        change("gone", MEMBERS[0], MEMBERS[1]),
        change("sing", MEMBERS[0], MEMBERS[1]),
        change("here", stranger, name="x" * 1000),
    ):
        with pytest.raises(RefusedChangeError):
            made.apply(wrong)
    for number in range(998):
        made.apply(change("here", UUID(int=100 + number)))
    with pytest.raises(RefusedChangeError, match="1000 are here already"):
        made.apply(change("here", stranger))
