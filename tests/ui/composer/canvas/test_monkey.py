# SPDX-License-Identifier: BSD-3-Clause
"""Random input: nothing breaks, and the canvas always matches the document."""

import random
from collections.abc import Callable

import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from app.runtime.library import Catalogue
from app.runtime.references import read, write
from app.ui.composer.canvas.canvas import Canvas
from app.ui.composer.canvas.items.wire_layer import WireKey
from app.ui.composer.canvas.scene import SheetScene
from app.ui.composer.model.sheet_view import build_sheet_view
from tests.ui.composer.canvas.conftest import CanvasDriver

_TITLES = ("Reliable channel", "Tunnel", "Membership", "Shared label", "Persistence", "Loss recovery")
_KEYS = (
    Qt.Key.Key_Tab,
    Qt.Key.Key_W,
    Qt.Key.Key_L,
    Qt.Key.Key_Return,
    Qt.Key.Key_Escape,
    Qt.Key.Key_Right,
    Qt.Key.Key_Down,
    Qt.Key.Key_Delete,
    Qt.Key.Key_M,
)
_ACTIONS = (
    *("undo", "redo", "copy", "paste", "duplicate", "select-all", "group", "ungroup", "enter", "leave", "cut"),
    *("collapse", "export-port", "align-left", "align-middle", "distribute-vertically", "straighten"),
    *("zoom-in", "zoom-out", "zoom-fit", "zoom-actual", "add-note", "add-zone", "rename", "quick-add", "find"),
)


class _Monkey:
    def __init__(self, canvas: Canvas, seed: int) -> None:
        self.canvas = canvas
        self.driver = CanvasDriver(canvas)
        self.chance = random.Random(seed)

    def act(self) -> None:
        """Perform one random action."""
        acts: list[Callable[[], object]] = [self.drag, self.drag, self.key, self.action, self.add, self.click]
        self.chance.choice(acts)()
        self.settle()

    def place(self) -> QPointF:
        """Often something, sometimes nothing."""
        items = list(self.canvas.sheet_scene.blocks.values())
        if items and self.chance.random() < 0.8:
            item = self.chance.choice(items)
            spots = [item.pos() + place.anchor for place in item.places.ports]
            spots += [item.area.center(), item.area.bottomRight() - QPointF(4, 4), item.pos() + QPointF(90, 20)]
            return self.chance.choice(spots)
        area = self.canvas.visible_area()
        return QPointF(
            area.left() + self.chance.random() * area.width(), area.top() + self.chance.random() * area.height()
        )

    def drag(self) -> None:
        keys = self.chance.choice((Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ShiftModifier))
        self.driver.press(self.place(), keys)
        self.driver.move(self.place(), keys)
        if self.chance.random() < 0.1:
            self.driver.key(Qt.Key.Key_Escape)
        self.driver.release(self.place(), keys)

    def click(self) -> None:
        (self.driver.click if self.chance.random() < 0.6 else self.driver.double_click)(self.place())

    def key(self) -> None:
        self.canvas.setFocus()
        self.driver.key(self.chance.choice(_KEYS))

    def action(self) -> None:
        action = self.canvas.actions_by_name[self.chance.choice(_ACTIONS)]
        if action.isEnabled():
            action.trigger()

    def add(self) -> None:
        entry = self.canvas.entry_titled(self.chance.choice(_TITLES))
        assert entry is not None
        if len(self.canvas.view.blocks) < 12:
            self.canvas.add_entry(entry, self.place() if self.chance.random() < 0.5 else None)

    def settle(self) -> None:
        """Close open text editors."""
        for button in self.canvas.bubble.choices():
            if self.chance.random() < 0.5 and self.canvas.bubble.isVisible():
                button.click()
                break
        focus: QWidget | None = self.canvas.focusWidget()
        if focus is not None and focus is not self.canvas:
            QTest.keyClick(focus, self.chance.choice((Qt.Key.Key_Escape, Qt.Key.Key_Return)))
        self.canvas.quick_adder.leave()
        self.canvas.find_bar.leave()


def _wire(scene: SheetScene, key: WireKey) -> tuple[object, ...]:
    shape = scene.wires.shape_of(key)
    assert shape is not None
    return shape.line, shape.path, shape.family, shape.is_wrong


def _shown(scene: SheetScene) -> dict[str, object]:
    return {
        "blocks": {name: (item.x(), item.y(), item.places) for name, item in scene.blocks.items()},
        "wires": {key: _wire(scene, key) for key in scene.wires.all_keys()},
        "notes": {note: item.area for note, item in scene.notes.items()},
        "zones": {zone: item.area for zone, item in scene.zones.items()},
        "index": len(scene.index),
    }


@pytest.mark.parametrize("seed", range(4))
def test_anything_may_be_done(canvas: Canvas, catalogue: Catalogue, seed: int) -> None:
    monkey = _Monkey(canvas, seed)
    for step in range(150):
        monkey.act()
        if step % 15 == 0:
            canvas.cancel_gesture()
            canvas.grab()
            fresh = SheetScene(canvas.appearance)
            fresh.show_view(build_sheet_view(canvas.document, canvas.sheet, catalogue))
            assert _shown(canvas.sheet_scene) == _shown(fresh), f"after {step} steps with seed {seed}"
            assert read(write(canvas.document)) == canvas.document
    canvas.cancel_gesture()
    while canvas.editor.undo_label:
        canvas.commands.undo()
    canvas.show_sheet(())
    assert not canvas.view.blocks
    assert not canvas.view.notes
    assert not canvas.sheet_scene.wires.all_keys()
