# SPDX-License-Identifier: BSD-3-Clause
"""Imports pictures, films, texts, files and addresses as objects."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QUrl
from PySide6.QtGui import QImage

from app.runtime.references import Document, Parameterized, ValueArgument
from app.ui.composer.canvas.translation import tr
from objects_library.documents.file_link.proxy import LARGEST_INITIAL as LARGEST_FILE
from objects_library.media.image.proxy import LARGEST_INITIAL as LARGEST_PICTURE
from objects_library.text.shared_text.proxy import LONGEST_INITIAL
from objects_library.values.films import FILMS
from objects_library.values.links import LONGEST_PATH, LONGEST_TITLE, file_name, host_of
from objects_library.widgets.image_decoding import ImageDecodingError, encoded, read_picture, shrunk

if TYPE_CHECKING:
    from app.ui.composer.canvas.canvas import Canvas

PICTURES = {".png", ".jpg", ".jpeg", ".gif", ".webp"}
TEXTS = {".txt", ".md", ".text", ".rst"}
_MOST_FILES = 50


@dataclass
class ImportedContent:
    """The result of an import: objects by template title, notices, and errors."""

    objects: list[tuple[str, str, dict[str, str | bytes]]] = field(default_factory=list)
    notices: list[str] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)


def describe_import(files: list[Path]) -> str:
    """Describe what dropping files does."""
    name, suffix = files[0].name, files[0].suffix.lower()
    if len(files) > 1:
        return tr("Adds {number} objects with what is in these files").format(number=len(files[:_MOST_FILES]))
    if suffix in PICTURES:
        return tr("Adds the picture {name}").format(name=name)
    if suffix in FILMS:
        return tr("Adds a video that shows {name}").format(name=name)
    if suffix in TEXTS:
        return tr("Adds a shared text with the words of {name}").format(name=name)
    return tr("Adds a link to the file {name}").format(name=name)


def address_in(urls: list[QUrl]) -> str:
    """The first web address among dropped URLs, or ""."""
    for url in urls:
        address = url.toString(QUrl.ComponentFormattingOption.FullyEncoded)
        if host_of(address) and not url.path().lower().endswith(".liveobject"):
            return address
    return ""


def import_content(files: list[Path], image: QImage | None, address: str) -> ImportedContent:
    """Read all content; slow, without UI."""
    content = ImportedContent()
    if address:
        content.objects.append(("Web link", host_of(address), {"address": address, "title": host_of(address)}))
    if image is not None:
        _picture(content, tr("Picture"), encoded(image))
    for path in files[:_MOST_FILES]:
        try:
            _file(content, path)
        except (ImageDecodingError, OSError) as error:
            reason = (error.strerror if isinstance(error, OSError) else None) or str(error)
            content.wrong.append(reason if path.name in reason else f"{path.name}: {reason}")
    if len(files) > _MOST_FILES:
        content.wrong.append(tr("Only the first {number} files were taken").format(number=_MOST_FILES))
    return content


def place_content(canvas: Canvas, content: ImportedContent, put: Callable[[list[Document]], object]) -> None:
    """Place imported objects on the sheet and show the notices."""
    found = []
    for title, name, values in content.objects:
        entry = canvas.entry_titled(title)
        document = None if entry is None else entry.make()
        if document is not None and isinstance(document.reference, Parameterized):
            given = tuple((key, ValueArgument(value)) for key, value in values.items())
            reference = replace(document.reference, arguments=(*document.reference.arguments, *given))
            found.append(replace(document, reference=reference, title=name or document.title))
    if found:
        put(found)
    for line in content.notices:
        canvas.message.emit(line)
        canvas.announce(line)
    for line in content.wrong:
        canvas.complain(line)


def _file(content: ImportedContent, path: Path) -> None:
    suffix = path.suffix.lower()
    if not path.is_file():
        content.wrong.append(tr("{name} is not a file").format(name=path.name))
    elif suffix in PICTURES:
        title, data = read_picture(path)
        _picture(content, title, data)
    elif suffix in FILMS:
        content.objects.append(("Video", path.stem, {"source": "film", "film": str(path.resolve())}))
        notice = tr("{name} stays on this computer: it is shown from here when the page is live, after a question")
        content.notices.append(notice.format(name=path.name))
    elif suffix in TEXTS:
        with path.open("rb") as opened:
            text = opened.read(4 * LONGEST_INITIAL + 4).decode("utf-8", "replace")
        content.objects.append(("Shared text", path.stem, {"initial": text[:LONGEST_INITIAL]}))
        if len(text) > LONGEST_INITIAL:
            message = tr("Only the first {number} characters of {name} were taken")
            content.notices.append(message.format(number=f"{LONGEST_INITIAL:,}", name=path.name))
    else:
        _other_file(content, path)


def _picture(content: ImportedContent, title: str, data: bytes) -> None:
    """Add an image object that embeds the picture."""
    small, size = shrunk(data, LARGEST_PICTURE)
    values: dict[str, str | bytes] = {"initial": small, "title": title[:LONGEST_TITLE]}
    content.objects.append(("Image", title, values))
    if small is not data:
        text = tr(
            "{name} was made smaller ({width} × {height}) to travel in the file; "
            "drop the original on the running picture to share all of it"
        )
        content.notices.append(text.format(name=title, width=size.width(), height=size.height()))


def _other_file(content: ImportedContent, path: Path) -> None:
    name = file_name(path.name)
    if path.stat().st_size <= LARGEST_FILE:
        data = path.read_bytes()[: LARGEST_FILE + 1]
        if 0 < len(data) <= LARGEST_FILE:
            content.objects.append(("File link", path.name, {"name": name, "initial": data}))
            return
    where = str(path.resolve())[:LONGEST_PATH]
    content.objects.append(("File link", path.name, {"name": name, "path": where}))
    text = tr("{name} is too large to travel in the file: others see where it lies")
    content.notices.append(text.format(name=path.name))
