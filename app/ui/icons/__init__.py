# SPDX-License-Identifier: BSD-3-Clause
"""The icon set: line icons in the theme's colours, sharp at every scale."""

import functools
from pathlib import Path

from PySide6.QtCore import QByteArray, QObject, QRectF, QSize, Qt
from PySide6.QtGui import QAction, QColor, QGuiApplication, QIcon, QPainter, QPalette, QPixmap
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QAbstractButton

from app.ui.theme import Theme

_FOLDER = Path(__file__).parent
_SIZES = (16, 20, 24, 32, 48, 64, 96)
"""Pixels; high-DPI screens take a larger one, which Qt scales down."""
_SHOWN = 24
"""The largest icon size, in device-independent pixels."""
_LARGEST_FILE = 200_000


def icon(name: str) -> QIcon:
    """The icon of that name in the current colours; `bind_icon` keeps one up to date."""
    return icon_of_file(_FOLDER / f"{name}.svg")


def icon_of_file(path: Path | None, otherwise: str = "object") -> QIcon:
    """An object's own icon; the general one when it has none, or one that cannot be drawn."""
    palette = QGuiApplication.palette()
    group, role = QPalette.ColorGroup, QPalette.ColorRole
    colours = (
        palette.color(group.Active, role.ButtonText).name(),
        palette.color(group.Disabled, role.ButtonText).name(),
    )
    drawing = _drawing(path) if path is not None else ""
    sharpest = max([2.0, *(screen.devicePixelRatio() for screen in QGuiApplication.screens())])
    return _icon(drawing or _drawing(_FOLDER / f"{otherwise}.svg"), *colours, sharpest)


def bind_icon(theme: Theme, target: QAction | QAbstractButton, name: str) -> None:
    """Set an icon on a button or action and redraw it when the theme changes."""
    for before in target.findChildren(_IconBinder, options=Qt.FindChildOption.FindDirectChildrenOnly):
        before.deleteLater()
        before.name = name
    _IconBinder(theme, target, name).bind_icon()


def paint_icon(painter: QPainter, area: QRectF, source: Path | str, colour: str) -> None:
    """Draw an icon, given by name or file, in a colour."""
    path = _FOLDER / f"{source}.svg" if isinstance(source, str) else source
    drawing = _drawing(path) or _drawing(_FOLDER / "object.svg")
    _renderer(drawing, colour).render(painter, area)


def pixmap(source: Path | str, size: int, colour: str, ratio: float = 1.0) -> QPixmap:
    """An icon as a picture, for a label."""
    picture = QPixmap(QSize(size, size) * ratio)
    picture.setDevicePixelRatio(ratio)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    paint_icon(painter, QRectF(0, 0, size, size), source, colour)
    painter.end()
    return picture


class _IconBinder(QObject):
    """Redraws the icon of a target; a child of that target."""

    def __init__(self, theme: Theme, target: QAction | QAbstractButton, name: str) -> None:
        super().__init__(target)
        self._target = target
        self.name = name
        theme.changed.connect(self.bind_icon)

    def bind_icon(self) -> None:
        """Draw the icon in the current colours."""
        self._target.setIcon(icon(self.name))


@functools.lru_cache(maxsize=512)
def _drawing(path: Path) -> str:
    """The text of an SVG file; empty if it is unreadable, too large, or no SVG."""
    try:
        if path.stat().st_size > _LARGEST_FILE:
            return ""
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        return ""
    # An icon of a library may not refer to other files or addresses.
    harmless = "<image" not in text and "<!ENTITY" not in text and "@import" not in text
    return text if harmless and QSvgRenderer(QByteArray(text.encode())).isValid() else ""


@functools.lru_cache(maxsize=512)
def _icon(drawing: str, normal: str, disabled: str, ratio: float) -> QIcon:
    made = QIcon()
    for size in (size for size in _SIZES if size <= _SHOWN * ratio):
        for mode, colour in ((QIcon.Mode.Normal, normal), (QIcon.Mode.Disabled, disabled)):
            picture = QPixmap(size, size)
            picture.fill(Qt.GlobalColor.transparent)
            painter = QPainter(picture)
            if mode is QIcon.Mode.Disabled:
                painter.setOpacity(0.55)
            _renderer(drawing, colour).render(painter, QRectF(0, 0, size, size))
            painter.end()
            made.addPixmap(picture, mode)
    return made


@functools.lru_cache(maxsize=1024)
def _renderer(drawing: str, colour: str) -> QSvgRenderer:
    return QSvgRenderer(QByteArray(drawing.replace("currentColor", QColor(colour).name()).encode()))
