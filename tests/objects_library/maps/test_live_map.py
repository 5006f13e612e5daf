# SPDX-License-Identifier: BSD-3-Clause
"""Maps on which things move: rows of a feed, a stream of coordinates, hostile rows, processes."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from time import monotonic
from typing import Any

import pytest
from PySide6.QtCore import QPointF, QSize
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QApplication

from app.runtime.activation import Node
from app.runtime.references import Parameterized, Primitive, Reference, ReferenceArgument, TypeArgument, ValueArgument
from objects_library.values.position import Position, wrong_position
from objects_library.values.position_reader import from_metres
from objects_library.values.world import WIDE, to_square
from objects_library.widgets.map_view import markers as markers_module
from objects_library.widgets.map_view.markers import MarkerLayer
from objects_library.widgets.plane.camera import Camera
from tests.objects_library.copies import live, local_channel, opened
from tests.objects_library.viewers import Looker, look, unnamed
from tests.objects_library.workers import network_channel, workshop

LIVE_MAP = 0x82B09F72AFFB83499AEC07D630A4D67F
COORDINATES_MAP = 0x6662BEDD19EAE9714788A73B19E150B4
COORDINATES = 0xB3415A8E94633C417BA4A0AD108ED042


def live_map(marks: Reference, positions: Reference, wanted: str = "list[Position]") -> Reference:
    arguments = (
        ("T", TypeArgument(wanted)),
        ("Channel", ReferenceArgument(marks)),
        ("Positions", ReferenceArgument(positions)),
        ("title", ValueArgument("Ships")),
    )
    return Parameterized(Primitive(LIVE_MAP), arguments)


def a_live_map(name: str, wanted: str = "list[Position]") -> Reference:
    marks = local_channel("DrawingChange", "DrawingState", f"{name} marks")
    return live_map(marks, local_channel(wanted, f"RowsState[{wanted}]", name), wanted)


def row(name: str, longitude: float, latitude: float, **more: Any) -> dict[str, Any]:
    given = {"altitude": 0.0, "heading": 90.0, "speed": 1.0, "at": datetime.now(UTC)}
    return {"name": name, "longitude": longitude, "latitude": latitude, **given, **more}


def places(looker: Looker) -> dict[str, tuple[float, float]]:
    return {name: (thing.x, thing.y) for name, thing in looker.view.plane.markers.things.items()}


@pytest.mark.usefixtures("qapp")
async def test_what_a_channel_tells_moves_on_every_map(nodes: list[Node]) -> None:
    ann, bob = [await look(node, a_live_map("ships")) for node in nodes]
    assert unnamed(ann.view) == []
    feed = await opened(nodes[0], a_live_map("ships"), "telling")
    feed.send("add", [row("Aida", 10.0, 54.0), row("Bora", -20.0, 30.0)])
    await bob.sees(lambda: len(places(bob)) == 2)
    feed.send("add", [row("Aida", 11.0, 54.5)])
    await bob.sees(lambda: places(bob)["Aida"] == to_square(11.0, 54.5))
    thing = bob.view.plane.markers.things["Aida"]
    assert len(thing.track) == 2
    assert thing.turns
    await bob.sees(lambda: bob.view.count.text() == "Ships · 2 moving")
    late = await look(nodes[1], a_live_map("ships"))
    await late.sees(lambda: len(places(late)) == 2)
    assert len(late.view.plane.markers.things["Aida"].track) == 2  # newcomers see tracks, too
    late.view.go_to("Bora")
    assert late.view.plane.markers.chosen == "Bora"
    bob.view.plane.markers.silent = -1.0
    bob.view._expire()
    assert places(bob) == {}
    assert not bob.view._look.isActive()


@pytest.mark.usefixtures("qapp")
async def test_rows_that_make_no_sense_are_left_out(nodes: list[Node]) -> None:
    wanted = "{id: text, lat: float, lng: float}"
    ann = await look(nodes[0], a_live_map("rows", wanted))
    feed = await opened(nodes[0], a_live_map("rows", wanted), "telling")
    nan = float("nan")
    for wrong in ((91.0, 0.0), (0.0, 181.0), (nan, 0.0), (0.0, nan), (1e308, 1e308)):
        feed.send("add", {"id": "x" * 5000, "lat": wrong[0], "lng": wrong[1]})
    feed.send("add", {"id": "y" * 5000, "lat": 10.0, "lng": 20.0})
    await ann.sees(lambda: places(ann))
    assert list(places(ann)) == ["y" * 100]
    assert not ann.view.plane.markers.things["y" * 100].turns  # no heading is known
    other = await look(nodes[0], a_live_map("words", "text"))
    await other.sees(lambda: "no latitude and longitude" in other.view.notice.text)


@pytest.mark.usefixtures("qapp")
async def test_a_stream_of_coordinates_flies_over_a_place(nodes: list[Node]) -> None:
    stream = Parameterized(
        Primitive(COORDINATES),
        (
            ("Channel", ReferenceArgument(local_channel("CoordinatesChange", "CoordinatesState", "stream"))),
            ("flights", ValueArgument(5)),
            ("rate", ValueArgument(20.0)),
            ("radius", ValueArgument(1000.0)),
        ),
    )
    reference = Parameterized(
        Primitive(COORDINATES_MAP),
        (
            ("Channel", ReferenceArgument(local_channel("DrawingChange", "DrawingState", "flights"))),
            ("Stream", ReferenceArgument(stream)),
            ("latitude", ValueArgument(50.0)),
            ("longitude", ValueArgument(8.0)),
        ),
    )
    ann, bob = [await look(node, reference) for node in nodes]
    await ann.sees(lambda: len(places(ann)) == 5)
    await bob.sees(lambda: places(bob).keys() == places(ann).keys())
    middle = to_square(8.0, 50.0)
    for x, y in places(bob).values():
        assert abs(x - middle[0]) < WIDE / 5000
        assert abs(y - middle[1]) < WIDE / 5000
    thing = next(iter(bob.view.plane.markers.things.values()))
    await bob.sees(lambda: len(thing.track) > 3)
    source = await opened(nodes[0], stream, "coordinates")
    await live(source)
    source.send("tell", [{"name": "Kite", "x": 0.0, "y": 1.0, "z": -1000.0, "heading": 0.0, "pitch": 0.0,
                         "roll": 0.0, "model": ""}])  # fmt: skip
    await bob.sees(lambda: "Kite" in places(bob))
    assert places(bob)["Kite"] == pytest.approx(to_square(8.0, 50.009), abs=1)  # a kilometre to the north
    source.send("forget", ["Kite"])
    await bob.sees(lambda: "Kite" not in places(bob))


def test_a_flat_space_lies_on_earth() -> None:
    assert from_metres(0, 0, 8.0, 50.0) == (8.0, 50.0)
    east, north = from_metres(1000, -1000, 8.0, 60.0)
    assert (east - 8.0) * 111_195 * 0.5 == pytest.approx(1000, rel=0.01)
    assert (north - 60.0) * 111_195 == pytest.approx(1000)
    assert -180 <= from_metres(1e7, 0, 179.0, 0.0)[0] <= 180


@pytest.mark.usefixtures("qapp")
def test_markers_glide_leave_tracks_and_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    layer = MarkerLayer()
    layer.place("a", 0.0, 0.0, None, 10.0)
    layer.place("a", 10.0, 0.0, 45.0, 11.0)
    assert layer.where("a", 11.5) == (5.0, 0.0)  # halfway after half of the usual time
    assert layer.where("a", 12.5) == (10.0, 0.0)
    assert layer.moving(11.9)
    assert not layer.moving(12.1)
    layer.place("a", 50.0, 0.0, None, 100.0)
    assert layer.where("a", 100.0) == (50.0, 0.0)  # after a long silence it jumps
    layer.go_round(100.0)
    layer.place("b", 99.0, 0.0, None, 100.0)
    layer.place("b", 1.0, 0.0, None, 101.0)
    assert layer.where("b", 101.5) == (0.0, 0.0)  # the short way, across the side
    monkeypatch.setattr(markers_module, "MOST", 2)
    layer.place("c", 0.0, 0.0, None, 101.0)
    assert "c" not in layer.things
    camera = Camera((0.1, 10.0))
    camera.size = QSize(200, 100)
    camera.look_at(50.0, 0.0, 1.0)
    image = QImage(200, 100, QImage.Format.Format_RGB32)
    image.fill(0)
    painter = QPainter(image)
    assert layer.draw(painter, camera, QApplication.palette(), 101.0, 1.0) == 2
    painter.end()
    assert layer.at(QPointF(100, 50), camera, 101.0) == "a"
    assert layer.at(QPointF(70, 20), camera, 101.0) == ""
    layer.silent = 5.0
    assert layer.expire(monotonic() + 1e6)
    assert layer.things == {}


def test_a_position_makes_sense_or_says_why_not() -> None:
    good = Position("x", 1.0, 2.0, 3.0, 4.0, 5.0, datetime.now(UTC))
    assert wrong_position(good) == ""
    nan = float("nan")
    for name, value, reason in (
        ("name", "", "name"), ("name", "x" * 101, "name"), ("latitude", 90.1, "latitude"),
        ("longitude", nan, "longitude"), ("altitude", nan, "altitude"), ("heading", 361.0, "heading"),
        ("heading", nan, "heading"), ("speed", -1.0, "speed"),
    ):  # fmt: skip
        assert reason in wrong_position(Position(**{**vars(good), name: value}))


async def test_processes_see_the_same_things_move(tmp_path: Path) -> None:
    reference = live_map(
        network_channel("DrawingChange", "DrawingState"),
        network_channel("{name: text, latitude: float, longitude: float}",
                        "RowsState[{name: text, latitude: float, longitude: float}]"),
        "{name: text, latitude: float, longitude: float}",
    )  # fmt: skip
    async with workshop(tmp_path, reference) as shop:
        ann, bob = [await shop.start(name, "positions", "telling") for name in ("Ann", "Bob")]
        for number in range(20):
            ann.send("telling", "add", {"name": f"ship {number % 4}", "latitude": 1.0, "longitude": float(number)})
        await bob.until(lambda: _last(bob) == {f"ship {number}": 16.0 + number for number in range(4)})
        late = await shop.start("Cid", "positions")
        await late.until(lambda: _last(late) == _last(bob))


def _last(worker: Any) -> dict[str, float]:
    found: dict[str, float] = {}
    for told in worker.all("placed"):
        found |= dict(zip(told["names"], told["numbers"][0::3], strict=True))
    return found
