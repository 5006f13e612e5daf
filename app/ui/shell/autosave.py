# SPDX-License-Identifier: BSD-3-Clause
"""Stores the pages of the user by themselves: a page is on the disk from its first edit on."""

from __future__ import annotations

import asyncio
import contextlib
import time
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from app.errors import one_line
from app.runtime.directories import DirectoryError
from app.ui.composer.model import EditError
from app.ui.pages_folder import is_own_page, page_file

if TYPE_CHECKING:
    from app.ui.composer.page import ComposerPage
    from app.ui.settings import Settings

_DELAY = 0.8
"""Seconds from an edit to its save; the recovery journal has what is not saved yet."""
_VERSION_INTERVAL = 300.0
"""Seconds between two versions of a page that is saved all the time."""


class Autosave(QObject):
    """Saves a page that is in the folder of pages, or that has no file yet, after each edit."""

    def __init__(self, page: ComposerPage, settings: Settings) -> None:
        super().__init__(page)
        self._page = page
        self._settings = settings
        self._last_version = 0.0
        self._waiting: asyncio.TimerHandle | None = None
        self._stop = page.editor.listen(lambda _: self._edited())
        page.autosave = self
        if page.editor.modified:  # it was recovered
            self._edited()

    @property
    def applies(self) -> bool:
        """Whether the page is saved by itself."""
        editor = self._page.editor
        if self._page.session is not None or editor.read_only:
            return False
        return editor.file is None or is_own_page(editor.file)

    async def save(self) -> bool:
        """Save what is not saved; returns whether everything is, and shows errors."""
        editor = self._page.editor
        if not editor.modified:
            return True
        version = time.monotonic() - self._last_version > _VERSION_INTERVAL
        try:
            target = editor.file or page_file(self._page.title)
            await editor.save(target, version=version)
        except (EditError, DirectoryError, OSError) as error:
            self._page.show_message(one_line(error), "problem")
            return False
        if version:
            self._last_version = time.monotonic()
        self._settings.remember_file(target)
        self._page.disk_bar.hide()
        self._page.changed.emit()
        return True

    def leave(self) -> None:
        """Stop saving."""
        if self._waiting is not None:
            self._waiting.cancel()
        self._stop()

    def _edited(self) -> None:
        """Save soon, if an event loop runs."""
        if self._waiting is not None:
            self._waiting.cancel()
            self._waiting = None
        if self.applies and self._page.editor.modified:
            with contextlib.suppress(RuntimeError):
                loop = asyncio.get_running_loop()
                self._waiting = loop.call_later(_DELAY, self._save_now)

    def _save_now(self) -> None:
        self._page.spawn(self.save())


def move_away(page: ComposerPage, before: Path | None, settings: Settings) -> None:
    """Remove the stored page that was saved under another name."""
    if before is None or not is_own_page(before) or page.editor.file in (None, before):
        return
    before.unlink(missing_ok=True)
    settings.forget_file(before)
