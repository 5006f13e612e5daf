# SPDX-License-Identifier: BSD-3-Clause
"""The gallery as a Qt model."""

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt
from PySide6.QtGui import QImage

from app.ui.translations import translated
from app.ui.welcome.gallery import Entry
from app.ui.welcome.verdicts import verdict_text

ENTRY_ROLE = Qt.ItemDataRole.UserRole
PICTURE_ROLE = Qt.ItemDataRole.UserRole + 1

_Index = QModelIndex | QPersistentModelIndex
_NOWHERE = QModelIndex()


class GalleryModel(QAbstractListModel):
    """The list of entries; each is replaced when its file has been examined."""

    def __init__(self, entries: Sequence[Entry], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._entries = list(entries)
        self._pictures: dict[Path, QImage] = {}

    @property
    def entries(self) -> tuple[Entry, ...]:
        """The current entries."""
        return tuple(self._entries)

    def replace(self, row: int, entry: Entry) -> None:
        """Replace the entry of a row."""
        self._entries[row] = entry
        index = self.index(row)
        self.dataChanged.emit(index, index)

    def show_entries(self, entries: Sequence[Entry]) -> None:
        """Show other entries; known pictures stay."""
        self.beginResetModel()
        self._entries = list(entries)
        self.endResetModel()

    def show_picture(self, path: Path, picture: QImage) -> None:
        """Show a picture on the card of a file."""
        self._pictures[path] = picture
        for row, entry in enumerate(self._entries):
            if entry.path == path:
                self.dataChanged.emit(self.index(row), self.index(row))

    def rowCount(self, parent: _Index = _NOWHERE) -> int:
        return 0 if parent.isValid() else len(self._entries)

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        entry = self._entries[index.row()]
        if role == ENTRY_ROLE:
            return entry
        if role == PICTURE_ROLE:
            return self._pictures.get(entry.path)
        if role == Qt.ItemDataRole.DisplayRole:
            return translated(entry.title)
        if role in (Qt.ItemDataRole.AccessibleTextRole, Qt.ItemDataRole.AccessibleDescriptionRole):
            texts = [translated(entry.title), translated(entry.description), verdict_text(entry)]
            return ". ".join(filter(None, texts))
        if role == Qt.ItemDataRole.ToolTipRole:
            # Qt renders a tool tip that looks like HTML as HTML; text from files is escaped.
            import html  # noqa: PLC0415 - imported after the window is painted

            return "<br>".join(map(html.escape, [*entry.problems, str(entry.path)]))
        return None
