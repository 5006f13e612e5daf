# SPDX-License-Identifier: BSD-3-Clause
"""A stream of coordinates: all hear the same, one leads at a time, and nothing hostile gets through."""

from __future__ import annotations

import math
from functools import partial
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest

from app.runtime.activation import Node
from objects_library.feeds.coordinates.flights import Flights
from objects_library.values import coordinates
from objects_library.values.coordinates import MOST, NUMBERS, LatestPositions, packed, unpacked, wrong_batch
from tests.objects_library.copies import Copy, open_copies, replicated
from tests.objects_library.desktops.spaces import COORDINATES, stream
from tests.objects_library.viewers import look, people
from tests.objects_library.workers import network_channel, workshop


@pytest.fixture
async def copies(nodes: list[Node]) -> list[Copy]:
    return await open_copies(nodes, stream("told"), "coordinates")


def position(name: str, x: float, **more: Any) -> dict[str, Any]:
    return {"name": name, "x": x, "y": 1.0, "z": 2.0, "heading": 90.0, "pitch": 0.0, "roll": 0.0, "model": "", **more}


def known(copy: Copy) -> dict[str, float]:
    return {name: unpacked(place)[0] for name, (_, place) in copy.body._where.known.items()}


async def test_what_one_tells_all_hear_packed(copies: list[Copy]) -> None:
    ann, bob = copies
    listener = Copy(bob.proxy._life.node, bob.proxy, "positions")
    ann.send("tell", [position("a", 1.0), position("b", 2.5, model="ship")])
    await listener.until(lambda: len(listener.all("moved")) == 2)
    told = listener.all("moved")
    assert [(each["names"], each["model"]) for each in told] == [(["a"], ""), (["b"], "ship")]
    assert list(unpacked(told[1]["places"])) == [2.5, 1.0, 2.0, 90.0, 0.0, 0.0]
    bob.send("forget", ["a", "nobody"])
    await listener.until(lambda: listener.all("forgotten") == [["a"]])
    await ann.until(lambda: known(ann) == known(bob) == {"b": 2.5})
    listener.connection.close()
    late = Copy(bob.proxy._life.node, bob.proxy, "positions")
    await late.until(lambda: [each["names"] for each in late.all("moved")] == [["b"]])


async def test_what_cannot_be_is_refused(copies: list[Copy]) -> None:
    ann, bob = copies
    for wrong, reason in (
        ([position("a", math.nan)], "finite"),
        ([position("a", 1e9)], "too far away"),
        ([position("x" * 201, 1.0)], "at most 200 characters"),
        ([position("a", 1e300)], "finite"),
    ):
        ann.send("tell", wrong)
        await ann.until(partial(lambda reason: any(reason in each for each in ann.all("refused")), reason))
        ann.received.clear()
    ann.send("forget", [])
    await ann.until(lambda: ann.all("refused"))
    replica = ann.body._replica
    replica.send(_change(places=b"x"))
    replica.send(_change(kind="explode"))
    ann.send("tell", [position("good", 3.0)])
    await bob.until(lambda: known(bob) == {"good": 3.0})
    assert bob.body._replica.refusals == 2


def _change(**more: Any) -> dict[str, Any]:
    empty = {"kind": "moved", "by": UUID(int=9), "whom": None, "name": "", "place": None, "beats": 0}
    return {**empty, "at": 0.0, "model": "", "names": ["a"], "places": b"", **more}


def test_a_stream_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    one = packed([0.0] * NUMBERS)
    assert "1 to 5,000" in wrong_batch(0, "", ["a"] * (MOST + 1), one)
    assert "each thing" in wrong_batch(0, "", ["a"], one + b"0")
    assert "finite number of seconds" in wrong_batch(math.inf, "", ["a"], one)
    monkeypatch.setattr(coordinates, "MOST", 2)
    where = LatestPositions()
    assert where.take(0, "", ["a", "b"], one * 2) == ""
    assert "let some be forgotten" in where.take(0, "", ["c"], one)
    assert where.take(1, "ship", ["a"], one) == ""
    assert len(where.state()) == 2
    assert where.forget(["a", "x"]) == ["a"]


def test_flights_depend_on_the_time_alone_and_fly_forward() -> None:
    one, other = Flights(20, 500.0), Flights(20, 500.0)
    assert one.names == other.names
    assert len(set(one.names)) == 20
    assert one.places(12.5) == other.places(12.5)
    before, after = unpacked(one.places(10.0)), unpacked(one.places(10.1))
    for number in range(20):
        start = NUMBERS * number
        across, along = after[start] - before[start], after[start + 2] - before[start + 2]
        flown = math.degrees(math.atan2(across, -along))
        assert abs((flown - before[start + 3] + 180) % 360 - 180) < 5
        assert before[start + 1] > 0


async def test_one_leads_and_when_it_is_killed_another_goes_on(tmp_path: Path) -> None:
    channel = network_channel("CoordinatesChange", "CoordinatesState")
    reference = replicated(COORDINATES, channel, flights=3, rate=30.0, radius=100.0)
    async with workshop(tmp_path, reference) as shop:
        ann = await shop.start("Ann", "positions", "coordinates")
        await ann.until(lambda: len(ann.all("moved")) > 3)
        bob = await shop.start("Bob", "positions", "coordinates")
        cid = await shop.start("Cid", "positions")  # with a third, those who are left are a majority
        for worker in (bob, cid):
            await worker.until(partial(lambda worker: len(worker.all("moved")) > 3, worker))
        assert bob.all("leading")[-1] == {"name": "Ann", "mine": False}
        told = {each["at"]: each["places"] for each in ann.all("moved")}
        assert all(told.get(each["at"], each["places"]) == each["places"] for each in bob.all("moved"))
        last = bob.all("moved")[-1]["at"]
        ann.kill()
        await bob.until(lambda: bob.all("leading")[-1]["name"] in ("Bob", "Cid"))
        seen = len(bob.all("moved"))
        await bob.until(lambda: len(bob.all("moved")) > seen + 3)
        assert last <= bob.all("moved")[-1]["at"] < last + 30


@pytest.mark.usefixtures("qapp")
async def test_people_read_where_things_are() -> None:
    async with people("Ann") as nodes:
        ann = await look(nodes[0], stream("read", flights=2, rate=20.0))
        await ann.sees(lambda: ann.view.rows.rowCount() == 2)
        await ann.sees(lambda: "led by you" in ann.view.summary.text())
