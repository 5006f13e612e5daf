# SPDX-License-Identifier: BSD-3-Clause
"""The player's header: title, state, people, and buttons."""

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QMenu, QToolButton, QVBoxLayout, QWidget

from app.runtime.activation import State
from app.ui.player.presence import Presence
from app.ui.theme import Theme


class Header(QFrame):
    """Title and state on the left; people and buttons on the right."""

    def __init__(self, theme: Theme, title: str, description: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._title = QLabel(title)
        self._title.setTextFormat(Qt.TextFormat.PlainText)
        self._title.setProperty("role", "subtitle")
        self._title.setToolTip(_as_tip(description))
        self._state = QLabel()
        self._state_kind: State | None = None
        self.people = Presence(theme)
        self.people.hide()
        words = QVBoxLayout()
        words.setSpacing(0)
        words.addWidget(self._title)
        words.addWidget(self._state)
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(16, 8, 8, 8)
        self._row.setSpacing(4)
        self._row.addLayout(words, stretch=1)
        self._row.addWidget(self.people)
        self._row.addSpacing(8)
        theme.changed.connect(self._draw)
        self._draw()

    @property
    def state(self) -> str:
        """The text of the connection state."""
        return self._state.text()

    def show_state(self, words: str, state: State | None) -> None:
        """Show a state as text, symbol and colour."""
        mark = {State.LIVE: "●", State.FAILED: "✕", State.READ_ONLY: "◐"}.get(state, "○") if state else "○"
        self._state.setText(f"{mark}  {words}")
        self._state.setAccessibleName(words)
        self._state_kind = state
        self._draw()

    def add_action(self, action: QAction) -> QToolButton:
        """Add a button for an action."""
        button = QToolButton()
        button.setDefaultAction(action)
        button.setIconSize(QSize(20, 20))
        keys = action.shortcut().toString()
        button.setToolTip(f"{action.iconText()}  ({keys})" if keys else action.iconText())
        button.setAccessibleName(action.iconText())
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._row.addWidget(button)
        return button

    def add_menu(self, action: QAction, menu: QMenu) -> QToolButton:
        """Add a button that opens a menu."""
        button = self.add_action(action)
        button.setMenu(menu)
        button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        return button

    def add_handle(self, handle: QWidget) -> None:
        """Add the drag handle."""
        self._row.addWidget(handle)

    def _draw(self) -> None:
        colors = self._theme.colors
        color = (
            {State.LIVE: colors.good, State.FAILED: colors.bad, State.READ_ONLY: colors.warning}.get(
                self._state_kind, colors.muted
            )
            if self._state_kind
            else colors.muted
        )
        self._state.setStyleSheet(f"color: {color};")
        self.setStyleSheet(f"Header {{ border-bottom: 1px solid {colors.border}; }}")


def _as_tip(text: str) -> str:
    """Escape a tool tip: Qt renders text that looks like HTML as HTML."""
    return text.replace("&", "&amp;").replace("<", "&lt;")
