# SPDX-License-Identifier: BSD-3-Clause
"""A list of cards as high as all its rows, for a page that scrolls as a whole."""

from __future__ import annotations

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QListView, QWidget

from app.ui.welcome.gallery import Entry
from app.ui.welcome.gallery_model import ENTRY_ROLE


class CardList(QListView):
    """Cards in columns; one click or Enter chooses."""

    chosen = Signal(object)
    """Emitted with the entry of a card."""

    def __init__(self, model: QAbstractItemModel, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._pressed = QModelIndex()
        self.setObjectName("gallery")
        self.setAccessibleName(name)
        self.setModel(model)
        self.setViewMode(QListView.ViewMode.IconMode)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setMovement(QListView.Movement.Static)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setMouseTracking(True)
        self.setUniformItemSizes(True)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        model.modelReset.connect(self.fit)
        self.fit()

    def fit(self) -> None:
        """Take the height of all rows."""
        count = self.model().rowCount()
        size = self.sizeHintForIndex(self.model().index(0, 0)) if count else QSize(1, 0)
        columns = max(1, self.viewport().width() // max(1, size.width()))
        self.setFixedHeight(-(-count // columns) * size.height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.fit()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._pressed = self.indexAt(event.position().toPoint())
        super().mousePressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        index = self.indexAt(event.position().toPoint())
        if event.button() == Qt.MouseButton.LeftButton and index.isValid() and index == self._pressed:
            self._choose(index)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.currentIndex().isValid():
            self._choose(self.currentIndex())
        else:
            super().keyPressEvent(event)

    def _choose(self, index: QModelIndex) -> None:
        self.chosen.emit(entry_at(index))


def entry_at(index: QModelIndex) -> Entry:
    """The entry of a card."""
    entry = index.data(ENTRY_ROLE)
    assert isinstance(entry, Entry)
    return entry
