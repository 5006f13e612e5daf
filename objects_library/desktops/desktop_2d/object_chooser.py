# SPDX-License-Identifier: BSD-3-Clause
"""The search field over all objects that can be added, with a list below it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtCore import QMimeData, QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import QDrag, QFocusEvent, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QFrame, QLineEdit, QListWidget, QListWidgetItem, QVBoxLayout, QWidget

from app.errors import LiveObjectsError
from app.runtime.references import Document
from objects_library.widgets.appearance import GAP, tip
from objects_library.widgets.object_offers import ObjectOffer, matching, offers
from objects_library.widgets.object_transfer import carried, mark_new

_SIZE = QSize(340, 380)
_PICTURE = 22


class ObjectChooser(QLineEdit):
    """A search field; typing or clicking opens the list of what is found."""

    chosen = Signal(object)
    """A new document to add."""
    failed = Signal(str)

    def __init__(self, page: QWidget) -> None:
        super().__init__()
        self.setPlaceholderText(self.tr("Add: note, chat, map …"))
        self.setAccessibleName(self.tr("Find something to add"))
        self.setClearButtonEnabled(True)
        self.setFixedWidth(210)
        self._all: list[ObjectOffer] = []
        self._found: list[ObjectOffer] = []
        self.list = _OfferList(self)
        self.frame = QFrame(page)
        self.frame.setObjectName("offers")
        self.frame.setStyleSheet(
            "#offers { background: palette(base); border: 1px solid palette(mid); border-radius: 10px; }"
        )
        inside = QVBoxLayout(self.frame)
        inside.setContentsMargins(GAP // 2, GAP // 2, GAP // 2, GAP // 2)
        inside.addWidget(self.list)
        self.frame.hide()
        self._page = page
        self.textEdited.connect(self._search)
        self.list.itemClicked.connect(lambda _: self.take())

    def open(self) -> None:
        """Focus the field and show everything that can be added."""
        self.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self._open()

    def close_list(self) -> None:
        """Hide the list."""
        self.frame.hide()

    def take(self) -> None:
        """Choose the current entry."""
        row = self.list.currentRow()
        if self.frame.isVisible() and 0 <= row < len(self._found):
            document = self.made(row)
            self.clear()
            self.close_list()
            if document is not None:
                self.chosen.emit(document)

    def made(self, row: int) -> Document | None:
        """A new document of an entry; if its file cannot be read any more, the reason is emitted."""
        offer = self._found[row]
        try:
            return replace(offer.make(), title=offer.title)
        except (LiveObjectsError, OSError) as error:
            self.failed.emit(str(error))
            return None

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Arrows move in the list, Return chooses, Escape closes."""
        key = event.key()
        if key in (Qt.Key.Key_Down, Qt.Key.Key_Up):
            self._step(1 if key == Qt.Key.Key_Down else -1)
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.take()
        elif key == Qt.Key.Key_Escape and (self.frame.isVisible() or self.text()):
            self.clear()
            self.close_list()
        else:
            super().keyPressEvent(event)
            return
        event.accept()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Show the list."""
        super().mousePressEvent(event)
        self._open()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Hide the list when the user goes elsewhere."""
        super().focusOutEvent(event)
        if event.reason() is not Qt.FocusReason.PopupFocusReason and not self.list.dragging:
            self.close_list()

    def _open(self) -> None:
        if not self.isEnabled():
            return
        self._all = offers()
        self._search(self.text())

    def _search(self, words: str) -> None:
        if not self._all:
            self._all = offers()
        self._found = matching(self._all, words)
        self.list.clear()
        for offer in self._found:
            item = QListWidgetItem(offer.icon(), offer.title)
            item.setToolTip(tip(offer.description))
            item.setData(Qt.ItemDataRole.AccessibleDescriptionRole, offer.description)
            self.list.addItem(item)
        self.list.setCurrentRow(0)
        if not self._found:
            self.list.addItem(self.tr("Nothing is called that."))
        self._place()
        self.frame.show()
        self.frame.raise_()

    def _step(self, by: int) -> None:
        if not self.frame.isVisible():
            self._open()
        elif self._found:
            self.list.setCurrentRow((self.list.currentRow() + by) % len(self._found))

    def _place(self) -> None:
        below = self.mapTo(self._page, QPoint(0, self.height() + 4))
        room = self._page.rect().adjusted(4, 4, -4, -4)
        high = max(80, min(_SIZE.height(), room.bottom() - below.y()))
        wide = min(_SIZE.width(), room.width())
        left = max(room.left(), min(below.x(), room.right() - wide))
        self.frame.setGeometry(QRect(left, below.y(), wide, high))


class _OfferList(QListWidget):
    """The offers, to click or to drag onto the page."""

    def __init__(self, chooser: ObjectChooser) -> None:
        super().__init__()
        self._chooser = chooser
        self.dragging = False
        self.setAccessibleName(chooser.tr("What can be added"))
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setIconSize(QSize(_PICTURE, _PICTURE))
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setDragEnabled(True)
        self.setMouseTracking(True)

    def mimeData(self, items: Sequence[QListWidgetItem]) -> QMimeData:
        """A new object."""
        document = self._chooser.made(self.row(items[0])) if items else None
        return QMimeData() if document is None else mark_new(carried(document))

    def startDrag(self, supported: Qt.DropAction) -> None:  # noqa: ARG002 - Qt's signature
        """Drag an object; the list makes room for the page below it."""
        items = self.selectedItems()
        data = self.mimeData(items)
        if not data.formats():
            return
        drag = QDrag(self)
        drag.setMimeData(data)
        drag.setPixmap(items[0].icon().pixmap(_PICTURE, _PICTURE))
        self.dragging = True
        try:
            self._chooser.close_list()
            drag.exec(Qt.DropAction.CopyAction)
        finally:
            self.dragging = False
        self._chooser.clear()
