# SPDX-License-Identifier: BSD-3-Clause
"""A toast: a short message over a widget."""

from PySide6.QtCore import QEvent, QObject, Qt, QTimer
from PySide6.QtWidgets import QLabel, QWidget

_MILLISECONDS = 3500
_FROM_BOTTOM = 32


class Toast(QLabel):
    """A label that appears over its parent and hides itself."""

    def __init__(self, words: str, parent: QWidget) -> None:
        super().__init__(words, parent)
        self._around = parent
        self.setProperty("role", "chip")
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(_MILLISECONDS)
        self._timer.timeout.connect(self.hide)
        parent.installEventFilter(self)
        self.hide()

    def show_briefly(self) -> None:
        """Appear at the centre of the lower edge for a moment."""
        self.show()
        self._place()
        self._timer.start()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.Resize, QEvent.Type.ChildAdded) and self.isVisible():
            QTimer.singleShot(0, self, self._place)
        return super().eventFilter(watched, event)

    def _place(self) -> None:
        self.adjustSize()
        across = (self._around.width() - self.width()) // 2
        self.move(across, self._around.height() - self.height() - _FROM_BOTTOM)
        self.raise_()
