# SPDX-License-Identifier: BSD-3-Clause
"""Starts player windows in separate processes."""

from pathlib import Path

from PySide6.QtCore import QProcess

from app.runtime.program import own_command
from app.runtime.references import Document
from app.ui.errors import WindowError
from app.ui.player.document_transfer import temporary_copy
from app.ui.theme import Theme


def open_second_viewer(document: Document, file: Path | None, theme: Theme) -> int:
    """Start a player process on the file or on a copy; returns its process id."""
    shown = file if file is not None else temporary_copy(document)
    return start_process(["open", "--apart", str(shown), "--theme", theme.choice.value])


def open_composer(file: Path, theme: Theme) -> int:
    """Start a composer process on a file."""
    return start_process(["window", "--theme", theme.choice.value, str(file)])


def start_process(arguments: list[str]) -> int:
    """Start this program in a detached process."""
    program, *rest = own_command(*arguments)
    started, number = QProcess.startDetached(program, rest)
    if not started:
        raise WindowError("a second program could not be started", "close other programs and try again")
    return number
