# SPDX-License-Identifier: BSD-3-Clause
"""The palette tab with all objects and a search field."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QLineEdit, QTreeView, QWidget

from app.runtime.library import Catalogue
from app.ui.composer.model.palette import Entry, entries
from app.ui.composer.panels.drag_data import start_drag
from app.ui.composer.panels.palette.delegate import PaletteDelegate
from app.ui.composer.panels.palette.model import PaletteModel
from app.ui.composer.panels.widgets import column, words
from app.ui.icons import bind_icon, icon
from app.ui.theme import Theme


class ObjectsTab(QWidget):
    """Objects by group; Enter or a double click chooses one."""

    chosen = Signal(object)

    def __init__(self, catalogue: Catalogue, theme: Theme) -> None:
        super().__init__()
        self._catalogue = catalogue
        self.model = PaletteModel(entries(catalogue), self)
        self.search = _SearchField()
        self.search.setPlaceholderText(self.tr("Find an object"))
        self.search.setAccessibleName(self.tr("Find an object"))
        self.search.setClearButtonEnabled(True)
        self._magnifier = self.search.addAction(icon("search"), QLineEdit.ActionPosition.LeadingPosition)
        bind_icon(theme, self._magnifier, "search")
        self.list = _PaletteList(self.model, theme)
        self.list.setAccessibleName(self.tr("Objects"))
        self._nothing = words(self.tr("Nothing is called that. Try another word."), "muted")
        self._nothing.setContentsMargins(16, 8, 16, 8)
        self._nothing.hide()
        layout = column(self, spacing=8)
        holder = column()
        holder.setContentsMargins(8, 8, 8, 0)
        holder.addWidget(self.search)
        layout.addLayout(holder)
        layout.addWidget(self._nothing)
        layout.addWidget(self.list, stretch=1)
        self.search.textChanged.connect(self._search)
        self.search.down.connect(self._into_list)
        self.search.returnPressed.connect(self._choose_first)
        self.list.picked.connect(self._choose)
        self.list.typed.connect(self._type_into_search)
        self.list.expandAll()

    def reload(self) -> None:
        """Reload the entries after objects were added."""
        self.model.set_entries(entries(self._catalogue))
        self.list.expandAll()

    def _search(self, text: str) -> None:
        self.model.set_words(text)
        self.list.expandAll()
        found = self.model.rowCount() > 0
        self._nothing.setVisible(not found)
        if self.model.is_searching and found:
            self.list.setCurrentIndex(self.model.index(0, 0))

    def _into_list(self) -> None:
        self.list.setFocus()
        if not self.list.currentIndex().isValid():
            self.list.setCurrentIndex(self.model.index(0, 0))

    def _choose_first(self) -> None:
        if self.model.is_searching and self.model.rowCount():
            self._choose(self.list.currentIndex())

    def _choose(self, index: QModelIndex) -> None:
        entry = self.model.entry_at(index)
        if isinstance(entry, Entry):
            self.chosen.emit(entry)

    def _type_into_search(self, text: str) -> None:
        self.search.setFocus()
        self.search.insert(text)


class _SearchField(QLineEdit):
    """A search field; arrow keys move into the list, Escape clears."""

    down = Signal()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Down:
            self.down.emit()
        elif event.key() == Qt.Key.Key_Escape and self.text():
            self.clear()
        else:
            super().keyPressEvent(event)


class _PaletteList(QTreeView):
    """A tree of groups that toggle on a click, and draggable entries."""

    picked = Signal(QModelIndex)
    typed = Signal(str)

    def __init__(self, model: PaletteModel, theme: Theme) -> None:
        super().__init__()
        self._palette = model
        self._theme = theme
        self.setModel(model)
        self.setItemDelegate(PaletteDelegate(theme, self))
        self.setProperty("role", "plain")
        self.setObjectName("palette")  # the style sheet leaves the rows to the delegate
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHeaderHidden(True)
        self.setRootIsDecorated(False)
        self.setIndentation(0)
        self.setMouseTracking(True)
        self.setDragEnabled(True)
        self.setDragDropMode(QTreeView.DragDropMode.DragOnly)
        self.setExpandsOnDoubleClick(False)
        self.setUniformRowHeights(False)
        self.setVerticalScrollMode(QTreeView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.clicked.connect(self._open_or_close)
        self.doubleClicked.connect(self.picked)
        theme.changed.connect(self.viewport().update)

    def startDrag(self, supported: Qt.DropAction) -> None:  # noqa: ARG002 - Qt's signature
        entry = self._palette.entry_at(self.currentIndex())
        data = self._palette.mimeData([self.currentIndex()])
        if entry is not None and data.formats():
            drag = start_drag(self, self._theme, data, entry.icon or "composite")
            drag.exec(Qt.DropAction.CopyAction)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._enter(self.currentIndex())
        elif event.text().isalnum() and not event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.typed.emit(event.text())
        else:
            super().keyPressEvent(event)

    def _enter(self, index: QModelIndex) -> None:
        if self._palette.entry_at(index) is None:
            self._open_or_close(index)
        else:
            self.picked.emit(index)

    def _open_or_close(self, index: QModelIndex) -> None:
        if self._palette.entry_at(index) is None:
            self.setExpanded(index, not self.isExpanded(index))
