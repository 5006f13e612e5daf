# SPDX-License-Identifier: BSD-3-Clause
"""Arrow tables as Qt shows them: only the cells that are seen become Python values."""

from datetime import date, datetime
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt, Signal
from PySide6.QtGui import QColor, QGuiApplication, QKeyEvent, QKeySequence, QMouseEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView

from objects_library.values.filters import NOTHING, columns_in
from objects_library.widgets.appearance import blend
from objects_library.widgets.tile_text import figure, format_time

_Index = QModelIndex | QPersistentModelIndex
_NOWHERE = QModelIndex()
_LONGEST = 300
_LOOK = """
    QTableView { background: palette(base); alternate-background-color: palette(alternate-base);
        border: none; selection-background-color: transparent; selection-color: palette(text); }
    QTableView::item { padding: 2px 8px; border: none; }
    QTableView::item:focus { border: 1px solid palette(highlight); border-radius: 4px; }
    QHeaderView { background: transparent; border: none; }
    QHeaderView::section { background: transparent; border: none; border-bottom: 1px solid palette(mid);
        padding: 4px 8px; font-weight: 600; color: palette(placeholder-text); }
"""


class ArrowRows(QAbstractTableModel):
    """A table that is replaced as a whole; what stays the same size keeps its place on the screen."""

    def __init__(self) -> None:
        super().__init__()
        self.table: Any = None
        self._columns: list[Any] = []
        self._kinds: list[str] = []
        self._marked: Any = None
        self._sort: tuple[str, bool] | None = None
        self.view: QTableView | None = None

    def show_table(self, table: Any, marked: Any, sort: tuple[str, bool] | None) -> None:
        """Show other rows; `marked` says which of them count more than the others."""
        before = self.rowCount()
        other_columns = self.table is None or self.table.schema != table.schema
        if other_columns:
            self.beginResetModel()
        elif table.num_rows > before:
            self.beginInsertRows(_NOWHERE, before, table.num_rows - 1)
        elif table.num_rows < before:
            self.beginRemoveRows(_NOWHERE, table.num_rows, before - 1)
        self.table, self._marked = table, marked
        # Rows are looked up one by one: of one piece that takes no search.
        self._columns = [column.combine_chunks() for column in table.columns]
        self._kinds = [column.kind for column in columns_in(table.schema)]
        if other_columns:
            self.endResetModel()
        elif table.num_rows > before:
            self.endInsertRows()
        elif table.num_rows < before:
            self.endRemoveRows()
        if table.num_rows:
            self.dataChanged.emit(self.index(0, 0), self.index(table.num_rows - 1, len(self._kinds) - 1))
        if sort != self._sort:
            self._sort = sort
            self.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, max(0, len(self._kinds) - 1))

    def name_at(self, position: int) -> str | None:
        """The name of a column."""
        names = [] if self.table is None else self.table.column_names
        return names[position] if 0 <= position < len(names) else None

    def rowCount(self, parent: _Index = _NOWHERE) -> int:
        """How many rows there are."""
        return 0 if parent.isValid() or self.table is None else int(self.table.num_rows)

    def columnCount(self, parent: _Index = _NOWHERE) -> int:
        """How many columns there are."""
        return 0 if parent.isValid() or self.table is None else len(self._kinds)

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """A cell in words, with its colour and side."""
        if not index.isValid() or index.row() >= self.rowCount():
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return self._words(index.row(), index.column())
        if role == Qt.ItemDataRole.TextAlignmentRole and self._kinds[index.column()] == "number":
            return Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        if role in (Qt.ItemDataRole.ForegroundRole, Qt.ItemDataRole.BackgroundRole):
            return self._colour(index.row(), back=role == Qt.ItemDataRole.BackgroundRole)
        return None

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """The name of a column, with an arrow where it is sorted."""
        if orientation != Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            name = self.name_at(section) or ""
            sorted_here = self._sort is not None and self._sort[0] == name
            return f"{name} {'↓' if self._sort[1] else '↑'}" if sorted_here and self._sort else name
        if role == Qt.ItemDataRole.TextAlignmentRole and section < len(self._kinds):
            side = Qt.AlignmentFlag.AlignRight if self._kinds[section] == "number" else Qt.AlignmentFlag.AlignLeft
            return side | Qt.AlignmentFlag.AlignVCenter
        return None

    def _words(self, row: int, column: int) -> str:
        try:
            value = self._columns[column][row].as_py()
        except ValueError:  # nanoseconds, which Python cannot tell
            value = str(self._columns[column][row])
        locale = self.view.locale() if self.view is not None else None
        if value is None:
            return NOTHING
        if isinstance(value, bool):
            return "✓" if value else "✗"
        if self._kinds[column] == "number" and locale is not None:
            return locale.toString(value) if isinstance(value, int) else figure(float(value), locale)
        if isinstance(value, datetime) and locale is not None:
            return format_time(value, locale)
        if isinstance(value, date):
            return value.isoformat()
        return " ".join(str(value)[:_LONGEST].split())

    def _colour(self, row: int, *, back: bool) -> QColor | None:
        if self._marked is None or self.view is None:
            return None
        palette = self.view.palette()
        if self._marked[row].as_py():
            return blend(palette.highlight().color(), palette.base().color(), 0.16) if back else None
        return None if back else blend(palette.text().color(), palette.base().color(), 0.38)


class ArrowTable(QTableView):
    """Rows of a feed; Space, Enter or a click points at one, Ctrl+C copies it."""

    picked = Signal(int)
    sort_asked = Signal(int)

    def __init__(self, model: ArrowRows) -> None:
        super().__init__()
        model.view = self
        self._rows = model
        self._fitted: Any = None
        self.setModel(model)
        self.setStyleSheet(_LOOK)
        self.setShowGrid(False)
        self.setAlternatingRowColors(True)
        self.setTabKeyNavigation(False)
        self.setWordWrap(False)
        self.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.verticalHeader().hide()
        self.verticalHeader().setDefaultSectionSize(26)
        header = self.horizontalHeader()
        header.setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        header.setStretchLastSection(True)
        header.setSectionsClickable(True)
        header.setHighlightSections(False)
        header.sectionClicked.connect(self.sort_asked)

    def fit_columns(self) -> None:
        """As wide as what is in them, once for the same columns."""
        table = self._rows.table
        if table is not None and table.num_rows and table.schema != self._fitted:
            self._fitted = table.schema
            self.resizeColumnsToContents()
            widths = [min(max(self.columnWidth(at) + 8, 60), 320) for at in range(len(table.column_names))]
            more = max(0, self.viewport().width() - 18 - sum(widths)) // len(widths)
            for place, width in enumerate(widths):
                self.setColumnWidth(place, width + more)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Another width is shared among the columns anew."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._fitted = None
            self.fit_columns()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Point at the row under the mouse."""
        super().mouseReleaseEvent(event)
        index = self.indexAt(event.position().toPoint())
        if event.button() == Qt.MouseButton.LeftButton and index.isValid():
            self.picked.emit(index.row())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Point, copy, or move about."""
        row = self.currentIndex().row()
        if event.matches(QKeySequence.StandardKey.Copy) and row >= 0:
            model = self.model()
            cells = [str(model.index(row, column).data()) for column in range(model.columnCount())]
            QGuiApplication.clipboard().setText("\t".join(cells))
        elif event.key() in (Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter) and row >= 0:
            self.picked.emit(row)
        else:
            super().keyPressEvent(event)
