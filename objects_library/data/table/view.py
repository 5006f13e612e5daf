# SPDX-License-Identifier: BSD-3-Clause
"""The view of a table: rows, the newest last; each viewer sorts and searches."""

from collections.abc import Iterable
from datetime import datetime
from math import isnan
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, QSortFilterProxyModel, Qt
from PySide6.QtGui import QGuiApplication, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QLineEdit, QTableView

from app.runtime.library import Context, view_of
from objects_library.data.table.proxy import DataTable
from objects_library.replication.recent_rows import MOST
from objects_library.values.columns import Column, as_number
from objects_library.widgets.appearance import SoftButton
from objects_library.widgets.feed_view import FeedView, Messages, T
from objects_library.widgets.value_text import format_value

_Index = QModelIndex | QPersistentModelIndex
_NOWHERE = QModelIndex()
_SORT = Qt.ItemDataRole.UserRole
LOOK = """
    QTableView { background: palette(base); alternate-background-color: palette(alternate-base);
        border: 1px solid palette(mid); border-radius: 10px; padding: 6px;
        selection-background-color: palette(highlight); selection-color: palette(highlighted-text); }
    QTableView:focus { border: 1px solid palette(highlight); }
    QTableView::item { padding: 2px 8px; border: none; }
    QHeaderView { background: transparent; border: none; }
    QHeaderView::section { background: transparent; border: none; padding: 4px 11px; font-weight: 600;
        color: palette(placeholder-text); }
"""


class FeedRows(QAbstractTableModel):
    """A bounded model of rows; the oldest are dropped first."""

    def __init__(self, columns: list[Column]) -> None:
        super().__init__()
        self._columns = columns
        self.rows: list[tuple[Any, ...]] = []

    def replace_all(self, rows: list[tuple[Any, ...]]) -> None:
        """Replace the rows."""
        self.beginResetModel()
        self.rows = list(rows)
        self.endResetModel()

    def add(self, rows: list[tuple[Any, ...]]) -> None:
        """Append rows, and drop the oldest beyond the bound."""
        surplus = len(self.rows) + len(rows) - MOST
        if surplus > 0:
            gone = min(surplus, len(self.rows))
            self.beginRemoveRows(_NOWHERE, 0, gone - 1)
            del self.rows[:gone]
            self.endRemoveRows()
        self.beginInsertRows(_NOWHERE, len(self.rows), len(self.rows) + len(rows) - 1)
        self.rows += rows
        self.endInsertRows()

    def rowCount(self, parent: _Index = _NOWHERE) -> int:
        """How many rows there are."""
        return 0 if parent.isValid() else len(self.rows)

    def columnCount(self, parent: _Index = _NOWHERE) -> int:
        """How many columns there are."""
        return 0 if parent.isValid() else len(self._columns)

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """A cell as text, or as a sort key."""
        if not index.isValid():
            return None
        column, value = self._columns[index.column()], self.rows[index.row()][index.column()]
        numbers = column.kind in ("number", "time")
        if role == Qt.ItemDataRole.DisplayRole:
            return in_words(column, value)
        if role == _SORT:
            place = as_number(value) if numbers else 0.0
            return (-float("inf") if isnan(place) else place) if numbers else in_words(column, value).casefold()
        if role == Qt.ItemDataRole.TextAlignmentRole and column.kind == "number":
            return Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        return None

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """The name of a column."""
        if role == Qt.ItemDataRole.DisplayRole and orientation == Qt.Orientation.Horizontal:
            return self._columns[section].name
        return None


def in_words(column: Column, value: Any) -> str:
    """A value on one line."""
    if value is None:
        return ""
    if isinstance(value, datetime):
        return str(value.astimezone().strftime("%Y-%m-%d %H:%M:%S"))
    if isinstance(value, bool):
        return "✓" if value else "✗"
    if isinstance(value, float):
        return f"{value:.6g}"
    if column.type is not None:
        return format_value(column.type, value)  # type: ignore[arg-type]  # columns have types of values
    return " ".join(str(value)[:300].split())


class _Cells(QTableView):
    """Cells that can be copied, with tabs between them."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Copy the selection."""
        if not event.matches(QKeySequence.StandardKey.Copy):
            super().keyPressEvent(event)
            return
        chosen = sorted(self.selectedIndexes(), key=lambda index: (index.row(), index.column()))
        lines: dict[int, list[str]] = {}
        for index in chosen:
            lines.setdefault(index.row(), []).append(str(index.data()))
        QGuiApplication.clipboard().setText("\n".join("\t".join(line) for line in lines.values()))


@view_of(DataTable)
class TableView(FeedView[T]):
    """The latest rows of a feed."""

    feed = FeedView.feed.stronger()

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self.model = FeedRows(self.columns)
        self.found = QSortFilterProxyModel()
        self.found.setSourceModel(self.model)
        self.found.setSortRole(_SORT)
        self.found.setFilterKeyColumn(-1)
        self.found.setFilterCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        self.table = _Cells()
        self.table.setModel(self.found)
        self.table.setStyleSheet(LOOK)
        self.table.setAccessibleName(self.tr("Rows"))
        self.table.setSortingEnabled(True)
        self.table.horizontalHeader().setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
        self.table.horizontalHeader().setSortIndicatorClearable(True)
        self.table.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        self.table.horizontalHeader().setStretchLastSection(True)
        self.table.verticalHeader().hide()
        self.table.verticalHeader().setDefaultSectionSize(28)
        self.table.setShowGrid(False)
        self.table.setAlternatingRowColors(True)
        self.table.setTabKeyNavigation(False)
        self.table.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.search = QLineEdit()
        self.search.setPlaceholderText(self.tr("Search"))
        self.search.setAccessibleName(self.tr("Search"))
        self.search.setClearButtonEnabled(True)
        self.search.textChanged.connect(self.found.setFilterFixedString)
        save = SoftButton(self.tr("&Save …"), self.tr("Save the rows as CSV"))
        save.clicked.connect(self.save_csv)
        self.tools.addWidget(self.search, stretch=1)
        self.tools.addWidget(self.pause_button)
        self.tools.addWidget(save)
        self.content.addWidget(self.table, stretch=1)
        self.content.addWidget(self.count)
        self.setFocusProxy(self.table)

    @feed.incoming
    def settings(self, title: str) -> None:
        """The title."""
        self.show_title(title)

    def rows(self, rows: Messages[T]) -> None:
        """All stored rows; the newest is visible."""
        super().rows(rows)
        self.table.resizeColumnsToContents()
        self.table.scrollToBottom()

    def use_columns(self, columns: list[Column]) -> None:
        """Begin with other columns."""
        self.columns = columns
        self.model = FeedRows(columns)
        self.found.setSourceModel(self.model)

    def replace_rows(self, rows: list[tuple[Any, ...]]) -> None:
        """Replace the rows."""
        self.model.replace_all(rows)

    def add_rows(self, rows: list[tuple[Any, ...]]) -> None:
        """Append rows without moving the scroll position of a reader further up."""
        bar = self.table.verticalScrollBar()
        at_end = bar.value() >= bar.maximum() - 4
        first = not self.model.rows
        self.model.add(rows)
        if first:
            self.table.resizeColumnsToContents()
        if at_end:
            self.table.scrollToBottom()

    def kept_rows(self) -> Iterable[tuple[Any, ...]]:
        """The rows in the viewer's order and search."""
        places = (self.found.index(row, 0) for row in range(self.found.rowCount()))
        return [self.model.rows[self.found.mapToSource(place).row()] for place in places]

    def row_count(self) -> int:
        """How many rows are shown."""
        return self.found.rowCount()
