# SPDX-License-Identifier: BSD-3-Clause
"""A table model and view that change row by row."""

from collections.abc import Hashable, Iterable, Sequence
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView, QWidget

_Index = QModelIndex | QPersistentModelIndex
_NOWHERE = QModelIndex()
_LOOK = """
    QTableView { background: palette(base); border: 1px solid palette(mid); border-radius: 10px; padding: 6px;
        selection-background-color: palette(highlight); selection-color: palette(highlighted-text); }
    QTableView:focus { border: 1px solid palette(highlight); }
    QTableView::item { padding: 4px 8px; border: none; }
    QHeaderView { background: transparent; border: none; }
    QHeaderView::section { background: transparent; border: none; padding: 4px 11px; font-weight: 600;
        color: palette(placeholder-text); }
    QLineEdit { border: 1px solid palette(highlight); padding: 0 6px; background: palette(base); }
"""


class Rows(QAbstractTableModel):
    """Keys with their texts, in an order."""

    rewritten = Signal(object, str)

    def __init__(self, titles: Sequence[str], editable: int | None = None) -> None:
        super().__init__()
        self._titles = list(titles)
        self._editable = editable
        self._keys: list[Hashable] = []
        self._texts: dict[Hashable, tuple[str, ...]] = {}
        self.writable = True

    @property
    def keys(self) -> list[Hashable]:
        """All keys, in order."""
        return list(self._keys)

    def key_at(self, row: int) -> Hashable | None:
        """The key of a row, if there is such a row."""
        return self._keys[row] if 0 <= row < len(self._keys) else None

    def row_of(self, key: Hashable) -> int:
        """The row of a key, or -1."""
        return self._keys.index(key) if key in self._texts else -1

    def texts(self) -> list[tuple[str, ...]]:
        """All rows as they are shown."""
        return [self._texts[key] for key in self._keys]

    def replace_all(self, rows: Iterable[tuple[Hashable, tuple[str, ...]]]) -> None:
        """Replace the rows."""
        self.beginResetModel()
        found = dict(rows)
        self._keys, self._texts = list(found), found
        self.endResetModel()

    def put(self, key: Hashable, *texts: str, after: Hashable | None = None, first: bool = False) -> None:
        """Add a row behind another one, first or last, or change it."""
        if key in self._texts:
            self._texts[key] = texts
            row = self._keys.index(key)
            self.dataChanged.emit(self.index(row, 0), self.index(row, len(self._titles) - 1))
            return
        row = 0 if first else self._behind(after)
        self.beginInsertRows(_NOWHERE, row, row)
        self._keys.insert(row, key)
        self._texts[key] = texts
        self.endInsertRows()

    def take(self, key: Hashable) -> None:
        """Remove a row."""
        if key in self._texts:
            row = self._keys.index(key)
            self.beginRemoveRows(_NOWHERE, row, row)
            del self._keys[row], self._texts[key]
            self.endRemoveRows()

    def move(self, key: Hashable, after: Hashable | None) -> None:
        """Move a row behind another one, or to the front."""
        if key not in self._texts or key == after:
            return
        old = self._keys.index(key)
        target = 0 if after is None else self._behind(after)
        if target in (old, old + 1):
            return
        self.beginMoveRows(_NOWHERE, old, old, _NOWHERE, target)
        self._keys.pop(old)
        self._keys.insert(target - (target > old), key)
        self.endMoveRows()

    def _behind(self, after: Hashable | None) -> int:
        return self._keys.index(after) + 1 if after in self._texts else len(self._keys)

    # ---- what Qt asks

    def rowCount(self, parent: _Index = _NOWHERE) -> int:
        """How many rows there are."""
        return 0 if parent.isValid() else len(self._keys)

    def columnCount(self, parent: _Index = _NOWHERE) -> int:
        """How many columns there are."""
        return 0 if parent.isValid() else len(self._titles)

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """The text of a cell."""
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.EditRole) and index.isValid():
            return self._texts[self._keys[index.row()]][index.column()]
        return None

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """The title of a column."""
        if role == Qt.ItemDataRole.DisplayRole and orientation == Qt.Orientation.Horizontal:
            return self._titles[section]
        return None

    def flags(self, index: _Index) -> Qt.ItemFlag:
        """Only one column is editable."""
        flags = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
        if self.writable and index.isValid() and index.column() == self._editable:
            flags |= Qt.ItemFlag.ItemIsEditable
        return flags

    def setData(self, index: _Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        """Emit an edit; the cell changes when the object confirms it."""
        if role == Qt.ItemDataRole.EditRole and str(value) != self.data(index):
            self.rewritten.emit(self._keys[index.row()], str(value))
        return False


class RowsTable(QTableView):
    """A table; Delete removes, Alt+arrow moves, F2 or a double-click edits."""

    remove_asked = Signal(object)
    move_asked = Signal(object, int)
    opened = Signal(object)

    def __init__(
        self, rows: Rows, name: str, parent: QWidget | None = None, *, empty: str = "", narrow: int = 0
    ) -> None:
        super().__init__(parent)
        self.rows = rows
        self._empty = empty
        self.setModel(rows)
        self.setStyleSheet(_LOOK)
        self.setAccessibleName(name)
        self.setShowGrid(False)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setTabKeyNavigation(False)
        self.setWordWrap(False)
        self.verticalHeader().hide()
        self.verticalHeader().setDefaultSectionSize(32)
        header = self.horizontalHeader()
        header.setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        header.setHighlightSections(False)
        header.setVisible(rows.columnCount() > 1)
        for column in range(narrow):
            header.setSectionResizeMode(column, QHeaderView.ResizeMode.Fixed)
            header.resizeSection(column, 96)
        self.activated.connect(lambda index: self.opened.emit(rows.key_at(index.row())))

    @property
    def chosen(self) -> Hashable | None:
        """The key of the row that is selected."""
        return self.rows.key_at(self.currentIndex().row())

    def choose(self, key: Hashable) -> None:
        """Select a row."""
        row = self.rows.row_of(key)
        if row >= 0:
            self.setCurrentIndex(self.rows.index(row, 0))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the rows, or a placeholder."""
        super().paintEvent(event)
        if self._empty and not self.rows.rowCount():
            paint_placeholder(self, self._empty)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Keys for the selected row."""
        if not handle_row_key(self, event):
            super().keyPressEvent(event)


def handle_row_key(view: Any, event: QKeyEvent) -> bool:
    """Ask to remove or move the chosen row of a view; False if the key means neither."""
    key, alt = event.key(), bool(event.modifiers() & Qt.KeyboardModifier.AltModifier)
    if view.chosen is None:
        return False
    if key in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
        view.remove_asked.emit(view.chosen)
    elif alt and key in (Qt.Key.Key_Up, Qt.Key.Key_Down):
        view.move_asked.emit(view.chosen, -1 if key == Qt.Key.Key_Up else 1)
    else:
        return False
    return True


def paint_placeholder(view: QAbstractItemView, text: str) -> None:
    """Paint a text in the middle of an empty list or table."""
    painter = QPainter(view.viewport())
    painter.setPen(view.palette().placeholderText().color())
    room = view.viewport().rect().adjusted(16, 16, -16, -16)
    painter.drawText(room, Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap, text)
