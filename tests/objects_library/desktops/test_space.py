# SPDX-License-Identifier: BSD-3-Clause
"""The space itself, without a window: what all copies agree on, undo, visitors, hostile values, processes."""

from __future__ import annotations

import base64
import math
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest

from app.runtime.activation import Node
from app.runtime.references import Composite
from objects_library.desktops.desktop_3d.contents import InitialThing, first_things
from objects_library.desktops.desktop_3d.things import (
    FARTHEST,
    LARGEST_DATA,
    LONGEST_TEXT,
    MOST,
    Patch,
    Space,
    Thing,
    Transform,
    wrong_thing,
    wrong_transform,
)
from objects_library.desktops.desktop_3d.visitors import Visitor, Visitors
from objects_library.replication import presence_table
from objects_library.replication.replica import RefusedChangeError
from tests.objects_library.copies import Copy, open_copies
from tests.objects_library.desktops.spaces import network_space, patch, plain, space, stream, thing
from tests.objects_library.variables.test_variables import counter
from tests.objects_library.workers import Worker, workshop

A, B = (UUID(int=number) for number in (1, 2))


@pytest.fixture
async def copies(nodes: list[Node]) -> list[Copy]:
    return await open_copies(nodes, space("plain"), "space")


def things(copy: Copy) -> dict[UUID, Thing]:
    found: dict[UUID, Thing] = copy.body._desktop.things.items
    return found


async def same(copies: list[Copy], true: Any) -> None:
    for copy in copies:
        await copy.until(partial(lambda copy: true(things(copy)), copy))
    assert things(copies[0]) == things(copies[1])


def at(x: float, **more: float) -> dict[str, float]:
    return {"x": x, "y": 0.0, "z": 0.0, "turn": 0.0, "tilt": 0.0, "size": 1.0, **more}


async def test_both_see_what_is_put_dressed_moved_and_removed(copies: list[Copy]) -> None:
    ann, bob = copies
    ann.send("put", [plain(thing(item=A)), plain(thing("object", item=B, reference=[counter()]))])
    await same(copies, lambda found: len(found) == 2)
    bob.send("change", [patch(A, texture=b"picture", stream=[stream()], follows="AB1", colour="#ff0000")])
    await same(copies, lambda found: found[A].follows == "AB1")
    assert things(ann)[A].texture == b"picture"
    bob.send("place", {"items": [A], "places": [at(5.0, y=3.0, turn=90.0)], "done": True})
    await same(copies, lambda found: found[A].place == Transform(5.0, 3.0, 0.0, 90.0))
    bob.send("remove", [A])
    await same(copies, lambda found: A not in found)


async def test_undo_is_of_each_alone_and_leaves_what_others_did(copies: list[Copy]) -> None:
    ann, bob = copies
    ann.send("put", [plain(thing(item=A))])
    await same(copies, lambda found: A in found)
    bob.send("place", {"items": [A], "places": [at(9.0)], "done": True})
    bob.send("change", [patch(A, title="Bob's")])
    await same(copies, lambda found: found[A].title == "Bob's")
    ann.send("change", [patch(A, title="Ann's")])
    await same(copies, lambda found: found[A].title == "Ann's")
    bob.send("undo")
    await bob.until(lambda: "others have changed it since then" in bob.all("refused"))
    bob.send("undo")
    await same(copies, lambda found: found[A].place.x == 0)
    assert things(ann)[A].title == "Ann's"
    bob.send("redo")
    await same(copies, lambda found: found[A].place.x == 9)


async def test_textures_and_streams_fit_on_models_only(copies: list[Copy]) -> None:
    ann, bob = copies
    ann.send("put", [plain(thing("label", item=A, text="Gate"))])
    await same(copies, lambda found: A in found)
    for wanted, reason in (
        ({"texture": b"x"}, "only a model can wear a picture"),
        ({"stream": [stream()]}, "only a model can follow a stream of coordinates"),
        ({"reference": [counter()]}, "only models, maps and surfaces show another object"),
    ):
        bob.send("change", [patch(A, **wanted)])
        await bob.until(partial(lambda reason: reason in bob.all("refused"), reason))
    assert things(bob)[A] == things(ann)[A]


async def test_others_see_from_where_one_looks_until_one_goes(copies: list[Copy]) -> None:
    ann, bob = copies
    ann.send("look", {"x": 1.0, "y": 2.0, "z": 3.0, "turn": 90.0, "pitch": -10.0})
    await bob.until(lambda: bob.last("visitors"))
    assert {key: bob.last("visitors")[0][key] for key in ("name", "x", "turn")} == {
        "name": "Ann", "x": 1.0, "turn": 90.0,
    }  # fmt: skip
    assert not ann.last("visitors")
    for number in range(50):
        ann.send("look", {"x": float(number), "y": 2.0, "z": 3.0, "turn": 0.0, "pitch": 0.0})
    await bob.until(lambda: bob.last("visitors")[0]["x"] == 49.0)
    assert len(bob.all("visitors")) < 20  # ten times a second, however fast somebody looks around
    ann.proxy.close()
    await bob.until(lambda: bob.last("visitors") == [])


def test_visitors_are_bounded_and_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    known = Visitors()
    assert not known.update(Visitor(A, "Ann", math.nan, 0, 0, 0, 0))
    assert not known.update(Visitor(A, "Ann", 1e9, 0, 0, 0, 0))
    assert not known.update(Visitor(A, "x" * 101, 0, 0, 0, 0, 0))
    monkeypatch.setattr(presence_table, "MOST", 1)
    assert known.update(Visitor(A, "Ann", 0, 0, 0, 0, 0))
    assert not known.update(Visitor(B, "Bob", 0, 0, 0, 0, 0))
    assert not known.expire()
    monkeypatch.setattr(presence_table, "_EXPIRY", -1)
    assert known.expire()
    assert known.all() == []


@pytest.mark.parametrize(
    ("wrong", "reason"),
    [
        ({"kind": "hologram"}, "nobody knows"),
        ({"text": "dragon"}, "there is no model 'dragon'"),
        ({"kind": "object"}, "one reference"),
        ({"kind": "stream"}, "one reference"),
        ({"kind": "picture", "text": ""}, "a map is a picture"),
        ({"kind": "picture", "text": "10,0,5,20"}, "a map is a picture"),
        ({"kind": "picture", "text": "0,0,nan,inf"}, "a map is a picture"),
        ({"reference": [counter(), counter()]}, "one object"),
        ({"data": b"x" * (LARGEST_DATA + 1)}, "at most 4 MB"),
        ({"texture": b"x" * (LARGEST_DATA + 1)}, "at most 4 MB"),
        ({"kind": "label", "text": "x" * (LONGEST_TEXT + 1)}, "at most 2,000 characters"),
        ({"title": "x" * 201}, "at most 200 characters"),
        ({"follows": "x" * 201}, "at most 200 characters"),
        ({"colour": "red"}, "written like"),
        ({"kind": "picture", "data": b"x", "texture": b"x"}, "only a model"),
        ({"place": Transform(math.nan, 0, 0)}, "finite"),
        ({"place": Transform(0, 2 * FARTHEST, 0)}, "too far away"),
        ({"place": Transform(0, 0, 0, size=0.0)}, "a size is between"),
        ({"place": Transform(0, 0, 0, turn=361)}, "full turn"),
    ],
)
def test_what_cannot_stand_there(wrong: dict[str, Any], reason: str) -> None:
    assert reason in wrong_thing(replace(thing(), **wrong))
    with pytest.raises(RefusedChangeError, match=r"."):
        Space().apply([replace(thing(), **wrong)], [], [])


def test_a_space_does_not_grow_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Space, "heaviest", 100)
    heavy = Space([thing(item=A)])
    with pytest.raises(RefusedChangeError, match="together at most"):
        heavy.apply([], [Patch(A, texture=b"x" * 101)], [])
    heavy.apply([], [Patch(A, texture=b"x" * 60)], [])
    with pytest.raises(RefusedChangeError, match="together at most"):
        heavy.apply([thing("picture", item=B, data=b"x" * 60)], [], [])
    heavy.apply([], [Patch(A, texture=b"")], [])
    heavy.apply([thing("picture", item=B, data=b"x" * 60)], [], [])
    monkeypatch.setattr(Space, "most", 2)
    with pytest.raises(RefusedChangeError, match="2 things already"):
        heavy.apply([thing()], [], [])
    assert MOST == 5_000
    assert not wrong_transform(Transform(1, 2, 3))


def test_what_it_begins_with_is_the_same_for_everyone() -> None:
    parts = Composite((("Counter", counter()), ("Flights", stream())))
    picture = base64.b64encode(b"a picture").decode()
    places = {
        "Counter": InitialThing(1, 2, y=3),
        "Flights": InitialThing(0, 0, kind="stream"),
        "Plane": InitialThing(4, 5, kind="model", text="aircraft", stream="Flights", follows="X"),
        "Map": InitialThing(0, 0, kind="picture", picture=picture, tilt=-90),
        "Sign": InitialThing(0, 0, kind="label", text="Hello"),
        "Dragon": InitialThing(0, 0, kind="model", text="dragon"),
        "Damaged": InitialThing(0, 0, kind="picture", picture="%"),
        "Nothing": InitialThing(0, 0),
    }
    found = {each.title or each.text: each for each in first_things(parts, places)}
    assert set(found) == {"Counter", "Flights", "Plane", "Map", "Hello"}
    assert found["Counter"].reference == [counter()]
    assert found["Flights"].stream == found["Plane"].stream == [stream()]
    assert found["Map"].data == b"a picture"
    again = first_things(Composite(parts.components[::-1]), dict(reversed(places.items())))
    assert again == first_things(parts, places)


async def test_processes_agree_and_a_newcomer_has_it_all(tmp_path: Path) -> None:
    async with workshop(tmp_path, network_space()) as shop:
        ann, bob, dan = [await shop.start(name, "space") for name in ("Ann", "Bob", "Dan")]
        ann.send("space", "put", [_json(thing(item=A)), _json(thing("label", item=B, text="Gate"))])
        await bob.until(lambda: len(_places(bob)) == 2)
        for number in range(20):
            bob.send("space", "place", {"items": [f"uuid:{A}"], "places": [at(float(number))], "done": False})
            ann.send("space", "place", {"items": [f"uuid:{B}"], "places": [at(-float(number))], "done": False})
        bob.send("space", "look", {"x": 7.0, "y": 1.0, "z": 0.0, "turn": 0.0, "pitch": 0.0})
        await ann.until(lambda: [each["x"] for each in ann.all("visitors")[-1:][0]] == [7.0])
        wanted = {str(A): 19.0, str(B): -19.0}
        for worker in (ann, bob, dan):
            await worker.until(partial(lambda worker: _places(worker) == wanted, worker))
        ann.kill()
        late = await shop.start("Cid", "space")
        await late.until(lambda: _places(late) == wanted)
        bob.send("space", "undo")
        await late.until(lambda: _places(late)[str(A)] == 0.0)


def _json(one: Thing) -> dict[str, Any]:
    return {**plain(one), "item": f"uuid:{one.item}", "data": "bytes:", "texture": "bytes:"}


def _places(worker: Worker) -> dict[str, float]:
    """Where things are, by what a process has told."""
    found: dict[str, float] = {}
    for _, event, value in list(worker.received):
        if event == "items":
            found = {each["item"]: each["place"]["x"] for each in value}
        elif event == "changed":
            found |= {each["item"]: each["place"]["x"] for each in value["put"]}
            found |= {each["item"]: each["place"]["x"] for each in value["patches"] if each["place"]}
            for name in value["removed"]:
                found.pop(name, None)
    return found
