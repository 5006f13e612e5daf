# SPDX-License-Identifier: BSD-3-Clause
"""The text formats of Qt for looks, in the colours of the palette."""

from __future__ import annotations

import json
from functools import cache
from typing import cast

from PySide6.QtGui import QColor, QFont, QPalette, QTextBlockFormat, QTextCharFormat, QTextFormat

from objects_library.replication.text.rich_text import LISTS, Look
from objects_library.widgets.appearance import blend, is_dark

LOOK = int(QTextFormat.Property.UserProperty.value) + 1
"""The property of a format that holds its look."""
_Key = tuple[tuple[str, str], ...]
BASE = 11.0
_SIZES = {"h1": 20.0, "h2": 16.0, "h3": 13.0}
_ABOVE = {"h1": 18.0, "h2": 14.0, "h3": 10.0}
STEP = 26
"""Pixels per level of indentation."""
_LIGHT = {
    "yellow": "#fff1a8",
    "green": "#cdf0cb",
    "blue": "#cfe4ff",
    "pink": "#ffd3e2",
    "orange": "#ffdfb5",
    "purple": "#e4d8ff",
}
_DARK = {
    "yellow": "#5f5412",
    "green": "#1f5130",
    "blue": "#1f446e",
    "pink": "#642b46",
    "orange": "#643f14",
    "purple": "#453474",
}


def highlight_colour(name: str, palette: QPalette) -> QColor:
    """The background of highlighted text."""
    return QColor((_DARK if is_dark(palette) else _LIGHT)[name])


def look_in(look_format: QTextFormat) -> Look:
    """The look of a format."""
    value = look_format.property(LOOK)
    return cast("Look", json.loads(value)) if isinstance(value, str) else {}


class Formats:
    """The formats for one palette; each is created once."""

    def __init__(self, palette: QPalette) -> None:
        self._palette = palette
        self._characters = cache(self._make_characters)
        self._paragraph = cache(self._make_paragraph)

    def of(self, look: Look, block: str) -> QTextCharFormat:
        """The format of characters in a paragraph of that kind."""
        return self._characters(tuple(sorted(look.items())), block)

    def of_paragraph(self, look: Look) -> QTextBlockFormat:
        """The format of a paragraph."""
        return self._paragraph(tuple(sorted(look.items())))

    def _make_characters(self, key: _Key, block: str) -> QTextCharFormat:
        look = dict(key)
        made = QTextCharFormat()
        made.setProperty(LOOK, json.dumps(look))
        made.setFontPointSize(_SIZES.get(block, BASE))
        text, base = self._palette.text().color(), self._palette.base().color()
        made.setForeground(text)
        if "bold" in look or block in _SIZES:
            made.setFontWeight(QFont.Weight.Bold if "bold" in look else QFont.Weight.DemiBold)
        made.setFontItalic("italic" in look)
        made.setFontUnderline("underline" in look or "link" in look)
        made.setFontStrikeOut("strike" in look or block == "done")
        if block in ("done", "quote"):
            made.setForeground(blend(text, base, 0.62))
        if "code" in look or block == "code":
            made.setFontFamilies(["monospace"])
            made.setFontFixedPitch(True)
            made.setFontPointSize(_SIZES.get(block, BASE) - 1)
        if "code" in look:
            made.setBackground(blend(text, base, 0.09))
        if "link" in look:
            made.setForeground(self._palette.link().color())
        if "highlight" in look:
            made.setBackground(highlight_colour(look["highlight"], self._palette))
        return made

    def _make_paragraph(self, key: _Key) -> QTextBlockFormat:
        look = dict(key)
        kind, depth = look.get("block", ""), int(look.get("indent", "0"))
        made = QTextBlockFormat()
        made.setProperty(LOOK, json.dumps(look))
        made.setTopMargin(_ABOVE.get(kind, 0.0 if kind == "code" else 2.0))
        made.setBottomMargin(0.0 if kind == "code" else 4.0)
        left = depth * STEP + (STEP if kind in LISTS else 0) + (16 if kind == "quote" else 0)
        made.setLeftMargin(left)
        if kind == "code":
            made.setBackground(blend(self._palette.text().color(), self._palette.base().color(), 0.06))
        made.setLineHeight(
            100.0 if kind == "code" else 118.0, QTextBlockFormat.LineHeightTypes.ProportionalHeight.value
        )
        return made
