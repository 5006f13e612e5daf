# SPDX-License-Identifier: BSD-3-Clause
"""One line with the session's state and progress, and buttons to start and cancel it."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QLabel, QProgressBar, QPushButton, QWidget

from app.ui.composer.panels.widgets import ElidedLabel, tool_button
from app.ui.icons import pixmap
from app.ui.spark.error_details import show_error_details
from app.ui.spark.settings_dialog import SparkSettingsDialog
from app.ui.spark.workspace import SessionState, SparkWorkspace
from app.ui.theme import Theme
from app.ui.translations import translated


class SessionLine(QWidget):
    """State of the session, with start, cancel and settings."""

    def __init__(self, workspace: SparkWorkspace, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._workspace, self._theme = workspace, theme
        self._picture = QLabel()
        self._picture.setFixedSize(16, 16)
        self.words = ElidedLabel(role="muted")
        self.words.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.bar = QProgressBar()
        self.bar.setFixedWidth(120)
        self.bar.setTextVisible(False)
        self.bar.setAccessibleName(self.tr("How far Spark is"))
        self.button = QPushButton()
        self.button.clicked.connect(self._press)
        self.details = QPushButton(self.tr("Details"))
        self.details.setProperty("role", "link")
        self.details.clicked.connect(lambda: show_error_details(self, self._workspace.whole))
        self.gear = tool_button(theme, "settings", self.tr("Where Spark runs, and with how much memory"))
        self.gear.clicked.connect(self.ask)
        row = QHBoxLayout(self)
        row.setContentsMargins(8, 0, 4, 0)
        row.setSpacing(8)
        row.addWidget(self.words, stretch=1)
        for widget in (self._picture, self.bar, self.details, self.button, self.gear):
            row.addWidget(widget)
        workspace.session_changed.connect(self.refresh)
        theme.changed.connect(self.refresh)
        self.refresh()

    def ask(self) -> SparkSettingsDialog:
        """Ask for the Spark settings."""
        dialog = SparkSettingsDialog(self._workspace.settings, self.window())
        dialog.chosen.connect(self._workspace.choose)
        dialog.open()
        return dialog

    def refresh(self) -> None:
        """Show the present state."""
        workspace, colors = self._workspace, self._theme.colors
        starting = workspace.state is SessionState.STARTING
        self.bar.setVisible(starting)
        self.bar.setRange(0, 0 if workspace.share < 0 else 100)
        self.bar.setValue(round(100 * max(0.0, workspace.share)))
        self.details.setVisible(bool(workspace.whole) and workspace.state is SessionState.FAILED)
        self.button.setVisible(workspace.state is not SessionState.READY)
        self.button.setText(self.tr("Cancel") if starting else self.tr("Start Spark"))
        color = {SessionState.READY: colors.good, SessionState.FAILED: colors.bad}.get(workspace.state, colors.muted)
        name = {SessionState.READY: "good", SessionState.FAILED: "problem"}.get(workspace.state, "info")
        self._picture.setVisible(not starting)
        self._picture.setPixmap(pixmap(name, 16, color, self.devicePixelRatioF()))
        label = self._status_text()
        if label != self.words.text():
            self.words.setText(label)
            self.setAccessibleName(label)

    def _status_text(self) -> str:
        workspace = self._workspace
        if workspace.state is SessionState.READY:
            return self.tr("Spark {version} on {place}").format(
                version=workspace.version, place=workspace.settings.master
            )
        if workspace.state is SessionState.OFF:
            return self.tr("Spark starts when it is needed")
        return translated(workspace.message)

    def _press(self) -> None:
        if self._workspace.state is SessionState.STARTING:
            self._workspace.cancel_start()
        else:
            self._workspace.start()
