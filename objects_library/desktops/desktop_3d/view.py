# SPDX-License-Identifier: BSD-3-Clause
"""The view of a 3D desktop: the space, buttons, and refusals."""

from __future__ import annotations

from uuid import UUID

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout

from app.runtime.library import Context, Endpoint, view_of
from objects_library.desktops.desktop_3d.proxy import Desktop3D
from objects_library.desktops.desktop_3d.scene.actions import model_names
from objects_library.desktops.desktop_3d.scene.scene_view import SceneView
from objects_library.desktops.desktop_3d.scene.viewport import no_graphics
from objects_library.desktops.desktop_3d.things import Patch, Thing, Transform
from objects_library.desktops.desktop_3d.visitors import Visitor
from objects_library.widgets.appearance import GAP, ElidedLabel, SoftButton, plain_label
from objects_library.widgets.avatars import PeopleRow
from objects_library.widgets.live_view import LiveView

_Things = list[Thing]
_Patches = list[Patch]
_Everyone = list[Visitor]


@view_of(Desktop3D)
class Desktop3DView(LiveView):
    """The view of a 3D desktop; without 3D rendering it shows a text."""

    space = Endpoint()

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        outer = self.layout()
        assert outer is not None
        outer.setContentsMargins(0, 0, 0, 0)
        self._can = (False, False)
        self._names = model_names()
        self.scene_view: SceneView | None = None
        self.problem = no_graphics()
        if self.problem:
            self._show_no_graphics()
            return
        self.scene_view = SceneView(self, context)
        self._add_buttons(self.scene_view)
        self.content.addWidget(self.scene_view, stretch=1)
        self.setFocusProxy(self.scene_view.viewport)
        self.scene_view.chosen_changed.connect(self._show_chosen)
        self._show_chosen()

    def _show_no_graphics(self) -> None:
        self.count = plain_label("", "muted")
        text = plain_label(
            self.tr("This space cannot be drawn here. {reason} Everything else works, and others see it.").format(
                reason=self.problem
            )
        )
        for label in (text, self.count):
            label.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.content.addStretch(1)
        self.content.addWidget(text)
        self.content.addWidget(self.count)
        self.content.addStretch(1)

    def _add_buttons(self, scene_view: SceneView) -> None:
        self.add_button = SoftButton(self.tr("&Add"), self.tr("Put something into the space"))
        self.undo_button = SoftButton("↶", self.tr("Undo"))
        self.redo_button = SoftButton("↷", self.tr("Redo"))
        self.hint = ElidedLabel()
        self.people = PeopleRow()
        self.follow_button = SoftButton(self.tr("&Follow"), self.tr("Follow what is chosen with the camera"))
        self.all_button = SoftButton(self.tr("Show &all"), self.tr("Show everything in the space"))
        self.menu_button = SoftButton(self.tr("&More"), self.tr("Everything that can be done"))
        self.add_button.clicked.connect(
            lambda: scene_view.commands.adding.ask(self.add_button.mapToGlobal(self.add_button.rect().bottomLeft()))
        )
        self.undo_button.clicked.connect(scene_view.undo_last)
        self.redo_button.clicked.connect(scene_view.redo_last)
        self.follow_button.clicked.connect(scene_view.follow)
        self.all_button.clicked.connect(scene_view.show_all)
        self.menu_button.clicked.connect(
            lambda: scene_view.commands.menu.ask(self.menu_button.mapToGlobal(self.menu_button.rect().bottomLeft()))
        )
        row = QHBoxLayout()
        row.setContentsMargins(GAP, GAP, GAP, 0)
        row.setSpacing(GAP)
        for widget in (self.add_button, self.undo_button, self.redo_button):
            row.addWidget(widget)
        row.addWidget(self.hint, stretch=1)
        row.addWidget(self.people)
        for widget in (self.follow_button, self.all_button, self.menu_button):
            row.addWidget(widget)
        self.content.addLayout(row)

    @property
    def settled(self) -> bool:
        """Whether everything visible is complete."""
        return super().settled and (self.scene_view is None or self.scene_view.settled)

    @space.outgoing
    def put(self, items: list[Thing]) -> None: ...

    @space.outgoing
    def place(self, items: list[UUID], places: list[Transform], done: bool) -> None: ...

    @space.outgoing
    def change(self, patches: list[Patch]) -> None: ...

    @space.outgoing
    def remove(self, items: list[UUID]) -> None: ...

    @space.outgoing
    def undo(self) -> None: ...

    @space.outgoing
    def redo(self) -> None: ...

    @space.outgoing
    def look(self, x: float, y: float, z: float, turn: float, pitch: float) -> None: ...

    @space.incoming
    def items(self, items: _Things) -> None:
        """All things."""
        if self.scene_view is not None:
            self.scene_view.show_things(items)
        else:
            self.count.setText(self.tr("{number} things stand in it.").format(number=len(items)))

    @space.incoming
    def changed(self, put: _Things, patches: _Patches, removed: list[UUID], by: str, echo: bool) -> None:  # noqa: ARG002
        """Items were added, changed or removed."""
        if self.scene_view is not None:
            self.scene_view.apply(put, patches, removed, echo=echo)
            self._show_chosen()

    @space.incoming
    def visitors(self, visitors: _Everyone) -> None:
        """Show the other people."""
        if self.scene_view is not None:
            self.scene_view.show_visitors(visitors)
            names = [visitor.name for visitor in visitors]
            if names != self.people.names:
                self.people.show_people(names, [visitor.id for visitor in visitors])

    @space.incoming
    def history(self, can_undo: bool, can_redo: bool) -> None:
        """Whether there is something to undo or to redo."""
        self._can = can_undo, can_redo
        self.set_writable(self.writable)

    @space.incoming
    def refused(self, reason: str) -> None:
        """A request was refused."""
        self.refuse(reason)

    def set_writable(self, writable: bool) -> None:
        """Disable editing while the object is not live."""
        if self.scene_view is not None:
            self.add_button.setEnabled(writable)
            self.undo_button.setEnabled(writable and self._can[0])
            self.redo_button.setEnabled(writable and self._can[1])

    def _show_chosen(self) -> None:
        assert self.scene_view is not None
        chosen = [self.scene_view.things[name] for name in self.scene_view.chosen]
        if not chosen:
            text = self.tr("Drag to look around, W A S D to fly; drop objects, pictures and models.")
        elif len(chosen) == 1:
            text = self._called(chosen[0])
        else:
            text = self.tr("{number} things chosen").format(number=len(chosen))
        self.hint.setText(text)
        self.scene_view.viewport.setAccessibleDescription(text)

    def _called(self, thing: Thing) -> str:
        called = thing.title or self._names.get(thing.text) or " ".join(thing.text.split()) or self.tr("Thing")
        return self.tr("{name}, locked").format(name=called[:60]) if thing.locked else called[:60]
