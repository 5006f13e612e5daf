# SPDX-License-Identifier: BSD-3-Clause
"""The editing pane of a note: rich text that the user and others edit at the same time.

What the user types is in the pane first, and then sent. Everything else (looks, Return, pasted text) is sent
first, and comes to the pane like the steps of others. The pane also keeps the confirmed note, so that a refused
change can be reverted.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QMimeData, QPoint, Qt, Signal
from PySide6.QtGui import QGuiApplication, QKeyEvent, QKeySequence, QMouseEvent, QTextBlock, QTextCursor
from PySide6.QtWidgets import QWidget

from objects_library.documents.note import edit_commands
from objects_library.documents.note.editor.formats import look_in
from objects_library.documents.note.editor.markers import markers
from objects_library.documents.note.editor.rendering import NoteRenderer
from objects_library.documents.note.text_export import to_html, to_markdown
from objects_library.documents.note.text_import import from_html, from_markdown, without_controls
from objects_library.replication.text.rich_document import Step
from objects_library.replication.text.rich_text import Look, TextRun, look_of_characters
from objects_library.widgets.text_positions import shown

Submit = Callable[[list[Step]], bool]


class NotePane(NoteRenderer):
    """An editor; `submit` sends the user's steps, `apply` shows those of others."""

    moved = Signal(int, int)
    undo_asked = Signal()
    redo_asked = Signal()
    link_opened = Signal(str)

    def __init__(self, submit: Submit, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._submit = submit
        self._change: tuple[int, int, int] | None = None
        self.setAcceptRichText(True)
        self.setUndoRedoEnabled(False)  # the object undoes, since only it knows whose edit is whose
        self.setTabChangesFocus(False)
        self.setAccessibleName(self.tr("Note"))
        self.setPlaceholderText(self.tr("Write here. Everyone who has this open sees it."))
        self.viewport().setMouseTracking(True)
        self.document().contentsChange.connect(self._note_change)
        self.textChanged.connect(self._emit_change)
        self.cursorPositionChanged.connect(self._look_at_cursor)
        self.selectionChanged.connect(self._look_at_cursor)

    @property
    def typing_look(self) -> Look:
        """The look of the text typed next."""
        return look_of_characters(look_in(self.currentCharFormat()))

    # ---- what the note is

    def apply(self, steps: Sequence[Step]) -> None:
        """Show steps of others; cursor and scroll position stay."""
        if not steps:
            return
        first = min(step.at for step in steps)
        anchor = self.cursorForPosition(QPoint(0, 0))
        above = self._placed.units(first) < anchor.position()
        before = self.cursorRect(anchor).top() if above else 0
        self._applying = True
        edit = QTextCursor(self.document())
        edit.beginEditBlock()
        try:
            for step in steps:
                self._apply(step)
        finally:
            edit.endEditBlock()
            self._applying = False
        if above:
            bar = self.verticalScrollBar()
            bar.setValue(bar.value() + self.cursorRect(anchor).top() - before)
        self._emit_cursor()

    def do(self, steps: list[Step], cursor: int | None = None, end: int | None = None) -> bool:
        """Submit steps of the user, show them, and set the cursor."""
        if self.isReadOnly() or not steps or not self._submit(steps):
            return False
        self.apply(steps)
        if cursor is not None:
            self.select(cursor, cursor if end is None else end)
        return True

    def set_writable(self, writable: bool) -> None:
        """A read-only text can still be navigated, selected and copied."""
        self.setReadOnly(not writable)
        flags = self.textInteractionFlags() | Qt.TextInteractionFlag.TextSelectableByKeyboard
        self.setTextInteractionFlags(flags)

    def toggle(self, name: str, value: str = "1") -> None:
        """Toggle a look of the selection, or of the text typed next."""
        start, end = self.selection
        if end > start:
            self.do(edit_commands.marked(self.note, start, end, name, value), start, end)
            return
        look = self.typing_look
        look = {each: text for each, text in look.items() if each != name} | (
            {} if look.get(name) == value else {name: value}
        )
        self.setCurrentCharFormat(self._formats.of(look, self.note.paragraph(start).get("block", "")))

    def set_block(self, kind: str) -> None:
        """Set the kind of the selected paragraphs."""
        start, end = self.selection
        self.do(edit_commands.with_block(self.note, start, end, kind), start, end)

    def indent(self, by: int) -> None:
        """Indent the selected paragraphs."""
        start, end = self.selection
        self.do(edit_commands.indented(self.note, start, end, by), start, end)

    def clear_looks(self) -> None:
        """Make the selection plain text."""
        start, end = self.selection
        self.do(edit_commands.plain(self.note, start, end), start, end)

    def put(self, pieces: Sequence[TextRun]) -> None:
        """Replace the selection."""
        steps, cursor = edit_commands.replaced(self.note, *self.selection, pieces)
        self.do(steps, cursor)

    # ---- keys, mouse, clipboard

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Handle the keys of a note; Qt handles the rest."""
        if event.matches(QKeySequence.StandardKey.Undo):
            self.undo_asked.emit()
        elif event.matches(QKeySequence.StandardKey.Redo):
            self.redo_asked.emit()
        elif self.isReadOnly() or not self._key(event):
            super().keyPressEvent(event)

    def _key(self, event: QKeyEvent) -> bool:
        start, end = self.selection
        key, modifiers = event.key(), event.modifiers()
        plain = modifiers in (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ShiftModifier)
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and plain:
            look = self.typing_look
            self.do(*edit_commands.new_line(self.note, start, end))
            self._type_with(look)
            return True
        if key in (Qt.Key.Key_Tab, Qt.Key.Key_Backtab) and plain:
            by = -1 if key == Qt.Key.Key_Backtab else 1
            kinds = [each.kind for each in edit_commands.paragraphs(self.note, start, end)]
            if end > start or any(kinds) or by < 0:
                self.indent(by)
                return True
        if start != end or not plain:
            return False
        if key == Qt.Key.Key_Backspace:
            return self.do(edit_commands.backspace(self.note, start), start)
        return key == Qt.Key.Key_Space and self.do(*edit_commands.shortcut(self.note, start))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Toggle a check box on a click."""
        marker = self._box_at(event.position().toPoint())
        if marker is not None and event.button() == Qt.MouseButton.LeftButton and not self.isReadOnly():
            self.do(edit_commands.checked(self.note, self._placed.place(marker.position())))
            return
        super().mousePressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Open a link with Ctrl+click."""
        super().mouseReleaseEvent(event)
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            address = self.link_at(event.position().toPoint())
            if address:
                self.link_opened.emit(address)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Change the cursor over clickable places, and show where a link leads."""
        super().mouseMoveEvent(event)
        place = event.position().toPoint()
        address = self.link_at(place)
        held = event.modifiers() & Qt.KeyboardModifier.ControlModifier
        hand = self._box_at(place) is not None or (address and held)
        shape = Qt.CursorShape.PointingHandCursor if hand else Qt.CursorShape.IBeamCursor
        self.viewport().setCursor(shape)
        text = self.tr("{address}\nCtrl and a click open it").format(address=address[:200]) if address else ""
        if self.viewport().toolTip() != text:
            self.viewport().setToolTip(text)

    def link_at(self, point: QPoint) -> str:
        """The address of the link at a point."""
        cursor = self.cursorForPosition(point)
        if not self.cursorRect(cursor).adjusted(-12, 0, 12, 0).contains(point):
            return ""
        at = self._placed.place(cursor.position())
        return edit_commands.link_around(self.note, at)[2]

    def _box_at(self, point: QPoint) -> QTextBlock | None:
        for marker in markers(self):
            if marker.look["block"] in ("check", "done") and marker.box.adjusted(-3, -3, 3, 3).contains(point):
                return marker.block
        return None

    def createMimeDataFromSelection(self) -> QMimeData:
        """The selection in all formats for the clipboard."""
        start, end = self.selection
        pieces = list(self.note.pieces(start, end))
        made = QMimeData()
        made.setText(self.note.text[start:end])
        made.setHtml(to_html(pieces))
        made.setData("text/markdown", to_markdown(pieces).encode())
        return made

    def canInsertFromMimeData(self, source: QMimeData) -> bool:
        """Accept text of any kind. Files are left to the surrounding widget; their paths are private."""
        of_files = any(url.isLocalFile() for url in source.urls())
        return source.hasHtml() or (source.hasText() and not of_files)

    def insertFromMimeData(self, source: QMimeData) -> None:
        """Insert the allowed formats of what other programs offer."""
        if source.hasHtml():
            self.put(from_html(source.html()))
        elif source.hasText():
            self.paste_plain(source.text())

    def paste_plain(self, text: str | None = None) -> None:
        """Paste plain text, which gets the surrounding look."""
        content = QGuiApplication.clipboard().text() if text is None else text
        self.put([TextRun(without_controls(content), self.typing_look)])

    def paste_markdown(self) -> None:
        """Paste the clipboard as Markdown."""
        self.put(from_markdown(QGuiApplication.clipboard().text()))

    # ---- what the person types

    def _note_change(self, at: int, removed: int, added: int) -> None:
        if not self._applying:
            if self._change is None:
                self._change = at, removed, added
            else:
                self._change = _both(self._change, (at, removed, added))

    def _emit_change(self) -> None:
        if self._change is None or self._applying:
            return
        change, self._change = self._change, None
        start, before, inserted = self._difference(*change)
        if not before and not inserted:
            return
        look = self._look_typed(start) if inserted else {}
        steps, _ = edit_commands.replaced(
            self.note, start, start + len(before), [TextRun(inserted, look)] if inserted else []
        )
        if self._submit(steps):
            self._take_typed(steps, start, len(inserted))
        else:
            self._take_back(start, len(before), inserted)
        self._emit_cursor()

    def _look_typed(self, start: int) -> Look:
        cursor = QTextCursor(self.document())
        cursor.setPosition(min(self._placed.units(start) + 1, self.document().characterCount() - 1))
        return look_of_characters(look_in(cursor.charFormat()))

    def _take_typed(self, steps: list[Step], start: int, length: int) -> None:
        """Submit a change that Qt has already made, and draw its effect on paragraphs."""
        for step in steps:
            if step.restyle:
                self.note.restyle(step.at, step.restyle, step.look)
            else:
                self.note.splice(step.at, step.delete, step.insert, step.look)
                self._placed.splice(step.at, step.delete, step.insert)
        self._applying = True
        try:
            self._draw_paragraphs(start, start + length)
        finally:
            self._applying = False

    def _take_back(self, start: int, gone: int, inserted: str) -> None:
        """Revert a refused change in the pane."""
        pieces = list(self.note.pieces(start, start + gone))
        self._applying = True
        try:
            at = self._placed.units(start)
            cursor = QTextCursor(self.document())
            cursor.setPosition(at)
            cursor.setPosition(at + len(inserted.encode("utf-16-le")) // 2, QTextCursor.MoveMode.KeepAnchor)
            cursor.removeSelectedText()
            for text, look in pieces:
                cursor.insertText(shown(text), self._formats.of(look_of_characters(look), ""))
            self._draw_paragraphs(start, start + gone, again=True)
        finally:
            self._applying = False

    def _look_at_cursor(self) -> None:
        """Text typed behind a link is not part of it."""
        if self._applying or self._change is not None:
            return
        look, at = self.typing_look, self.selection[1]
        if "link" in look and self.note.look(min(at, len(self.note) - 1)).get("link") != look["link"]:
            self._type_with({name: value for name, value in look.items() if name != "link"})
        elif not look and not self.textCursor().hasSelection():
            self._type_with({})
        self._emit_cursor()

    def _type_with(self, look: Look) -> None:
        at = min(self.selection[0], len(self.note) - 1)
        self.setCurrentCharFormat(self._formats.of(look, self.note.paragraph(at).get("block", "")))

    def _emit_cursor(self) -> None:
        if not self._applying and self._change is None:
            self.moved.emit(*self.selection)

    # ---- what others do

    def _apply(self, step: Step) -> None:
        if step.restyle:
            self.note.restyle(step.at, step.restyle, step.look)
            if look_of_characters(step.look):
                self._draw_characters(step.at, step.at + step.restyle)
            if len(step.look) > len(look_of_characters(step.look)):
                self._draw_paragraphs(step.at, step.at + step.restyle - 1)
            return
        start, end = self._placed.units(step.at), self._placed.units(step.at + step.delete)
        own = self.textCursor()
        keep = None if own.hasSelection() or own.position() != start or step.delete else own.position()
        cursor = QTextCursor(self.document())
        cursor.setPosition(start)
        cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
        kind = self.note.paragraph(step.at).get("block", "")
        cursor.insertText(shown(step.insert), self._formats.of(look_of_characters(step.look), kind))
        if keep is not None:  # text that others insert at the cursor goes behind it
            own.setPosition(keep)
            self.setTextCursor(own)
        self.note.splice(step.at, step.delete, step.insert, step.look)
        self._placed.splice(step.at, step.delete, step.insert)
        self._draw_paragraphs(step.at, step.at + len(step.insert))


def _both(one: tuple[int, int, int], other: tuple[int, int, int]) -> tuple[int, int, int]:
    """Join two changes into one that covers both: position, removed, inserted."""
    at = min(one[0], other[0])
    end = max(one[0] + one[2], other[0] + other[1])  # in the text between the two
    return at, end - at + one[1] - one[2], end - at + other[2] - other[1]
