# SPDX-License-Identifier: BSD-3-Clause
"""A form dialog that stays open until its input is valid."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QWidget

from app.ui.composer.panels.widgets import column, words


class FormDialog(QDialog):
    """A dialog with a title, fields and an accept button."""

    asked = Signal()

    def __init__(self, title: str, explains: str, does: str, parent: QWidget | None) -> None:
        super().__init__(parent)
        self.setWindowTitle(title)
        self.setMinimumWidth(420)
        self._complaint = words(role="bad")
        self._complaint.hide()
        self._buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        self.do_it = self._buttons.addButton(does, QDialogButtonBox.ButtonRole.AcceptRole)
        self.do_it.setProperty("role", "main")
        self._buttons.rejected.connect(self.reject)
        self._buttons.accepted.connect(self.asked)
        self._layout = column(self, spacing=8, margins=24)
        self._layout.addWidget(words(title, "heading"))
        self._layout.addWidget(words(explains, "muted"))
        self._layout.addSpacing(8)
        self.finished.connect(self.deleteLater)

    def complain(self, what: str) -> None:
        """Show an error above the buttons."""
        self._complaint.setText(what)
        self._complaint.setVisible(bool(what))

    def _add(self, label: str, field: QWidget) -> None:
        title = words(label)
        title.setBuddy(field)
        field.setAccessibleName(label)
        self._layout.addWidget(title)
        self._layout.addWidget(field)

    def _finish(self, *below: QWidget) -> None:
        for widget in below:
            self._layout.addWidget(widget)
        self._layout.addWidget(self._complaint)
        self._layout.addSpacing(8)
        self._layout.addWidget(self._buttons)
