# SPDX-License-Identifier: BSD-3-Clause
"""The animation of items that others move."""

from __future__ import annotations

from time import monotonic
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, QTimer, Signal

from objects_library.desktops.desktop_2d.canvas.geometry import between
from objects_library.replication.desktop.items import Placement

if TYPE_CHECKING:
    from objects_library.desktops.desktop_2d.canvas.graphics_item import GraphicsItem

_FRAME = 20
_SINGLE = 0.06
"""Seconds for a single move."""
_LONGEST = 0.05
"""The longest duration of a move in a sequence; usually the interval between two moves."""

_OFTEN = 0.03
"""Moves that arrive at about the frame rate are not interpolated."""


class PositionAnimator(QObject):
    """Moves graphics items to their targets within a few frames; idle when all have arrived."""

    stepped = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._under_way: dict[GraphicsItem, tuple[Placement, Placement, float, float]] = {}
        self._received: dict[GraphicsItem, tuple[float, float]] = {}
        self._timer = QTimer(self, interval=_FRAME, timerType=Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self._step)

    def to(self, piece: GraphicsItem, goal: Placement) -> None:
        """Animate an item to a placement."""
        now = monotonic()
        received_at, usual = self._received.get(piece, (0.0, _LONGEST))
        gap = now - received_at
        if gap > 4 * _LONGEST:
            lasts = usual = _SINGLE
        else:
            usual = 0.8 * usual + 0.2 * gap
            lasts = 0.0 if usual < _OFTEN else min(usual, _LONGEST)
        self._received[piece] = now, usual
        self._under_way[piece] = piece.place, goal, now, lasts
        if not self._timer.isActive():
            self._timer.start()

    def at_once(self, piece: GraphicsItem, goal: Placement) -> None:
        """Move an item in the next frame; the first of several such moves gets a frame of its own."""
        if self._timer.isActive():
            self._under_way[piece] = goal, goal, 0.0, 0.0
        else:
            piece.set_place(goal)
            self._timer.start()

    def stop(self, piece: GraphicsItem) -> None:
        """Leave an item where it is drawn."""
        self._under_way.pop(piece, None)
        self._received.pop(piece, None)

    @property
    def busy(self) -> bool:
        """Whether an item is moving."""
        return self._timer.isActive()

    def _step(self) -> None:
        now = monotonic()
        for piece, (start, goal, began, lasts) in list(self._under_way.items()):
            share = (now - began) / lasts if lasts > 0 else 1.0
            if share >= 1:
                del self._under_way[piece]
                piece.set_place(goal)
            else:
                piece.set_place(between(start, goal, share))
        if not self._under_way:
            self._timer.stop()
        self.stepped.emit()
