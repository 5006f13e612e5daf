# SPDX-License-Identifier: BSD-3-Clause
"""The common base of views of drawings: shapes, people, and following a person."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import partial
from pathlib import Path
from uuid import UUID, uuid4

from PySide6.QtCore import QPointF, Qt
from PySide6.QtWidgets import QMenu, QToolButton

from app.runtime.library import Context, Endpoint
from objects_library.replication.desktop.state import NOBODY
from objects_library.replication.drawing.board import Board
from objects_library.replication.drawing.presence import Person, Pointing
from objects_library.replication.drawing.shapes import Frame, Growth, Shape, ShapePatch, packed
from objects_library.widgets.appearance import SoftButton
from objects_library.widgets.file_dialogs import ask_for_target
from objects_library.widgets.live_view import LiveView
from objects_library.widgets.plane.flow_layout import Flow
from objects_library.widgets.plane.plane import PlaneWidget
from objects_library.widgets.pointer_choice import pointers_wanted

_patched = Board.patched


class DrawingView(LiveView):
    """The common base of views of drawings; subclasses draw shapes and define tools."""

    drawing = Endpoint()
    shows_pointers = True
    """People can follow each other here, so the pointers belong to the object."""

    def __init__(self, context: Context, plane: PlaneWidget) -> None:
        super().__init__(context)
        outer = self.layout()
        assert outer is not None
        outer.setContentsMargins(0, 0, 0, 0)
        self.plane = plane
        self.known: dict[UUID, Shape] = {}
        """The confirmed shapes."""
        self.following: UUID | None = None
        self._follows_now = False
        self._can = (False, False)
        self._pointing_at = QPointF()
        self._away = True
        plane.pointed.connect(self._point)
        plane.view_changed.connect(self._view_changed)
        self.setFocusProxy(plane)

    def common_buttons(self, row: Flow) -> None:
        """The buttons for undo, redo, and following a person."""
        self.undo_button = SoftButton("↶", self.tr("Undo"))
        self.redo_button = SoftButton("↷", self.tr("Redo"))
        self.undo_button.setToolTip(self.tr("Undo what you did last (Ctrl+Z)"))
        self.redo_button.setToolTip(self.tr("Do it again (Ctrl+Shift+Z)"))
        self.undo_button.clicked.connect(self.undo_last)
        self.redo_button.clicked.connect(self.redo_last)
        self.people_button = QToolButton()
        self.people_button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.people_button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextOnly)
        self.people_menu = QMenu(self.people_button)
        self.people_menu.aboutToShow.connect(self._fill_people)
        self.people_button.setMenu(self.people_menu)
        row.add(self.undo_button)
        row.add(self.redo_button)
        row.push()
        row.add(self.people_button)
        self._show_company()

    # Outgoing events

    @drawing.outgoing
    def put(self, shapes: list[Shape]) -> None: ...

    @drawing.outgoing
    def grow(self, shape: UUID, points: bytes, done: bool) -> None: ...

    @drawing.outgoing
    def place(self, shapes: list[UUID], places: list[Frame], done: bool) -> None: ...

    @drawing.outgoing
    def change(self, patches: list[ShapePatch]) -> None: ...

    @drawing.outgoing
    def remove(self, shapes: list[UUID]) -> None: ...

    @drawing.outgoing
    def undo(self) -> None: ...

    @drawing.outgoing
    def redo(self) -> None: ...

    @drawing.outgoing
    def point(self, pointing: Pointing) -> None: ...

    # Incoming events

    @drawing.incoming
    def shapes(self, shapes: list[Shape]) -> None:
        """All shapes."""
        self.known = {shape.item: shape for shape in shapes}
        self.shapes_replaced()

    @drawing.incoming
    def changed(self, put: list[Shape], patches: list[ShapePatch], removed: list[UUID], by: str, echo: bool) -> None:
        """Shapes were added, changed or removed."""
        for shape in put:
            self.known[shape.item] = shape
            self.shape_added(shape, echo)
        for patch in patches:
            before = self.known.get(patch.item)
            if before is not None:
                self.known[patch.item] = after = _patched(before, patch)
                self.shape_changed(before, after, by, echo)
        for name in removed:
            gone = self.known.pop(name, None)
            if gone is not None:
                self.shape_removed(gone)

    @drawing.incoming
    def grown(self, shape: UUID, points: bytes, done: bool, echo: bool) -> None:
        """Points were appended to a shape."""
        before = self.known.get(shape)
        if before is not None:
            self.known[shape] = after = replace(before, points=before.points + points, done=done)
            self.shape_grown(after, Growth(shape, points, done), echo)

    @drawing.incoming
    def history(self, can_undo: bool, can_redo: bool) -> None:
        """Whether there is something to undo or to redo."""
        self._can = can_undo, can_redo
        self._enable()

    @drawing.incoming
    def people(self, people: list[Person]) -> None:
        """The other people, their pointers and views."""
        shown = [replace(person, pointing=self.on_plane(person.pointing)) for person in people]
        self.plane.pointers.show(shown)
        self._show_company()
        if self.following is not None:
            self._follow_now()
        self.plane.keep_moving()

    @drawing.incoming
    def refused(self, reason: str) -> None:
        """A request was refused."""
        self.refuse(reason)

    # For subclasses

    def shapes_replaced(self) -> None:
        """Replace all shapes."""

    def shape_added(self, shape: Shape, echo: bool) -> None:
        """Add a shape."""

    def shape_changed(self, before: Shape, after: Shape, by: str, echo: bool) -> None:
        """Change a shape."""

    def shape_grown(self, shape: Shape, growth: Growth, echo: bool) -> None:
        """Points were appended to a shape."""

    def shape_removed(self, shape: Shape) -> None:
        """Remove a shape."""

    def on_plane(self, pointing: Pointing) -> Pointing:
        """Convert shared coordinates to this plane."""
        return pointing

    def from_plane(self, pointing: Pointing) -> Pointing:
        """Convert a point of this plane to shared coordinates."""
        return pointing

    # Actions of the user

    def new_shape(
        self, kind: str, at: tuple[float, float], points: Iterable[tuple[float, float]] = ((0.0, 0.0),), **more: object
    ) -> Shape:
        """A new shape; its points are relative to its origin."""
        given: dict[str, object] = {
            "item": uuid4(), "kind": kind, "owner": NOBODY, "by": "", "place": Frame(*at),
            "points": packed(list(points)), "colour": "ink", "width": 3.0, "text": "", "note": "", "icon": "",
            "layer": 0, "locked": False, "done": True,
        }  # fmt: skip
        return Shape(**(given | more))  # type: ignore[arg-type]

    def draw_shapes(self, shapes: list[Shape]) -> None:
        """Add shapes for everyone."""
        if self.writable and shapes:
            self.act(self.put, shapes)

    def patch(self, patches: list[ShapePatch]) -> None:
        """Change fields of shapes."""
        if self.writable and patches:
            self.act(self.change, patches)

    def take_away(self, names: list[UUID]) -> None:
        """Remove shapes for everyone."""
        if self.writable and names:
            self.act(self.remove, names)

    def undo_last(self) -> None:
        """Undo the last step of this person."""
        if self.writable:
            self.act(self.undo)

    def redo_last(self) -> None:
        """Redo the last undone step."""
        if self.writable:
            self.act(self.redo)

    def set_writable(self, writable: bool) -> None:  # noqa: ARG002 - asked for where it counts
        """Disable editing while the object is not live."""
        self._enable()
        self.plane.update()

    def follow(self, who: UUID | None) -> None:
        """Follow the view of another person until the user moves the plane."""
        self.following = who
        self._follow_now()
        self._show_company()

    def save_file(self, title: str, name: str, write: Callable[[Path], object]) -> None:
        """Ask for a file without blocking, and write it in a thread; failures are shown."""

        def chosen(path: Path) -> None:
            self.act(lambda: self._context.spawn(self._write(path, write)))

        ask_for_target(self, title, str(Path.home() / name), chosen, suffix=Path(name).suffix[1:])

    async def _write(self, path: Path, write: Callable[[Path], object]) -> None:
        try:
            await asyncio.to_thread(write, path)
        except OSError as error:
            self.refuse(f"{path.name}: {error.strerror or error}")

    def _enable(self) -> None:
        self.undo_button.setEnabled(self.writable and self._can[0])
        self.redo_button.setEnabled(self.writable and self._can[1])

    # Views and pointers

    def _point(self, point: QPointF, away: bool) -> None:
        self._pointing_at, self._away = point, away
        self._send_pointing()

    def _view_changed(self) -> None:
        if self.following is not None and not self._follows_now:
            self.following = None
            self._show_company()
        self._send_pointing()

    def _send_pointing(self) -> None:
        if not self.writable:
            return
        camera = self.plane.camera
        at = self._pointing_at
        seen = Pointing(at.x(), at.y(), self._away or not pointers_wanted(), camera.x, camera.y, camera.goal)
        self.act(self.point, self.from_plane(seen))

    def _follow_now(self) -> None:
        person = self.plane.pointers.people.get(self.following) if self.following else None
        if person is None:
            self.following = None
            return
        camera, seen = self.plane.camera, person.pointing
        if (camera.x, camera.y, camera.scale) == (seen.middle_x, seen.middle_y, seen.scale):
            return
        self._follows_now = True
        self.plane.look_at(seen.middle_x, seen.middle_y, seen.scale)
        self._follows_now = False

    def _show_company(self) -> None:
        people = list(self.plane.pointers.people.values())
        followed = next((each.name for each in people if each.id == self.following), "")
        if followed:
            text = self.tr("Following {name}").format(name=followed)
        elif people:
            text = self.tr("{count} here with you").format(count=len(people))
        else:
            text = self.tr("Nobody else is here")
        if self.people_button.text() != text:
            self.people_button.setText(text)
            self.people_button.setAccessibleName(text)

    def _fill_people(self) -> None:
        self.people_menu.clear()
        if self.following is not None:
            self.people_menu.addAction(self.tr("Look for yourself"), lambda: self.follow(None))
        for person in self.plane.pointers.people.values():
            called = self.tr("Follow {name}").format(name=person.name)
            self.people_menu.addAction(called, partial(self.follow, person.id))
        if not self.people_menu.actions():
            nobody = self.people_menu.addAction(self.tr("Nobody else is here"))
            nobody.setEnabled(False)
