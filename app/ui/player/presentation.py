# SPDX-License-Identifier: BSD-3-Clause
"""Presentations: a visible way out, and when the Escape key may lead out."""

from PySide6.QtCore import QEvent, QObject, QPoint, Qt, QTimer, Signal
from PySide6.QtGui import QCursor
from PySide6.QtWidgets import QApplication, QPushButton, QWidget

from app.ui.icons import bind_icon
from app.ui.theme import Theme

_VISIBLE_MILLISECONDS = 3000
_CHECK_INTERVAL = 150
_MARGIN = 16


class PresentationExit(QPushButton):
    """A button over a presentation: visible at its start, and whenever the pointer moves over it."""

    asked = Signal()

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._around = parent
        self.setText(self.tr("Leave the presentation"))
        self.setToolTip(self.tr("Leave the presentation (F11)"))
        self.setAccessibleName(self.tr("Leave the presentation"))
        self.setProperty("role", "floating")
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # showing it must not take the focus from a text
        bind_icon(theme, self, "leave")
        self.clicked.connect(self.asked)
        self._hiding = QTimer(self)
        self._hiding.setSingleShot(True)
        self._hiding.setInterval(_VISIBLE_MILLISECONDS)
        self._hiding.timeout.connect(self._hide_unless_used)
        # Widgets without mouse tracking get no event while no button is pressed, so the pointer is polled.
        self._looking = QTimer(self)
        self._looking.setInterval(_CHECK_INTERVAL)
        self._looking.timeout.connect(self._look)
        self._pointer = QPoint()
        parent.installEventFilter(self)
        self.hide()

    def begin(self) -> None:
        """The presentation begins."""
        self._pointer = QCursor.pos()
        self._looking.start()
        self._appear()

    def end(self) -> None:
        """The presentation is over."""
        self._looking.stop()
        self._hiding.stop()
        self.hide()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if self.isVisible() and event.type() in (QEvent.Type.Resize, QEvent.Type.ChildAdded):
            QTimer.singleShot(0, self, self._place)
        return super().eventFilter(watched, event)

    def _look(self) -> None:
        now = QCursor.pos()
        if now != self._pointer:
            self._pointer = now
            if self._around.rect().contains(self._around.mapFromGlobal(now)):
                self._appear()

    def _appear(self) -> None:
        self.show()
        self._place()
        self._hiding.start()

    def _hide_unless_used(self) -> None:
        if self.underMouse():
            self._hiding.start()
        else:
            self.hide()

    def _place(self) -> None:
        self.adjustSize()
        self.move(self._around.width() - self.width() - _MARGIN, _MARGIN)
        self.raise_()


def is_typing() -> bool:
    """Whether the focus is where text can be written; Escape then belongs to that place."""
    focused = QApplication.focusWidget()
    return focused is not None and focused.testAttribute(Qt.WidgetAttribute.WA_InputMethodEnabled)
