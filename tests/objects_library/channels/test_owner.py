# SPDX-License-Identifier: BSD-3-Clause
"""Scopes with an owner: who was removed hears nothing new, and nobody else misses anything."""

from __future__ import annotations

import secrets
from collections.abc import AsyncIterator, Callable, Iterable
from functools import partial
from pathlib import Path

import msgspec
import pytest

from app.runtime.library import encode
from app.runtime.references import Addressee
from app.runtime.trust import Identity, MemberListError
from app.runtime.trust.member_list import Right, new_member_list, write_member_list
from app.runtime.types import INT
from objects_library.channels.native.address import ChannelAddress, NotAChannelError
from objects_library.channels.native.admission import rights_in
from objects_library.channels.native.admission_messages import News
from objects_library.channels.native.replicated_group import _replicated_groups
from tests.objects_library.channels.company import (
    CHECKPOINTED,
    DURABLE,
    LATEST,
    ORDERED,
    RELIABLE,
    SYNCHRONOUS,
    channel,
    company,
    join,
    unique_scope,
)
from tests.objects_library.channels.document_process import DOCUMENT
from tests.objects_library.channels.household import Household, Visitor, household
from tests.objects_library.copies import eventually


@pytest.fixture
async def people(tmp_path: Path) -> AsyncIterator[Household]:
    async with household(tmp_path) as made:
        yield made


async def all_of(visitors: Iterable[Visitor], true: Callable[[Visitor], bool]) -> None:
    for each in visitors:
        await each.app.until(partial(true, each))


def person(visitor: Visitor, name: str = "") -> Addressee:
    return Addressee(visitor.admission.me, name)


@pytest.mark.parametrize(
    "kind", [RELIABLE, ORDERED, SYNCHRONOUS, LATEST], ids=["reliable", "ordered", "synchronous", "latest"]
)
async def test_who_is_removed_hears_nothing_new_and_the_others_everything(people: Household, kind: int) -> None:
    reference = people.owned(kind, "ann")
    ann, bob, eve = [await people.join(name, reference) for name in ("ann", "bob", "eve")]
    for each in (ann, bob, eve):
        await each.app.live(3)
    ann.app.send(1)
    await all_of((ann, bob, eve), lambda each: 1 in each.app.received)
    await ann.admission.remove([person(eve, "Eve")])
    await eve.app.until(lambda: eve.reason == "You were removed by ann")
    bob.app.send(2)
    await ann.app.until(lambda: 2 in ann.app.received)
    ann.app.send(3)
    await bob.app.until(lambda: {2, 3} <= set(bob.app.received))
    eve.app.send(666)
    bob.app.send(4)
    await ann.app.until(lambda: 4 in ann.app.received)
    assert set(eve.app.received) == {1}
    assert 666 not in ann.app.received + bob.app.received
    assert eve.app.conditions[-1]["state"] == "read-only"


@pytest.mark.parametrize("kind", [CHECKPOINTED, DURABLE], ids=["checkpointed", "durable"])
async def test_the_state_comes_along(people: Household, kind: int) -> None:
    reference = people.owned(kind, "ann", state="list[int]")
    ann, bob, eve = [await people.join(name, reference) for name in ("ann", "bob", "eve")]
    for each in (ann, bob, eve):
        await each.app.live(3)
    for number in range(10):
        (ann, bob, eve)[number % 3].app.send(number)
    await all_of((ann, bob, eve), lambda each: len(each.app.state) == 10)
    before = list(ann.app.state)
    await ann.admission.remove([person(eve)])
    bob.app.send(10)
    ann.app.send(11)
    await all_of((ann, bob), lambda each: len(each.app.state) == 12)
    assert ann.app.state == bob.app.state
    assert ann.app.state[:10] == before
    assert eve.app.state == before
    cid = await people.join("cid", reference)
    await cid.app.until(lambda: cid.reason.startswith("You are not among those whom ann lets in"))
    await ann.admission.admit([person(cid, "Cid")])
    await cid.app.until(lambda: cid.app.state == ann.app.state)


async def test_who_was_away_learns_of_it_from_any_other(people: Household) -> None:
    reference = people.owned(ORDERED, "ann")
    ann, bob, cid, eve = [await people.join(name, reference) for name in ("ann", "bob", "cid", "eve")]
    for each in (ann, bob, cid, eve):
        await each.app.live(4)
    removed = person(eve)
    await people.leave(cid)
    await people.leave(eve)
    await ann.admission.remove([removed])
    assert await ann.admission.caught_up(10)
    await people.leave(ann)
    cid = await people.join("cid", reference)  # the owner has met them before, and is not there now
    await cid.app.live(2)
    bob.app.send(7)
    await cid.app.until(lambda: 7 in cid.app.received)
    eve = await people.join("eve", reference)
    await eve.app.until(lambda: eve.reason == "You were removed by ann")


async def test_a_removed_one_can_be_let_in_again(people: Household) -> None:
    reference = people.owned(ORDERED, "ann")
    ann, eve = [await people.join(name, reference) for name in ("ann", "eve")]
    for each in (ann, eve):
        await each.app.live(2)
    await ann.admission.remove([person(eve)])
    await eve.app.until(lambda: eve.reason == "You were removed by ann")
    await ann.admission.admit([person(eve)])
    for each in (ann, eve):
        await each.app.live(2)
    ann.app.send(5)
    await eve.app.until(lambda: eve.app.received == [5])


async def test_only_the_owner_can(people: Household) -> None:
    reference = people.owned(ORDERED, "ann")
    ann, eve = [await people.join(name, reference) for name in ("ann", "eve")]
    for each in (ann, eve):
        await each.app.live(2)
    with pytest.raises(MemberListError, match="only ann can do this; ask them"):
        await eve.admission.remove([person(ann)])
    with pytest.raises(MemberListError, match="an owner cannot be removed"):
        await ann.admission.remove([person(ann)])
    place = ann.admission._address.place
    mallory = Identity.new()
    forged = new_member_list(place, mallory, None, [person(eve)], [person(ann)])
    pretended = msgspec.structs.replace(forged, owner=ann.admission.owner)
    elsewhere = new_member_list("00" * 32, people.identity("ann"), None, [person(eve)])
    for listed in (forged, pretended, elsewhere):
        eve.admission._member.send(msgspec.msgpack.encode(News(write_member_list(listed))))
    eve.admission._member.send(b"rubbish")
    await eventually(lambda: ann.admission.refused == 4)
    assert ann.admission.member_list is None
    assert not ann.admission.barred


async def test_an_old_roster_brings_nobody_back(people: Household) -> None:
    reference = people.owned(ORDERED, "ann")
    ann, eve = [await people.join(name, reference) for name in ("ann", "eve")]
    for each in (ann, eve):
        await each.app.live(2)
    with_eve = await ann.admission.admit([person(eve)])
    await eve.app.live(2)
    without = await ann.admission.remove([person(eve)])
    await eve.app.until(lambda: bool(eve.reason))
    assert without.epoch == with_eve.epoch + 1
    assert without.key_for(people.identity("ann")) != with_eve.key_for(people.identity("ann"))
    assert without.key_for(people.identity("eve")) is None
    eve.admission._member.send(msgspec.msgpack.encode(News(write_member_list(with_eve))))
    eve.admission._member.send(b"rubbish")  # comes after it
    await eventually(lambda: ann.admission.refused == 1)
    assert ann.admission.member_list == without


async def test_trouble_at_the_door_keeps_nobody_from_hearing_of_it(people: Household) -> None:
    """Who was removed once is at the door for good, and may keep others from hearing anything there."""
    reference = people.owned(ORDERED, "ann")
    ann, bob, eve = [await people.join(name, reference) for name in ("ann", "bob", "eve")]
    for each in (ann, bob, eve):
        await each.app.live(3)
    bob.admission._member._listeners.clear()
    await ann.admission.remove([person(eve)])
    ann.app.send(1)
    await bob.app.until(lambda: 1 in bob.app.received)
    assert eve.app.received == []
    bob.admission._member.attach(bob.admission)


async def test_channels_with_and_without_an_owner_never_meet(people: Household) -> None:
    scope, key = unique_scope(), secrets.token_hex(32)
    owner = people.identity("ann").public
    ann = await people.join("ann", channel(ORDERED, scope=scope, key=key, owner=owner))
    async with company(1) as (node,):
        other = await join(node, channel(ORDERED, scope=scope, key=key))
        await other.live(1)
        await ann.app.live(1)


@pytest.mark.parametrize(
    ("key", "owner", "why"),
    [("", "aa" * 32, "needs a key"), ("bb" * 32, "ann", "not a public key")],
    ids=["key", "owner"],
)
def test_an_owner_without_a_key_is_refused(key: str, owner: str, why: str) -> None:
    with pytest.raises(NotAChannelError, match=why):
        ChannelAddress("a place", key=key, owner=owner).settings()


@pytest.mark.parametrize("kind", [RELIABLE, CHECKPOINTED, DOCUMENT], ids=["reliable", "checkpointed", "document"])
async def test_who_may_only_look_sees_everything_and_sends_nothing(people: Household, kind: int) -> None:
    reference = people.owned(kind, "ann", state=None if kind == RELIABLE else "list[int]")
    ann, bob = [await people.join(name, reference) for name in ("ann", "bob")]
    for each in (ann, bob):
        await each.app.live(2)
    assert rights_in(ann.admission.place)(bob.admission.me) is Right.EDIT
    await ann.admission.give_rights({person(bob, "Bob"): Right.VIEW})
    await bob.app.until(lambda: bob.reason == "You may look at it; ann can let you edit")
    assert bob.app.conditions[-1]["writable"] is False
    rights = [rights_in(each.admission.place)(bob.admission.me) for each in (ann, bob)]
    assert rights == [Right.VIEW, Right.VIEW]
    bob.app.send(666)
    ann.app.send(1)
    await bob.app.until(lambda: 1 in bob.app.received)
    await ann.admission.give_rights({person(bob): Right.EDIT})
    await bob.app.live(2)
    bob.app.send(2)
    await ann.app.until(lambda: 2 in ann.app.received)
    assert 666 not in ann.app.received + bob.app.received


async def test_exactly_those_are_in_whom_the_owner_names(people: Household) -> None:
    reference = people.owned(ORDERED, "ann")
    ann, bob, eve = [await people.join(name, reference) for name in ("ann", "bob", "eve")]
    for each in (ann, bob, eve):
        await each.app.live(3)
    await ann.admission.restrict([person(bob, "Bob")])
    await eve.app.until(lambda: eve.reason.startswith("You are not among those whom ann lets in"))
    await ann.admission.restrict([person(eve, "Eve")])
    await bob.app.until(lambda: bob.reason == "You were removed by ann")
    await eve.app.live(2)


async def test_a_change_of_who_may_only_look_is_refused_by_every_copy(people: Household) -> None:
    reference = people.owned(DOCUMENT, "ann", state="list[int]")
    ann, bob, eve = [await people.join(name, reference) for name in ("ann", "bob", "eve")]
    for each in (ann, bob, eve):
        await each.app.live(3)
    eve.app.send(1)
    await all_of((ann, bob, eve), lambda each: each.app.state == [1])
    await ann.admission.give_rights({person(eve, "Eve"): Right.VIEW, person(bob, "Bob"): Right.COMMENT})
    await all_of((bob, eve), lambda each: each.reason.startswith("You may "))
    await ann.app.until(lambda: ann.app.conditions[-1]["state"] == "live")
    (group,) = [each for key, each in _replicated_groups.items() if key[1] == eve.admission.place]
    group.submit(encode(INT, 666))  # a program that does not ask whether it may
    await eventually(lambda: group.replica.refused_frames == 1)  # nothing orders the messages of two members
    ann.app.send(2)
    await all_of((ann, bob, eve), lambda each: each.app.state == [1, 2])
    assert group.replica.refused_frames == 1
    await ann.admission.give_rights({person(bob): Right.EDIT})
    await bob.app.until(lambda: bob.app.conditions[-1]["state"] == "live")
    bob.app.send(3)
    await all_of((ann, bob, eve), lambda each: each.app.state == [1, 2, 3])
