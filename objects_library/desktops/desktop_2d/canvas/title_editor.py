# SPDX-License-Identifier: BSD-3-Clause
"""The field over the title of an item."""

from __future__ import annotations

from uuid import UUID

from PySide6.QtCore import QEvent, QObject, QRect, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QLineEdit

from objects_library.desktops.desktop_2d.canvas.canvas import Canvas
from objects_library.desktops.desktop_2d.canvas.graphics_item import GraphicsItem
from objects_library.replication.desktop.items import LONGEST_TITLE

_LEAST = (120, 28)
"""The least size of the field in pixels, at any zoom."""


class TitleEditor(QObject):
    """Edits one title at a time; Return and leaving the field commit, Escape cancels."""

    written = Signal(object, str)

    def __init__(self, canvas: Canvas) -> None:
        super().__init__(canvas)
        self._canvas = canvas
        self._name: UUID | None = None
        self.field: QLineEdit | None = None
        canvas.view_changed.connect(self.end)

    def begin(self, piece: GraphicsItem) -> None:
        """Open the field over the title."""
        self.end()
        title = piece.header() if piece.has_header else piece.area()
        self._canvas.ensureVisible(piece.mapRectToScene(title), 0, 0)
        field = QLineEdit(piece.item.title, self._canvas.viewport())
        field.setAccessibleName(self.tr("Title"))
        field.setMaxLength(LONGEST_TITLE)
        field.setGeometry(self._area_of(piece))
        field.installEventFilter(self)
        field.returnPressed.connect(self.end)
        self._name, self.field = piece.item.item, field
        field.show()
        field.setFocus(Qt.FocusReason.OtherFocusReason)
        field.selectAll()

    def end(self, *, keep: bool = True) -> None:
        """Close the field."""
        field, name = self.field, self._name
        self.field = self._name = None
        if field is None or name is None:
            return
        title = " ".join(field.text().split())
        had_focus = field.hasFocus()
        field.hide()
        field.deleteLater()
        if had_focus:
            self._canvas.setFocus()
        piece = self._canvas.pieces.get(name)
        if keep and piece is not None and title != piece.item.title:
            self.written.emit(name, title)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Escape cancels; loss of focus commits."""
        if watched is not self.field:
            return False
        if isinstance(event, QKeyEvent) and event.type() in (QEvent.Type.KeyPress, QEvent.Type.ShortcutOverride):
            if event.key() == Qt.Key.Key_Escape:
                if event.type() is QEvent.Type.KeyPress:
                    self.end(keep=False)
                event.accept()  # not for the window, which would leave the page
                return True
        elif isinstance(event, QFocusEvent) and event.lostFocus():
            self.end()
        return False

    def _area_of(self, piece: GraphicsItem) -> QRect:
        area = piece.header() if piece.has_header else piece.area()
        shown = self._canvas.mapFromScene(piece.mapRectToScene(area)).boundingRect()
        if not piece.has_header:  # the title of a picture or a file is below its middle
            shown = QRect(shown.left(), shown.center().y() - _LEAST[1] // 2, shown.width(), _LEAST[1])
        wide, high = max(_LEAST[0], shown.width()), max(_LEAST[1], shown.height())
        return QRect(shown.left(), shown.top(), wide, high) & self._canvas.viewport().rect()
