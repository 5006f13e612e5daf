# SPDX-License-Identifier: BSD-3-Clause
"""A message bar: one line above the content, with buttons."""

from collections.abc import Callable

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QToolButton, QWidget

from app.ui.icons import bind_icon, pixmap
from app.ui.theme import Theme
from app.ui.translations import translated


class MessageBar(QFrame):
    """A message with optional buttons and a close button."""

    dismissed = Signal()

    def __init__(self, theme: Theme, picture: str = "info", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._picture_name = picture
        self.setProperty("role", "notice")
        self._picture = QLabel()
        self._picture.setFixedSize(20, 20)
        self._words = QLabel()
        self._words.setTextFormat(Qt.TextFormat.PlainText)  # the text often comes from a file
        self._words.setWordWrap(True)
        self._words.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._close = QToolButton()
        self._close.setAccessibleName(self.tr("Close this message"))
        self._close.setToolTip(self.tr("Close this message"))
        self._close.clicked.connect(self._dismiss)
        bind_icon(theme, self._close, "close")
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(12, 8, 8, 8)
        self._row.setSpacing(8)
        self._row.addWidget(self._picture, alignment=Qt.AlignmentFlag.AlignTop)
        self._row.addWidget(self._words, stretch=1)
        self._row.addWidget(self._close, alignment=Qt.AlignmentFlag.AlignTop)
        self._buttons: list[QPushButton] = []
        theme.changed.connect(self._draw)
        self._draw()

    @property
    def text(self) -> str:
        """The current text."""
        return self._words.text()

    def show_message(self, words: str, picture: str = "") -> None:
        """Show a text."""
        words = "\n".join(translated(line) for line in words.splitlines())
        if words != self._words.text():
            self._words.setText(words)
            self.setAccessibleName(words)
        if picture and picture != self._picture_name:
            self._picture_name = picture
            self._draw()

    def offer(self, words: str, do: Callable[[], object], *, main: bool = False) -> QPushButton:
        """Add a button."""
        button = QPushButton(words)
        if main:
            button.setDefault(True)
        button.clicked.connect(lambda _checked: do())
        self._row.insertWidget(self._row.count() - 1, button, alignment=Qt.AlignmentFlag.AlignTop)
        self._buttons.append(button)
        return button

    def keep(self) -> None:
        """Remove the close button."""
        self._close.hide()

    def _dismiss(self) -> None:
        self.hide()
        self.dismissed.emit()

    def _draw(self) -> None:
        ratio = self.devicePixelRatioF()
        self._picture.setPixmap(pixmap(self._picture_name, 20, self._theme.colors.accent, ratio))
