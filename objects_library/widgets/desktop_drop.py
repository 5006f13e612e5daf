# SPDX-License-Identifier: BSD-3-Clause
"""Dropped and pasted data as items of a desktop: objects, pictures, files, texts."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import cast
from uuid import uuid4

from PySide6.QtCore import QBuffer, QByteArray, QCoreApplication, QIODevice, QMimeData, QSize, Qt, QUrl
from PySide6.QtGui import QImage, QImageReader, QImageWriter

from app.runtime.references import Reference
from objects_library.replication.desktop.items import LARGEST_DATA, LONGEST_TEXT, LONGEST_TITLE, NOBODY, Item, Placement
from objects_library.replication.desktop.text_style import TextStyle
from objects_library.values.films import FILMS, film_reference
from objects_library.values.page_scope import in_page
from objects_library.widgets.first_size import first_size
from objects_library.widgets.object_transfer import carries_object, documents_in, is_new

_FORMATS = {b"png", b"jpeg", b"jpg", b"gif", b"webp", b"bmp"}
_LARGEST_SIDE = 20_000
_MOST_PIXELS = 100_000_000
_SHARP_ENOUGH = 2_048
_SHOWN = 480
_MOST_FILES = 100
TEXT_SIZE = (220.0, 130.0)
SHAPE_SIZES = {
    "note": TEXT_SIZE, "rectangle": (220.0, 130.0), "ellipse": (220.0, 140.0), "diamond": (200.0, 160.0),
    "arrow": (220.0, 60.0), "words": (260.0, 60.0),
}  # fmt: skip
FILE_SIZE = (220.0, 56.0)


class RefusedDropError(Exception):
    """Data that cannot become an item; the text says why."""


@dataclass(frozen=True)
class DropData:
    """Dropped data, copied so that it outlives the drop."""

    data: QMimeData
    files: list[Path]
    image: QImage | None

    @classmethod
    def of(cls, data: QMimeData) -> DropData:
        """Copy the data; Qt deletes the original after the drop."""
        copy = QMimeData()
        for kind in data.formats():
            copy.setData(kind, data.data(kind))
        files = [Path(url.toLocalFile()) for url in data.urls() if url.isLocalFile()]
        image = cast(QImage, data.imageData()) if data.hasImage() and not files else None
        return cls(copy, files, image)


async def items_in(dropped: DropData, x: float, y: float, page: Reference | None = None) -> list[Item]:
    """The items for dropped data around a point; new objects meet in the scope of the page, if it is given.

    Raises RefusedDropError or LiveObjectFileError.
    """
    if len(dropped.files) > _MOST_FILES:
        raise RefusedDropError(_tr("these are more than {number} files").format(number=_MOST_FILES))
    found: list[Item] = []
    if carries_object(dropped.data):
        shared_by = page if is_new(dropped.data) else None
        found += [
            object_item(title or _tr("Object"), document.reference, x, y, shared_by)
            for title, document in await documents_in(dropped.data)
        ]
    films = [path for path in dropped.files if path.suffix.lower() in FILMS]
    found += [object_item(path.stem, film_reference(str(path)), x, y, page) for path in films]
    others = [path for path in dropped.files if path.suffix != ".liveobject" and path not in films]
    found += [await asyncio.to_thread(_from_file, path, x, y) for path in others]
    if not found and dropped.image is not None:
        found.append(await asyncio.to_thread(_from_image, dropped.image, x, y))
    if not found and dropped.data.text().strip():
        found.append(text_item(dropped.data.text(), x, y))
    if not found:
        raise RefusedDropError(_tr("nobody knows how to show that"))
    return [_shifted(item, number) for number, item in enumerate(found)]


def object_item(title: str, reference: Reference, x: float, y: float, page: Reference | None = None) -> Item:
    """An item with a live object, in its first size; a new object meets in the scope of the page it lies on."""
    stored = reference if page is None else in_page(reference, page)
    return _item("object", title, Placement(x, y, *first_size(reference)), reference=[stored])


def text_item(text: str, x: float, y: float, style: TextStyle | None = None) -> Item:
    """A text item: a note, or a shape with a text in it."""
    if len(text) > LONGEST_TEXT:
        raise RefusedDropError(_tr("a text has at most {number} characters").format(number=LONGEST_TEXT))
    size = TEXT_SIZE if style is None else SHAPE_SIZES[style.shape]
    return _item("text", "" if style is None else str(style), Placement(x, y, *size), text=text)


def data_of_files(paths: Sequence[Path]) -> QMimeData:
    """Chosen files as if they were dropped."""
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    return data


def picture_of(data: bytes) -> QImage | None:
    """The image in the bytes, scaled down to a visible size; None if it is not acceptable."""
    buffer = QBuffer()
    buffer.setData(QByteArray(data))
    buffer.open(QIODevice.OpenModeFlag.ReadOnly)
    reader = QImageReader(buffer)
    reader.setDecideFormatFromContent(True)
    reader.setAutoTransform(True)
    size = reader.size()
    if bytes(reader.format().data()) not in _FORMATS or not _bearable(size):
        return None
    if max(size.width(), size.height()) > _SHARP_ENOUGH:
        reader.setScaledSize(size.scaled(_SHARP_ENOUGH, _SHARP_ENOUGH, Qt.AspectRatioMode.KeepAspectRatio))
    image = reader.read()
    return None if image.isNull() else image


def _bearable(size: QSize) -> bool:
    return (
        size.isValid()
        and max(size.width(), size.height()) <= _LARGEST_SIDE
        and 0 < size.width() * size.height() <= _MOST_PIXELS
    )


def _from_file(path: Path, x: float, y: float) -> Item:
    try:
        if not path.is_file():
            raise RefusedDropError(_tr("{name} is not a file").format(name=path.name))
        with path.open("rb") as opened:
            data = opened.read(16 * LARGEST_DATA + 1)
    except OSError as error:
        raise RefusedDropError(f"{path.name}: {error.strerror}") from None
    image = picture_of(data) if len(data) <= 16 * LARGEST_DATA else None
    if image is not None:
        return _picture(path.name, image, data, x, y)
    if len(data) > LARGEST_DATA:
        raise RefusedDropError(
            _tr("{name} has more than {number} MB").format(name=path.name, number=LARGEST_DATA // 2**20)
        )
    return _item("file", path.name, Placement(x, y, *FILE_SIZE), data=data)


def _from_image(image: QImage, x: float, y: float) -> Item:
    if not _bearable(image.size()):
        raise RefusedDropError(_tr("the picture is too large"))
    return _picture(_tr("Picture"), image, b"", x, y)


def _picture(title: str, image: QImage, data: bytes, x: float, y: float) -> Item:
    """The item of a picture: unchanged, or scaled down if it is too large to send."""
    if not 0 < len(data) <= LARGEST_DATA:
        small = image
        if max(image.width(), image.height()) > _SHARP_ENOUGH:
            small = image.scaled(
                _SHARP_ENOUGH,
                _SHARP_ENOUGH,
                Qt.AspectRatioMode.KeepAspectRatio,
                Qt.TransformationMode.SmoothTransformation,
            )
        data = _written(small, "png")
        if len(data) > LARGEST_DATA:
            data = _written(small, "jpg")
        if len(data) > LARGEST_DATA:
            raise RefusedDropError(_tr("the picture is too large"))
    scale = min(1.0, _SHOWN / max(image.width(), image.height()))
    size = max(24.0, image.width() * scale), max(24.0, image.height() * scale)
    return _item("image", title, Placement(x, y, *size), data=data)


def _written(image: QImage, kind: str) -> bytes:
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    QImageWriter(buffer, QByteArray(kind.encode())).write(image)
    return bytes(buffer.data().data())


def _item(
    kind: str,
    title: str,
    placement: Placement,
    *,
    text: str = "",
    data: bytes = b"",
    reference: list[Reference] | None = None,
) -> Item:
    return Item(uuid4(), kind, title[:LONGEST_TITLE], placement, 0, NOBODY, False, text, data, reference or [])


def _shifted(item: Item, number: int) -> Item:
    place = replace(item.place, x=item.place.x + 28 * number, y=item.place.y + 28 * number)
    return replace(item, place=place)


def _tr(text: str) -> str:
    return QCoreApplication.translate("TakingIn", text)
