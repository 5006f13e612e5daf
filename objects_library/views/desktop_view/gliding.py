"""Smooth moves: what others move is drawn on its way, not in jumps."""

from __future__ import annotations

from time import monotonic
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, QTimer

from objects_library.desktops.desktop_2d.items import Place
from objects_library.views.desktop_view.geometry import between

if TYPE_CHECKING:
    from objects_library.views.desktop_view.piece import Piece

_FRAME = 16
_SINGLE = 0.06
"""Seconds for a move that comes alone."""
_LONGEST = 0.05
"""Seconds for each of many moves, at most; as a rule as long as the next one takes to come."""


class Glide(QObject):
    """Brings pieces to where they belong within a few frames; does nothing when all are there."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._under_way: dict[Piece, tuple[Place, Place, float, float]] = {}
        self._heard_at: dict[Piece, float] = {}
        self._timer = QTimer(self, interval=_FRAME, timerType=Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self._step)

    def to(self, piece: Piece, goal: Place) -> None:
        """Let a piece go to a place."""
        now = monotonic()
        gap = now - self._heard_at.get(piece, 0.0)
        self._heard_at[piece] = now
        lasts = min(gap, _LONGEST) if gap < 4 * _LONGEST else _SINGLE
        self._under_way[piece] = piece.place, goal, now, lasts
        if not self._timer.isActive():
            self._timer.start()

    def stop(self, piece: Piece) -> None:
        """Leave a piece where it is drawn."""
        self._under_way.pop(piece, None)
        self._heard_at.pop(piece, None)

    @property
    def busy(self) -> bool:
        """Whether something is on its way."""
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
