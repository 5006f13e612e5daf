# SPDX-License-Identifier: BSD-3-Clause
"""Tools of the main window: settings, help, shortcuts, export and printing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtGui import QKeySequence

from app.runtime.references import Path
from app.ui.composer.canvas.keyboard import described_keys
from app.ui.help.shortcut_window import show_shortcuts
from app.ui.help.shortcuts import Group, Shortcut, shortcuts_in, shortcuts_of
from app.ui.help.window import show_help
from app.ui.history.dialog import show_history
from app.ui.output.actions import OutputActions
from app.ui.output.drawing import Drawing, PageDrawing, ViewDrawing
from app.ui.preferences.window import show_settings

if TYPE_CHECKING:
    from app.ui.composer.page import ComposerPage
    from app.ui.main_window import MainWindow


class Tools:
    """Created at the first use; the modules are imported late so that the window starts fast."""

    def __init__(self, window: MainWindow) -> None:
        self._window = window
        self.output = OutputActions(window, window.theme, self._drawing, self._title)
        self.output.done.connect(window.show_status)
        self.output.failed.connect(window.show_message)

    def show_settings(self) -> None:
        """Show the settings."""
        show_settings(self._window, self._window.theme, self._window.settings)

    def show_history(self, block: Path = ()) -> None:
        """Show earlier versions of what the objects of the page contain, first of a block."""
        page = self._window.page
        if page is not None:
            show_history(self._window, page.shared_document, page.editor.catalogue, self._window.gate, block)

    def show_help(self) -> None:
        """Show the help."""
        show_help(self._window, self._window.theme)

    def show_shortcuts(self) -> None:
        """Show all shortcuts of the window, of the page, and of what the page shows."""
        show_shortcuts(self._window, self.shortcuts())

    def shortcuts(self) -> list[Group]:
        """The shortcuts, from the actions themselves."""
        tr, page = self._window.tr, self._window.page
        groups = [Group(tr("Window"), shortcuts_of(self._window.commands.by_name.values()))]
        if page is None:
            return groups
        native = QKeySequence.SequenceFormat.NativeText
        keys = [Shortcut(text, (QKeySequence(key).toString(native),)) for key, text in described_keys()]
        groups.append(Group(tr("Page"), [*shortcuts_of(page.canvas.actions_by_name.values()), *keys]))
        groups += [Group(name, found) for name, found in _of_views(page).items() if found]
        return groups

    def _drawing(self) -> Drawing | None:
        page = self._window.page
        if page is None:
            return None
        if page.views.isVisible():
            return ViewDrawing(page.views) if page.views.views() else None
        return PageDrawing(page.canvas) if page.canvas.view.blocks else None

    def _title(self) -> str:
        page = self._window.page
        return "" if page is None else page.title


def _of_views(page: ComposerPage) -> dict[str, list[Shortcut]]:
    """The shortcuts of each object that is shown, by its name."""
    return {path[-1] if path else page.title: shortcuts_in(view) for path, view in page.views.views().items()}
