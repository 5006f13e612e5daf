# SPDX-License-Identifier: BSD-3-Clause
"""A transparent layer over a view with the pointers of other people."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic

from PySide6.QtCore import QEvent, QObject, QPointF, QRect, Qt, QTimer
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractScrollArea, QWidget

from objects_library.replication.drawing.presence import Person
from objects_library.widgets.plane.pointers import Pointers

_FRAME = 33


class PointerOverlay(QWidget):
    """Shows animated pointers over a scrolling view; idle while none of them moves."""

    def __init__(self, view: QAbstractScrollArea, to_window: Callable[[float, float], QPointF]) -> None:
        super().__init__(view)
        self._view = view
        self._to_window = to_window
        self.pointers = Pointers()
        self._drawn: list[QRect] = []
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._ticker = QTimer(self, interval=_FRAME)
        self._ticker.timeout.connect(self._tick)
        self._resting = QTimer(self, singleShot=True)
        self._resting.timeout.connect(self._rest)
        view.viewport().installEventFilter(self)
        self._cover()

    def show_people(self, people: list[Person]) -> None:
        """Set the people and animate their pointers."""
        self.pointers.show(people)
        self._resting.stop()
        if not self._ticker.isActive():
            self._ticker.start()
        self.redraw()

    def redraw(self) -> None:
        """Redraw only where pointers are and were; whatever is below is redrawn with them, and may be expensive."""
        now = self.pointers.areas(self._to_window)
        for area in (*self._drawn, *now):
            self.update(area)
        self._drawn = now

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002 - Qt's signature
        """Paint the pointers."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self.pointers.draw(painter, self._to_window, self.palette())

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Cover the whole view."""
        if event.type() == QEvent.Type.Resize and watched is self._view.viewport():
            self._cover()
        return False

    def _cover(self) -> None:
        self.setGeometry(self._view.viewport().geometry())

    def _tick(self) -> None:
        self.redraw()
        if not self.pointers.moving(monotonic()):
            self._ticker.stop()
            self._rest()

    def _rest(self) -> None:
        """Hide the pointers that have rested for long."""
        self.redraw()
        wait = self.pointers.next_rest(monotonic())
        if wait is not None:
            self._resting.start(round(wait * 1000) + 20)
