# SPDX-License-Identifier: BSD-3-Clause
"""An inline text editor for notes, zone titles and block names."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, QRect, Qt
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QPlainTextEdit, QWidget

from app.ui.composer.canvas.appearance import Appearance


class InlineEditor(QPlainTextEdit):
    """Enter accepts (Ctrl+Enter for multi-line text), Escape cancels."""

    def __init__(
        self,
        parent: QWidget,
        area: QRect,
        text: str,
        appearance: Appearance,
        take: Callable[[str], None],
        *,
        lines: bool,
    ) -> None:
        super().__init__(parent)
        self._around = parent
        self._take = take
        self._lines = lines
        self._is_over = False
        self.setGeometry(area)
        self.setPlainText(text)
        self.selectAll()
        self.setTabChangesFocus(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setLineWrapMode(QPlainTextEdit.LineWrapMode.WidgetWidth if lines else QPlainTextEdit.LineWrapMode.NoWrap)
        self.setStyleSheet(
            f"QPlainTextEdit {{ background: {appearance.block.name()}; color: {appearance.text.name()};"
            f" border: 2px solid {appearance.accent.name()}; border-radius: 6px; padding: 2px 6px; }}"
        )
        self.show()
        self.setFocus()
        parent.installEventFilter(self)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        is_enter = event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}
        if event.key() == Qt.Key.Key_Escape:
            self._end(taken=self._lines)  # a name is left as it was, a text is never thrown away
        elif is_enter and (not self._lines or event.modifiers() & Qt.KeyboardModifier.ControlModifier):
            self._end(taken=True)
        else:
            super().keyPressEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        if event.reason() != Qt.FocusReason.PopupFocusReason:
            self._end(taken=True)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Wheel:  # scrolling would move the item away
            self._end(taken=True)
        return super().eventFilter(watched, event)

    def _end(self, *, taken: bool) -> None:
        if self._is_over:
            return
        self._is_over = True
        self.hide()
        text = self.toPlainText().strip() if self._lines else " ".join(self.toPlainText().split())
        self._around.removeEventFilter(self)
        self._around.setFocus()
        self.deleteLater()
        if taken:
            self._take(text)
