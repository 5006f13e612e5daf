# SPDX-License-Identifier: BSD-3-Clause
"""Parts of link cards: badge, fields, and opening of addresses and folders."""

from __future__ import annotations

import os
from pathlib import Path

from PySide6.QtCore import QRectF, QSize, Qt, QUrl
from PySide6.QtGui import QDesktopServices, QFont, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QLineEdit, QWidget

from objects_library.values.links import wrong_address
from objects_library.widgets.appearance import blend, colour_of

FIELD = """
    QLineEdit { background: transparent; border: 1px solid transparent; border-radius: 8px;
        padding: 3px 6px; %s }
    QLineEdit:hover:!read-only { border-color: palette(mid); }
    QLineEdit:focus:!read-only { background: palette(base); border-color: palette(highlight); }
"""


def quiet_field(name: str, hint: str, longest: int, look: str = "") -> QLineEdit:
    """A line edit that looks like plain text until it has the focus."""
    field = QLineEdit()
    field.setStyleSheet(FIELD % look)
    field.setMaxLength(longest)
    field.setAccessibleName(name)
    field.setPlaceholderText(hint)
    return field


def open_address(address: str) -> str:
    """Open an address in the browser or mail program; returns why not, or empty."""
    if problem := wrong_address(address):
        return problem
    url = QUrl(address, QUrl.ParsingMode.TolerantMode)
    return "" if QDesktopServices.openUrl(url) else "no program here opens such an address"


def place_of(path: str) -> tuple[Path | None, str]:
    """The folder of a file that belongs to the user, or the reason why not. Blocks."""
    file = Path(path)
    try:
        if not file.is_absolute() or not file.exists():
            return None, "there is no such file on this computer"
        resolved = file.resolve(strict=True)
        if resolved.stat().st_uid != os.getuid():
            return None, "that file is not yours; it is not shown from here"
    except OSError as error:
        return None, f"{file.name}: {error.strerror}"
    return resolved.parent, ""


def open_folder(folder: Path) -> str:
    """Show a folder in the file manager; returns why not, or empty. Files are never opened."""
    opened = QDesktopServices.openUrl(QUrl.fromLocalFile(str(folder)))
    return "" if opened else "no program here shows folders"


class Badge(QWidget):
    """A rounded square with one or two letters, in a colour derived from its subject."""

    def __init__(self, size: int = 52) -> None:
        super().__init__()
        self._letters, self._of = "", ""
        self.setFixedSize(QSize(size, size))

    def show_letters(self, letters: str, of: str) -> None:
        """Set the letters; the colour is derived from the subject."""
        self._letters, self._of = letters[:4], of
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002 - Qt's signature
        """Paint the badge; nothing is fetched."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        colour = colour_of(self._of, self.palette())
        painter.setPen(QPen(blend(colour, self.palette().base().color(), 0.6), 1))
        painter.setBrush(blend(colour, self.palette().base().color(), 0.16))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 12, 12)
        font = QFont(self.font())
        font.setPixelSize(round(self.width() * (0.46 if len(self._letters) < 2 else 0.24)))
        font.setWeight(QFont.Weight.DemiBold)
        painter.setFont(font)
        painter.setPen(colour)
        painter.drawText(self.rect(), Qt.AlignmentFlag.AlignCenter, self._letters)
