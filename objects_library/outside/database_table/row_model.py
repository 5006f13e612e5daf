# SPDX-License-Identifier: BSD-3-Clause
"""The rows of a database table as Qt wants them: by key, with edits that are on their way."""

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QAbstractTableModel, Qt, Signal
from PySide6.QtGui import QColor, QFont, QGuiApplication

from objects_library.outside.database_table.cell_text import NotAValueError, from_words, in_words, sort_key, to_edit
from objects_library.outside.database_table.values import DatabaseColumn, DatabaseRow
from objects_library.widgets.appearance import tip
from objects_library.widgets.grid_table import NOWHERE, Index

SORT = Qt.ItemDataRole.UserRole
_ROLE = Qt.ItemDataRole
_ONE_BY_ONE = 100
"""From so many changes on all rows are shown anew."""


class DatabaseRows(QAbstractTableModel):
    """Rows in order; `edited` and `misread` tell what a person wrote."""

    edited = Signal(str, str, object, object)
    misread = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.columns: list[DatabaseColumn] = []
        self.keys: list[str] = []
        self.values: dict[str, list[Any]] = {}
        self.pending: dict[tuple[str, str], Any] = {}
        """What was written here and is not in the database yet."""
        self.writable = True

    def replace_all(self, columns: Sequence[DatabaseColumn], rows: Sequence[DatabaseRow]) -> None:
        """Show another table."""
        self.beginResetModel()
        self.columns = list(columns)
        self.values = {row.key: row.values for row in rows}
        self.keys = list(self.values)
        self.endResetModel()

    def change(self, rows: Sequence[DatabaseRow], gone: Sequence[str]) -> None:
        """New, changed and removed rows."""
        if len(rows) + len(gone) > _ONE_BY_ONE:
            self.beginResetModel()
            self._change_quietly(rows, gone)
            self.endResetModel()
            return
        for key in gone:
            if key in self.values:
                place = self.keys.index(key)
                self.beginRemoveRows(NOWHERE, place, place)
                del self.keys[place], self.values[key]
                self.endRemoveRows()
        for row in rows:
            if row.key in self.values:
                self.values[row.key] = row.values
                place = self.keys.index(row.key)
                self.dataChanged.emit(self.index(place, 0), self.index(place, len(self.columns) - 1))
                continue
            place = self.keys.index(row.behind) + 1 if row.behind in self.values else 0
            self.beginInsertRows(NOWHERE, place, place)
            self.keys.insert(place, row.key)
            self.values[row.key] = row.values
            self.endInsertRows()

    def _change_quietly(self, rows: Sequence[DatabaseRow], gone: Sequence[str]) -> None:
        for key in gone:
            self.values.pop(key, None)
        behind: dict[str | None, list[str]] = {}
        for row in rows:
            if row.key not in self.values:
                behind.setdefault(row.behind, []).append(row.key)
            self.values[row.key] = row.values
        new = {key for keys in behind.values() for key in keys}
        ordered: dict[str, None] = {}
        waiting = list(reversed([key for key in self.keys if key in self.values and key not in new]))
        waiting += reversed(behind.pop(None, []))
        while waiting:
            key = waiting.pop()
            ordered[key] = None
            waiting += reversed(behind.pop(key, []))
        self.keys = list(ordered | dict.fromkeys(self.values))

    def settle(self, cell: tuple[str, str]) -> None:
        """What was written is in the database now, or was refused."""
        self.pending.pop(cell, None)
        if cell[0] in self.values:
            place = self.keys.index(cell[0])
            self.dataChanged.emit(self.index(place, 0), self.index(place, len(self.columns) - 1))

    def value_at(self, index: Index) -> Any:
        """What stands in a cell, also when the database does not have it yet."""
        key, column = self.keys[index.row()], self.columns[index.column()]
        kept = self.values[key][index.column()]
        return self.pending.get((key, column.name), kept)

    def write(self, index: Index, text: str | None) -> None:
        """Somebody wrote into a cell; None empties it."""
        column, key = self.columns[index.column()], self.keys[index.row()]
        try:
            value = None if text is None else from_words(column.kind, text)
        except NotAValueError as error:
            self.misread.emit(str(error))
            return
        was = self.value_at(index)
        if value != was and (text is None or text != to_edit(was)):
            self.edited.emit(key, column.name, value, was)

    # ---- what Qt asks

    def rowCount(self, parent: Index = NOWHERE) -> int:
        """How many rows there are."""
        return 0 if parent.isValid() else len(self.keys)

    def columnCount(self, parent: Index = NOWHERE) -> int:
        """How many columns there are."""
        return 0 if parent.isValid() else len(self.columns)

    def data(self, index: Index, role: int = _ROLE.DisplayRole) -> Any:
        """A cell: in words, to be edited, to be sorted, or how it looks."""
        if not index.isValid():
            return None
        column, value = self.columns[index.column()], self.value_at(index)
        if role == _ROLE.DisplayRole:
            return in_words(value)
        if role == _ROLE.EditRole:
            return to_edit(value)
        if role == SORT:
            return sort_key(column.kind, value)
        return self._look(column, index, value, role)

    def _look(self, column: DatabaseColumn, index: Index, value: Any, role: int) -> Any:
        if role == _ROLE.TextAlignmentRole:
            return _side(column)
        if role == _ROLE.FontRole and (self.keys[index.row()], column.name) in self.pending:
            font = QFont(QGuiApplication.font())
            font.setItalic(True)
            return font
        if role == _ROLE.ForegroundRole and not column.editable:
            return QColor(QGuiApplication.palette().placeholderText().color())
        if role == _ROLE.ToolTipRole and isinstance(value, str) and len(value) > 40:
            return tip(value[:1000])
        return None

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = _ROLE.DisplayRole) -> Any:
        """The name of a column, with its type as a tip."""
        if orientation != Qt.Orientation.Horizontal or section >= len(self.columns):
            return None
        column = self.columns[section]
        if role == _ROLE.DisplayRole:
            return column.name
        if role == _ROLE.TextAlignmentRole:
            return _side(column)
        if role == _ROLE.ToolTipRole:
            return tip(f"{column.name}: {column.type}")
        return None

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Columns that the database lets people edit."""
        flags = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
        if self.writable and index.isValid() and self.columns[index.column()].editable:
            flags |= Qt.ItemFlag.ItemIsEditable
        return flags

    def setData(self, index: Index, value: Any, role: int = _ROLE.EditRole) -> bool:
        """Somebody wrote something; it is sent, and shown as such until the database has it."""
        if role == _ROLE.EditRole:
            self.write(index, str(value))
        return False


def _side(column: DatabaseColumn) -> Qt.AlignmentFlag:
    right = column.kind in ("int", "float", "number")
    return (Qt.AlignmentFlag.AlignRight if right else Qt.AlignmentFlag.AlignLeft) | Qt.AlignmentFlag.AlignVCenter
