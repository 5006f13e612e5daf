# SPDX-License-Identifier: BSD-3-Clause
"""MIME data of dragged objects: own media type, file, and text."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QMimeData, QPoint
from PySide6.QtGui import QDrag
from PySide6.QtWidgets import QWidget

from app.runtime.references import MEDIA_TYPE, Document, LiveObjectFileError, read, write
from app.ui.composer.model.clipboard import read_fragment
from app.ui.composer.model.errors import EditError
from app.ui.icons import pixmap
from app.ui.mime_data import drag_data
from app.ui.theme import Theme

SUFFIX = ".liveobject"
_LARGEST = 8_000_000
_PICTURE = 40


def mime_data(document: Document, file: Path | None = None) -> QMimeData:
    """A document as MIME data, with its file if it has one."""
    return drag_data(write(document), file)


def start_drag(source: QWidget, theme: Theme, data: QMimeData, picture: Path | str) -> QDrag:
    """Create a drag with an icon; the caller executes it."""
    drag = QDrag(source)
    drag.setMimeData(data)
    drag.setPixmap(pixmap(picture, _PICTURE, theme.colors.accent, source.devicePixelRatioF()))
    drag.setHotSpot(QPoint(_PICTURE // 2, _PICTURE // 2))
    return drag


def dropped_document(data: QMimeData) -> Document | None:
    """The dragged document, or `None` if it is not a live object."""
    try:
        if data.hasFormat(MEDIA_TYPE):
            return read_fragment(bytes(data.data(MEDIA_TYPE).data()))
        for url in data.urls():
            if url.isLocalFile() and url.toLocalFile().endswith(SUFFIX):
                return read(Path(url.toLocalFile()))
        text = data.text()
        if data.hasText() and len(text) < _LARGEST and text.lstrip().startswith("<"):
            return read_fragment(text)
    except (EditError, LiveObjectFileError, OSError):
        return None
    return None
