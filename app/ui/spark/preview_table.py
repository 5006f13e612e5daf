# SPDX-License-Identifier: BSD-3-Clause
"""A view of an Arrow table, with localized cells and column types."""

from __future__ import annotations

import json
from datetime import date, datetime, timedelta
from decimal import Decimal
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QLocale, QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtGui import QColor, QGuiApplication, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView, QWidget

from app.ui.theme import Theme

_Index = QModelIndex | QPersistentModelIndex
_NOWHERE = QModelIndex()
_LONGEST_CELL = 500
_WIDEST = 320
_MOST_COPIED = 100_000


class ArrowModel(QAbstractTableModel):
    """The model of an Arrow table; cells are converted to text when they are shown."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._table: Any = None
        self._columns: list[Any] = []

    def show_table(self, table: Any) -> None:
        """Show a table; None shows nothing."""
        self.beginResetModel()
        self._table = table
        self._columns = [] if table is None else [table.column(number) for number in range(table.num_columns)]
        self.endResetModel()

    def rowCount(self, parent: _Index = _NOWHERE) -> int:
        return 0 if parent.isValid() or self._table is None else int(self._table.num_rows)

    def columnCount(self, parent: _Index = _NOWHERE) -> int:
        return 0 if parent.isValid() else len(self._columns)

    def value(self, row: int, column: int) -> Any:
        """The value of a cell."""
        try:
            return self._columns[column][row].as_py()
        except (ValueError, OverflowError):  # times outside Python's range
            return str(self._columns[column][row])

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return format_value(self.value(index.row(), index.column()))
        if role == Qt.ItemDataRole.TextAlignmentRole:
            number = isinstance(self.value(index.row(), index.column()), int | float | Decimal)
            side = Qt.AlignmentFlag.AlignRight if number else Qt.AlignmentFlag.AlignLeft
            return int(side | Qt.AlignmentFlag.AlignVCenter)
        if role == Qt.ItemDataRole.ForegroundRole and self.value(index.row(), index.column()) is None:
            return QColor(self._theme.colors.muted)
        return None

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if self._table is None or orientation is not Qt.Orientation.Horizontal:
            return str(section + 1) if role == Qt.ItemDataRole.DisplayRole else None
        field = self._table.schema.field(section)
        if role == Qt.ItemDataRole.DisplayRole:
            return field.name
        if role == Qt.ItemDataRole.ToolTipRole:
            return f"{field.name}: {field.type}"
        return None


class ArrowView(QTableView):
    """The table view; Ctrl+C copies the selection with tabs, for spreadsheets."""

    def __init__(self, theme: Theme, label: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.arrow = ArrowModel(theme)
        self.setModel(self.arrow)
        self.setAccessibleName(label)
        self.setProperty("role", "plain")
        self.setAlternatingRowColors(True)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setTabKeyNavigation(False)
        self.verticalHeader().hide()
        self.verticalHeader().setDefaultSectionSize(self.fontMetrics().height() + 8)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        self.horizontalHeader().setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)

    def show_table(self, table: Any) -> None:
        """Show a table, and fit the column widths."""
        same = self.arrow.columnCount() and table is not None
        before = [self.arrow.headerData(each, Qt.Orientation.Horizontal) for each in range(self.arrow.columnCount())]
        self.arrow.show_table(table)
        if same and before == list(table.column_names):
            return  # keep widths that the user has set
        self.resizeColumnsToContents()
        for column in range(self.arrow.columnCount()):
            self.setColumnWidth(column, min(_WIDEST, self.columnWidth(column) + 12))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy()
        else:
            super().keyPressEvent(event)

    def copy(self) -> None:
        """Copy the selection to the clipboard."""
        chosen = sorted((each.row(), each.column()) for each in self.selectedIndexes()[:_MOST_COPIED])
        lines: dict[int, list[str]] = {}
        for row, column in chosen:
            lines.setdefault(row, []).append(str(self.arrow.data(self.arrow.index(row, column)) or ""))
        QGuiApplication.clipboard().setText("\n".join("\t".join(cells) for cells in lines.values()))


def format_value(value: Any) -> str:
    """Format a value for the user's locale."""
    locale = QLocale()
    if value is None:
        return "–"
    if isinstance(value, bool):
        return "✓" if value else "✗"
    if isinstance(value, int):
        return locale.toString(value) if -(2**63) <= value < 2**63 else str(value)
    if isinstance(value, float):
        return locale.toString(value, "g", 8)
    if isinstance(value, datetime):
        return value.astimezone().strftime("%Y-%m-%d %H:%M:%S") if value.tzinfo else f"{value:%Y-%m-%d %H:%M:%S}"
    if isinstance(value, date | timedelta | Decimal):
        return str(value)
    if isinstance(value, bytes):
        return value[:64].hex(" ")
    text = value if isinstance(value, str) else json.dumps(value, default=str, ensure_ascii=False)
    return " ".join(text[:_LONGEST_CELL].split())
