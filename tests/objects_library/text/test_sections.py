# SPDX-License-Identifier: BSD-3-Clause
"""Locked sections: the order decides whose edits count, and death or silence unlocks."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from typing import Any
from uuid import UUID, uuid4

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.runtime.activation import Node
from objects_library.installed import installed_catalogue
from objects_library.replication.replica import RefusedChangeError
from objects_library.replication.text.document import SpliceExtent, TextDocument, moved
from objects_library.replication.text.sections import SectionedMachine
from tests.objects_library.copies import live
from tests.objects_library.text.pages import Page, breathe, open_page, sectioned_text

CATALOGUE = installed_catalogue()


@pytest.fixture
async def nodes() -> AsyncIterator[list[Node]]:
    async with AsyncExitStack() as stack:
        yield [await stack.enter_async_context(Node(CATALOGUE, name=name)) for name in ("Ann", "Bob", "Cid")]


async def pages(nodes: list[Node], text: str = "one two three", **values: Any) -> list[Page]:
    made = [await open_page(node, sectioned_text(**values)) for node in nodes]
    await live(*made)
    made[0].edit(0, 0, text)
    for page in made:
        await page.reads(text)
    return made


def lock(page: Page, start: int, end: int) -> UUID:
    name = uuid4()
    page.sections.send("lock", {"section": name, "start": start, "end": end})
    return name


async def sees(page: Page, *wanted: tuple[str, int, int]) -> None:
    def seen() -> list[tuple[str, int, int]]:
        return [(each["holder"], each["start"], each["end"]) for each in page.sections.last("locked")]

    await page.sections.until(lambda: page.sections.all("locked") and seen() == list(wanted))


async def test_what_one_has_locked_others_cannot_change(nodes: list[Node]) -> None:
    ann, bob, cid = await pages(nodes)
    lock(ann, 4, 7)
    for page in (ann, bob, cid):
        await sees(page, ("Ann", 4, 7))
    bob.edit(5, 0, "x")
    bob.edit(0, 13, "")
    await bob.until(lambda: len(bob.all("refused")) == 2)
    assert bob.last("refused") == {"reason": "Ann has locked this section", "lost": ""}
    bob.edit(0, 3, "1")
    ann.edit(6, 0, "!")
    for page in (ann, bob, cid):
        await page.reads("1 tw!o three")
    assert ann.text == bob.text == cid.text


async def test_at_its_edges_others_write_outside_and_the_owner_inside(nodes: list[Node]) -> None:
    ann, bob, _ = await pages(nodes)
    lock(ann, 4, 7)
    await sees(bob, ("Ann", 4, 7))
    bob.edit(7, 0, "B")
    await sees(ann, ("Ann", 4, 7))
    bob.edit(4, 0, "b")
    await sees(ann, ("Ann", 5, 8))
    ann.edit(8, 0, "A")
    await sees(bob, ("Ann", 5, 9))
    await bob.reads("one btwoAB three")


async def test_an_edit_that_was_on_its_way_is_taken_back_and_its_text_given_back(nodes: list[Node]) -> None:
    ann, bob, cid = await pages(nodes)
    lock(ann, 4, 7)  # the order has it before what Bob types right now
    bob.edit(5, 0, "late")
    bob.edit(0, 0, "also ")
    assert bob.text in ("one two three", "also one tlatewo three")
    await bob.until(lambda: bob.all("refused"))
    assert bob.last("refused")["reason"] == "Ann has locked this section"
    assert bob.last("refused")["lost"] == "latealso "
    for page in (ann, bob, cid):
        await page.reads("one two three")
    bob.edit(0, 0, "again ")  # and it goes on
    for page in (ann, bob, cid):
        await page.reads("again one two three")


async def test_the_first_to_lock_gets_it(nodes: list[Node]) -> None:
    ann, bob, _ = await pages(nodes)
    lock(ann, 0, 7)
    name = lock(bob, 4, 13)
    await bob.sections.receives("denied", {"section": name, "reason": "Ann has locked a part of it already"})
    other = lock(bob, 8, 13)
    await sees(ann, ("Ann", 0, 7), ("Bob", 8, 13))
    ann.sections.send("unlock", other)
    await ann.sections.receives("denied", {"section": other, "reason": "only its owner can unlock a section"})
    bob.sections.send("unlock", other)
    await sees(ann, ("Ann", 0, 7))
    empty = lock(bob, 9, 9)
    await bob.sections.receives("denied", {"section": empty, "reason": "there is nothing to lock"})


async def test_a_section_is_locked_where_it_was_meant_though_others_edit_meanwhile(nodes: list[Node]) -> None:
    ann, bob, cid = await pages(nodes)
    bob.edit(0, 0, ">>> ")
    ann.edit(0, 3, "")
    lock(ann, 1, 4)  # of the text as Ann has it: "two"
    await cid.sections.until(lambda: cid.sections.last("locked"))
    (section,) = cid.sections.last("locked")
    assert cid.text[section["start"] : section["end"]] == "two"


@pytest.mark.parametrize("way", ["closed", "silent"])
async def test_death_and_silence_unlock(nodes: list[Node], way: str) -> None:
    ann, bob, cid = await pages(nodes, lease=0.3)
    lock(ann, 0, 13)
    await sees(bob, ("Ann", 0, 13))
    await sees(cid, ("Ann", 0, 13))
    if way == "closed":
        ann.proxy.close()
    else:
        ann.body._replica.send = lambda change: None
    await sees(bob)
    bob.edit(1, 0, "x")
    await cid.reads("oxne two three")


async def test_newcomers_know_what_is_locked(nodes: list[Node]) -> None:
    ann, bob, _ = await pages(nodes)
    lock(ann, 0, 3)
    await sees(bob, ("Ann", 0, 3))
    late = await open_page(nodes[2], sectioned_text())
    await late.reads("one two three")
    await sees(late, ("Ann", 0, 3))
    late.edit(1, 0, "x")
    await late.until(lambda: late.all("refused"))


async def test_undo_and_people_work_here_too(nodes: list[Node]) -> None:
    ann, bob, _ = await pages(nodes)
    bob.edit(0, 4, "")
    await ann.reads("two three")
    bob.send("select", {"start": 1, "end": 2})
    await ann.until(lambda: ann.last("people"))
    assert [person["name"] for person in ann.last("people")] == ["Bob"]
    bob.send("undo")
    await ann.reads("one two three")


async def test_nobody_can_take_part_in_the_name_of_an_edit_on_its_way(nodes: list[Node]) -> None:
    ann, bob, _ = await pages(nodes)
    bob.body._heartbeat.send("edit", update=b"\x00\x00", epoch=ann.body._epoch)
    bob.body._heartbeat.send("lock", start=0, end=3)
    bob.edit(0, 0, "!")
    await ann.reads("!one two three")
    assert ann.body._replica.refusals == 1


steps = st.tuples(st.integers(0, 2), st.integers(0, 12), st.integers(0, 6), st.text("ab", max_size=2))
KINDS = st.sampled_from(["edit", "edit", "edit", "lock", "unlock", "undo", "pause", "join"])


@settings(max_examples=40, deadline=None, derandomize=True)
@given(actions=st.lists(st.tuples(KINDS, steps), max_size=30))
def test_all_copies_agree_on_text_and_sections(actions: list[tuple[str, tuple[int, int, int, str]]]) -> None:
    asyncio.run(_play(actions))


async def _play(actions: list[tuple[str, tuple[int, int, int, str]]]) -> None:
    names: list[tuple[Page, UUID]] = []
    async with Node(CATALOGUE, name="Ann") as node, Node(CATALOGUE, name="Bob") as other:
        made = await pages([node, other], "0123456789")
        for kind, (who, at, length, insert) in actions:
            page = made[who % len(made)]
            place = min(at, len(page.text))
            if kind == "edit":
                page.edit(place, min(length, len(page.text) - place), insert)
            elif kind == "lock":
                names.append((page, lock(page, place, place + length)))
            elif kind == "unlock" and names:
                owner, name = names.pop()
                owner.sections.send("unlock", name)
            elif kind == "undo":
                page.send("undo")
            elif kind == "pause":
                await asyncio.sleep(0)
            elif kind == "join" and len(made) < 4:
                made.append(await open_page(node, sectioned_text()))
        await live(*made)
        for _ in range(5):
            await breathe()
        states = [page.body._machine.state() for page in made]
        for page, state in zip(made, states, strict=True):
            assert page.text == page.body._machine.document.text == made[0].text
            assert {**state, "update": b""} == {**states[0], "update": b""}


@given(place=st.integers(0, 9), at=st.integers(0, 9), delete=st.integers(0, 9), insert=st.integers(0, 3))
def test_where_a_place_moves(place: int, at: int, delete: int, insert: int) -> None:
    text = [f"{number}" for number in range(20)]
    marked = [*text[:place], "|", *text[place:]]
    cut = SpliceExtent(at, delete, insert)
    gone = [index for index, char in enumerate(marked) if char != "|"][at : at + delete]
    kept = [char for index, char in enumerate(marked) if index not in gone]
    base = kept.index("|")
    new = moved(place, [cut])
    assert new == (base + insert if at < base else base)


def test_places_of_long_ago_are_refused() -> None:
    machine, author, me = SectionedMachine(), TextDocument(), uuid4()
    here = {"kind": "here", "by": me, "whom": None, "name": "n", "place": None, "beats": 0}
    machine.apply_membership(here)
    for _ in range(1001):
        machine.edit(me, author.edit(0, 0, "x"))
    with pytest.raises(RefusedChangeError, match="changed too much"):
        machine.claim(me, uuid4(), 0, 1, 0)
    with pytest.raises(RefusedChangeError, match="changed too much"):
        machine.claim(me, uuid4(), 0, 1, 5000)
    machine.claim(me, uuid4(), 0, 1, 1)
