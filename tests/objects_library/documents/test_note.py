# SPDX-License-Identifier: BSD-3-Clause
"""Notes: what one writes all read, with looks; nothing is lost, whoever is cut off, killed or locked out."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

import pytest

from app.runtime.activation import Node
from objects_library.channels.native import scope_registry
from objects_library.documents.note import proxy as note_proxy
from objects_library.replication.text.rich_document import RichDocument, Step
from objects_library.replication.text.rich_text import RichText, TextRun
from tests.objects_library.copies import eventually, live, replicated, settled
from tests.objects_library.documents.notes import NOTE, NotePage, a_note, follow, open_note, step
from tests.objects_library.viewers import people
from tests.objects_library.workers import Worker, network_channel, workshop


@pytest.fixture
async def nodes() -> AsyncIterator[list[Node]]:
    async with people("Ann", "Bob", "Cid") as made:
        yield made


async def pages(nodes: list[Node], text: str = "", count: int = 2, **values: Any) -> list[NotePage]:
    reference = a_note(uuid4().hex, **values)
    made = [await open_note(node, reference) for node in nodes[:count]]
    await live(*made)
    if text:
        made[0].write(0, text)
        for page in made:
            await page.reads(text)
    return made


def lock(page: NotePage, start: int, end: int) -> UUID:
    name = uuid4()
    page.sections.send("lock", {"section": name, "start": start, "end": end})
    return name


async def sees(page: NotePage, *wanted: tuple[str, int, int]) -> None:
    def seen() -> list[tuple[str, int, int]]:
        return [(each["holder"], each["start"], each["end"]) for each in page.sections.last("locked")]

    await page.sections.until(lambda: page.sections.all("locked") and seen() == list(wanted))


def cut_off(page: NotePage) -> None:
    """As the channel says it to a minority; nothing comes in until `bring_home`."""
    page.body._replica.writable = False
    page.held = []  # type: ignore[attr-defined]
    page.body.apply_change = page.held.append  # type: ignore[attr-defined]


def bring_home(page: NotePage, other: NotePage) -> None:
    """As the channel does it: the state of the majority, then what follows."""
    del page.body.apply_change
    page.body._replica.writable = True
    page.body._replica._initialize(other.body.give_state())


async def test_what_one_writes_all_read_with_its_looks(nodes: list[Node]) -> None:
    ann, bob = await pages(nodes)
    ann.write(0, "Title\nText", block="h1")
    ann.change(step(6, restyle=4, bold="1", block=""), step(10, restyle=1, block="bullet", indent="1"))
    await bob.reads("Title\nText")
    await eventually(lambda: bob.note == ann.note)
    assert bob.looks() == [
        ("Title\n", {"block": "h1"}),
        ("Text", {"bold": "1"}),
        ("\n", {"block": "bullet", "indent": "1"}),
    ]
    late = await open_note(nodes[2], a_note("another"))
    assert late.text == ""
    assert [bob.all("changed")[0]["by"], bob.all("changed")[0]["echo"]] == ["Ann", False]
    assert ann.all("changed")[0]["echo"] is True


async def test_newcomers_get_all_of_it(nodes: list[Node]) -> None:
    ann, _ = await pages(nodes, "one\ntwo")
    ann.change(step(0, restyle=3, link="https://example.org"))
    lock(ann, 0, 3)
    await sees(ann, ("Ann", 0, 3))
    late = await open_note(nodes[2], replicated_like(ann))
    await live(late)
    await late.reads("one\ntwo")
    assert late.note == ann.note
    await sees(late, ("Ann", 0, 3))
    late.history.send("watch", True)
    await late.history.until(lambda: late.history.last("versions"))
    assert late.history.last("versions")[0]["people"] == ["Ann"]


def replicated_like(page: NotePage) -> Any:
    return page.proxy.reference


async def test_everyone_undoes_only_their_own(nodes: list[Node]) -> None:
    ann, bob = await pages(nodes, "ann ")
    bob.write(4, "bob")
    await ann.reads("ann bob")
    bob.change(step(0, restyle=3, bold="1"))
    await eventually(lambda: ann.note == bob.note and len(ann.looks()) == 2)
    ann.send("undo")
    await bob.reads("bob")
    ann.send("redo")
    await bob.reads("ann bob")
    bob.send("undo")
    await ann.until(lambda: len(ann.looks()) == 1)
    assert ann.text == "ann bob"


async def test_people_see_each_other(nodes: list[Node]) -> None:
    ann, bob = await pages(nodes, "hello")
    bob.send("select", {"start": 1, "end": 3})
    await ann.until(lambda: ann.last("people"))
    (person,) = ann.last("people")
    assert (person["name"], person["start"], person["end"]) == ("Bob", 1, 3)
    bob.proxy.close()
    await ann.receives("people", [])


async def test_what_makes_no_sense_is_refused(nodes: list[Node]) -> None:
    ann, bob = await pages(nodes, "abc")
    for wrong in (step(9), step(3, 1), step(0, insert="x", bold="very"), step(0, restyle=1, link="javascript:1")):
        ann.change(wrong)
    await ann.until(lambda: len(ann.all("refused")) == 4)
    change = {
        "kind": "edit", "by": uuid4(), "whom": None, "name": "Eve", "place": None, "beats": 0,
        "update": b"\x01\x02", "number": 1, "section": None, "start": 0, "end": 0, "revision": 0,
        "at": datetime.now(UTC), "versions": [],
    }  # fmt: skip
    good, _ = RichDocument().change([Step(0, insert="Eve")])
    before = [ann.body._replica.refusals, bob.body._replica.refusals]
    for part in (
        {},
        {"at": None, "update": good},
        {"name": "E" * 101, "update": good},
        {"kind": "sing"},
        {"kind": "past"},
    ):
        ann.body._replica.send({**change, **part})
    await eventually(lambda: ann.body._replica.refusals == before[0] + 5)
    await eventually(lambda: bob.body._replica.refusals == before[1] + 5)
    assert ann.text == bob.text == "abc"
    ann.body._replica.send({**change, "update": good})
    await bob.until(lambda: "Eve" in bob.text and "abc" in bob.text)


async def test_what_one_has_locked_others_cannot_change(nodes: list[Node]) -> None:
    ann, bob, cid = await pages(nodes, "one two three", 3)
    name = lock(ann, 4, 7)
    for page in (ann, bob, cid):
        await sees(page, ("Ann", 4, 7))
    bob.write(5, "x")
    bob.change(step(0, 13))
    bob.change(step(3, restyle=3, bold="1"))
    await bob.until(lambda: len(bob.all("refused")) == 3)
    assert bob.last("refused")["reason"] == "Ann has locked this section"
    bob.write(7, "!")
    ann.write(5, "_")
    await cid.reads("one t_wo! three")
    cid.sections.send("unlock", name)
    await cid.sections.receives("denied", {"section": name, "reason": "only its owner can unlock a section"})
    ann.sections.send("unlock", name)
    await sees(bob)
    bob.write(5, "+")
    await cid.reads("one t+_wo! three")


async def test_what_was_on_its_way_when_a_lock_came_is_not_lost(nodes: list[Node]) -> None:
    ann, bob, cid = await pages(nodes, "one two three", 3)
    lock(ann, 4, 7)  # the order has it before what Bob writes right now
    bob.write(5, "late")
    bob.write(0, "also ")
    for page in (ann, bob, cid):
        await page.reads("also one tlatewo three")
    assert not bob.all("refused")
    await sees(cid, ("Ann", 9, 16))
    await settled(nodes[0])
    bob.write(10, "x")
    await bob.until(lambda: bob.all("refused"))


async def test_whoever_knows_of_a_lock_is_refused_by_everyone(nodes: list[Node]) -> None:
    ann, bob = await pages(nodes, "one two three")
    lock(ann, 4, 7)
    await sees(bob, ("Ann", 4, 7))
    bob.body._check_locks = lambda steps: None  # a copy that does not care
    bob.write(5, "x")
    await bob.until(lambda: bob.all("refused"))
    assert bob.last("refused") == {"reason": "Ann has locked this section", "lost": "x"}
    await bob.reads("one two three")
    assert ann.text == "one two three"


async def test_what_is_written_while_cut_off_merges_afterwards(nodes: list[Node]) -> None:
    ann, bob, cid = await pages(nodes, "hello", 3)
    cut_off(ann)
    ann.write(5, " from Ann")
    ann.change(step(0, restyle=5, bold="1"))
    ann.send("undo")
    ann.change(step(0, 1, "H"))
    name = lock(ann, 0, 2)
    await ann.sections.until(lambda: ann.sections.all("denied"))
    assert ann.sections.last("denied")["section"] == name
    assert ann.text.startswith("Hello")
    bob.write(0, "Bob: ")
    lock(bob, 5, 10)
    await sees(cid, ("Bob", 5, 10))
    assert "Ann" not in cid.text
    bring_home(ann, bob)
    for page in (ann, bob, cid):
        await page.until(partial(lambda page: "Bob: H" in page.text and "from Ann" in page.text, page))
    await eventually(lambda: ann.note == bob.note == cid.note)
    assert not ann.body._unacknowledged
    ann.write(0, "again ")
    await cid.until(lambda: cid.text.startswith("again Bob"))


async def test_two_groups_that_began_apart_lose_nothing(nodes: list[Node]) -> None:
    ann, bob = await pages(nodes, "same ")
    cid = await open_note(nodes[2], a_note(uuid4().hex))  # as if it had begun the same note elsewhere
    await live(cid)
    cid.write(0, "other ")
    await settled(nodes[2])
    # Cid meets the others: it gets their state, and says what they lack.
    cid.body.take_state(ann.body.give_state())
    assert sorted(cid.text.split()) == ["other", "same"]
    assert cid.body._shown.missing_in(bob.body._machine.document)


async def test_an_edit_that_comes_too_early_is_said_again(nodes: list[Node]) -> None:
    ann, bob = await pages(nodes, "base")
    send, lost = ann.body._send_edit, []
    ann.body._send_edit = lambda *what: lost.append(what)
    ann.write(0, "1 ")  # the channel loses this one with those who had it
    ann.body._send_edit = send
    ann.write(0, "2 ")
    await bob.reads("2 1 base")
    assert lost
    assert ann.text == "2 1 base"


@pytest.mark.parametrize("alone", [True, False])
async def test_what_nobody_else_has_is_kept_on_disk(alone: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(note_proxy, "_UNTIL_KEPT", 0.0)
    monkeypatch.setattr(note_proxy, "_UNTIL_CLEARED", 0.0)
    reference = a_note(uuid4().hex, keep=True)
    async with people("Ann", "Bob") as (ann_node, bob_node):
        ann = await open_note(ann_node, reference)
        await live(ann)
        ann.write(0, "mine", bold="1")
        await eventually(lambda: ann.body._journal._logs and ann.body._journal._logs[0].has_checkpoint)
        ann.write(4, " and more")
        await eventually(lambda: not ann.body._journal._records)
        if not alone:
            bob = await open_note(bob_node, reference)
            await live(bob)
            await bob.reads("mine and more")
            await eventually(lambda: not ann.body._journal.active and not ann.body._journal._logs)
            bob.proxy.close()
            ann.proxy.close()
    await asyncio.sleep(0)
    await scope_registry.closed()
    async with people("Ann") as (node,):
        again = await open_note(node, reference)
        await live(again)
        if alone:
            await again.reads("mine and more")
            assert again.looks()[0] == ("mine", {"bold": "1"})
            again.history.send("watch", True)
            await again.history.until(lambda: again.history.last("versions"))
            assert again.history.last("versions")[-1]["added"] >= 4
        else:
            await settled(node)


def told(worker: Worker) -> str:
    """The note as a process heard of it."""
    note = RichText([TextRun("\n", {})])
    for endpoint, event, value in worker.received:
        if endpoint == "note" and event == "whole":
            note = RichText(TextRun(each["text"], each["look"]) for each in value)
        elif endpoint == "note" and event == "changed":
            follow(note, value["steps"])
    return note.text[:-1]


async def test_real_processes_write_at_once_and_one_is_killed(tmp_path: Path) -> None:
    reference = replicated(NOTE, network_channel("NoteChange", "NoteState"))
    async with workshop(tmp_path, reference) as shop:
        crew = [await shop.start(name, "note") for name in ("Ann", "Bob", "Cid")]
        for worker in crew:
            await worker.until(partial(lambda worker: "live" in worker.all("state"), worker))
        for number, worker in enumerate(crew):
            for turn in range(10):
                worker.send("note", "change", [step(0, insert=f"<{number}.{turn}>", bold="1")])
        wanted = {f"<{number}.{turn}>" for number in range(3) for turn in range(10)}
        for worker in crew:
            await worker.until(partial(lambda worker: all(each in told(worker) for each in wanted), worker))
        await crew[0].until(lambda: len({told(worker) for worker in crew}) == 1)
        crew[2].kill()
        crew[0].send("note", "change", [step(0, insert="after ")])
        await crew[1].until(lambda: told(crew[1]).startswith("after "))


async def test_a_process_that_is_killed_alone_has_it_again(tmp_path: Path) -> None:
    reference = replicated(NOTE, network_channel("NoteChange", "NoteState"))
    async with workshop(tmp_path, reference) as shop:
        ann = await shop.start("Ann", "note")
        await ann.until(lambda: "live" in ann.all("state"))
        ann.send("note", "change", [step(0, insert="nobody else has this")])
        await ann.until(lambda: told(ann) == "nobody else has this")
        kept = tmp_path / "home" / "data" / "channels"
        await eventually(lambda: kept.exists() and list(kept.glob("note-*/*.state")))
        ann.kill()
        again = await shop.start("Ann", "note")
        await again.until(lambda: told(again) == "nobody else has this")
