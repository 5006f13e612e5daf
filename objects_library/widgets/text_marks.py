# SPDX-License-Identifier: BSD-3-Clause
"""Panes of shared texts: positions, and the marks of others: cursors with names, selections, locked sections."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from time import monotonic
from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QRect, QRectF, Qt, QTimer
from PySide6.QtGui import QColor, QFontMetrics, QGuiApplication, QPainter, QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QAbstractScrollArea, QTextEdit

from objects_library.replication.text.section_locks import ShownSection
from objects_library.widgets.appearance import blend, colour_of, draw_lock, elide
from objects_library.widgets.live_view import LiveView
from objects_library.widgets.text_positions import PlacedText, difference, typed

_MOST_MARKS = 100
_LONGEST_FLAG = 160
_FLAG_SECONDS = 4.0
"""Seconds for which the name stays beside a cursor after a move."""


@dataclass(frozen=True)
class Mark:
    """A cursor, selection or locked section of a person."""

    owner: object
    name: str
    start: int
    end: int


if TYPE_CHECKING:
    _Pane = QAbstractScrollArea
else:
    _Pane = object


class MarkedText(_Pane):
    """A mixin for panes that knows the exact text, maps positions, and shows the marks of others."""

    def _begin_marks(self) -> None:
        self._placed = PlacedText()
        self._cursors: list[Mark] = []
        self._sections: list[Mark] = []
        self._moved_at: dict[Mark, float] = {}
        self._fading = QTimer(self)
        self._fading.setSingleShot(True)
        self._fading.setInterval(round(_FLAG_SECONDS * 1000) + 50)
        self._fading.timeout.connect(self.viewport().update)

    def show_cursors(self, cursors: Sequence[Mark]) -> None:
        """Show the cursors of others."""
        known, now = set(self._cursors), monotonic()
        self._cursors = list(cursors[:_MOST_MARKS])
        self._moved_at = {each: self._moved_at.get(each, now) if each in known else now for each in self._cursors}
        self._fading.start()
        self._show_marks()

    def show_sections(self, sections: Sequence[Mark]) -> None:
        """Show the locked sections."""
        self._sections = list(sections[:_MOST_MARKS])
        self._show_marks()

    @property
    def _pane(self) -> QTextEdit:
        """The pane; plain and rich ones have the same methods."""
        return cast("QTextEdit", self)

    @property
    def text(self) -> str:
        """The exact text, including what Qt cannot show; without the last line end of a note."""
        return self._placed.text

    @property
    def selection(self) -> tuple[int, int]:
        """The selection in characters; it is empty for a cursor."""
        cursor = self._pane.textCursor()
        return self._placed.place(cursor.selectionStart()), self._placed.place(cursor.selectionEnd())

    def _cursor_at(self, position: int) -> QTextCursor:
        cursor = QTextCursor(self._pane.document())
        cursor.setPosition(self._unit(position))
        return cursor

    def _unit(self, position: int) -> int:
        return min(self._placed.units(max(0, position)), self._pane.document().characterCount() - 1)

    def _difference(self, at: int, removed: int, added: int) -> tuple[int, str, str]:
        """The start, the deleted and the inserted text of a change that Qt has made, all as short as possible."""
        start, end = self._placed.place(at), self._placed.place(at + removed)
        same, before, inserted = difference(self._placed.text[start:end], self._piece(at, added))
        return start + same, before, inserted

    def _piece(self, at: int, length: int) -> str:
        document = self._pane.document()
        last = document.characterCount() - 1
        cursor = QTextCursor(document)
        cursor.setPosition(min(at, last))
        cursor.setPosition(min(at + length, last), QTextCursor.MoveMode.KeepAnchor)
        return typed(cursor.selectedText())

    def _own_marks(self) -> list[QTextEdit.ExtraSelection]:
        """Additional marks of the pane."""
        return []

    def _paint_marks(self) -> None:
        """Paint cursors with names, and the owners of sections."""
        painter = QPainter(self.viewport())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for section in self._sections:
            self._paint_owner(painter, section)
        for cursor in self._cursors:
            self._paint_cursor(painter, cursor)

    def _show_marks(self) -> None:
        marks = [self._tint(each, 0.14) for each in self._sections]
        marks += [self._tint(each, 0.26) for each in self._cursors if each.end > each.start]
        self._pane.setExtraSelections(marks + self._own_marks())
        self.viewport().update()

    def _tint(self, mark: Mark, share: float) -> QTextEdit.ExtraSelection:
        colour = blend(colour_of(mark.owner, self.palette()), self.palette().base().color(), share)
        look = QTextCharFormat()
        look.setBackground(colour)
        return self._selection(mark.start, mark.end, look)

    def _selection(self, start: int, end: int, look: QTextCharFormat) -> QTextEdit.ExtraSelection:
        selection = QTextEdit.ExtraSelection()
        cursor = self._cursor_at(start)
        cursor.setPosition(self._cursor_at(end).position(), QTextCursor.MoveMode.KeepAnchor)
        selection.cursor = cursor
        selection.format = look
        return selection

    def _paint_cursor(self, painter: QPainter, mark: Mark) -> None:
        place = self._cursor_at(mark.end)
        caret = self._pane.cursorRect(place)
        if not caret.intersects(self.viewport().rect()):
            return
        colour = colour_of(mark.owner, self.palette())
        painter.fillRect(caret.x(), caret.y(), 2, caret.height(), colour)
        if monotonic() - self._moved_at.get(mark, 0) < _FLAG_SECONDS:
            self._paint_flag(painter, mark.name, colour, caret, at_line_end=place.atBlockEnd())
        else:  # a permanent name would hide the text above
            painter.fillRect(caret.x() - 2, caret.top() - 2, 6, 6, colour)

    def _paint_flag(self, painter: QPainter, name: str, colour: QColor, caret: QRect, *, at_line_end: bool) -> None:
        """The position of a name: beside the end of a line, otherwise above, in the first line below."""
        font = self.font()
        font.setPixelSize(11)
        text = elide(name, font, _LONGEST_FLAG)
        width, height = QFontMetrics(font).horizontalAdvance(text) + 10, 16
        room = self.viewport().width() - width
        x, y = caret.x(), caret.top() - height if caret.top() >= height else caret.bottom()
        if at_line_end and x + 4 <= room:
            x, y = x + 4, caret.center().y() - height // 2
        x = max(0, min(x, room))
        painter.setFont(font)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour)
        painter.drawRoundedRect(QRectF(x, y, width, height), 4, 4)
        painter.setPen(self.palette().base().color())
        painter.drawText(QRectF(x, y, width, height), Qt.AlignmentFlag.AlignCenter, text)

    def _paint_owner(self, painter: QPainter, section: Mark) -> None:
        first = self._pane.cursorRect(self._cursor_at(section.start))
        last = self._pane.cursorRect(self._cursor_at(section.end))
        view = self.viewport().rect()
        if last.bottom() < view.top() or first.top() > view.bottom():
            return
        colour = colour_of(section.owner, self.palette())
        painter.fillRect(0, first.top(), 3, last.bottom() - first.top(), colour)
        font = self.font()
        font.setPixelSize(11)
        text = elide(section.name, font, _LONGEST_FLAG)
        width = QFontMetrics(font).horizontalAdvance(text)
        right = view.right() - 8
        y = max(first.top(), 0)
        box = QRectF(right - width - 28, y, width + 28, first.height())
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(blend(colour, self.palette().base().color(), 0.14))
        painter.drawRoundedRect(box.adjusted(-2, 0, 4, 0), 6, 6)
        draw_lock(painter, QRectF(box.left() + 2, y + (first.height() - 16) / 2, 16, 16), colour, closed=True)
        painter.setFont(font)
        painter.setPen(colour)
        painter.drawText(box.adjusted(22, 0, 0, 0), Qt.AlignmentFlag.AlignVCenter, text)


def section_marks(sections: Sequence[ShownSection], you: str) -> list[Mark]:
    """Locked sections as marks; those of the user are named `you`."""
    return [Mark(each.holder, you if each.mine else each.holder, each.start, each.end) for each in sections]


def refuse_edit(view: LiveView, reason: str, lost: str) -> None:
    """Show why an edit was refused, and offer the text that it would have inserted."""
    if lost.strip():
        offer = view.tr("Copy what you typed")
        view.refuse(reason, offer, lambda: QGuiApplication.clipboard().setText(lost))
    else:
        view.refuse(reason)
