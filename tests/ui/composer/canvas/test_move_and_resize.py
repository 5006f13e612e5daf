# SPDX-License-Identifier: BSD-3-Clause
"""Selecting, moving, resizing and aligning blocks, notes and zones, each as one undo step."""

from collections.abc import Callable

import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtTest import QTest

from app.runtime.references import StickyNote, Zone
from app.ui.composer.canvas.canvas import Canvas
from app.ui.composer.model.edits import AddNote, AddZone
from tests.ui.composer.canvas.conftest import CanvasDriver


def _place(canvas: Canvas, name: str) -> tuple[float, float]:
    placed = canvas.view.blocks[name].placed
    return placed.x, placed.y


def test_drag_a_block_onto_the_grid_and_undo(canvas: Canvas, driver: CanvasDriver) -> None:
    name = driver.add("Membership", 40, 40)
    item = canvas.sheet_scene.blocks[name]
    driver.drag(driver.at(name), driver.at(name) + QPointF(101, 53))
    assert _place(canvas, name) == (144, 96)
    assert canvas.sheet_scene.blocks[name] is item
    assert canvas.selection.blocks == [name]
    canvas.commands.undo()
    assert _place(canvas, name) == (40, 40)
    assert item.pos() == QPointF(40, 40)


def test_only_what_differs_is_touched(canvas: Canvas, driver: CanvasDriver) -> None:
    names = [driver.add("Membership", 300 * number, 0) for number in range(3)]
    blocks = [canvas.view.blocks[name] for name in names]
    driver.drag(driver.at(names[0]), driver.at(names[0]) + QPointF(0, 80))
    assert canvas.view.blocks[names[0]] is not blocks[0]
    assert [canvas.view.blocks[name] for name in names[1:]] == blocks[1:]
    assert canvas.view.blocks[names[1]] is blocks[1]


def test_several_move_together_in_one_step(canvas: Canvas, driver: CanvasDriver) -> None:
    first, second = driver.add("Membership", 0, 0), driver.add("Membership", 304, 0)
    driver.drag(QPointF(-60, -60), QPointF(560, 200))  # a rubber band
    assert set(canvas.selection.blocks) == {first, second}
    driver.drag(driver.at(first), driver.at(first) + QPointF(0, 80))
    assert (_place(canvas, first), _place(canvas, second)) == ((0, 80), (304, 80))
    canvas.commands.undo()
    assert (_place(canvas, first), _place(canvas, second)) == ((0, 0), (304, 0))


def test_shift_adds_to_the_selection_and_takes_away(canvas: Canvas, driver: CanvasDriver) -> None:
    first, second = driver.add("Membership", 0, 0), driver.add("Membership", 300, 0)
    driver.click(driver.at(first))
    driver.click(driver.at(second), Qt.KeyboardModifier.ShiftModifier)
    assert set(canvas.selection.blocks) == {first, second}
    driver.click(driver.at(first), Qt.KeyboardModifier.ShiftModifier)
    assert canvas.selection.blocks == [second]
    driver.click(QPointF(700, 500))
    assert not canvas.selection.parts


def test_escape_during_a_drag_puts_everything_back(canvas: Canvas, driver: CanvasDriver) -> None:
    name = driver.add("Membership", 0, 0)
    driver.press(driver.at(name))
    driver.move(driver.at(name) + QPointF(100, 100))
    assert canvas.sheet_scene.blocks[name].pos() != QPointF(0, 0)
    driver.key(Qt.Key.Key_Escape)
    assert canvas.sheet_scene.blocks[name].pos() == QPointF(0, 0)
    assert canvas.editor.undo_label == "Add Membership"


def test_a_zone_takes_along_what_stands_on_it(canvas: Canvas, driver: CanvasDriver) -> None:
    name = driver.add("Membership", 40, 64)
    outside = driver.add("Membership", 600, 64)
    assert canvas.do(AddZone(Zone("Here", 0, 0, 400, 300)))
    assert canvas.do(AddNote(StickyNote("inside", 160, 180, 120, 80)))
    driver.drag(QPointF(200, 16), QPointF(200, 96))
    assert _place(canvas, name) == (40, 144)
    assert _place(canvas, outside) == (600, 64)
    assert [(zone.x, zone.y) for zone in canvas.view.zones] == [(0, 80)]
    assert [(note.x, note.y) for note in canvas.view.notes] == [(160, 260)]
    canvas.commands.undo()
    assert _place(canvas, name) == (40, 64)


def test_resize_a_block_and_a_note(canvas: Canvas, driver: CanvasDriver) -> None:
    name = driver.add("Membership", 0, 0)
    corner = canvas.sheet_scene.blocks[name].area.bottomRight() - QPointF(4, 4)
    driver.drag(corner, corner + QPointF(80, 0))
    assert canvas.sheet_scene.blocks[name].places.body.width() == 304
    assert canvas.do(AddNote(StickyNote("words", 0, 300)))
    driver.drag(QPointF(196, 416), QPointF(260, 480))
    (note,) = canvas.view.notes
    assert (note.width, note.height) == (264, 184)


@pytest.mark.parametrize(
    ("edge", "places"), [("left", [(0, 0), (0, 200)]), ("top", [(0, 0), (304, 0)]), ("right", [(304, 0), (304, 200)])]
)
def test_align(canvas: Canvas, driver: CanvasDriver, edge: str, places: list[tuple[int, int]]) -> None:
    names = [driver.add("Membership", 0, 0), driver.add("Membership", 304, 200)]
    canvas.commands.select_all()
    canvas.actions_by_name[f"align-{edge}"].trigger()
    assert [_place(canvas, name) for name in names] == places


def test_equal_gaps(canvas: Canvas, driver: CanvasDriver) -> None:
    names = [driver.add("Membership", x, 0) for x in (0, 240, 800)]
    canvas.commands.select_all()
    canvas.actions_by_name["distribute-horizontally"].trigger()
    assert [_place(canvas, name)[0] for name in names] == [0, 400, 800]


def test_a_note_is_written_in_place(canvas: Canvas, driver: CanvasDriver) -> None:
    canvas.actions_by_name["add-note"].trigger()
    editor = canvas.focusWidget()
    QTest.keyClicks(editor, "Buy milk")
    QTest.keyClick(editor, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert [note.text for note in canvas.view.notes] == ["Buy milk"]
    assert canvas.selection.notes == list(canvas.view.notes)


def test_rename_in_place(canvas: Canvas, driver: CanvasDriver) -> None:
    driver.add("Membership", 0, 0)
    driver.add("Reliable channel", 300, 0)
    driver.double_click(driver.at("Membership"))
    editor = canvas.focusWidget()
    QTest.keyClicks(editor, "Who is here")
    QTest.keyClick(editor, Qt.Key.Key_Return)
    assert set(canvas.view.blocks) == {"Who is here", "Reliable channel"}
    assert canvas.selection.blocks == ["Who is here"]


def test_a_name_that_is_taken_is_refused_in_words(canvas: Canvas, driver: CanvasDriver) -> None:
    driver.add("Membership", 0, 0)
    driver.add("Reliable channel", 300, 0)
    canvas.selection.set(["Membership"])
    canvas.actions_by_name["rename"].trigger()
    editor = canvas.focusWidget()
    QTest.keyClicks(editor, "Reliable channel")
    QTest.keyClick(editor, Qt.Key.Key_Return)
    assert "another" in canvas.bubble.text
    assert set(canvas.view.blocks) == {"Membership", "Reliable channel"}


def test_delete_takes_wires_along(canvas: Canvas, driver: CanvasDriver) -> None:
    driver.wire_channel_to_tunnel()
    canvas.selection.set(["Tunnel"])
    canvas.setFocus()
    driver.key(Qt.Key.Key_Delete)
    assert set(canvas.view.blocks) == {"Reliable channel"}
    assert not canvas.view.wires
    assert len(canvas.sheet_scene.wires) == 0
    canvas.commands.undo()
    assert len(canvas.sheet_scene.wires) == 1


def test_colour_and_collapse(canvas: Canvas, driver: CanvasDriver) -> None:
    name = driver.add("Tunnel", 0, 0)
    driver.add("Membership", 400, 0)
    canvas.selection.set([name])
    canvas.commands.set_colour("#3f9e5b")
    canvas.commands.collapse()
    placed = canvas.view.blocks[name].placed
    assert (placed.colour, placed.collapsed) == ("#3f9e5b", True)
    assert canvas.sheet_scene.blocks[name].places.body.height() == 48
    canvas.commands.collapse()
    assert not canvas.view.blocks[name].placed.collapsed


def test_undo_back_to_empty(canvas: Canvas, driver: CanvasDriver) -> None:
    driver.wire_channel_to_tunnel()
    driver.drag(driver.at("Tunnel"), driver.at("Tunnel") + QPointF(0, 80))
    canvas.commands.group()
    while canvas.editor.undo_label:
        canvas.commands.undo()
    assert not canvas.view.blocks
    assert not canvas.sheet_scene.blocks
    assert not canvas.actions_by_name["undo"].isEnabled()


def test_a_sheet_that_cannot_be_changed_says_so(make_canvas: Callable[..., Canvas]) -> None:
    canvas = make_canvas()
    driver = CanvasDriver(canvas)
    driver.add("Membership", 0, 0)
    driver.add("Membership", 300, 0)
    canvas.editor.read_only = "this sheet is open elsewhere"
    canvas.commands.update_actions()
    driver.drag(driver.at("Membership"), driver.at("Membership") + QPointF(80, 0))
    assert "open elsewhere" in canvas.bubble.text
    assert canvas.sheet_scene.blocks["Membership"].pos() == QPointF(0, 0)
    assert not canvas.actions_by_name["delete"].isEnabled()
