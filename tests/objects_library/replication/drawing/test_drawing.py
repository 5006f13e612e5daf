# SPDX-License-Identifier: BSD-3-Clause
"""Drawings without a window: what all copies agree on, growing lines, undo, hostile values, processes."""

from __future__ import annotations

import math
from ast import literal_eval
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

import pytest

from app.runtime.activation import Node
from objects_library.documents.whiteboard.proxy import WhiteboardBoard
from objects_library.installed import installed_catalogue
from objects_library.maps.map.proxy import MapBoard
from objects_library.replication import presence_table
from objects_library.replication.drawing.presence import Pointing
from objects_library.replication.drawing.shapes import (
    LONGEST_TEXT,
    MOST_POINTS,
    Frame,
    Growth,
    Shape,
    ShapePatch,
    packed,
    unpacked,
    wrong_patch,
    wrong_shape,
)
from objects_library.replication.replica import RefusedChangeError
from objects_library.replication.shared_pointers import PointerMessage, PointerTable
from tests.objects_library.copies import Copy, eventually, live, open_copies, opened
from tests.objects_library.replication.drawing.boards import board, network_board, plain, shape
from tests.objects_library.workers import Worker, workshop

PLANE = WhiteboardBoard.plane
ME = UUID(int=7)


@pytest.fixture
async def copies(nodes: list[Node]) -> list[Copy]:
    return await open_copies(nodes, board("plain"), "drawing")


def known(copy: Copy) -> dict[UUID, Shape]:
    found: dict[UUID, Shape] = copy.body._board.items
    return found


def patch(name: UUID, **more: Any) -> dict[str, Any]:
    empty = dict.fromkeys(("place", "points", "colour", "width", "text", "note", "icon", "layer", "locked"))
    return {"item": name, **empty, **more}


async def test_what_one_draws_all_see_while_it_grows(copies: list[Copy]) -> None:
    ann, bob = copies
    line = shape(points=packed([(0.0, 0.0)]), done=False)
    ann.send("put", [plain(line)])
    await bob.until(lambda: line.item in known(bob))
    for number in range(1, 6):
        told = {"shape": line.item, "points": packed([(float(number), 2.0)]), "done": number == 5}
        ann.send("grow", told)
    await bob.until(lambda: line.item in known(bob) and known(bob)[line.item].done)
    seen = known(bob)[line.item]
    assert list(unpacked(seen.points)) == [0, 0, 1, 2, 2, 2, 3, 2, 4, 2, 5, 2]
    assert (seen.by, seen.layer) == ("Ann", 1)
    received = b"".join(told["points"] for told in bob.all("grown"))
    assert line.points + received == seen.points
    assert known(ann) == known(bob)
    ann.send("undo")
    await bob.until(lambda: not known(bob))
    assert ann.last("history") == {"can_undo": False, "can_redo": True}
    ann.send("redo")
    await bob.until(lambda: known(bob).get(line.item) == seen)


async def test_everyone_undoes_only_their_own(copies: list[Copy]) -> None:
    ann, bob = copies
    one, two = shape("rectangle"), shape("text", text="hello")
    ann.send("put", [plain(one)])
    bob.send("put", [plain(two)])
    await bob.until(lambda: len(known(bob)) == 2)
    bob.send("change", [patch(one.item, colour="red")])
    for x in (1.0, 2.0, 3.0):
        place = {"x": x, "y": 0.0, "across": 2.0, "down": 1.0}
        ann.send("place", {"shapes": [two.item], "places": [place], "done": x == 3.0})
    await bob.until(lambda: known(bob)[two.item].place.x == 3.0 and known(bob)[one.item].colour == "red")
    bob.send("undo")
    await bob.until(lambda: known(bob)[one.item].colour == "ink")
    assert known(bob)[two.item].place == Frame(3.0, 0.0, 2.0, 1.0)
    ann.send("undo")
    await bob.until(lambda: known(bob)[two.item].place.x == 0.0)
    bob.send("remove", [one.item])
    await ann.until(lambda: one.item not in known(ann))
    ann.send("undo")  # what Ann drew is not there any more
    await ann.until(lambda: "changed it since" in (ann.last("refused") or ""))
    bob.send("undo")
    await ann.until(lambda: one.item in known(ann))
    assert known(ann) == known(bob)


async def test_what_is_locked_stays(copies: list[Copy]) -> None:
    ann, bob = copies
    one = shape("ellipse")
    ann.send("put", [plain(one)])
    ann.send("change", [patch(one.item, locked=True)])
    await bob.until(lambda: one.item in known(bob) and known(bob)[one.item].locked)
    bob.send("remove", [one.item])
    await bob.until(lambda: bob.last("refused") == "it is locked")
    bob.send("change", [patch(one.item, locked=False)])
    bob.send("remove", [one.item])
    await ann.until(lambda: not known(ann))


async def test_newcomers_get_everything_and_who_points_where_is_kept_nowhere(copies: list[Copy]) -> None:
    ann, bob = copies
    shapes = [shape(kind) for kind in PLANE.kinds]
    ann.send("put", [plain(each) for each in shapes])
    ann.send("point", vars(Pointing(5.0, 6.0, False, 0.0, 0.0, 1.0)))
    await bob.until(lambda: bob.last("people") and len(known(bob)) == len(shapes))
    (person,) = bob.last("people")
    assert (person["name"], person["pointing"]["x"]) == ("Ann", 5.0)
    async with Node(installed_catalogue(), name="Cid") as third:
        cid = await opened(third, board("plain"), "drawing")
        await live(cid)
        await cid.until(lambda: cid.last("people"))  # those who are there say so
        assert list(known(cid).values()) == list(known(ann).values())
        assert "pointing" not in cid.body.give_state()
        cid.send("point", vars(Pointing(1.0, 1.0, True, 0.0, 0.0, 1.0)))
        await bob.until(lambda: len(bob.last("people")) == 2)
    await bob.until(lambda: [each["name"] for each in bob.last("people")] == ["Ann"])  # Cid said good-bye


def wrong_shapes() -> list[tuple[str, Shape]]:
    points = packed([(0.0, 0.0)])
    return [
        ("draw", shape("volcano")),
        ("pairs", shape(points=points[:-1])),
        ("at least one point", shape(points=b"")),
        ("at most 5,000 points", shape(points=points * (MOST_POINTS + 1))),
        ("finite", shape(points=packed([(math.nan, 0.0)]))),
        ("finite", shape(points=packed([(math.inf, 0.0)]))),
        ("finite", shape(points=packed([(2e7, 0.0)]))),
        ("too far", shape(place=Frame(1e8, 0.0))),
        ("too far", shape(place=Frame(math.nan, 0.0))),
        ("stretched", shape(place=Frame(0.0, 0.0, 0.0))),
        ("stretched", shape(place=Frame(0.0, 0.0, 1.0, -1.0))),
        ("colour", shape(colour="#ff0000")),
        ("wide", shape(width=0.0)),
        ("wide", shape(width=math.inf)),
        ("characters", shape(text="x" * (LONGEST_TEXT + 1))),
        ("note", shape(note="x" * (LONGEST_TEXT + 1))),
        ("sign", shape(icon="skull")),
        ("layer", shape(layer=2**60)),
        ("nobody's", shape(by="x" * 101)),
    ]


@pytest.mark.parametrize(("reason", "wrong"), wrong_shapes())
def test_what_makes_no_sense_is_refused(reason: str, wrong: Shape) -> None:
    assert reason in wrong_shape(wrong, PLANE)
    with pytest.raises(RefusedChangeError, match=reason):
        WhiteboardBoard().apply([wrong], [], [])
    assert not WhiteboardBoard([wrong]).items  # also as a state that somebody gives


def test_maps_end_at_the_poles() -> None:
    assert not wrong_shape(shape("marker", place=Frame(-179.0, 84.0)), MapBoard.plane)
    assert "far" in wrong_shape(shape("marker", place=Frame(181.0, 0.0)), MapBoard.plane)
    assert "far" in wrong_patch(ShapePatch(ME, place=Frame(0.0, 91.0)), MapBoard.plane)
    assert "draw" in wrong_shape(shape("pen"), MapBoard.plane)


def test_only_who_draws_a_line_draws_on(monkeypatch: pytest.MonkeyPatch) -> None:
    held = WhiteboardBoard()
    line = shape(owner=ME, done=False)
    held.apply([line, shape(owner=ME)], [], [])
    more = packed([(1.0, 1.0)])
    for reason, growth, by in (
        ("not there", Growth(uuid4(), more, False), ME),
        ("only who draws it", Growth(line.item, more, False), uuid4()),
        ("pairs", Growth(line.item, more[:3], False), ME),
        ("at most 5,000", Growth(line.item, more * MOST_POINTS, False), ME),
    ):
        with pytest.raises(RefusedChangeError, match=reason):
            held.grow(growth, by)
    with pytest.raises(RefusedChangeError, match="still being drawn"):
        held.apply([], [ShapePatch(line.item, points=more)], [])
    assert held.grow(Growth(line.item, more, True), ME).done
    with pytest.raises(RefusedChangeError, match="only who draws it"):
        held.grow(Growth(line.item, more, True), ME)
    monkeypatch.setattr(WhiteboardBoard, "most", 3)
    held.apply([shape()], [], [])
    with pytest.raises(RefusedChangeError, match="3 shapes already"):
        held.apply([shape()], [], [])
    monkeypatch.setattr(WhiteboardBoard, "heaviest", 80)
    with pytest.raises(RefusedChangeError, match="together at most"):
        held.apply([], [ShapePatch(line.item, text="x" * 100)], [])


async def test_hostile_changes_are_refused_by_all_alike(copies: list[Copy]) -> None:
    ann, bob = copies
    kept = shape()
    ann.send("put", [plain(kept)])
    await bob.until(lambda: kept.item in known(bob))
    nothing: dict[str, Any] = {
        "by": ME, "name": "Eve", "step": ME, "put": [], "grown": [], "patches": [], "removed": [],
        "word": "", "pointing": None,
    }  # fmt: skip
    nowhere = vars(Pointing(math.nan, 0.0, False, 0.0, 0.0, 1.0))
    growth = {"item": kept.item, "points": b"", "done": True}
    for wrong in (
        {},
        {"removed": [uuid4()]},
        {"put": [plain(kept)]},
        {"grown": [growth]},
        {"grown": [growth, growth]},
        {"grown": [growth], "removed": [kept.item]},
        {"word": "abracadabra"},
        {"word": "here"},
        {"word": "here", "pointing": nowhere},
    ):
        bob.body._replica.send(nothing | wrong)
    await eventually(lambda: ann.body._replica.refusals == bob.body._replica.refusals == 9)
    assert list(known(ann)) == list(known(bob)) == [kept.item]
    assert known(ann)[kept.item].points == kept.points


def test_those_who_are_silent_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    company = PointerTable()
    here = Pointing(0.0, 0.0, False, 0.0, 0.0, 1.0)
    assert company.update(PointerMessage(ME, "Ann", True, here, None))
    assert not company.update(PointerMessage(uuid4(), "x" * 101, True, here, None))
    monkeypatch.setattr(presence_table, "MOST", 1)
    assert not company.update(PointerMessage(uuid4(), "Bob", True, here, None))
    assert not company.expire()
    monkeypatch.setattr(presence_table, "_EXPIRY", -1.0)
    assert company.expire()
    assert company.all() == []


def _json(drawn: Shape) -> dict[str, Any]:
    return {
        **plain(drawn),
        "item": f"uuid:{drawn.item}",
        "owner": f"uuid:{drawn.owner}",
        "points": f"bytes:{drawn.points.hex()}",
    }


def _counts(worker: Worker) -> dict[str, int]:
    """How many bytes each shape has, by what a process has told."""
    found: dict[str, int] = {}
    for _, event, value in list(worker.received):
        if event == "shapes":
            found = {each["item"]: _size(each["points"]) for each in value}
        elif event == "changed":
            found |= {each["item"]: _size(each["points"]) for each in value["put"]}
            for name in value["removed"]:
                found.pop(name, None)
        elif event == "grown":
            found[value["shape"]] += _size(value["points"])
    return found


def _size(points: str) -> int:
    return len(literal_eval(points))


async def test_processes_draw_at_once_and_a_kill_loses_nothing(tmp_path: Path) -> None:
    async with workshop(tmp_path, network_board()) as shop:
        ann, bob, cid = [await shop.start(name, "drawing") for name in ("Ann", "Bob", "Cid")]
        lines = [shape(points=packed([(0.0, 0.0)]), done=False) for _ in range(3)]
        for worker, line in zip((ann, bob, cid), lines, strict=True):
            worker.send("drawing", "put", [_json(line)])
        more = f"bytes:{packed([(1.0, 1.0), (2.0, 2.0)]).hex()}"
        for number in range(20):
            for worker, line in zip((ann, bob, cid), lines, strict=True):
                told = {"shape": f"uuid:{line.item}", "points": more, "done": number == 19}
                worker.send("drawing", "grow", told)
        full = {str(line.item): 8 + 20 * 16 for line in lines}
        for worker in (ann, bob, cid):
            await worker.until(lambda worker=worker: _counts(worker) == full)  # type: ignore[misc]
        ann.kill()
        bob.send("drawing", "remove", [f"uuid:{lines[2].item}"])
        await cid.until(lambda: len(_counts(cid)) == 2)
        late = await shop.start("Dan", "drawing")
        await late.until(lambda: _counts(late) == _counts(cid))
