# SPDX-License-Identifier: BSD-3-Clause
"""A link as a QR code, for a camera."""

from __future__ import annotations

import segno
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPaintEvent
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QWidget

from app.documents import DocumentError
from app.ui.composer.panels.widgets import column, words

_QUIET = 4
"""Empty modules around the code; readers need them."""
_SIDE = 720
_AROUND = 240
"""Pixels of the screen that the code leaves free."""
_MOST = 2953
"""Bytes in the largest QR code."""


def qr_image(link: str) -> QImage:
    """The QR code of a link, one pixel for each module; a DocumentError if the link is too long."""
    try:
        code = segno.make(link, error="l", micro=False)
    except segno.DataOverflowError:
        raise DocumentError(
            f"the page is too large for a QR code ({len(link):,} characters, {_MOST:,} at most)",
            "send the link or the file",
        ) from None
    rows = list(code.matrix)
    side = len(rows) + 2 * _QUIET
    image = QImage(side, side, QImage.Format.Format_RGB32)
    image.fill(QColor("white"))
    for y, row in enumerate(rows):
        for x, dark in enumerate(row):
            if dark:
                image.setPixelColor(x + _QUIET, y + _QUIET, QColor("black"))
    return image


class QrCode(QWidget):
    """Draws a code in whole pixels for each module, black on white in both themes."""

    def __init__(self, image: QImage, name: str) -> None:
        super().__init__()
        self._image = image
        self.setAccessibleName(name)
        screen = self.screen().availableSize()
        side = min(_SIDE, screen.width() - _AROUND, screen.height() - _AROUND)
        self.setMinimumSize(image.size() * max(2, side // image.width()))

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002 - Qt's signature
        scale = max(1, min(self.width(), self.height()) // self._image.width())
        drawn = self._image.scaled(self._image.size() * scale, Qt.AspectRatioMode.KeepAspectRatio)
        painter = QPainter(self)
        painter.drawImage((self.width() - drawn.width()) // 2, (self.height() - drawn.height()) // 2, drawn)


class QrDialog(QDialog):
    """Shows the code of a page."""

    def __init__(self, link: str, title: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        image = qr_image(link)
        self.setWindowTitle(self.tr("QR code"))
        buttons = QDialogButtonBox()
        buttons.addButton(self.tr("Close"), QDialogButtonBox.ButtonRole.RejectRole)
        buttons.rejected.connect(self.reject)
        layout = column(self, spacing=8, margins=16)
        layout.addWidget(words(title, "heading"))
        layout.addWidget(words(self.tr("The camera of another device opens the page with Live Objects."), "muted"))
        layout.addWidget(QrCode(image, self.tr("QR code of {title}").format(title=title)), stretch=1)
        layout.addWidget(buttons)
        self.finished.connect(self.deleteLater)
