# SPDX-License-Identifier: BSD-3-Clause
"""The text editor over the canvas."""

from __future__ import annotations

from uuid import UUID

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QPlainTextEdit

from objects_library.desktops.desktop_2d.canvas.canvas import Canvas
from objects_library.desktops.desktop_2d.canvas.graphics_item import GraphicsItem
from objects_library.replication.desktop.items import LONGEST_TEXT


class TextEditor(QObject):
    """Edits one text at a time; however the field is left, the text is kept."""

    written = Signal(object, str)

    def __init__(self, canvas: Canvas) -> None:
        super().__init__(canvas)
        self._canvas = canvas
        self._name: UUID | None = None
        self.field: QPlainTextEdit | None = None

    def begin(self, piece: GraphicsItem) -> None:
        """Open the field over a text."""
        self.end()
        field = QPlainTextEdit(piece.item.text)
        field.setAccessibleName(self.tr("Text on the desktop"))
        field.setTabChangesFocus(True)
        field.installEventFilter(self)
        self._name, self.field = piece.item.item, field
        self._canvas.choose([])
        piece.set_content(field)
        assert piece.content is not None
        self._canvas.setFocus()
        self._canvas.page.setFocusItem(piece.content)
        field.setFocus()
        field.selectAll()

    def end(self) -> None:
        """Close the field."""
        field, name = self.field, self._name
        self.field = self._name = None
        if field is None or name is None:
            return
        text = field.toPlainText()[:LONGEST_TEXT]
        piece = self._canvas.pieces.get(name)
        if piece is None:
            return
        before = piece.item.text
        piece.set_content(None)
        self._canvas.setFocus()
        if text != before:
            self.written.emit(name, text)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Escape, Ctrl+Return and loss of focus commit; no key throws a text away."""
        if watched is not self.field:
            return False
        if isinstance(event, QKeyEvent) and event.type() is QEvent.Type.KeyPress:
            strong = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
            if event.key() == Qt.Key.Key_Escape or (event.key() == Qt.Key.Key_Return and strong):
                event.accept()
                self.end()
                return True
        if isinstance(event, QFocusEvent) and event.lostFocus():
            self.end()
        return False
