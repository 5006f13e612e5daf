# SPDX-License-Identifier: BSD-3-Clause
"""A section of the welcome page: a heading and cards, which may be folded away."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QToolButton, QVBoxLayout, QWidget

from app.ui.icons import bind_icon
from app.ui.theme import Theme
from app.ui.welcome.card_delegate import CARD_GAP, CardDelegate
from app.ui.welcome.card_list import CardList
from app.ui.welcome.gallery_model import GalleryModel


class Section(QWidget):
    """A heading above a list of cards."""

    folded = Signal(bool)

    def __init__(
        self, title: str, name: str, model: GalleryModel, theme: Theme, *, foldable: bool = False, pictures: bool = True
    ) -> None:
        super().__init__()
        self.cards = CardList(model, name)
        self.cards.setItemDelegate(CardDelegate(theme, self.cards, pictures=pictures))
        self._theme = theme
        self._row = QHBoxLayout()
        self._row.setContentsMargins(CARD_GAP, 0, CARD_GAP, 0)
        self.toggle: QToolButton | None = None
        if foldable:
            self.toggle = self._make_toggle(title)
            self._row.addWidget(self.toggle)
        else:
            heading = QLabel(title)
            heading.setProperty("role", "heading")
            self._row.addWidget(heading)
        self._row.addStretch()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        column.addLayout(self._row)
        column.addWidget(self.cards)
        theme.changed.connect(self.cards.viewport().update)
        if foldable:
            self.fold(True)

    def fold(self, folded: bool) -> None:
        """Hide or show the cards."""
        self.cards.setVisible(not folded)
        if self.toggle is not None:
            self.toggle.setChecked(not folded)
            bind_icon(self._theme, self.toggle, "right" if folded else "down")
        if not folded:
            self.cards.fit()
        self.folded.emit(folded)

    def add_button(self, words: str) -> QPushButton:
        """Add a button at the end of the heading."""
        button = QPushButton(words)
        button.setProperty("role", "link")
        button.setCursor(Qt.CursorShape.PointingHandCursor)
        self._row.addWidget(button)
        return button

    def _make_toggle(self, title: str) -> QToolButton:
        toggle = QToolButton()
        toggle.setText(title)
        toggle.setAccessibleName(title)
        toggle.setProperty("role", "heading")
        toggle.setCheckable(True)
        toggle.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        toggle.setCursor(Qt.CursorShape.PointingHandCursor)
        toggle.clicked.connect(lambda shown: self.fold(not shown))
        return toggle
