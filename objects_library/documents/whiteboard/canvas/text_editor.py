# SPDX-License-Identifier: BSD-3-Clause
"""The text editor over a whiteboard."""

from __future__ import annotations

from uuid import UUID

from PySide6.QtCore import QObject, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QFocusEvent, QFont, QGuiApplication, QKeyEvent
from PySide6.QtWidgets import QFrame, QPlainTextEdit

from objects_library.documents.whiteboard.canvas.whiteboard_plane import WhiteboardPlane
from objects_library.replication.drawing.shapes import LONGEST_TEXT
from objects_library.widgets.appearance import is_dark
from objects_library.widgets.plane.pens import pen_colour


class _Field(QPlainTextEdit):
    """Esc, Ctrl+Enter and loss of focus end the editing."""

    done = Signal()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Handle Esc and Ctrl+Enter."""
        ctrl = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
        enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if event.key() == Qt.Key.Key_Escape or (enter and ctrl):
            self.done.emit()
        else:
            super().keyPressEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """End the editing on loss of focus."""
        super().focusOutEvent(event)
        if event.reason() is not Qt.FocusReason.PopupFocusReason:
            self.done.emit()


class TextEditor(QObject):
    """Edits one text at a time."""

    written = Signal(object, QPointF, str)
    """The shape (None for a new text), its position and text."""

    def __init__(self, page: WhiteboardPlane) -> None:
        super().__init__(page)
        self._page = page
        self._name: UUID | None = None
        self._at = QPointF()
        self._size = 24.0
        self.field: _Field | None = None
        page.view_changed.connect(self._lay)

    def begin(self, at: QPointF, size: float, colour: str, name: UUID | None = None, text: str = "") -> None:
        """Open the field at a point of the page."""
        self.end()
        self._name, self._at, self._size = name, at, size
        self.field = field = _Field(self._page)
        field.setPlainText(text)
        field.setFrameShape(QFrame.Shape.NoFrame)
        field.setAccessibleName(self.tr("Text"))
        field.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        field.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        field.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        field.document().setDocumentMargin(0)
        shown = pen_colour(colour, dark=is_dark(self._page.palette())).name()
        field.setStyleSheet(
            f"QPlainTextEdit {{ background: palette(base); color: {shown};"
            " border: 1px solid palette(highlight); border-radius: 3px; padding: 0; }"
        )
        field.textChanged.connect(self._lay)
        field.done.connect(self.end)
        self._page.hidden = name
        if name is not None:
            self._page.tiles.forget_part(self._page.sheet.bounds(name))
        self._lay()
        field.show()
        field.setFocus()
        field.selectAll()

    def end(self) -> None:
        """Close the field, and emit the text."""
        field, self.field = self.field, None
        if field is None:
            return
        text = field.toPlainText()[:LONGEST_TEXT].rstrip()
        name = self._name
        self._page.hidden = None
        if name is not None and name in self._page.sheet.shapes:
            self._page.tiles.forget_part(self._page.sheet.bounds(name))
        field.hide()
        field.deleteLater()
        self._page.setFocus()
        self._page.update()
        self.written.emit(name, self._at, text)

    def _lay(self) -> None:
        field = self.field
        if field is None:
            return
        font = QFont(QGuiApplication.font())
        font.setPixelSize(max(6, round(self._size * self._page.camera.scale)))
        field.setFont(font)
        point = self._page.camera.to_window(self._at.x(), self._at.y())
        metrics = field.fontMetrics()
        lines = field.toPlainText().split("\n")
        width = max(metrics.horizontalAdvance(line) for line in lines) + 3 * metrics.averageCharWidth()
        height = metrics.lineSpacing() * len(lines) + 6
        box = QRectF(point.x() - 1, point.y() - 1, max(width, 60), height)
        field.setGeometry(box.toRect())
