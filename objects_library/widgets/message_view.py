# SPDX-License-Identifier: BSD-3-Clause
"""A list of chat messages that stays fast at any length."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any
from uuid import UUID

from PySide6.QtCore import (
    QAbstractListModel,
    QDateTime,
    QLocale,
    QModelIndex,
    QPersistentModelIndex,
    QRect,
    QRectF,
    QSize,
    Qt,
)
from PySide6.QtGui import QFont, QFontMetrics, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QListView, QStyle, QStyledItemDelegate, QStyleOptionViewItem

from objects_library.widgets.appearance import GAP, blend, colour_of, initials

_Index = QModelIndex | QPersistentModelIndex
_NOWHERE = QModelIndex()
_DISC = 28
_WRAP = Qt.TextFlag.TextWrapAnywhere | Qt.TextFlag.TextWordWrap
_LOOK = """
    QListView { background: palette(base); border: 1px solid palette(mid); border-radius: 10px;
        padding: 6px; }
    QListView:focus { border: 1px solid palette(highlight); }
"""


@dataclass(frozen=True)
class Shown:
    """A message on the screen."""

    message: UUID
    name: str
    text: str
    at: datetime
    edited: bool
    mine: bool


class ChatRows(QAbstractListModel):
    """The model of messages in order."""

    def __init__(self) -> None:
        super().__init__()
        self._shown: list[Shown] = []

    @property
    def texts(self) -> list[str]:
        """All texts in order."""
        return [each.text for each in self._shown]

    def at(self, row: int) -> Shown | None:
        """The message in a row."""
        return self._shown[row] if 0 <= row < len(self._shown) else None

    def last_of_mine(self) -> Shown | None:
        """The last message of the user."""
        return next((each for each in reversed(self._shown) if each.mine), None)

    def replace_all(self, messages: Sequence[Shown]) -> None:
        """Replace all messages."""
        self.beginResetModel()
        self._shown = list(messages)
        self.endResetModel()

    def add(self, message: Shown) -> None:
        """Append a message."""
        row = len(self._shown)
        self.beginInsertRows(_NOWHERE, row, row)
        self._shown.append(message)
        self.endInsertRows()

    def rewrite(self, message: UUID, text: str) -> None:
        """Change the text of a message."""
        row = self._row(message)
        if row >= 0:
            self._shown[row] = replace(self._shown[row], text=text, edited=True)
            self.dataChanged.emit(self.index(row), self.index(row))
            self.layoutChanged.emit()

    def take(self, message: UUID) -> None:
        """Remove a message."""
        row = self._row(message)
        if row >= 0:
            self.beginRemoveRows(_NOWHERE, row, row)
            del self._shown[row]
            self.endRemoveRows()

    def rowCount(self, parent: _Index = _NOWHERE) -> int:
        """The number of messages."""
        return 0 if parent.isValid() else len(self._shown)

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """The text; for screen readers with author and time."""
        shown = self.at(index.row())
        if shown is None:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return shown.text
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"{shown.name}, {format_time(shown.at)}: {shown.text}"
        return None

    def _row(self, message: UUID) -> int:
        # Changes are mostly near the end; the oldest message is removed first.
        if self._shown and self._shown[0].message == message:
            return 0
        rows = range(len(self._shown) - 1, -1, -1)
        return next((row for row in rows if self._shown[row].message == message), -1)


def format_time(at: datetime) -> str:
    """Format a time; with a date if it is not today."""
    local = at.astimezone()
    moment = QDateTime.fromMSecsSinceEpoch(int(at.timestamp() * 1000))
    form = QLocale.FormatType.ShortFormat
    if local.date() == datetime.now().astimezone().date():
        return QLocale().toString(moment.time(), form)
    return QLocale().toString(moment, form)


class _Painter(QStyledItemDelegate):
    """Paints an avatar, a line with name and time, and the text."""

    def sizeHint(self, option: QStyleOptionViewItem, index: _Index) -> QSize:
        """The height of the text at the present width."""
        view = option.widget
        width = view.viewport().width() if isinstance(view, QListView) else 300
        text = str(index.data())
        room = QRect(0, 0, max(60, width - _DISC - 4 * GAP), 100_000)
        height = QFontMetrics(option.font).boundingRect(room, int(_WRAP.value), text).height()
        return QSize(100, height + QFontMetrics(option.font).lineSpacing() + 2 * GAP)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        """Draw one message."""
        model = index.model()
        shown = model.at(index.row()) if isinstance(model, ChatRows) else None
        if shown is None:
            return
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        palette, box = option.palette, QRect(option.rect).adjusted(GAP, 2, -GAP, -2)
        if option.state & QStyle.StateFlag.State_Selected:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(blend(palette.highlight().color(), palette.base().color(), 0.2))
            painter.drawRoundedRect(QRectF(box).adjusted(-4, 0, 4, 0), 8, 8)
        colour = colour_of(shown.name, palette)
        disc = QRectF(box.left(), box.top() + 4, _DISC, _DISC)
        painter.setPen(colour)
        painter.setBrush(blend(colour, palette.base().color(), 0.18))
        painter.drawEllipse(disc)
        painter.setFont(_font(option.font, 0.85, QFont.Weight.DemiBold))
        painter.drawText(disc, Qt.AlignmentFlag.AlignCenter, initials(shown.name))
        self._words(painter, option, shown, box.adjusted(_DISC + GAP, 0, 0, 0))
        painter.restore()

    def _words(self, painter: QPainter, option: QStyleOptionViewItem, shown: Shown, box: QRect) -> None:
        bold = _font(option.font, 1.0, QFont.Weight.DemiBold)
        line = QFontMetrics(bold).lineSpacing()
        name = QFontMetrics(bold).elidedText(shown.name, Qt.TextElideMode.ElideRight, box.width() // 2)
        painter.setFont(bold)
        painter.setPen(colour_of(shown.name, option.palette))
        painter.drawText(box.left(), box.top() + QFontMetrics(bold).ascent() + 2, name)
        when = format_time(shown.at)
        text = self.tr("{time}, rewritten").format(time=when) if shown.edited else when
        painter.setFont(_font(option.font, 0.9, QFont.Weight.Normal))
        painter.setPen(option.palette.placeholderText().color())
        left = box.left() + QFontMetrics(bold).horizontalAdvance(name) + GAP
        painter.drawText(left, box.top() + QFontMetrics(bold).ascent() + 2, text)
        painter.setFont(option.font)
        painter.setPen(option.palette.text().color())
        painter.drawText(box.adjusted(0, line + 2, 0, 4), int(_WRAP.value), shown.text)


class ChatList(QListView):
    """The list of messages; it follows the newest one unless the user has scrolled up."""

    def __init__(self, name: str, empty: str) -> None:
        super().__init__()
        self.rows = ChatRows()
        self._empty = empty
        self.setModel(self.rows)
        self.setItemDelegate(_Painter(self))
        self.setAccessibleName(name)
        self.setStyleSheet(_LOOK)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setLayoutMode(QListView.LayoutMode.Batched)
        self.setBatchSize(200)
        self.verticalScrollBar().rangeChanged.connect(self._follow)
        self._following = True
        self.verticalScrollBar().valueChanged.connect(self._note_place)

    def add(self, message: Shown) -> None:
        """Append a message."""
        self.rows.add(message)

    def chosen(self) -> Shown | None:
        """The message that is selected."""
        return self.rows.at(self.currentIndex().row())

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the messages, or a placeholder."""
        super().paintEvent(event)
        if not self.rows.rowCount():
            painter = QPainter(self.viewport())
            painter.setPen(self.palette().placeholderText().color())
            painter.drawText(self.viewport().rect(), Qt.AlignmentFlag.AlignCenter, self._empty)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Recompute the heights."""
        super().resizeEvent(event)
        self.scheduleDelayedItemsLayout()

    def scrollToBottom(self) -> None:
        """Scroll to the newest message, and follow new ones."""
        self._following = True
        super().scrollToBottom()

    def _note_place(self, value: int) -> None:
        self._following = value >= self.verticalScrollBar().maximum() - 4

    def _follow(self) -> None:
        if self._following:
            super().scrollToBottom()


def _font(font: QFont, share: float, weight: QFont.Weight) -> QFont:
    made = QFont(font)
    if font.pointSizeF() > 0:
        made.setPointSizeF(font.pointSizeF() * share)
    else:
        made.setPixelSize(max(8, round(font.pixelSize() * share)))
    made.setWeight(weight)
    return made
