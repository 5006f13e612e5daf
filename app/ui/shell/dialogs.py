# SPDX-License-Identifier: BSD-3-Clause
"""Dialogs of the main window: the user's name and About."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QInputDialog, QMessageBox

from app import __version__
from app.ui.player.local_user import user_name

if TYPE_CHECKING:
    from app.ui.main_window import MainWindow


def ask_for_name(window: MainWindow) -> None:
    """Ask for the user's name; it applies from the next run on."""
    dialog = QInputDialog(window)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.setWindowTitle(window.tr("Your name"))
    dialog.setLabelText(window.tr("How others see you when you share something:"))
    dialog.setTextValue(user_name(window.settings))
    dialog.textValueSelected.connect(lambda name: window.settings.put("name", name.strip()))
    dialog.open()


def show_about(window: MainWindow) -> None:
    """Show the About dialog."""
    text = window.tr("Live Objects {version}\n\nDistributed computing that a person can drag and drop.")
    box = QMessageBox(QMessageBox.Icon.NoIcon, window.tr("About"), text.format(version=__version__), parent=window)
    box.setIconPixmap(window.windowIcon().pixmap(64, 64))
    box.open()
