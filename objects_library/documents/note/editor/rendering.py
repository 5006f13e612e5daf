# SPDX-License-Identifier: BSD-3-Clause
"""The rendering of a note: formatted text, markers, and the marks of others."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent
from PySide6.QtGui import QPaintEvent, QResizeEvent, QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QTextEdit, QWidget

from objects_library.documents.note import edit_commands
from objects_library.documents.note.editor.formats import BASE, LOOK, Formats
from objects_library.documents.note.editor.markers import paint_markers
from objects_library.replication.text.rich_text import RichText, TextRun, look_of_characters
from objects_library.widgets.text_marks import MarkedText
from objects_library.widgets.text_positions import PlacedText, shown

_COLUMN = 760
"""Longer lines are hard to read."""
_LOOK = """
    QTextEdit { background: palette(base); border: 1px solid palette(mid); border-radius: 10px;
        font-size: 11pt; }
    QTextEdit:focus { border: 1px solid palette(highlight); }
"""


class NoteRenderer(QTextEdit, MarkedText):
    """Holds the note and draws it; `_applying` is true while the program changes the document."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.note = RichText([TextRun("\n", {})])
        self.find_marks: list[tuple[int, int]] = []
        self.found: tuple[int, int] | None = None
        self._formats = Formats(self.palette())
        self._applying = False
        self._begin_marks()
        self.setStyleSheet(_LOOK)
        self.document().setDocumentMargin(16)
        self._begin_document()

    def show_whole(self, pieces: Sequence[TextRun]) -> None:
        """Show a whole note."""
        self.note = RichText(pieces)
        self._placed = PlacedText()
        self._placed.splice(0, 0, self.note.text[:-1])
        self._applying = True
        try:
            self._begin_document()
            self._write_all()
        finally:
            self._applying = False
        self._show_marks()

    def select(self, start: int, end: int) -> None:
        """Select a range, and scroll to it."""
        cursor = self._cursor_at(start)
        cursor.setPosition(self._unit(end), QTextCursor.MoveMode.KeepAnchor)
        self.setTextCursor(cursor)
        self.ensureCursorVisible()

    def show_found(self, places: list[tuple[int, int]], here: tuple[int, int] | None) -> None:
        """Mark search matches, and the current one."""
        self.find_marks, self.found = places, here
        self._show_marks()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the text, the markers, and the marks of others."""
        super().paintEvent(event)
        paint_markers(self)
        self._paint_marks()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Limit the line length in wide windows."""
        side = max(4, (self.width() - _COLUMN) // 2)
        if self.viewportMargins().left() != side:
            self.setViewportMargins(side, 4, max(0, side - 12), 4)
        super().resizeEvent(event)

    def changeEvent(self, event: QEvent) -> None:
        """Follow the palette."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and hasattr(self, "_formats"):
            self._formats = Formats(self.palette())
            if len(self.note) > 1:
                start, end = self.selection
                self.show_whole(list(self.note.pieces()))
                self.select(start, end)

    def _own_marks(self) -> list[QTextEdit.ExtraSelection]:
        made = []
        for place in self.find_marks:
            look = QTextCharFormat()
            colour = self.palette().highlight().color()
            colour.setAlphaF(0.55 if place == self.found else 0.22)
            look.setBackground(colour)
            made.append(self._selection(*place, look))
        return made

    def _begin_document(self) -> None:
        """Start with one empty paragraph, whose format the others copy."""
        applying, self._applying = self._applying, True
        cursor = QTextCursor(self.document())
        cursor.select(QTextCursor.SelectionType.Document)
        cursor.removeSelectedText()
        look = self.note.paragraph(0) if len(self.note) == 1 else {}
        cursor.setBlockFormat(self._formats.of_paragraph(look))
        cursor.setBlockCharFormat(self._formats.of({}, look.get("block", "")))
        font = self.document().defaultFont()
        font.setPointSizeF(BASE)
        self.document().setDefaultFont(font)
        self._applying = applying

    def _write_all(self) -> None:
        cursor = QTextCursor(self.document())
        cursor.beginEditBlock()
        cursor.insertText(shown(self.note.text[:-1]), self._formats.of({}, ""))
        at = 0
        for piece in self.note.pieces():
            if look_of_characters(piece.look):
                self._draw_characters(at, at + len(piece.text))
            if len(piece.look) > len(look_of_characters(piece.look)):
                for number, character in enumerate(piece.text):
                    if character == "\n":
                        self._draw_paragraphs(at + number, at + number)
            at += len(piece.text)
        cursor.endEditBlock()

    def _draw_characters(self, start: int, end: int) -> None:
        at = start
        cursor = QTextCursor(self.document())
        for piece in self.note.pieces(start, end):
            for number, part in enumerate(piece.text.split("\n")):
                at += bool(number)
                if part:
                    kind = self.note.paragraph(at).get("block", "")
                    cursor.setPosition(self._unit(at))
                    cursor.setPosition(self._unit(at + len(part)), QTextCursor.MoveMode.KeepAnchor)
                    cursor.setCharFormat(self._formats.of(look_of_characters(piece.look), kind))
                    at += len(part)

    def _draw_paragraphs(self, start: int, end: int, *, again: bool = False) -> None:
        """Draw the paragraphs in a range whose format has changed."""
        last = len(self.note) - 1
        for each in edit_commands.paragraphs(self.note, min(start, last), min(end, last), behind=True):
            block = self.document().findBlock(self._unit(each.start))
            wanted = self._formats.of_paragraph(each.look)
            if again or block.blockFormat().property(LOOK) != wanted.property(LOOK):
                cursor = QTextCursor(block)
                cursor.setBlockFormat(wanted)
                cursor.setBlockCharFormat(self._formats.of({}, each.kind))
                self._draw_characters(each.start, each.end)
