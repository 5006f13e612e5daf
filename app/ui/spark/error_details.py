# SPDX-License-Identifier: BSD-3-Clause
"""Shows Spark's complete error message."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtGui import QFontDatabase, QGuiApplication
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QPlainTextEdit, QWidget

from app.ui.composer.panels.widgets import column
from app.ui.translations import CONTEXT


def show_error_details(parent: QWidget, text: str) -> QDialog:
    """Show the message in a window in which it can be read and copied."""
    dialog = QDialog(parent.window())
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.setWindowTitle(QCoreApplication.translate(CONTEXT, "What Spark said"))
    dialog.resize(760, 420)
    field = QPlainTextEdit(text)
    field.setReadOnly(True)
    field.setTabChangesFocus(True)
    field.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
    field.setAccessibleName(dialog.windowTitle())
    buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
    copy = buttons.addButton(QCoreApplication.translate(CONTEXT, "Copy"), QDialogButtonBox.ButtonRole.ActionRole)
    copy.clicked.connect(lambda: QGuiApplication.clipboard().setText(text))
    buttons.rejected.connect(dialog.reject)
    layout = column(dialog, spacing=12, margins=16)
    layout.addWidget(field, stretch=1)
    layout.addWidget(buttons)
    dialog.open()
    return dialog
