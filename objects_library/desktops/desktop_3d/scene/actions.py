# SPDX-License-Identifier: BSD-3-Clause
"""The actions in a space: keys, menu and buttons."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING
from uuid import uuid4

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtGui import QGuiApplication, QKeyEvent
from PySide6.QtWidgets import QColorDialog, QInputDialog

from app.runtime.references import Document
from objects_library.desktops.desktop_3d.scene.bodies import FLAT
from objects_library.desktops.desktop_3d.scene.drop import new_thing
from objects_library.desktops.desktop_3d.things import (
    LARGEST,
    LONGEST_TEXT,
    LONGEST_TITLE,
    MODELS,
    SMALLEST,
    Patch,
    Thing,
    Transform,
)
from objects_library.widgets.action_list import ActionMenu, MenuAction, MenuActions
from objects_library.widgets.object_transfer import carried

if TYPE_CHECKING:
    from objects_library.desktops.desktop_3d.scene.scene_view import SceneView

_FLYING = {
    Qt.Key.Key_W: (1, 0, 0), Qt.Key.Key_Up: (1, 0, 0),
    Qt.Key.Key_S: (-1, 0, 0), Qt.Key.Key_Down: (-1, 0, 0),
    Qt.Key.Key_A: (0, -1, 0), Qt.Key.Key_Left: (0, -1, 0),
    Qt.Key.Key_D: (0, 1, 0), Qt.Key.Key_Right: (0, 1, 0),
    Qt.Key.Key_E: (0, 0, 1), Qt.Key.Key_Q: (0, 0, -1),
}  # fmt: skip
_ARROWS = {
    Qt.Key.Key_Left: (0, -1), Qt.Key.Key_Right: (0, 1), Qt.Key.Key_Up: (1, 0), Qt.Key.Key_Down: (-1, 0),
}  # fmt: skip
_TURN = 15.0


class SceneActions:
    """The actions of one view."""

    def __init__(self, scene_view: SceneView) -> None:
        self._scene = scene_view
        names = model_names()
        adding: MenuActions = [
            *(MenuAction(names[model], "", partial(self._add, model)) for model in MODELS),
            None,
            MenuAction(_tr("Map of the world"), "", self._add_map),
            MenuAction(_tr("Label …"), "L", self._add_label),
            MenuAction(_tr("Picture, glTF model or object …"), "Ctrl+O", scene_view.choose_file),
        ]
        all_: MenuActions = [
            MenuAction(_tr("Name …"), "F2", self._name, 1),
            MenuAction(_tr("Colour …"), "", self._colour, 1),
            MenuAction(_tr("Edit"), "Return", lambda: scene_view.enter(scene_view.chosen[-1]), 1, writes=False),
            MenuAction(_tr("Stand up or lay down"), "T", self._tip, 1),
            MenuAction(_tr("Turn clockwise"), "R", lambda: self._turn(_TURN), 1),
            MenuAction(_tr("Turn back"), "Shift+R", lambda: self._turn(-_TURN), 1),
            MenuAction(_tr("Larger"), "+", lambda: self._scale(1.25), 1),
            MenuAction(_tr("Smaller"), "-", lambda: self._scale(0.8), 1),
            MenuAction(_tr("Raise"), "PgUp", lambda: self._raise(1), 1),
            MenuAction(_tr("Lower"), "PgDown", lambda: self._raise(-1), 1),
            MenuAction(_tr("Lock or unlock"), "Ctrl+L", self._lock, 1),
            None,
            MenuAction(_tr("Whom to follow in its stream …"), "", self._whom, 1),
            MenuAction(_tr("Take off texture and stream"), "", self._bare, 1),
            None,
            MenuAction(_tr("Paste"), "Ctrl+V", scene_view.paste),
            MenuAction(_tr("Copy"), "Ctrl+C", self._copy, 1, writes=False),
            MenuAction(_tr("Duplicate"), "Ctrl+D", self._duplicate, 1),
            MenuAction(_tr("Remove for everyone"), "Del", lambda: scene_view.take_away(list(scene_view.chosen)), 1),
            MenuAction(_tr("Undo"), "Ctrl+Z", scene_view.undo_last),
            MenuAction(_tr("Redo"), "Ctrl+Shift+Z", scene_view.redo_last),
            None,
            MenuAction(_tr("Select all"), "Ctrl+A", lambda: scene_view.choose(scene_view.things), writes=False),
            MenuAction(_tr("Follow with the camera"), "F", scene_view.follow, writes=False),
            MenuAction(_tr("Show all"), "Home", scene_view.show_all, writes=False),
            MenuAction(_tr("From above"), "7", lambda: scene_view.look_from(-89), writes=False),
            MenuAction(_tr("From the side"), "1", lambda: scene_view.look_from(-8), writes=False),
        ]
        self.menu = ActionMenu(scene_view, all_, self.possible, [(_tr("Add"), adding)])
        self.adding = ActionMenu(scene_view, adding, self.possible)

    def possible(self, command: MenuAction) -> bool:
        """Whether an action is possible now."""
        return len(self._scene.chosen) >= command.needs and (self._scene.writable or not command.writes)

    def knows(self, event: QKeyEvent) -> bool:
        """Whether an action has this key."""
        return self.menu.action_of(event) is not None or Qt.Key(event.key()) in _ARROWS

    def press(self, event: QKeyEvent) -> None:
        """Handle a key of the space."""
        alt = bool(event.modifiers() & Qt.KeyboardModifier.AltModifier)
        key = Qt.Key(event.key())
        plain = not event.modifiers() & Qt.KeyboardModifier.ControlModifier
        if alt and key in _ARROWS and self._scene.chosen:
            event.accept()
            self._nudge(*_ARROWS[key])
        elif plain and not alt and key in _FLYING:
            event.accept()
            self._scene.fly(key, _FLYING[key])
        elif key == Qt.Key.Key_Escape:
            event.accept()
            self._scene.escape()
        else:
            self.menu.press(event)

    def _things(self) -> list[Thing]:
        return [self._scene.things[name] for name in self._scene.chosen]

    def _nudge(self, ahead: int, aside: int) -> None:
        camera = self._scene.viewport.renderer.camera
        forward, right = camera.forward(), camera.right()
        step = max(0.5, camera.distance * 0.01)
        length = max(0.2, (forward[0] ** 2 + forward[2] ** 2) ** 0.5)
        across = step * (ahead * forward[0] / length + aside * right[0])
        along = step * (ahead * forward[2] / length + aside * right[2])
        self._change(lambda spot: replace(spot, x=spot.x + across, z=spot.z + along))

    def _turn(self, degrees: float) -> None:
        self._change(lambda spot: replace(spot, turn=(spot.turn + degrees) % 360))

    def _scale(self, factor: float) -> None:
        self._change(lambda spot: replace(spot, size=max(SMALLEST, min(LARGEST, spot.size * factor))))

    def _raise(self, steps: int) -> None:
        step = max(0.5, self._scene.viewport.renderer.camera.distance * 0.02)
        self._change(lambda spot: replace(spot, y=max(0.0, spot.y + steps * step)))

    def _tip(self) -> None:
        """Tilt pictures; models stay as they are."""
        flat = [thing.item for thing in self._things() if thing.kind in ("picture", "object")]
        places = self._scene.movable()
        self._scene.move_to(
            {
                name: replace(spot, tilt=0.0 if abs(spot.tilt) >= FLAT else -90.0)
                for name, spot in places.items()
                if name in flat
            }
        )

    def _change(self, change: Callable[[Transform], Transform]) -> None:
        places = {name: change(spot) for name, spot in self._scene.movable().items()}
        if places and self._scene.writable:
            self._scene.move_to(places)

    def _lock(self) -> None:
        locked = not all(thing.locked for thing in self._things())
        self._scene.patch([Patch(thing.item, locked=locked) for thing in self._things()])

    def _name(self) -> None:
        thing = self._things()[-1]
        if thing.kind == "label":
            self._scene.enter(thing.item)
            return
        self.ask_text(
            _tr("Name"), thing.title, lambda text: self._scene.patch([Patch(thing.item, title=text[:LONGEST_TITLE])])
        )

    def ask_text(self, title: str, text: str, then: Callable[[str], object], *, lines: bool = False) -> None:
        """Ask for a short text without blocking."""
        dialogue = QInputDialog(self._scene)
        dialogue.setWindowTitle(title)
        dialogue.setLabelText(title)
        if lines:
            dialogue.setOption(QInputDialog.InputDialogOption.UsePlainTextEditForTextInput)
        dialogue.setTextValue(text)
        dialogue.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialogue.textValueSelected.connect(then)
        dialogue.open()

    def _colour(self) -> None:
        dialogue = QColorDialog(self._scene)
        dialogue.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        chosen = self._things()
        dialogue.colorSelected.connect(
            lambda colour: self._scene.patch([Patch(thing.item, colour=colour.name()) for thing in chosen])
        )
        dialogue.open()

    def _whom(self) -> None:
        thing = self._things()[-1]
        names = self._scene.streams.names(thing)
        if thing.kind != "model" or not names:
            self._scene.refuse(_tr("drop a stream of coordinates on the model first"))
            return
        dialogue = QInputDialog(self._scene)
        dialogue.setComboBoxItems(names)
        dialogue.setLabelText(_tr("Whom to follow"))
        dialogue.setTextValue(thing.follows or names[0])
        dialogue.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialogue.textValueSelected.connect(
            lambda name: self._scene.patch([Patch(thing.item, follows=name[:LONGEST_TITLE])])
        )
        dialogue.open()

    def _bare(self) -> None:
        models = [thing for thing in self._things() if thing.kind == "model"]
        self._scene.patch([Patch(thing.item, texture=b"", reference=[], stream=[]) for thing in models])

    def _add(self, model: str) -> None:
        x, _, z = self._scene.ground_ahead()
        high = {"aircraft": 40.0, "satellite": 80.0}.get(model, 0.0)
        turn = (self._scene.viewport.renderer.camera.turn + 150) % 360
        self._scene.put_down([new_thing("model", "", Transform(x, high, z, turn), text=model)])

    def _add_map(self) -> None:
        x, _, z = self._scene.ground_ahead()
        size = max(100.0, round(self._scene.viewport.renderer.camera.distance))
        self._scene.put_down(
            [new_thing("picture", _tr("World"), Transform(x, 0, z, 0, -90, size), text="-180,-60,180,78")]
        )

    def _add_label(self) -> None:
        x, _, z = self._scene.ground_ahead()

        def put(text: str) -> None:
            if text.strip():
                size = max(1.0, self._scene.viewport.renderer.camera.distance * 0.015)
                self._scene.put_down(
                    [new_thing("label", "", Transform(x, 2.0, z, size=size), text=text.strip()[:LONGEST_TEXT])]
                )

        self.ask_text(_tr("Label"), "", put, lines=True)

    def _duplicate(self) -> None:
        self._scene.put_down(
            [
                replace(
                    thing,
                    item=uuid4(),
                    locked=False,
                    place=replace(thing.place, x=thing.place.x + max(4.0, thing.place.size)),
                )
                for thing in self._things()
            ]
        )

    def _copy(self) -> None:
        things = self._things()
        found = next((each for thing in things for each in (*thing.reference, *thing.stream)), None)
        clipboard = QGuiApplication.clipboard()
        if found is not None:
            clipboard.setMimeData(carried(Document(found, things[0].title)))
        else:
            clipboard.setText("\n".join(thing.text or thing.title for thing in things))


def model_names() -> dict[str, str]:
    """The display names of the models."""
    return {
        "aircraft": _tr("Aircraft"), "building": _tr("Building"), "tower": _tr("Tower"), "tree": _tr("Tree"),
        "car": _tr("Car"), "ship": _tr("Ship"), "satellite": _tr("Satellite"), "person": _tr("Person"),
    }  # fmt: skip


def _tr(text: str) -> str:
    return QCoreApplication.translate("SpaceDeeds", text)
