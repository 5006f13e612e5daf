# SPDX-License-Identifier: BSD-3-Clause
"""Thumbnails of documents for file managers and messages, made without running anything.

The view of an object that this user had open is cached. Without a cached view, a card with its name and
parts is drawn.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from pathlib import Path

from PySide6.QtCore import QBuffer, QByteArray, QCoreApplication, QIODevice, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QImage, QImageWriter, QPainter

from app.runtime.directories import DirectoryError, cache_directory, make_private
from app.runtime.references import Composite, Document, Parameterized, Primitive, Reference, identity, names_in_words
from app.ui.icons import paint_icon
from app.ui.theme import LIGHT

LARGEST = 1024
"""The longer side of a cached thumbnail in pixels."""
_MOST = 300
_SHOWN_PARTS = 8


def remember_thumbnail(document: Document, picture: QImage) -> None:
    """Cache a thumbnail; errors of the cache are ignored."""
    with contextlib.suppress(OSError, DirectoryError):
        folder = make_private(_folder())
        size = picture.size().boundedTo(QSize(LARGEST, LARGEST))
        scaled = picture.scaled(size, Qt.AspectRatioMode.KeepAspectRatio, Qt.TransformationMode.SmoothTransformation)
        fresh = folder / f".{identity(document.reference)}.png"
        fresh.write_bytes(as_png(scaled))
        fresh.replace(folder / f"{identity(document.reference)}.png")
        kept = sorted(folder.glob("*.png"), key=lambda file: file.stat().st_mtime, reverse=True)
        for old in kept[_MOST:]:
            old.unlink(missing_ok=True)


def sealed_thumbnail(people: str, largest: int = 512) -> QImage:
    """A card with a lock, for a sealed document."""
    words = QCoreApplication.translate("Pictures", "Only for {people}").format(people=people)
    return _card(words, ["lock"], largest)


def thumbnail_of(document: Document, largest: int = 512) -> QImage:
    """The cached thumbnail, or a card with the document's parts; at most `largest` pixels wide and high."""
    if document.sealed_for:
        return sealed_thumbnail(names_in_words(document.sealed_for), largest)
    known = QImage(str(_folder() / f"{identity(document.reference)}.png"))
    if known.isNull():
        return _drawn(document, largest)
    return known.scaled(
        QSize(largest, largest).boundedTo(known.size()),
        Qt.AspectRatioMode.KeepAspectRatio,
        Qt.TransformationMode.SmoothTransformation,
    )


def letterboxed(picture: QImage, width: int, height: int) -> QImage:
    """The picture centred on a canvas of this aspect ratio, at its own resolution."""
    grown = min(max(picture.width() / width, picture.height() / height, 1.0), max(1.0, LARGEST / width))
    made = QImage(
        max(1, round(width * grown)), max(1, round(height * grown)), QImage.Format.Format_ARGB32_Premultiplied
    )
    made.fill(Qt.GlobalColor.transparent)
    drawn = picture.scaled(
        picture.size().boundedTo(made.size()),
        Qt.AspectRatioMode.KeepAspectRatio,
        Qt.TransformationMode.SmoothTransformation,
    )
    painter = QPainter(made)
    painter.drawImage((made.width() - drawn.width()) // 2, (made.height() - drawn.height()) // 2, drawn)
    painter.end()
    return made


def as_png(picture: QImage) -> bytes:
    """The picture encoded as PNG."""
    content = QByteArray()
    buffer = QBuffer(content)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    QImageWriter(buffer, QByteArray(b"png")).write(picture)
    buffer.close()
    return bytes(content.data())


def _folder() -> Path:
    return cache_directory() / "pictures"


def _drawn(document: Document, largest: int) -> QImage:
    """A card with the name and the icons of the parts."""
    icons = list(_icons(document.reference))  # everything that can fail comes before the painter
    return _card(document.title[:80] or "Live object", icons[:_SHOWN_PARTS] or [None], largest)


def _card(words: str, icons: Sequence[Path | str | None], largest: int) -> QImage:
    width, height = largest, largest * 3 // 4
    picture = QImage(width, height, QImage.Format.Format_ARGB32_Premultiplied)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    unit = width / 32
    painter.setPen(QColor(LIGHT.border))
    painter.setBrush(QColor(LIGHT.surface))
    painter.drawRoundedRect(QRectF(0.5, 0.5, width - 1, height - 1), unit * 1.5, unit * 1.5)
    _draw_parts(painter, icons, QRectF(2 * unit, 2 * unit, width - 4 * unit, height * 0.5))
    font = QFont()
    font.setPixelSize(max(8, round(unit * 2.6)))
    font.setBold(True)
    painter.setFont(font)
    painter.setPen(QColor(LIGHT.text))
    area = QRectF(2 * unit, height * 0.58, width - 4 * unit, height * 0.36)
    flags = Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop | Qt.TextFlag.TextWordWrap
    painter.drawText(area, int(flags), words)
    painter.end()
    return picture


def _draw_parts(painter: QPainter, icons: Sequence[Path | str | None], area: QRectF) -> None:
    across = min(len(icons), 4)
    down = -(-len(icons) // across)
    side = min(area.width() / across, area.height() / down) * 0.8
    for number, file in enumerate(icons):
        row, column = divmod(number, across)
        x = area.left() + (column + 0.5) * area.width() / across - side / 2
        y = area.top() + (row + 0.5) * area.height() / down - side / 2
        paint_icon(painter, QRectF(x, y, side, side), file or "object", LIGHT.accent)


def _icons(reference: Reference) -> Iterator[Path | None]:
    """The icons of the object or its parts, taken from installed definitions only."""
    from objects_library.installed import installed_catalogue  # noqa: PLC0415 - slow to import

    catalogue = installed_catalogue()
    parts = [part for _, part in reference.components] if isinstance(reference, Composite) else [reference]
    for part in parts:
        template = part
        while isinstance(template, Parameterized):
            template = template.template
        known = catalogue.definition(template.id, template.version) if isinstance(template, Primitive) else None
        yield None if known is None else known.icon
