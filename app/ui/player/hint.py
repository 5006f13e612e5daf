"""A few words in front of something, for a moment."""

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QLabel, QWidget

_MILLISECONDS = 3500
_FROM_TOP = 24


class Hint(QLabel):
    """Says how to get out of something that has no buttons."""

    def __init__(self, words: str, parent: QWidget) -> None:
        super().__init__(words, parent)
        self.setProperty("role", "chip")
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(_MILLISECONDS)
        self._timer.timeout.connect(self.hide)
        self.hide()

    def show_for_a_while(self) -> None:
        """Appear in the middle of the upper edge, and go."""
        QTimer.singleShot(0, self, self._appear)

    def _appear(self) -> None:
        parent = self.parentWidget()
        if parent is None:
            return
        self.adjustSize()
        self.move((parent.width() - self.width()) // 2, _FROM_TOP)
        self.raise_()
        self.show()
        self._timer.start()
