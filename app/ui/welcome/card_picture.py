# SPDX-License-Identifier: BSD-3-Clause
"""Pictures on cards, scaled to the card and cached."""

from pathlib import Path

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QImage, QPixmap, QPixmapCache


def card_picture(source: QImage | Path, width: float, shape: float, ratio: float) -> QPixmap | None:
    """A picture that fills a card of a width and shape (height by width); `None` if there is none."""
    size = QSize(round(width * ratio), round(width * shape * ratio))
    name = source.cacheKey() if isinstance(source, QImage) else source
    key = f"card {name} {size.width()}x{size.height()}"
    known = QPixmap()
    if QPixmapCache.find(key, known):
        return None if known.isNull() else known
    image = source if isinstance(source, QImage) else QImage(str(source))
    if image.isNull() or size.isEmpty():
        return None
    made = QPixmap.fromImage(_filling(image, size))
    QPixmapCache.insert(key, made)
    return made


def _filling(image: QImage, size: QSize) -> QImage:
    """The upper left part of an image that has the shape of a size: the beginning is what people know it by."""
    scaled = image.scaled(
        size, Qt.AspectRatioMode.KeepAspectRatioByExpanding, Qt.TransformationMode.SmoothTransformation
    )
    left = (scaled.width() - size.width()) // 2
    return scaled.copy(QRect(left, 0, size.width(), size.height()))
