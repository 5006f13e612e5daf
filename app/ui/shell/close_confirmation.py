# SPDX-License-Identifier: BSD-3-Clause
"""Asks about unsaved sheets before the main window closes."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PySide6.QtWidgets import QMessageBox

    from app.ui.composer.page import ComposerPage
    from app.ui.main_window import MainWindow


class CloseConfirmation:
    """Decides whether the window may close; asks about unsaved sheets and closes later."""

    def __init__(self, window: MainWindow) -> None:
        self._window = window
        self.agreed = False
        """Whether unsaved changes may be discarded."""

    def may_close(self) -> bool:
        """Whether nothing is unsaved or the user has agreed to discard it."""
        unsaved = [page for page in self._window.pages() if page.unsaved]
        if unsaved and not self.agreed:
            box = self._window.files.question([page.title for page in unsaved])
            box.finished.connect(lambda _: self._apply_answer(unsaved, box))
            box.open()
            return False
        return True

    def _apply_answer(self, unsaved: list[ComposerPage], box: QMessageBox) -> None:
        answer = box.standardButton(box.clickedButton())
        box.deleteLater()
        if answer == box.StandardButton.Discard:
            self.agreed = True
            self._window.close()
        elif answer == box.StandardButton.Save:
            self._window.spawn(self._save_and_close(unsaved))

    async def _save_and_close(self, unsaved: list[ComposerPage]) -> None:
        if await self._window.files.save_and_close(unsaved):
            self._window.close()
