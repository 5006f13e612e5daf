# SPDX-License-Identifier: BSD-3-Clause
"""Small line icons in the text colour."""

from __future__ import annotations

from PySide6.QtCore import QByteArray, QRectF, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPalette, QPixmap
from PySide6.QtSvg import QSvgRenderer

_SIZE = 20
_PATHS = {
    "undo": "M9 14L4 9l5-5 M4 9h10a6 6 0 0 1 0 12h-3",
    "redo": "M15 14l5-5-5-5 M20 9H10a6 6 0 0 0 0 12h3",
    "bold": "M7 5h6a3.5 3.5 0 0 1 0 7H7z M7 12h7a3.5 3.5 0 0 1 0 7H7z",
    "italic": "M10 5h7 M7 19h7 M14 5l-4 14",
    "underline": "M7 4v7a5 5 0 0 0 10 0V4 M6 20h12",
    "strike": (
        "M5 12h14"
        " M16 7.5c-.6-1.8-2.2-2.7-4.2-2.7-2.5 0-4.3 1.2-4.3 3.2"
        " M8 16.2c.6 1.9 2.2 3 4.3 3 2.6 0 4.2-1.3 4.2-3.2"
    ),
    "code": "M8.5 8L4.5 12l4 4 M15.5 8l4 4-4 4",
    "highlight": "M5 20h14 M8.5 16l-1-3.5L15 5l4 4-7.5 7.5z",
    "link": (
        "M10 14a4 4 0 0 0 6 .4l2.6-2.6a4 4 0 0 0-5.6-5.6L11.8 7.3"
        " M14 10a4 4 0 0 0-6-.4l-2.6 2.6a4 4 0 0 0 5.6 5.6l1.2-1.1"
    ),
    "bullet": "M9 6h11 M9 12h11 M9 18h11 M4.5 6h.01 M4.5 12h.01 M4.5 18h.01",
    "number": (
        "M10 6h10"
        " M10 12h10"
        " M10 18h10"
        " M4 4.5l1.5-.5v4.5"
        " M3.8 15.5c.2-1.4 3-1.4 2.7.2-.2 1-2.7 2.3-2.7 3.3h2.9"
    ),
    "check": "M11 6h9 M11 12h9 M11 18h9 M3.5 6l1.5 1.5L8 4.5 M3.5 17.5L5 19l3-3",
    "outdent": "M20 6H4 M20 18H4 M20 12h-8 M7.5 9.5L5 12l2.5 2.5",
    "indent": "M20 6H4 M20 18H4 M20 12h-8 M4.5 9.5L7 12l-2.5 2.5",
    "lock": "M6 11h12v9H6z M8.5 11V8a3.5 3.5 0 0 1 7 0v3",
    "unlock": "M6 11h12v9H6z M8.5 11V8a3.5 3.5 0 0 1 6.8-1.2",
    "history": "M4 12a8 8 0 1 0 2.6-5.9L4 8.5 M4 4v4.5h4.5 M12 8v4.5l3 1.8",
    "more": "M5.5 12h.01 M12 12h.01 M18.5 12h.01",
    "find": "M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13z M15.5 15.5L20 20",
    "close": "M6.5 6.5l11 11 M17.5 6.5l-11 11",
    "up": "M6 14.5l6-6 6 6",
    "down": "M6 9.5l6 6 6-6",
}  # fmt: skip
_WIDE = {"bullet", "more"}


def icon(name: str, palette: QPalette) -> QIcon:
    """An icon by its name, sharp on any screen."""
    made = QIcon()
    for mode, group in (
        (QIcon.Mode.Normal, QPalette.ColorGroup.Active),
        (QIcon.Mode.Disabled, QPalette.ColorGroup.Disabled),
    ):
        colour = palette.color(group, QPalette.ColorRole.ButtonText)
        if mode is QIcon.Mode.Disabled:
            colour.setAlphaF(0.4)
        for scale in (1, 2):
            made.addPixmap(_drawn(name, colour, scale), mode)
    return made


def _drawn(name: str, colour: QColor, scale: int) -> QPixmap:
    parts = "".join(f'<path d="{part}"/>' for part in _PATHS[name].split(" M") if part)
    parts = parts.replace('d="', 'd="M').replace('d="MM', 'd="M')
    svg = (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="none" stroke-linecap="round" '
        f'stroke-linejoin="round" stroke="{colour.name()}" stroke-opacity="{colour.alphaF():.2f}" '
        f'stroke-width="{1.8 if name not in _WIDE else 2.2}">{parts}</svg>'
    )
    picture = QPixmap(_SIZE * scale, _SIZE * scale)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    QSvgRenderer(QByteArray(svg.encode())).render(painter, QRectF(picture.rect()))
    painter.end()
    picture.setDevicePixelRatio(scale)
    return picture
