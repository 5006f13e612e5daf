# SPDX-License-Identifier: BSD-3-Clause
"""Objects on the clipboard and in drags: media type, files, and plain text."""

import asyncio
from pathlib import Path

from PySide6.QtCore import QMimeData

from app.runtime.references import MEDIA_TYPE, Document, read, write

_SUFFIX = ".liveobject"
_NEW = "application/x-liveobject-new"
"""The format that marks an object that nobody has opened yet."""


def carries_object(data: QMimeData) -> bool:
    """Whether the data may contain an object."""
    return bool(_files_in(data)) or data.hasFormat(MEDIA_TYPE) or _is_written(data.text())


async def documents_in(data: QMimeData) -> list[tuple[str, Document]]:
    """The objects in the data with their names, read in a thread; raises LiveObjectFileError."""
    files = _files_in(data)
    if files:
        return [(path.stem, await asyncio.to_thread(read, path)) for path in files]
    held = data.data(MEDIA_TYPE).data() if data.hasFormat(MEDIA_TYPE) else data.text().encode()
    document = await asyncio.to_thread(read, bytes(held))
    return [(document.title, document)]


def is_new(data: QMimeData) -> bool:
    """Whether the data contains an object that nobody has opened yet, as a palette makes it."""
    return data.hasFormat(_NEW)


def mark_new(data: QMimeData) -> QMimeData:
    """The same data, marked as an object that nobody has opened yet."""
    data.setData(_NEW, b"1")
    return data


def carried(document: Document) -> QMimeData:
    """Clipboard data for a document."""
    written = write(document)
    data = QMimeData()
    data.setData(MEDIA_TYPE, written)
    data.setText(written.decode())
    return data


def _files_in(data: QMimeData) -> list[Path]:
    local = [Path(url.toLocalFile()) for url in data.urls() if url.isLocalFile()]
    return [path for path in local if path.suffix == _SUFFIX]


def _is_written(text: str) -> bool:
    return text.lstrip().startswith("<") and "liveobject" in text[:500]
