# SPDX-License-Identifier: BSD-3-Clause
"""The palette as a Qt model: groups with entries, or search results."""

from __future__ import annotations

import html
from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtCore import QAbstractItemModel, QMimeData, QModelIndex, QObject, QPersistentModelIndex, Qt

from app.runtime.references import MEDIA_TYPE, LiveObjectFileError
from app.ui.composer.model.errors import EditError
from app.ui.composer.model.palette import Entry, search
from app.ui.composer.panels.drag_data import mime_data
from app.ui.translations import in_language, translated
from objects_library.widgets.object_transfer import mark_new

ENTRY_ROLE = Qt.ItemDataRole.UserRole
COUNT_ROLE = Qt.ItemDataRole.UserRole + 1

_Index = QModelIndex | QPersistentModelIndex
_NOWHERE = QModelIndex()
_FIRST_GROUP = "Shared documents"
"""The group shown first; the others keep their order."""
_IN_A_GROUP_SHIFT = 1  # an entry's internal id is its group number plus this; 0 is the top level


class PaletteModel(QAbstractItemModel):
    """Groups with entries; during a search, only matching entries, the best first."""

    def __init__(self, entries: Sequence[Entry] = (), parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._words = ""
        self._entries: list[Entry] = []
        self._groups: list[tuple[str, list[Entry]]] = []
        self._found: list[Entry] = []
        self.set_entries(entries)

    def set_entries(self, entries: Sequence[Entry]) -> None:
        """Replace the entries; the search stays."""
        self.beginResetModel()
        self._entries = list(entries)
        groups: dict[str, list[Entry]] = {}
        for entry in sorted(entries, key=lambda entry: translated(entry.title).casefold()):
            groups.setdefault(entry.group, []).append(entry)
        order = list(dict.fromkeys([_FIRST_GROUP, *(entry.group for entry in entries)]))
        self._groups = [(name, groups[name]) for name in order if name in groups]
        self._find()
        self.endResetModel()

    def set_words(self, words: str) -> None:
        """Set the search words, in the user's language or in English; empty shows all."""
        self.beginResetModel()
        self._words = words.strip()
        self._find()
        self.endResetModel()

    @property
    def is_searching(self) -> bool:
        """Whether a search is active."""
        return bool(self._words)

    def entry_at(self, index: _Index) -> Entry | None:
        """The entry of a row; `None` for a group."""
        if not index.isValid():
            return None
        if self.is_searching:
            return self._found[index.row()]
        group = index.internalId()
        return self._groups[group - _IN_A_GROUP_SHIFT][1][index.row()] if group else None

    # QAbstractItemModel

    def index(self, row: int, column: int, parent: _Index = _NOWHERE) -> QModelIndex:
        if not self.hasIndex(row, column, parent):
            return QModelIndex()
        inside = parent.row() + _IN_A_GROUP_SHIFT if parent.isValid() else 0
        return self.createIndex(row, column, inside)

    def parent(self, child: _Index = _NOWHERE) -> QModelIndex:  # type: ignore[override]  # QObject has another
        group = child.internalId() if child.isValid() else 0
        return self.createIndex(group - _IN_A_GROUP_SHIFT, 0, 0) if group else QModelIndex()

    def rowCount(self, parent: _Index = _NOWHERE) -> int:
        if self.is_searching:
            return 0 if parent.isValid() else len(self._found)
        if not parent.isValid():
            return len(self._groups)
        return 0 if parent.internalId() else len(self._groups[parent.row()][1])

    def columnCount(self, parent: _Index = _NOWHERE) -> int:  # noqa: ARG002 - Qt's signature
        return 1

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        entry = self.entry_at(index)
        if entry is None:
            return self._group_data(index, role)
        if role == ENTRY_ROLE:
            return entry
        if role == Qt.ItemDataRole.DisplayRole:
            return translated(entry.title)
        if role == Qt.ItemDataRole.ToolTipRole:
            # Qt renders a tool tip that looks like HTML as HTML; text from files is escaped.
            return f"<p>{html.escape(translated(entry.description))}</p>"
        if role in (Qt.ItemDataRole.AccessibleTextRole, Qt.ItemDataRole.AccessibleDescriptionRole):
            texts = [translated(entry.title), translated(entry.description), translated(entry.limits)]
            return ". ".join(filter(None, texts))
        return None

    def flags(self, index: _Index) -> Qt.ItemFlag:
        if not index.isValid():
            return Qt.ItemFlag.NoItemFlags
        usable = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
        return usable | Qt.ItemFlag.ItemIsDragEnabled if self.entry_at(index) is not None else usable

    def mimeTypes(self) -> list[str]:
        return [MEDIA_TYPE, "text/plain"]

    def mimeData(self, indexes: Sequence[QModelIndex]) -> QMimeData:
        entry = next((found for index in indexes if (found := self.entry_at(index)) is not None), None)
        if entry is None:
            return QMimeData()
        try:
            return mark_new(mime_data(in_language(entry.make())))
        except (EditError, LiveObjectFileError, OSError):
            return QMimeData()  # its file does not exist any more

    def supportedDragActions(self) -> Qt.DropAction:
        return Qt.DropAction.CopyAction

    def _group_data(self, index: _Index, role: int) -> object:
        if not index.isValid() or self.is_searching:
            return None
        name, entries = self._groups[index.row()]
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return translated(name)
        if role == COUNT_ROLE:
            return len(entries)
        return name if role == ENTRY_ROLE else None

    def _find(self) -> None:
        """Search in the translated and in the English texts."""
        self._found = []
        if not self._words:
            return
        shown = [_as_shown(entry) for entry in self._entries]
        places = {id(entry): number for number, entry in enumerate(shown)}
        found = [self._entries[places[id(entry)]] for entry in search(shown, self._words)]
        self._found = found + [e for e in search(self._entries, self._words) if e not in found]


def _as_shown(entry: Entry) -> Entry:
    return replace(
        entry, title=translated(entry.title), description=translated(entry.description), group=translated(entry.group)
    )
