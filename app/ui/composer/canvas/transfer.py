# SPDX-License-Identifier: BSD-3-Clause
"""MIME data of drags and the clipboard, outgoing and incoming."""

from __future__ import annotations

import atexit
import re
import shutil
import tempfile
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import cast

from PySide6.QtCore import QMimeData, QUrl
from PySide6.QtGui import QGuiApplication, QImage

from app.runtime.references import MEDIA_TYPE, Document, LiveObjectFileError, read
from app.ui.composer.canvas.content_import import address_in, describe_import
from app.ui.composer.canvas.translation import tr
from app.ui.mime_data import clipboard_data, drag_data
from objects_library.values.links import host_of

SUFFIX = ".liveobject"
_LONGEST_TEXT = 100_000
_MOST_FILES = 50
_DATA = {".csv", ".tsv", ".json", ".jsonl", ".ndjson", ".parquet", ".orc"}


class Kind(Enum):
    """The kind of incoming data."""

    OBJECT = "object"
    FILES = "files"
    DATA = "data"
    MEDIA = "media"
    TEXT = "text"
    NOTHING = "nothing"


@dataclass(frozen=True)
class Incoming:
    """Incoming data, with a description of the drop or the reason for refusing it."""

    kind: Kind
    words: str
    data: bytes = b""
    files: tuple[Path, ...] = ()
    text: str = ""
    image: QImage | None = None


def outgoing(fragment: bytes, title: str) -> QMimeData:
    """Objects for a drag: own type, file, and text."""
    return drag_data(fragment, _temporary_file(fragment, title))


def for_other_programs(fragment: bytes, title: str, picture: QImage) -> QMimeData:
    """Objects for the clipboard, with an image."""
    return clipboard_data(read(fragment), fragment, picture, _temporary_file(fragment, title))


def on_clipboard() -> Incoming:
    """The clipboard's content; some desktops return no data at first."""
    mime: QMimeData | None = QGuiApplication.clipboard().mimeData()
    return incoming(QMimeData() if mime is None else mime)


def incoming(mime: QMimeData) -> Incoming:
    """Classify MIME data without reading files."""
    if mime.hasFormat(MEDIA_TYPE):
        return Incoming(Kind.OBJECT, tr("Adds it to the page"), bytes(mime.data(MEDIA_TYPE).data()))
    if mime.hasUrls():
        return _from_urls(mime.urls())
    if mime.hasImage() and not mime.hasFormat("text/plain"):  # table cells come as both
        image = QImage(cast(QImage, mime.imageData()))
        return Incoming(Kind.MEDIA, tr("Adds the picture"), image=image)
    if mime.hasText() and mime.text().strip():
        return _from_text(mime.text())
    return Incoming(Kind.NOTHING, tr("This cannot be put on a page"))


def documents(what: Incoming) -> tuple[list[Document], list[str]]:
    """Read incoming data: the documents, and an error line for each failure. Slow."""
    sources: list[Path | bytes] = list(what.files) or [what.data]
    found, wrong = [], []
    for source in sources:
        try:
            found.append(read(source))
        except (LiveObjectFileError, OSError) as error:
            wrong.append(str(error))
    return found, wrong


def _from_urls(urls: list[QUrl]) -> Incoming:
    paths = [Path(url.toLocalFile()) for url in urls if url.isLocalFile()]
    if not paths and (address := address_in(urls)):
        return _from_address(address)
    if not paths:
        return Incoming(Kind.NOTHING, tr("Save it as a file first, then drop the file here"))
    objects = [path for path in paths if path.suffix.lower() == SUFFIX]
    if objects:
        few = tuple(objects[:_MOST_FILES])
        names = ", ".join(path.stem for path in few[:3]) + (" …" if len(few) > 3 else "")
        return Incoming(Kind.FILES, tr("Adds {names}").format(names=names), files=few)
    suffix = paths[0].suffix.lower()
    if suffix in _DATA:
        data = tuple(path for path in paths[:_MOST_FILES] if path.suffix.lower() in _DATA)
        return Incoming(Kind.DATA, tr("Makes a live feed of {name}").format(name=paths[0].name), files=data)
    return Incoming(Kind.MEDIA, describe_import(paths), files=tuple(paths[: _MOST_FILES + 1]))


def _from_text(text: str) -> Incoming:
    if looks_like_object(text):
        return Incoming(Kind.OBJECT, tr("Adds it to the page"), text.strip().encode("utf-8", "replace"))
    if host_of(text.strip()) and (address := address_in([QUrl(text.strip())])):
        return _from_address(address)
    return Incoming(Kind.TEXT, tr("Adds a shared text with these words"), text=text[:_LONGEST_TEXT])


def _from_address(address: str) -> Incoming:
    return Incoming(Kind.MEDIA, tr("Adds a link to {name}").format(name=host_of(address)), text=address)


def looks_like_object(text: str) -> bool:
    """Whether a text looks like a live object."""
    return (
        re.match(r"\s*(<\?xml[^>]*\?>\s*)?(<!--.*?-->\s*)*<(\w+:)?liveobject[\s>]", text[:4096], re.DOTALL) is not None
    )


_folders: list[Path] = []


def _temporary_file(fragment: bytes, title: str) -> Path:
    """A temporary file for a drag, removed at exit; the target copies it."""
    if not _folders:
        _folders.append(Path(tempfile.mkdtemp(prefix="liveobjects-")))
        atexit.register(shutil.rmtree, _folders[0], ignore_errors=True)
    folder = Path(tempfile.mkdtemp(dir=_folders[0]))
    name = re.sub(r"[^\w .()-]", "_", title).strip(" .")[:80] or "object"
    file = folder / f"{name}{SUFFIX}"
    file.write_bytes(fragment)
    return file
