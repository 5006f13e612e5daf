"""Rows of tools that become more rows where there is less room; one gap takes the room that is left over."""

from __future__ import annotations

from PySide6.QtCore import QMargins, QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import QLayout, QLayoutItem, QWidget, QWidgetItem

from objects_library.views.looks import GAP


class Flow(QLayout):
    """Widgets from left to right, then in the next row; what comes after `push` stands on the right."""

    def __init__(self) -> None:
        super().__init__()
        self._items: list[QLayoutItem] = []
        self._pushed: int | None = None
        self.setContentsMargins(QMargins(GAP, GAP, GAP, 0))
        self.setSpacing(GAP)

    def push(self) -> None:
        """What is added from here on is on the right."""
        self._pushed = len(self._items)

    def put(self, place: int, widget: QWidget) -> None:
        """Add a widget before those that are at a place and behind it."""
        self.addChildWidget(widget)
        self._items.insert(place, QWidgetItem(widget))
        self.invalidate()

    def addItem(self, item: QLayoutItem) -> None:  # noqa: N802 - Qt's name
        """Qt adds a widget."""
        self._items.append(item)

    def count(self) -> int:
        """How many there are."""
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:  # noqa: N802 - Qt's name
        """One of them; beyond the last there is none."""
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:  # noqa: N802 - Qt's name
        """Let go of one."""
        return self._items.pop(index) if 0 <= index < len(self._items) else None

    def expandingDirections(self) -> Qt.Orientation:  # noqa: N802 - Qt's name
        """As wide as there is room."""
        return Qt.Orientation.Horizontal

    def hasHeightForWidth(self) -> bool:  # noqa: N802 - Qt's name
        """Narrow ones are higher."""
        return True

    def heightForWidth(self, width: int) -> int:  # noqa: N802 - Qt's name
        """How high all rows are."""
        return self._lay(QRect(0, 0, width, 0), do=False)

    def setGeometry(self, rect: QRect) -> None:  # noqa: N802 - Qt's name
        """Lay everything out."""
        super().setGeometry(rect)
        self._lay(rect, do=True)

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """The same as the least."""
        return self.minimumSize()

    def minimumSize(self) -> QSize:  # noqa: N802 - Qt's name
        """As wide as the widest, as high as the highest."""
        size = QSize()
        for item in self._items:
            size = size.expandedTo(item.minimumSize())
        margins = self.contentsMargins()
        return size + QSize(margins.left() + margins.right(), margins.top() + margins.bottom())

    def _lay(self, rect: QRect, *, do: bool) -> int:
        margins, gap = self.contentsMargins(), self.spacing()
        left, right = rect.left() + margins.left(), rect.right() - margins.right() + 1
        y = rect.top() + margins.top()
        rows: list[list[tuple[QLayoutItem, int, int, bool]]] = [[]]
        x = left
        for number, item in enumerate(self._items):
            if item.isEmpty():
                continue
            size = item.sizeHint()
            if x + size.width() > right and rows[-1]:
                rows.append([])
                x = left
            pushed = self._pushed is not None and number >= self._pushed
            rows[-1].append((item, x, size.width(), pushed))
            x += size.width() + gap
        for row in rows:
            high = max((item.sizeHint().height() for item, _, _, _ in row), default=0)
            ends = max((at + wide for _, at, wide, _ in row), default=left)
            # In a row that also has what stands on the left, the rest goes to the right side.
            spare = right - ends if any(not pushed for *_, pushed in row) else 0
            for item, at, wide, pushed in row if do else ():
                size = item.sizeHint()
                where = QPoint(at + (spare if pushed else 0), y + (high - size.height()) // 2)
                item.setGeometry(QRect(where, QSize(min(wide, right - left), size.height())))
            y += high + gap
        return y - gap + margins.bottom() - rect.top()
