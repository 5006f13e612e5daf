# SPDX-License-Identifier: BSD-3-Clause
"""A grid of cells as in a spreadsheet, with editing, copying and pasting."""

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, Qt, Signal
from PySide6.QtGui import QGuiApplication, QKeyEvent, QKeySequence, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractItemDelegate, QAbstractItemView, QTableView, QWidget

Index = QModelIndex | QPersistentModelIndex
NOWHERE = QModelIndex()
_MOST_PASTED = 10_000
_EDIT = Qt.ItemDataRole.EditRole
LOOK = """
    QTableView { background: palette(base); alternate-background-color: palette(alternate-base);
        border: 1px solid palette(mid); border-radius: 10px; padding: 4px; gridline-color: palette(mid);
        selection-background-color: palette(highlight); selection-color: palette(highlighted-text); }
    QTableView:focus { border: 1px solid palette(highlight); }
    QTableView::item { padding: 2px 8px; }
    QHeaderView { background: transparent; border: none; }
    QHeaderView::section { background: transparent; border: none; padding: 4px 9px; font-weight: 600;
        color: palette(placeholder-text); }
    QTableCornerButton::section { background: transparent; border: none; }
    QTableView QLineEdit { border: 2px solid palette(highlight); border-radius: 0; padding: 0 5px;
        background: palette(base); color: palette(text); }
"""


class Grid(QTableView):
    """A grid; Enter goes down, Tab right, Delete clears, Ctrl+C and Ctrl+V copy and paste."""

    pasted = Signal(int, int, list)
    emptied = Signal(list)

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.empty_text = ""
        self.setAccessibleName(name)
        self.setStyleSheet(LOOK)
        self.setWordWrap(False)
        self.setAlternatingRowColors(False)
        self.setTabKeyNavigation(True)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ContiguousSelection)
        self.verticalHeader().setDefaultSectionSize(28)
        self.horizontalHeader().setHighlightSections(False)
        self.setCornerButtonEnabled(False)
        self.setEditTriggers(
            QAbstractItemView.EditTrigger.DoubleClicked
            | QAbstractItemView.EditTrigger.EditKeyPressed
            | QAbstractItemView.EditTrigger.AnyKeyPressed
        )

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Keys for the selected cells."""
        if event.matches(QKeySequence.StandardKey.Copy):
            QGuiApplication.clipboard().setText(self.selected_text())
        elif event.matches(QKeySequence.StandardKey.Paste):
            self._paste()
        elif event.key() in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            self.emptied.emit(self.selectedIndexes())
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            if self.state() != QAbstractItemView.State.EditingState:  # otherwise the editor closes first
                self._down()
        else:
            super().keyPressEvent(event)

    def selected_text(self) -> str:
        """The selected cells as text with tabs and line ends."""
        lines: dict[int, list[tuple[int, str]]] = {}
        for index in self.selectedIndexes():
            text = str(index.data(_EDIT) if index.data(_EDIT) is not None else "")
            shown = " ".join(text.split("\t")).replace("\n", " ").replace("\r", "")
            lines.setdefault(index.row(), []).append((index.column(), shown))
        return "\n".join("\t".join(text for _, text in sorted(lines[row])) for row in sorted(lines))

    def closeEditor(self, editor: QWidget, hint: QAbstractItemDelegate.EndEditHint) -> None:
        """After Enter, go to the cell below."""
        super().closeEditor(editor, hint)
        if hint == QAbstractItemDelegate.EndEditHint.SubmitModelCache:
            self._down()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the cells, or a placeholder."""
        super().paintEvent(event)
        model = self.model()
        if self.empty_text and not (model.rowCount() and model.columnCount()):
            painter = QPainter(self.viewport())
            painter.setPen(self.palette().placeholderText().color())
            room: QRect = self.viewport().rect().adjusted(24, 16, -24, -16)
            painter.drawText(room, Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap, self.empty_text)

    def _down(self) -> None:
        at = self.currentIndex()
        below = at.siblingAtRow(at.row() + 1)
        if at.isValid() and below.isValid():
            self.setCurrentIndex(below)

    def _paste(self) -> None:
        text = QGuiApplication.clipboard().text()
        chosen = self.selectedIndexes() or [self.currentIndex()]
        if not text or not chosen[0].isValid():
            return
        rows = [line.split("\t") for line in text.replace("\r\n", "\n").removesuffix("\n").split("\n")]
        row, column = min(index.row() for index in chosen), min(index.column() for index in chosen)
        if sum(map(len, rows)) > _MOST_PASTED:
            rows = rows[:_MOST_PASTED]
        alone = len(rows) == len(rows[0]) == 1
        if alone and len(chosen) > 1:  # one text for all selected cells
            high = max(index.row() for index in chosen) - row + 1
            wide = max(index.column() for index in chosen) - column + 1
            rows = [[rows[0][0]] * wide for _ in range(high)]
        self.pasted.emit(row, column, rows)
