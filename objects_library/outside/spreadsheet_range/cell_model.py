# SPDX-License-Identifier: BSD-3-Clause
"""The cells of a range as Qt wants them: letters above, numbers at the side, as in a spreadsheet."""

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QAbstractTableModel, Qt, Signal
from PySide6.QtGui import QFont, QGuiApplication

from objects_library.outside.spreadsheet_range.cells import SpreadsheetCell, SpreadsheetShape, column_name
from objects_library.widgets.grid_table import NOWHERE, Index

_ROLE = Qt.ItemDataRole
_EMPTY = SpreadsheetShape(0, 0, 0, 0, "", writable=False)


class RangeCells(QAbstractTableModel):
    """Cells by place; `edited` tells what a person wrote."""

    edited = Signal(int, int, str)

    def __init__(self) -> None:
        super().__init__()
        self.shape = _EMPTY
        self.cells: dict[tuple[int, int], SpreadsheetCell] = {}
        self.pending: dict[tuple[int, int], str] = {}
        """What was written here and is not in the document yet."""
        self.writable = True

    def replace_all(self, shape: SpreadsheetShape, cells: Sequence[SpreadsheetCell]) -> None:
        """Show another range."""
        self.beginResetModel()
        self.shape = shape
        self.cells = {(cell.row, cell.column): cell for cell in cells}
        self.endResetModel()

    def change(self, cells: Sequence[SpreadsheetCell]) -> None:
        """Changed cells."""
        for cell in cells:
            place = (cell.row, cell.column)
            if cell.text or cell.formula:
                self.cells[place] = cell
            else:
                self.cells.pop(place, None)
            self.show(place)

    def show(self, cell: tuple[int, int]) -> None:
        """Draw a cell again."""
        at = self.index(*cell)
        self.dataChanged.emit(at, at)

    def name_of(self, index: Index) -> str:
        """What a cell is called in the document."""
        column = column_name(self.shape.first_column + index.column())
        return f"{column}{self.shape.first_row + index.row() + 1}"

    def cell_at(self, index: Index) -> SpreadsheetCell | None:
        """A cell that is not empty."""
        return self.cells.get((index.row(), index.column()))

    def text_at(self, index: Index) -> str:
        """What a cell shows."""
        place = (index.row(), index.column())
        cell = self.cells.get(place)
        return self.pending.get(place, cell.text if cell is not None else "")

    # ---- what Qt asks

    def rowCount(self, parent: Index = NOWHERE) -> int:
        """How many rows there are."""
        return 0 if parent.isValid() else self.shape.rows

    def columnCount(self, parent: Index = NOWHERE) -> int:
        """How many columns there are."""
        return 0 if parent.isValid() else self.shape.columns

    def data(self, index: Index, role: int = _ROLE.DisplayRole) -> Any:
        """A cell: in words, to be edited, or how it looks."""
        if not index.isValid():
            return None
        if role == _ROLE.DisplayRole:
            return " ".join(self.text_at(index)[:300].split())
        if role == _ROLE.EditRole:
            return self.text_at(index)
        cell = self.cell_at(index)
        if role == _ROLE.TextAlignmentRole:
            right = cell is not None and cell.number
            side = Qt.AlignmentFlag.AlignRight if right else Qt.AlignmentFlag.AlignLeft
            return side | Qt.AlignmentFlag.AlignVCenter
        if role == _ROLE.FontRole and (index.row(), index.column()) in self.pending:
            font = QFont(QGuiApplication.font())
            font.setItalic(True)
            return font
        return None

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = _ROLE.DisplayRole) -> Any:
        """A, B, C above and 1, 2, 3 at the side, as in the document."""
        if role == _ROLE.TextAlignmentRole:
            return Qt.AlignmentFlag.AlignCenter
        if role != _ROLE.DisplayRole:
            return None
        if orientation == Qt.Orientation.Horizontal:
            return column_name(self.shape.first_column + section)
        return str(self.shape.first_row + section + 1)

    def flags(self, index: Index) -> Qt.ItemFlag:
        """All cells can be edited, if anybody may."""
        flags = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
        if index.isValid() and self.writable:
            flags |= Qt.ItemFlag.ItemIsEditable
        return flags

    def setData(self, index: Index, value: Any, role: int = _ROLE.EditRole) -> bool:
        """Somebody wrote something; it is sent, and shown as such until the document has it."""
        if role == _ROLE.EditRole and str(value) != self.text_at(index):
            self.edited.emit(index.row(), index.column(), str(value))
        return False
