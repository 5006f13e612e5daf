# SPDX-License-Identifier: BSD-3-Clause
"""The quick search that adds a block."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPoint, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QFocusEvent, QFontMetricsF, QIcon, QKeyEvent, QPainter
from PySide6.QtWidgets import (
    QFrame,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from app.runtime.references import EndpointPath
from app.ui.composer.canvas.appearance import Appearance, faded
from app.ui.composer.canvas.suggestions import fitting_titles
from app.ui.composer.canvas.translation import tr
from app.ui.composer.model import palette
from app.ui.composer.model.palette import Entry
from app.ui.icons import icon_of_file
from app.ui.translations import translated

if TYPE_CHECKING:
    from app.ui.composer.canvas.canvas import Canvas

_SIZE = QSize(360, 320)
_MARGIN = 8
_ROW = 44
_DESCRIPTION = Qt.ItemDataRole.UserRole
_Index = QModelIndex | QPersistentModelIndex


class QuickAdd(QFrame):
    """A search field over all palette entries."""

    def __init__(self, canvas: Canvas) -> None:
        super().__init__(canvas)
        self._canvas = canvas
        self._entries: list[Entry] | None = None
        self._found: list[Entry] = []
        self._chosen: Callable[[Entry], None] | None = None
        self.setObjectName("quickAdd")
        self.field = _Field(self)
        self.field.setPlaceholderText(tr("What do you want to add?"))
        self.field.setAccessibleName(tr("Search for an object to add"))
        self.field.textChanged.connect(self._search)
        self.list = QListWidget()
        self.list.setAccessibleName(tr("Objects found"))
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.list.setItemDelegate(_Row(canvas, self.list))
        self.list.itemClicked.connect(lambda _: self.take())
        layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 8, 8, 8)
        layout.setSpacing(6)
        layout.addWidget(self.field)
        layout.addWidget(self.list)
        self.resize(_SIZE)
        self.hide()

    def open(self, at: QPoint, chosen: Callable[[Entry], None], wire_from: EndpointPath | None = None) -> None:
        """Open at a point; `chosen` receives the entry. Entries that fit the wire come first."""
        self._chosen = chosen
        self._entries = palette.entries(self._canvas.catalogue)
        if wire_from is not None:
            fitting = fitting_titles(self._canvas, wire_from, self._entries)
            self._entries.sort(key=lambda entry: entry.title not in fitting)
        room = self._canvas.rect().adjusted(_MARGIN, _MARGIN, -_MARGIN, -_MARGIN)
        self.resize(min(_SIZE.width(), room.width()), min(_SIZE.height(), room.height()))
        x = max(room.left(), min(at.x(), room.right() - self.width()))
        y = max(room.top(), min(at.y(), room.bottom() - self.height()))
        self.move(x, y)
        self.field.clear()
        self._search("")
        self.show()
        self.raise_()
        self.field.setFocus()

    def leave(self) -> None:
        """Close without adding anything."""
        if self.isVisibleTo(self._canvas):
            self.hide()
            self._canvas.setFocus()

    def take(self) -> None:
        """Choose the current entry."""
        row = self.list.currentRow()
        if 0 <= row < len(self._found) and self._chosen is not None:
            entry = self._found[row]
            self.leave()
            self._chosen(entry)

    def step(self, by: int) -> None:
        """Move the current entry."""
        if self._found:
            self.list.setCurrentRow((self.list.currentRow() + by) % len(self._found))

    def set_appearance(self, look: Appearance) -> None:
        """Apply colours and fonts."""
        self.setStyleSheet(f"""
            QFrame#quickAdd {{ background: {look.block.name()}; border: 1px solid {look.block_border.name()};
                               border-radius: 10px; }}
            QLineEdit {{ background: {look.paper.name()}; border: 1px solid {look.accent.name()};
                         border-radius: 6px; padding: 7px 10px; color: {look.text.name()}; }}
            QListWidget {{ background: transparent; border: none; outline: none; color: {look.text.name()}; }}
        """)

    def _search(self, text: str) -> None:
        assert self._entries is not None
        self._found = palette.search(self._entries, text)
        self.list.clear()
        for entry in self._found:
            item = QListWidgetItem(icon_of_file(entry.icon), translated(entry.title))
            item.setData(_DESCRIPTION, translated(entry.description))
            item.setToolTip(translated(entry.description))
            self.list.addItem(item)
        self.list.setCurrentRow(0)


class _Row(QStyledItemDelegate):
    """Draws an icon, a title and a one-line description."""

    def __init__(self, canvas: Canvas, parent: QWidget) -> None:
        super().__init__(parent)
        self._canvas = canvas

    def sizeHint(self, option: QStyleOptionViewItem, index: _Index) -> QSize:  # noqa: ARG002 - Qt's signature
        return QSize(100, _ROW)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        appearance, area = self._canvas.appearance, QRectF(option.rect).adjusted(2, 1, -2, -1)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if option.state & QStyle.StateFlag.State_Selected:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(faded(appearance.accent, 0.18))
            painter.drawRoundedRect(area, 6, 6)
        icon: QIcon = index.data(Qt.ItemDataRole.DecorationRole)
        icon.paint(painter, QRect(option.rect.left() + 12, option.rect.top() + 12, 20, 20))
        words = area.adjusted(40, 3, -8, -3)
        for font, color, role, edge in (
            (appearance.title_font, appearance.text, Qt.ItemDataRole.DisplayRole, Qt.AlignmentFlag.AlignTop),
            (appearance.small_font, appearance.muted, _DESCRIPTION, Qt.AlignmentFlag.AlignBottom),
        ):
            painter.setFont(font)
            painter.setPen(color)
            text = QFontMetricsF(font).elidedText(index.data(role), Qt.TextElideMode.ElideRight, words.width())
            painter.drawText(words, int(edge | Qt.AlignmentFlag.AlignLeft), text)
        painter.restore()


class _Field(QLineEdit):
    """The search field: arrows move in the list, Enter chooses, Escape closes."""

    def __init__(self, owner: QuickAdd) -> None:
        super().__init__()
        self._owner = owner

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = event.key()
        if key == Qt.Key.Key_Escape:
            self._owner.leave()
        elif key in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self._owner.take()
        elif key in {Qt.Key.Key_Down, Qt.Key.Key_Up}:
            self._owner.step(1 if key == Qt.Key.Key_Down else -1)
        else:
            super().keyPressEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        if event.reason() in {Qt.FocusReason.MouseFocusReason, Qt.FocusReason.TabFocusReason}:
            self._owner.leave()
