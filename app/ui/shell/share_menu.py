# SPDX-License-Identifier: BSD-3-Clause
"""The menu *Share* of the main window, filled when it opens."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu

from app.ui.icons import bind_icon

if TYPE_CHECKING:
    from app.ui.main_window import MainWindow


class ShareMenu(QMenu):
    """The menu *Share*; its actions are imported when it opens, so that the window starts fast."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self.action = QAction(window.tr("&Share"), self)
        """The action of the tool bar button."""
        bind_icon(window.theme, self.action, "share")
        self.aboutToShow.connect(self._fill)

    def _fill(self) -> None:
        if self.isEmpty():
            self.addActions(self._window.exchange.sharing.menu.actions())
        self._window.commands.refresh()
