"""A pane in which many people type: shows their cursors and what they have locked, and tells every edit."""

from collections.abc import Sequence
from dataclasses import dataclass
from time import monotonic

from PySide6.QtCore import QRect, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import (
    QColor,
    QFontMetrics,
    QKeyEvent,
    QKeySequence,
    QPainter,
    QPaintEvent,
    QTextCharFormat,
    QTextCursor,
)
from PySide6.QtWidgets import QPlainTextEdit, QTextEdit, QWidget

from objects_library.views.looks import colour_of, draw_lock, fitted, mixed
from objects_library.views.text_places import PlacedText, shown, typed

_MOST_MARKS = 100
_LONGEST_FLAG = 160
_FLAG_SECONDS = 4.0
"""How long the name of somebody stays beside their cursor after it has moved."""
_LOOK = """
    QPlainTextEdit { background: palette(base); border: 1px solid palette(mid); border-radius: 10px;
        padding: 12px; font-size: 11pt; }
    QPlainTextEdit:focus { border: 1px solid palette(highlight); }
"""


@dataclass(frozen=True)
class Mark:
    """A cursor, a selection or a locked section of somebody, between two characters."""

    owner: object
    name: str
    start: int
    end: int


class TextPane(QPlainTextEdit):
    """Plain text. What the person does is told by `edited`; what others do comes in by `apply`."""

    edited = Signal(int, str, str)
    moved = Signal(int, int)
    undo_asked = Signal()
    redo_asked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._placed = PlacedText()
        self._applying = False
        self._change: tuple[int, int, int] | None = None
        self._cursors: list[Mark] = []
        self._sections: list[Mark] = []
        self._moved_at: dict[Mark, float] = {}
        self._fading = QTimer(self)
        self._fading.setSingleShot(True)
        self._fading.setInterval(round(_FLAG_SECONDS * 1000) + 50)
        self._fading.timeout.connect(self.viewport().update)
        self.setStyleSheet(_LOOK)
        self.setTabChangesFocus(False)
        self.setUndoRedoEnabled(False)  # everyone undoes only their own, and the object knows what that is
        self.setAccessibleName(self.tr("Shared text"))
        self.setPlaceholderText(self.tr("Type here. Everyone who has this open sees it."))
        self.document().contentsChange.connect(self._note_change)
        self.textChanged.connect(self._tell_change)
        self.cursorPositionChanged.connect(self._tell_cursor)
        self.selectionChanged.connect(self._tell_cursor)

    @property
    def text(self) -> str:
        """The text, exactly; what Qt cannot show is in it as it is."""
        return self._placed.text

    @property
    def selection(self) -> tuple[int, int]:
        """What is selected, in characters; a cursor selects nothing."""
        cursor = self.textCursor()
        return self._placed.place(cursor.selectionStart()), self._placed.place(cursor.selectionEnd())

    def apply(self, at: int, delete: int, insert: str) -> None:
        """Change the text without telling anyone; one's own cursor and the page stay where they are."""
        start, end = self._placed.units(at), self._placed.units(at + delete)
        first = self.firstVisibleBlock()
        above = start < first.position()
        cursor = QTextCursor(self.document())
        cursor.setPosition(start)
        cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
        own = self.textCursor()
        keep = None if own.hasSelection() or own.position() != start or delete else own.position()
        self._applying = True
        try:
            cursor.insertText(shown(insert))
            if keep is not None:  # what others write at one's own cursor comes behind it
                own.setPosition(keep)
                self.setTextCursor(own)
        finally:
            self._applying = False
        self._placed.splice(at, delete, insert)
        if above and first.isValid():
            self.verticalScrollBar().setValue(first.firstLineNumber())
        self._tell_cursor()

    def show_cursors(self, cursors: Sequence[Mark]) -> None:
        """Where the others are."""
        known, now = set(self._cursors), monotonic()
        self._cursors = list(cursors[:_MOST_MARKS])
        self._moved_at = {
            each: self._moved_at.get(each, now) if each in known else now for each in self._cursors
        }
        self._fading.start()
        self._show_marks()

    def show_sections(self, sections: Sequence[Mark]) -> None:
        """What is locked."""
        self._sections = list(sections[:_MOST_MARKS])
        self._show_marks()

    def set_writable(self, writable: bool) -> None:
        """Read-only text can still be read with the keyboard, selected and copied."""
        self.setReadOnly(not writable)
        flags = self.textInteractionFlags() | Qt.TextInteractionFlag.TextSelectableByKeyboard
        self.setTextInteractionFlags(flags)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 - Qt's name
        """Undo and redo are the object's; a soft line break is a line break."""
        if event.matches(QKeySequence.StandardKey.Undo):
            self.undo_asked.emit()
        elif event.matches(QKeySequence.StandardKey.Redo):
            self.redo_asked.emit()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and not self.isReadOnly():
            self.insertPlainText("\n")
            self.ensureCursorVisible()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        """The text, then cursors with names and the owners of sections on top of it."""
        super().paintEvent(event)
        painter = QPainter(self.viewport())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for section in self._sections:
            self._paint_owner(painter, section)
        for cursor in self._cursors:
            self._paint_cursor(painter, cursor)

    # ---- what the person does

    def _note_change(self, at: int, removed: int, added: int) -> None:
        if not self._applying:
            self._change = at, removed, added

    def _tell_change(self) -> None:
        if self._change is None or self._applying:
            return
        (at, removed, added), self._change = self._change, None
        start, end = self._placed.place(at), self._placed.place(at + removed)
        before, inserted = self._placed.text[start:end], self._piece(at, added)
        # Qt may tell of more than what really changed, such as the end of the last line.
        same = _common(shown(before), inserted)
        start, before, inserted = start + same, before[same:], inserted[same:]
        same = _common(shown(before)[::-1], inserted[::-1])
        before, inserted = before[: len(before) - same], inserted[: len(inserted) - same]
        if before or inserted:
            self._placed.splice(start, len(before), inserted)
            self.edited.emit(start, before, inserted)
            self._tell_cursor()

    def _piece(self, at: int, length: int) -> str:
        last = self.document().characterCount() - 1
        cursor = QTextCursor(self.document())
        cursor.setPosition(min(at, last))
        cursor.setPosition(min(at + length, last), QTextCursor.MoveMode.KeepAnchor)
        return typed(cursor.selectedText())

    def _tell_cursor(self) -> None:
        if not self._applying and self._change is None:
            self.moved.emit(*self.selection)

    # ---- the others

    def _show_marks(self) -> None:
        marks = [self._tint(each, 0.14) for each in self._sections]
        marks += [self._tint(each, 0.26) for each in self._cursors if each.end > each.start]
        self.setExtraSelections(marks)
        self.viewport().update()

    def _tint(self, mark: Mark, share: float) -> QTextEdit.ExtraSelection:
        colour = mixed(colour_of(mark.owner, self.palette()), self.palette().base().color(), share)
        look = QTextCharFormat()
        look.setBackground(colour)
        selection = QTextEdit.ExtraSelection()
        cursor = self._cursor_at(mark.start)
        cursor.setPosition(self._unit(mark.end), QTextCursor.MoveMode.KeepAnchor)
        selection.cursor = cursor
        selection.format = look
        return selection

    def _cursor_at(self, place: int) -> QTextCursor:
        cursor = QTextCursor(self.document())
        cursor.setPosition(self._unit(place))
        return cursor

    def _unit(self, place: int) -> int:
        return min(self._placed.units(max(0, place)), self.document().characterCount() - 1)

    def _paint_cursor(self, painter: QPainter, mark: Mark) -> None:
        place = self._cursor_at(mark.end)
        caret = self.cursorRect(place)
        if not caret.intersects(self.viewport().rect()):
            return
        colour = colour_of(mark.owner, self.palette())
        painter.fillRect(caret.x(), caret.y(), 2, caret.height(), colour)
        if monotonic() - self._moved_at.get(mark, 0) < _FLAG_SECONDS:
            self._paint_flag(painter, mark.name, colour, caret, beside=place.atBlockEnd())
        else:  # a name that stays would hide what is written above
            painter.fillRect(caret.x() - 2, caret.top() - 2, 6, 6, colour)

    def _paint_flag(
        self, painter: QPainter, name: str, colour: QColor, caret: QRect, *, beside: bool
    ) -> None:
        """A name where it hides least: beside the end of a line, else above, and in the first line below."""
        font = self.font()
        font.setPixelSize(11)
        text = fitted(name, font, _LONGEST_FLAG)
        width, height = QFontMetrics(font).horizontalAdvance(text) + 10, 16
        room = self.viewport().width() - width
        x, y = caret.x(), caret.top() - height if caret.top() >= height else caret.bottom()
        if beside and x + 4 <= room:
            x, y = x + 4, caret.center().y() - height // 2
        x = max(0, min(x, room))
        painter.setFont(font)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour)
        painter.drawRoundedRect(QRectF(x, y, width, height), 4, 4)
        painter.setPen(self.palette().base().color())
        painter.drawText(QRectF(x, y, width, height), Qt.AlignmentFlag.AlignCenter, text)

    def _paint_owner(self, painter: QPainter, section: Mark) -> None:
        first = self.cursorRect(self._cursor_at(section.start))
        last = self.cursorRect(self._cursor_at(section.end))
        view = self.viewport().rect()
        if last.bottom() < view.top() or first.top() > view.bottom():
            return
        colour = colour_of(section.owner, self.palette())
        painter.fillRect(0, first.top(), 3, last.bottom() - first.top(), colour)
        font = self.font()
        font.setPixelSize(11)
        text = fitted(section.name, font, _LONGEST_FLAG)
        width = QFontMetrics(font).horizontalAdvance(text)
        right = view.right() - 8
        y = max(first.top(), 0)
        box = QRectF(right - width - 28, y, width + 28, first.height())
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(mixed(colour, self.palette().base().color(), 0.14))
        painter.drawRoundedRect(box.adjusted(-2, 0, 4, 0), 6, 6)
        draw_lock(painter, QRectF(box.left() + 2, y + (first.height() - 16) / 2, 16, 16), colour, closed=True)
        painter.setFont(font)
        painter.setPen(colour)
        painter.drawText(box.adjusted(22, 0, 0, 0), Qt.AlignmentFlag.AlignVCenter, text)


def _common(one: str, other: str) -> int:
    """How many characters at the beginning are the same."""
    pairs = zip(one, other, strict=False)
    return next((number for number, (a, b) in enumerate(pairs) if a != b), min(len(one), len(other)))
