# SPDX-License-Identifier: BSD-3-Clause
"""A stack of bars that takes no space while all are hidden."""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QVBoxLayout, QWidget

_GAP = 8


class BarStack(QWidget):
    """Stacks bars that show and hide themselves."""

    def __init__(self, bars: Sequence[QWidget], side: int = _GAP, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._bars = dict(enumerate(bars))
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(side, _GAP, side, _GAP)
        self._column.setSpacing(_GAP)
        for bar in bars:
            self._column.addWidget(bar)
            bar.installEventFilter(self)
        self._fit()

    def put(self, bar: QWidget, position: int) -> None:
        """Insert a bar at an index."""
        self._column.insertWidget(sum(taken < position for taken in self._bars), bar)
        self._bars[position] = bar
        bar.installEventFilter(self)
        self._fit()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.ShowToParent, QEvent.Type.HideToParent):
            self._fit()
        return super().eventFilter(watched, event)

    def _fit(self) -> None:
        self.setVisible(any(not bar.isHidden() for bar in self._bars.values()))
