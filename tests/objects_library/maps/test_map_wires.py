# SPDX-License-Identifier: BSD-3-Clause
"""What maps offer on wires, and what wires mark and show on them."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

import pytest

from app.runtime.activation import Node
from objects_library.replication.drawing.shapes import Frame
from objects_library.values.wire_values import as_text
from tests.objects_library.copies import live
from tests.objects_library.maps.test_live_map import a_live_map, row
from tests.objects_library.replication.drawing.boards import MAP, board, shape
from tests.objects_library.viewers import look
from tests.objects_library.wires import ports, ports_of

BERLIN = {"latitude": 52.52, "longitude": 13.41}


def place(told: Any) -> tuple[str, float, float]:
    return told["name"], told["latitude"], told["longitude"]


async def test_a_map_offers_its_marks_and_marks_what_a_wire_says(nodes: list[Node]) -> None:
    ann, bob = [await ports(node, board("map wires", MAP), "drawing") for node in nodes]
    await live(ann.main, bob.main)
    assert (bob.value("position"), bob.events("marked")) == (None, [])
    mark = shape(kind="marker", place=Frame(2.35, 48.86), text="Paris", icon="pin")
    ann.main.send("put", [asdict(mark)])
    await bob.at("marked").until(lambda: bob.events("marked"))
    assert [place(told) for told in bob.events("marked")] == [("Paris", 48.86, 2.35)]
    bob.happen("marks", {**BERLIN, "name": "Berlin", "altitude": 34.0})
    bob.happen("marks", {"latitude": 91.0, "longitude": 0.0})
    await ann.at("position").until(lambda: ann.value("position") and ann.value("position")["name"] == "Berlin")
    assert place(ann.value("position")) == ("Berlin", 52.52, 13.41)
    assert as_text(ann.value("position")) == "Berlin (52.52, 13.41)"
    assert len(ann.main.body._board.items) == 2


@pytest.mark.usefixtures("qapp")
async def test_a_live_map_shows_and_offers_where_things_are(nodes: list[Node]) -> None:
    ann = await look(nodes[0], a_live_map("wires"))
    wires = ports_of(ann)
    wires.put("shows", {**BERLIN, "name": "Ann", "heading": 90.0})
    wires.put("shows", {**BERLIN, "heading": 1e9})
    wires.put("shows", {"latitude": 1e9, "longitude": 0.0})
    wires.put("shows", None)
    await ann.sees(lambda: set(ann.view.plane.markers.things) == {"Ann", "•"})
    assert as_text(wires.value("position")) == "• (52.52, 13.41)"
    bob = await ports(nodes[1], a_live_map("wires"), "telling")
    await live(bob.main)
    bob.main.send("add", [row("Ship", 5.0, 1.0)])
    await wires.at("position").until(lambda: place(wires.value("position")) == ("Ship", 1.0, 5.0))
