# SPDX-License-Identifier: BSD-3-Clause
"""The settings page of the appearance: theme and language."""

from __future__ import annotations

from PySide6.QtWidgets import QComboBox

from app.ui.composer.panels.widgets import words
from app.ui.preferences.page import SettingsPage
from app.ui.settings import Settings
from app.ui.theme import Choice, Theme
from app.ui.translations import languages


class AppearancePage(SettingsPage):
    """Theme, which changes at once, and language, which changes at the next start."""

    icon = "theme"

    def __init__(self, theme: Theme, settings: Settings) -> None:
        super().__init__(self.tr("Appearance"), "")
        self._theme = theme
        self._settings = settings
        self.themes = QComboBox()
        for choice, name in (
            (Choice.SYSTEM, self.tr("As the system")),
            (Choice.LIGHT, self.tr("Light")),
            (Choice.DARK, self.tr("Dark")),
        ):
            self.themes.addItem(name, choice.value)
        self.themes.activated.connect(self._choose_theme)
        self._add(self.tr("Theme"), self.themes)
        self.languages = QComboBox()
        for code, name in {"": self.tr("As the system"), **languages()}.items():
            self.languages.addItem(name, code)
        self.languages.activated.connect(self._choose_language)
        self._add(self.tr("Language"), self.languages)
        self.restart = words(self.tr("The language changes when the program is started again."), "muted")
        self.restart.hide()
        self._layout.addWidget(self.restart)

    def refresh(self) -> None:
        """Show what is stored now."""
        self.themes.setCurrentIndex(self.themes.findData(self._theme.choice.value))
        self.languages.setCurrentIndex(max(0, self.languages.findData(self._settings.language)))

    def _choose_theme(self, row: int) -> None:
        choice = Choice(self.themes.itemData(row))
        self._settings.theme = choice.value
        self._theme.choose(choice)

    def _choose_language(self, row: int) -> None:
        code = str(self.languages.itemData(row))
        self.restart.setVisible(code != self._settings.language or not self.restart.isHidden())
        self._settings.language = code
