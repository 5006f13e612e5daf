# SPDX-License-Identifier: BSD-3-Clause
"""The About dialog of the main window."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QMessageBox

from app import __version__

if TYPE_CHECKING:
    from app.ui.main_window import MainWindow


def show_about(window: MainWindow) -> None:
    """Show the About dialog."""
    text = window.tr("Live Objects {version}\n\nDistributed computing that a person can drag and drop.")
    box = QMessageBox(QMessageBox.Icon.NoIcon, window.tr("About"), text.format(version=__version__), parent=window)
    box.setIconPixmap(window.windowIcon().pixmap(64, 64))
    box.open()
