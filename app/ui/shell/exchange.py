# SPDX-License-Identifier: BSD-3-Clause
"""Drag and drop and sharing between the main window and other programs."""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QMimeData

from app.errors import one_line
from app.mail import MessageError
from app.runtime.references import Composite, Document, LiveObjectFileError
from app.ui.player.document_transfer import accepts_mime_data, read_mime_data
from app.ui.player.share import ShareActions
from app.ui.player.viewer_processes import open_second_viewer

if TYPE_CHECKING:
    from app.ui.main_window import MainWindow


class Exchange:
    """Opens dropped documents, shares the current sheet, and opens player windows."""

    def __init__(self, window: MainWindow) -> None:
        self._window = window
        self.sharing = ShareActions(window, window.theme, self._document)
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

    def _document(self) -> Document:
        page = self._window.page
        return page.shared_document if page is not None else Document(Composite())
