# SPDX-License-Identifier: BSD-3-Clause
"""Textures on the graphics card: of files, texts, and live objects."""

from __future__ import annotations

import hashlib
from collections.abc import Hashable

from PySide6.QtCore import QByteArray, QObject, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QImage, QPainter, QPen
from PySide6.QtQuick3D import QQuick3DTextureData

from objects_library.widgets.desktop_drop import picture_of

_MOST = 300
_LARGEST_SIDE = 1_024


class Textures(QObject):
    """Textures by name; the least recently used ones are dropped first."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._held: dict[Hashable, QQuick3DTextureData] = {}
        self._sizes: dict[Hashable, tuple[int, int]] = {}

    def named(self, name: Hashable) -> QQuick3DTextureData | None:
        """A texture by name, or None."""
        return self._held.get(name)

    def put(self, name: Hashable, image: QImage) -> QQuick3DTextureData:
        """Create or replace a texture."""
        texture = self._held.get(name)
        if texture is None:
            texture = self._held[name] = QQuick3DTextureData()
            texture.setParent(self)
        fill(texture, image)
        self._sizes[name] = image.width(), image.height()
        return texture

    def drop(self, name: Hashable) -> None:
        """Remove a texture."""
        texture = self._held.pop(name, None)
        self._sizes.pop(name, None)
        if texture is not None:
            texture.deleteLater()

    def size(self, name: Hashable) -> tuple[int, int]:
        """Its size in pixels."""
        return self._sizes.get(name, (4, 3))

    def of_bytes(self, data: bytes) -> QQuick3DTextureData | None:
        """The image of a model file; None if it is not acceptable."""
        if not data:
            return None
        name = "part " + hashlib.sha256(data).hexdigest()
        if name not in self._held and len(self._held) < _MOST:
            image = picture_of(data)
            if image is not None:
                self.put(name, is_decodable(image))
        return self._held.get(name)


def is_decodable(image: QImage) -> QImage:
    """Limit the size to what is visible in a space."""
    if max(image.width(), image.height()) <= _LARGEST_SIDE:
        return image
    return image.scaled(
        QSize(_LARGEST_SIDE, _LARGEST_SIDE),
        Qt.AspectRatioMode.KeepAspectRatio,
        Qt.TransformationMode.SmoothTransformation,
    )


def fill(texture: QQuick3DTextureData, image: QImage) -> None:
    """Upload an image."""
    plain = image.convertToFormat(QImage.Format.Format_RGBA8888)
    texture.setSize(plain.size())
    texture.setFormat(QQuick3DTextureData.Format.RGBA8)
    texture.setHasTransparency(image.hasAlphaChannel())
    texture.setTextureData(QByteArray(bytes(plain.constBits())))


def text_image(text: str, ink: QColor, paper: QColor, rim: QColor, *, points: float = 15.0) -> QImage:
    """An image of a short text on a rounded plate."""
    font = QFont()
    font.setPixelSize(round(points * 2))
    font.setWeight(QFont.Weight.DemiBold)
    metrics = QFontMetricsF(font)
    lines = [metrics.elidedText(line, Qt.TextElideMode.ElideRight, 900) for line in text.split("\n")[:12]] or [""]
    width = max(metrics.horizontalAdvance(line) for line in lines) + 36
    height = metrics.lineSpacing() * len(lines) + 18
    image = QImage(round(width), round(height), QImage.Format.Format_RGBA8888)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(rim, 2.5))
    painter.setBrush(paper)
    painter.drawRoundedRect(QRectF(image.rect()).adjusted(2, 2, -2, -2), 12, 12)
    painter.setFont(font)
    painter.setPen(ink)
    painter.drawText(QRectF(image.rect()), Qt.AlignmentFlag.AlignCenter, "\n".join(lines))
    painter.end()
    return image


def as_drawn(colour: QColor) -> QColor:
    """Convert a colour for the scene, which treats colours as linear light."""

    def lighter(part: float) -> float:
        return 12.92 * part if part <= 0.0031308 else 1.055 * part ** (1 / 2.4) - 0.055

    return QColor.fromRgbF(lighter(colour.redF()), lighter(colour.greenF()), lighter(colour.blueF()))
