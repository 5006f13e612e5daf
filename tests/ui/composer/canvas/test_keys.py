# SPDX-License-Identifier: BSD-3-Clause
"""The whole sheet without a mouse."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from app.runtime.references import StickyNote
from app.ui.composer.canvas.canvas import Canvas
from app.ui.composer.canvas.slots import paste_into, take_out
from app.ui.composer.model.edits import AddNote
from tests.ui.composer.canvas.conftest import CanvasDriver


def test_tab_goes_through_the_blocks_as_one_reads(canvas: Canvas, driver: CanvasDriver) -> None:
    low = driver.add("Membership", 0, 300)
    right = driver.add("Membership", 400, 0)
    left = driver.add("Membership", 0, 0)
    canvas.selection.set([])
    canvas.setFocus()
    seen = []
    for _ in range(3):
        driver.key(Qt.Key.Key_Tab)
        seen += canvas.selection.blocks
    assert seen == [left, right, low]
    assert canvas.accessibleDescription().startswith(low)
    driver.key(Qt.Key.Key_Backtab)
    assert canvas.selection.blocks == [right]


def test_after_the_last_block_tab_leaves_the_sheet(canvas: Canvas, driver: CanvasDriver) -> None:
    driver.add("Membership", 0, 0)
    assert not canvas.keyboard.step(forward=True)


def test_arrows_move_and_are_one_step(canvas: Canvas, driver: CanvasDriver) -> None:
    name = driver.add("Membership", 0, 0)
    driver.add("Membership", 400, 0)
    canvas.selection.set([name])
    for _ in range(4):
        driver.key(Qt.Key.Key_Right)
    driver.key(Qt.Key.Key_Down, Qt.KeyboardModifier.ShiftModifier)
    placed = canvas.view.blocks[name].placed
    assert (placed.x, placed.y) == (32, 40)
    canvas.commands.undo()
    placed = canvas.view.blocks[name].placed
    assert (placed.x, placed.y) == (0, 0)


def test_alt_and_arrows_go_to_the_neighbour(canvas: Canvas, driver: CanvasDriver) -> None:
    here = driver.add("Membership", 0, 0)
    right = driver.add("Membership", 400, 40)
    below = driver.add("Membership", 40, 300)
    canvas.selection.set([here])
    driver.key(Qt.Key.Key_Right, Qt.KeyboardModifier.AltModifier)
    assert canvas.selection.blocks == [right]
    driver.key(Qt.Key.Key_Left, Qt.KeyboardModifier.AltModifier)
    driver.key(Qt.Key.Key_Down, Qt.KeyboardModifier.AltModifier)
    assert canvas.selection.blocks == [below]


def test_a_wire_is_selected_and_removed_by_keys(canvas: Canvas, driver: CanvasDriver) -> None:
    driver.wire_channel_to_tunnel()
    canvas.selection.set(["Tunnel"])
    canvas.setFocus()
    driver.key(Qt.Key.Key_L)
    assert len(canvas.selection.wires) == 1
    assert "Reliable channel" in canvas.accessibleDescription()
    driver.key(Qt.Key.Key_Delete)
    assert not canvas.view.wires
    assert len(canvas.view.blocks) == 2


def test_resize_by_keys(canvas: Canvas, driver: CanvasDriver) -> None:
    name = driver.add("Membership", 0, 0)
    canvas.selection.set([name])
    both = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
    for _ in range(3):
        driver.key(Qt.Key.Key_Right, both)
    assert canvas.sheet_scene.blocks[name].places.body.width() == 224 + 24
    canvas.commands.undo()
    assert canvas.sheet_scene.blocks[name].places.body.width() == 224


def test_notes_and_zones_are_reached_by_tab(canvas: Canvas, driver: CanvasDriver) -> None:
    driver.add("Membership", 0, 0)
    assert canvas.do(AddNote(StickyNote("Hello", 0, 300)))
    canvas.selection.set([])
    canvas.setFocus()
    driver.key(Qt.Key.Key_Tab)
    driver.key(Qt.Key.Key_Tab)
    assert canvas.selection.notes == list(canvas.view.notes)
    assert canvas.accessibleDescription() == "Note: Hello"


def test_a_slot_is_emptied_and_filled_without_a_mouse(canvas: Canvas, driver: CanvasDriver) -> None:
    driver.add("Shared label", 0, 0)
    driver.add("Membership", 0, 400)
    take_out(canvas, "Shared label", "Channel")
    slot = canvas.view.blocks["Shared label"].slot("Channel")
    assert slot is not None
    assert slot.embedded is None
    assert canvas.selection.blocks == ["Channel"]
    canvas.commands.cut()
    paste_into(canvas, "Shared label", "Channel")
    slot = canvas.view.blocks["Shared label"].slot("Channel")
    assert slot is not None
    assert slot.embedded is not None
    assert set(canvas.view.blocks) == {"Shared label", "Membership"}


def test_quick_add_by_keys(canvas: Canvas, driver: CanvasDriver, qtbot: QtBot) -> None:
    canvas.setFocus()
    driver.key(Qt.Key.Key_Insert)
    assert canvas.quick_adder.isVisible()
    QTest.keyClicks(canvas.quick_adder.field, "shared te")
    assert canvas.quick_adder.list.count() >= 2
    QTest.keyClick(canvas.quick_adder.field, Qt.Key.Key_Down)
    QTest.keyClick(canvas.quick_adder.field, Qt.Key.Key_Up)
    QTest.keyClick(canvas.quick_adder.field, Qt.Key.Key_Return)
    assert list(canvas.view.blocks) == ["Shared text"]
    assert canvas.selection.blocks == ["Shared text"]
    driver.key(Qt.Key.Key_Insert)
    QTest.keyClick(canvas.quick_adder.field, Qt.Key.Key_Escape)
    assert not canvas.quick_adder.isVisible()
    assert len(canvas.view.blocks) == 1


def test_find_goes_from_one_to_the_next(canvas: Canvas, driver: CanvasDriver) -> None:
    for number, title in enumerate(("Shared text", "Shared label", "Membership")):
        driver.add(title, 2000 * number, 0)
    canvas.actions_by_name["find"].trigger()
    bar = canvas.find_bar
    assert bar.isVisible()
    QTest.keyClicks(bar.field, "shared")
    assert bar.count.text() == "1 of 2"
    assert canvas.selection.blocks == ["Shared text"]
    assert canvas.visible_area().contains(canvas.sheet_scene.blocks["Shared text"].area)
    QTest.keyClick(bar.field, Qt.Key.Key_Return)
    assert canvas.selection.blocks == ["Shared label"]
    assert canvas.visible_area().contains(canvas.sheet_scene.blocks["Shared label"].area)
    QTest.keyClicks(bar.field, " nowhere")
    assert bar.count.text() == "nothing"
    QTest.keyClick(bar.field, Qt.Key.Key_Escape)
    assert not bar.isVisible()


def test_every_action_has_a_key(canvas: Canvas) -> None:
    actions = canvas.actions_by_name
    without = [name for name, action in actions.items() if not action.shortcuts()]
    assert not without
    keys = [key.toString() for action in actions.values() for key in action.shortcuts()]
    assert len(keys) == len(set(keys))


def test_zoom_by_keys(canvas: Canvas, driver: CanvasDriver) -> None:
    driver.add("Membership", 0, 0)
    canvas.actions_by_name["zoom-in"].trigger()
    assert canvas.sheet_scene.scale > 1.0
    canvas.actions_by_name["zoom-actual"].trigger()
    assert canvas.sheet_scene.scale == 1.0
    canvas.actions_by_name["zoom-fit"].trigger()
    assert canvas.visible_area().contains(canvas.sheet_scene.content())
