# SPDX-License-Identifier: BSD-3-Clause
"""Tools of a player window: export, printing, settings, help and shortcuts."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QWidget

from app.ui.icons import bind_icon
from app.ui.player.view_area import ViewArea
from app.ui.settings import Settings
from app.ui.theme import Theme

if TYPE_CHECKING:
    from app.ui.output.actions import OutputActions
    from app.ui.output.drawing import Drawing


class PlayerTools(QObject):
    """The actions that every player window has; what they need is imported at the first use."""

    done = Signal(str)
    failed = Signal(str)

    def __init__(self, window: QWidget, theme: Theme, views: ViewArea, title: Callable[[], str]) -> None:
        super().__init__(window)
        self._window = window
        self._theme = theme
        self._views = views
        self._title = title
        self.actions = [
            self._action(self.tr("Export as P&DF…"), "", "file", self._ask_for_pdf),
            self._action(self.tr("Export as pict&ure…"), "", "image", self._ask_for_picture),
            self._action(self.tr("&Print…"), "Ctrl+P", "print", self._ask_for_printer),
            self._action(self.tr("Se&ttings…"), "Ctrl+,", "settings", self.show_settings),
            self._action(self.tr("&Help pages"), "F1", "help", self.show_help),
            self._action(self.tr("&Keyboard shortcuts"), "Ctrl+?", "keyboard", self.show_shortcuts),
        ]
        window.addActions(self.actions)

    @functools.cached_property
    def output(self) -> OutputActions:
        """Exports and prints the views."""
        from app.ui.output.actions import OutputActions  # noqa: PLC0415 - imported after the window is painted

        made = OutputActions(self._window, self._theme, self._drawing, self._title)
        made.done.connect(self.done)
        made.failed.connect(self.failed)
        return made

    def show_settings(self) -> None:
        """Show the settings."""
        from app.ui.preferences.window import show_settings  # noqa: PLC0415 - imported after the window is painted

        show_settings(self._window, self._theme, Settings())

    def show_help(self) -> None:
        """Show the help."""
        from app.ui.help.window import show_help  # noqa: PLC0415 - imported after the window is painted

        show_help(self._window, self._theme)

    def show_shortcuts(self) -> None:
        """Show the shortcuts of the window and of the objects in it."""
        from app.ui.help.shortcut_window import show_shortcuts  # noqa: PLC0415 - imported after the window is painted
        from app.ui.help.shortcuts import Group, shortcuts_in, shortcuts_of  # noqa: PLC0415

        groups = [Group(self.tr("Window"), shortcuts_of(self._window.actions()))]
        for path, view in self._views.views().items():
            groups.append(Group(path[-1] if path else self._title(), shortcuts_in(view)))
        show_shortcuts(self._window, [group for group in groups if group.shortcuts])

    def _ask_for_pdf(self) -> None:
        self.output.ask_for_pdf()

    def _ask_for_picture(self) -> None:
        self.output.ask_for_picture()

    def _ask_for_printer(self) -> None:
        self.output.ask_for_printer()

    def _drawing(self) -> Drawing | None:
        from app.ui.output.drawing import ViewDrawing  # noqa: PLC0415 - imported after the window is painted

        return ViewDrawing(self._views) if self._views.views() else None

    def _action(self, text: str, keys: str, icon: str, do: Callable[[], object]) -> QAction:
        action = QAction(text, self._window)
        action.setShortcut(QKeySequence(keys))
        bind_icon(self._theme, action, icon)
        action.triggered.connect(lambda _checked=False: do())
        return action
