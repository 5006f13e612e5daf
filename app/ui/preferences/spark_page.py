# SPDX-License-Identifier: BSD-3-Clause
"""The settings page of Spark: where it runs, and with how much memory."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QVBoxLayout

from app.spark.errors import SparkError
from app.spark.settings import SparkSettings, load_settings, save_settings
from app.ui.composer.panels.widgets import empty, words
from app.ui.preferences.page import Row, SettingsPage, push_button
from app.ui.translations import translated

if TYPE_CHECKING:
    from app.ui.spark.settings_dialog import SparkSettingsDialog


class SparkPage(SettingsPage):
    """The present settings, and the dialog that changes them."""

    icon = "group-feeds"

    def __init__(self) -> None:
        super().__init__(
            self.tr("Spark"),
            self.tr("Spark computes live tables. It is installed when it is needed first."),
            self.tr("data cluster memory master query feed"),
        )
        self.shown = QVBoxLayout()
        self.shown.setSpacing(4)
        self._layout.addLayout(self.shown)

    def refresh(self) -> None:
        """Show what is stored now."""
        empty(self.shown)
        settings = SparkSettings()
        try:
            settings = load_settings()
        except SparkError as error:
            self.shown.addWidget(words(translated(str(error)), "bad"))
        says = self.tr("Memory of the driver: {memory}").format(memory=settings.memory)
        if settings.options:
            says += " · " + self.tr("{count} further settings").format(count=len(settings.options))
        change = push_button(self.tr("&Change…"), lambda: self.ask(settings))
        self.shown.addWidget(Row(settings.master, says, [change]))

    def ask(self, settings: SparkSettings) -> SparkSettingsDialog:
        """Ask for other settings."""
        from app.ui.spark.settings_dialog import SparkSettingsDialog  # noqa: PLC0415 - rarely needed

        dialog = SparkSettingsDialog(settings, self.window())
        dialog.chosen.connect(self._store)
        dialog.open()
        return dialog

    def _store(self, settings: SparkSettings) -> None:
        if "app.ui.spark.workspace" in sys.modules:  # a Spark that runs starts again with the new settings
            from app.ui.spark.workspace import shared_workspace  # noqa: PLC0415 - already imported

            shared_workspace().choose(settings)
        else:
            save_settings(settings)
        self.refresh()
