# SPDX-License-Identifier: BSD-3-Clause
"""Dialogs for one file, which do not block and delete themselves."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog, QWidget

Chosen = Callable[[Path], object]


def ask_for_file(parent: QWidget, title: str, chosen: Chosen, *, kinds: str = "", start: str = "") -> None:
    """Ask for an existing file of the given kinds, which is passed to `chosen`."""
    dialog = QFileDialog(parent, title, start)
    dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
    if kinds:
        dialog.setNameFilter(kinds)
    _open(dialog, chosen)


def ask_for_target(parent: QWidget, title: str, name: str, chosen: Chosen, *, suffix: str = "") -> None:
    """Ask where to save a file; `suffix` completes names without one."""
    dialog = QFileDialog(parent, title, name)
    dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
    dialog.setDefaultSuffix(suffix)
    _open(dialog, chosen)


def _open(dialog: QFileDialog, chosen: Chosen) -> None:
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.fileSelected.connect(lambda path: chosen(Path(path)))
    dialog.open()
