# SPDX-License-Identifier: BSD-3-Clause
"""A transparent layer over the view of any shared object, with the pointers of the others who see it."""

from __future__ import annotations

from time import monotonic
from typing import ClassVar
from uuid import UUID

from PySide6.QtCore import QObject, QPoint, QPointF, QRect, Qt, QTimer, Signal
from PySide6.QtGui import QCursor, QPainter, QPaintEvent
from PySide6.QtWidgets import QApplication, QWidget
from shiboken6 import isValid

from app.runtime.library import Context
from objects_library.replication.drawing.presence import Person, Pointing
from objects_library.replication.shared_pointers import PointerMessage, SharedPointers, ViewPlace
from objects_library.widgets.plane.pointers import Pointers
from objects_library.widgets.pointer_choice import pointers_wanted
from objects_library.widgets.pointer_places import pixel_of, place_at

_FRAME = 33
_SAMPLE = 50
"""Milliseconds between two looks at the pointer of the user."""


class PointerLayer(QWidget):
    """Shows where the others point, and the others where the user points.

    It is a view of the object without endpoints, so it ends with the object, and its failures are its own. A view that
    shows pointers itself has `shows_pointers`; `hides_pointer` says that the user's pointer is of no interest now.
    """

    people_changed = Signal(object)
    """The other people who see the object, as a list of `PointerMessage`."""

    def __init__(self, context: Context) -> None:
        super().__init__()
        self._context = context
        self._shared = SharedPointers(context, self._show)
        self._view: QWidget | None = None
        self._window: QWidget | None = None
        self._places: dict[UUID, ViewPlace | None] = {}
        self._names: dict[UUID, str] = {}
        self._points = False
        self._drawn: list[QRect] = []
        self.pointers = Pointers()
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._ticker = QTimer(self, interval=_FRAME)
        self._ticker.timeout.connect(self._tick)
        self._resting = QTimer(self, singleShot=True)
        self._resting.timeout.connect(self._tick)

    def cover(self, view: QWidget, window: QWidget | None = None) -> None:
        """Lie over a view, beside it in its parent; `window` is where the view is painted, if that is not itself."""
        self._view, self._window = view, window or view
        self.setParent(view.parentWidget())
        self.setGeometry(view.geometry())
        self.raise_()
        self.show()
        self._context.act(self._shared.begin)
        _Sampler.of_program().add(self)

    def uncover(self) -> None:
        """Remove the layer, which may be deleted already, with the window of the view."""
        _Sampler.of_program().remove(self)
        self._view = None
        if isValid(self):
            self.hide()
            self.deleteLater()

    def see_pointer(self, at: QPoint, under: QWidget | None) -> None:
        """Show the others where the user points; `at` is a point of the screen."""
        view, window = self._view, self._window
        if view is None or window is None:
            return
        inside = under is not None and (under is window or window.isAncestorOf(under))
        hidden = not inside or not pointers_wanted() or getattr(view, "hides_pointer", False)
        place = None if hidden else place_at(view, view.mapFromGlobal(at))
        if place is not None or self._points:
            self._points = place is not None
            self._context.act(self._shared.point, None, place)

    def keep_up(self) -> None:
        """Follow the view: its size, and what was scrolled in it."""
        view = self._view
        if view is None:
            return
        if self.geometry() != view.geometry():
            self.setGeometry(view.geometry())
            self.raise_()
        if self._drawn:
            self._place_all(())
            self._redraw()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002 - Qt's signature
        """Paint the pointers."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self.pointers.draw(painter, QPointF, self.palette())

    def _show(self, people: list[PointerMessage]) -> None:
        before, self._places = self._places, {each.by: each.place for each in people}
        names, self._names = self._names, {each.by: each.name for each in people}
        self._place_all({who for who, place in self._places.items() if before.get(who) != place})
        self._resting.stop()
        if not self._ticker.isActive():
            self._ticker.start()
        if names != self._names:
            self.people_changed.emit(people)

    def _place_all(self, moved: set[UUID] | tuple[()]) -> None:
        view = self._view
        if view is None:
            return
        people = []
        for who, place in self._places.items():
            at = None if place is None else pixel_of(view, place)
            point = at or QPointF()
            people.append(Person(who, self._names[who], Pointing(point.x(), point.y(), at is None, 0, 0, 1)))
        self.pointers.show(people, moved)

    def _redraw(self) -> None:
        """Redraw only where pointers are and were; whatever is below is redrawn with them, and may be expensive."""
        now = self.pointers.areas(QPointF)
        if now != self._drawn or self._ticker.isActive():
            for area in (*self._drawn, *now):
                self.update(area)
            self._drawn = now

    def _tick(self) -> None:
        self._redraw()
        now = monotonic()
        if self.pointers.moving(now):
            self._ticker.start()
            return
        self._ticker.stop()
        wait = self.pointers.next_rest(now)
        if wait is not None:
            self._resting.start(round(wait * 1000) + 1)


class _Sampler(QObject):
    """Looks where the user's pointer is, for all layers; widgets without mouse tracking report no movements."""

    _only: ClassVar[_Sampler | None] = None

    def __init__(self) -> None:
        super().__init__()
        self._layers: list[PointerLayer] = []
        self._at = QPoint()
        self._timer = QTimer(self, interval=_SAMPLE)
        self._timer.timeout.connect(self._look)

    @classmethod
    def of_program(cls) -> _Sampler:
        """The sampler of this process."""
        if cls._only is None:
            cls._only = cls()
        return cls._only

    def add(self, layer: PointerLayer) -> None:
        """Report to a layer, too."""
        self._layers.append(layer)
        self._timer.start()

    def remove(self, layer: PointerLayer) -> None:
        """Report no longer to a layer."""
        if layer in self._layers:
            self._layers.remove(layer)
        if not self._layers:
            self._timer.stop()

    def _look(self) -> None:
        at = QCursor.pos()
        moved, self._at = at != self._at, at
        under = QApplication.widgetAt(at) if moved else None
        for layer in tuple(self._layers):
            layer.keep_up()
            if moved:
                layer.see_pointer(at, under)
