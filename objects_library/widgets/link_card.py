"""What links are made of: a badge, fields that look like text, and how something is opened elsewhere."""

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
    """A field that looks like plain text until somebody wants to write in it."""
    field = QLineEdit()
    field.setStyleSheet(FIELD % look)
    field.setMaxLength(longest)
    field.setAccessibleName(name)
    field.setPlaceholderText(hint)
    return field


def open_address(address: str) -> str:
    """Let the browser or the mail program of the person open an address; why not, if not."""
    if problem := wrong_address(address):
        return problem
    url = QUrl(address, QUrl.ParsingMode.TolerantMode)
    return "" if QDesktopServices.openUrl(url) else "no program here opens such an address"


def place_of(path: str) -> tuple[Path | None, str]:
    """The folder of a file that belongs to the person; nothing and why, if it does not. May take a while."""
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
    """Let the file manager show a folder; why not, if not. Files themselves are never opened from here."""
    opened = QDesktopServices.openUrl(QUrl.fromLocalFile(str(folder)))
    return "" if opened else "no program here shows folders"


class Badge(QWidget):
    """A rounded square with a letter or two, in a colour that goes with what it stands for."""

    def __init__(self, size: int = 52) -> None:
        super().__init__()
        self._letters, self._of = "", ""
        self.setFixedSize(QSize(size, size))

    def show_letters(self, letters: str, of: str) -> None:
        """Other letters; the colour follows from what they stand for."""
        self._letters, self._of = letters[:4], of
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002 - Qt's signature
        """Nothing is fetched from anywhere for it."""
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
