# SPDX-License-Identifier: BSD-3-Clause
"""The light and dark themes, which follow the system's colour scheme."""

from enum import Enum

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import QApplication

from app.ui.colors import DARK, LIGHT, Colors
from app.ui.style_sheet import style_sheet

__all__ = ["DARK", "LIGHT", "Choice", "Colors", "Theme"]


class Choice(Enum):
    """The user's choice of theme; `SYSTEM` follows the desktop."""

    SYSTEM = "system"
    LIGHT = "light"
    DARK = "dark"


class Theme(QObject):
    """The current colours; `changed` is emitted when the theme changes."""

    changed = Signal()

    def __init__(self, application: QApplication, choice: Choice = Choice.SYSTEM) -> None:
        super().__init__(application)
        self._application = application
        self._choice = choice
        self.colors = LIGHT
        application.setStyle("Fusion")
        application.styleHints().colorSchemeChanged.connect(self._apply)
        self._apply()

    @property
    def choice(self) -> Choice:
        """The user's choice."""
        return self._choice

    def choose(self, choice: Choice) -> None:
        """Change to light or dark, or follow the system from now on."""
        if choice is not self._choice:
            self._choice = choice
            self._apply()

    def _apply(self) -> None:
        self.colors = DARK if self._is_dark() else LIGHT
        self._application.setPalette(_palette(self.colors))
        self._application.setStyleSheet(style_sheet(self.colors))
        self.changed.emit()

    def _is_dark(self) -> bool:
        if self._choice is Choice.SYSTEM:
            return self._application.styleHints().colorScheme() == Qt.ColorScheme.Dark
        return self._choice is Choice.DARK


def _palette(colors: Colors) -> QPalette:
    role = QPalette.ColorRole
    palette = QPalette()
    for name, color in {
        role.Window: colors.window,
        role.WindowText: colors.text,
        role.Base: colors.surface,
        role.AlternateBase: colors.raised,
        role.Text: colors.text,
        role.PlaceholderText: colors.muted,
        role.Button: colors.raised,
        role.ButtonText: colors.text,
        role.ToolTipBase: colors.raised,
        role.ToolTipText: colors.text,
        role.Highlight: colors.accent,
        role.HighlightedText: colors.on_accent,
        role.Link: colors.accent,
        role.Accent: colors.accent,
        role.Mid: colors.border,
    }.items():
        palette.setColor(name, QColor(color))
    for name in (role.WindowText, role.Text, role.ButtonText):
        palette.setColor(QPalette.ColorGroup.Disabled, name, QColor(colors.muted))
    return palette
