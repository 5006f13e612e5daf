# SPDX-License-Identifier: BSD-3-Clause
"""Asks about unsaved sheets before the main window closes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.ui.shell.last_copies import has_last_copy, may_close

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
        self._asking = False
        self._loses = False
        """Whether content that is only in memory may be lost."""

    def may_close(self) -> bool:
        """Whether nothing is unsaved or would be lost, or the user has agreed to discard it."""
        if not self._loses and any(has_last_copy(page) for page in self._window.pages()):
            if not self._asking:
                self._asking = True
                self._window.spawn(self._ask_about_last_copies())
            return False
        unsaved = [page for page in self._window.pages() if page.unsaved]
        if unsaved and not self.agreed:
            box = self._window.files.question([page.title for page in unsaved])
            box.finished.connect(lambda _: self._apply_answer(unsaved, box))
            box.open()
            return False
        return True

    async def _ask_about_last_copies(self) -> None:
        try:
            for page in self._window.pages():
                if has_last_copy(page):
                    self._window.show_page(page)
                    if not await may_close(page):
                        return
        finally:
            self._asking = False
        self._loses = True
        self._window.close()

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
