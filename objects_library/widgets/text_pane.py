# SPDX-License-Identifier: BSD-3-Clause
"""A plain text editor that many people use at the same time."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence, QPaintEvent, QTextCursor
from PySide6.QtWidgets import QPlainTextEdit, QWidget

from objects_library.widgets.text_marks import Mark, MarkedText
from objects_library.widgets.text_positions import shown

__all__ = ["Mark", "TextPane"]

_LOOK = """
    QPlainTextEdit { background: palette(base); border: 1px solid palette(mid); border-radius: 10px;
        padding: 12px; font-size: 11pt; }
    QPlainTextEdit:focus { border: 1px solid palette(highlight); }
"""


class TextPane(QPlainTextEdit, MarkedText):
    """A plain text editor; `edited` is emitted for edits of the user, `apply` shows those of others."""

    edited = Signal(int, str, str)
    moved = Signal(int, int)
    undo_asked = Signal()
    redo_asked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._applying = False
        self._change: tuple[int, int, int] | None = None
        self._begin_marks()
        self.setStyleSheet(_LOOK)
        self.setTabChangesFocus(False)
        self.setUndoRedoEnabled(False)  # the object undoes, since only it knows whose edit is whose
        self.setAccessibleName(self.tr("Shared text"))
        self.setPlaceholderText(self.tr("Type here. Everyone who has this open sees it."))
        self.document().contentsChange.connect(self._note_change)
        self.textChanged.connect(self._emit_change)
        self.cursorPositionChanged.connect(self._emit_cursor)
        self.selectionChanged.connect(self._emit_cursor)

    def apply(self, at: int, delete: int, insert: str) -> None:
        """Change the text without emitting; cursor and scroll position stay."""
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
            if keep is not None:  # text that others insert at the cursor goes behind it
                own.setPosition(keep)
                self.setTextCursor(own)
        finally:
            self._applying = False
        self._placed.splice(at, delete, insert)
        if above and first.isValid():
            self.verticalScrollBar().setValue(first.firstLineNumber())
        self._emit_cursor()

    def set_writable(self, writable: bool) -> None:
        """A read-only text can still be navigated, selected and copied."""
        self.setReadOnly(not writable)
        flags = self.textInteractionFlags() | Qt.TextInteractionFlag.TextSelectableByKeyboard
        self.setTextInteractionFlags(flags)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Leave undo and redo to the object; treat a soft line break as a line break."""
        if event.matches(QKeySequence.StandardKey.Undo):
            self.undo_asked.emit()
        elif event.matches(QKeySequence.StandardKey.Redo):
            self.redo_asked.emit()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and not self.isReadOnly():
            self.insertPlainText("\n")
            self.ensureCursorVisible()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the text, then the marks of others."""
        super().paintEvent(event)
        self._paint_marks()

    # ---- what the person does

    def _note_change(self, at: int, removed: int, added: int) -> None:
        if not self._applying:
            self._change = at, removed, added

    def _emit_change(self) -> None:
        if self._change is None or self._applying:
            return
        change, self._change = self._change, None
        start, before, inserted = self._difference(*change)
        if before or inserted:
            self._placed.splice(start, len(before), inserted)
            self.edited.emit(start, before, inserted)
            self._emit_cursor()

    def _emit_cursor(self) -> None:
        if not self._applying and self._change is None:
            self.moved.emit(*self.selection)
