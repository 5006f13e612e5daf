# SPDX-License-Identifier: BSD-3-Clause
"""Drag and drop and sharing between the main window and other programs."""

from __future__ import annotations

import contextlib
from collections.abc import Coroutine
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QMimeData

from app.errors import one_line
from app.mail import MessageError
from app.runtime.references import Composite, ContentPart, Document, LiveObjectFileError
from app.ui.player.document_transfer import accepts_mime_data, read_mime_data
from app.ui.player.share import ShareActions
from app.ui.player.viewer_processes import open_second_viewer

if TYPE_CHECKING:
    from app.ui.main_window import MainWindow
    from objects_library.channels.native.admission import AdmissionScope


class Exchange:
    """Opens dropped documents, shares the current sheet, and opens player windows."""

    def __init__(self, window: MainWindow) -> None:
        self._window = window
        self.sharing = ShareActions(window, window.theme, _CurrentPage(window))
        self.sharing.failed.connect(window.show_message)
        self.sharing.done.connect(window.show_status)

    def takes(self, mime: QMimeData) -> bool:
        """Whether dragged data looks like a document."""
        return accepts_mime_data(mime)

    def drop(self, mime: QMimeData) -> bool:
        """Open each dropped document as a sheet and show read errors."""
        try:
            found = read_mime_data(mime)
        except (LiveObjectFileError, MessageError, OSError) as error:
            self._window.show_message(one_line(error))
            return False
        for document, file in found:
            self._window.spawn(self._open(document, file))
        return True

    def open_in_new_process(self, file: Path) -> None:
        """Open a file in a separate process."""
        with contextlib.suppress(LiveObjectFileError):
            open_second_viewer(Document(Composite()), file, self._window.theme)

    async def _open(self, document: Document, file: Path | None) -> None:
        if file is not None:
            await self._window.files.open_page(file)
        else:
            await self._window.files.show_document(document)


class _CurrentPage:
    """The current page of the main window, to be shared."""

    def __init__(self, window: MainWindow) -> None:
        self._window = window
        self._was_running = False

    def gather(self) -> Coroutine[Any, Any, tuple[ContentPart, ...]] | None:
        page = self._window.page
        return None if page is None or page.session is not None else page.content()

    @property
    def can_be_shared(self) -> bool:
        page = self._window.page
        return page is not None and page.session is None and not page.editor.read_only

    def shared_document(self) -> Document:
        page = self._window.page
        return replace(page.shared_document, title=page.title) if page is not None else Document(Composite())

    def admissions(self) -> list[AdmissionScope]:
        page = self._window.page
        return page.running.admissions() if page is not None and page.running is not None else []

    async def rest(self) -> None:
        page = self._window.page
        if page is not None and page.is_running:
            self._was_running = True
            await page.stop()

    async def take_shared(self, document: Document) -> None:
        """Make it one step that can be undone; what runs changes with it."""
        from app.ui.composer.model.edits.difference import difference  # noqa: PLC0415 - needed for a change only

        page = self._window.page
        if page is None:
            return
        before = page.editor.document
        if before.reference != document.reference:
            page.editor.do(difference(before, replace(before, reference=document.reference), "Share"))
        if self._was_running:
            self._was_running = False
            await page.run()
