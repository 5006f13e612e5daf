# SPDX-License-Identifier: BSD-3-Clause
"""The player's header: title, state, people, and buttons."""

from collections.abc import Callable

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QMenu, QToolButton, QVBoxLayout, QWidget

from app.runtime.activation import State
from app.ui.icons import bind_icon
from app.ui.player.condition import Kept
from app.ui.player.presence import Presence
from app.ui.theme import Theme

_LONGEST = 72
"""The most characters of a state; the tool tip and the bar have all of them."""


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
        self._state.setTextFormat(Qt.TextFormat.PlainText)
        self._state_kind: State | None = None
        self._kept = QLabel()
        self._kept.setTextFormat(Qt.TextFormat.PlainText)
        self._kept_kind = Kept()
        self._kept.hide()
        self.people = Presence(theme)
        self.people.hide()
        words = QVBoxLayout()
        words.setSpacing(0)
        words.addWidget(self._title)
        line = QHBoxLayout()
        line.setSpacing(12)
        line.addWidget(self._state)
        line.addWidget(self._kept)
        line.addStretch()
        words.addLayout(line)
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

    def show_state(self, words: str, state: State | None, *, apart: bool = False) -> None:
        """Show a state as text, symbol and colour; `apart` if somebody is out of reach."""
        shown = State.READ_ONLY if apart and state is State.LIVE else state
        mark = {State.LIVE: "●", State.FAILED: "✕", State.READ_ONLY: "◐"}.get(shown, "○") if shown else "○"
        self._state.setText(f"{mark}  {_shortened(words)}")
        self._state.setToolTip(_as_tip(self._apart_tip() if apart else words))
        self._state.setAccessibleName(words)
        self._state_kind = shown
        self._draw()

    def _apart_tip(self) -> str:
        return self.tr(
            "Somebody who had it open is out of reach. Go on working: what each of you does is kept, and merged when "
            "you meet."
        )

    @property
    def kept(self) -> str:
        """Whether the content is kept, as text."""
        return self._kept_kind.words

    def show_kept(self, kept: Kept) -> None:
        """Show whether the content is kept, beside the state."""
        self._kept_kind = kept
        mark = "✓" if kept.is_kept else "✕" if kept.is_failure else "!"
        self._kept.setText(f"{mark}  {_shortened(kept.words)}")
        self._kept.setAccessibleName(kept.words)
        self._kept.setToolTip(_as_tip(self._kept_tip(kept)))
        self._kept.setVisible(bool(kept.words))
        self._draw()

    def _kept_tip(self, kept: Kept) -> str:
        if kept.is_kept:
            return self.tr("What you do is on the disk of every computer that has it open.")
        if kept.is_failure:
            return self.tr("What you do is in memory only, until this is mended: {why}").format(why=kept.words)
        return self.tr("It is lost when the last program that has it open ends.")

    def show_title(self, title: str) -> None:
        """Show another title."""
        self._title.setText(title)

    def add_action(self, action: QAction, *, words: bool = False) -> QToolButton:
        """Add a button for an action, with its text if asked."""
        button = QToolButton()
        button.setDefaultAction(action)
        if words:
            button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
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
        kept = self._kept_kind
        kept_color = colors.good if kept.is_kept else colors.bad if kept.is_failure else colors.warning
        self._kept.setStyleSheet(f"color: {kept_color};")
        self.setStyleSheet(f"Header {{ border-bottom: 1px solid {colors.border}; }}")


def add_page_actions(header: Header, theme: Theme, edit: Callable[[], object], inside: Callable[[], object]) -> None:
    """Add the buttons that lead from an object in use to its sheet and to its wiring."""
    for words, picture, keys, do in (
        (header.tr("&Edit"), "edit", "Ctrl+E", edit),
        (header.tr("Look &inside"), "look-inside", "Ctrl+I", inside),
    ):
        action = QAction(words, header)
        action.setShortcut(keys)
        bind_icon(theme, action, picture)
        action.triggered.connect(lambda _on=False, do=do: do())
        header.addAction(action)
        header.add_action(action, words=True)


def _shortened(words: str) -> str:
    return words if len(words) <= _LONGEST else f"{words[: _LONGEST - 1].rstrip()}…"


def _as_tip(text: str) -> str:
    """Escape a tool tip: Qt renders text that looks like HTML as HTML."""
    return text.replace("&", "&amp;").replace("<", "&lt;")
