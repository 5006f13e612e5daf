# SPDX-License-Identifier: BSD-3-Clause
"""The desktop itself, without a window: what all copies agree on, undo, hostile values, processes."""

from __future__ import annotations

import asyncio
import math
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

import pytest

from app.runtime.activation import Node
from objects_library.desktops.desktop_2d.surface import Surface
from objects_library.replication.desktop.items import (
    LARGEST_DATA,
    LONGEST_TEXT,
    MOST,
    NOBODY,
    Item,
    Patch,
    Placement,
    wrong_item,
    wrong_placement,
)
from objects_library.replication.desktop.undo_history import UndoHistory
from objects_library.replication.replica import RefusedChangeError
from tests.objects_library.copies import Copy, open_copies, opened
from tests.objects_library.desktops.desks import desk, item, network_desk
from tests.objects_library.variables.test_variables import counter
from tests.objects_library.workers import Worker, workshop

A, B = (UUID(int=number) for number in (1, 2))


@pytest.fixture
async def copies(nodes: list[Node]) -> list[Copy]:
    return await open_copies(nodes, desk("plain"), "desktop")


def plain(thing: Item) -> dict[str, Any]:
    return {**vars(thing), "place": vars(thing.place)}


def patch(name: UUID, **more: Any) -> dict[str, Any]:
    empty = {"place": None, "layer": None, "group": None, "locked": None, "title": None, "text": None}
    return {"item": name, **empty, **more}


def place(x: float, y: float = 0.0, **more: float) -> dict[str, float]:
    return {"x": x, "y": y, "width": 100.0, "height": 60.0, "angle": 0.0, **more}


def things(copy: Copy) -> dict[UUID, Item]:
    found: dict[UUID, Item] = copy.body._desktop.things.items
    return found


async def same(copies: list[Copy], true: Any) -> None:
    for copy in copies:
        await copy.until(partial(lambda copy: true(things(copy)), copy))
    assert things(copies[0]) == things(copies[1])


async def test_both_see_what_is_put_changed_and_removed(copies: list[Copy]) -> None:
    ann, bob = copies
    ann.send("put", [plain(item(item=A, text="one")), plain(item("object", item=B, reference=[counter()]))])
    await same(copies, lambda found: len(found) == 2)
    bob.send("change", [patch(A, text="two", layer=7, group=B)])
    await same(copies, lambda found: found[A].text == "two")
    assert (things(ann)[A].layer, things(ann)[A].group) == (7, B)
    bob.send("remove", [A])
    await same(copies, lambda found: A not in found)
    late = await opened(ann.proxy._life.node, desk("plain"), "desktop")
    await late.until(lambda: late.all("items"))
    assert [each["item"] for each in late.last("items")] == [B]


async def test_what_is_locked_stays_until_it_is_unlocked(copies: list[Copy]) -> None:
    ann, bob = copies
    ann.send("put", [plain(item(item=A)), plain(item(item=B))])
    ann.send("change", [patch(A, locked=True)])
    await same(copies, lambda found: A in found and found[A].locked)
    bob.send("place", {"items": [A], "places": [place(50.0)], "done": True})
    await bob.until(lambda: "it is locked" in bob.all("refused"))
    bob.send("remove", [A])
    told = len(bob.all("items"))
    bob.send("place", {"items": [A, B], "places": [place(50.0), place(60.0)], "done": True})
    await same(copies, lambda found: found[B].place.x == 60)
    assert things(bob)[A].place.x == 0
    assert len(bob.all("items")) > told  # who moved it has to see that it has not moved
    assert [each["place"]["x"] for each in bob.last("items") if each["item"] == A] == [0]
    bob.send("change", [patch(A, locked=False)])
    bob.send("place", {"items": [A], "places": [place(50.0)], "done": True})
    await same(copies, lambda found: found[A].place.x == 50)


async def test_moves_are_said_sixty_times_a_second_at_most_and_the_last_always(copies: list[Copy]) -> None:
    ann, bob = copies
    ann.send("put", [plain(item(item=A))])
    await same(copies, lambda found: A in found)
    loop = asyncio.get_running_loop()
    started, before, number = loop.time(), len(bob.all("changed")), 0
    while loop.time() - started < 0.5:
        number += 1
        ann.send("place", {"items": [A], "places": [place(float(number))], "done": False})
        await asyncio.sleep(0.001)
    took = loop.time() - started
    await bob.until(lambda: things(bob)[A].place.x == number)
    assert len(bob.all("changed")) - before <= took * 60 + 2
    assert number > 100
    ann.send("place", {"items": [A], "places": [place(-1.0)], "done": True})
    await same(copies, lambda found: found[A].place.x == -1)
    ann.send("undo")  # all of it was one move
    await same(copies, lambda found: found[A].place.x == 0)


async def test_everyone_undoes_only_their_own(copies: list[Copy]) -> None:
    ann, bob = copies
    ann.send("put", [plain(item(item=A)), plain(item(item=B))])
    await same(copies, lambda found: len(found) == 2)
    ann.send("place", {"items": [A, B], "places": [place(10.0), place(10.0)], "done": True})
    bob.send("place", {"items": [B], "places": [place(20.0)], "done": True})
    await same(copies, lambda found: found[A].place.x == 10 and found[B].place.x == 20)
    ann.send("undo")  # what Bob has moved since then stays
    await same(copies, lambda found: found[A].place.x == 0)
    assert things(ann)[B].place.x == 20
    bob.send("undo")
    await same(copies, lambda found: found[B].place.x == 10)
    ann.send("redo")
    await same(copies, lambda found: found[A].place.x == 10)
    bob.send("remove", [A])
    await same(copies, lambda found: A not in found)
    bob.send("undo")
    await same(copies, lambda found: found.get(A) is not None and found[A].place.x == 10)
    await bob.receives("history", {"can_undo": False, "can_redo": True})
    bob.send("change", [patch(A, text="new")])
    await bob.receives("history", {"can_undo": True, "can_redo": False})


def test_hostile_things_are_refused_with_a_word() -> None:
    good = item()
    assert wrong_item(good) == ""
    for bad in (math.nan, math.inf, -math.inf, 1e300):
        for name in ("x", "y", "width", "height", "angle"):
            assert wrong_placement(replace(good.place, **{name: bad}))
    wrongs: list[dict[str, Any]] = [
        {"kind": "program"},
        {"kind": "object"},
        {"reference": [counter()]},
        {"text": "x" * (LONGEST_TEXT + 1)},
        {"title": "x" * 201},
        {"data": b"x" * (LARGEST_DATA + 1)},
        {"layer": 2**62},
    ]
    for wrong in wrongs:
        assert wrong_item(replace(good, **wrong)), wrong
        with pytest.raises(RefusedChangeError):
            Surface().apply([replace(good, **wrong)], [], [])


def test_a_desktop_does_not_grow_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    full = Surface(item() for _ in range(MOST))
    with pytest.raises(RefusedChangeError, match="holds 5,000 things"):
        full.apply([item()], [], [])
    monkeypatch.setattr(Surface, "heaviest", 1000)
    heavy = Surface()
    heavy.apply([item("file", item=A, data=b"x" * 900)], [], [])
    with pytest.raises(RefusedChangeError, match="together"):
        heavy.apply([item("file", data=b"x" * 900)], [], [])
    heavy.apply([], [], [A])
    heavy.apply([item("file", data=b"x" * 900)], [], [])
    with pytest.raises(RefusedChangeError, match="not there any more"):
        heavy.apply([], [Patch(B, text="x")], [])
    with pytest.raises(RefusedChangeError, match="nothing is to be changed"):
        heavy.apply([], [], [])


def test_history_is_bounded_and_joins_what_belongs_together() -> None:
    desk_ = Surface([item(item=A)])
    history: UndoHistory[Item, Patch] = UndoHistory()
    step = uuid4()
    for number in range(500):
        before = dict(desk_.items)
        done = desk_.apply([], [Patch(A, place=Placement(float(number), 0.0, 50.0, 50.0))], [])
        history.note(step if number > 300 else uuid4(), before, desk_, done)
    back = history.undo(desk_)
    assert back is not None
    assert back.patches[0].place == Placement(300.0, 0.0, 50.0, 50.0)
    desk_.apply([], back.patches, [])
    count = 0
    while (back := history.undo(desk_)) is not None:
        desk_.apply(*back)
        count += 1
    assert count == 99
    assert not history.can_undo
    assert history.can_redo


async def test_processes_agree_and_a_kill_loses_nothing(tmp_path: Path) -> None:
    async with workshop(tmp_path, network_desk()) as shop:
        ann, bob, dan = [await shop.start(name, "desktop") for name in ("Ann", "Bob", "Dan")]
        names = [UUID(int=number) for number in range(1, 11)]
        made = [_json(item(item=name)) for name in names]
        ann.send("desktop", "put", made)
        await bob.until(lambda: _places(bob).keys() == {str(name) for name in names})
        for number in range(60):
            for worker, half in ((ann, names[:7]), (bob, names[3:])):
                places = [place(float(number), float(index)) for index in range(len(half))]
                told = {"items": [f"uuid:{name}" for name in half], "places": places, "done": number == 59}
                worker.send("desktop", "place", told)
            await asyncio.sleep(0.005)
        for worker in (ann, bob, dan):
            await worker.until(partial(_all_at, worker, 59.0))
        await asyncio.sleep(0.1)
        ann.kill()
        bob.send("desktop", "place", {"items": [f"uuid:{names[0]}"], "places": [place(-5.0)], "done": True})
        await dan.until(lambda: _places(dan)[str(names[0])][0] == -5.0)
        late = await shop.start("Cid", "desktop")
        await late.until(lambda: _places(late) == _places(dan))


def _all_at(worker: Worker, x: float) -> bool:
    return {each for each, _ in _places(worker).values()} == {x}


def _json(thing: Item) -> dict[str, Any]:
    return {**plain(thing), "item": f"uuid:{thing.item}", "group": f"uuid:{NOBODY}", "data": "bytes:"}


def _places(worker: Worker) -> dict[str, tuple[float, float]]:
    """Where things are, by what a process has told."""
    found: dict[str, tuple[float, float]] = {}
    for _, event, value in list(worker.received):
        if event == "items":
            found = {each["item"]: (each["place"]["x"], each["place"]["y"]) for each in value}
        elif event == "changed":
            for each in value["put"]:
                found[each["item"]] = (each["place"]["x"], each["place"]["y"])
            for each in value["patches"]:
                if each["place"] is not None:
                    found[each["item"]] = (each["place"]["x"], each["place"]["y"])
            for name in value["removed"]:
                found.pop(name, None)
    return found
