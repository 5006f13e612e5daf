# SPDX-License-Identifier: BSD-3-Clause
"""The action *Share* of the main window."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtGui import QAction

from app.ui.icons import bind_icon

if TYPE_CHECKING:
    from app.ui.main_window import MainWindow


class ShareAction(QAction):
    """Opens the share panel; what it needs is imported then, so that the window starts fast."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window.tr("&Share…"), window)
        bind_icon(window.theme, self, "share")
        self.triggered.connect(lambda _on=False: window.exchange.sharing.open_panel())
