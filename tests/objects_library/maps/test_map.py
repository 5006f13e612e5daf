# SPDX-License-Identifier: BSD-3-Clause
"""Maps: the world itself, and marks as two people see them."""

from __future__ import annotations

from uuid import UUID

import pytest
from PySide6.QtCore import QPoint, QPointF, QSizeF, Qt
from PySide6.QtTest import QTest

from app.runtime.activation import Node
from objects_library.replication.drawing.shapes import Frame, Shape, packed
from objects_library.values.world import WIDE, distance, from_square, to_square, world
from objects_library.widgets.map_view.colours import DARK, LIGHT
from objects_library.widgets.map_view.map_plane import in_degrees, in_metres, in_square_metres
from objects_library.widgets.map_view.marks import Marks, area_of, length_of, places_of
from objects_library.widgets.map_view.search import Finder, coordinates
from objects_library.widgets.map_view.terrain import render, terrain
from tests.objects_library.replication.drawing.boards import MAP, board, shape
from tests.objects_library.viewers import Looker, look, unnamed

pytestmark = pytest.mark.usefixtures("qapp")
CTRL = Qt.KeyboardModifier.ControlModifier
BERLIN, PARIS = (13.41, 52.52), (2.35, 48.86)


async def both(nodes: list[Node]) -> tuple[Looker, Looker]:
    found = [await look(node, board("map", MAP)) for node in nodes]
    for each in found:
        each.view.resize(900, 600)
        await each.sees(lambda each=each: each.view.finder is not None)  # type: ignore[misc]
    return found[0], found[1]


def test_places_go_to_the_square_and_back() -> None:
    for place in (BERLIN, PARIS, (-179.9, -84.0), (0.0, 0.0)):
        assert from_square(*to_square(*place)) == pytest.approx(place)
    assert to_square(0, 0) == (WIDE / 2, WIDE / 2)
    assert to_square(0, 90)[1] == pytest.approx(0, abs=1e-6)
    assert from_square(WIDE * 1.25, WIDE / 2)[0] == pytest.approx(-90)  # the world goes on to the right
    assert distance(BERLIN, PARIS) == pytest.approx(878_000, rel=0.01)
    assert distance((179, 0), (-179, 0)) == pytest.approx(222_390, rel=0.01)


def test_the_world_has_what_a_map_needs() -> None:
    known = world()
    assert [len(level.countries) for level in known.levels] == [177, 241, 255]
    names = {country.name for country in known.countries}
    assert {"Germany", "Brazil", "Japan", "Fiji", "Antarctica"} <= names
    assert len(known.cities) > 3000
    assert len(known.lakes) > 200
    assert len(known.rivers) > 200
    tokyo = next(city for city in known.cities if city.name == "Tokyo")
    assert from_square(tokyo.x, tokyo.y) == pytest.approx((139.69, 35.69), abs=0.1)
    assert tokyo.capital
    for level in known.levels:
        assert len(level.kinds) == len(level.lines)
        for _, polygons in level.countries:
            ring = level.lines.ring(polygons[0][0])
            assert all(-WIDE <= x <= 2 * WIDE for x in ring[0::2])
            steps = [abs(b - a) for a, b in zip(ring[0::2], ring[2::2], strict=False)]
            assert max(steps) < WIDE * 0.6 or max(ring[1::2]) == WIDE  # the pole


def test_countries_are_where_they_should_be() -> None:
    ground = terrain()
    for place, name in (
        (BERLIN, "Germany"), (PARIS, "France"), ((-100, 40), "United States of America"),
        ((178, 66), "Russia"), ((-175, 67), "Russia"), ((0, -85), "Antarctica"),
        ((179.5, -84.5), "Antarctica"), ((-30, 40), ""),
    ):  # fmt: skip
        assert ground.country_at(*to_square(*place)) == name
    box = ground.country_area("France")
    assert box.contains(QPointF(*to_square(*PARIS)))
    assert box.width() < WIDE / 20  # the mainland, not the islands
    assert ground.country_area("Atlantis").isNull()


def test_a_region_is_drawn_into_a_picture_in_any_size() -> None:
    image = render((-10, 35, 30, 60), (400, 300), dark=False)
    assert image.size().toTuple() == (400, 300)
    left, top = to_square(-10, 60)
    right, bottom = to_square(30, 35)

    def pixel(place: tuple[float, float]) -> str:
        x, y = to_square(*place)
        across = round((x - left) / (right - left) * 400)
        return image.pixelColor(across, round((y - top) / (bottom - top) * 300)).name()

    assert pixel((-8, 47)) == LIGHT.water.name()
    assert pixel((10, 51)) in {tint.name() for tint in LIGHT.land}
    dark = render((100, -10, 260, 70), QSizeF(320, 200), dark=True)  # across the date line
    assert dark.pixelColor(300, 190).name() == DARK.water.name()
    names = {dark.pixelColor(x, 40).name() for x in range(0, 320, 4)}
    assert names & {tint.name() for tint in DARK.land}
    assert render((0, 0, 0, 0), (0, -5), dark=False).size().toTuple() == (1, 1)
    assert max(render((0, 0, 1, 1), (99_999, 2), dark=False).size().toTuple()) == 8192


def test_what_is_measured_is_right() -> None:
    equator = [to_square(0, 0), to_square(1, 0)]
    assert length_of(equator) == pytest.approx(111_195, rel=0.001)
    square = [to_square(*place) for place in ((0, 0), (1, 0), (1, 1), (0, 1))]
    assert area_of(square) == pytest.approx(1.2364e10, rel=0.01)
    assert in_metres(250) == "250 m"
    assert in_metres(2500) == "2.5 km"
    assert in_metres(1_234_000) == "1,234 km"
    assert in_square_metres(5e6) == "5 km²"
    assert in_degrees(-12.5, "N", "S") == "12.5° S"
    line = shape("line", place=Frame(179.0, 10.0), points=packed([(0.0, 0.0), (2.0, 0.0)]))
    (x, _), (further, _) = places_of(line)
    assert further > WIDE > x  # across the date line, not around the world


def test_places_are_found_by_what_people_type() -> None:
    finder, marks = Finder(world(), terrain()), Marks()
    office = shape("marker", text="Our office", place=Frame(8.0, 50.0))

    def find(text: str) -> str:
        place = finder.find(text, [office], marks)
        return place.name if place is not None else ""

    assert find("germany") == "Germany"
    assert find("sao paulo") == "São Paulo"
    assert find("zur") == "Zürich"
    assert find("London, Canada") == "London"
    assert find("our OFF") == "Our office"
    assert find("") == find("qqqq") == ""
    place = coordinates("48.1, 11.6")
    assert place is not None
    assert from_square(place.area.center().x(), place.area.center().y()) == pytest.approx((11.6, 48.1))
    south = coordinates("33.9 S 151.2 E")
    assert south is not None
    assert from_square(0, south.area.center().y())[1] == pytest.approx(-33.9)
    assert coordinates("91, 0") is None
    assert finder.names("berl")[0] == "Berlin, Germany"
    assert len(finder.names("a")) == 12


async def test_marks_are_put_named_moved_and_undone(nodes: list[Node]) -> None:
    ann, bob = await both(nodes)
    assert unnamed(ann.view) == []
    plane = ann.view.plane
    QTest.keyClick(plane, Qt.Key.Key_M)
    QTest.mouseClick(plane, Qt.MouseButton.LeftButton, pos=QPoint(300, 200))
    await bob.sees(lambda: len(bob.view.plane.shapes) == 1)
    await ann.sees(ann.view.card.isVisible)
    mark = bob.view.plane.shapes[0]
    at = plane.camera.to_plane(QPointF(300, 200))
    assert (mark.place.x, mark.place.y) == pytest.approx(from_square(at.x(), at.y()))
    ann.view.card.name.setText("Harbour")
    QTest.keyClick(ann.view.card.name, Qt.Key.Key_Return)
    ann.view.card.signs.buttons["ship"].click()
    ann.view.card.colours.buttons["blue"].click()
    await bob.sees(lambda: _looks(bob, mark.item) == ("Harbour", "ship", "blue"))
    ann.view.card.note.setPlainText("deep")
    ann.view.card.done_button.click()
    await bob.sees(lambda: bob.view.known[mark.item].note == "deep")
    await ann.sees(lambda: not ann.view.card.isVisible())
    QTest.mouseClick(plane, Qt.MouseButton.LeftButton, pos=QPoint(300, 180))
    assert plane.chosen == mark.item
    QTest.mousePress(plane, Qt.MouseButton.LeftButton, pos=QPoint(300, 180))
    for x in (310, 330, 350):
        QTest.mouseMove(plane, QPoint(x, 180))
    QTest.mouseRelease(plane, Qt.MouseButton.LeftButton, pos=QPoint(350, 180))
    there = plane.camera.to_plane(QPointF(350, 200))
    await bob.sees(lambda: abs(bob.view.known[mark.item].place.x - from_square(there.x(), 0)[0]) < 0.2)
    await ann.sees(lambda: not plane.shifted)
    QTest.keyClick(plane, Qt.Key.Key_Z, CTRL)
    await bob.sees(lambda: bob.view.known[mark.item].place == mark.place)
    QTest.keyClick(plane, Qt.Key.Key_Delete)
    await bob.sees(lambda: not bob.view.known)
    assert plane.chosen is None


def _looks(looker: Looker, name: UUID) -> tuple[str, str, str]:
    mark: Shape = looker.view.known[name]
    return mark.text, mark.icon, mark.colour


async def test_lines_and_areas_are_drawn_and_distances_measured(nodes: list[Node]) -> None:
    ann, bob = await both(nodes)
    plane = ann.view.plane

    def click(*points: tuple[int, int]) -> None:
        for point in points:
            QTest.mouseClick(plane, Qt.MouseButton.LeftButton, pos=QPoint(*point))

    QTest.keyClick(plane, Qt.Key.Key_L)
    click((200, 200), (300, 200), (300, 300))
    QTest.keyClick(plane, Qt.Key.Key_Backspace)
    assert len(plane.dragged) == 2
    click((320, 320))
    QTest.keyClick(plane, Qt.Key.Key_Return)
    await bob.sees(lambda: [each.kind for each in bob.view.plane.shapes] == ["line"])
    assert len(places_of(bob.view.plane.shapes[0])) == 3
    QTest.keyClick(plane, Qt.Key.Key_A)
    click((400, 200), (500, 200), (450, 300))
    QTest.mouseDClick(plane, Qt.MouseButton.LeftButton, pos=QPoint(450, 300))
    await bob.sees(lambda: [each.kind for each in bob.view.plane.shapes] == ["line", "area"])
    QTest.keyClick(plane, Qt.Key.Key_D)
    click((200, 200), (300, 200))
    plane.grab()
    QTest.keyClick(plane, Qt.Key.Key_Escape)
    assert plane.dragged == []
    assert len(ann.view.known) == 2  # what is measured is nobody else's business
    QTest.keyClick(plane, Qt.Key.Key_V)
    QTest.mouseClick(plane, Qt.MouseButton.LeftButton, pos=QPoint(450, 230))
    assert plane.chosen == ann.view.plane.shapes[1].item
    assert "km²" in ann.view.card.facts.text()


async def test_one_looks_around_finds_places_and_follows(nodes: list[Node]) -> None:
    ann, bob = await both(nodes)
    plane = ann.view.plane
    ann.view._suggest("Lisb")
    assert ann.view._found.stringList()[0] == "Lisbon, Portugal"
    ann.view.go_to("Lisbon, Portugal")
    middle = from_square(plane.camera.x, plane.camera.y)
    assert middle == pytest.approx((-9.13, 38.72), abs=0.1)
    plane.grab()
    assert "Lisbon" in plane.names.shown
    ann.view.go_to("Nowhere at all")
    assert "Nowhere at all" in ann.view.notice.text
    await bob.sees(lambda: bob.view.plane.pointers.people)
    bob.view.follow(next(iter(bob.view.plane.pointers.people)))
    ann.view.go_to("Japan")
    await bob.sees(lambda: abs(bob.view.plane.camera.x - plane.camera.x) < 1)
    assert "Following Ann" in bob.view.people_button.text()
    QTest.keyClick(plane, Qt.Key.Key_0)
    QTest.keyClick(plane, Qt.Key.Key_G)
    assert plane.grid
    plane.grab()
    assert "RUSSIA" in plane.names.shown or "Russia" in plane.names.shown
    boxes = [name.box.translated(plane.camera.to_window(plane.near(name.x), name.y)) for name in plane.names._placed]
    assert len(boxes) > 10
    for number, box in enumerate(boxes):
        assert not any(box.intersects(other) for other in boxes[:number])
    before = plane.camera.to_plane(QPointF(100, 100))
    plane.zoom_by(4.0, QPointF(100, 100))
    await ann.sees(lambda: not plane.camera.moving)
    assert (plane.camera.to_plane(QPointF(100, 100)) - before).manhattanLength() < 1e-3
    ann.body._replica._status({"writable": False})
    assert not ann.view.tools.buttons["marker"].isEnabled()
    assert ann.view.tools.buttons["measure"].isEnabled()
