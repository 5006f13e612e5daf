# SPDX-License-Identifier: BSD-3-Clause
"""A row of tools that wraps."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QRect, QSize
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from objects_library.widgets.appearance import GAP


class Flow(QWidget):
    """Lays out widgets in rows; those after `push` are aligned right."""

    def __init__(self) -> None:
        super().__init__()
        self._widgets: list[QWidget] = []
        self._pushed: int | None = None
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def push(self) -> None:
        """Align the following widgets right."""
        self._pushed = len(self._widgets)

    def add(self, widget: QWidget, before: QWidget | None = None) -> None:
        """Add a widget at the end, or before another one."""
        widget.setParent(self)
        at = len(self._widgets) if before is None else self._widgets.index(before)
        self._widgets.insert(at, widget)
        self._lay()

    def sizeHint(self) -> QSize:
        """The height of all rows."""
        return QSize(self.minimumSizeHint().width(), self._high(max(self.width(), 1)))

    def minimumSizeHint(self) -> QSize:
        """The width of the widest widget."""
        widest = max((widget.sizeHint().width() for widget in self._widgets), default=0)
        return QSize(widest + 2 * GAP, self._high(max(self.width(), 1)))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Lay out again."""
        super().resizeEvent(event)
        self._lay()

    def event(self, event: QEvent) -> bool:
        """Lay out again when a widget changes its size."""
        if event.type() is QEvent.Type.LayoutRequest:
            self._lay()
        return super().event(event)

    def _rows(self, width: int) -> list[list[tuple[QWidget, int, QSize, bool]]]:
        rows: list[list[tuple[QWidget, int, QSize, bool]]] = [[]]
        x = GAP
        for number, widget in enumerate(self._widgets):
            size = widget.sizeHint().expandedTo(widget.minimumSize()).boundedTo(widget.maximumSize())
            if x + size.width() > width - GAP and rows[-1]:
                rows.append([])
                x = GAP
            pushed = self._pushed is not None and number >= self._pushed
            rows[-1].append((widget, x, size, pushed))
            x += size.width() + GAP
        return rows

    def _high(self, width: int) -> int:
        rows = self._rows(width)
        return GAP * len(rows) + sum(max((size.height() for _, _, size, _ in row), default=0) for row in rows)

    def _lay(self) -> None:
        y = GAP
        for row in self._rows(self.width()):
            high = max((size.height() for _, _, size, _ in row), default=0)
            ends = max((at + size.width() for _, at, size, _ in row), default=GAP)
            # In a row with left-aligned widgets, the rest is aligned right.
            spare = max(0, self.width() - GAP - ends) if any(not pushed for *_, pushed in row) else 0
            for widget, at, size, pushed in row:
                left = at + (spare if pushed else 0)
                widget.setGeometry(QRect(left, y + (high - size.height()) // 2, size.width(), size.height()))
            y += high + GAP
        if self.height() != y - GAP:
            self.setFixedHeight(max(1, y - GAP))
