# SPDX-License-Identifier: BSD-3-Clause
"""Whiteboards as two people see them: what one does with the hand or keys, the other one sees."""

from __future__ import annotations

from pathlib import Path
from uuid import UUID

import pytest
from PySide6.QtCore import QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QImage
from PySide6.QtTest import QTest

from app.runtime.activation import Node
from objects_library.documents.whiteboard.canvas.export import save_png, save_svg
from objects_library.documents.whiteboard.canvas.shape_index import ShapeIndex
from objects_library.documents.whiteboard.canvas.strokes import outline, points_of
from objects_library.replication.drawing.shapes import Frame, Shape, packed
from tests.objects_library.replication.drawing.boards import board, shape
from tests.objects_library.viewers import Looker, look, unnamed

pytestmark = pytest.mark.usefixtures("qapp")
CTRL = Qt.KeyboardModifier.ControlModifier


async def both(nodes: list[Node]) -> tuple[Looker, Looker]:
    ann, bob = await look(nodes[0], board()), await look(nodes[1], board())
    for each in (ann, bob):
        each.view.resize(900, 600)
        await each.sees(lambda each=each: each.view.plane.width() > 800)  # type: ignore[misc]
    return ann, bob


def drag(looker: Looker, *points: tuple[int, int]) -> None:
    page = looker.view.plane
    QTest.mousePress(page, Qt.MouseButton.LeftButton, pos=QPoint(*points[0]))
    for point in points[1:]:
        QTest.mouseMove(page, QPoint(*point))
    QTest.mouseRelease(page, Qt.MouseButton.LeftButton, pos=QPoint(*points[-1]))


def press(looker: Looker, key: Qt.Key, modifier: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
    QTest.keyClick(looker.view.plane, key, modifier)


def shapes(looker: Looker) -> list[Shape]:
    found: dict[UUID, Shape] = looker.view.known
    return sorted(found.values(), key=lambda each: each.layer)


def colour_at(looker: Looker, point: tuple[int, int]) -> QColor:
    return looker.view.plane.grab().toImage().pixelColor(*point)  # type: ignore[no-any-return]


async def test_a_line_is_seen_while_it_is_drawn_and_undone_by_who_drew_it(nodes: list[Node]) -> None:
    ann, bob = await both(nodes)
    assert unnamed(ann.view) == []
    page = ann.view.plane
    QTest.mousePress(page, Qt.MouseButton.LeftButton, pos=QPoint(100, 100))
    for x in range(110, 200, 10):
        QTest.mouseMove(page, QPoint(x, 100))
    await bob.sees(lambda: shapes(bob) and len(points_of(shapes(bob)[0])) == 10)
    assert not shapes(bob)[0].done  # the hand has not let go
    assert colour_at(bob, (150, 100)) != colour_at(bob, (150, 300))
    assert colour_at(ann, (150, 100)) == colour_at(bob, (150, 100))
    QTest.mouseRelease(page, Qt.MouseButton.LeftButton, pos=QPoint(190, 100))
    await bob.sees(lambda: shapes(bob)[0].done)
    await ann.sees(lambda: not page.own)
    assert page.tiles.painted > 0
    press(bob, Qt.Key.Key_Z, CTRL)  # not Bob's
    assert len(shapes(bob)) == 1
    press(ann, Qt.Key.Key_Z, CTRL)
    await bob.sees(lambda: not shapes(bob))
    await bob.sees(lambda: colour_at(bob, (150, 100)) == colour_at(bob, (150, 300)))


async def test_every_tool_draws_its_shape(nodes: list[Node]) -> None:
    ann, bob = await both(nodes)
    for key, kind in (
        (Qt.Key.Key_H, "highlighter"), (Qt.Key.Key_L, "line"), (Qt.Key.Key_A, "arrow"),
        (Qt.Key.Key_R, "rectangle"), (Qt.Key.Key_O, "ellipse"), (Qt.Key.Key_P, "pen"),
    ):  # fmt: skip
        before = len(shapes(ann))
        press(ann, key)
        drag(ann, (100, 100), (140, 130), (200, 160))
        await bob.sees(lambda before=before: len(shapes(bob)) == before + 1)  # type: ignore[misc]
        assert shapes(bob)[-1].kind == kind
    press(ann, Qt.Key.Key_R)
    drag(ann, (300, 300), (301, 300))  # a click draws nothing
    assert len(shapes(ann)) == 6
    press(ann, Qt.Key.Key_T)
    QTest.mouseClick(ann.view.plane, Qt.MouseButton.LeftButton, pos=QPoint(300, 300))
    QTest.keyClicks(ann.view.words.field, "Hello")
    QTest.keyClick(ann.view.words.field, Qt.Key.Key_Escape)
    await bob.sees(lambda: shapes(bob)[-1].text == "Hello")
    name = shapes(bob)[-1].item
    press(bob, Qt.Key.Key_V)
    bob.view.plane.choose([name])
    press(bob, Qt.Key.Key_Return)
    QTest.keyClicks(bob.view.words.field, "Bye")
    QTest.keyClick(bob.view.words.field, Qt.Key.Key_Return, CTRL)
    await ann.sees(lambda: ann.view.known[name].text == "Bye")
    assert (shapes(ann)[-1].by, shapes(ann)[-1].kind) == ("Ann", "text")


async def test_choose_move_stretch_duplicate_lock_and_erase(nodes: list[Node]) -> None:
    ann, bob = await both(nodes)
    press(ann, Qt.Key.Key_R)
    drag(ann, (100, 100), (150, 150), (200, 200))
    await ann.sees(lambda: shapes(ann))
    name = shapes(ann)[0].item
    press(ann, Qt.Key.Key_V)
    drag(ann, (100, 150), (120, 150), (140, 150))
    await bob.sees(lambda: bob.view.known and round(bob.view.known[name].place.x - shapes(bob)[0].place.x) == 0)
    start = ann.view.plane.camera.to_plane(QPointF(140, 100))
    await bob.sees(lambda: abs(bob.view.known[name].place.x - start.x()) < 1)
    assert ann.view.plane.chosen == [name]
    box = ann.view.plane._in_window(ann.view.plane.chosen_box())
    corner = box.bottomRight().toPoint()
    drag(ann, corner.toTuple(), (corner.x() + 60, corner.y() + 20), (corner.x() + 100, corner.y()))
    await bob.sees(lambda: bob.view.known[name].place.across > 1.5)
    assert bob.view.known[name].place.down == pytest.approx(1.0, abs=0.05)
    press(ann, Qt.Key.Key_D, CTRL)
    await bob.sees(lambda: len(shapes(bob)) == 2)
    press(ann, Qt.Key.Key_A, CTRL)
    assert len(ann.view.plane.chosen) == 2
    x = bob.view.known[name].place.x
    press(ann, Qt.Key.Key_Right)
    await bob.sees(lambda: bob.view.known[name].place.x == x + 2)
    ann.view.plane.choose([name])
    press(ann, Qt.Key.Key_L, CTRL)
    await bob.sees(lambda: bob.view.known[name].locked)
    press(ann, Qt.Key.Key_A, CTRL)
    press(ann, Qt.Key.Key_Delete)  # what is locked stays
    await bob.sees(lambda: [each.item for each in shapes(bob)] == [name])
    press(ann, Qt.Key.Key_L, CTRL)
    await bob.sees(lambda: not bob.view.known[name].locked)
    press(bob, Qt.Key.Key_E)
    edge = bob.view.plane._in_window(bob.view.plane.sheet.bounds(name))
    x, y = round(edge.left() + 3), round(edge.center().y())
    drag(bob, (x - 30, y), (x, y), (x + 10, y))
    await ann.sees(lambda: not shapes(ann))
    press(bob, Qt.Key.Key_Z, CTRL)
    await ann.sees(lambda: [each.item for each in shapes(ann)] == [name])


async def test_colours_widths_layers_and_the_band(nodes: list[Node]) -> None:
    ann, bob = await both(nodes)
    ann.view.draw_shapes([shape("line"), shape("line", place=Frame(5.0, 5.0))])
    await bob.sees(lambda: len(shapes(bob)) == 2)
    low, high = (each.item for each in shapes(bob))
    press(ann, Qt.Key.Key_V)
    ann.view.plane.choose([low])
    press(ann, Qt.Key.Key_BracketRight)
    await bob.sees(lambda: [each.item for each in shapes(bob)] == [high, low])
    press(ann, Qt.Key.Key_BracketLeft)
    await bob.sees(lambda: [each.item for each in shapes(bob)] == [low, high])
    ann.view.colours.buttons["red"].click()
    ann.view.widths.buttons["brush"].click()
    await bob.sees(lambda: (bob.view.known[low].colour, bob.view.known[low].width) == ("red", 16.0))
    assert bob.view.known[high].colour == "ink"
    ann.view.plane.look_at(0, 0, 1.0)
    size = ann.view.plane.size()
    drag(ann, (5, 5), (size.width() // 2, size.height() // 2), (size.width() - 5, size.height() - 5))
    assert set(ann.view.plane.chosen) == {low, high}
    press(ann, Qt.Key.Key_Escape)
    assert ann.view.plane.chosen == []


async def test_people_see_each_other_point_and_follow(nodes: list[Node]) -> None:
    ann, bob = await both(nodes)
    QTest.mouseMove(ann.view.plane, QPoint(300, 200))
    await bob.sees(lambda: [each.name for each in bob.view.plane.pointers.people.values()] == ["Ann"])
    assert "1 here with you" in bob.view.people_button.text()
    (who,) = bob.view.plane.pointers.people
    bob.view._fill_people()
    bob.view.people_menu.actions()[0].trigger()
    assert bob.view.following == who
    ann.view.plane.look_at(500.0, 300.0, 2.0)
    await bob.sees(lambda: (bob.view.plane.camera.x, bob.view.plane.camera.scale) == (500.0, 2.0))
    bob.view.plane.push_by(10, 0)  # Bob looks elsewhere
    assert bob.view.following is None
    ann.view.plane.zoom_by(0.5, smoothly=False)
    await ann.sees(lambda: ann.view.plane.camera.scale == 1.0)
    assert bob.view.plane.camera.scale == 2.0


async def test_cut_off_one_can_only_look(nodes: list[Node]) -> None:
    ann, _ = await both(nodes)
    ann.view.draw_shapes([shape()])
    await ann.sees(lambda: shapes(ann))
    ann.body._replica._status({"writable": False})
    drag(ann, (100, 100), (150, 150), (200, 200))
    assert len(shapes(ann)) == 1
    assert not ann.view.tools.buttons["pen"].isEnabled()
    press(ann, Qt.Key.Key_Z, CTRL)
    press(ann, Qt.Key.Key_A, CTRL)
    press(ann, Qt.Key.Key_Delete)
    assert len(shapes(ann)) == 1
    ann.view.refused("too much")
    assert "too much" in ann.view.notice.text


async def test_the_page_is_pushed_and_zoomed_and_stays_where_the_pointer_is(nodes: list[Node]) -> None:
    ann, _ = await both(nodes)
    page = ann.view.plane
    point = QPointF(200, 150)
    before = page.camera.to_plane(point)
    page.zoom_by(3.0, point)
    await ann.sees(lambda: not page.camera.moving)
    after = page.camera.to_plane(point)
    assert (after - before).manhattanLength() < 1e-6
    QTest.mousePress(page, Qt.MouseButton.MiddleButton, pos=QPoint(300, 300))
    QTest.mouseMove(page, QPoint(340, 300))
    QTest.mouseRelease(page, Qt.MouseButton.MiddleButton, pos=QPoint(340, 300))
    assert page.camera.to_plane(point + QPointF(40, 0)).x() == pytest.approx(before.x())
    for _ in range(40):
        page.zoom_by(2.0, smoothly=False)
    assert page.camera.scale == 8.0
    press(ann, Qt.Key.Key_Home)
    assert page.camera.scale == 1.0
    assert not page._ticker.isActive() or page.camera.moving is False


def test_a_sheet_finds_shapes_where_they_are() -> None:
    sheet = ShapeIndex()
    placed = [shape(place=Frame(x * 700.0, 0.0), layer=x) for x in range(50)]
    wide = shape("line", points=packed([(0.0, 0.0), (1e6, 1e6)]), layer=99)
    for each in (*placed, wide):
        sheet.put(each)
    near = sheet.within(QRectF(690, -10, 60, 60))
    assert [each.item for each in near] == [placed[1].item, wide.item]
    found = sheet.at(QPointF(710, 5), 3)
    assert found is not None
    assert found.item == placed[1].item
    sheet.take(placed[1].item)
    assert sheet.at(QPointF(710, 5), 3) is None
    assert len(sheet.within(QRectF(-1e6, -1e6, 2e6, 2e6))) == 50
    sheet.clear()
    assert sheet._cells == {}


@pytest.mark.parametrize("points", [1, 2, 3, 12, 200])
def test_outlines_are_about_as_wide_as_they_should_be(points: int) -> None:
    line = shape(points=packed([(x * 3.0, 0.0) for x in range(points)]), width=10.0)
    box = outline(line).boundingRect()
    assert 5 <= box.height() <= 13
    assert (points - 1) * 3.0 <= box.width() <= (points - 1) * 3.0 + 13


def test_pictures_and_drawings_are_saved(tmp_path: Path) -> None:
    drawn = [shape("text", text="<b>&"), shape("rectangle", colour="red", place=Frame(50.0, 50.0))]
    save_png(drawn, tmp_path / "board.png")
    image = QImage(str(tmp_path / "board.png"))
    assert not image.isNull()
    assert image.pixelColor(0, 0) == QColor("white")
    save_svg(drawn, tmp_path / "board.svg", "A & B")
    written = (tmp_path / "board.svg").read_text(encoding="utf-8")
    assert "<svg" in written
    assert "&lt;b&gt;&amp;" in written
    save_png([], tmp_path / "empty.png")
    far = [shape(), shape(place=Frame(1e6, 1e6))]
    save_png(far, tmp_path / "far.png")
    assert max(QImage(str(tmp_path / "far.png")).size().toTuple()) <= 8192
    with pytest.raises(OSError, match="cannot be written"):
        save_png([], tmp_path / "no" / "where.png")
    with pytest.raises(OSError, match="cannot be written"):
        save_svg([], tmp_path / "no" / "where.svg", "")
